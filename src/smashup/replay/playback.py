"""Playing a written game again: as far as it agrees, up to a move, or without the last ones."""

from __future__ import annotations

from dataclasses import dataclass

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.model.errors import IllegalAnswer
from smashup.replay.errors import DifferentGame, IllegalMove, ReplayError
from smashup.replay.file import Replay
from smashup.replay.witness import short_digest


@dataclass(frozen=True)
class Followed:
    """A written game played again as far as it is the same game.

    `game` stands at the last position that agrees, `parting` says why it goes no further: None if
    it went all the way that was asked for.
    """

    replay: Replay
    game: Game
    parting: ReplayError | None = None

    @property
    def agreed(self) -> int:
        """After how many answers the position still agrees."""
        return len(self.game.answers)

    @property
    def proven(self) -> bool:
        """Whether this is the saved game to the end: every position was compared and agrees."""
        return self.replay.proven and self.parting is None

    @property
    def notice(self) -> str:
        """What whoever looks at this game must be told: nothing if it is surely the same game."""
        found = [] if self.replay.proven else [UNPROVEN]
        if self.parting is not None:
            shown = f"What is shown ends after move {self.agreed}."
            found.append(f"{self.parting} {shown}")
        return " ".join(found)


UNPROVEN = (
    "Unproven: not all of its positions were noted when it was played, so nothing can tell whether"
    " this is the very same game."
)


def follow(replay: Replay, until: int | None = None) -> Followed:
    """Plays a written game again, move by move, as far as it is the same (None: to its end).

    Raises `DifferentGame` where already the start is another one, since then there is nothing
    to show, and `IllegalMove` for a move that the game does not have.
    """
    count = len(replay.answers)
    if until is not None and not 0 <= until <= count:
        raise IllegalMove(
            f"There is no move {until}: the game has moves 1 to {count}, 0 is its start."
        )
    game = begin(replay)
    for number in range(len(replay.answers[:until])):
        parting = advance(replay, game)
        if parting is not None:
            agreed = game if len(game.answers) == number else game.replayed(number)
            return Followed(replay, agreed, parting)
    return Followed(replay, game)


def begin(replay: Replay) -> Game:
    """The start of a written game; raises `DifferentGame` where already that is another one."""
    game = Game.from_setup(replay.setup)
    if not _agrees(replay, game):
        raise DifferentGame(
            "The factions are dealt in another way than in the saved game, so that it is another"
            f" game from the start. {_why(replay)}"
        )
    return game


def advance(replay: Replay, game: Game, tell_question: bool = True) -> ReplayError | None:
    """Gives the next answer of a written game that was followed so far.

    If that leads elsewhere it says why, and leaves the game one move too far; if the answer is not
    legal, it says so and leaves the game as it was. The question there may name what only the
    seat that was asked may know.
    """
    number, question = len(game.answers), game.decision if tell_question else None
    try:
        game.decide(replay.answers[number])
    except IllegalAnswer as error:
        return _illegal(replay, number + 1, f"{error}{_asked(question)}")
    return None if _agrees(replay, game) else _different(replay, number + 1, _asked(question))


def at_move(replay: Replay, move: int | None = None) -> Game:
    """The game after that many answers (None: all of them); raises if it parts before."""
    followed = follow(replay, move)
    if followed.parting is not None:
        raise followed.parting
    return followed.game


def verify(replay: Replay) -> Game:
    """Plays the whole game again; raises if a move is illegal or leads to another position."""
    return at_move(replay)


def undo(game: Game, answers: int = 1) -> Game:
    """The same game without its last answers; the given game stays as it is."""
    return game.replayed(max(0, len(game.answers) - answers))


def deciders(game: Game) -> list[int]:
    """The seat that gave each of the answers so far."""
    seats: list[int] = []
    again = undo(game, len(game.answers))
    for answer in game.answers:
        assert again.decision is not None
        seats.append(again.decision.seat)
        again.decide(answer)
    return seats


def _agrees(replay: Replay, game: Game) -> bool:
    """Whether the position is the saved one, where that is known."""
    noted = replay.digests[len(game.answers)] if replay.digests else ""
    return not noted or short_digest(game) == noted


def _illegal(replay: Replay, number: int, reason: str) -> IllegalMove:
    return IllegalMove(f"{_move(replay, number)} is illegal. {reason} {_why(replay)}")


def _different(replay: Replay, number: int, asked: str) -> DifferentGame:
    return DifferentGame(
        f"{_move(replay, number)} leads to another position than the one that was saved.{asked}"
        f" {_why(replay)}"
    )


def other_seat(replay: Replay, game: Game, seat: int) -> IllegalMove:
    """The next answer was given by a seat that is not asked here."""
    number = len(game.answers) + 1
    return _illegal(replay, number, f"Player {seat + 1} gave it, who is not asked here.")


def _move(replay: Replay, number: int) -> str:
    return f"Move {number} of {len(replay.answers)}"


def _asked(decision: Decision | None) -> str:
    if decision is None:
        return ""
    prompt = decision.prompt if decision.prompt.endswith("?") else f"{decision.prompt}."
    return f" Player {decision.seat + 1} was asked: {prompt}"


def _why(replay: Replay) -> str:
    return replay.stamp.compared(replay.setup)
