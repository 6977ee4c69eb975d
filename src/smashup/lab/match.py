"""One game between bots that nobody vouches for: who fails has lost, and it is written down how."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from smashup.engine.game import Game
from smashup.lab.foreign import USUAL, Limits, is_process, make_entrant
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError
from smashup.players import BotAnsweredIllegally, BotFailed, Player, answer_of, make_player
from smashup.players.guard import STAND_IN, said
from smashup.players.search.limits import CLOCK

LONGEST_GAME = 500  # turns; a game that goes on is broken off
MOST_ANSWERS = 20_000  # some cards would let a turn go on for ever; a game takes some hundred


def goes_on(game: Game) -> bool:
    """Whether there is something to decide, in a game that is not too long yet."""
    return not game.over and game.turn_number <= LONGEST_GAME and len(game.answers) < MOST_ANSWERS


@dataclass(frozen=True)
class Failure:
    """A bot that raised or answered illegally. Moves count from 1."""

    seat: int
    move: int  # the answer it owed, counted over all seats; 0: it could not even be made
    asked: str
    what: str  # as the rest of a sentence that its name begins
    illegal: bool  # an illegal answer; else it raised
    trace: str


@dataclass(frozen=True)
class Outcome:
    """How a game ended, everything by seat."""

    ranks: tuple[int, ...]  # 0 for the winner; equal where the seats are level
    vp: tuple[int, ...]
    finished: bool  # by the rules, or by failures
    turns: int
    decisions: tuple[int, ...]
    #: Spent by its bot: of the processor, of one that is a process of its own by the clock.
    seconds: tuple[float, ...] = field(compare=False)
    failures: tuple[Failure, ...] = ()

    def share(self, seat: int) -> float:
        """How much of the win is this seat's: those who share it have equal parts."""
        return 0.0 if self.ranks[seat] else 1 / self.ranks.count(0)


class Match:
    """A game about to be played by the bots of these specs, made from these seeds."""

    def __init__(
        self,
        game: Game,
        specs: Sequence[str],
        seeds: Sequence[int],
        limits: Limits = USUAL,
    ) -> None:
        self._game = game
        self._seeds = seeds
        self._limits = limits
        self._failures: list[Failure] = []
        self._contending = set(range(len(specs)))
        self._decisions = [0] * len(specs)
        self._seconds = [0.0] * len(specs)
        self._clocks = [perf_counter if is_process(spec) else CLOCK.now for spec in specs]
        self._players = [self._make(seat, spec) for seat, spec in enumerate(specs)]

    def play(self) -> Outcome:
        """Plays it to its end: until one has won, or only one has not failed.

        Budgets in seconds are of the processor: it does not matter what else the machine does.
        """
        game = self._game
        try:
            with CLOCK.of_processor():
                while goes_on(game) and len(self._contending) > 1:
                    assert game.decision is not None
                    self._answer(game.decision)
        finally:
            for player in self._players:
                _dismiss(player)
        return Outcome(
            ranks=self._ranks(),
            vp=tuple(game.vp),
            finished=game.over or len(self._contending) == 1,
            turns=game.turn_number,
            decisions=tuple(self._decisions),
            seconds=tuple(self._seconds),
            failures=tuple(self._failures),
        )

    def _make(self, seat: int, spec: str) -> Player:
        try:
            return make_entrant(spec, self._seeds[seat], self._limits)
        except BotFailed as error:
            illegal = isinstance(error, BotAnsweredIllegally)
            return self._replace(Failure(seat, 0, "", str(error), illegal, _trace(error)))
        except SmashUpError as error:
            what = f"could not be made ({said(error.__cause__ or error)})"
            return self._replace(Failure(seat, 0, "", what, False, _trace(error)))

    def _answer(self, decision: Decision) -> None:
        """Lets the bot answer; one that fails is asked no more."""
        seat = decision.seat
        view = self._game.observe(seat)
        now = self._clocks[seat]
        started = now()
        try:
            answer = answer_of(self._players[seat], view, decision)
        except SmashUpError as error:
            illegal = isinstance(error, BotAnsweredIllegally)
            move = len(self._game.answers) + 1
            _dismiss(self._players[seat])
            self._players[seat] = self._replace(
                Failure(seat, move, decision.prompt, str(error), illegal, _trace(error))
            )
            return
        if seat in self._contending:  # what the stand-in needs is nobody's time
            self._seconds[seat] += now() - started
            self._decisions[seat] += 1
        self._game.decide(answer)

    def _replace(self, failure: Failure) -> Player:
        """The seat cannot win any more; if others can, someone plays on for it."""
        seat = failure.seat
        self._failures.append(failure)
        self._contending.discard(seat)
        return make_player(STAND_IN, self._seeds[seat])

    def _ranks(self) -> tuple[int, ...]:
        """Who contends before who does not; then the winners, then by victory points.

        Where the game did not end, those who contend are level: a draw.
        """
        game = self._game
        scores = [
            (seat in self._contending, *((seat in game.winners, vp) if game.over else ()))
            for seat, vp in enumerate(game.vp)
        ]
        return tuple(sum(other > mine for other in scores) for mine in scores)


def _dismiss(player: Player) -> None:
    """Ends what a bot may have running beside it."""
    close = getattr(player, "close", None)
    if callable(close):
        close()


def _trace(error: SmashUpError) -> str:
    """What led to it, in the bot's own code where it raised."""
    cause = error.__cause__ or error
    return "".join(traceback.format_exception(cause)).rstrip()
