"""All that the report says, as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from smashup.lab.folder import size_of
from smashup.lab.games import Games, Kept, held_by_one
from smashup.lab.rates import rates
from smashup.lab.recording import SCHEMA
from smashup.lab.simulate import Z95
from smashup.model.edition import EDITIONS
from smashup.model.errors import SmashUpError
from smashup.players import LEVELS

DIGITS = 4  # of rates
MOST_PARTNERS = 3  # that are named for a faction
WANTED = 0.01  # the half-width of every pair's interval whose cost is told


def facts_of(
    games: Games, command: str, speeds: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """The facts of all games; `command` made the report.

    `speeds`: by players, how many games they play in a second that a core works.
    """
    known = speeds or {}
    kinds = games.kinds()
    if not kinds:
        raise SmashUpError("There are no games in these folders yet.")
    edition = _main_edition(kinds)
    strengths = sorted(
        (kept for kept in kinds if kept.seats == 2 and kept.edition == edition),
        key=lambda kept: _level(kept.players),
    )
    return {
        "about": {
            "command": command,
            "rules": games.rules,
            "fingerprint": games.fingerprint(),
            "schema": SCHEMA,
            "folders": [
                {
                    "path": str(folder.path),
                    "version": folder.heading["version"],
                    "rules": folder.heading["rules"],
                    "plan": folder.heading.get("plan") or folder.heading.get("simulate"),
                    "games": folder.count(),
                    "bytes": size_of(folder.path),
                }
                for folder in games.folders
            ],
            "kinds": [vars(kept) for kept in kinds],
            "edition": edition,
        },
        "strengths": [_strength(games, kept, known.get(kept.players)) for kept in strengths],
        "seats": _seats(games, kinds),
        "editions": _editions(games, kinds),
        "lengths": _rows(games.lengths()),
    }


def _main_edition(kinds: Sequence[Kept]) -> str:
    """That of which there are the most games of two; of several the latest."""
    two = [kept for kept in kinds if kept.seats == 2] or kinds
    order = list(EDITIONS)
    return max(two, key=lambda kept: (kept.games, order.index(kept.edition))).edition


def _level(players: str) -> tuple[int, str]:
    """Weakest first, as far as that is known."""
    first = players.partition(":")[0].partition("-")[0]
    levels = list(LEVELS)
    return (levels.index(first) if first in levels else len(levels), players)


def _strength(games: Games, kept: Kept, speed: float | None) -> dict[str, Any]:
    """Everything about the games of two at one strength of play."""
    some = games.where(kept.players, 2, kept.edition)
    modelled = some.model.faction_frame().rename({"low": "chance_low", "high": "chance_high"})
    factions = some.factions().join(modelled, on="faction")
    pairs = some.pairs()
    begin, begin_low, begin_high = some.model.begin()
    return {
        "players": kept.players,
        "games": kept.games,
        "factions": _rows(factions),
        "pairs": _rows(pairs),
        "model": some.model.data(),
        "begin": {"won": begin, "low": begin_low, "high": begin_high},
        "spread": {
            "factions": round(math.sqrt(some.model.widths[0]), 3),
            "pairs": round(math.sqrt(some.model.widths[1]), 3),
            "dispersion": round(some.model.dispersion, 3),
        },
        "cards": _rows(some.cards()),
        "bases": _rows(_bases(some)),
        "precision": _precision(factions, pairs, kept.games, some.model.dispersion, speed),
    }


def _precision(
    factions: pl.DataFrame,
    pairs: pl.DataFrame,
    games: int,
    dispersion: float,
    speed: float | None,
) -> dict[str, Any]:
    """How wide the intervals are, and what narrow ones for every pair would cost.

    The cost is that of the pairs' own games alone, without what the model lends them.
    """
    of_pair = dispersion * 0.25 * (Z95 / WANTED) ** 2
    count = pairs.height
    needed = math.ceil(of_pair * count / 2)
    return {
        "games_per_pair": games * 2 / count,
        "faction_half_width": _half_width(factions, "low", "high"),
        "faction_half_width_model": _half_width(factions, "chance_low", "chance_high"),
        "pair_half_width": _half_width(pairs, "low", "high"),
        "wanted": WANTED,
        "needed": needed,
        "speed": speed,
        "core_hours": None if speed is None else needed / speed / 3600,
    }


def _half_width(frame: pl.DataFrame, low: str, high: str) -> float:
    """The largest half-width there is."""
    return round(float(((frame[high] - frame[low]) / 2).to_numpy().max()), DIGITS)


def _bases(games: Games) -> pl.DataFrame:
    """For each base the factions that are first there; few scorings say little and are left out."""
    return games.bases().sort("base", "first", descending=[False, True])


def _seats(games: Games, kinds: Sequence[Kept]) -> list[dict[str, Any]]:
    rows = []
    for players, edition in sorted({(kept.players, kept.edition) for kept in kinds}):
        frame = games.where(players, edition=edition).seats()
        rows += [{"players": players, "edition": edition, **row} for row in _rows(frame)]
    return rows


def _editions(games: Games, kinds: Sequence[Kept]) -> list[dict[str, Any]]:
    """Factions by edition, for players who played several of them at two seats: from the deals
    that they played by all of these editions, so that they differ by nothing else."""
    rows = []
    for players in sorted({kept.players for kept in kinds if kept.seats == 2}):
        frame = games.where(players, 2).frame()
        played = frame.group_by("cluster").agg(
            pl.col("edition").n_unique().alias("editions"), pl.len().alias("seatings")
        )
        played = played.filter(pl.col("editions") == pl.col("editions").max())
        if played["editions"].max() == 1:
            continue
        whole = played.filter(pl.col("seatings") == pl.col("seatings").max())
        same = frame.join(whole, on="cluster")
        found = rates(held_by_one(same), ["edition", "faction"], evenly="partner")
        rows += [{"players": players, **row} for row in _rows(found)]
    return rows


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows, with numbers short enough to be written down."""
    reals = [name for name, kind in frame.schema.items() if kind in (pl.Float32, pl.Float64)]
    return frame.with_columns(pl.col(reals).cast(pl.Float64).round(DIGITS)).to_dicts()


def for_browser(facts: dict[str, Any], players: str = "") -> dict[str, Any] | None:
    """What the choice of factions in the browser shows; by default of the most games.

    None where there are no games of two, by which factions compare.
    """
    known = {some["players"]: some for some in facts["strengths"]}
    if not known and not players:
        return None
    players = players or max(known, key=lambda name: int(known[name]["games"]))
    if players not in known:
        there = ", ".join(known) or "none at all"
        raise SmashUpError(f"There are no games of two between {players!r}; there are: {there}.")
    strength = known[players]
    return {
        "fingerprint": facts["about"]["fingerprint"],
        "rules": facts["about"]["rules"],
        "players": players,
        "games": strength["games"],
        "factions": {
            row["faction"]: [row["won"], row["low"], row["high"]] for row in strength["factions"]
        },
        "partners": partners(strength["pairs"]),
    }


def partners(pairs: list[dict[str, Any]]) -> dict[str, list[str]]:
    """With whom each faction does better than both promise alone, as far as that is certain.

    That is where the whole interval of the synergy lies above nothing; at most three, the best
    first.
    """
    found: dict[str, list[str]] = {}
    sure = [row for row in pairs if row["synergy_low"] > 0]
    for row in sorted(sure, key=lambda row: -float(row["synergy"])):
        for one, other in ((row["faction"], row["partner"]), (row["partner"], row["faction"])):
            if len(found.setdefault(one, [])) < MOST_PARTNERS:
                found[one].append(other)
    return found
