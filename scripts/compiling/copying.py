"""The copy of the sources that is compiled: the same program, said in the way the compiler likes.

What is changed on the way costs the sources nothing and makes the compiled engine faster. What each
change brings is in bench/README.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

#: Made and read all the time: as classes of the compiler's own, without what Python makes of them.
NATIVE = frozenset(
    {
        "Cause",
        "Doing",
        "Lasting",
        "Option",
        "Payment",
        "Pending",
        "Permission",
        "Played",
        "Reaction",
        "Use",
    }
)
#: Hold nothing that could hold them, so the collector need not look at them.
ACYCLIC = (NATIVE - {"Pending", "Reaction", "Use"}) | {
    "Checkpoint",
    "Decision",
    "Event",
    "Needless",
    "Place",
    "Scoring",
    "State",
    "Words",
}
#: Where columns are given out or read in bulk.
KNOWN_COLUMNS = frozenset({"encoding/reading.py", "engine/game.py", "engine/observation.py"})
CONSTANT = re.compile(r"^(_?[A-Z][A-Z_]+)(?:: ([^=]+?))? = (?=\S)", re.M)
COUNTED = re.compile(r"^\(?\s*((?:[A-Z_]+,\s+)+[A-Z_]+),?\s*\)? = range\(\w+\)$", re.M)
HELP = """
from collections.abc import Iterator as _Iterator
from typing import Any as _Any
from typing import Final as _Final
from typing import TYPE_CHECKING as _TYPE_CHECKING
if _TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
"""


def copy_sources(sources: Path, copy: Path) -> None:
    """Brings the copy up to date; files that did not change are not touched."""
    wanted = {path.relative_to(sources): path for path in sources.rglob("*.py")}
    for name, path in wanted.items():
        _write(copy / name, prepared(name, path.read_text("utf-8")))
    for path in copy.rglob("*.py"):
        if path.relative_to(copy) not in wanted:
            path.unlink()


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def prepared(name: Path, text: str) -> str:
    """A file as it is in the copy; `name` is its path within the package."""
    if name.as_posix() == "model/chance.py":
        return Path(__file__).with_name("chance.py").read_text("utf-8")
    if name.as_posix() in KNOWN_COLUMNS:
        text = with_known_columns(text)
    if name.stem == "__init__" or name.parts[0] not in ("model", "engine", "cards", "players"):
        return text
    if name.parts[0] == "cards" and len(name.parts) > 2:
        return with_named_abilities(text)
    if name.as_posix() == "model/record.py":
        text = without_type_checking(text)
    return with_native_classes(with_constants(text))


def with_known_columns(text: str) -> str:
    """A file in which columns are said to be what they are: a state.

    To who only reads, they are a protocol; the compiler then looks each column up by its name.
    """
    promised, kept = "smashup.model.columns import Columns\n", "smashup.model.state import State"
    assert promised in text
    return text.replace(promised, f"{kept} as Columns\n")


def without_type_checking(text: str) -> str:
    """The file of `record` without its word to the type checker, which would be noted on the
    function: one of the compiler's takes no notes, and in the copy no class is made by it."""
    told = "@dataclass_transform(frozen_default=True)\n"
    assert told in text
    return text.replace(told, "")


def with_named_abilities(text: str) -> str:
    """A card file in which each `def _(…)` has a name of its own, made of its line.

    Without that the compiler makes one function of all of them.

    >>> with_named_abilities("@scout.on_play\\ndef _(g, me, you): ...")
    '@scout.on_play\\ndef _line_2(g, me, you): ...'
    """
    return "\n".join(
        re.sub(r"^def _\(", f"def _line_{number}(", line)
        for number, line in enumerate(text.split("\n"), 1)
    )


def with_constants(text: str) -> str:
    """A module whose constants are known to be such, so that they are not looked up.

    >>> with_constants("HAND, DECK = range(2)\\nFREE: list[int] = []")
    'HAND: _Final = 0\\nDECK: _Final = 1\\nFREE: _Final[list[int]] = []'
    """

    def counted(found: re.Match[str]) -> str:
        names = re.split(r",\s+", found[1])
        return "\n".join(f"{name} = {number}" for number, name in enumerate(names))

    def final(found: re.Match[str]) -> str:
        name, kind = found[1], found[2]
        if kind is not None and kind.startswith(("TypeAlias", "Final")):
            return found[0]
        return f"{name}: _Final[{kind}] = " if kind else f"{name}: _Final = "

    return CONSTANT.sub(final, COUNTED.sub(counted, text))


def with_native_classes(text: str) -> str:
    """A module whose records are the compiler's own classes, and whose classes can be pickled where
    needed."""
    lines = text.split("\n")
    tree = ast.parse(text)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in reversed(classes):
        if node.name in NATIVE:
            lines[_first_line(node) - 1 : node.end_lineno] = _native(node, text, lines)
        if node.name in ACYCLIC:
            lines.insert(_first_line(node) - 1, "@mypyc_attr(acyclic=True)")
    lines.insert(_head(tree), HELP)
    return "\n".join(lines)


def _first_line(node: ast.ClassDef | ast.FunctionDef) -> int:
    """Where it begins, with what stands above it."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _head(tree: ast.Module) -> int:
    """The number of lines before the first one that does something."""
    last = 0
    for node in tree.body:
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not future and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
        last = node.end_lineno or last
    return last


def _native(node: ast.ClassDef, text: str, lines: list[str]) -> list[str]:
    """A class that can be made, read, compared, taken apart and varied as the record can."""
    fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
    names = [field.target.id for field in fields if isinstance(field.target, ast.Name)]
    own = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    new = [f"class {node.name}:", f'    """{ast.get_docstring(node)}"""']
    new += _making(fields, names, text)
    new += _comparing(node.name, names, hashed=all(part.name != "__hash__" for part in own))
    for part in own:
        new += ["", *lines[_first_line(part) - 1 : part.end_lineno]]
    return new


def _values(fields: list[str]) -> str:
    return "(" + "".join(f"self.{field}, " for field in fields) + ")"


def _making(fields: list[ast.AnnAssign], names: list[str], text: str) -> Iterator[str]:
    yield "    def __init__(self,"
    for name, field in zip(names, fields, strict=True):
        kind = ast.get_source_segment(text, field.annotation)
        default = f" = {ast.get_source_segment(text, field.value)}" if field.value else ""
        yield f"        {name}: {kind}{default},"
    yield "    ) -> None:"
    yield from (f"        self.{name} = {name}" for name in names)


def _comparing(name: str, fields: list[str], hashed: bool) -> Iterator[str]:
    values = _values(fields)
    alike = " and ".join(f"self.{field} == other.{field}" for field in fields)
    shown = ", ".join(f"{field}={{self.{field}!r}}" for field in fields)
    varied = ", ".join(f'changes.pop("{field}", self.{field})' for field in fields)
    yield from (
        "    def __iter__(self) -> _Iterator[_Any]:",
        f"        return iter({values})",
        "    def __eq__(self, other: object) -> bool:",
        f"        return self is other or (isinstance(other, {name}) and {alike})",
        "    def __reduce__(self) -> tuple[_Any, ...]:",
        f"        return {name}, {values}",
        "    def __repr__(self) -> str:",
        f'        return f"{name}({shown})"',
        f"    def _replace(self, **changes: _Any) -> {name}:",
        f"        new = {name}({varied})",
        "        assert not changes, changes",
        "        return new",
    )
    if hashed:
        yield "    def __hash__(self) -> int:"
        yield f"        return hash({values})"
