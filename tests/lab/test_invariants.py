"""The checks catch what they are there to catch: each is shown a game broken on purpose."""

import random
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from lab_tables import find, play_decision, put

from smashup import EDITIONS, Game
from smashup.engine.bases import Bases
from smashup.engine.observation import Observation
from smashup.engine.rules import Rules
from smashup.engine.scoring import ScoringBases
from smashup.engine.setup import Setup
from smashup.engine.turn import Turn
from smashup.lab.arrival import trial_for
from smashup.lab.invariants import (
    ENOUGH_FOR_A_TURN,
    THOROUGH,
    BasesTold,
    BrokenInvariant,
    CheckedGame,
    check,
    check_arrival,
    check_moment,
    check_replay,
    check_settled,
    is_thorough,
    play_checked,
    setup_for,
)
from smashup.model.decision import Ability, Decision, Option
from smashup.model.event import (
    BASE_ENTERED,
    BASE_LEFT,
    DISCARDED,
    MINION_MOVED,
    PHASE,
    POWER_CHANGED,
    Event,
)
from smashup.model.state import DISCARD, END, Lasting


def lose_a_card(game: Game) -> None:
    game.rules.s.decks[0].pop()


def double_a_card(game: Game) -> None:
    game.rules.s.discards[0].append(game.rules.s.decks[0][0])


def mislabel_a_card(game: Game) -> None:
    game.rules.s.zone[game.rules.s.hands[0][0]] = DISCARD


def stop_listening(game: Game) -> None:
    game.rules.s.listeners.append(game.rules.s.hands[0][0])


def keep_counters(game: Game) -> None:
    game.rules.s.set_counters(game.rules.s.hands[0][0], 1)


def go_below_zero(game: Game) -> None:
    game.rules.s.vp[0] = -1


def shed_nothing(game: Game) -> None:
    """Poison on a minion that a Smoke Bomb keeps from other players' actions (FILL-17)."""
    here = game.rules.s.row[0]
    put(game, "Shinobi", here)
    put(game, "Smoke Bomb", here, on="Shinobi")
    check(game)
    [minion] = game.rules.s.places[here].minions
    game.rules.put_in_play(find(game, "Augmentation", seat=1), 1, here, minion)


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
        shed_nothing,
        ask_without_options,
    ],
)
def test_harm_is_found(harm: Callable[[Game], None]) -> None:
    game = play_decision([["Ninjas", "Robots"], ["Dinosaurs", "Pirates"]])
    check(game)
    harm(game)
    with pytest.raises(BrokenInvariant):
        check(game)


def test_a_replay_that_ends_elsewhere_is_found() -> None:
    game = Game.new("random", players=2, seed=1)
    game.decide(0)
    check_replay(game)
    game.rules.s.vp[0] += 1
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
    ways = {(s.players, s.edition, s.way, s.same_faction) for s in setups}
    assert len(ways) == 3 * len(EDITIONS) * 5  # random; drafts and given ones, shared or not
    given = [setup for setup in setups if setup.way == "given"]
    assert all(has_shared_factions(setup) == setup.same_faction for setup in given)


def has_shared_factions(setup: Setup) -> bool:
    taken = [name for pair in setup.factions for name in pair]
    return len(set(taken)) < len(taken)


def test_thorough_games_are_spread_over_all_ways_to_play_too() -> None:
    setups = [setup_for(seed) for seed in range(210 * THOROUGH) if is_thorough(seed)]
    assert len(setups) == 210
    assert len({(s.players, s.edition, s.way, s.same_faction) for s in setups}) == 75


def test_a_thorough_game_is_the_same_game_checked_at_more_moments() -> None:
    light, thorough = (play_checked(setup_for(2), thorough) for thorough in (False, True))
    assert not light.failure and not thorough.failure
    assert light.answers == thorough.answers
    assert light.moments is None
    assert thorough.moments


def test_a_position_broken_in_mid_turn_is_found_in_a_light_game_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decide = Game.decide

    def decide_and_lose_a_card(game: Game, answer: int) -> None:
        decide(game, answer)
        if len(game.answers) == 30:
            lose_a_card(game)

    monkeypatch.setattr(Game, "decide", decide_and_lose_a_card)
    game = play_checked(setup_for(2), thorough=False)
    assert "BrokenInvariant" in game.failure
    assert 30 <= len(game.answers) < 60


def test_a_copy_that_goes_another_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "digest", lambda game: f"{id(game)}")
    game = Game.new("random", players=2, seed=1)
    with pytest.raises(BrokenInvariant, match="copy"):
        check_moment(game, random.Random(1))


@pytest.mark.sources
def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observation, "sees", lambda view, card: True)
    game = Game.new("random", players=2, seed=1)
    with pytest.raises(BrokenInvariant, match="can see a difference"):
        check_moment(game, random.Random(1))


@pytest.mark.sources
def test_a_dropped_verb_is_found_in_a_thorough_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget_to_draw(g: Rules) -> Ability[None]:
        g.draw(g.current, 2)
        g._enter(END)
        return
        yield

    monkeypatch.setattr(Turn, "_draw", forget_to_draw)
    game = play_checked(setup_for(1), thorough=True)
    assert "The rules called draw(…)" in game.failure


# -- settling, bases, phases -----------------------------------------------------------------------


def a_question(prompt: str) -> Decision:
    return Decision(0, "choose", -1, prompt, [Option("choose", 0), Option("choose", 1)])


def settle_by_telling(g: Rules) -> None:
    g.log.append(Event(POWER_CHANGED))


def settle_by_lasting(g: Rules) -> Ability[None]:
    g.s.lasting.append(Lasting("power", 0, 0))
    return
    yield


def settle_by_asking(g: Rules) -> Ability[None]:
    yield a_question("Which card?")


@pytest.mark.parametrize("settle", [settle_by_telling, settle_by_lasting, settle_by_asking])
def test_a_table_that_was_not_settled_is_found(
    settle: Callable[[Rules], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new("random", players=2, seed=1)
    check(game)
    monkeypatch.setattr(Rules, "settle", settle)
    with pytest.raises(BrokenInvariant, match="not settled"):
        check(game)


def test_settling_may_be_what_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("random", players=2, seed=1)
    monkeypatch.setattr(Rules, "settle", settle_by_asking)
    game.decision = a_question("Which card?")
    check_settled(game)
    game.decision = a_question("Which minion?")
    with pytest.raises(BrokenInvariant, match="not settled"):
        check_settled(game)


GONE = 99
HERE = 0


def moved_to(place: int) -> Event:
    event = Event(MINION_MOVED, place=HERE)
    event.to = place
    return event


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ([Event(POWER_CHANGED, place=HERE)], ""),
        ([Event(POWER_CHANGED, place=GONE)], "names a base"),
        ([moved_to(HERE)], ""),
        ([moved_to(GONE)], "went to a base"),
        ([Event(BASE_ENTERED, place=GONE), Event(POWER_CHANGED, place=GONE)], ""),
        ([Event(BASE_LEFT, place=HERE), Event(DISCARDED, place=HERE)], ""),
        ([Event(BASE_LEFT, place=HERE), Event(POWER_CHANGED, place=HERE)], "names a base"),
        ([Event(BASE_LEFT, place=HERE), Event(PHASE), Event(DISCARDED, place=HERE)], "names a"),
        ([Event(BASE_LEFT, place=HERE), Event(BASE_LEFT, place=HERE)], "names a base"),
    ],
)
def test_an_event_names_only_bases_in_play(told: list[Event], wrong: str) -> None:
    game = Game.new("random", players=2, seed=1)
    assert HERE in game.rules.s.row
    bases = BasesTold(game)
    game.log.extend(told)
    with pytest.raises(BrokenInvariant, match=wrong) if wrong else nullcontext():
        bases.follow(game)


@pytest.mark.sources
def test_a_base_that_is_spoken_of_too_late_is_found_in_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leaves = Bases.base_leaves

    def and_is_spoken_of(game: Game, place: int) -> int:
        base = leaves(game, place)
        game.log.append(Event(POWER_CHANGED, 0, base, place))
        return base

    monkeypatch.setattr(Bases, "base_leaves", and_is_spoken_of)
    for seed in (1, 7):  # 7 begins with a draft, before there are bases
        game = play_checked(setup_for(seed), thorough=False)
        assert "names a base that is not in play" in game.failure


@pytest.mark.sources
def test_a_base_that_should_have_scored_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def score_nothing(game: Game) -> Ability[None]:
        return
        yield

    monkeypatch.setattr(ScoringBases, "score_bases", score_nothing)
    game = play_checked(setup_for(1), thorough=False)
    assert "after Score Bases still at the breakpoint" in game.failure


# -- order of arrival ------------------------------------------------------------------------------


def two_at_a_base() -> Game:
    """Warbot and Zapbot at one base, and an action in hand that could do something to them."""
    game = play_decision([["Ninjas", "Robots"], ["Dinosaurs", "Pirates"]])
    for name in ("Shinobi", "Zapbot", "Hoverbot"):
        put(game, name, game.rules.s.row[0])
    return game


def check_often(game: Game) -> None:
    for seed in range(20):
        check_arrival(game, random.Random(seed))


def test_all_can_be_destroyed_in_any_order() -> None:
    check_often(two_at_a_base())


def destroy_one_after_the_other(g: Rules, cards: list[int]) -> Ability[list[int]]:
    """The first one takes what counters the others have."""
    gone: list[int] = []
    for card in cards:
        if g.s.counters[card] == 0:
            g._put_in_discard(card)
            gone.append(card)
            for other in cards[-1:]:
                g.s.set_counters(other, int(g.in_play(other)))
    return gone
    yield


def test_what_depends_on_who_came_first_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rules, "destroy", destroy_one_after_the_other)
    with pytest.raises(BrokenInvariant, match="it matters who came first"):
        check_often(two_at_a_base())


def save_the_first(g: Rules, cards: list[int]) -> Ability[list[int]]:
    """One of the cards is saved: a question about each, until one is."""
    for card in cards:
        if card == cards[-1] or (yield from g.may(0, "Save it?")):
            return (yield from g.return_to_hand(card))
    return []


def test_only_what_can_be_reached_counts_not_what_is_asked_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Rules, "destroy", save_the_first)
    check_often(two_at_a_base())


def shuffle_first(g: Rules, cards: list[int]) -> Ability[list[int]]:
    g.shuffle_deck(0)
    return (yield from destroy_one_after_the_other(g, cards))


def ask_a_lot(g: Rules, cards: list[int]) -> Ability[list[int]]:
    for _ in range(6):
        yield from g.may(0, "Really?")
    return (yield from destroy_one_after_the_other(g, cards))


@pytest.mark.parametrize("destroy", [shuffle_first, ask_a_lot])
def test_chance_and_too_many_ways_are_left_alone(
    destroy: Callable[..., Ability[list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rules, "destroy", destroy)
    check_often(two_at_a_base())


def test_there_is_nothing_to_try_without_minions_or_actions() -> None:
    game = play_decision([["Ninjas", "Robots"], ["Dinosaurs", "Pirates"]])
    assert trial_for(game, random.Random(1)) is None
    check_arrival(game, random.Random(1))


def test_an_action_that_was_uncovered_may_outlive_its_base() -> None:
    """Found by the fuzz: its base was replaced in the duel that it was played in, and its going to
    the discard pile was told of that base."""
    assert play_checked(setup_for(70009469), thorough=False).failure == ""


def test_a_turn_that_could_go_on_for_ever_is_ended_by_who_plays_it() -> None:
    """Found by the fuzz: They're Coming to Get You, Blood in the Water and another's Leprechaun.
    The same minions come from the discard pile and are destroyed as long as their player likes."""
    game = play_checked(setup_for(61280), thorough=False)
    assert not game.failure
    assert len(game.answers) > ENOUGH_FOR_A_TURN
