"""A question is needless exactly if no answer to it makes a difference, whatever comes after."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from lab_tables import play, play_decision, put

from smashup import Game
from smashup.cards.registry import find_card
from smashup.lab.invariants import setup_for
from smashup.lab.nuisance import (
    Asked,
    ask_in,
    is_among_copies,
    is_counted,
    is_needless,
    makes_no_difference,
    random_game,
    shares,
    spared_in,
    total,
)
from smashup.model.card import IN_PLAY, POWERS, Reaction
from smashup.model.decision import PASS, SILENT_PASS, Ability, Decision, Needless, Option
from smashup.model.event import MINION_PLAYED, NUMBER, Event
from smashup.sentences import sentences

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "nuisance.py"
Run = Callable[[Game, int, int], Ability[None]]
SPARED = range(14)  # seeds of games whose left-out questions are tried


def asked_by(ability: Run, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which a Zapbot with this ability has just been played beside a War Raptor."""
    monkeypatch.setattr(find_card("Zapbot"), "on_play_ability", ability)
    game = play_decision([["Robots", "Dinosaurs"], ["Aliens", "Pirates"]])
    put(game, "War Raptor", game.rules.s.row[0])
    play(game, "Zapbot")
    return game


def ask_for_nothing(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.may(you, "Really?")


def ask_about_nothing_twice(g: Game, me: int, you: int) -> Ability[None]:
    if (yield from g.may(you, "Really?")):
        yield from g.may(you, "Really, really?")


def ask_which_copy(g: Game, me: int, you: int) -> Ability[None]:
    copies = [card for seat in (0, 1) for card in g.s.decks[seat][-1:]]
    yield from g.choose_word(you, [f"copy {card}" for card in copies], "Which?")


@pytest.mark.parametrize("ability", [ask_for_nothing, ask_about_nothing_twice, ask_which_copy])
def test_a_question_about_nothing_is_needless(
    ability: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = asked_by(ability, monkeypatch)
    before = game.digest()
    assert is_needless(game)
    assert game.digest() == before  # all of it was tried on copies


def ask_to_draw(g: Game, me: int, you: int) -> Ability[None]:
    if (yield from g.may(you, "Draw?")):
        yield from g.draw(you, 1)


def ask_first_for_what_comes_later(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Which?")
    if (yield from g.may(you, "Give it a counter?")):
        yield from g.place_counters(minion, 1)


def ask_for_what_another_may_spoil(g: Game, me: int, you: int) -> Ability[None]:
    wanted = yield from g.may(you, "Try?")
    agreed = yield from g.may(1 - you, "Let them?")
    if wanted and agreed:
        yield from g.draw(you, 1)


@pytest.mark.parametrize(
    "ability", [ask_to_draw, ask_first_for_what_comes_later, ask_for_what_another_may_spoil]
)
def test_a_question_whose_answer_matters_only_later_is_not(
    ability: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_needless(asked_by(ability, monkeypatch))


def test_what_only_hidden_cards_make_needless_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def guess(g: Game, me: int, you: int) -> Ability[None]:
        top = g.name(g.s.decks[1 - you][-1])
        names.append(top)
        guessed = yield from g.may(you, "Is it another card now?")
        if guessed and g.name(g.s.decks[1 - you][-1]) != names[0]:
            yield from g.draw(you, 1)

    game = asked_by(guess, monkeypatch)
    assert makes_no_difference(game)
    assert not is_needless(game)  # with another card there it would be one


def counter(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.place_counters(me, 1)


def as_many_as_the_other(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.place_counters(me, 1 + sum(g.s.counters))


React = Callable[[Game, int, int, Event], Ability[None]]


def two_that_wait(
    run: React, monkeypatch: pytest.MonkeyPatch, adds: int = 0, ask_needless: bool = False
) -> Game:
    """A game in which two minions wait with this ability, and say what it adds to."""
    game = play_decision([["Robots", "Dinosaurs"], ["Aliens", "Pirates"]])
    game.rules.ask_needless = ask_needless
    for name in ("War Raptor", "Armor Stego"):
        how = (1 << NUMBER[MINION_PLAYED], run, None, None, False, False, IN_PLAY, "")
        monkeypatch.setattr(find_card(name), "reactions", [Reaction(*how, adds=adds)])
        monkeypatch.setattr(find_card(name), "mask", 1 << NUMBER[MINION_PLAYED])
        put(game, name, game.rules.s.row[0])
    play(game, "Warbot")
    return game


@pytest.mark.parametrize(("run", "needless"), [(counter, True), (as_many_as_the_other, False)])
def test_an_order_is_judged_once_all_that_waited_is_done(
    run: React, needless: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two_that_wait(run, monkeypatch)
    assert game.decision is not None and game.decision.kind == "order"
    assert is_needless(game) == needless


@pytest.mark.parametrize(("run", "right"), [(counter, True), (as_many_as_the_other, False)])
def test_an_ability_that_says_too_little_of_itself_is_found(
    run: React, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two_that_wait(run, monkeypatch, adds=POWERS, ask_needless=True)
    assert isinstance(game.decision, Needless)
    assert makes_no_difference(game) == right
    unasked = two_that_wait(run, monkeypatch, adds=POWERS)
    assert unasked.decision is not None and unasked.decision.kind == "play"


def test_what_is_left_out_makes_no_difference() -> None:
    spared = [one for seed in SPARED for one in spared_in(setup_for(seed))]
    assert len(spared) > 40
    assert [one for one in spared if not one.needless] == []


def test_which_of_two_copies_is_meant_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = asked_by(ask_first_for_what_comes_later, monkeypatch)
    assert not is_among_copies(game)
    raptor = next(card for card in game.minions() if game.name(card) == "War Raptor")
    other = put(game, "War Raptor", game.rules.s.row[0])
    options = [Option("choose", raptor), Option("choose", other)]
    game.decision = Decision(0, "choose", -1, "Which?", options)
    assert is_among_copies(game)
    game.rules.s.set_counters(other, 1 + game.counters(other))
    assert not is_among_copies(game)


def test_what_is_always_asked_is_not_counted() -> None:
    use = Option("use", 1)
    assert is_counted(Decision(0, "window", -1, "Use a Special, or pass?", [use, PASS]))
    assert not is_counted(Decision(0, "play", -1, "Play cards", [use, PASS]))
    assert not is_counted(Decision(0, "window", -1, "Use a Special, or pass?", [SILENT_PASS]))
    let_another = Decision(0, "window", -1, "Whose is next?", [use, Option("order", 2), PASS])
    assert not is_counted(let_another)  # ORDER-8


def test_every_faction_can_be_chosen_in_a_draft() -> None:
    game = next(iter(random_game(setup_for(0))))
    assert game.phase == "draft"
    assert not is_needless(game)


def test_the_same_questions_are_tried_each_time() -> None:
    once, again = (ask_in(setup_for(2), share=0.2) for _ in range(2))
    assert once == again
    assert 10 < len(once) < len(ask_in(setup_for(2))) / 3


def test_prompts_are_told_apart_by_their_sentences_not_by_cards() -> None:
    prompts = {asked.prompt for seed in range(1, 4) for asked in ask_in(setup_for(seed), share=0.5)}
    assert [prompt for prompt in prompts if "{card}" in prompt or "{minion}" in prompt]
    assert prompts <= {found.sentence for found in sentences()}


def test_shares_are_counted_with_an_example() -> None:
    asked = [
        Asked("Which?", "choose", "Zapbot", 1, 10, False),
        Asked("Which?", "choose", "Zapbot", 1, 20, True),
        Asked("Which?", "choose", "Warbot", 2, 30, True),
        Asked("Really?", "yes_no", "Warbot", 2, 40, False),
    ]
    assert (total(asked).asked, total(asked).needless) == (4, 2)
    which, really = shares(asked, lambda one: one.prompt)
    assert (which.name, which.asked, which.needless, which.example) == ("Which?", 3, 2, asked[1])
    assert (really.name, really.needless, really.example) == ("Really?", 0, None)
    assert total([]).asked == 0


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("nuisance", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def said_by(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["nuisance.py", "--jobs", "1", *arguments])
    result = script.main()
    return result, capsys.readouterr().out


def test_the_command_counts_and_fails_above_what_is_allowed(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Asked("Which?", "choose", "Zapbot", 7, number, number == 3) for number in range(50)]
    monkeypatch.setattr(script, "_ask", lambda seed, share: found)
    call = (script, monkeypatch, capsys, "--games", "1")
    code, said = said_by(*call)
    assert code == 0
    assert "50 questions, 1 needless: 2.00 %." in said
    assert "Which?" in said and "7 3" in said
    assert said_by(*call, "--at-most", "2")[0] == 0
    assert said_by(*call, "--at-most", "1.9")[0] == 1


def test_a_question_can_be_looked_at(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = said_by(script, monkeypatch, capsys, "--look", "2", "0")
    assert code == 0
    assert "asks player" in said
    assert "makes a difference" in said or "Needless" in said
    assert "has only" in said_by(script, monkeypatch, capsys, "--look", "2", "99999")[1]


def test_the_command_fails_if_a_question_is_wrongly_left_out(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Asked("Which?", "choose", "Zapbot", 7, number, number != 3) for number in range(9)]
    monkeypatch.setattr(script, "_ask_spared", lambda seed: found[:3])
    call = (script, monkeypatch, capsys, "--spared", "--games", "1")
    code, said = said_by(*call)
    assert code == 0
    assert "3 questions were left out, 0 of them would matter." in said
    monkeypatch.setattr(script, "_ask_spared", lambda seed: found)
    code, said = said_by(*call)
    assert code == 1
    assert "9 questions were left out, 1 of them would matter." in said
    assert "- Zapbot: Which? (--spared --look 7 3)" in said
