"""A forgotten `yield from` is noticed while a game is played, with the card's name."""

from collections.abc import Callable
from importlib import import_module

import pytest

from smashup import Game
from smashup.cards.registry import find_card
from smashup.engine.playing import Playing
from smashup.engine.turn import Turn
from smashup.lab.watching import DroppedVerb, watched_verbs
from smashup.model.decision import Ability

pytestmark = pytest.mark.usefixtures("verbs_are_watched")


def play_first(name: str) -> Game:
    """A game in whose first turn a card of this name is played at the first base."""
    card = find_card(name)
    for seed in range(100):
        game = Game.new([[card.faction, "Aliens"], ["Robots", "Dinosaurs"]], seed=seed, first=0)
        while game.decision is not None and game.decision.kind != "play":
            game.decide(0)
        assert game.decision is not None
        for option in game.decision.options:
            if option.verb == "play" and game.name(option.card) == card.name:
                game.decide(option)
                return game
    raise AssertionError(f"{name} is never in the first hand")


def test_nothing_is_noticed_where_all_is_carried_out() -> None:
    assert play_first("Grave Digger").decision is not None


def drop_at_once(g: Game, me: int, you: int) -> Ability[None]:
    g.draw(you, 1)
    return
    yield


def drop_after_asking(g: Game, me: int, you: int) -> Ability[None]:
    drawing = g.draw(you, 1)
    if (yield from g.may(you, "Really?")):
        yield from drawing


def drop_what_hands_on(g: Game, me: int, you: int) -> Ability[None]:
    g.return_to_hand(me)
    yield from g.draw(you, 1)


@pytest.mark.parametrize(
    ("ability", "verb"),
    [
        (drop_at_once, "draw"),
        (drop_after_asking, "draw"),
        (drop_what_hands_on, "return_to_hand"),
    ],
)
def test_a_card_that_drops_a_verb_is_named(
    ability: Callable[..., Ability[None]], verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_card("Grave Digger"), "on_play_ability", ability)
    with pytest.raises(DroppedVerb, match=rf"Grave Digger called {verb}\(") as raised:
        game = play_first("Grave Digger")
        game.decide(1)  # no
    assert f"yield from g.{verb}(…)" in str(raised.value)


def test_a_copy_in_mid_ability_is_watched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_card("Grave Digger"), "on_play_ability", drop_after_asking)
    copy = play_first("Grave Digger").copy()
    with pytest.raises(DroppedVerb, match="Grave Digger"):
        copy.decide(1)


@pytest.mark.sources
def test_a_helper_of_a_card_file_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    zombies = import_module("smashup.cards.core.zombies")

    def helper(g: Game, you: int) -> Ability[None]:
        yield from g.draw(you, 1)

    def forgetful(g: Game, me: int, you: int) -> Ability[None]:
        zombies.helper(g, you)
        return
        yield

    monkeypatch.setattr(zombies, "helper", helper, raising=False)
    monkeypatch.setattr(find_card("Grave Digger"), "on_play_ability", forgetful)
    with watched_verbs(), pytest.raises(DroppedVerb, match="Grave Digger called helper"):
        play_first("Grave Digger")


@pytest.mark.sources
def test_the_rules_themselves_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(g: Turn) -> Ability[None]:
        g.draw(0, 2)
        g.begin_play_cards()
        return
        yield

    monkeypatch.setattr(Turn, "_start_turn", forgetful)
    with pytest.raises(DroppedVerb, match=r"The rules called draw\("):
        Game.new([["Zombies", "Aliens"], ["Robots", "Dinosaurs"]], seed=1).decide(0)


def test_afterwards_everything_is_as_before() -> None:
    inside = Playing.play
    with watched_verbs():
        assert Playing.play is not inside
    assert Playing.play is inside
