"""Which engine runs: its sources, or what `make fast` compiled of them (docs/speed.md).

Importing this module decides it, so the package does so before anything else. The compiled engine
lies in `_compiled`, beside the sources, and is used only where it was made for this Python from
exactly these sources. The environment variable `SMASHUP_ENGINE` may ask for one of the two: `pure`
leaves the compiled one alone, `compiled` refuses to run without it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Literal, NamedTuple, TypeAlias

PACKAGE = Path(__file__).parent
BUILT = PACKAGE / "_compiled"
RECORD = "built.json"
#: What is compiled: whole packages, of the bots what judges and searches, what reads observations
#: and plays many games for learners, and what the server tells each seat after an answer.
PARTS = (
    "model",
    "engine",
    "cards",
    "players/evaluation.py",
    "players/foresight.py",
    "players/greedy.py",
    "players/judge/numbers.py",
    "players/planning.py",
    "players/rulers/planning.py",
    "players/standing.py",
    "players/worlds.py",
    "players/search/memory.py",
    "players/search/playout.py",
    "players/search/thinking.py",
    "players/search/tree.py",
    "encoding/reading.py",
    "encoding/share.py",
    "chronicle.py",
    "view/answers.py",
    "view/events.py",
    "view/keys.py",
    "view/moments.py",
    "view/phrases.py",
    "view/seat.py",
    "view/table.py",
    "view/wording.py",
)
VARIABLE = "SMASHUP_ENGINE"

EngineKind: TypeAlias = Literal["compiled", "pure"]


class Engine(NamedTuple):
    """The engine that runs; `note` is what people should know about it, if anything."""

    kind: EngineKind
    note: str = ""


class _Finder(MetaPathFinder):
    """Finds the compiled modules where they lie; everything else is left to Python."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, BUILT / file)


def compiled_sources(package: Path = PACKAGE) -> Iterator[Path]:
    """The files that are compiled, in a fixed order; what only ties a package together is not."""
    for part in PARTS:
        path = package / part
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        yield from (file for file in files if file.stem != "__init__")


def fingerprint(package: Path = PACKAGE) -> str:
    """Tells these sources from any others."""
    digest = hashlib.sha256()
    for path in compiled_sources(package):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def made_for() -> str:
    """The Python and the machine that a compiled engine is for."""
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def record(files: Mapping[str, str], sources: str) -> str:
    """What is kept with a compiled engine: where each module lies, and what it was made from."""
    return json.dumps({"python": made_for(), "sources": sources, "modules": dict(files)}, indent=1)


def _choose() -> Engine:
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "pure", "compiled"):
        raise ImportError(f"{VARIABLE} is {wanted!r}; it can be `pure` or `compiled`.")
    if wanted == "pure" or not (wanted or BUILT.exists()):
        return Engine("pure")
    trouble = _take_over()
    if not trouble:
        return Engine("compiled")
    if wanted == "compiled":
        raise ImportError(f"{trouble} Run `make fast`, or unset {VARIABLE}.")
    return Engine("pure", f"{trouble} Its sources are used instead; `make fast` compiles them.")


def _take_over() -> str:
    """Lets the compiled modules be found from now on, or says why not."""
    path = BUILT / RECORD
    if not path.exists():
        return "There is no compiled engine."
    built = json.loads(path.read_text("utf-8"))
    if built["python"] != made_for():
        return "The compiled engine is for another Python."
    if built["sources"] != fingerprint():
        return "The compiled engine is older than its sources."
    sys.meta_path.insert(0, _Finder(built["modules"]))
    return ""


ENGINE = _choose()
