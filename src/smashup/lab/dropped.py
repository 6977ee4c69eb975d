"""Finds verbs that are called and dropped: an ability that forgot its `yield from`.

A verb (`g.destroy(…)`, `g.choose(…)`) is a generator function: calling it only makes the generator,
and one that nobody carries out does nothing, without a word. Types do not tell, since a statement
may be of any type. So this reads the source: whatever is declared to give an `Ability` makes a
generator when it is called, and each of those must be carried out (`yield from`), handed on
(`return`, a lambda) or given to what takes an `Ability`, now or by the name it was given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import smashup

PACKAGE = Path(smashup.__file__).parent
LANGUAGE = (PACKAGE / "model", PACKAGE / "engine")  # where verbs and their types are declared
USED_IN = (PACKAGE / "engine", PACKAGE / "cards")  # where they are called

Function: TypeAlias = ast.FunctionDef | ast.Lambda


class Dropped(NamedTuple):
    """A verb that is called and not carried out: where, in what, and which."""

    path: Path
    line: int
    where: str  # the card with its ability, or the function
    call: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.where}: {self.call}(…) is not carried out; "
            f"write `yield from {self.call}(…)`"
        )


def find_dropped(paths: Iterable[Path] = USED_IN) -> list[Dropped]:
    """Every verb that is called and dropped in these files and folders."""
    declared = _declared()
    sources = [(file, _parse(file)) for file in _files(paths)]
    for _, tree in sources:
        declared.learn_functions(tree)
    return [found for file, tree in sources for found in _Source(file, tree, declared).dropped()]


def declared_verbs() -> frozenset[str]:
    """The names of all verbs of the engine."""
    return frozenset(_declared().verbs)


def _declared() -> Declared:
    declared = Declared()
    for file in _files(LANGUAGE):
        declared.learn(_parse(file))
    return declared


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _parse(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


# -- what declarations say -------------------------------------------------------------------------


def _is_ability(annotation: ast.expr | None) -> bool:
    """`Ability[…]`: calling what gives this makes a generator."""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id == "Ability"


def _names_ability(annotation: ast.expr | None) -> bool:
    """Whether a generator, perhaps among others, is what it stands for."""
    return annotation is not None and any(
        isinstance(part, ast.Name) and part.id == "Ability" for part in ast.walk(annotation)
    )


@dataclass
class Declared:
    """What the sources say about which calls make a generator, and what takes one."""

    verbs: set[str] = field(default_factory=set)  # methods
    functions: set[str] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)  # types of functions that make one
    hooks: set[str] = field(default_factory=set)  # attributes that hold such a function
    held: set[str] = field(default_factory=set)  # attributes that hold a generator
    taken: set[tuple[str, int | str]] = field(default_factory=set)  # arguments that are generators

    def learn(self, tree: ast.Module) -> None:
        """Learns the verbs, and the attributes and types that have to do with them."""
        self.aliases |= {
            node.target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.value is not None
            and self.makes_one(node.value)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                self._learn_class(node)
        self.learn_functions(tree)

    def _learn_class(self, node: ast.ClassDef) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.AnnAssign):
                name = _last_name(part.target)
                if self.makes_one(part.annotation):
                    self.hooks.add(name)
                elif _names_ability(part.annotation):
                    self.held.add(name)
        for method in node.body:
            if isinstance(method, ast.FunctionDef):
                if _is_ability(method.returns):
                    self.verbs.add(method.name)
                self._learn_arguments(method, method.args.args[1:])

    def learn_functions(self, tree: ast.Module) -> None:
        """Learns the functions outside classes, also those that only `yield` tells about."""
        methods = {
            method
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            for method in node.body
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node not in methods:
                if _is_ability(node.returns) or (node.returns is None and _yields(node)):
                    self.functions.add(node.name)
                self._learn_arguments(node, node.args.args)

    def _learn_arguments(self, node: ast.FunctionDef, positional: list[ast.arg]) -> None:
        for number, argument in enumerate(positional):
            if _is_ability(argument.annotation):
                self.taken |= {(node.name, number), (node.name, argument.arg)}

    def makes_one(self, annotation: ast.expr | None) -> bool:
        """Whether it is the type of a function that makes a generator."""
        if isinstance(annotation, ast.BinOp):
            return self.makes_one(annotation.left) or self.makes_one(annotation.right)
        if isinstance(annotation, ast.Name):
            return annotation.id in self.aliases
        return (
            isinstance(annotation, ast.Subscript)
            and _last_name(annotation.value) == "Callable"
            and isinstance(annotation.slice, ast.Tuple)
            and _is_ability(annotation.slice.elts[-1])
        )


def _last_name(node: ast.expr) -> str:
    """`destroy` of `g.destroy`; empty if it has no name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _yields(function: Function) -> bool:
    """Whether it is a generator function itself."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _within(function))


def _within(function: Function) -> Iterator[ast.AST]:
    """All that belongs to a function, without the functions inside it."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [
            child
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.FunctionDef | ast.Lambda)
        ]


# -- one file --------------------------------------------------------------------------------------


class _Source:
    """A file, and what becomes of each generator that is made in it."""

    def __init__(self, path: Path, tree: ast.Module, declared: Declared) -> None:
        self._path = path
        self._tree = tree
        self._declared = declared
        self._parent = {
            child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
        }
        own = Declared()
        own.learn_functions(tree)
        self._known = own.functions | (_imported(tree) & declared.functions)
        self._modules = {
            (alias.asname or alias.name).split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        self._is_engine = path.is_relative_to(PACKAGE / "engine")

    def dropped(self) -> Iterator[Dropped]:
        for node in ast.walk(self._tree):
            if (
                isinstance(node, ast.Call)
                and self._is_maker(node.func)
                and not self._is_taken(node)
            ):
                call = ast.unparse(node.func)
                yield Dropped(self._path, node.lineno, self._where(node), call)

    def _is_maker(self, made_by: ast.expr) -> bool:
        """Whether calling this makes a generator."""
        declared = self._declared
        if isinstance(made_by, ast.IfExp):
            return self._is_maker(made_by.body) or self._is_maker(made_by.orelse)
        if isinstance(made_by, ast.Attribute):
            if made_by.attr in declared.hooks:
                return _last_name(made_by.value) not in self._modules
            return made_by.attr in declared.verbs and self._is_game(made_by.value)
        if not isinstance(made_by, ast.Name):
            return False
        return made_by.id in self._known or self._is_local_maker(made_by)

    def _is_game(self, node: ast.expr) -> bool:
        """Whether verbs can be asked of it: `g`, `self` in the engine, `self._game`."""
        name = _last_name(node)
        return name in ("g", "game", "_game") or (name == "self" and self._is_engine)

    def _is_local_maker(self, name: ast.Name) -> bool:
        """Whether a name of a function around was given to something that makes a generator."""
        for function in self._around(name):
            for argument in ast.walk(function.args):
                if isinstance(argument, ast.arg) and argument.arg == name.id:
                    return self._declared.makes_one(argument.annotation)
            for node in _within(function):
                if isinstance(node, ast.Assign) and name.id in map(_last_name, node.targets):
                    return self._is_maker(node.value)
                if isinstance(node, ast.AnnAssign) and _last_name(node.target) == name.id:
                    return self._declared.makes_one(node.annotation)
        return False

    def _is_taken(self, node: ast.expr) -> bool:
        """Whether the generator that this expression gives is carried out or handed on."""
        parent = self._parent[node]
        if isinstance(parent, ast.YieldFrom):
            return True
        if isinstance(parent, ast.Lambda):
            return node is parent.body
        if isinstance(parent, ast.Return):
            return self._may_return(parent)
        if isinstance(parent, ast.Call):
            return self._takes(parent, node)
        if isinstance(parent, ast.keyword):
            call = self._parent[parent]
            assert isinstance(call, ast.Call)
            return (_last_name(call.func), parent.arg) in self._declared.taken
        if isinstance(parent, ast.IfExp):
            return node is not parent.test and self._is_taken(parent)
        if isinstance(parent, ast.List | ast.Tuple):
            return self._is_taken(parent)
        if isinstance(parent, ast.ListComp):
            return node is parent.elt and self._is_taken(parent)
        if isinstance(parent, ast.AnnAssign):
            return self._is_kept(parent.target)
        if isinstance(parent, ast.Assign):
            return all(self._is_kept(target) for target in parent.targets)
        return False

    def _may_return(self, node: ast.Return) -> bool:
        """A generator is handed on by what is no generator itself and says that it gives one."""
        function = next(self._around(node))
        assert isinstance(function, ast.FunctionDef)
        said = function.returns is None or _names_ability(function.returns)
        return said and not _yields(function)

    def _takes(self, call: ast.Call, node: ast.expr) -> bool:
        """Whether the function called takes a generator for this argument."""
        name = _last_name(call.func)
        return node in call.args and (name, call.args.index(node)) in self._declared.taken

    def _is_kept(self, target: ast.expr) -> bool:
        """Whether a generator given this name is carried out or handed on later."""
        if isinstance(target, ast.Attribute):
            return target.attr in self._declared.held
        if not isinstance(target, ast.Name):
            return False
        function = next(self._around(target), None)
        uses = [] if function is None else [n for n in _within(function) if _uses(n, target.id)]
        return bool(uses) and all(isinstance(n, ast.Name) and self._is_taken(n) for n in uses)

    def _around(self, node: ast.AST) -> Iterator[Function]:
        """The functions that a node is in, the innermost first."""
        while node in self._parent:
            node = self._parent[node]
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                yield node

    # -- in words ----------------------------------------------------------------------

    def _where(self, node: ast.AST) -> str:
        """The card's name with its ability, or the function's name."""
        functions = [f for f in self._around(node) if isinstance(f, ast.FunctionDef)]
        if not functions:
            return "the module"
        for decorator in functions[-1].decorator_list:
            hung = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(hung, ast.Attribute):
                return f"{self._card_name(_last_name(hung.value))} ({hung.attr})"
        return functions[0].name

    def _card_name(self, variable: str) -> str:
        """The printed name of the card that a faction file keeps in this variable."""
        for node in self._tree.body:
            if isinstance(node, ast.Assign) and variable in map(_last_name, node.targets):
                arguments = node.value.args if isinstance(node.value, ast.Call) else []
                if arguments and isinstance(arguments[0], ast.Constant):
                    return str(arguments[0].value)
        return variable


def _imported(tree: ast.Module) -> set[str]:
    """The names that a file takes from other modules."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _uses(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
