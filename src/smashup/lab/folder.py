"""A folder of kept games: Parquet in parts, and a heading that says of which plan they are.

A part is a folder with a file for each table. It is written under another name and takes its own
when it is whole, so a command that is killed loses at most the games of the part it was about to
write. Which games there are is read off the parts themselves.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl

from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.recording import SCHEMA, TABLES, Rows, Source, no_rows
from smashup.model.errors import SmashUpError
from smashup.replay import package_version

HEADING = "plan.json"
LOCK = ".lock"
LOCK_SECONDS = 3.0  # so long the processes of a command that was killed may hold the lock
PART_GAMES = 1000
PART_SECONDS = 60.0  # what a crash costs at most

_KINDS: dict[str, Any] = {
    "int": pl.Int64(),
    "small": pl.Int16(),
    "real": pl.Float32(),
    "bool": pl.Boolean(),
    "name": pl.String(),
    "numbers": pl.List(pl.Int16()),
    "reals": pl.List(pl.Float32()),
}
#: The tables as polars reads them.
SCHEMAS: dict[str, dict[str, Any]] = {
    table: {column: _KINDS[kind] for column, kind in columns.items()}
    for table, columns in TABLES.items()
}


class GamesFolder:
    """The folder at `path`; `SmashUpError` if it holds something else than kept games.

    With a `source` it is begun where there is none yet, and must be of that source otherwise.
    """

    def __init__(self, path: Path, source: Source | None = None) -> None:
        self.path = path
        heading = _read_heading(path)
        if heading is None:
            if source is None:
                raise SmashUpError(
                    f"{path} holds no games: `smashup lab play` makes such a folder."
                )
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                raise SmashUpError(f"{path} is not empty and holds no games. Give another folder.")
        else:
            _check_heading(path, heading, source)
        self.heading = heading or {}
        if source is not None:
            self.heading = _heading_of(source)
            self._begin(self.heading)

    @property
    def parts(self) -> list[Path]:
        """The parts that are whole, in the order of their names."""
        return sorted(part for part in self.path.glob("part-*") if part.is_dir())

    def table(self, name: str, part: Path | None = None) -> pl.LazyFrame:
        """All rows of one table, or those of one part."""
        parts = self.parts if part is None else [part]
        files = [some / f"{name}.parquet" for some in parts]
        if not files:
            return pl.LazyFrame(schema=SCHEMAS[name])
        for file in files:
            _check_file(file, name)
        return pl.scan_parquet(files)

    def ranges(self) -> list[range]:
        """The numbers of the games that are kept, ascending, as few ranges as they make: so they
        take no memory to speak of, however many there are."""
        of_parts: list[range] = []
        for part in self.parts:
            file = part / "games.parquet"
            _check_file(file, "games")
            numbers = pl.read_parquet(file, columns=["number"])["number"].sort().to_numpy()
            breaks = (numbers[1:] != numbers[:-1] + 1).nonzero()[0]
            firsts, lasts = [0, *(breaks + 1)], [*breaks, len(numbers) - 1]
            of_parts += [
                range(int(numbers[first]), int(numbers[last]) + 1)
                for first, last in zip(firsts, lasts, strict=True)
            ]
        whole: list[range] = []
        for piece in sorted(of_parts, key=lambda piece: piece.start):
            if whole and whole[-1].stop == piece.start:
                piece = range(whole.pop().start, piece.stop)
            whole.append(piece)
        return whole

    def numbers(self) -> Iterator[int]:
        """The numbers of the games that are kept, ascending."""
        return chain.from_iterable(self.ranges())

    def count(self) -> int:
        """How many games are kept."""
        return sum(map(len, self.ranges()))

    def missing(self, total: int) -> Iterator[int]:
        """The numbers below `total` that are not kept."""
        kept = [*self.ranges(), range(total, total)]
        starts = [0, *(piece.stop for piece in kept)]
        gaps = zip(starts, (piece.start for piece in kept), strict=False)
        return chain.from_iterable(range(start, min(end, total)) for start, end in gaps)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else writes here: two at once would play the same games."""
        try:
            import fcntl
        except ImportError:  # on Windows nobody is kept from doing it twice
            yield
            return
        with (self.path / LOCK).open("w") as lock:
            waited_since = time.monotonic()
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except OSError as error:
                    if time.monotonic() - waited_since > LOCK_SECONDS:
                        raise SmashUpError(
                            f"Another command is playing into {self.path}."
                        ) from error
                time.sleep(0.05)
            for left in self.path.glob(".writing-*"):  # by a command that was killed
                shutil.rmtree(left)
            yield

    def keep(self, games: Iterable[Rows]) -> Iterator[int]:
        """Writes the games as they come; gives the number of each.

        Those of the last part are written when the iterator ends, also if it is left early.
        """
        buffer, since = no_rows(), time.monotonic()
        try:
            for rows in games:
                for table, columns in rows.items():
                    for column, values in columns.items():
                        buffer[table][column] += values
                yield rows["games"]["number"][0]
                full = len(buffer["games"]["number"]) >= PART_GAMES
                if full or time.monotonic() - since > PART_SECONDS:
                    self.write(buffer)
                    buffer, since = no_rows(), time.monotonic()
        finally:
            self.write(buffer)

    def write(self, rows: Rows) -> None:
        """One part, whole or not at all; nothing where there are no games."""
        numbers = rows["games"]["number"]
        if not numbers:
            return
        name = f"{min(numbers):09d}-{max(numbers):09d}-{len(numbers)}"
        writing = self.path / f".writing-{name}"
        try:
            shutil.rmtree(writing, ignore_errors=True)
            writing.mkdir()
            for table, columns in rows.items():
                file = writing / f"{table}.parquet"
                frame = pl.DataFrame(columns, schema=SCHEMAS[table])
                frame.write_parquet(file, compression="zstd", compression_level=9)
                with file.open("rb") as written:
                    os.fsync(written.fileno())
            writing.rename(self.path / f"part-{name}")
        except OSError as error:
            raise SmashUpError(
                f"{self.path} could not be written to: {error.strerror}. "
                "The games kept before are all there."
            ) from error

    def _begin(self, heading: dict[str, Any]) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            writing = self.path / f".{HEADING}"
            writing.write_text(json.dumps(heading, ensure_ascii=False, indent=1) + "\n", "utf-8")
            writing.replace(self.path / HEADING)
        except OSError as error:
            raise SmashUpError(f"{self.path} cannot be written to: {error.strerror}.") from error


def _heading_of(source: Source) -> dict[str, Any]:
    heading = {
        "schema": SCHEMA,
        "rules": RULES_NUMBER,
        "version": package_version(),
        **source.data(),
    }
    plain: dict[str, Any] = json.loads(json.dumps(heading))
    return plain


def _read_heading(path: Path) -> dict[str, Any] | None:
    """None where there is none."""
    file = path / HEADING
    try:
        heading = json.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise SmashUpError(f"{file} cannot be read: {error}.") from error
    if not isinstance(heading, dict) or "schema" not in heading:
        raise SmashUpError(f"{file} does not begin a folder of kept games.")
    of_what = isinstance(heading.get("plan", heading.get("simulate")), dict)
    if heading["schema"] == SCHEMA and not (of_what and {"rules", "version"} <= heading.keys()):
        raise SmashUpError(f"{file} does not say by which rules, version and plan games were kept.")
    return heading


def _check_heading(path: Path, heading: dict[str, Any], source: Source | None) -> None:
    if heading["schema"] != SCHEMA:
        raise SmashUpError(
            f"{path} has schema {heading['schema']} of kept games, this version reads and writes "
            f"schema {SCHEMA}. Use the version that wrote it ({heading.get('version')})."
        )
    if source is None:
        return
    wanted = _heading_of(source)
    for name in sorted({*heading, *wanted} - {"version"}):
        if heading.get(name) != wanted.get(name):
            difference = _difference(heading.get(name), wanted.get(name))
            raise SmashUpError(
                f"{path} keeps the games of another plan: {name} {difference}. "
                "Give another folder; what is in this one stays as it is."
            )


def _difference(kept: object, wanted: object) -> str:
    if isinstance(kept, dict) and isinstance(wanted, dict):
        for name in sorted({*kept, *wanted}):
            if kept.get(name) != wanted.get(name):
                return f"({name}) {_difference(kept.get(name), wanted.get(name))}"
    return f"is {json.dumps(kept)} there and {json.dumps(wanted)} here"


def _check_file(file: Path, table: str) -> None:
    try:
        columns = pl.read_parquet_schema(file)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise SmashUpError(
            f"{file} is half-written or damaged ({str(error).splitlines()[0]}). Move the folder "
            f"{file.parent.name} away, and `smashup lab play` plays its games again."
        ) from error
    if dict(columns) != SCHEMAS[table]:
        raise SmashUpError(
            f"{file} has other columns than schema {SCHEMA}: it was not written by this version."
        )


def size_of(path: Path) -> int:
    """How many bytes the parts of a folder take."""
    total = 0
    for file in path.glob("part-*/*.parquet"):
        with suppress(OSError):
            total += file.stat().st_size
    return total
