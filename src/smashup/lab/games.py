"""Kept games, to be asked: frames of what happened, and estimates that say how sure they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

import polars as pl

from smashup.engine.game import Game
from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.estimates import PairModel, Table2
from smashup.lab.folder import GamesFolder
from smashup.lab.plans import KeptSimulation, source_of
from smashup.lab.rates import Tally, rates
from smashup.lab.simulate import Z95, SimulatedGame
from smashup.model.errors import SmashUpError
from smashup.replay import short_digest

DEALS = 1 << 40  # more than a folder has


@dataclass(frozen=True)
class Kept:
    """How many games of one kind there are: who plays, at how many seats, by which edition."""

    players: str
    seats: int
    edition: str
    games: int


class Games:
    """The games of one folder or several, as `smashup lab play` keeps them.

    Estimates are over all games, or of those that `where` picks. All intervals are of 95 %.
    `rules`: the number of the rules by which all of them were played.
    """

    def __init__(self, *folders: Path | str) -> None:
        paths = [Path(folder) for folder in folders]
        if len({path.resolve() for path in paths}) < len(paths):
            raise SmashUpError("A folder is named twice: its games would count twice.")
        self.folders = tuple(GamesFolder(path) for path in paths)
        rules = {folder.heading["rules"]: folder.path for folder in self.folders}
        if len(rules) > 1:
            told = ", ".join(f"{path} by rules {number}" for number, path in sorted(rules.items()))
            raise SmashUpError(f"These games were not played by the same rules: {told}.")
        self.rules = next(iter(rules), RULES_NUMBER)
        self._where: tuple[str | None, int | None, str | None] = (None, None, None)

    def where(
        self, players: str | None = None, seats: int | None = None, edition: str | None = None
    ) -> Games:
        """Only the games of these players (`greedy` if all are that), seats, edition."""
        some = Games.__new__(Games)
        some.folders, some.rules = self.folders, self.rules
        before = self._where
        now = (players, seats, edition)
        some._where = (now[0] or before[0], now[1] or before[1], now[2] or before[2])
        return some

    # -- what happened -----------------------------------------------------------------

    @cached_property
    def _seats(self) -> pl.DataFrame:
        parts = [self._seats_of(number) for number in range(len(self.folders))]
        return pl.concat(parts).sort("folder", "number", "seat")

    def _seats_of(self, number: int, part: Path | None = None) -> pl.DataFrame:
        """The seats of the picked games of a folder, or of one part of it."""
        folder = self.folders[number]
        games = folder.table("games", part).drop("answers", "decisions").collect()
        seats = folder.table("seats", part).collect()
        together = seats.group_by("number").agg(
            pl.col("player").unique().sort().str.join(", ").alias("players")
        )
        frame = seats.join(games, on="number").join(together, on="number")
        for column, wanted in zip(("players", "seats", "edition"), self._where, strict=True):
            if wanted is not None:
                frame = frame.filter(pl.col(column) == wanted)
        return frame.with_columns(
            pl.lit(number, dtype=pl.Int16).alias("folder"),
            (pl.col("deal") + number * DEALS).alias("cluster"),
        )

    def _in_parts(self, name: str) -> Iterator[tuple[pl.DataFrame, int]]:
        """The rows of a table part by part, with what their seat held and came to, and which
        clusters are over with: those below this number.

        Parts are in the order of their first games, and later games are of later deals.
        """
        for number, folder in enumerate(self.folders):
            parts: list[Path | None] = [*folder.parts] or [None]
            for part, following in zip_longest(parts, parts[1:]):
                seats = self._seats_of(number, part)
                about = seats.select(
                    "folder",
                    "number",
                    "seat",
                    "won",
                    "cluster",
                    pl.col("faction").alias("held"),
                    pl.col("partner").alias("beside"),
                )
                rows = folder.table(name, part).collect()
                below = (number + 1) * DEALS
                if following is not None:
                    deals = folder.table("games", following).select(pl.col("deal").min())
                    below = number * DEALS + int(deals.collect().item())
                yield rows.join(about, on=["number", "seat"]), below

    def _table(self, name: str) -> pl.LazyFrame:
        """A table of all folders, with the number of the folder in front."""
        parts = [
            folder.table(name).with_columns(pl.lit(number, dtype=pl.Int16).alias("folder"))
            for number, folder in enumerate(self.folders)
        ]
        return pl.concat(parts)

    def _of_these(self, name: str) -> pl.DataFrame:
        """The rows of a table that belong to the picked games, with what their seat came to."""
        about = self._seats.select("folder", "number", "seat", "won", "cluster")
        return (
            self._table(name)
            .join(about.lazy(), on=["folder", "number", "seat"], how="inner")
            .collect()
        )

    def frame(self) -> pl.DataFrame:
        """A row for each game and seat: who sat there with what, and what came of it."""
        return self._seats

    def events(self) -> pl.DataFrame:
        """A row for each card that was drawn, played, destroyed, or lay at a base that scored."""
        return self._of_these("cards")

    def turns(self) -> pl.DataFrame:
        """A row for each turn: points, powers, hands and chances, by seat."""
        return self._of_these("turns")

    def scorings(self) -> pl.DataFrame:
        """A row for each player who was ranked at a base that scored."""
        return self._of_these("bases")

    def kinds(self) -> list[Kept]:
        """What there is, most games first."""
        rows = (
            self._seats.select("folder", "number", "players", "seats", "edition")
            .unique()
            .group_by("players", "seats", "edition")
            .len()
            .sort("len", "players", "seats", "edition", descending=[True, False, False, False])
        )
        return [Kept(*row) for row in rows.rows()]

    def replay(self, number: int, folder: int = 0) -> tuple[Game, tuple[str, ...]]:
        """A game played again from its answers, and who played, by seat.

        `SmashUpError` if it is not there, or comes to another end than it did.
        """
        kept = self.folders[folder]
        rows = kept.table("games").filter(pl.col("number") == number).collect()
        if rows.is_empty():
            raise SmashUpError(f"{kept.path} has no game {number}.")
        row = rows.row(0, named=True)
        sat = source_of(kept.heading).sitting(number)
        game = sat.game()
        for answer in row["answers"]:
            game.decide(answer)
        if short_digest(game) != row["digest"]:
            raise SmashUpError(
                f"Game {number} of {kept.path} comes to another end here: it was played by version "
                f"{kept.heading['version']}."
            )
        return game, sat.specs

    def fingerprint(self) -> str:
        """Tells these games from any others, however they are divided into parts and folders."""
        ends = self._table("games").select("seed", "kind", "digest").collect().sort(pl.all())
        digest = hashlib.sha256()
        for row in ends.iter_rows():
            digest.update(repr(row).encode())
        return digest.hexdigest()[:16]

    # -- what it says ------------------------------------------------------------------

    def factions(self) -> pl.DataFrame:
        """How often each faction won: a share of the games in which somebody held it.

        That is what it comes to with partners and opponents as they were dealt, each pair as often
        as any other; a fair share is 1 / seats. `model.faction_frame()` estimates the same for two
        seats apart from whom a faction happened to meet.
        """
        counted = rates(held_by_one(self._seats), ["faction"], evenly="partner")
        return counted.sort("won", descending=True)

    def pairs(self) -> pl.DataFrame:
        """How strong each pair of factions is, in games of two: by `PairModel`, with the games."""
        frame = self._seats.with_columns(
            pl.min_horizontal("faction", "partner").alias("faction"),
            pl.max_horizontal("faction", "partner").alias("partner"),
        )
        seen = frame.group_by("faction", "partner").agg(
            pl.len().alias("games"), pl.col("won").cast(pl.Float64).sum().alias("wins")
        )
        rows = self.model.pair_frame().join(seen, on=["faction", "partner"], how="left")
        return rows.with_columns(pl.col("games").fill_null(0), pl.col("wins").fill_null(0.0)).sort(
            "chance", descending=True
        )

    @cached_property
    def model(self) -> PairModel:
        """Bradley-Terry with a term for each pair, fitted to the games of two."""
        if set(self._seats["seats"]) - {2}:
            raise SmashUpError("Pairs are compared in games of two: pick them with where(seats=2).")
        return PairModel(Table2.of(self._seats))

    def seats(self) -> pl.DataFrame:
        """How often who begins wins, who sits next, and so on, by the number of seats."""
        return rates(self._seats, ["seats", "order"])

    def lengths(self) -> pl.DataFrame:
        """How long games are that ended by the rules: turns of the whole table, by players, seats
        and edition. `unfinished`: how many others there are, which were broken off."""
        return lengths_of(self._seats)

    def cards(self) -> pl.DataFrame:
        """For each card: how often who drew it won, who played it, and how often it decided a base.

        Once for each game and seat, however many copies came. `decides`: of the times it lay at a
        base that scored, how often its player was first there and would not have been alone
        without its power. Winners draw and play more, so compare cards with each other.
        """
        of_card = ["card", "faction"]
        once = ["number", "seat", *of_card]
        partner = pl.when(pl.col("faction") == pl.col("held")).then("beside").otherwise("held")
        drawn, played = (Tally(of_card, evenly="partner") for _ in range(2))
        decided = Tally(of_card, "decided")
        for events, below in self._in_parts("cards"):
            rows, what = events.with_columns(partner.alias("partner")), pl.col("what")
            drawn.add(rows.filter(what.is_in(["opening", "drawn"])).unique(once), below)
            played.add(rows.filter(what == "played").unique(once), below)
            decided.add(rows.filter(what == "scored"), below)
        frame = _named(drawn.frame(), "drawn")
        frame = frame.join(_named(played.frame(), "played"), on=of_card, how="left")
        return frame.join(
            _named(decided.frame(), "decides", "decided"), on=of_card, how="left"
        ).sort("played_won", "card", descending=[True, False], nulls_last=True)

    def bases(self) -> pl.DataFrame:
        """For each base and faction: of the times the base scored with a player of that faction
        ranked there, how often that player was first."""
        first = Tally(["base", "faction"], "first")
        for rows, below in self._in_parts("bases"):
            ranked = rows.with_columns((pl.col("rank") == 0).cast(pl.Float64).alias("first"))
            both = [ranked.with_columns(faction=held) for held in ("held", "beside")]
            first.add(pl.concat(both), below)
        return first.frame().rename({"games": "scorings"})


def simulated_games(folder: GamesFolder, source: KeptSimulation) -> list[SimulatedGame]:
    """The kept games of a simulation, as `smashup simulate` sums them up."""
    games = folder.table("games").select("number", "turns", "decisions").collect()
    lengths = {number: rest for number, *rest in games.iter_rows()}
    seats: dict[int, list[tuple[tuple[str, str], int, float]]] = {}
    columns = ("number", "faction", "partner", "vp", "won")
    rows = folder.table("seats").sort("number", "seat").select(columns).collect()
    for number, faction, partner, vp, won in rows.iter_rows():
        seats.setdefault(number, []).append(((faction, partner), vp, won))
    simulated = []
    for number, by_seat in seats.items():
        who = source.sitting(number).who
        players = [by_seat[who.index(player)] for player in range(len(who))]
        turns, decisions = lengths[number]
        simulated.append(
            SimulatedGame(
                winners=tuple(player for player, (*_, won) in enumerate(players) if won),
                factions=tuple(factions for factions, *_ in players),
                vp=tuple(vp for _, vp, _ in players),
                turns=turns,
                decisions=decisions,
            )
        )
    return simulated


def lengths_of(seats: pl.DataFrame) -> pl.DataFrame:
    """How long the games of these seats are, as `Games.lengths` has it; the interval knows that
    games of one deal may be alike."""
    games = seats.unique(["folder", "number"])
    kinds = ["players", "seats", "edition"]
    ended = pl.col("turns").filter(pl.col("finished"))
    frame = games.group_by(kinds).agg(
        pl.col("finished").sum().cast(pl.Int64).alias("games"),
        ended.mean(),
        ended.quantile(0.05).alias("short"),
        ended.quantile(0.95).alias("long"),
        (~pl.col("finished")).sum().cast(pl.Int64).alias("unfinished"),
    )
    away = games.filter(pl.col("finished")).join(
        frame.select(*kinds, pl.col("turns").alias("mean")), on=kinds
    )
    of_deals = away.group_by(*kinds, "cluster").agg(
        (pl.col("turns") - pl.col("mean")).sum().alias("away")
    )
    clusters = pl.len() / (pl.len() - 1)  # where there is one, nothing is known
    spread = of_deals.group_by(kinds).agg(
        ((pl.col("away") ** 2).sum() * clusters).sqrt().alias("spread")
    )
    half = (Z95 * pl.col("spread") / pl.col("games")).alias("half_width")
    wide = frame.join(spread, on=kinds, how="left").with_columns(
        pl.when(half.is_finite()).then(half).alias("half_width")
    )
    return wide.drop("spread").sort("seats", "players", "edition")


def held_by_one(seats: pl.DataFrame) -> pl.DataFrame:
    """The rows twice: once for each of the two factions."""
    return pl.concat([seats, seats.with_columns(faction="partner", partner="faction")])


def _named(frame: pl.DataFrame, name: str, value: str = "won") -> pl.DataFrame:
    """The columns of rates under names of their own."""
    return frame.drop("deals").rename(
        {
            "games": f"{name}_games",
            value: f"{name}_won" if value == "won" else name,
            "low": f"{name}_low",
            "high": f"{name}_high",
        }
    )
