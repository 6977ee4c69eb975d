"""The sentences that players are told, found in the source: what a translator needs.

A sentence is a string where `Sentence` or `Phrase` is declared (`model/words.py`): an argument of
such a parameter, a constant, or what a function gives. A sentence that is put together from pieces
is refused, since no table of sentences could hold it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from smashup.model.errors import SmashUpError

SOURCE = Path(__file__).parent
DECLARED = frozenset({"Sentence", "Phrase"})

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_GAP = re.compile(r"\{(\w+)\}")


class Unsayable(SmashUpError):
    """A sentence that is put together from pieces; the message says where."""


class Found(NamedTuple):
    """A sentence, what fills its gaps, and where it is said: file and line."""

    sentence: str
    values: tuple[str, ...]
    places: tuple[str, ...]


def sentences(*folders: Path) -> list[Found]:
    """Every sentence in these folders of Python files (of the package, if none is named), sorted.

    What has no words besides its gaps is the same in every language and left out.
    """
    roots = folders or (SOURCE,)
    modules = [_Module(path, root) for root in roots for path in sorted(root.rglob("*.py"))]
    signatures = _own_signatures() | _signatures(modules)
    places: dict[str, list[str]] = {}
    for module in modules:
        for sentence, line in _Reader(module, signatures).read():
            places.setdefault(sentence, []).append(f"{module.name}:{line}")
    return [
        Found(sentence, values_of(sentence), tuple(dict.fromkeys(places[sentence])))
        for sentence in sorted(places)
        if re.search("[A-Za-z]", _GAP.sub("", sentence))
    ]


def values_of(sentence: str) -> tuple[str, ...]:
    """The names of a sentence's gaps.

    >>> values_of("Move {minion} to {base}?")
    ('minion', 'base')
    """
    return tuple(dict.fromkeys(_GAP.findall(sentence)))


# -- reading the source ------------------------------------------------------------------------


class _Module:
    """A file, parsed."""

    def __init__(self, path: Path, root: Path) -> None:
        self.name = path.relative_to(root).as_posix()
        self.tree = ast.parse(path.read_text(encoding="utf-8"), str(path))


class _Signature(NamedTuple):
    """The parameters of something that is called, in order, and those that are sentences."""

    parameters: list[str]
    declared: frozenset[str]


def _declares(annotation: ast.expr | None) -> bool:
    """Whether an annotation names a sentence anywhere in it."""
    if annotation is None:
        return False
    names = (
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(annotation)
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return not DECLARED.isdisjoint(names)


def _signatures(modules: Iterable[_Module]) -> dict[str, list[_Signature]]:
    """What can be called with a sentence, by its name."""
    found: dict[str, list[_Signature]] = {}
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, _FUNCTIONS) and node.name != "__init__":  # called by its class
                _note(found, node.name, _of_function(node))
            elif isinstance(node, ast.ClassDef):
                _note(found, node.name, _of_class(node))
    return found


@cache
def _own_signatures() -> dict[str, list[_Signature]]:
    """Those of the package itself, which all others call."""
    return _signatures(_Module(path, SOURCE) for path in sorted(SOURCE.rglob("*.py")))


def _note(found: dict[str, list[_Signature]], name: str, signature: _Signature) -> None:
    if signature.declared:
        found.setdefault(name, []).append(signature)


def _of_function(function: _Function) -> _Signature:
    arguments = [*function.args.posonlyargs, *function.args.args]
    if arguments and arguments[0].arg == "self":
        arguments = arguments[1:]
    everything = [*arguments, *function.args.kwonlyargs]
    declared = frozenset(a.arg for a in everything if _declares(a.annotation))
    return _Signature([a.arg for a in arguments], declared)


def _of_class(definition: ast.ClassDef) -> _Signature:
    """By its `__init__`, or by its fields."""
    for node in definition.body:
        if isinstance(node, _FUNCTIONS) and node.name == "__init__":
            return _of_function(node)
    fields = [
        (node.target.id, node.annotation)
        for node in definition.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    declared = frozenset(name for name, annotation in fields if _declares(annotation))
    return _Signature([name for name, _ in fields], declared)


class _Reader:
    """Finds the sentences of one file."""

    def __init__(self, module: _Module, signatures: dict[str, list[_Signature]]) -> None:
        self._module = module
        self._signatures = signatures
        self._looked_up: set[tuple[int, str]] = set()

    def read(self) -> Iterator[tuple[str, int]]:
        """Each sentence with its line."""
        yield from self._walk(self._module.tree, (self._module.tree,))

    def _walk(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[str, int]]:
        for expression in self._said_by(node, scopes[-1]):
            self._looked_up.clear()
            yield from self._strings(expression, scopes)
        inner = (*scopes, node) if isinstance(node, _FUNCTIONS) else scopes
        for child in ast.iter_child_nodes(node):
            yield from self._walk(child, inner)

    def _said_by(self, node: ast.AST, scope: ast.AST) -> Iterator[ast.expr]:
        """The expressions at this node that must be sentences."""
        if isinstance(node, ast.Call):
            yield from self._arguments(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            if _declares(node.annotation):
                yield node.value
        elif isinstance(node, ast.Return) and node.value is not None:
            if isinstance(scope, _FUNCTIONS) and _declares(scope.returns):
                yield node.value
        elif isinstance(node, ast.arguments):
            given = [*node.posonlyargs, *node.args]
            for argument, value in zip(reversed(given), reversed(node.defaults), strict=False):
                if _declares(argument.annotation):
                    yield value

    def _arguments(self, call: ast.Call) -> Iterator[ast.expr]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        name = call.func.id if isinstance(call.func, ast.Name) else name
        for parameters, declared in self._signatures.get(name, ()):
            for parameter, argument in zip(parameters, call.args, strict=False):
                if isinstance(argument, ast.Starred):
                    break
                if parameter in declared:
                    yield argument
            yield from (k.value for k in call.keywords if k.arg in declared)

    # -- what an expression can be -----------------------------------------------------

    def _strings(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[str, int]]:
        """The strings that an expression can be, as far as the source shows it."""
        match node:
            case ast.Constant(value=str(sentence)):
                if sentence:
                    yield sentence, node.lineno
            case ast.JoinedStr():
                raise Unsayable(
                    f"{self._module.name}:{node.lineno}: a sentence is put together from pieces. "
                    'Give what varies a name: Words("Move {minion}?", minion=…).'
                )
            case ast.Name(id=name):
                yield from self._assigned(name, scopes)
            case ast.IfExp(body=first, orelse=second):
                yield from self._each([first, second], scopes)
            case ast.BoolOp(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                yield from self._each(parts, scopes)
            case ast.Dict(values=parts):
                yield from self._each(parts, scopes)
            case ast.BinOp(left=first, right=second):
                yield from self._each([first, second], scopes)
            case ast.Subscript(value=part):
                yield from self._strings(part, scopes)
            case ast.ListComp(elt=part, generators=rounds):
                yield from self._strings(part, scopes)
                yield from self._each([each.iter for each in rounds], scopes)

    def _each(
        self, nodes: Iterable[ast.AST], scopes: tuple[ast.AST, ...]
    ) -> Iterator[tuple[str, int]]:
        for node in nodes:
            yield from self._strings(node, scopes)

    def _assigned(self, name: str, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[str, int]]:
        """What a name is given in the functions around it, or else in the module."""
        for depth in range(len(scopes), 0, -1):
            scope = scopes[depth - 1]
            if (id(scope), name) in self._looked_up:
                return
            self._looked_up.add((id(scope), name))
            values = list(_values_of_name(name, scope))
            if values:
                yield from self._each(values, scopes[:depth])
                return


def _values_of_name(name: str, scope: ast.AST) -> Iterator[ast.AST]:
    """The expressions that a name is set to, or that are appended to it."""
    nodes = ast.walk(scope) if isinstance(scope, _FUNCTIONS) else ast.iter_child_nodes(scope)
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from (v for t, v in zip(targets, values, strict=False) if _is(t, name))
            case ast.Assign(targets=targets, value=value):
                yield from (value for target in targets if _is(target, name))
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _is(target, name):
                yield value
            case ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[value]):
                if _is(owner, name):
                    yield value


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
