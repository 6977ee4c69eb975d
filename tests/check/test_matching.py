"""Which option a step means where players' abilities and players' copies stand side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.engine.ordering import Pending
from smashup.model.card import IN_PLAY, Reaction
from smashup.model.decision import NO, PASS, Decision, Option
from smashup.model.event import AFTER_SCORING, Event
from smashup.scenarios.laying import lay_out
from smashup.scenarios.lenient import Lenient
from smashup.scenarios.reading import Scenario, read_text
from smashup.scenarios.runner import Runner
from smashup.scenarios.steps import Step, parse
from smashup.scenarios.wording import Wording

TABLE = """
name: two players' First Mates, and a Shinobi in hand twice
players: {A: {hand: [Shinobi, Shinobi]}, B: {}, C: {}}
bases:
  - {base: Tortuga, minions: [First Mate/A, First Mate/B, Scout/A, Invader/B, Drone/A]}
  - {base: Tar Pits}
"""
MAY = Reaction(0, None, None, None, True, False, IN_PLAY, "")


@pytest.fixture
def scenario() -> Scenario:
    (read,) = read_text(Path("table.yaml"), TABLE)
    assert isinstance(read, Scenario)
    return read


@pytest.fixture
def runner(scenario: Scenario) -> Runner:
    return Runner(lay_out(scenario), scenario.seats)


def card(runner: Runner, name: str, seat: int) -> int:
    """A card of that player, by its name."""
    controllers = enumerate(runner.game.rules.s.controller)
    return next(c for c, its in controllers if its == seat and runner.game.name(c) == name)


def waiting(runner: Runner, verb: str, name: str, seat: int) -> Option:
    """The ability of a card, used by the player who is asked or let go next (ORDER-8)."""
    me = card(runner, name, seat)
    pending = Pending(MAY, me, 0, seat, Event(AFTER_SCORING))
    return Option(verb, me, seat=seat if verb == "order" else -1, via=pending)


@pytest.fixture
def window(runner: Runner) -> Decision:
    options = [
        waiting(runner, "use", "First Mate", 0),
        waiting(runner, "use", "Scout", 0),
        waiting(runner, "order", "First Mate", 1),
        waiting(runner, "order", "Invader", 1),
        PASS,
    ]
    return Decision(0, "window", -1, "Whose ability comes next?", options)


@pytest.mark.parametrize(
    ("words", "index"),
    [
        ("use First Mate", 0),
        ("use First Mate/A", 0),
        ("use Scout", 1),
        ("choose Scout", 1),
        ("order First Mate", 2),
        ("choose First Mate", 2),
        ("choose First Mate/B", 2),
        ("choose First Mate/A", 0),
        ("order Invader", 3),
        ("choose Invader", 3),
        ("pass", 4),
        ("no", 4),
    ],
)
def test_another_players_ability_is_let_go_and_ones_own_is_used(runner, window, words, index):
    found = runner.matching(window, parse(words, runner.seats), window.options)
    assert found == [window.options[index]]


@pytest.mark.parametrize("words", ["order Scout", "use Invader", "order First Mate/A", "yes"])
def test_ones_own_is_not_put_in_order_and_anothers_is_not_used(runner, window, words):
    assert runner.matching(window, parse(words, runner.seats), window.options) == []


def test_to_let_the_only_one_go_is_not_said_by_yes(runner):
    options = [waiting(runner, "order", "Invader", 1), PASS]
    decision = Decision(0, "window", -1, "Whose ability comes next?", options)
    assert runner.matching(decision, Step("yes"), options) == []


def test_a_base_that_speaks_to_two_players_is_told_apart_by_the_seat(runner):
    base = runner.game.rules.s.places[runner.game.rules.s.row[0]].base
    options = [
        Option("order", base, seat=seat, via=Pending(MAY, base, 0, seat, Event(AFTER_SCORING)))
        for seat in (0, 1)
    ]
    decision = Decision(0, "order", -1, "Which comes first?", options)
    for seat, option in zip("AB", options, strict=True):
        step = parse(f"order Tortuga/{seat}", runner.seats)
        assert runner.matching(decision, step, options) == [option]


@pytest.mark.parametrize("words", ["use Drone", "choose Drone", "choose Scout", "yes"])
def test_a_minion_is_saved_by_its_saver_its_own_name_or_yes(runner, words):
    saver, scout = card(runner, "Drone", 0), card(runner, "Scout", 0)
    options = [Option("use", saver), NO]
    decision = Decision(0, "window", scout, "Save it?", options)
    assert runner.matching(decision, parse(words, runner.seats), options) == options[:1]
    assert runner.matching(decision, parse("no", runner.seats), options) == [NO]


@pytest.fixture
def stolen(runner: Runner) -> Decision:
    """To play a Shinobi: one's own or one that B owns, at either base (SETUP-2)."""
    own, other = runner.game.rules.s.hands[0]
    runner.game.rules.s.owner[other] = 1
    places = runner.game.rules.s.row
    options = [Option("play", c, place) for c in (own, other) for place in places]
    return Decision(0, "choose", -1, "Play a minion", [*options, PASS])


@pytest.mark.parametrize(
    ("words", "indexes"),
    [
        ("play Shinobi at Tortuga", [0]),
        ("play Shinobi of A at Tortuga", [0]),
        ("play Shinobi of B at Tortuga", [2]),
        ("play Shinobi of B at Tar Pits", [3]),
        ("play Shinobi of C at Tar Pits", []),
        ("play Shinobi", [0, 1]),
        ("choose Shinobi of B", [2, 3]),
    ],
)
def test_a_card_is_the_holders_own_unless_an_owner_is_named(runner, stolen, words, indexes):
    found = runner.matching(stolen, parse(words, runner.seats), stolen.options)
    assert found == [stolen.options[index] for index in indexes]


def test_where_only_anothers_copy_fits_it_needs_no_owner(runner, stolen):
    theirs = stolen.options[2:]
    decision = Decision(0, "choose", -1, "Play a minion", theirs)
    found = runner.matching(decision, parse("play Shinobi at Tortuga", runner.seats), theirs)
    assert found == theirs[:1]


def test_every_option_is_put_into_words_that_mean_it(runner, scenario, window, stolen):
    wording = Wording(runner.game, scenario.seats)
    assert [wording.words(window, o) for o in window.options] == [
        "use First Mate",
        "use Scout",
        "order First Mate",
        "order Invader",
        "pass",
    ]
    assert [wording.words(stolen, o) for o in stolen.options] == [
        "play Shinobi at Tortuga",
        "play Shinobi at Tar Pits",
        "play Shinobi of B at Tortuga",
        "play Shinobi of B at Tar Pits",
        "pass",
    ]


def test_leniently_an_order_may_name_ones_own_too(scenario):
    lenient = Lenient(lay_out(scenario), scenario.seats)
    options = [waiting(lenient, "use", "Scout", 0), waiting(lenient, "order", "Invader", 1), PASS]
    decision = Decision(0, "window", -1, "Whose ability comes next?", options)
    step = parse("order Scout", lenient.seats)
    assert lenient.matching(decision, step, options) == options[:1]
