"""Counts how often the engine goes which way, so that the C compiler knows what is busy.

An engine that counts is made, and plays (`trial.py`). That takes about as long as compiling it, so
it is done once: a file that changes later is compiled with what still fits of its counts, and only
where a fifth of the engine is another one all is counted again. Cards are not counted: no single
one is busy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from compiling.building import (
    COUNTING,
    ENGINE,
    IN_PLACE,
    Folders,
    compile_c,
    compiler,
    digest,
    link,
    sources_of_engine,
)
from smashup.compiled import PACKAGE, RECORD, VARIABLE, fingerprint, record

TRIAL = Path(__file__).with_name("trial.py")
#: So much of the engine may change before it is counted again. With 20 of 89 files changed and the
#: counts of before, games of two took 1.06 times as long as before the change.
MOST = 0.2


def count(libraries: Sequence[Any], folders: Folders, jobs: int) -> None:
    """Counts, unless it was done: by this compiler, and with an engine much like this one.

    The copy is looked at and not the C, where one new sentence gives another number to all others.
    """
    engine = next(library for library in libraries if library.name.startswith(ENGINE))
    made_by = _made_by()
    if "Free Software Foundation" not in made_by:
        return  # the flags are those of GCC
    files = {
        str(path.relative_to(folders.copy)): digest([path]) for path in sources_of_engine(folders)
    }
    kept = folders.work / "counting" / "counted.json"
    if kept.exists() and fits(json.loads(kept.read_text("utf-8")), made_by, files):
        return
    kept.unlink(missing_ok=True)
    print("Compiling an engine that counts, to know what is busy", flush=True)
    others = [library for library in libraries if library is not engine]
    _forget(engine, folders)
    compile_c([engine], folders.counting, jobs, counts=True)
    compile_c(others, folders, jobs)
    _copy_package(folders.counting.built.parent)
    names = {library.name: link(library, _beside(folders), jobs) for library in others}
    names[engine.name] = link(engine, folders.counting, jobs, counts=True)
    (folders.counting.built / RECORD).write_text(record(names, fingerprint()), "utf-8")
    print("Counting", flush=True)
    _play(folders.counting.built.parent.parent)
    for source in engine.sources:
        folders.counting.counts_of(source).replace(folders.counts_of(source))
    kept.write_text(json.dumps({"made_by": made_by, "files": files}, indent=1), "utf-8")


def _made_by() -> str:
    """Which compiler it is, and how it is told to count."""
    asked = [*compiler(), "--version"]
    said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    return "\n".join([said, *COUNTING, digest([IN_PLACE])])


def fits(kept: dict[str, Any], made_by: str, files: dict[str, str]) -> bool:
    """Whether what was counted then is good enough for these files."""
    same: bool = kept["made_by"] == made_by
    changed = sum(kept["files"].get(name) != content for name, content in files.items())
    return same and changed <= MOST * len(files)


def _forget(engine: Any, folders: Folders) -> None:
    """Counts of other times would be added to."""
    for source in engine.sources:
        folders.counting.counts_of(source).unlink(missing_ok=True)


def _beside(folders: Folders) -> Folders:
    """All but the engine is the same as ever, and lies beside the one that counts."""
    return folders._replace(built=folders.counting.built)


def _copy_package(package: Path) -> None:
    """The sources of all that is not compiled, where they find the engine that counts."""
    shutil.rmtree(package, ignore_errors=True)
    leave = shutil.ignore_patterns("_compiled", "__pycache__", "static")
    shutil.copytree(PACKAGE, package, ignore=leave)
    (package / "_compiled").mkdir()


def _play(folder: Path) -> None:
    here = {**os.environ, "PYTHONPATH": str(folder), VARIABLE: "compiled"}
    subprocess.run([sys.executable, "-P", str(TRIAL)], env=here, check=True)
