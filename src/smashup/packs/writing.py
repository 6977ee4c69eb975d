"""Writing a new pack to begin with: a faction with one worked example of each kind of card."""

from __future__ import annotations

import keyword
import re
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from smashup.cards.registry import CARDS, FACTIONS
from smashup.model.errors import SmashUpError
from smashup.model.pack import LONGEST_NAME

TEMPLATE = files("smashup.packs") / "template"
ENDING = ".txt"  # of all files of the template, so that nothing takes them for the real thing


def write_pack(faction: str, folder: Path | None = None) -> Path:
    """Writes a pack with this faction into a folder, by default one of its name, and gives it.

    `SmashUpError` if the faction cannot be named so, or something is in the folder already.
    """
    words = _words(faction)
    target = folder or Path(words["module"])
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SmashUpError(f"{target} is there already: name another folder with --into.")
    try:
        _write(TEMPLATE, target, words)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SmashUpError(f"The pack could not be written into {target}: {reason}.") from error
    return target


def _words(faction: str) -> dict[str, str]:
    """What stands for the words with a $ in the template."""
    faction = " ".join(faction.split())
    if not re.fullmatch(r"[^\W\d_](?:[^\W_]|[ '’-])*", faction) or len(faction) > LONGEST_NAME:
        raise SmashUpError(
            f"A faction cannot be named {faction!r} here: begin with a letter, and use letters,"
            f" digits, spaces, ' and -, at most {LONGEST_NAME}."
            " You can change its name afterwards."
        )
    taken = (*FACTIONS, *(card.name for card in CARDS))
    if faction.lower() in map(str.lower, taken):
        raise SmashUpError(f"There is something named {faction} already: choose another name.")
    slug = _slug(faction)
    with_article = faction.lower().startswith("the ")
    return {
        "faction": faction,
        "slug": slug,
        "module": _module(slug.replace("-", "_")),
        "of": f"of {faction}" if with_article else f"of the {faction}",
    }


def _slug(faction: str) -> str:
    """The name as packages may have it: `Les Évadés` is `les-evades`."""
    plain = unicodedata.normalize("NFKD", faction.lower()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return slug if slug[:1].isalpha() else f"new-faction-{slug}".strip("-")


def _module(name: str) -> str:
    """The name in code, made longer if Python, a package or the template has it already."""
    code = (TEMPLATE / "package" / "faction.py.txt").read_text(encoding="utf-8")
    used = re.search(rf"\b{name}\b", code) or keyword.iskeyword(name) or find_spec(name)
    return f"{name}_faction" if used else name


def _write(source: Traversable, target: Path, words: dict[str, str]) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for part in source.iterdir():
            _write(part, target / _renamed(part.name, words["module"]), words)
        return
    text = Template(source.read_text(encoding="utf-8")).substitute(words)
    target.write_text(text, encoding="utf-8")


def _renamed(name: str, module: str) -> str:
    """The package and the faction's files bear the faction's name."""
    name = module if name == "package" else name.removesuffix(ENDING)
    return name.replace("faction.", f"{module}.")
