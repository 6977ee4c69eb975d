"""From the copy of the sources to C, and from C to libraries; only what changed is made again."""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sysconfig
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from smashup.compiled import compiled_sources, made_for

ENGINE = "smashup_engine"  # the library of all but the cards
#: Read before each file of C: what Python's library does by a call, done in place.
IN_PLACE = Path(__file__).with_name("in_place.h")
#: How mypyc begins to say that the collector does not look at a class, and what is said besides.
NOT_COLLECTED = "Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HEAPTYPE | Py_TPFLAGS_BASETYPE,\n"
KEPT_BY_SIZE = "    IN_PLACE_SLOTS\n"
OPTIMIZATION = "2"
#: The tables by which one library finds another stand in headers, so in each file: they are one.
ONE_TABLE = "-fcommon"
#: So compiled it counts how often it goes which way, in one thread.
COUNTING = ("-fprofile-generate", "-fprofile-update=single", f"-O{OPTIMIZATION}")
#: So it is compiled where there are counts; those of a function that has changed since are left
#: aside, of which the compiler would warn.
BY_COUNTS = ("-fprofile-use", "-Wno-coverage-mismatch", "-w")
#: Files of a library are put together as if they were one, so that calls between them are direct:
#: 1.13 times as many games a second.
AS_ONE = ("-flto", "-fno-semantic-interposition", f"-O{OPTIMIZATION}")


class Folders(NamedTuple):
    """Where things are made, and where the libraries go."""

    work: Path
    built: Path
    objects: str = "objects"

    @property
    def copy(self) -> Path:
        return self.work / "copy" / "smashup"

    @property
    def c(self) -> Path:
        return self.work / "c"

    @property
    def counting(self) -> Folders:
        """Where an engine is made that counts how often it goes which way."""
        package = self.work / "counting" / "smashup"
        return self._replace(built=package / "_compiled", objects="counting/objects")

    def object_of(self, source: str) -> Path:
        """Where a C file is compiled to."""
        return (self.work / self.objects / Path(source).relative_to(self.c)).with_suffix(".o")

    def counts_of(self, source: str) -> Path:
        """Where the counts of a C file are, if it was counted; the compiler looks for them here."""
        return self.object_of(source).with_suffix(".gcda")


# -- to C ------------------------------------------------------------------------------------------


def write_c(folders: Folders) -> list[Any]:
    """Lets mypyc write C: one library of the engine and one of each set of cards.

    A changed card so compiles only its set. Gives the libraries as setuptools describes them.
    """
    from mypyc.build import mypycify

    groups: dict[str, list[str]] = {}
    for path in compiled_sources(folders.copy):
        file = path.relative_to(folders.copy.parent)
        groups.setdefault(_library(file), []).append(str(file))
    os.chdir(folders.copy.parent)  # the compiler names modules from here
    # Where a wheel is built there is only what building needs, so no numpy.
    options = ["--config-file=", "--ignore-missing-imports"]
    options.append(f"--cache-dir={folders.work / 'types'}")
    libraries: list[Any] = mypycify(
        [*options, *(file for group in groups.values() for file in group)],
        opt_level=OPTIMIZATION,
        debug_level="0",
        multi_file=True,
        separate=[(group, name) for name, group in groups.items()],
        target_dir=str(folders.c),
    )
    for path in folders.c.glob("__native_*.c"):
        written = path.read_text("utf-8")
        if NOT_COLLECTED in written:
            path.write_text(written.replace(NOT_COLLECTED, NOT_COLLECTED + KEPT_BY_SIZE), "utf-8")
    return libraries


def _library(file: Path) -> str:
    """`smashup/cards/core/aliens.py` is in a library of its set, all else in the engine's."""
    _, part, *rest = file.parts
    return f"smashup_{rest[0]}" if part == "cards" and len(rest) > 1 else ENGINE


def sources_of_engine(folders: Folders) -> list[Path]:
    """The files of the copy that are in the library of the engine."""
    return [
        path
        for path in compiled_sources(folders.copy)
        if _library(path.relative_to(folders.copy.parent)) == ENGINE
    ]


# -- to machine code -------------------------------------------------------------------------------


class Compilation(NamedTuple):
    """One file to be compiled. What it was compiled from is kept beside the result."""

    command: tuple[str, ...]
    source: Path
    target: Path
    made_from: str

    def is_due(self) -> bool:
        """Whether anything changed since."""
        kept = self.target.with_suffix(".made_from")
        unchanged = kept.exists() and kept.read_text() == self.made_from
        return not (unchanged and self.target.exists())

    def run(self) -> None:
        """Compiles it."""
        self.target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(self.command, check=True)
        self.target.with_suffix(".made_from").write_text(self.made_from)


def compile_c(libraries: Iterable[Any], folders: Folders, jobs: int, counts: bool = False) -> None:
    """Compiles what changed, so many at a time, the largest first, and says how far it is.

    With `counts` it is compiled for counting.
    """
    every = {c.target: c for library in libraries for c in _compilations(library, folders, counts)}
    due = [compilation for compilation in every.values() if compilation.is_due()]
    due.sort(key=lambda compilation: -compilation.source.stat().st_size)
    with ThreadPoolExecutor(jobs) as pool:
        for number, _ in enumerate(pool.map(Compilation.run, due), 1):
            print(f"\rCompiling: {number} of {len(due)} files", end="", flush=True)
    if due:
        print()


def _compilations(library: Any, folders: Folders, counts: bool) -> list[Compilation]:
    headers = digest([IN_PLACE, *map(Path, library.depends)])
    places = (*library.include_dirs, _variable("INCLUDEPY"))
    flags = [*compiler(), *_words("CFLAGS"), *_words("CCSHARED"), *(f"-I{p}" for p in places)]
    if library.include_dirs:  # else it is only the door to a module of another library
        flags += ["-include", str(IN_PLACE)]
    found: list[Compilation] = []
    for source in library.sources:
        target = folders.object_of(source)
        known = folders.counts_of(source)
        used = [known] if known.exists() and not counts else []
        way = COUNTING if counts else (*AS_ONE, *(BY_COUNTS if used else ()))
        own = (*library.extra_compile_args, ONE_TABLE, *way, "-c", source, "-o", str(target))
        command = (*flags, *own)
        made_from = f"{shlex.join(command)} {headers} {digest([Path(source), *used])}"
        found.append(Compilation(command, Path(source), target, made_from))
    return found


def link(library: Any, folders: Folders, jobs: int, counts: bool = False) -> str:
    """Makes a library where its parts are newer; gives the name of its file."""
    name = f"{library.name}{made_for()}"
    target = folders.built / name
    objects = [folders.object_of(source) for source in library.sources]
    newest = max(path.stat().st_mtime for path in objects)
    if not target.exists() or target.stat().st_mtime < newest:
        # Beside it first: whoever runs the old one keeps it.
        new = target.with_suffix(".new")
        way = COUNTING if counts else (*AS_ONE[1:], f"-flto={jobs}")
        linker = [*_words("LDSHARED"), *way]
        subprocess.run([*linker, *map(str, objects), "-o", str(new)], check=True)
        new.replace(target)
    return name


def digest(paths: Iterable[Path]) -> str:
    """Tells what is in these files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()


def compiler() -> list[str]:
    """The C compiler that Python was built with."""
    return _words("CC") or ["cc"]


def _variable(name: str) -> str:
    return str(sysconfig.get_config_var(name) or "")


def _words(name: str) -> list[str]:
    return shlex.split(_variable(name))
