"""Worlds that a seat can think on while somebody else is asked, and what they must not tell."""

import pickle
import random

import pytest

from smashup import Game, NotThere, Option
from smashup.model.ids import CardId, Seat


def asked_elsewhere(seed: int, players: int = 2, least: int = 60) -> Game:
    """A game in the middle of an ability, after some moves."""
    rng = random.Random(seed)
    game = Game.new("random", players=players, seed=seed)
    while game.decision is not None:
        if len(game.answers) >= least and game.decision.kind != "play":
            return game
        game.decide(rng.randrange(len(game.decision.options)))
    raise AssertionError("the game ended before anything was asked")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_who_is_not_asked_gets_worlds_that_can_be_played(seed: int, players: int) -> None:
    game = asked_elsewhere(seed, players)
    assert game.decision is not None
    for seat in (*game.seats, None):
        view = game.observe(seat)
        for number in range(3):
            rng = random.Random(number)
            world = view.determinize(rng)
            assert world.observe(seat) == view
            while world.decision is not None and len(world.answers) < 40:
                world.decide(rng.randrange(len(world.decision.options)))


def test_after_a_draft_who_is_not_asked_about_their_opening_hand_has_worlds_too() -> None:
    game = Game.new("draft", players=2, seed=49)
    while game.decision is not None and game.decision.kind == "choose":
        game.decide(0)
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (0, "yes_no")
    for seat in (Seat(1), None):
        view = game.observe(seat)
        worlds = [view.determinize(random.Random(number)) for number in range(5)]
        assert all(world.observe(seat) == view for world in worlds)
        assert all(world.decision is not None for world in worlds)


def test_a_special_in_hand_is_another_one_in_most_worlds() -> None:
    """The pending question offers cards that the other seat has: the real ones must not show."""
    rng = random.Random(0)
    game = Game.new("random", players=2, seed=0)
    for _ in range(97):
        assert game.decision is not None
        game.decide(rng.randrange(len(game.decision.options)))
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (1, "window")
    [offered] = [o.card for o in game.decision.options if o.card >= 0]
    view = game.observe(0)
    worlds = [view.determinize(random.Random(number)) for number in range(40)]
    assert all(world.decision is not None and world.decision.seat == 1 for world in worlds)
    assert sum(world.name(offered) != game.name(offered) for world in worlds) > 10
    for world in worlds:
        world.decide(0)


@pytest.mark.parametrize("number", range(3))
def test_a_world_is_asked_the_same_when_it_wakes(number: int) -> None:
    """What may be used hangs on hands, which are others from then on: it is looked at anew."""
    rng = random.Random(128)
    game = Game.new("random", players=4, seed=128)
    for _ in range(203):
        assert game.decision is not None
        game.decide(int(rng.random() * len(game.decision.options)))
    assert game.decision is not None and game.decision.kind != "play"
    rng = random.Random(number)
    world = game.observe(game.decision.seat).determinize(rng)
    for _ in range(4):
        if world.decision is None or world.decision.kind == "play":
            break
        world.decide(int(rng.random() * len(world.decision.options)))
        woken = pickle.loads(pickle.dumps(world))
        assert labels(woken) == labels(world)


def labels(game: Game) -> list[str]:
    return [] if game.decision is None else [game.label(o) for o in game.decision.options]


def test_a_game_that_was_never_copied_goes_back_no_further_than_its_phase() -> None:
    game = asked_elsewhere(3, least=150)
    retraced, answers = game.retraced()
    assert retraced.digest() == game.digest()
    assert len(answers) < 20


def test_who_only_judges_is_not_shown_what_others_are_asked() -> None:
    game = asked_elsewhere(1)
    assert game.decision is not None
    other = next(seat for seat in game.seats if seat != game.decision.seat)
    assert game.observe(other).determinize(random.Random(1), to_play=False).decision is None
    asked = game.observe(game.decision.seat).determinize(random.Random(1), to_play=False)
    assert asked.decision is not None


@pytest.mark.parametrize("to_play", [True, False])
def test_no_world_can_be_traced_back_to_the_deal(to_play: bool) -> None:
    game = asked_elsewhere(2)
    for seat in game.seats:
        world = game.observe(seat).determinize(random.Random(1), to_play)
        assert world.setup is None
        assert world.answers == []
        with pytest.raises(NotThere, match="no setup"):
            world.replayed()


def test_an_observation_does_not_name_what_is_hidden() -> None:
    game = Game.new("random", players=2, seed=4, first=0)
    view = game.observe(0)
    hidden = game.hand(1)[0]
    for question in (view.why, view.why_not, view.card, view.name, view.power):
        with pytest.raises(NotThere, match=f"Seat 0 cannot know which card {hidden} is"):
            question(hidden)
    with pytest.raises(NotThere, match="cannot know"):
        view.label(Option("choose", card=hidden))
    with pytest.raises(NotThere, match="A spectator cannot know"):
        game.observe(None).name(hidden)


def test_the_first_card_of_all_can_be_hidden_too() -> None:
    game = Game.new("random", players=2, seed=4, first=0)
    first = CardId(0)
    other = game.observe(1 - game.owner(first))
    with pytest.raises(NotThere, match="Seat 1 cannot know which card 0 is"):
        other.name(first)


def test_what_a_seat_is_offered_it_may_name() -> None:
    """Even where it could not tell which of several it was: a choice from another's hand."""
    for seed in range(40):
        game = asked_elsewhere(seed, least=10 + seed)
        assert game.decision is not None
        view = game.observe(game.decision.seat)
        assert all(view.label(option) for option in game.decision.options)


def test_an_observation_answers_for_its_own_hand() -> None:
    game = Game.new("random", players=2, seed=4, first=0)
    view = game.observe(0)
    mine = game.hand(0)[0]
    assert view.name(mine) == view.card(mine).name == game.name(mine)
    assert view.why_not(mine) == game.why_not(0, mine)
    assert (view.seats, view.edition, view.winners) == (game.seats, "oops", ())
    with pytest.raises(NotThere, match="no hand"):
        game.observe(None).why_not(mine)


def test_an_observation_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="plain"):
        pickle.dumps(Game.new("random", players=2).observe(0))


def test_questions_about_what_is_not_there() -> None:
    game = Game.new("random", players=2, seed=1)
    none, many = CardId(-1), CardId(10_000)
    for question in (game.name, game.card, game.controller, game.owner, game.place, game.in_play):
        for card in (none, many):
            with pytest.raises(NotThere, match=f"no card {card}: the cards are 0 to"):
                question(card)
    for pile in (game.hand, game.deck, game.discard_pile, game.observe):
        for seat in (-1, 2):
            with pytest.raises(NotThere, match=f"no seat {seat}: the seats are 0 to 1"):
                pile(seat)  # type: ignore[arg-type]
    for number in (game.breakpoint, game.total_power, game.player_powers, game.is_ready):
        with pytest.raises(NotThere, match="no base at place 99: the places in play are 0, 1, 2"):
            number(99)  # type: ignore[arg-type]
    with pytest.raises(NotThere, match="is no minion and has no power"):
        game.power(game.bases[0].card)
    with pytest.raises(NotThere, match="-1 answers were not given"):
        game.replayed(-1)
    with pytest.raises(NotThere, match="none has been dealt yet"):
        Game.new("draft", players=2).name(CardId(0))


def test_nothing_is_lived_again_that_could_not_have_begun() -> None:
    """The card whose ability is under way cannot have been another one."""
    game = asked_elsewhere(5)
    retraced, answers = game.retraced()
    began = retraced.rules.since().resumed
    assert began is not None and began.card >= 0
    others = game.columns.defn[:]
    base = game.bases[0].card
    others[began.card], others[base] = others[base], others[began.card]
    assert retraced.relived(others, answers) is None
    assert retraced.relived(game.columns.defn[:], answers) is not None


def test_what_another_seat_answered_is_no_answer_of_this_one() -> None:
    game = asked_elsewhere(4)
    retraced, answers = game.retraced()
    assert answers
    (seat, option), *rest = answers
    others = [(Seat(1 - seat), option), *rest]
    assert retraced.relived(game.columns.defn[:], others) is None
