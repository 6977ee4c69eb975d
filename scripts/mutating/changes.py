"""Finds the small changes that can be made to a source file.

A change replaces one piece of the text and leaves the rest as it is. It is made where a slip of the
hand would be: a comparison, a number, a truth value, a condition, a statement or an argument left
out, one verb for its neighbour. Words for people are left alone (prompts, messages, rulings), and
so are types, assertions and the printed numbers of a card, which a test compares one by one.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
NEIGHBOURS = {
    "choose": "may_choose",
    "may_choose": "choose",
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
    "of": "not_of",
    "not_of": "of",
}
SEATS = {"you", "seat", "other", "owner", "holder", "controller", "by"}
FOR_PEOPLE = {"text", "rulings", "prompt", "word", "label"}
PRINTED = {"power", "copies", "breakpoint", "vp"}  # compared by tests/cards/test_sheets.py
UNTOUCHED_FUNCTIONS = re.compile(r"__(repr|str|hash)__|.*(word|prompt|label).*")
UNTOUCHED_STATEMENTS = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)
TEXTS = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)


@dataclass(frozen=True)
class Change:
    """One piece of a file replaced by another text; offsets are in bytes."""

    path: Path
    function: str  # where it is, as in `Class.method`; empty outside of all
    line: int
    start: int
    end: int
    new: str
    key: str = ""  # tells it from all others, as long as its lines stay as they are

    def apply(self, source: bytes) -> bytes:
        """The source with the change made."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def changes_of(path: Path, name: str) -> list[Change]:
    """All changes that can be made to a file, in the order of its text; `name` goes into keys."""
    source = path.read_bytes()
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return list(_with_keys(finder.found, source, name))


def _with_keys(found: Sequence[Change], source: bytes, name: str) -> Iterator[Change]:
    """A key is made of the lines before and after, so other changes to the file keep it."""
    seen: Counter[str] = Counter()
    for change in sorted(found, key=lambda c: (c.start, c.end, c.new)):
        first = source.rfind(b"\n", 0, change.start) + 1
        last = source.find(b"\n", change.end)
        before = source[first:last]
        after = before[: change.start - first] + change.new.encode() + before[change.end - first :]
        words = f"{name}/{change.function}/{before.decode()}/{after.decode()}"
        seen[words] += 1
        digest = hashlib.sha256(f"{words}/{seen[words]}".encode()).hexdigest()
        yield replace(change, key=digest[:10])


class _Finder(ast.NodeVisitor):
    """Walks through a file and collects changes."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path = path
        self.source = source
        self.found: list[Change] = []
        self.within: list[str] = []
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    # -- places in the text ------------------------------------------------------------

    def start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def whole(self, node: ast.expr) -> tuple[int, int]:
        """Where an operand begins and ends, with the brackets around it."""
        start, end = self.start(node), self.end(node)
        while True:
            before = self.source[:start].rstrip()
            after = self.source[end:].lstrip()
            if not (before.endswith(b"(") and after.startswith(b")")):
                return start, end
            start, end = len(before) - 1, len(self.source) - len(after) + 1

    def change(self, start: int, end: int, new: str) -> None:
        line = self.source.count(b"\n", 0, start) + 1
        self.found.append(Change(self.path, ".".join(self.within), line, start, end, new))

    def change_between(self, left: int, right: int, old: str, new: str) -> None:
        """Replaces the first `old` (a pattern) between two places."""
        place = re.search(old.encode(), self.source[left:right])
        if place is not None:
            self.change(left + place.start(), left + place.end(), new)

    # -- what contains other things ----------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, UNTOUCHED_STATEMENTS):
            return
        if isinstance(node, ast.stmt):
            self._leave_out(node)
        super().visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_named(node, [*node.decorator_list, *node.body])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if UNTOUCHED_FUNCTIONS.fullmatch(node.name):
            return
        defaults = [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
        self._visit_named(node, [*node.decorator_list, *defaults, *node.body])
        if isinstance(node.returns, ast.Name) and node.returns.id == "bool":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    self._negate(inner.value)

    def _visit_named(self, node: ast.ClassDef | ast.FunctionDef, parts: Sequence[ast.AST]) -> None:
        name = node.name
        if name == "_" and node.decorator_list:  # a card's ability: named by its card and moment
            first = node.decorator_list[0]
            name = ast.unparse(first.func if isinstance(first, ast.Call) else first)
        self.within.append(name)
        for part in parts:
            self.visit(part)
        self.within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if not names or not names[0].startswith("__"):  # __slots__, __all__
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people."""

    # -- conditions --------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self._negate(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)
            self.generic_visit(node)
        else:
            for statement in node.body:
                self.visit(statement)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        """The opposite; of a comparison or a `not` that is among the changes anyway."""
        if isinstance(test, ast.Compare | ast.UnaryOp | ast.Constant):
            return
        start, end = self.whole(test)
        self.change(start, end, f"(not ({self.source[start:end].decode()}))")

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            old, others = COMPARISONS[type(op)]
            for new in others:
                self.change_between(self.end(left), self.start(right), old, new)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        places = [self.whole(value) for value in node.values]
        for (_, before), (after, _) in pairwise(places):
            self.change_between(before, after, rf"\b{old}\b", new)
        for (start, _), (after, _) in pairwise(places):
            self.change(start, after, "")
        self.change(places[-2][1], places[-1][1], "")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        value = node.operand
        if isinstance(node.op, ast.Not):
            self.change(self.start(node), self.whole(value)[0], "")
        elif isinstance(value, ast.Constant) and value.value == 1:
            self.change(self.start(node), self.end(node), "0")  # -1 is nobody, 0 is somebody
            return
        self.generic_visit(node)

    # -- values ------------------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.change(self.start(node), self.end(node), str(not value))
        elif isinstance(value, int):
            for new in (value + 1, value - 1) if value > 0 else (value + 1,):
                self.change(self.start(node), self.end(node), str(new))

    def visit_List(self, node: ast.List) -> None:
        self._empty(node, bool(node.elts))

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._empty(node, True)

    def _empty(self, node: ast.List | ast.ListComp, filled: bool) -> None:
        if filled:
            self.change(self.start(node), self.end(node), "[]")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        words = isinstance(node.left, TEXTS) or isinstance(node.right, TEXTS)
        if type(node.op) in OPERATORS and not words:
            old, new = OPERATORS[type(node.op)]
            self.change_between(self.end(node.left), self.start(node.right), re.escape(old), new)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        words = isinstance(node.value, TEXTS)
        if type(node.op) in OPERATORS and not words:
            old, new = OPERATORS[type(node.op)]
            self.change_between(self.end(node.target), self.start(node.value), re.escape(old), new)
        self.generic_visit(node)

    # -- calls -------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        self._rename(node.func)
        for left, right in pairwise(node.args):
            if _is_seat(left) and _is_seat(right):
                text = self.source[self.end(left) : self.start(right)].decode()
                new = ast.unparse(right) + text + ast.unparse(left)
                self.change(self.start(left), self.end(right), new)
        self.visit(node.func)
        for value in node.args:
            self.visit(value)
        makes_a_card = any(keyword.arg == "text" for keyword in node.keywords)
        for keyword in node.keywords:
            if keyword.arg in FOR_PEOPLE or (makes_a_card and keyword.arg in PRINTED):
                continue
            self._drop(node, keyword)
            if keyword.arg in NEIGHBOURS:
                start = self.start(keyword)
                self.change(start, start + len(keyword.arg), NEIGHBOURS[keyword.arg])
            self.visit(keyword.value)

    def _rename(self, function: ast.expr) -> None:
        name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
        if name in NEIGHBOURS:
            end = self.end(function)
            self.change(end - len(name), end, NEIGHBOURS[name])

    def _drop(self, call: ast.Call, keyword: ast.keyword) -> None:
        """Leaves a named argument out, with the comma before it or after it."""
        start, end = self.start(keyword), self.whole(keyword.value)[1]
        given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        place = given.index(keyword)
        if place + 1 < len(given):
            end = self.start(given[place + 1])
        elif place > 0:
            start = self.source.rfind(b",", 0, start)
        elif self.source[end:].lstrip().startswith(b","):
            end = self.source.index(b",", end) + 1
        self.change(start, end, "")

    # -- statements --------------------------------------------------------------------

    def _leave_out(self, node: ast.stmt) -> None:
        """Nothing in the place of a statement whose absence nobody but a test would notice."""
        instead = "pass"
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.YieldFrom):
                instead = "yield from ()"  # it stays a generator
            elif not isinstance(node.value, ast.Call):
                return
        elif isinstance(node, ast.Assign):
            if not isinstance(node.targets[0], ast.Attribute | ast.Subscript):
                return
        elif not isinstance(node, ast.AugAssign | ast.Delete | ast.Continue | ast.Break):
            if not (isinstance(node, ast.Return) and self._is_early(node)):
                return
        self.change(self.start(node), self.end(node), instead)

    def _is_early(self, node: ast.Return) -> bool:
        """Whether a return leaves out what comes below it, and that is not the `yield` alone."""
        rest = self.source[self.end(node) :].split(b"\n", 2)
        below = rest[1] if len(rest) > 1 else b""
        indent = len(below) - len(below.lstrip())
        return bool(below.strip()) and indent > 0 and below.strip() != b"yield"


def _is_seat(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in SEATS
