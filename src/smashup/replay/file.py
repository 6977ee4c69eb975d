"""The file of a game: JSON with a checksum, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from smashup.engine.game import Game
from smashup.engine.setup import Setup, make_setup
from smashup.model.errors import BadSetup
from smashup.replay.errors import Damaged, NotWritten, Unreadable

FORMAT = 1
KIND = "smashup game"


@cache
def rules_version() -> str:
    """The version of this package: the rules by which the answers of a game make sense."""
    return metadata.version("smashup")


@dataclass(frozen=True)
class Replay:
    """A game as it is written down.

    `digest`: of the position after the last answer, where known. `seats`: who sat where
    ("human", or the level of a bot), so that a game can be taken up again. `rules`: the version
    of the package that played it.
    """

    setup: Setup
    answers: tuple[int, ...]
    digest: str | None = None
    seats: tuple[str, ...] = ()
    rules: str = ""

    @classmethod
    def of(cls, game: Game, seats: tuple[str, ...] = ()) -> Replay:
        """A game as it stands now."""
        if game.setup is None:
            raise NotWritten("A table laid out by hand has no setup, so it cannot be saved.")
        return cls(game.setup, tuple(game.answers), game.digest(), seats, rules_version())


def save(replay: Replay, path: Path) -> None:
    """Writes the file whole or not at all: a temporary file beside it takes its name at the end."""
    body = _body(replay)
    text = json.dumps({**body, "checksum": _checksum(body)}, indent=1) + "\n"
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise NotWritten(f"{path} could not be written: {_cause(error)}.") from error


def load(path: Path) -> Replay:
    """Reads a file and checks that it is whole; `verify` then checks that its moves are legal."""
    body = _parse(path)
    if body.get("kind") != KIND:
        raise Unreadable(f"{path} is not a saved game of Smash Up.")
    if body.get("format") != FORMAT:
        raise Unreadable(
            f"{path} has format {body.get('format')}, this version reads format {FORMAT}."
            " A newer version of smashup may read it."
        )
    if body.pop("checksum", None) != _checksum(body):
        raise Damaged(f"{path} was changed or damaged after it was saved: its checksum is wrong.")
    try:
        return _replay(body)
    except BadSetup as error:
        raise Unreadable(f"{path} holds a game that cannot be set up. {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"{path} lacks something a saved game must have ({error}).") from error


def _parse(path: Path) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {_cause(error)}.") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} is not a saved game of Smash Up: it is not JSON.") from error
    return body if isinstance(body, dict) else {}


def _body(replay: Replay) -> dict[str, Any]:
    return {
        "kind": KIND,
        "format": FORMAT,
        "rules": replay.rules or rules_version(),
        "setup": asdict(replay.setup),
        "seats": replay.seats,
        "answers": replay.answers,
        "digest": replay.digest,
    }


def _replay(body: dict[str, Any]) -> Replay:
    answers = tuple(body["answers"])
    if not all(type(answer) is int for answer in answers):
        raise ValueError("answers are whole numbers")
    digest = body["digest"]
    return Replay(
        _setup(body["setup"]),
        answers,
        None if digest is None else str(digest),
        tuple(map(str, body["seats"])),
        str(body["rules"]),
    )


def _setup(data: dict[str, Any]) -> Setup:
    """The setup, checked again: a file may name what this version does not have."""
    setup = Setup(**data)
    if type(setup.seed) is not int:
        raise ValueError("the seed is a whole number")
    return make_setup(
        setup.factions,
        setup.players,
        setup.seed,
        setup.edition,
        setup.first,
        setup.pool,
        setup.same_faction,
        setup.ask_everyone,
    )


def _checksum(body: dict[str, Any]) -> str:
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(canonical.encode(), digest_size=16).hexdigest()


def _cause(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
