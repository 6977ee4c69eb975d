"""Advice: a move, alternatives, chances and a sentence; nothing that the seat cannot know."""

import json
import pickle
import random
from copy import deepcopy
from pathlib import Path

import pytest

from smashup import Game
from smashup.model.words import called, capital
from smashup.players import advice as advice_module
from smashup.players.advice import ALTERNATIVES, Advice, advise, win_chances
from smashup.players.judge import Calibration, WeighedJudge
from smashup.players.reasons import Reasons
from smashup.players.search import Tally
from tests.players.positions import ABOUT_TO_WIN, laid_out, played_on

TABLE = """
players:
  A: {{hand: [{hand}], deck: [Zapbot, Zapbot, Zapbot]}}
  B: {{hand: [Howl], deck: [Zapbot, Zapbot, Zapbot]}}
bases:
  - base: Tortuga
    minions: [{minions}]
  - base: Tar Pits
  - base: The Mothership
base_deck: [Jungle Oasis, Factory 436-1337]
"""


def advice_for(game: Game, iterations: int = 30) -> Advice:
    decision = game.decision
    assert decision is not None
    return advise(game.observe(decision.seat), decision, iterations=iterations)


def sentence_for(folder: Path, answer: str, hand: str, minions: str = "") -> str:
    """What is said for an answer at Tortuga (breakpoint 21)."""
    game = laid_out(folder, TABLE.format(hand=hand, minions=minions))
    decision = game.decision
    assert decision is not None
    labels = [game.label(option) for option in decision.options]
    reason = Reasons(game.observe(0), decision).words(labels.index(answer))
    return capital(reason.text(called(["Ann", "Bob"], reader=0)))


def test_advice_has_all_that_a_door_needs(tmp_path: Path) -> None:
    game = laid_out(tmp_path, ABOUT_TO_WIN)
    advice = advice_for(game, iterations=60)
    assert advice.proposal.label == "play King Rex at Jungle Oasis"
    assert advice.proposal.chance == pytest.approx(advice.chances[0])
    assert advice.chances[0] > 0.9
    assert sum(advice.chances) == pytest.approx(1.0)
    assert 0 < len(advice.alternatives) <= ALTERNATIVES
    assert advice.sentence == (
        "Takes first place at Jungle Oasis, 2 points, before the next player can answer."
    )
    assert json.loads(json.dumps(advice.to_json()))["proposal"]["index"] == advice.proposal.index
    assert deepcopy(advice) == advice and pickle.loads(pickle.dumps(advice)) == advice


@pytest.mark.parametrize(
    ("answer", "hand", "minions", "sentence"),
    [
        (
            "play Scout at Tortuga",
            "Scout",
            "Warbot/B",
            "Adds power at Tortuga (7 of 21).",
        ),
        (
            "play King Rex at Tortuga",
            "King Rex",
            "Zapbot/B",
            "Takes the lead at Tortuga (9 of 21).",
        ),
        ("end", "King Rex", "Zapbot/B", "Keeps the other cards for a better moment."),
        (
            "play King Rex at Tortuga",
            "King Rex",
            "Warbot/A, Zapbot/A, Warbot/B, Warbot/B",
            "Takes first place at Tortuga, 4 points, before the next player can answer.",
        ),
    ],
)
def test_the_sentence_says_what_the_move_does(
    tmp_path: Path, answer: str, hand: str, minions: str, sentence: str
) -> None:
    assert sentence_for(tmp_path, answer, hand, minions) == sentence


@pytest.mark.parametrize("seed", range(2))
def test_what_happens_whatever_is_answered_speaks_for_no_answer(seed: int) -> None:
    game, looked_at = Game.new("random", players=2, seed=seed), 0
    while (decision := game.decision) is not None and looked_at < 8:
        if decision.kind != "play" and len(decision.options) in (2, 3):
            reasons = Reasons(game.observe(decision.seat), decision)
            said = {reasons.words(index).text() for index in range(len(decision.options))}
            assert len(said) > 1 or said == {"leaves you best placed for what may come."}
            looked_at += 1
        played_on(game, 1, seed=looked_at)


@pytest.mark.parametrize("seed", range(3))
def test_advice_is_the_same_where_only_the_unknown_differs(seed: int) -> None:
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    for step in range(5):
        decision = game.decision
        assert decision is not None
        other = game.observe(decision.seat).determinize(random.Random(step))
        assert advice_for(game, 8) == advice_for(other, 8)
        played_on(game, 7, seed=step)


def tallied(monkeypatch: pytest.MonkeyPatch, found: list[tuple[float, ...]]) -> None:
    """Thinking finds these chances for the first answers, in this order."""
    tallies = [Tally(k, 9, likely[0], likely) for k, likely in enumerate(found)]
    monkeypatch.setattr(advice_module, "think", lambda *_: tallies)


def calibrated(monkeypatch: pytest.MonkeyPatch, seats: int, sharp: float) -> None:
    judge = WeighedJudge()
    judge.calibration = Calibration({seats: (sharp, sharp)})
    monkeypatch.setattr(advice_module, "present", lambda: judge)


def test_chances_are_told_as_they_come_true(monkeypatch: pytest.MonkeyPatch) -> None:
    tallied(monkeypatch, [(0.8, 0.2), (0.5, 0.5), (0.2, 0.8)])
    calibrated(monkeypatch, seats=2, sharp=0.5)
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    advice = advice_for(game)
    assert advice.chances == pytest.approx((2 / 3, 1 / 3))  # the odds of 4 to 1 are 2 to 1
    assert advice.proposal.chance == advice.chances[0]
    assert [move.chance for move in advice.alternatives] == pytest.approx([1 / 2, 1 / 3])


def test_making_chances_true_leaves_the_answers_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # By itself the second would come out as 0.47 and the first as 0.43.
    found = [(0.5, 0.25, 0.25), (0.49, 0.5, 0.01), (0.48, 0.26, 0.26), (0.0, 0.0, 1.0)]
    tallied(monkeypatch, found)
    calibrated(monkeypatch, seats=3, sharp=0.6)
    game = Game.new("random", players=3, seed=4, first=0)
    while game.decision is not None and len({*map(game.label, game.decision.options)}) < 4:
        game.decide(0)
    assert game.decision is not None and game.decision.seat == 0
    advice = advice_for(game)
    told = [advice.proposal.chance, *(move.chance for move in advice.alternatives)]
    assert len(told) == 4
    assert told == sorted(told, reverse=True)
    assert sum(advice.chances) == pytest.approx(1.0)


def test_a_forced_answer_has_chances_too() -> None:
    game = Game.new("random", players=2, seed=4)
    while game.decision is not None and len(game.decision.options) > 1:
        game.decide(0)
    advice = advice_for(game)
    assert advice.alternatives == ()
    assert sum(advice.chances) == pytest.approx(1.0)


def test_anybody_may_ask_for_the_chances() -> None:
    game = played_on(Game.new("random", players=4, seed=2), 60, seed=3)
    for seat in (None, 0, 1, 2, 3):
        assert sum(win_chances(game.observe(seat))) == pytest.approx(1.0)


def test_chances_tell_nothing_of_what_another_player_is_asked() -> None:
    game = Game.new("random", players=2, seed=6)
    asked = set()
    for step in range(40):
        decision = game.decision
        assert decision is not None
        view = game.observe(1 - decision.seat)
        if decision.kind not in asked:
            asked.add(decision.kind)
            other = view.determinize(random.Random(step))
            assert win_chances(view) == win_chances(other.observe(1 - decision.seat))
        played_on(game, 1, seed=step)
    assert len(asked) > 1


def test_who_is_far_ahead_will_probably_win() -> None:
    game = played_on(Game.new("random", players=2, seed=2), 20, seed=3)
    game.rules.s.vp = [13, 2]
    assert win_chances(game.observe(1))[0] > 0.8
