"""How a pack looks: the colours of its factions and the icons of its cards, from `looks.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from smashup.packs.errors import BadPack

TABLE, CREAM, BLACK = "#1a2430", "#fbf6e9", "#1c1a17"  # what stands beside a faction's colours
READABLE = 4.5  # the contrast of words (WCAG 2, level AA)
COLOURS = ("ink", "bright", "soft")
VIEW_BOX = "0 0 512 512"
#: The black square behind the icon in files as game-icons.net gives them.
BACKGROUND = "M0 0h512v512H0z"
_PATH = "{http://www.w3.org/2000/svg}path"


class Look:
    """A faction's colours, its emblem, and which icon each of its cards and bases has.

    `ink` is dark: it stands on a cream card, and cream words stand on it. `bright` is light and
    stands on the dark table. `soft` is a pale wash on a card, under words.
    """

    def __init__(self, entry: dict[str, Any], folder: Path) -> None:
        self.ink: str = entry["ink"]
        self.bright: str = entry["bright"]
        self.soft: str = entry["soft"]
        self.emblem: str = entry["emblem"]
        self.icons: dict[str, str] = entry["icons"]
        self._folder = folder

    @property
    def emblem_path(self) -> str:
        """The emblem as the data of a path."""
        return read_icon(icon_file(self._folder, self.emblem))

    def paths(self) -> dict[str, str]:
        """The icons of its cards and bases, as the data of paths in a square of 512."""
        return {
            thing: read_icon(icon_file(self._folder, icon)) for thing, icon in self.icons.items()
        }


def looks_file(folder: Path) -> Path:
    """Where a pack says how it looks."""
    return folder / "looks.json"


def icon_file(folder: Path, icon: str) -> Path:
    """Where an icon lies in a pack's folder."""
    return folder / "icons" / f"{icon}.svg"


def read_looks(folder: Path) -> dict[str, Look]:
    """How each faction of a pack looks; `BadPack` says what in the file is not as it should be."""
    path = looks_file(folder)
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadPack(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise BadPack(f"{path} is not JSON: {error}") from error
    if not isinstance(entries, dict):
        raise BadPack(f"{path}: it should map each faction to its colours and icons")
    reasons = [
        f"{path}, {name}: {wrong}" for name, entry in entries.items() for wrong in _wrong(entry)
    ]
    if reasons:
        raise BadPack(*reasons)
    return {name: Look(entry, folder) for name, entry in entries.items()}


def _wrong(entry: object) -> list[str]:
    if not isinstance(entry, dict):
        return ["it should have ink, bright, soft, emblem and icons"]
    wrong = [
        f"{colour} should be a colour such as #295400, not {entry.get(colour)!r}"
        for colour in COLOURS
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", str(entry.get(colour)))
    ]
    icons = entry.get("icons")
    if not isinstance(entry.get("emblem"), str):
        wrong.append("its emblem should be the name of an icon")
    if not isinstance(icons, dict) or not all(isinstance(icon, str) for icon in icons.values()):
        wrong.append("its icons should map each card and base to the name of an icon")
    return wrong


def read_icon(path: Path) -> str:
    """The drawing in an icon's file, as the data of one path; `BadPack` if it has none for us."""
    try:
        svg = ElementTree.parse(path).getroot()
    except OSError as error:
        raise BadPack(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
    except ElementTree.ParseError as error:
        raise BadPack(f"{path} is not an SVG file: {error}") from error
    if svg.get("viewBox") != VIEW_BOX:
        raise BadPack(f'{path}: the picture should have viewBox="{VIEW_BOX}"')
    paths = [path.get("d", "") for path in svg.iter(_PATH)]
    drawn = [data for data in paths if data and data != BACKGROUND]
    if not drawn:
        raise BadPack(f"{path}: it has no <path>, and other shapes are not drawn")
    return " ".join(drawn)


# -- colours ---------------------------------------------------------------------------------------


def hard_to_read(look: Look) -> Iterator[str]:
    """Which colours stand too little apart for words, a sentence each."""
    pairs = (
        ("ink on a cream card", look.ink, CREAM),
        ("ink on soft", look.ink, look.soft),
        ("black words on soft", BLACK, look.soft),
        ("bright on the dark table", look.bright, TABLE),
    )
    for what, one, other in pairs:
        found = contrast(one, other)
        if found < READABLE:
            yield f"{what} has a contrast of {found:.1f}, at least {READABLE} can be read"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 reckons it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 2)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
