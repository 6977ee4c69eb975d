"""The file of a game: JSON with a checksum, written whole or not at all (docs/saved-games.md)."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from smashup.engine.game import Game
from smashup.engine.setup import Setup, make_setup
from smashup.model.errors import BadSetup
from smashup.packs import missing
from smashup.replay.errors import Damaged, NotWritten, Unreadable
from smashup.replay.stamp import Stamp
from smashup.replay.witness import DIGITS, Witness

FORMAT = 2
FORMATS = (1, FORMAT)  # what can be read
KIND = "smashup game"
UNSTAMPED = Stamp()  # written down by the rules of here and now

#: What was in the box when files did not name it yet.
FIRST_BOX = (
    *("Aliens", "Dinosaurs", "Ninjas", "Pirates", "Robots", "Tricksters", "Wizards", "Zombies"),
    *("Giant Ants", "Mad Scientists", "Vampires", "Werewolves"),
    *("Dragons", "Mythic Greeks", "Sharks", "Superheroes", "Tornados"),
    *("Explorers", "Grannies", "Rock Stars", "Teddy Bears"),
    *("Ancient Egyptians", "Cowboys", "Samurai", "Vikings"),
)


@dataclass(frozen=True)
class Replay:
    """A game as it is written down.

    `digests`: short ones of the start and of the position after each answer; none if they are not
    known, an empty one where one was not noted. `seats`: who sat where ("human", or the level of a
    bot), so that a game can be taken up again. `stamp`: by which rules and cards it was played.
    """

    setup: Setup
    answers: tuple[int, ...]
    digests: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    stamp: Stamp = UNSTAMPED

    @classmethod
    def of(cls, game: Game, seats: tuple[str, ...] = (), witness: Witness | None = None) -> Replay:
        """A game as it stands now; a witness spares playing it along from the start each time."""
        digests = (witness or Witness()).digests(game)
        assert game.setup is not None
        return cls(game.setup, tuple(game.answers), digests, seats, Stamp.of(game.setup))

    @property
    def proven(self) -> bool:
        """Whether it can be proved, position by position, to be the game that was saved."""
        return bool(self.digests) and "" not in self.digests


def save(replay: Replay, path: Path | str) -> None:
    """Writes the file whole or not at all: a temporary file beside it takes its name at the end."""
    write_checked(as_data(replay), Path(path))


def write_checked(body: dict[str, Any], path: Path) -> None:
    """Writes plain data with a checksum, whole or not at all, for its owner's eyes only."""
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


def load(path: Path | str) -> Replay:
    """Reads a file and checks that it is whole; `follow` then plays it as far as it agrees."""
    path = Path(path)
    body = read_checked(path, KIND, FORMATS, "a saved game of Smash Up")
    try:
        return from_data(body)
    except BadSetup as error:
        reason = missing(_pack_names(body)) or error
        raise Unreadable(f"{path} holds a game that cannot be set up here. {reason}") from error
    except ValueError as error:
        raise Unreadable(f"{path} is not as a saved game must be: {error}.") from error


def read_checked(path: Path, kind: str, formats: Sequence[int], what: str) -> dict[str, Any]:
    """Plain data as `write_checked` wrote it; `what` it should be, in words for who gave the file.

    Raises `Unreadable` or `Damaged`.
    """
    body = _parse(path, what)
    if body.get("kind") != kind:
        raise Unreadable(f"{path} is not {what}.")
    if body.get("format") not in formats:
        known = f"formats {formats[0]} to {formats[-1]}" if len(formats) > 1 else "format 1"
        raise Unreadable(
            f"{path} has format {body.get('format')}, this version reads {known}."
            " A newer version of smashup may read it."
        )
    if body.pop("checksum", None) != _checksum(body):
        raise Damaged(f"{path} was changed or damaged after it was saved: its checksum is wrong.")
    return body


def _parse(path: Path, what: str) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {_cause(error)}.") from error
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"{path} is not {what}, or was cut short: from line {error.lineno} on it is not JSON."
        ) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} is not {what}: it is not JSON.") from error
    return body if isinstance(body, dict) else {}


# -- a game as plain data --------------------------------------------------------------------------


def as_data(replay: Replay) -> dict[str, Any]:
    """A game as plain data, ready for JSON."""
    stamp = replay.stamp if replay.stamp.version else Stamp.of(replay.setup)
    return {
        "kind": KIND,
        "format": FORMAT,
        "rules": stamp.rules,
        "version": stamp.version,
        "packs": dict(stamp.packs),
        "setup": _setup_data(replay.setup),
        "seats": replay.seats,
        "answers": replay.answers,
        "digests": replay.digests if replay.proven else (),
    }


def _setup_data(setup: Setup) -> dict[str, Any]:
    """Without bans where there are none: versions that know of none can read it."""
    data = asdict(setup)
    return data if setup.bans else {name: part for name, part in data.items() if name != "bans"}


def from_data(body: dict[str, Any]) -> Replay:
    """The game in such data, of any format that was ever written.

    `ValueError` says which part is not as it must be, `BadSetup` what cannot be set up here.
    """
    answers = tuple(_part(body, "answers", _all(_is_number), "whole numbers"))
    seats = tuple(_part(body, "seats", _all(_is_text), "names"))
    setup = _setup(_part(body, "setup", _is_object, "an object"), _box_of(body))
    if seats and len(seats) != setup.players:
        raise ValueError(f"'seats' names {len(seats)} players of {setup.players}")
    if body["format"] == 1:  # its one digest, of the end, was made in a way that has changed
        return Replay(setup, answers, (), seats, Stamp(None, str(body.get("rules", ""))))
    digests = tuple(_part(body, "digests", _all(_is_digest), f"digests of {DIGITS} digits"))
    if digests and len(digests) != len(answers) + 1:
        raise ValueError(f"'digests' has {len(digests)} for {len(answers)} answers, not one more")
    return Replay(setup, answers, digests, seats, _stamp(body))


def _stamp(body: dict[str, Any]) -> Stamp:
    rules = _part(body, "rules", lambda r: r is None or (_is_number(r) and r > 0), "a rules number")
    packs = _part(body, "packs", _is_object, "an object")
    return Stamp(rules, _part(body, "version", _is_text, "a version"), packs)


def _pack_names(body: dict[str, Any]) -> list[str]:
    """The packs that a file says it was played with; none in files that do not say so."""
    packs = body.get("packs")
    return list(packs) if isinstance(packs, dict) else []


def _box_of(body: dict[str, Any]) -> tuple[str, ...]:
    return FIRST_BOX if body["format"] == 1 else ()


def _setup(data: dict[str, Any], box: tuple[str, ...]) -> Setup:
    """The setup, checked again: a file may name what is not here."""
    known = {field.name for field in fields(Setup)}
    for name in data:
        if name not in known:
            raise ValueError(f"'setup' has {name!r}, which this version does not know")
    factions = _part(data, "factions", lambda f: _is_text(f) or _all(_all(_is_text))(f), "factions")
    return make_setup(
        factions,
        _part(data, "players", _is_number, "a whole number"),
        _part(data, "seed", _is_number, "a whole number"),
        _part(data, "edition", _is_text, "a name"),
        _part(data, "first", lambda f: f is None or _is_number(f), "a seat", None),
        _part(data, "pool", _all(_is_text), "factions", ()),
        _part(data, "same_faction", _is_flag, "true or false", False),
        _part(data, "ask_everyone", _is_flag, "true or false", False),
        _part(data, "box", _all(_is_text), "factions", box),
        _part(data, "draws", _is_number, "a whole number", 0),
        _part(data, "bans", _is_number, "a whole number", 0),
    )


_NEEDED: Any = object()


def _part(
    data: dict[str, Any],
    name: str,
    fits: Callable[[Any], bool],
    what: str,
    default: Any = _NEEDED,
) -> Any:
    """A part of the data, checked; `ValueError` says what is wrong with it."""
    found = data.get(name, default)
    if found is _NEEDED:
        raise ValueError(f"it has no {name!r}")
    if not fits(found):
        raise ValueError(f"{name!r} must be {what}, not {_shortened(found)}")
    return found


def _shortened(found: object) -> str:
    text = json.dumps(found)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == DIGITS


def _all(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is a list of such ones."""
    return lambda value: isinstance(value, (list, tuple)) and all(map(fits, value))


def _checksum(body: dict[str, Any]) -> str:
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(canonical.encode(), digest_size=16).hexdigest()


def _cause(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
