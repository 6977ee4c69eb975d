"""copy, deepcopy and pickle of a game, at every decision of whole games."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from smashup import Game
from smashup.lab.simulate import seed_of
from smashup.model.edition import EDITIONS
from smashup.players import make_player

Copy = Callable[[Game], Game]

WAYS: dict[str, Copy] = {
    "Game.copy": Game.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


def random_games() -> list[Game]:
    return [
        Game.new("random", players=2, seed=1),
        Game.new("draft", players=3, seed=2, edition="core"),
        Game.new("random", players=4, seed=3, edition="monster_smash", same_faction=True),
        Game.new("random", players=2, seed=4, ask_everyone=True),
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", range(4))
def test_a_copy_stands_where_its_original_stands_and_goes_on_alike(way: str, number: int) -> None:
    game = random_games()[number]
    rng = random.Random(number)
    while game.decision is not None:
        made = WAYS[way](game)
        assert made.digest() == game.digest()
        assert made.decision is not None
        assert list(map(made.label, made.decision.options)) == list(
            map(game.label, game.decision.options)
        )
        answer = rng.randrange(len(game.decision.options))
        told = [repr(event) for event in game.decide(answer)]
        assert [repr(event) for event in made.decide(answer)] == told
        assert made.digest() == game.digest()
    assert WAYS[way](game).digest() == game.digest()


@pytest.mark.parametrize("way", ["copy.copy", "copy.deepcopy", "pickle"])
def test_the_whole_log_comes_along(way: str) -> None:
    game = random_games()[0]
    rng = random.Random(5)
    for _ in range(120):
        assert game.decision is not None
        game.decide(rng.randrange(len(game.decision.options)))
        made = WAYS[way](game)
        assert [repr(event) for event in made.log] == [repr(event) for event in game.log]


@pytest.mark.parametrize("number", range(4))
def test_answers_tried_on_a_game_are_copies_decided_on(number: int) -> None:
    """Of a game that plays and of a copy that sleeps; what is tried is copied further."""
    game = random_games()[number]
    rng = random.Random(number)
    for moment in range(100):
        if game.decision is None:
            break
        before = game.digest()
        answers = range(min(3, len(game.decision.options)))
        starts = (game, game.copy(), game.observe(game.decision.seat).determinize(rng))
        for start in starts if moment % 5 == 0 else ():
            stood = start.digest()
            for answer, tried in zip(answers, start.tried(answers), strict=True):
                alone = start.copy()
                alone.decide(answer)
                assert tried.digest() == alone.digest()
                if tried.decision is not None:
                    [further], _ = tried.tried([0]), alone.decide(0)
                    assert further.digest() == alone.digest()
            assert start.digest() == stood
        assert game.digest() == before
        game.decide(rng.randrange(len(game.decision.options)))


@pytest.mark.parametrize("number", range(4))
def test_what_copies_share_is_never_changed(number: int) -> None:
    """Columns that seldom change are shared: who changes one puts another in its place."""
    game = random_games()[number]
    rng = random.Random(number)
    kept: list[tuple[Game, str]] = []
    while game.decision is not None:
        kept.append((game.copy(), game.digest()))
        game.decide(rng.randrange(len(game.decision.options)))
    assert all(made.digest() == stood for made, stood in kept)


def test_a_turn_in_which_nothing_is_asked_has_no_checkpoint_but_that_of_its_last_play() -> None:
    """To go back a little further costs less than a checkpoint for every phase."""
    game = random_games()[0].copy(to_be_copied=True)
    rng = random.Random(3)
    ended = 0
    while game.decision is not None:
        turn, answer = game.turn_number, rng.randrange(len(game.decision.options))
        ends = game.decision.kind == "play" and answer == len(game.decision.options) - 1
        game.decide(answer)
        since = game.rules.since()
        if ends and game.decision is not None and game.turn_number > turn:
            ended += 1
            assert (since.state.turn_number, since.answer, since.trail) == (turn, answer, [])
    assert ended > 10


def test_a_copy_of_a_copy_of_what_could_be_stands_alike() -> None:
    """Determinized games too, in mid-ability, whose cards were exchanged since the checkpoint."""
    game = random_games()[0]
    rng = random.Random(7)
    pickled = 0
    while game.decision is not None:
        world = game.observe(game.decision.seat).determinize(rng)
        made = pickle.loads(pickle.dumps(world))
        assert made.digest() == world.digest()
        pickled += game.decision.kind != "play"
        game.decide(rng.randrange(len(game.decision.options)))
    assert pickled > 20


def test_what_becomes_of_a_copy_is_nothing_to_its_original() -> None:
    for name in EDITIONS:
        game = Game.new("random", players=3, seed=9, edition=name)
        before = game.digest()
        for way in WAYS.values():
            made = way(game)
            while made.decision is not None and made.turn_number < 4:
                made.decide(0)
        assert game.digest() == before


def test_a_copy_that_wakes_in_a_scoring_window_looks_at_it_anew() -> None:
    """What waits in a window is kept until something is told; a woken copy tells it elsewhere."""
    pairs = [("Pirates", "Ninjas"), ("Robots", "Wizards")]
    game = Game.new(pairs, seed=5439257943815444362)
    bots = [make_player("greedy", seed_of(1, 11, seat)) for seat in (1, 0)]
    while (decision := game.decision) is not None:
        game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))
    assert len(game.answers) == 156
