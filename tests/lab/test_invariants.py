"""The checks catch what they are there to catch: each is shown a game broken on purpose."""

import random
from collections.abc import Callable

import pytest

from smashup import EDITIONS, Game
from smashup.engine.observation import Observation
from smashup.engine.setup import Setup
from smashup.engine.turn import Turn
from smashup.lab.invariants import (
    THOROUGH,
    BrokenInvariant,
    CheckedGame,
    WatchedGame,
    check,
    check_moment,
    check_replay,
    is_thorough,
    play_checked,
    setup_for,
)
from smashup.model.decision import Ability
from smashup.model.state import DISCARD, END


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
    game: CheckedGame = play_checked(setup_for(1), thorough=True)
    assert "on purpose" in game.failure
    assert len(game.answers) == 5


def test_seeds_spread_over_all_ways_to_play() -> None:
    setups = [setup_for(seed) for seed in range(210)]
    assert {setup.players for setup in setups} == {2, 3, 4}
    assert {setup.edition for setup in setups} == set(EDITIONS)
    ways = {(s.players, s.edition, way_of(s), s.same_faction) for s in setups}
    assert len(ways) == 3 * len(EDITIONS) * 5  # random; drafts and given ones, shared or not
    given = [setup for setup in setups if way_of(setup) == "given"]
    assert all(has_shared_factions(setup) == setup.same_faction for setup in given)


def way_of(setup: Setup) -> str:
    return setup.factions if isinstance(setup.factions, str) else "given"


def has_shared_factions(setup: Setup) -> bool:
    taken = [name for pair in setup.factions for name in pair]
    return len(set(taken)) < len(taken)


def test_thorough_games_are_spread_over_all_ways_to_play_too() -> None:
    setups = [setup_for(seed) for seed in range(210 * THOROUGH) if is_thorough(seed)]
    assert len(setups) == 210
    assert len({(s.players, s.edition, way_of(s), s.same_faction) for s in setups}) == 75


def test_a_thorough_game_is_the_same_game_checked_at_more_moments() -> None:
    light, thorough = (play_checked(setup_for(2), thorough) for thorough in (False, True))
    assert not light.failure and not thorough.failure
    assert light.answers == thorough.answers
    assert light.moments is None
    assert thorough.moments


def test_a_position_broken_in_mid_turn_is_found_in_a_light_game_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def decide_and_lose_a_card(game: Game, answer: int) -> None:
        Game.decide(game, answer)
        if len(game.answers) == 30:
            lose_a_card(game)

    monkeypatch.setattr(WatchedGame, "decide", decide_and_lose_a_card, raising=False)
    game = play_checked(setup_for(2), thorough=False)
    assert "BrokenInvariant" in game.failure
    assert 30 <= len(game.answers) < 60


def test_a_copy_that_goes_another_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "digest", lambda game: f"{id(game)}")
    game = Game.new("random", players=2, seed=1)
    with pytest.raises(BrokenInvariant, match="copy"):
        check_moment(game, random.Random(1))


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observation, "sees", lambda view, card: True)
    game = Game.new("random", players=2, seed=1)
    with pytest.raises(BrokenInvariant, match="can see a difference"):
        check_moment(game, random.Random(1))


def test_a_dropped_verb_is_found_in_a_thorough_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget_to_draw(game: Game) -> Ability[None]:
        game.draw(game.s.turn, 2)
        game._enter(END)
        return
        yield

    monkeypatch.setattr(Turn, "_draw", forget_to_draw)
    game = play_checked(setup_for(1), thorough=True)
    assert "The rules called draw(…)" in game.failure
