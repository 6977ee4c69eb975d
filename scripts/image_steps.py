"""Runs the steps of deploy/Dockerfile where there is no Docker: each stage in an empty folder, with
an empty Python environment. Shows that what the image installs can be installed, and runs.

    python scripts/image_steps.py FOLDER

FOLDER is made, and holds a folder for each stage at the end. Steps marked "only in the image", and
what is about users, volumes and ports, are left out and said. Python is the one this is run by.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]
DOCKERFILE = HERE / "deploy" / "Dockerfile"
ONLY_THERE = "# only in the image"
_LEFT_OUT = frozenset({"USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"})


class Step(NamedTuple):
    """One instruction, and whether only an image can carry it out."""

    word: str
    rest: str
    only_there: bool


@dataclass
class Stage:
    """A stage as a folder that stands for the root of its files."""

    root: Path
    work: str = "/"
    environment: dict[str, str] = field(default_factory=dict)

    def at(self, path: str) -> Path:
        """Where a path of the image is here."""
        return self.root / (Path(self.work) / path).relative_to("/")


def read_steps(text: str) -> Iterator[Step]:
    """The instructions of a Dockerfile, with lines that go on put together."""
    only_there = False
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line.startswith("#"):
            only_there = line.startswith(ONLY_THERE)
        elif line.strip():
            word, _, rest = line.partition(" ")
            yield Step(word, rest.strip(), only_there)
            only_there = False


def run(text: str, folder: Path) -> None:
    """Carries the steps out below a folder; raises where one fails."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for step in read_steps(text):
        print(f"{step.word} {step.rest}"[:100], flush=True)
        if step.only_there or step.word in _LEFT_OUT:
            print("  left out: it needs an image")
        elif step.word == "FROM":
            name = step.rest.partition(" AS ")[2] or "last"
            stage = stages[name] = _new_stage(folder / name, "python" in step.rest)
        elif step.word == "WORKDIR":
            stage.work = step.rest
            stage.at(".").mkdir(parents=True, exist_ok=True)
        elif step.word == "ENV":
            stage.environment |= dict(pair.split("=", 1) for pair in shlex.split(step.rest))
        elif step.word == "COPY":
            _copy(step.rest, stage, stages)
        elif step.word == "RUN":
            subprocess.run(
                ["sh", "-ec", step.rest], cwd=stage.at("."), env=_around(stage), check=True
            )
        else:
            raise SystemExit(f"{DOCKERFILE.name} has a step that is not known here: {step.word}")


def _new_stage(root: Path, with_python: bool) -> Stage:
    root.mkdir(parents=True)
    if with_python:
        venv.create(root / "python", with_pip=True)
    return Stage(root)


def _around(stage: Stage) -> dict[str, str]:
    """What a step finds around it: its own Python first, and nothing of this environment's."""
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("SMASHUP_", "PYTHON", "VIRTUAL"))
    }
    path = f"{stage.root / 'python' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "HOME": str(stage.root), **stage.environment}


def _copy(rest: str, stage: Stage, stages: dict[str, Stage]) -> None:
    words = rest.split()
    target = stage.at(words[-1])
    if words[0].startswith("--from="):
        source = stages[words[0].removeprefix("--from=")].at(words[1])
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else:
        _copy_checkout(target)


def _copy_checkout(target: Path) -> None:
    """The files of the project, but those that the image is not made of."""
    ignored = DOCKERFILE.with_name("Dockerfile.dockerignore").read_text().split("\n")
    patterns = [line for line in ignored if line and not line.startswith("#")]

    def leave_out(folder: str, names: list[str]) -> set[str]:
        below = Path(folder).relative_to(HERE)
        return {name for name in names if any(_fits(str(below / name), p) for p in patterns)}

    shutil.copytree(HERE, target, ignore=leave_out, symlinks=True, dirs_exist_ok=True)


def _fits(path: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch(Path(path).name, pattern.removeprefix("**/"))
    return path == pattern


def main() -> None:
    """The command."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python scripts/image_steps.py FOLDER")
    folder = Path(sys.argv[1])
    if folder.exists():
        raise SystemExit(f"{folder} is there already. Name one that is not: it is to be empty.")
    run(DOCKERFILE.read_text(), folder.absolute())
    print(f"All steps were run in {folder}.")


if __name__ == "__main__":
    main()
