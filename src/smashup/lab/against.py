"""This engine against that of another commit: both play the same games, turn about.

Recorded figures are of another day and another load. Here both run side by side on one machine, a
few games each in turn, and only processor time counts.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from smashup.compiled import ENGINE, PACKAGE, VARIABLE, EngineKind
from smashup.model.errors import SmashUpError

ROOT = PACKAGE.parents[1]
FALL = 0.9  # less than this share of the other's speed is a fall
BATCH = 20  # games in a row before it is the other's turn

#: Runs in a process of each engine and uses only what every version has: told a task and the seeds
#: of some games, it gives the processor time they took.
PROGRAM = """
import random, sys, time
from smashup import Game

def play(seed, players, copies):
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    while game.decision is not None:
        answer = int(rng.random() * len(game.decision.options))
        if copies:
            game.copy().decide(answer)
        game.decide(answer)

for line in sys.stdin:
    players, copies, first, last = map(int, line.split())
    before = time.process_time()
    for seed in range(first, last):
        play(seed, players, copies)
    print(time.process_time() - before, flush=True)
"""

#: What is measured: a name, how many play, and whether a copy is decided on at each decision.
TASKS = (("2 players", 2, 0), ("4 players", 4, 0), ("copies", 2, 1))


class Compared(NamedTuple):
    """How fast this engine does something: 1.2 is a fifth faster than the other."""

    task: str
    ratio: float

    @property
    def fell(self) -> bool:
        return self.ratio < FALL


def against(ref: str, seconds: float) -> Iterator[Compared]:
    """Compares this engine with that of a commit, about so long."""
    other, kind = built(ref)
    with ExitStack() as stack:
        players = [stack.enter_context(_player(path, kind)) for path in (ROOT, other)]
        for player in players:
            _time(player, f"2 0 0 {BATCH}")  # warming up
        for task, count, copies in TASKS:
            yield Compared(task, _ratio(players, count, copies, seconds / len(TASKS)))


def _ratio(players: list[subprocess.Popen[str]], count: int, copies: int, seconds: float) -> float:
    here = there = 0.0
    first = 0
    while here + there < seconds:
        batch = f"{count} {copies} {first} {first + BATCH}"
        here += _time(players[0], batch)
        there += _time(players[1], batch)
        first += BATCH
    return there / here


def _time(player: subprocess.Popen[str], batch: str) -> float:
    assert player.stdin is not None and player.stdout is not None
    said = ""
    with contextlib.suppress(BrokenPipeError):  # it may have stopped before it was asked
        os.write(player.stdin.fileno(), f"{batch}\n".encode())  # nothing is left for its closing
        said = player.stdout.readline()
    if not said:
        raise SmashUpError("One of the two engines has stopped; what it said is above.")
    return float(said)


def _player(path: Path, kind: EngineKind) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(path / "src"), VARIABLE: kind},
    )


# -- the other commit ------------------------------------------------------------------------------


def built(ref: str) -> tuple[Path, EngineKind]:
    """A copy of that commit beside this one, compiled if this one is and that one can be."""
    commit = _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()
    folder = ROOT / "build" / "against" / commit
    if not folder.exists():
        folder.mkdir(parents=True)
        files = _git("archive", commit)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=files, check=True)
    if ENGINE.kind == "pure" or not (folder / "scripts" / "fast.py").exists():
        return folder, "pure"
    made = subprocess.run(
        [sys.executable, str(folder / "scripts" / "fast.py")],
        env={**os.environ, "PYTHONPATH": str(folder / "src"), VARIABLE: "pure"},
        stdout=sys.stderr,
    )
    if made.returncode:
        raise SmashUpError(f"The engine of {ref} could not be compiled.")
    return folder, "compiled"


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True)
    if done.returncode:
        said = done.stderr.decode().strip() or "there is no such commit"
        raise SmashUpError(f"git {' '.join(arguments)}: {said}")
    return done.stdout
