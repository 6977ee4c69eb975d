"""What bots do wrong is caught, and in a game with people another one takes over."""

import random

import pytest
from bots import Leaving, Negative, OutOfRange, Raising, Tampering, Truthful, WrongType

from smashup import Decision, Game, Observation
from smashup.players import (
    BotAnsweredIllegally,
    BotFailed,
    BotRaised,
    GuardedPlayer,
    Player,
    answer_of,
    make_player,
)


class Counting(int):
    """A whole number that is not quite an int, as numpy's are."""


class LikeNumpy:
    def choose(self, observation: Observation, decision: Decision) -> Counting:
        return Counting(1)


def asked() -> tuple[Game, Observation, Decision]:
    game = Game.new("random", players=2, seed=1)
    assert game.decision is not None
    return game, game.observe(game.decision.seat), game.decision


@pytest.mark.parametrize(
    ("bot", "error", "words"),
    [
        (Leaving(), BotRaised, "raised SystemExit: had enough"),
        (OutOfRange(), BotAnsweredIllegally, r"answered \d+, but the options are 0 to"),
        (Negative(), BotAnsweredIllegally, "answered -1, but"),
        (WrongType(), BotAnsweredIllegally, "answered '0', which is no whole number"),
        (Truthful(), BotAnsweredIllegally, "answered False, which is no whole number"),
        (Tampering(), BotAnsweredIllegally, "changed the options"),
    ],
)
def test_what_is_no_answer_is_caught_and_changes_nothing(
    bot: Player, error: type[BotFailed], words: str
) -> None:
    game, view, decision = asked()
    before, options = game.digest(), decision.options[:]
    with pytest.raises(error, match=words):
        answer_of(bot, view, decision)
    assert game.digest() == before
    assert decision.options == options


def test_whole_numbers_of_any_make_are_answers() -> None:
    _, view, decision = asked()
    answer = answer_of(LikeNumpy(), view, decision)
    assert answer == 1


def test_a_bot_that_fails_is_replaced_by_greedy_for_good() -> None:
    game = Game.new("random", players=2, seed=1)
    told: list[BotFailed] = []
    guarded = GuardedPlayer(Raising(1), 5, told.append)
    greedy = make_player("greedy", 5)
    rng = random.Random(2)
    answers = 0
    while answers < 8:
        assert game.decision is not None
        view = game.observe(game.decision.seat)
        if game.decision.seat == 1:
            game.decide(rng.randrange(len(game.decision.options)))
            continue
        answers += 1
        answer = guarded.choose(view, game.decision)
        assert guarded.replaced == (answers > 3)
        assert answer == (greedy.choose(view, game.decision) if guarded.replaced else 0)
        game.decide(answer)
    assert [str(failure) for failure in told] == ["raised ValueError: I have lost count"]
