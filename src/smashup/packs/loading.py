"""The packs in the box: which there are, whose a faction is, and how more come in."""

from __future__ import annotations

import logging
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

from smashup.cards import PRINTED
from smashup.cards.registry import find_faction, register, take_out_last
from smashup.model.pack import Pack
from smashup.packs.errors import BadPack
from smashup.packs.finding import forget, installed, read_folder, read_installed

REMEDY = "Name its folder with --pack, or install it."
FOLDERS = "SMASHUP_PACKS"  # the variable that names folders, as PATH does

_LOADED: list[Pack] = list(PRINTED)
_REFUSED: list[Refused] = []
_log = logging.getLogger("smashup.packs")


class Refused(NamedTuple):
    """A pack that was left out: where it is, and all that is wrong with it."""

    where: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"The pack {self.where} is left out:\n  " + "\n  ".join(self.reasons)


def loaded() -> list[Pack]:
    """The packs in the box: the printed sets by year, then all others as they were found."""
    return list(_LOADED)


def refused() -> list[Refused]:
    """The packs that were found and left out, with the reasons."""
    return list(_REFUSED)


def pack_of(faction: str) -> Pack:
    """The pack that a faction (by its name, in any case) comes with; `BadSetup` if none has it."""
    found = find_faction(faction)
    return next(pack for pack in _LOADED if found in pack.factions)


def add(pack: Pack) -> None:
    """Puts a pack into the box: all of it, or with `BadPack` nothing. Once it is there, it may
    come again: that changes nothing."""
    same = [known for known in _LOADED if known.name == pack.name]
    if any(known.folder == pack.folder for known in same):
        return
    if same:
        raise BadPack(
            f"{pack.folder}: there is another pack named {pack.name!r}, of {same[0].folder};"
            " take one of them away, or rename it"
        )
    from smashup.packs.checking import reasons_against  # costs time that few need to spend

    reasons = reasons_against(pack, _LOADED)
    if reasons:
        raise BadPack(*reasons)
    for faction in pack.factions:
        register(faction)
    _LOADED.append(pack)


def load_all() -> None:
    """Puts all packs into the box that are installed or in the folders of `SMASHUP_PACKS`.

    One that is not as it should be is left out and told of (the logger `smashup.packs`).
    """
    for entry in installed():
        _try(f"{entry.name} ({entry.value})", partial(_load_installed, entry))
    for folder in _folders():
        load_or_tell(folder)


def _load_installed(entry: EntryPoint) -> None:
    add(read_installed(entry))


def load(folder: Path | str) -> list[Pack]:
    """Puts the packs of a folder into the box and gives them; `BadPack` if that cannot be.

    The folder joins those of `SMASHUP_PACKS`, so that processes which are started from here,
    to play or to think, have the same box.
    """
    packs = _add_all(read_folder(Path(folder)))
    known = [str(Path(name).resolve()) for name in (*_folders(), str(folder))]
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys(known))
    return packs


def load_or_tell(folder: Path | str) -> None:
    """Like `load`, but packs that cannot be used are left out and told of."""
    _try(str(folder), partial(load, folder))


def options_for(names: Iterable[str]) -> str:
    """What a command needs to find the packs of these names again: ` --pack FOLDER` for each that
    was loaded from a folder, and nothing for all others."""
    wanted = set(names)
    places = [pack.folder for pack in _LOADED if pack.name in wanted]
    folders = [
        folder
        for folder in map(Path, _folders())
        if any(place.is_relative_to(folder.resolve()) for place in places)
    ]
    return "".join(f" --pack {shlex.quote(str(folder))}" for folder in folders)


def missing(names: Iterable[str]) -> str:
    """A sentence that says which packs of these names are not in the box, and how to bring them
    into it; nothing if all are there."""
    absent = sorted(set(names) - {pack.name for pack in _LOADED})
    if not absent:
        return ""
    which = ", ".join(f"the pack {name}" for name in absent)
    return f"It needs what is not in the box here: {which}. {REMEDY}"


def _folders() -> list[str]:
    return [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def _try(where: str, load: Callable[[], object]) -> None:
    try:
        load()
    except BadPack as error:
        _REFUSED.append(Refused(where, error.reasons))
        _log.warning("%s", _REFUSED[-1])


@contextmanager
def for_now(folder: Path | str) -> Iterator[list[Pack]]:
    """Meanwhile the packs of a folder are in the box, as the last ones; `BadPack` if they cannot.

    For tests and checks: what was made of cards of theirs is of no use afterwards.
    """
    before = len(_LOADED)
    packs = _add_all(read_folder(Path(folder)))
    try:
        yield packs
    finally:
        _take_out(packs, before)


def _add_all(packs: list[Pack]) -> list[Pack]:
    """Puts them all into the box, or with `BadPack` none."""
    before = len(_LOADED)
    try:
        for pack in packs:
            add(pack)
    except BadPack:
        _take_out(packs, before)
        raise
    return packs


def _take_out(packs: list[Pack], before: int) -> None:
    """Leaves as many in the box as there were before, and forgets the code of the others."""
    for pack in reversed(_LOADED[before:]):
        for _ in pack.factions:
            take_out_last()
    del _LOADED[before:]
    for pack in packs:
        if pack not in _LOADED:
            forget(pack.folder.name)
