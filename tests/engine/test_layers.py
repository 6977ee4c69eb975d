"""Which part of the package may know of which, and what stays beneath the cards."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import smashup
from smashup.engine.rules import Rules

ROOT = Path(smashup.__file__).parent

#: The parts of the package from the bottom up: each may import those in the lines before it.
LAYERS = (
    {"compiled", "memory"},
    {"model"},
    {"cards", "patience"},
    {"packs"},
    {"engine"},
    {"chronicle", "fairness", "replay", "sentences"},
    {"encoding", "players", "puzzles", "scenarios"},
    {"protocol"},
    {"view"},
    {"lab"},
    {"rl"},
    {"server", "terminal"},
    {"languages"},
    {"commands"},
    {"cli"},
    {"__init__", "__main__"},
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}
#: Not a part: what `from smashup import …` gives is the engine's.
PUBLIC = "engine"


def sources() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The parts that a file imports when it runs; what only type checkers read does not count."""
    for node in running(ast.parse(path.read_text(encoding="utf-8"))):
        modules: list[str] = []
        if isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        elif isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        for module in modules:
            package, *rest = module.split(".")
            if package == "smashup":
                yield rest[0] if rest else PUBLIC


def running(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)):
            yield node
            yield from running(node)


@pytest.mark.parametrize("part", sorted(HEIGHT))
def test_a_part_imports_only_what_is_below_it(part: str) -> None:
    known = {name for path in sources() if part_of(path) == part for name in imported(path)}
    above = {name for name in known - {part} if HEIGHT[name] >= HEIGHT[part]}
    assert above == set()


def test_every_file_belongs_to_a_part() -> None:
    assert {part_of(path) for path in sources()} <= set(HEIGHT)


def test_only_engine_and_cards_touch_the_state() -> None:
    """Everybody else has `Game`, what a seat may know, and `columns`."""
    touching = [
        str(path.relative_to(ROOT))
        for path in sources()
        if part_of(path) not in ("engine", "cards", "model")
        and re.search(r"\.s\b", path.read_text(encoding="utf-8"))
    ]
    assert touching == []


def test_a_game_is_small() -> None:
    public = [name for name in dir(smashup.Game) if not name.startswith("_")]
    assert len(public) <= 60


def test_the_layers_of_the_rules_call_downwards_only() -> None:
    """A method that a layer calls on itself is its own or one of a layer below it.

    What it needs of a layer above it declares itself, and the layer above makes it.
    """
    layers = [layer for layer in Rules.__mro__ if layer is not object]
    upwards = [
        f"{layer.__name__} calls {name}"
        for layer in layers
        for name in calls_on_itself(layer)
        if not hasattr(layer, name) and any(name in vars(other) for other in layers)
    ]
    assert upwards == []


def calls_on_itself(layer: type) -> set[str]:
    path = Path(*layer.__module__.split(".")[1:]).with_suffix(".py")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    [body] = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == layer.__name__]
    return {
        node.attr
        for node in ast.walk(body)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }
