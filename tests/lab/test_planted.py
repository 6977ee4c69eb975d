"""Faults planted in a card are found by checked games, whichever engine plays them."""

import pickle
from collections.abc import Callable
from itertools import count

import pytest

from smashup import Game
from smashup.cards.registry import find_card
from smashup.compiled import Engine
from smashup.engine.rules import Rules
from smashup.engine.setup import Setup, make_setup
from smashup.lab import invariants
from smashup.lab.invariants import play_checked
from smashup.lab.sources import by_the_sources
from smashup.model.decision import Ability
from smashup.model.event import POWER_CHANGED, Event
from smashup.model.state import DISCARD, Lasting

calls = count(1)


def lose_a_card(g: Rules, you: int) -> None:
    g.s.decks[you].pop()


def double_a_card(g: Rules, you: int) -> None:
    g.s.decks[you].append(g.s.decks[you][0])


def mislabel_a_card(g: Rules, you: int) -> None:
    g.s.zone[g.s.decks[you][0]] = DISCARD


def keep_counters(g: Rules, you: int) -> None:
    g.s.set_counters(g.s.decks[you][0], 1)


def listen_from_the_deck(g: Rules, you: int) -> None:
    g.s.listeners.append(g.s.decks[you][0])


def name_a_base_that_is_gone(g: Rules, you: int) -> None:
    g.log.append(Event(POWER_CHANGED, you, place=99))


def drop_a_verb(g: Rules, you: int) -> None:
    g.draw(you, 1)


def keep_a_secret(g: Rules, you: int) -> None:
    """What no replay and no copy can know."""
    g.s.lasting.append(Lasting("power", -1, g.s.decks[you][0], next(calls)))


def plant(fault: Callable[[Rules, int], None], monkeypatch: pytest.MonkeyPatch) -> Setup:
    """The setup of a game in which a card that is often played has this fault."""

    def faulty(g: Rules, me: int, you: int) -> Ability[None]:
        fault(g, you)
        return
        yield

    monkeypatch.setattr(find_card("Zapbot"), "on_play_ability", faulty)
    return make_setup([["Zombies", "Robots"], ["Ninjas", "Aliens"]], seed=11)


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lose_a_card, "is in no list"),
        (double_a_card, "a card lies in two places"),
        (mislabel_a_card, "does not know that it lies in"),
        (keep_counters, "kept its counters"),
        (listen_from_the_deck, "the wrong cards listen"),
        (name_a_base_that_is_gone, "names a base that is not in play"),
        (drop_a_verb, "Zapbot called draw(…) and did not carry it out"),
        (keep_a_secret, "a copy went another way"),
    ],
)
def test_a_planted_fault_is_found(
    fault: Callable[[Rules, int], None], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found in play_checked(plant(fault, monkeypatch), thorough=True).failure


def gain_a_point(g: Rules, you: int) -> None:
    g.s.vp[you] += 1


def test_a_thorough_game_of_a_compiled_engine_must_be_that_of_its_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process beside this one knows nothing of what is planted here."""
    setup = plant(gain_a_point, monkeypatch)
    monkeypatch.setattr(invariants, "ENGINE", Engine("compiled"))
    assert "play another game" in play_checked(setup, thorough=True).failure
    monkeypatch.undo()
    monkeypatch.setattr(invariants, "ENGINE", Engine("compiled"))
    assert play_checked(setup, thorough=True).failure == ""


def test_the_sources_are_asked_in_a_process_of_their_own() -> None:
    assert by_the_sources(which_engine, 1) == "pure"


def test_a_game_goes_to_the_other_engine_and_back() -> None:
    """What one engine has pickled the other reads: in mid-ability, with all that happened."""
    game = Game.new("random", players=3, seed=4)
    for answer in range(90):
        assert game.decision is not None
        game.decide(answer % len(game.decision.options))
        if answer % 9 == 0:
            there, back = by_the_sources(digest_and_game, game)
            assert there == game.digest() == back.digest()
            assert list(map(pickle.dumps, back.log)) == list(map(pickle.dumps, game.log))


def digest_and_game(game: Game) -> tuple[str, Game]:
    return game.digest(), game


def which_engine(_: int) -> str:
    return invariants.ENGINE.kind
