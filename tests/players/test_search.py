"""The level search: the same for the same seed, within its budget, blind to what is hidden."""

import os
import random
from pathlib import Path

import pytest

from smashup import Game
from smashup.model.decision import Decision
from smashup.model.edition import EDITIONS
from smashup.players import STRENGTHS, make_player
from smashup.players.planning import Row, Step, Turn
from smashup.players.search import (
    Limits,
    SearchPlayer,
    Tally,
    Thinking,
    limits,
    player,
    think,
    workers,
)
from smashup.players.search.keys import keys_of
from smashup.players.search.limits import LEAST_ITERATIONS, SHARE, Purse
from smashup.players.search.race import Candidate, best_first, still_racing
from smashup.players.search.workers import pooled
from tests.players.positions import ABOUT_TO_WIN, laid_out, played_on


def asked(game: Game) -> Decision:
    assert game.decision is not None
    return game.decision


def thought(game: Game, within: Limits, seed: int = 1) -> Thinking:
    """Thinks about the pending decision."""
    decision = asked(game)
    result = Thinking(game.observe(decision.seat), decision, random.Random(seed), within)
    result.run()
    return result


def choice(game: Game, bot: SearchPlayer) -> str:
    return game.label(asked(game).options[bot_answer(game, bot)])


def bot_answer(game: Game, bot: SearchPlayer) -> int:
    decision = asked(game)
    return bot.choose(game.observe(decision.seat), decision)


def test_it_takes_the_win(tmp_path: Path) -> None:
    game = laid_out(tmp_path, ABOUT_TO_WIN)
    assert choice(game, SearchPlayer(1, iterations=60)) == "play King Rex at Jungle Oasis"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seed_and_iterations_give_the_same_answers(players: int) -> None:
    def answers() -> list[int]:
        game = Game.new("random", players=players, seed=3)
        bots = [SearchPlayer(seat, iterations=10) for seat in range(players)]
        for _ in range(12):
            decision = asked(game)
            game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))
        return game.answers

    assert answers() == answers()


@pytest.mark.parametrize("seed", range(4))
def test_it_answers_alike_where_only_the_unknown_differs(seed: int) -> None:
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    differing = 0
    for step in range(8):
        decision = asked(game)
        view = game.observe(decision.seat)
        other = view.determinize(random.Random(step))
        differing += other.rules.s.defn != game.rules.s.defn
        mine = think(view, decision, random.Random(step), Limits(12))
        theirs = think(other.observe(decision.seat), asked(other), random.Random(step), Limits(12))
        assert mine == theirs
        played_on(game, 5, seed=step)
    assert differing > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_plays_every_edition_from_the_draft_on(edition: str) -> None:
    game = Game.new("draft", players=2, seed=5, edition=edition)
    bots = [SearchPlayer(seat, iterations=4) for seat in range(2)]
    for _ in range(12):
        decision = asked(game)
        game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))
    assert game.turn_number >= 1


def test_a_forced_answer_is_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "think_ahead", None)
    game = Game.new("random", players=2, seed=4)
    decision = asked(game)
    forced = Decision(decision.seat, "play", -1, "", decision.options[-1:])
    assert SearchPlayer(1).choose(game.observe(decision.seat), forced) == 0


def test_a_turn_that_goes_on_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "PATIENCE", 0)
    game = Game.new("random", players=2, seed=4)
    assert choice(game, SearchPlayer(1)) == "end"


def racer(index: int, values: list[float]) -> Candidate:
    """A turn that did so in the rounds up to now."""
    game = Game.new("random", players=2, seed=4)
    turn = Turn(0.0, Row((Step(game, index),), game), None)
    candidate = Candidate(turn, ((index,),), impression=0.5, seats=2)
    for value in values:
        candidate.add(value, [value, 1 - value])
    return candidate


def test_of_answers_that_are_alike_only_one_is_thought_about() -> None:
    alike = [racer(index, [0.5, 0.6, 0.7]) for index in range(3)]
    assert still_racing(alike) == alike[-1:]  # to decline comes last


def test_who_is_certainly_behind_leaves_the_race() -> None:
    best = racer(0, [0.6, 0.7, 0.6, 0.7])
    close = racer(1, [0.7, 0.5, 0.7, 0.6])
    worse = racer(2, [0.3, 0.39, 0.31, 0.4])
    assert set(still_racing([best, close, worse])) == {best, close}


def test_who_is_hardly_better_at_best_leaves_the_race_too() -> None:
    best = racer(0, [0.6, 0.7, 0.6, 0.7])
    as_good = racer(1, [0.599, 0.699, 0.601, 0.699])
    assert still_racing([best, as_good]) == [best]


def test_time_is_kept_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100_000))
    monkeypatch.setattr(limits, "perf_counter", lambda: next(ticks) / 100)
    game = played_on(Game.new("random", players=2, seed=4), 30, seed=1)
    result = thought(game, Limits(seconds=1.0))
    assert next(ticks) <= 102  # a second, and the look at the clock that told so
    assert result.tallies()


def test_what_is_spent_on_a_turn_is_shared_among_its_decisions() -> None:
    purse = Purse(Limits(iterations=1000))
    given = []
    for turn in (1, 1, 2):
        with purse.opened(turn) as within:
            given.append(within.iterations)
    assert given == [round(1000 * SHARE), round(1000 * SHARE * (1 - SHARE)), given[0]]
    with Purse(Limits(iterations=1)).opened(1) as within:
        assert within.iterations == LEAST_ITERATIONS


def test_time_that_was_not_needed_is_there_for_the_next_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "perf_counter", lambda: 0.0)
    purse = Purse(Limits(seconds=2.0))
    for _ in range(2):
        with purse.opened(1) as within:
            assert within.seconds == 2.0 * SHARE


def test_answers_are_described_alike_in_every_world() -> None:
    game = played_on(Game.new("random", players=3, seed=9), 40, seed=2)
    decision = asked(game)
    view = game.observe(decision.seat)
    keys = [keys_of(w, asked(w)) for w in (view.determinize(random.Random(n)) for n in range(5))]
    assert all(key == keys[0] for key in keys)
    assert len(set(keys[0])) == len(decision.options)


def test_what_was_planned_is_played_without_another_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = laid_out(tmp_path, ABOUT_TO_WIN.replace("vp: 13", "vp: 2"))
    bot = SearchPlayer(1, iterations=40)
    game.decide(bot_answer(game, bot))
    assert bot.planned
    monkeypatch.setattr(player, "think_ahead", None)
    planned = [(asked(step.game).kind, step.answer) for step in bot.planned]
    while (decision := game.decision) is not None and planned and decision.seat == 0:
        kind, answer = planned.pop(0)
        assert decision.kind == kind
        if len(decision.options) > 1:
            assert bot.choose(game.observe(0), decision) == answer
        game.decide(answer)
    assert not planned


def test_what_comes_unforeseen_is_thought_about_anew(tmp_path: Path) -> None:
    game = laid_out(tmp_path, ABOUT_TO_WIN.replace("vp: 13", "vp: 2"))
    bot = SearchPlayer(1, iterations=40)
    game.decide(bot_answer(game, bot))
    assert bot.planned
    game.rules.s.vp[1] += 1
    answer = bot_answer(game, bot)
    assert 0 <= answer < len(asked(game).options)
    assert all(step.game.vp[1] == game.vp[1] for step in bot.planned)


def test_the_others_play_whole_turns_before_a_turn_is_judged() -> None:
    game = Game.new("random", players=3, seed=4)
    decision = asked(game)
    result = thought(game, Limits(iterations=8))
    world = game.observe(decision.seat).determinize(random.Random(1))
    later = result.replied(result.played(world, result.candidates[0]), world.turn_number)
    assert later.over or (later.turn_number, asked(later).seat) == (4, decision.seat)


def test_workers_give_the_same_answers_every_time() -> None:
    game = played_on(Game.new("random", players=2, seed=4), 30, seed=1)
    decision = asked(game)

    def found() -> list[Tally]:
        view = game.observe(decision.seat)
        return think(view, decision, random.Random(1), Limits(24), workers=2)

    assert found() == found()


def test_a_worker_that_dies_leaves_the_others_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_help", lambda *_: os._exit(1))
    game = Game.new("random", players=2, seed=4)
    decision = asked(game)
    view = game.observe(decision.seat)
    assert think(view, decision, random.Random(1), Limits(8), workers=3)


def test_the_notes_of_workers_are_weighed_by_how_often_they_tried() -> None:
    one = [Tally(0, 30, 0.5, (0.5, 0.5)), Tally(1, 10, 0.2, (0.2, 0.8))]
    two = [Tally(0, 10, 0.9, (0.9, 0.1))]
    together = pooled([one, two])
    assert [tally.index for tally in together] == [0, 1]
    assert together[0].visits == 40
    assert together[0].chances == pytest.approx((0.6, 0.4))


def test_a_lucky_answer_that_was_hardly_tried_is_not_proposed() -> None:
    tallies = [Tally(0, 4, 0.9, (0.9, 0.1)), Tally(1, 40, 0.6, (0.6, 0.4))]
    assert [tally.index for tally in best_first(tallies)] == [1, 0]


@pytest.mark.parametrize("name", [name for name in STRENGTHS if name not in ("hard", "expert")])
def test_quick_strengths_answer(name: str) -> None:
    game = Game.new("random", players=3, seed=2)
    decision = asked(game)
    answer = make_player(name, seed=1).choose(game.observe(decision.seat), decision)
    assert 0 <= answer < len(decision.options)


def test_strengths_are_named_from_weak_to_strong() -> None:
    assert list(STRENGTHS) == ["beginner", "easy", "normal", "hard", "expert"]
    assert type(make_player("expert", seed=1)) is SearchPlayer
