"""Many games between bots, on all cores, and what came of them.

Games are dealt in groups of as many as there are players: one deal, with everyone in every seat
once. What happens in a game depends on the plan and its number alone, not on who works on it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from smashup.cards.registry import FACTIONS
from smashup.engine.game import Game
from smashup.engine.setup import make_setup
from smashup.lab.match import goes_on
from smashup.lab.parallel import in_parallel, seed_of
from smashup.model.errors import BadSetup
from smashup.model.event import Event
from smashup.players import BotFailed, answer_of, check_player, make_player

Z95 = 1.959964  # of the normal distribution: 95 % lie within


@dataclass(frozen=True)
class Plan:
    """What to play: who against whom, how often, from which seed.

    `factions`: two for each of the players, whichever seat they take; empty for random ones.
    `all_factions`: random ones too, but each equally often, and the records are the factions'.
    """

    players: tuple[str, ...]
    games: int
    seed: int = 1
    edition: str = "oops"
    factions: tuple[tuple[str, ...], ...] = ()
    all_factions: bool = False

    def check(self) -> None:
        """`SmashUpError` if it cannot be played so."""
        if self.games < 1:
            raise BadSetup(f"At least one game has to be played, not {self.games}.")
        if self.factions and self.all_factions:
            raise BadSetup("Play all factions or name some, not both.")
        for name in self.players:
            check_player(name)
        make_setup(self.factions or "random", len(self.players), 0, self.edition)


@dataclass(frozen=True)
class SimulatedGame:
    """One game; players by their number in the plan."""

    winners: tuple[int, ...]
    factions: tuple[tuple[str, ...], ...]
    vp: tuple[int, ...]
    turns: int
    decisions: int


@dataclass(frozen=True)
class Sitting:
    """A game about to be played, everything by seat.

    `who`: the numbers of the players in the plan. `factions`: two each; empty for random ones.
    `kind`: which of the kinds of table of a plan it is; `deal`: games with the same number have
    the same cards dealt to the same players, in other seats.
    """

    number: int
    kind: int
    deal: int
    who: tuple[int, ...]
    specs: tuple[str, ...]
    seeds: tuple[int, ...]  # of the bots
    factions: tuple[tuple[str, ...], ...]
    seed: int  # of the game
    edition: str

    def game(self) -> Game:
        """The game at its first decision."""
        return Game.new(
            self.factions or "random",
            players=len(self.who),
            seed=self.seed,
            edition=self.edition,
        )

    def play(self, hear: Callable[[Game, list[Event]], None] | None = None) -> Game:
        """Plays it to its end. `hear` is told of all that happens, each time the next is asked."""
        game = self.game()
        if hear is not None:
            hear(game, game.log)
        players = [
            make_player(spec, seed) for spec, seed in zip(self.specs, self.seeds, strict=True)
        ]
        while goes_on(game):
            assert game.decision is not None
            seat = game.decision.seat
            try:
                answer = answer_of(players[seat], game.observe(seat), game.decision)
            except BotFailed as failure:
                raise BotFailed(
                    f"{self.specs[seat]} {failure} (game {self.number + 1}). "
                    "A game like this counts as lost in: smashup arena"
                ) from failure
            events = game.decide(answer)
            if hear is not None:
                hear(game, events)
        return game


def turned_seats(count: int, turned: int) -> tuple[int, ...]:
    """Who sits where once everybody has moved on by so many seats."""
    return tuple((seat + turned) % count for seat in range(count))


def sitting(plan: Plan, number: int) -> Sitting:
    """The game of this number."""
    count = len(plan.players)
    deal, turned = divmod(number, count)
    who = turned_seats(count, turned)
    factions = even_factions(plan, deal) if plan.all_factions else plan.factions
    return Sitting(
        number=number,
        kind=0,
        deal=deal,
        who=who,
        specs=tuple(plan.players[player] for player in who),
        seeds=tuple(seed_of(plan.seed, number, player) for player in who),
        factions=tuple(factions[player] for player in who) if factions else (),
        seed=seed_of(plan.seed, deal),
        edition=plan.edition,
    )


def play_one(plan: Plan, number: int) -> SimulatedGame:
    """Plays the game of this number."""
    sat = sitting(plan, number)
    game = sat.play()
    seats = [sat.who.index(player) for player in range(len(sat.who))]  # by player
    return SimulatedGame(
        winners=tuple(sorted(sat.who[seat] for seat in game.winners)),
        factions=tuple(game.factions[seat] for seat in seats),
        vp=tuple(game.vp[seat] for seat in seats),
        turns=game.turn_number,
        decisions=len(game.answers),
    )


def even_factions(plan: Plan, deal: int) -> tuple[tuple[str, ...], ...]:
    """Two factions for each player in this deal, so that over many deals all come equally often.

    In each round the factions are shuffled and dealt out, none twice. Those left over sit the
    round out; who does goes round the list.
    """
    needed = 2 * len(plan.players)
    deals = len(FACTIONS) // needed  # in a round
    number, turn = divmod(deal, deals)
    left_over = len(FACTIONS) - deals * needed
    first = number * left_over % len(FACTIONS)
    names = list(FACTIONS)
    dealt = (names[first:] + names[:first])[left_over:]
    random.Random(seed_of(plan.seed, number)).shuffle(dealt)
    mine = dealt[turn * needed : (turn + 1) * needed]
    return tuple(zip(mine[::2], mine[1::2], strict=True))


def play_all(plan: Plan, jobs: int) -> Iterator[SimulatedGame]:
    """Plays all games of a plan, several at a time; the results come in their order."""
    chunk = max(1, min(20, plan.games // (8 * jobs)))
    return in_parallel(partial(play_one, plan), range(plan.games), jobs, chunk)


@dataclass(frozen=True)
class Record:
    """How a player or a faction did; a shared win counts as its share."""

    name: str
    games: int
    wins: float
    win_rate: float
    low: float  # of the 95 % interval of the win rate
    high: float
    mean_vp: float
    mean_turns: float


@dataclass(frozen=True)
class Summary:
    """How all the games went. Records: the players in their order, or the factions, best first."""

    games: int
    unfinished: int
    mean_turns: float
    mean_decisions: float
    records: tuple[Record, ...]


def summarize(plan: Plan, results: Sequence[SimulatedGame]) -> Summary:
    """Win rates and means over the results."""
    games = len(results)
    return Summary(
        games=games,
        unfinished=sum(not result.winners for result in results),
        mean_turns=sum(result.turns for result in results) / games,
        mean_decisions=sum(result.decisions for result in results) / games,
        records=_of_factions(results) if plan.all_factions else _of_players(plan, results),
    )


def _of_players(plan: Plan, results: Sequence[SimulatedGame]) -> tuple[Record, ...]:
    return tuple(
        _record(name, [(result, player) for result in results])
        for player, name in enumerate(plan.players)
    )


def _of_factions(results: Sequence[SimulatedGame]) -> tuple[Record, ...]:
    """A faction does as well as the player who holds it."""
    games: dict[str, list[tuple[SimulatedGame, int]]] = {}
    for result in results:
        for player, names in enumerate(result.factions):
            for name in names:
                games.setdefault(name, []).append((result, player))
    records = [_record(name, held) for name, held in games.items()]
    return tuple(sorted(records, key=lambda record: (-record.win_rate, record.name)))


def _record(name: str, played: Sequence[tuple[SimulatedGame, int]]) -> Record:
    """Over these games, each with the player who counts."""
    games = len(played)
    wins = sum(1 / len(result.winners) for result, player in played if player in result.winners)
    low, high = wilson(wins, games)
    return Record(
        name=name,
        games=games,
        wins=wins,
        win_rate=wins / games,
        low=low,
        high=high,
        mean_vp=sum(result.vp[player] for result, player in played) / games,
        mean_turns=sum(result.turns for result, _ in played) / games,
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval (Wilson's) of a rate of which so many successes were seen.

    >>> low, high = wilson(80, 100)
    >>> round(low, 3), round(high, 3)
    (0.711, 0.867)
    """
    rate = wins / games
    square = Z95 * Z95
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half *= Z95 / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)
