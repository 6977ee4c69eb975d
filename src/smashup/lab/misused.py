"""Finds what a card asks of the rules in a way they do not have, before a game gets there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from smashup.engine.rules import Rules
from smashup.lab.dropped import declared_verbs
from smashup.model.errors import nearest

GAME = "g"  # what abilities call the rules


def find_misused(folder: Path) -> Iterator[str]:
    """A sentence for each name that the rules do not have, and for each `yield from` before a
    plain function, in the order of files and lines."""
    verbs = declared_verbs()
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        for line, asked, carried_out in sorted(_asked(tree)):
            if not hasattr(Rules, asked):
                names = (name for name in dir(Rules) if not name.startswith("_"))
                yield f"{file}, line {line}: the rules have no {asked}. {nearest(asked, names)}"
            elif carried_out and asked not in verbs:
                yield (
                    f"{file}, line {line}: {asked} is no verb but is done at once;"
                    f" write g.{asked}(…) without `yield from`"
                )


def _asked(tree: ast.Module) -> set[tuple[int, str, bool]]:
    """What functions ask of the rules they are given: the line, the name, if by `yield from`."""
    found: set[tuple[int, str, bool]] = set()
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.Lambda)) and _is_given_the_game(function):
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and _is_game(node.value):
                    found.add((node.lineno, node.attr, False))
                elif isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Call):
                    called = node.value.func
                    if isinstance(called, ast.Attribute) and _is_game(called.value):
                        found.add((node.lineno, called.attr, True))
    return found


def _is_given_the_game(function: ast.FunctionDef | ast.Lambda) -> bool:
    return any(argument.arg == GAME for argument in function.args.args)


def _is_game(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == GAME
