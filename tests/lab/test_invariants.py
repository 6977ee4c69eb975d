"""The checks catch what they are there to catch: each is shown a game broken on purpose."""

from collections.abc import Callable

import pytest

from smashup import EDITIONS, Game
from smashup.lab.invariants import (
    BrokenInvariant,
    CheckedGame,
    check,
    check_replay,
    play_checked,
    setup_for,
)
from smashup.model.state import DISCARD


def lose_a_card(game: Game) -> None:
    game.s.decks[0].pop()


def double_a_card(game: Game) -> None:
    game.s.discards[0].append(game.s.decks[0][0])


def mislabel_a_card(game: Game) -> None:
    game.s.zone[game.s.hands[0][0]] = DISCARD


def stop_listening(game: Game) -> None:
    game.s.listeners.append(game.s.hands[0][0])


def keep_counters(game: Game) -> None:
    game.s.counters[game.s.hands[0][0]] = 1


def go_below_zero(game: Game) -> None:
    game.s.vp[0] = -1


def ask_without_options(game: Game) -> None:
    assert game.decision is not None
    game.decision.options.clear()


@pytest.mark.parametrize(
    "harm",
    [
        lose_a_card,
        double_a_card,
        mislabel_a_card,
        stop_listening,
        keep_counters,
        go_below_zero,
        ask_without_options,
    ],
)
def test_harm_is_found(harm: Callable[[Game], None]) -> None:
    game = Game.new("random", players=2, seed=1)
    check(game)
    harm(game)
    with pytest.raises(BrokenInvariant):
        check(game)


def test_a_replay_that_ends_elsewhere_is_found() -> None:
    game = Game.new("random", players=2, seed=1)
    game.decide(0)
    check_replay(game)
    game.s.vp[0] += 1
    with pytest.raises(BrokenInvariant):
        check_replay(game)


def test_a_failure_is_told_with_the_answers_that_led_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_late(game: Game) -> None:
        if len(game.answers) == 5:
            raise BrokenInvariant("on purpose")

    monkeypatch.setattr("smashup.lab.invariants.check", fail_late)
    game: CheckedGame = play_checked(setup_for(1))
    assert "on purpose" in game.failure
    assert len(game.answers) == 5


def test_seeds_spread_over_all_ways_to_play() -> None:
    setups = [setup_for(seed) for seed in range(210)]
    assert {setup.players for setup in setups} == {2, 3, 4}
    assert {setup.edition for setup in setups} == set(EDITIONS)
    assert {setup.factions for setup in setups} == {"draft", "random"}
    assert len({(s.players, s.edition, s.factions, s.same_faction) for s in setups}) == 45
