"""What the tests of saved games share."""

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType

from smashup import Game
from smashup.replay.file import _checksum

ROOT = Path(__file__).resolve().parents[2]


def played(moves: int | None = None, seed: int = 7, factions: object = "random", **how) -> Game:
    """A game of random answers, to its end or for so many moves."""
    game = Game.new(factions, players=3, seed=seed, **how)
    rng = random.Random(seed)
    while not game.over and (moves is None or len(game.answers) < moves):
        game.decide(rng.randrange(len(game.decision.options)))
    return game


def resealed(path: Path, **changes: object) -> Path:
    """The file with other content and a checksum that fits it, as somebody else may write one."""
    body = {**json.loads(path.read_text()), **changes}
    body.pop("checksum", None)
    path.write_text(json.dumps({**body, "checksum": _checksum(body)}))
    return path


def golden_script() -> ModuleType:
    """scripts/golden.py as a module."""
    spec = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
