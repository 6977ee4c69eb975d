"""Writes the lists of docs/card-language.md: all that cards can ask, do, wait for and be hung with.

    python scripts/card_language.py            write the lists
    python scripts/card_language.py --check    write nothing; exit 1 if they are out of date

They are made of the signatures and docstrings in the sources. Of the rules they hold what the cards
of the box and of examples/ use.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from making.files import filled, write_or_check
from smashup.engine.rules import Rules
from smashup.packs.checking import CALLED

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "smashup"
PAGE = ROOT / "docs" / "card-language.md"
CARD_FILES = (PACKAGE / "cards", ROOT / "examples")
COMMAND = "make language"

VERB, AT_ONCE, ANSWER = "verb", "at once", "answer"
#: How the three are told apart on the page.
TITLES = {
    VERB: "Verbs, carried out by `yield from`:",
    AT_ONCE: "Plain functions that act at once, without `yield from`:",
    ANSWER: "Plain functions that answer:",
}
#: The lists of the page, and the layers of the rules whose functions are in each.
CHAPTERS = {
    "asking": ("Asking", "Resolution"),
    "cards in play": ("Effects", "Numbers", "Settling"),
    "piles": ("Piles", "Zones"),
    "bases": ("Bases", "ScoringBases"),
    "playing": ("Playing", "Plays"),
    "burying and duels": ("Burying", "Dueling"),
    "looking": ("Table", "Powers", "Happening"),
}


class Entry(NamedTuple):
    """One function of the rules."""

    name: str
    kind: str
    call: str  # as it is written in a card, with the types of what it takes and gives
    text: str

    def lines(self) -> Iterator[str]:
        """As an item of a list."""
        yield f"- `{self.call}`  "
        yield from _indented(self.text)


# --- What there is ----------------------------------------------------------------------------


def used_by_cards() -> set[str]:
    """The names of all that cards ask of `g`."""
    return {
        node.attr
        for folder in CARD_FILES
        for path in folder.rglob("*.py")
        for node in ast.walk(_parse(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "g"
    }


def entries() -> dict[str, list[Entry]]:
    """All that cards use, by the layer of the rules it is of, in the order of the sources."""
    used = used_by_cards()
    found: dict[str, list[Entry]] = {}
    for layer in Rules.__mro__[:-1]:
        mine = [name for name in vars(layer) if name in used]
        used.difference_update(mine)
        methods = _methods(layer) if mine else {}
        listed = [_entry(node) for name, node in methods.items() if name in mine]
        if listed:
            found[layer.__name__] = listed
    if used:
        raise SystemExit(f"Cards use what the rules do not have: {', '.join(sorted(used))}.")
    return found


def _methods(layer: type) -> dict[str, ast.FunctionDef]:
    path = ROOT / "src" / Path(*layer.__module__.split(".")).with_suffix(".py")
    return _functions(_class_in(path, layer.__name__).body)


def _class_in(path: Path, name: str) -> ast.ClassDef:
    found = (node for node in _parse(path).body if isinstance(node, ast.ClassDef))
    return next(node for node in found if node.name == name)


def _functions(body: Iterable[ast.stmt]) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _entry(node: ast.FunctionDef) -> Entry:
    gives = ast.unparse(node.returns) if node.returns is not None else "None"
    kind = VERB if gives.startswith("Ability[") else AT_ONCE if gives == "None" else ANSWER
    if kind == VERB:
        gives = gives.removeprefix("Ability[").removesuffix("]")
    is_property = any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)
    call = f"g.{node.name}" + ("" if is_property else f"({_arguments(node)})")
    before = "yield from " if kind == VERB else ""
    after = "" if gives == "None" else f" -> {gives}"
    return Entry(node.name, kind, f"{before}{call}{after}", _docstring(node))


def _arguments(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).partition("self")[2].removeprefix(", ")
    return arguments.replace("=", " = ")


def _docstring(node: ast.FunctionDef | ast.ClassDef) -> str:
    text = ast.get_docstring(node)
    if not text:
        raise SystemExit(f"{node.name} has no docstring: say there what a card's author needs.")
    return text


# --- The lists --------------------------------------------------------------------------------


def chapter(name: str) -> Iterator[str]:
    """The functions of some layers: verbs, then what acts at once, then what answers."""
    known = entries()
    unplaced = set(known) - {layer for layers in CHAPTERS.values() for layer in layers}
    if unplaced:
        raise SystemExit(f"No chapter has the layers {', '.join(sorted(unplaced))}.")
    mine = [entry for layer in CHAPTERS[name] for entry in known.get(layer, ())]
    for kind, title in TITLES.items():
        listed = [entry for entry in mine if entry.kind == kind]
        if listed:
            yield from ("", title, "")
            for entry in listed:
                yield from entry.lines()
    yield ""


def hooks() -> Iterator[str]:
    """All that can be hung on a card, as it is written over a function or by itself."""
    yield ""
    for name, node in _functions(_class_in(PACKAGE / "model" / "card.py", "Card").body).items():
        if name.startswith("_") or name == "is_continuous":
            continue
        gives = ast.unparse(node.returns) if node.returns is not None else ""
        if gives == "None":
            yield f"- `card.{name}({_arguments(node)})`  "
        elif name in CALLED:
            hung = re.findall(r"\w+", gives)[1]
            yield f"- `@card.{name}({_arguments(node)})`, shape `{hung}`  "
        else:
            yield f"- `@card.{name}`, shape `{gives}`  "
        yield from _indented(_docstring(node))
    yield ""


def shapes() -> Iterator[str]:
    """What the functions that are hung on cards are given, and what they give."""
    yield from ("", "| shape | is given | gives |", "|---|---|---|")
    source = (PACKAGE / "model" / "card.py").read_text(encoding="utf-8")
    for name, shape, given in re.findall(
        r"^    (\w+): TypeAlias = Callable\[(.*?)\]  # ([^\n]*)$", source, re.DOTALL | re.MULTILINE
    ):
        gives = " ".join(shape.split()).rpartition("], ")[2].replace("|", "\\|")
        yield f"| `{name}` | `({given})` | `{gives}` |"
    yield ""


def events() -> Iterator[str]:
    """The kinds of event that abilities can wait for."""
    yield from ("", "| kind | what happened |", "|---|---|")
    source = (PACKAGE / "model" / "event.py").read_text(encoding="utf-8")
    for text, name in re.findall(r"^#: (.+)\n([A-Z_]+): Final = ", source, re.MULTILINE):
        yield f"| `{name}` | {text} |"
    yield ""


def conditions() -> Iterator[str]:
    """The functions that many cards give as `when=` or `seats=`."""
    yield from ("", "| function | what it says |", "|---|---|")
    for name, node in _functions(_parse(PACKAGE / "cards" / "conditions.py").body).items():
        gives = ast.unparse(node.returns) if node.returns is not None else ""
        last = node.args.args[-1].annotation
        given = ast.unparse(last) if last is not None else ""
        use = {"list[Seat]": "`seats=`", "bool": "`when=`"}[gives] if given == "Event" else ""
        text = " ".join(_docstring(node).split())
        yield f"| `{name}`{f' ({use})' if use else ''} | {text} |"
    yield ""


def _indented(text: str) -> Iterator[str]:
    """A docstring below the item that it is of; what is indented in it is code."""
    for block in text.split("\n\n"):
        if block.startswith("    "):
            lines = ["", "```python", *(line[4:] for line in block.splitlines()), "```"]
        else:
            lines = [" ".join(block.split())]
        yield from (f"  {line}".rstrip() for line in lines)


# --- The command ------------------------------------------------------------------------------


def page(text: str) -> str:
    """docs/card-language.md with its lists made anew."""
    lists = {name: (lambda name=name: chapter(name)) for name in CHAPTERS}
    made = {"hooks": hooks, "shapes": shapes, "events": events, "conditions": conditions}
    return filled(text, {**lists, **made}, PAGE, COMMAND)


def main() -> int:
    """Run the command."""
    return write_or_check({PAGE: page}, ROOT, "the code of rules and cards", COMMAND, __doc__ or "")


if __name__ == "__main__":
    sys.exit(main())
