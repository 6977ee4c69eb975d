"""Compiles the engine and its cards with mypyc, as far as they changed (docs/speed.md).

    SMASHUP_ENGINE=pure python scripts/fast.py       (or `make fast`)

The result lies in src/smashup/_compiled and is used from then on, until a source changes. All that
is needed on the way is in build/fast.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from compiling.building import Folders, compile_c, compiler, link, write_c
from compiling.copying import copy_sources
from compiling.counting import count
from smashup.compiled import BUILT, PACKAGE, RECORD, fingerprint, record

SCRIPTS = Path(__file__).resolve().parent
WORK = SCRIPTS.parent / "build" / "fast"
MADE_FROM = WORK / "made_from"


def main() -> int:
    """0 if the engine is compiled and up to date, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    jobs = parser.parse_args().jobs
    if shutil.which(compiler()[0]) is None:
        print(f"There is no C compiler: {compiler()[0]} is not on the PATH.", file=sys.stderr)
        return 1
    sources = fingerprint()
    made_from = f"{sources} {_way()}"
    if (BUILT / RECORD).exists() and MADE_FROM.exists() and MADE_FROM.read_text() == made_from:
        print("The compiled engine is up to date.")
        return 0
    try:
        _build(sources, jobs)
    except subprocess.CalledProcessError as error:
        print(f"\nThe C compiler failed: {shlex.join(error.cmd)}", file=sys.stderr)
        return 1
    MADE_FROM.write_text(made_from)
    print("The engine is compiled.")
    return 0


def _way() -> str:
    """Tells this way of compiling from any other."""
    scripts = [path.read_text("utf-8") for path in sorted(SCRIPTS.glob("compiling/*.[ph]*"))]
    return hashlib.sha256(repr([version("mypy"), *scripts]).encode()).hexdigest()


def _build(sources: str, jobs: int) -> None:
    folders = Folders(WORK, BUILT)
    print("Checking types and writing C", flush=True)
    copy_sources(PACKAGE, folders.copy)
    libraries = write_c(folders)
    count(libraries, folders, jobs)
    compile_c(libraries, folders, jobs)
    BUILT.mkdir(exist_ok=True)
    (BUILT / RECORD).unlink(missing_ok=True)  # what is half done is not used
    print("Linking", flush=True)
    files = {library.name: link(library, folders, jobs) for library in libraries}
    for old in BUILT.iterdir():
        if old.name not in files.values():
            old.unlink()
    (BUILT / RECORD).write_text(record(files, sources), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
