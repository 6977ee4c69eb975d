"""What a type checker refuses: ids that are taken for one another, misspelt kinds and fields."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: One mistake a line, each marked with the words that the complaint about it must hold; what
#: stands around them is right, and must not be complained about.
SNIPPETS = """
from collections.abc import Iterator

from smashup import Game
from smashup.engine.rules import Rules
from smashup.model.card import HERE, Card, Cause
from smashup.model.decision import Ability, Decision, Option
from smashup.model.edition import Harm
from smashup.model.event import DRAWN, MINION_PLAYED, Event
from smashup.model.ids import NO_CARD, CardId, PlaceId, Seat
from smashup.model.lasting import POWER_BONUS
from smashup.model.state import Lasting


def questions(g: Rules, me: CardId, you: Seat, here: PlaceId) -> Iterator[object]:
    yield g.power(me), g.minions(at=here, of=you), g.controller(me), g.has_minion(you, here)
    yield g.power(you)  # wrong: expected "CardId"
    yield g.power(here)  # wrong: expected "CardId"
    yield g.minions(at=me)  # wrong: expected "PlaceId | None"
    yield g.minions(of=here)  # wrong: expected "Seat | None"
    yield g.minions(other_than=you)  # wrong: expected "CardId"
    yield g.controller(me) == you, g.place(me) == here
    yield g.controller(me) == me  # wrong: Non-overlapping equality check
    yield g.place(me) == you  # wrong: Non-overlapping equality check
    yield me in g.bases()  # wrong: Non-overlapping container check
    yield g.hand(here)  # wrong: expected "Seat"
    yield g.breakpoint(g.at(here).base)  # wrong: expected "PlaceId"
    yield g.power(3)  # wrong: expected "CardId"


def effects(g: Rules, me: CardId, you: Seat, here: PlaceId) -> Ability[None]:
    yield from g.draw(you, 2)
    yield from g.draw(me, 2)  # wrong: expected "Seat"
    yield from g.move(me, here)
    yield from g.move(here, me)  # wrong: expected "CardId
    yield from g.add_power(g.place(me), 2)  # wrong: expected "CardId
    base = yield from g.choose_base(you, g.bases(), "Which base?")
    yield from g.destroy(base)  # wrong: expected "CardId
    yield from g.guard(me, "destroy", "move")
    yield from g.guard(me, "destory")  # wrong: expected "Literal['destroy'


def abilities(card: Card) -> None:
    @card.on_play
    def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
        yield from g.draw(you, 1)

    @card.on_play  # wrong: expected "Callable[[Rules, CardId, Seat]
    def _(g: Rules, you: Seat, me: CardId) -> Ability[None]:
        yield from g.draw(you, 1)

    @card.power_change(HERE)
    def _(g: Rules, me: CardId, minion: CardId) -> int:
        return 1

    @card.power_change(HERE)  # wrong: expected "Callable[[Rules, CardId, CardId], int]"
    def _(g: Rules, me: CardId, you: Seat) -> int:
        return 1

    @card.protects_minions
    def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
        if harm == "destory":  # wrong: Non-overlapping equality check
            return False
        return harm == "destroy" and cause.seat != g.controller(me)

    card.power_change("heer")  # wrong: expected "Literal['itself'
    card.playable_from_hand(MINION_PLAYED)
    card.playable_from_hand("minion plaid")  # wrong: expected "Literal[


def kinds(event: Event, decision: Decision, option: Option, effect: Lasting) -> Iterator[bool]:
    yield event.kind == "drawn"
    yield event.kind == "drawm"  # wrong: Non-overlapping equality check
    yield decision.kind == "yes_no"
    yield decision.kind == "yesno"  # wrong: Non-overlapping equality check
    yield option.verb == "pass"
    yield option.verb == "passes"  # wrong: Non-overlapping equality check
    yield effect.kind == POWER_BONUS
    yield effect.kind == "powr"  # wrong: Non-overlapping equality check


def told(me: CardId, you: Seat, here: PlaceId) -> Iterator[object]:
    event = Event(DRAWN, you, me, here, amount=3)
    event.to = here
    yield event
    yield Event(DRAWN, amout=3)  # wrong: Unexpected keyword argument "amout"
    yield Event("drawm")  # wrong: expected "Literal[
    yield Event(DRAWN, me)  # wrong: expected "Seat"
    event.to = me  # wrong: variable has type "PlaceId"
    event.host = here  # wrong: variable has type "CardId"
    event.rnak = 1  # wrong: "Event" has no attribute "rnak"
    yield Option("choose", card=me), Option("choose", place=here), Option("choose", seat=you)
    yield Option("choose", card=here)  # wrong: expected "CardId"
    yield Option("chose", card=me)  # wrong: expected "Literal['play'
    yield Decision(you, "yes_no", NO_CARD, "Really?", [])
    yield Decision(you, "yesno", NO_CARD, "Really?", [])  # wrong: expected "Literal['play'


def hosts(game: Game) -> Iterator[object]:
    for seat in game.seats:
        yield game.hand(seat), game.observe(seat)
        yield game.power(seat)  # wrong: expected "CardId"
    yield game.minions(at=game.turn)  # wrong: expected "PlaceId | None"
    for base in game.bases:
        yield game.breakpoint(base.place), game.why(base.card)
        yield game.breakpoint(base.card)  # wrong: expected "PlaceId"
    yield game.columns.places[game.columns.row[0]].minions
    yield game.columns.places[game.turn]  # wrong: expected type "PlaceId"
"""
MARK = "  # wrong: "


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What mypy says, by line. The cache is that of `make lint`: whoever ran it waits no longer."""
    file = tmp_path_factory.mktemp("types") / "snippets.py"
    file.write_text(SNIPPETS)
    asked = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(file)]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    said: dict[int, str] = {}
    for number, words in re.findall(r"snippets\.py:(\d+): error: (.*)", done.stdout):
        said[int(number)] = said.get(int(number), "") + words
    return said


WRONG = {
    number: line.split(MARK)[1]
    for number, line in enumerate(SNIPPETS.splitlines(), start=1)
    if MARK in line
}


@pytest.mark.parametrize("number", WRONG, ids=lambda n: SNIPPETS.splitlines()[n - 1].strip()[:40])
def test_what_is_wrong_is_refused(complaints: dict[int, str], number: int) -> None:
    assert WRONG[number] in complaints.get(number, "nothing was said")


def test_what_is_right_is_not(complaints: dict[int, str]) -> None:
    assert sorted(complaints) == sorted(WRONG)
