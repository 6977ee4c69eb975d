"""The level search: the same for the same seed, within its budget, blind to what is hidden."""

import os
import random
from pathlib import Path

import pytest

from smashup import Game
from smashup.model.decision import Decision
from smashup.model.edition import EDITIONS
from smashup.players import STRENGTHS, make_player
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
from smashup.players.search.limits import Purse
from smashup.players.search.memory import Memory
from smashup.players.search.race import IMPRESSION, Candidate, best_first, still_racing
from smashup.players.search.tree import Edge, Node, keys_of
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
    decision = asked(game)
    return game.label(decision.options[bot.choose(game.observe(decision.seat), decision)])


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
    monkeypatch.setattr(player, "think", None)
    game = Game.new("random", players=2, seed=4)
    decision = asked(game)
    forced = Decision(decision.seat, "play", -1, "", decision.options[-1:])
    assert SearchPlayer(1).choose(game.observe(decision.seat), forced) == 0


def test_a_turn_that_goes_on_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "PATIENCE", 0)
    game = Game.new("random", players=2, seed=4)
    assert choice(game, SearchPlayer(1)) == "end"


def test_what_grew_behind_an_answer_is_known_at_the_next_question() -> None:
    game = Game.new([("Robots", "Zombies"), ("Aliens", "Dinosaurs")], seed=7, first=0)
    memory = Memory()
    before = game.observe(0)
    tallies = think(before, asked(game), random.Random(1), Limits(80), memory=memory)
    game.decide(tallies[0].index)
    view = game.observe(0)
    grown = memory.recall(view)
    again = Thinking(view, asked(game), random.Random(1), Limits(8), grown=grown)
    again.run()
    assert max(candidate.trust for candidate in again.candidates) > IMPRESSION
    fresh = thought(game, Limits(8))
    assert {candidate.trust for candidate in fresh.candidates} == {IMPRESSION}


def test_nothing_is_remembered_once_a_card_was_revealed_or_the_turn_is_over() -> None:
    game = Game.new([("Robots", "Zombies"), ("Aliens", "Dinosaurs")], seed=7, first=0)
    memory = Memory()
    view = game.observe(0)
    grown = thought(game, Limits(80)).candidates[0].edge.follow or {(): Node(0, {(): 0.5}, 2)}
    memory.keep(view, grown)
    assert memory.recall(view) is grown
    game.rules.s.known[game.rules.s.decks[1][-1]] |= 1
    assert memory.recall(view) == {}
    memory.keep(view, grown)
    game.decide(len(asked(game).options) - 1)
    assert memory.recall(view) == {}


def racer(index: int, values: list[float]) -> Candidate:
    """An answer that did so in the rounds up to now."""
    candidate = Candidate(index, Edge(2, 0.5))
    for value in values:
        candidate.add(value)
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


def test_in_the_laboratory_time_is_what_the_processor_worked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = iter(range(100_000))
    monkeypatch.setattr(limits, "process_time", lambda: next(ticks) / 100)
    monkeypatch.setattr(limits, "perf_counter", lambda: pytest.fail("by the clock of the wall"))
    game = played_on(Game.new("random", players=2, seed=4), 30, seed=1)
    with limits.CLOCK.of_processor():
        assert thought(game, Limits(seconds=1.0)).tallies()
    assert next(ticks) <= 102


def test_a_turn_has_one_budget_for_all_its_decisions() -> None:
    purse = Purse(Limits(iterations=80, seconds=4.0))
    given: list[Limits] = []
    for turn, iterations, seconds in ((1, 20, 1.0), (1, 30, 9.0), (1, 0, 0.0), (2, 0, 0.0)):
        given.append(purse.open(turn))
        purse.spend(iterations, seconds)
    assert [limits.seconds for limits in given] == [2.0, 1.5, 0.0, 2.0]
    assert [limits.iterations for limits in given] == [40, 30, 15, 40]


def test_who_has_used_up_the_time_of_a_turn_still_answers() -> None:
    game = played_on(Game.new("random", players=2, seed=4), 30, seed=1)
    assert thought(game, Limits(seconds=0.0)).tallies()


def test_memory_is_bounded() -> None:
    game = Game.new("random", players=2, seed=4)
    result = thought(game, Limits(iterations=120, max_nodes=5))

    def nodes(edge: Edge) -> int:
        return sum(
            1 + sum(nodes(next_edge) for next_edge in node.edges.values())
            for node in edge.follow.values()
        )

    assert sum(nodes(candidate.edge) for candidate in result.candidates) == 5


def test_answers_are_described_alike_in_every_world() -> None:
    game = played_on(Game.new("random", players=3, seed=9), 40, seed=2)
    decision = asked(game)
    view = game.observe(decision.seat)
    keys = [keys_of(w, asked(w)) for w in (view.determinize(random.Random(n)) for n in range(5))]
    assert all(key == keys[0] for key in keys)
    assert len(set(keys[0])) == len(decision.options)


def test_a_node_tries_what_promises_most_and_then_what_proved_good() -> None:
    node = Node(0, {("a",): 0.4, ("b",): 0.6}, seats=2)
    assert node.select([("a",), ("b",)], seats=2) == 1
    for _ in range(20):
        node.edges["b",].add([0.1, 0.9])
        node.edges["a",].add([0.6, 0.4])
        node.add([0.35, 0.65])
    assert node.select([("a",), ("b",)], seats=2) == 0
    assert node.select([("b",), ("c",)], seats=2) == 1  # never tried: as good as an ordinary one
    assert node.edges["a",].available == 2  # the third time it could not be given


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


@pytest.mark.parametrize("name", [name for name in STRENGTHS if name != "master"])
def test_quick_strengths_answer(name: str) -> None:
    game = Game.new("random", players=3, seed=2)
    decision = asked(game)
    answer = make_player(name, seed=1).choose(game.observe(decision.seat), decision)
    assert 0 <= answer < len(decision.options)


def test_strengths_are_named_from_weak_to_strong() -> None:
    assert list(STRENGTHS) == ["beginner", "easy", "normal", "hard", "expert", "master"]
    assert type(make_player("master", seed=1)) is SearchPlayer
