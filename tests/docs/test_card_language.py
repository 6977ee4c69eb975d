"""docs/card-language.md has all that cards use, told apart as what it is."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from smashup.cards import conditions
from smashup.lab.dropped import declared_verbs
from smashup.model.card import Card
from smashup.model.event import TRIGGERING

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "card-language.md").read_text(encoding="utf-8")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The command that writes the page."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    path = ROOT / "scripts" / "card_language.py"
    spec = importlib.util.spec_from_file_location("card_language", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_sources_say(script: ModuleType):
    assert script.page(PAGE) == PAGE, "run `make language`"


def test_nothing_that_cards_use_is_missing_and_verbs_are_told_apart(script: ModuleType):
    used = script.used_by_cards()
    assert {"destroy", "draw_card", "minions", "current"} <= used
    verbs = declared_verbs()
    for name in used:
        as_verb = re.search(rf"^- `yield from g\.{name}\(", PAGE, re.MULTILINE)
        as_plain = re.search(rf"^- `g\.{name}\b", PAGE, re.MULTILINE)
        assert (bool(as_verb), bool(as_plain)) == (name in verbs, name not in verbs), name


def test_what_acts_at_once_does_not_stand_among_what_answers(script: ModuleType):
    kinds = {entry.name: entry.kind for layer in script.entries().values() for entry in layer}
    for name in ("draw_card", "take_at_random", "shuffle_deck", "put_on_base_deck", "watch"):
        assert kinds[name] == script.AT_ONCE
    assert kinds["top_base"] == script.ANSWER
    assert kinds["draw"] == script.VERB


def test_every_kind_of_event_condition_and_hook_is_there():
    rows = set(re.findall(r"^\| `(\w+)`", PAGE, re.MULTILINE))
    from smashup.model import event

    kinds = {name for name in vars(event) if name.isupper() and getattr(event, name) in TRIGGERING}
    assert len(kinds) == len(TRIGGERING)
    assert kinds <= rows
    shared = {
        name
        for name, thing in vars(conditions).items()
        if getattr(thing, "__module__", "") == conditions.__name__
    }
    assert shared <= rows
    hooks = set(re.findall(r"^- `@?card\.(\w+)", PAGE, re.MULTILINE))
    methods = {name for name, thing in vars(Card).items() if callable(thing) and name[0] != "_"}
    assert hooks == methods


def test_every_shape_of_a_hook_is_explained():
    named = set(re.findall(r", shape `(\w+)`", PAGE))
    shapes = re.findall(r"^\| `(\w+)` \| `\((.*?)\)` \|", PAGE, re.MULTILINE)
    assert named <= {name for name, _ in shapes}
    for _, given in shapes:
        assert given.startswith("g, ")


def test_what_has_no_docstring_is_refused(script: ModuleType):
    import ast

    (function,) = ast.parse("def wink(self) -> None: pass").body
    with pytest.raises(SystemExit, match="wink has no docstring"):
        script._entry(function)
