"""Proves what docs/reliability.md claims, against a real server, and writes the figures into it.

    python -m proofs                 every proof, about two hours
    python -m proofs kills load      only these
    python -m proofs --list          what there is

A proof starts its own server on a temporary folder and a free port of the loopback interface. The
figures of a proof that was run replace those that stood in the document; a proof that fails is
written down as failed, and the command ends with code 1.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from proofs import (
    behind_proxy,
    calls,
    commits,
    disconnects,
    health,
    kills,
    lag,
    load,
    malformed,
    repeats,
    several,
    sharing,
    shelves,
    storms,
    twins,
    walls,
)
from proofs.crowding import Crowding
from proofs.crumbs import Crumbs
from proofs.figures import Finding
from proofs.flooding import Flooding
from proofs.founding import Founding
from proofs.half_open import HalfOpen
from proofs.haunting import Haunting
from proofs.hoarding import Hoarding
from proofs.malformed import Malformed
from proofs.postgres import NoPostgres, temporary_postgres
from proofs.returning import Returning
from proofs.squatting import Squatting
from proofs.street import NoStreet
from proofs.talking import Talking
from proofs.undoing import Undoing
from smashup.compiled import ENGINE

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "reliability.md"


class Proof(NamedTuple):
    """One claim of the document."""

    words: str
    run: Callable[[Path], Finding]


PROOFS: dict[str, Proof] = {
    "kills": Proof(
        "1,000 times kill -9 under load", lambda folder: kills.prove(folder, kills=1000, tables=40)
    ),
    "back": Proof(
        "1,000 running games come back",
        lambda folder: kills.prove_back(folder, games=1000, answers=100),
    ),
    "shelves": Proof(
        "a start with 100,000 stored games",
        lambda folder: shelves.prove(folder, games=100_000, answers=40),
    ),
    "load": Proof(
        "1,000 games with 4 sockets each on one core",
        lambda folder: load.prove(folder, tables=1000, seconds=60.0),
    ),
    "twins": Proof("no frame tells what a seat cannot know", lambda _: twins.prove(10_000)),
    "repeats": Proof(
        "100,000 commands sent one to three times",
        lambda folder: repeats.prove(folder, commands=100_000, tables=150),
    ),
    "disconnects": Proof(
        "500 random disconnects", lambda folder: disconnects.prove(folder, 500, tables=10)
    ),
    "decoder": Proof(
        "a million malformed frames, read", lambda _: malformed.prove_decoder(1_000_000)
    ),
    "malformed": Proof(
        "a million malformed frames, sent",
        lambda folder: storms.prove(folder, Malformed(1_000_000), 30.0, whole=True),
    ),
    "calls": Proof("10,000 generated REST calls", lambda folder: calls.prove(folder, 10_000)),
    "squatting": Proof(
        "seats that were lost, and all that is tried with them",
        lambda folder: storms.prove(folder, Squatting(at_once=10), 30.0),
    ),
    "crowding": Proof(
        "one address and hundreds of rooms of the strongest bots",
        lambda folder: storms.prove(folder, Crowding(rooms=400), 30.0),
    ),
    "haunting": Proof(
        "a thousand tables of bots under way at a restart, looked in at and left",
        lambda folder: storms.prove(folder, Haunting(tables=1000, at_once=8), 60.0),
    ),
    "founding": Proof(
        "one address and a day of making rooms",
        lambda folder: storms.prove(folder, Founding(rooms=800), 30.0),
    ),
    "hoarding": Proof(
        "one address has as much stored as it may",
        lambda folder: storms.prove(folder, Hoarding(talkers=16), 30.0),
    ),
    "talking": Proof(
        "a table where people talk till no more is kept",
        lambda folder: storms.prove(folder, Talking(lines=4000), 30.0),
    ),
    "crumbs": Proof(
        "frames and chunks of a few bytes, by 64 connections of one address",
        lambda folder: storms.prove(folder, Crumbs(connections=64), 30.0),
    ),
    "half_open": Proof(
        "1,100 connections that say half of something",
        lambda folder: storms.prove(folder, HalfOpen(connections=1100), 30.0),
    ),
    "undoing": Proof(
        "one address takes back at 60 tables",
        lambda folder: storms.prove(folder, Undoing(sockets=60, answers=150), 30.0),
    ),
    "flooding": Proof(
        "one address sends all that it may, by 100 sockets and 8 callers",
        lambda folder: storms.prove(folder, Flooding(sockets=100, callers=8), 30.0),
    ),
    "returning": Proof(
        "one address comes back to 60 long games over and over",
        lambda folder: storms.prove(folder, Returning(at_once=60, answers=150), 30.0),
    ),
    "walls": Proof("limits, origins, secrets", walls.prove),
    "health": Proof(
        "health with the disk full and the database gone", lambda folder: _health(folder)
    ),
    "lag": Proof(
        "the event loop while bots think",
        lambda folder: lag.prove(folder, tables=20, seconds=60.0, strength="hard"),
    ),
    "sharing": Proof("several servers share their games", lambda folder: _sharing(folder)),
    "several": Proof("servers with rooms of their own, killed", lambda folder: _several(folder)),
    "proxy": Proof("a club's server behind Caddy", lambda _: _proxy()),
    "sqlite": Proof(
        "how fast SQLite takes appends",
        lambda folder: commits.measure(str(folder / "games.sqlite"), "SQLite", 10.0),
    ),
    "postgres": Proof("how fast PostgreSQL takes appends", lambda _: _postgres()),
}


def _health(folder: Path) -> Finding:
    try:
        return health.prove(folder)
    except NoPostgres as missing:
        return Finding(health.CLAIM, faults=[str(missing)])


def _sharing(folder: Path) -> Finding:
    try:
        with temporary_postgres() as address:
            return sharing.prove(folder, address, servers=3, tables=30, seconds=30.0)
    except NoPostgres as missing:
        return Finding(sharing.CLAIM, faults=[str(missing)])


def _several(folder: Path) -> Finding:
    try:
        with temporary_postgres() as address:
            return several.prove(folder, address, most=3, tables=40, seconds=5.0, kills=20)
    except NoPostgres as missing:
        return Finding(several.CLAIM, faults=[str(missing)])


def _proxy() -> Finding:
    try:
        return behind_proxy.prove()
    except (NoStreet, NoPostgres) as missing:
        return Finding(behind_proxy.CLAIM, faults=[str(missing)])


def _postgres() -> Finding:
    try:
        with temporary_postgres() as address:
            return commits.measure(address, "PostgreSQL", 10.0)
    except NoPostgres as missing:
        return Finding("appends to PostgreSQL", faults=[str(missing)])


def main() -> int:
    """The command; gives its exit code."""
    arguments = _arguments()
    if arguments.list:
        for name, proof in PROOFS.items():
            print(f"{name:12} {proof.words}")
        return 0
    failed = [name for name in arguments.proofs or PROOFS if not _prove(name)]
    if failed:
        print(f"Not proved: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m proofs", description=__doc__.splitlines()[0])
    parser.add_argument("proofs", nargs="*", choices=[*PROOFS, []], metavar="PROOF")
    parser.add_argument("--list", action="store_true", help="what can be proved")
    return parser.parse_args()


def _prove(name: str) -> bool:
    print(f"{name}: {PROOFS[name].words} …", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="smashup-") as folder:
        try:
            result = PROOFS[name].run(Path(folder))
        except Exception as error:  # written down as failed; the others are still to be run
            traceback.print_exc()
            result = Finding(name, faults=[f"broke off: {type(error).__name__}: {error}"])
    lines = _table(result, time.monotonic() - began)
    print("\n".join(lines), flush=True)
    DOCUMENT.write_text(with_figures(DOCUMENT.read_text(), name, lines))
    return result.holds


def _table(result: Finding, seconds: float) -> list[str]:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    load_average = os.getloadavg()[0]
    machine = (
        f"{os.cpu_count()} cores, Python {platform.python_version()}, the {ENGINE.kind} engine, "
        f"load average {load_average:.1f} at the end"
    )
    verdict = "holds" if result.holds else "**does not hold**: " + "; ".join(result.faults[:3])
    return [
        "| measured | |",
        "|---|---|",
        *(f"| {name} | {figure} |" for name, figure in result.figures.items()),
        f"| on | {today}, {machine}, in {seconds:.0f} s |",
        f"| the claim | {verdict} |",
    ]


def with_figures(text: str, name: str, lines: Sequence[str]) -> str:
    """The document with these lines between the markers of that proof."""
    begin, end = f"<!-- figures: {name} -->", "<!-- end -->"
    before, found, rest = text.partition(begin)
    if not found or end not in rest:
        raise SystemExit(f"{DOCUMENT.name} has no place for the figures of {name}.")
    after = rest.partition(end)[2]
    return "\n".join([before + begin, *lines, end]) + after


if __name__ == "__main__":
    sys.exit(main())
