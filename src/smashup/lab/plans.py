"""Plans of many games: who plays, with which factions, by which rules, how often.

A plan is a YAML file (docs/laboratory.md). It has *kinds* of table: each line-up of players with
each number of seats and each edition. In every round each kind is dealt once, and each deal is
played from every seat. What happens in a game depends on the plan and the game's number alone, so
a plan can be broken off, gone on with, and made longer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from smashup.cards.registry import FACTIONS, find_faction
from smashup.engine.setup import PLAYERS
from smashup.lab.parallel import seed_of
from smashup.lab.simulate import Plan, Sitting, sitting, turned_seats
from smashup.model.edition import edition
from smashup.model.errors import BadSetup, SmashUpError, nearest
from smashup.players import check_player

ALL = "all"


@dataclass(frozen=True)
class Kind:
    """A kind of table: who sits there, and by which edition they play."""

    players: tuple[str, ...]
    edition: str


@dataclass(frozen=True)
class LabPlan:
    """What to play.

    `players`: line-ups, each one bot for all seats or a bot for each seat. `factions`: from which
    pairs are dealt, each pair equally often. `games`: altogether, rounded up to whole rounds.
    `both_ways`: each deal is played from every seat, else once.
    """

    players: tuple[tuple[str, ...], ...]
    games: int
    seats: tuple[int, ...] = (2,)
    editions: tuple[str, ...] = ("oops",)
    factions: tuple[str, ...] = ()
    seed: int = 1
    both_ways: bool = True

    @classmethod
    def read(cls, path: Path) -> LabPlan:
        """The plan in a file; `SmashUpError` says what is wrong with it."""
        try:
            data = yaml.safe_load(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise SmashUpError(f"{path} cannot be read: {error}.") from error
        except yaml.YAMLError as error:
            raise SmashUpError(f"{path} is no YAML: {error}") from error
        try:
            return cls.of(data)
        except SmashUpError as error:
            raise SmashUpError(f"The plan {path} cannot be played. {error}") from error

    @classmethod
    def of(cls, data: object) -> LabPlan:
        """The plan of such data, checked.

        >>> plan = LabPlan.of({"players": ["random"], "games": 99})
        >>> plan.total, plan.kinds[0].players
        (100, ('random', 'random'))
        """
        if not isinstance(data, Mapping):
            raise BadSetup("A plan is a list of names with values, such as `games: 1000`.")
        known = [field.name for field in fields(cls)]
        for name in data:
            if name not in known:
                raise BadSetup(f"A plan has no {name!r}. {nearest(str(name), known)}")
        for name in ("players", "games"):
            if name not in data:
                raise BadSetup(f"A plan needs {name!r}.")
        plan = cls(
            players=tuple(_lineup(entry) for entry in _several(data["players"], "players")),
            games=_whole(data["games"], "games", 1),
            seats=tuple(_whole(n, "seats", 2) for n in _several(data.get("seats", 2), "seats")),
            editions=tuple(
                edition(str(name)).name
                for name in _several(data.get("editions", "oops"), "editions")
            ),
            factions=_faction_names(data.get("factions", ALL)),
            seed=_whole(data.get("seed", 1), "seed", 0),
            both_ways=_yes_or_no(data.get("both_ways", True), "both_ways"),
        )
        plan._check()
        return plan

    def _check(self) -> None:
        for name in ("players", "seats", "editions"):
            named = getattr(self, name)
            if len(set(named)) < len(named):
                raise BadSetup(
                    f"Something is named twice in {name!r}: its games would count twice."
                )
        for count in self.seats:
            if count not in PLAYERS:
                raise BadSetup(f"A game has {PLAYERS[0]} to {PLAYERS[-1]} seats, not {count}.")
        for lineup in self.players:
            for spec in lineup:
                check_player(spec)
            if len(lineup) not in (1, *self.seats):
                raise BadSetup(
                    f"A line-up names one bot for all seats or one for each; {list(lineup)} names "
                    f"{len(lineup)}, and the plan has seats: {list(self.seats)}."
                )
        if len(self.pool) < 2 * max(self.seats):
            raise BadSetup(
                f"{max(self.seats)} players need {2 * max(self.seats)} factions to be dealt from, "
                f"the plan has {len(self.pool)}."
            )

    @property
    def pool(self) -> tuple[str, ...]:
        """The factions that are dealt from."""
        return self.factions or tuple(FACTIONS)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of table, in the order in which they are played in every round."""
        return tuple(
            Kind(lineup if len(lineup) > 1 else lineup * count, rules)
            for lineup, count, rules in product(self.players, self.seats, self.editions)
            if len(lineup) in (1, count)
        )

    @cached_property
    def _turns(self) -> tuple[tuple[int, int], ...]:
        """The games of a round: which kind, and by how many seats everybody has moved on."""
        return tuple(
            (number, turned)
            for number, kind in enumerate(self.kinds)
            for turned in range(len(kind.players) if self.both_ways else 1)
        )

    @property
    def total(self) -> int:
        """How many games are played."""
        return -(-self.games // len(self._turns)) * len(self._turns)

    def sitting(self, number: int) -> Sitting:
        """The game of this number, counted from 0."""
        deal, rest = divmod(number, len(self._turns))
        kind, turned = self._turns[rest]
        table = self.kinds[kind]
        count = len(table.players)
        who = turned_seats(count, turned)
        pairs = dealt_pairs(self.pool, count, self.seed, deal)
        return Sitting(
            number=number,
            kind=kind,
            deal=deal,
            who=who,
            specs=tuple(table.players[player] for player in who),
            seeds=tuple(seed_of(self.seed, number, player) for player in who),
            factions=tuple(pairs[player] for player in who),
            seed=seed_of(self.seed, deal),
            edition=table.edition,
        )

    def data(self) -> dict[str, Any]:
        """All that decides what happens in a game; how many are played does not.

        The factions by name: those in the box may be others another day.
        """
        data = {**asdict(self), "factions": self.pool}
        del data["games"]
        return {"plan": data}


def dealt_pairs(
    names: tuple[str, ...], seats: int, seed: int, deal: int
) -> tuple[tuple[str, str], ...]:
    """A pair of factions for each player of a deal, no faction twice.

    A *day* is a list of pairs in which every faction is once (of an odd number one rests). So
    many days after each other that every pair has been there once are a round robin, which is
    dealt out day by day, and then another one.
    """
    days = len(names) - 1 + len(names) % 2
    tables = len(names) // 2 // seats  # in a day
    robin, rest = divmod(deal, days * tables)
    day, table = divmod(rest, tables)
    return _pairs_of_day(names, seed, robin, day)[table * seats : (table + 1) * seats]


@lru_cache(maxsize=8)
def _pairs_of_day(
    names: tuple[str, ...], seed: int, robin: int, day: int
) -> tuple[tuple[str, str], ...]:
    """By the circle method: one stays, the others move on by one place every day."""
    circle: list[str | None] = [*names, *([None] * (len(names) % 2))]
    random.Random(seed_of(seed, robin)).shuffle(circle)
    moved = circle[1:]
    moved = [circle[0], *moved[day:], *moved[:day]]
    half = len(moved) // 2
    pairs = [
        (one, other)
        for one, other in zip(moved[:half], reversed(moved[half:]), strict=True)
        if one is not None and other is not None
    ]
    random.Random(seed_of(seed, robin, day)).shuffle(pairs)
    return tuple(pairs)


def _several(value: object, what: str) -> Sequence[object]:
    """A list; a single thing is a list of one."""
    several = list(value) if isinstance(value, (list, tuple)) else [value]
    if not several:
        raise BadSetup(f"{what!r} is empty: name at least one.")
    return several


def _lineup(entry: object) -> tuple[str, ...]:
    return tuple(str(spec) for spec in _several(entry, "players"))


def _whole(value: object, what: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadSetup(f"{what!r} is a whole number from {least} on, not {value!r}.")
    return value


def _yes_or_no(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadSetup(f"{what!r} is true or false, not {value!r}.")
    return value


def _faction_names(value: object) -> tuple[str, ...]:
    """The names as they are spelled; none for all there are."""
    if value == ALL:
        return ()
    names = tuple(find_faction(str(name)).name for name in _several(value, "factions"))
    if len(set(names)) < len(names):
        raise BadSetup("A faction is named twice in 'factions'.")
    return names


@dataclass(frozen=True)
class KeptSimulation:
    """The games of `smashup simulate`, as a plan whose games can be kept."""

    plan: Plan

    @property
    def total(self) -> int:
        """How many games are played."""
        return self.plan.games

    def sitting(self, number: int) -> Sitting:
        """The game of this number, counted from 0."""
        return sitting(self.plan, number)

    def data(self) -> dict[str, Any]:
        """All that decides what happens in a game."""
        data = asdict(self.plan)
        del data["games"]
        return {"simulate": data}


def source_of(heading: Mapping[str, Any], games: int = 1) -> LabPlan | KeptSimulation:
    """The plan that a folder of kept games names in its heading, for so many games."""
    if "simulate" in heading:
        data = {**heading["simulate"], "games": games}
        lists = {name: tuple(data[name]) for name in ("players",)}
        factions = tuple(tuple(pair) for pair in data["factions"])
        return KeptSimulation(Plan(**{**data, **lists, "factions": factions}))
    data = {**heading["plan"], "games": games}
    return LabPlan.of(data)
