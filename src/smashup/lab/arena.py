"""How strong bots are: every one against every other, on the same deals with the seats rotated.

A deal fixes the factions, decks, first player and bot seeds of each *seat*; the bots of a line-up
play it as often as there are seats, each in every seat once. So neither the luck of the deal nor
the seat favours anyone, and a bot against itself wins exactly its share. What happens in a game
depends on the contest and its number alone, not on who works on it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement, count

from smashup.engine.game import Game
from smashup.engine.setup import PLAYERS, make_setup
from smashup.lab.foreign import USUAL, Limits, check_entrant
from smashup.lab.match import Failure, Match, Outcome
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.ratings import Rating, ratings
from smashup.lab.simulate import wilson
from smashup.model.errors import BadSetup
from smashup.players.standing import PRESENT

EVEN = 0.1  # what factions of one seat may promise more than those of another; hardly five in 100
EVEN_SEED = 104_729  # the factions of even deals are drawn apart from all else


@dataclass(frozen=True)
class Contest:
    """Who plays, how many games in each line-up (rounded up to whole rotations), at how many seats.

    `factions`: two for each seat, whoever takes it; empty for random ones. `even`: of those only
    such that promise every seat about as much.
    """

    players: tuple[str, ...]
    games: int
    seats: int = 2
    seed: int = 1
    edition: str = "oops"
    factions: tuple[tuple[str, ...], ...] = ()
    limits: Limits = USUAL  # of players that are processes
    even: bool = False

    def check(self) -> None:
        """`SmashUpError` if it cannot be played so."""
        if len(self.players) < 2:
            raise BadSetup(
                "An arena needs at least two players. To set one against itself, name it twice."
            )
        if self.games < 1:
            raise BadSetup(f"At least one game has to be played, not {self.games}.")
        if self.seats not in PLAYERS:
            raise BadSetup(f"A game has {PLAYERS[0]} to {PLAYERS[-1]} seats, not {self.seats}.")
        for player in self.players:
            check_entrant(player)
        self.limits.check()
        if self.factions and self.even:
            raise BadSetup("Factions are either given or drawn so that they are even.")
        make_setup(self.factions or "random", self.seats, 0, self.edition)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: their specs, numbered where one is named twice.

        >>> Contest(("greedy", "random", "greedy"), 1).names
        ('greedy', 'random', 'greedy#2')
        """
        seen: Counter[str] = Counter()
        names = []
        for player in self.players:
            seen[player] += 1
            names.append(player if seen[player] == 1 else f"{player}#{seen[player]}")
        return tuple(names)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """Who meets whom, by their numbers; with few players for many seats some sit down twice.

        >>> Contest(("random", "greedy", "tuned"), 1).lineups
        [(0, 1), (0, 2), (1, 2)]
        >>> Contest(("random", "greedy"), 1, seats=3).lineups
        [(0, 0, 1), (0, 1, 1)]
        """
        everyone = range(len(self.players))
        if len(everyone) >= self.seats:
            return list(combinations(everyone, self.seats))
        crowds = combinations_with_replacement(everyone, self.seats)
        return [crowd for crowd in crowds if len(set(crowd)) == len(everyone)]

    @property
    def total(self) -> int:
        """How many games that makes."""
        return -(-self.games // self.seats) * self.seats * len(self.lineups)

    def factions_of(self, deal: int) -> Sequence[Sequence[str]] | str:
        """Those of every seat in a deal, or how they are drawn."""
        if self.factions or not self.even:
            return self.factions or "random"
        seeds = (seed_of(self.seed, deal, EVEN_SEED, attempt) for attempt in count())
        drawn = (make_setup("random", self.seats, seed, self.edition).factions for seed in seeds)
        return next(factions for factions in drawn if _are_even(factions))

    def sitting(self, number: int) -> tuple[int, tuple[int, ...]]:
        """The deal of a game, and who sits where in it.

        All line-ups play a deal before the next one is dealt: a contest that is broken off has
        treated all of them alike.
        """
        deal, rest = divmod(number, self.seats * len(self.lineups))
        lineup, turned = divmod(rest, self.seats)
        who = list(self.lineups[lineup])
        random.Random(seed_of(self.seed, deal)).shuffle(who)  # everybody sits beside everybody
        return deal, (*who[turned:], *who[:turned])


@dataclass(frozen=True)
class ArenaGame:
    """One game: its number from 1, who sat where, and how it ended."""

    number: int
    sitting: tuple[int, ...]
    outcome: Outcome


def play_one(contest: Contest, number: int) -> ArenaGame:
    """Plays the game of this number, counted from 0."""
    deal, sitting = contest.sitting(number)
    game = Game.new(
        contest.factions_of(deal),
        players=contest.seats,
        seed=seed_of(contest.seed, deal),
        edition=contest.edition,
    )
    seeds = [seed_of(contest.seed, deal, seat) for seat in range(contest.seats)]
    specs = [contest.players[player] for player in sitting]
    return ArenaGame(number + 1, sitting, Match(game, specs, seeds, contest.limits).play())


def _are_even(factions: Sequence[Sequence[str]]) -> bool:
    promises = [PRESENT.promise(pair, most_vp=0) for pair in factions]
    return max(promises) - min(promises) <= EVEN


def play_all(
    contest: Contest, jobs: int, numbers: Sequence[int] | None = None
) -> Iterator[ArenaGame]:
    """Plays all games, or those of these numbers, several at a time; they come in their order."""
    if numbers is None:
        numbers = range(contest.total)
    return in_parallel(partial(play_one, contest), numbers, jobs)


# -- what came of it -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """How often something was won, with the 95 % interval."""

    wins: float
    games: int
    win_rate: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, games: int) -> Rate:
        """The rate of so many wins in so many games, at least one."""
        return cls(wins, games, wins / games, *wilson(wins, games))


@dataclass(frozen=True)
class Standing:
    """How one player did. `won`: the share of the wins at all its tables, a fair one is 1/seats."""

    won: Rate
    illegal_answers: int
    raised: int
    decisions: int
    seconds_per_decision: float


@dataclass(frozen=True)
class Report:
    """How the contest went, by the names of the players.

    `matrix[a][b]`: how often a did better than b at the same table, half a win where they were
    level; with two seats that is how often a won. Pairs that have not met are left out.
    `ratings`: None where openskill is not installed.
    """

    games: int
    matrix: dict[str, dict[str, Rate]]
    standings: dict[str, Standing]
    ratings: dict[str, Rating] | None
    failures: tuple[tuple[str, int, Failure], ...]  # who, and in which game
    unfinished: tuple[int, ...]  # the numbers of games that were broken off and count as draws

    @property
    def illegal_answers(self) -> int:
        """How many there were; none in a contest of good bots."""
        return sum(standing.illegal_answers for standing in self.standings.values())


def summarize(contest: Contest, games: Sequence[ArenaGame]) -> Report:
    """The report on these games, some or all of the contest."""
    names = contest.names
    return Report(
        games=len(games),
        matrix=_matrix(names, games),
        standings=_standings(names, games),
        ratings=ratings(names, [(game.sitting, game.outcome.ranks) for game in games]),
        failures=tuple(
            (names[game.sitting[failure.seat]], game.number, failure)
            for game in games
            for failure in game.outcome.failures
        ),
        unfinished=tuple(game.number for game in games if not game.outcome.finished),
    )


def _matrix(names: Sequence[str], games: Sequence[ArenaGame]) -> dict[str, dict[str, Rate]]:
    wins: Counter[tuple[int, int]] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    halves: Counter[tuple[int, int]] = Counter()
    for game in games:
        for mine, me in zip(game.outcome.ranks, game.sitting, strict=True):
            for theirs, they in zip(game.outcome.ranks, game.sitting, strict=True):
                met[me, they] += 1
                wins[me, they] += mine < theirs
                halves[me, they] += mine == theirs
    return {
        mine: {
            theirs: Rate.of(wins[me, they] + halves[me, they] / 2, met[me, they])
            for they, theirs in enumerate(names)
            if they != me and met[me, they]
        }
        for me, mine in enumerate(names)
    }


def _standings(names: Sequence[str], games: Sequence[ArenaGame]) -> dict[str, Standing]:
    seats: dict[str, list[tuple[Outcome, int]]] = {name: [] for name in names}
    for game in games:
        for seat, player in enumerate(game.sitting):
            seats[names[player]].append((game.outcome, seat))
    return {name: _standing(taken) for name, taken in seats.items() if taken}


def _standing(taken: Sequence[tuple[Outcome, int]]) -> Standing:
    """Over all seats that a player took."""
    illegal = [
        failure.illegal
        for outcome, seat in taken
        for failure in outcome.failures
        if failure.seat == seat
    ]
    decisions = sum(outcome.decisions[seat] for outcome, seat in taken)
    seconds = sum(outcome.seconds[seat] for outcome, seat in taken)
    return Standing(
        won=Rate.of(sum(outcome.share(seat) for outcome, seat in taken), len(taken)),
        illegal_answers=sum(illegal),
        raised=len(illegal) - sum(illegal),
        decisions=decisions,
        seconds_per_decision=seconds / max(1, decisions),
    )
