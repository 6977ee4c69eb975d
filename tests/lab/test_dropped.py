"""A forgotten `yield from` is found in the source, whatever became of the generator."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from smashup.lab.dropped import PACKAGE, Dropped, find_dropped

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "dropped.py"
HEAD = """
from smashup.model.card import Faction, Run
from smashup.model.decision import Ability

revenants = Faction("Revenants", set="ours")
shade = revenants.minion("Shade", power=2, copies=4, text="")

def helper(g: Game, you: int) -> Ability[None]:
    yield from g.extra_action(you)

def untyped(g, you):
    yield from g.extra_action(you)

"""
BODY = """
@shade.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.draw(you, 1)
    {line}
"""


def found_in(folder: Path, source: str) -> list[Dropped]:
    file = folder / "revenants.py"
    file.write_text(source)
    return find_dropped([file])


def test_the_engine_and_its_cards_drop_nothing() -> None:
    assert find_dropped() == []


@pytest.mark.parametrize(
    "line",
    [
        "g.draw(you, 1)",
        "g.destroy(me); return",
        "chosen = g.choose(you, [], 'Which?')",
        "chosen = g.choose(you, [], 'Which?'); yield from g.destroy(chosen)",
        "chosen: int | None = g.choose(you, [], 'Which?')",
        "me, chosen = g.choose(you, [], 'Which?')",
        "if g.may(you, 'Really?'): return",
        "while not g.may(you, 'Really?'): return",
        "yield from g.destroy(g.choose(you, [], 'Which?'))",
        "yield from g.destroy(cards=g.choose(you, [], 'Which?'))",
        "both = g.may(you, 'This?') and (yield from g.may(you, 'That?'))",
        "for card in g.choose_some(you, [], 'Which?'): return",
        "return g.draw(you, 1)",
        "[g.draw(seat, 1) for seat in g.seats()]",
        "helper(g, you)",
        "untyped(g, you)",
        "g.card(me).on_play_ability(g, me, you)",
        "again = g.may if you else g.choose; again(you, [], 'Which?')",
        "run: Run = helper; run(g, you)",
    ],
)
def test_a_verb_that_is_not_carried_out_is_found(line: str, tmp_path: Path) -> None:
    found = found_in(tmp_path, HEAD + BODY.format(line=line))
    assert [dropped.where for dropped in found] == ["Shade (on_play)"]
    assert found[0].line == (HEAD + BODY).splitlines().index("    {line}") + 1


@pytest.mark.parametrize(
    "line",
    [
        "yield from g.draw(you, 1)",
        "chosen = yield from g.choose(you, [], 'Which?')",
        "yield from g.destroy((yield from g.choose(you, [], 'Which?')))",
        "drawing = g.draw(you, 1); yield from drawing",
        "yield from g.carry_out(g.draw(you, 1), me, you)",
        "yield from g.carry_out(ability=g.draw(you, 1), source=me, seat=you)",
        "later = g.draw(you, 1); yield from g.carry_out(later, me, you)",
        "pick = g.may if you else g.choose; yield from pick(you, [], 'Which?')",
        "yield from (g.draw(you, 1) if you else helper(g, you))",
        "g.log.append(lambda: g.draw(you, 1))",
        "g.log.append(me)",
    ],
)
def test_what_is_carried_out_or_handed_on_is_left_alone(line: str, tmp_path: Path) -> None:
    assert found_in(tmp_path, HEAD + BODY.format(line=line)) == []


def test_an_ability_without_any_yield_is_found_too(tmp_path: Path) -> None:
    source = "def haunt(g, me, you):\n    g.destroy(me)\n"
    [dropped] = found_in(tmp_path, source)
    assert dropped.where == "haunt"
    assert "write `yield from g.destroy(…)`" in str(dropped)


class WithoutOneYield(ast.NodeTransformer):
    """Takes the `yield from` with this number out of a file."""

    def __init__(self, number: int) -> None:
        self.left = number

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        self.generic_visit(node)
        self.left -= 1
        return node.value if self.left == -1 else node


@pytest.mark.parametrize("name", ["core/zombies", "its_your_fault/tornados"])
def test_every_yield_from_of_a_faction_is_missed(name: str, tmp_path: Path) -> None:
    text = (PACKAGE / "cards" / f"{name}.py").read_text()
    count = sum(isinstance(node, ast.YieldFrom) for node in ast.walk(ast.parse(text)))
    assert count > 10
    for number in range(count):
        without = WithoutOneYield(number).visit(ast.parse(text))
        assert found_in(tmp_path, ast.unparse(without)), number


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dropped", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_command_says_file_line_card_and_what_to_write(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = tmp_path / "revenants.py"
    file.write_text(HEAD + BODY.format(line="g.draw(you, 1)"))
    monkeypatch.setattr(sys, "argv", ["dropped.py", str(tmp_path)])
    assert script.main() == 1
    said = capsys.readouterr().out
    assert f"{file}:18: Shade (on_play): g.draw(…)" in said
    assert "yield from g.draw(…)" in said
    assert "1 verb called and dropped." in said


def test_a_path_that_is_not_there_is_refused(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dropped.py", "nowhere"])
    with pytest.raises(SystemExit):
        script.main()
    assert "there is no file or folder nowhere" in capsys.readouterr().err
