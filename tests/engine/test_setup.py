"""A setup names its factions and its box, so that it is the same game whatever is added later."""

import json
import pickle
from dataclasses import replace

import pytest

from smashup import Game
from smashup.cards.registry import FACTIONS
from smashup.engine.digest import written
from smashup.engine.setup import make_setup
from smashup.model.edition import EDITIONS
from smashup.model.errors import BadSetup

TWO = (("Aliens", "Robots"), ("Ninjas", "Zombies"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", [None, 1])
@pytest.mark.parametrize("pool", [(), list(FACTIONS)[3:14]])
def test_random_factions_are_named_and_the_named_game_is_the_same(edition, first, pool):
    game = Game.new("random", players=3, seed=11, edition=edition, first=first, pool=pool)
    setup = game.setup
    assert setup.way == "random" and len(setup.factions) == 3
    assert setup.factions == game.factions
    again = make_setup(
        setup.factions,
        setup.players,
        setup.seed,
        setup.edition,
        setup.first,
        box=setup.box,
        draws=setup.draws,
    )
    assert Game.from_setup(again).digest() == game.digest()
    without = Game.from_setup(replace(again, draws=0))
    assert without.digest() != game.digest()  # chance goes on from where the factions were drawn


def test_how_factions_came_about_can_be_told():
    assert make_setup(TWO).way == "given"
    assert make_setup("draft", 2).way == "draft"
    assert make_setup("random", 2).way == "random"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_setup_names_what_of_the_box_it_depends_on(edition):
    core = [name for name, faction in FACTIONS.items() if faction.set == "core"]
    every = EDITIONS[edition].every_base
    assert make_setup(TWO, edition_name=edition).box == tuple(FACTIONS if every else core)
    assert make_setup("draft", 2, edition_name=edition).box == tuple(FACTIONS)
    of_core = make_setup("draft", 2, edition_name=edition, pool=core)
    assert of_core.box == tuple(FACTIONS if every else core)


def test_only_what_is_in_its_box_comes_into_a_game():
    box = [name for name in FACTIONS if name != "Wizards"]
    game = Game.from_setup(make_setup("draft", 2, box=box))
    assert [option.word for option in game.decision.options] == box
    bases = {base.name for base in FACTIONS["Wizards"].bases}
    with_all, with_box = (
        Game.from_setup(make_setup(TWO, edition_name="core", box=names))
        for names in (list(FACTIONS), box)
    )
    assert bases <= set(facts_of(with_all)[1])
    assert not bases & set(facts_of(with_box)[1])


@pytest.mark.parametrize("again", [Game.copy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_made_in_the_draft_is_dealt_from_the_same_box(again):
    box = [name for name in FACTIONS if name != "Wizards"]
    game = Game.from_setup(make_setup("draft", 2, edition_name="core", box=box))
    game.decide(0)
    other = again(game)
    for one in (game, other):
        while one.phase == "draft":
            one.decide(0)
    assert other.digest() == game.digest()
    assert not {base.name for base in FACTIONS["Wizards"].bases} & set(facts_of(other)[1])


def test_what_is_played_must_be_in_the_box():
    with pytest.raises(BadSetup, match="Zombies is to be played, but not in the box"):
        make_setup(TWO, box=["Aliens", "Robots", "Ninjas"])


# -- digests ---------------------------------------------------------------------------------------


def facts_of(game: Game) -> list:
    return json.loads(written(game.rules.s, game.decision))


def test_a_digest_is_made_of_plain_numbers_words_and_lists():
    game = Game.new("random", players=2, seed=3)
    kinds: set[type] = set()

    def look(part: object) -> None:
        kinds.add(type(part))
        if isinstance(part, list):
            for inner in part:
                look(inner)

    for answer in range(150):
        if game.over:
            break
        look(facts_of(game))
        game.decide(answer % len(game.decision.options))
    assert kinds <= {int, str, list}


def test_a_digest_is_made_of_json_however_large_its_numbers_are():
    game = Game.new("random", players=2, seed=3)
    for counters in (0, 7, 600):
        game.rules.s.counters[3] = counters
        text = written(game.rules.s, game.decision)
        assert text == json.dumps(json.loads(text), separators=(",", ":"))
        assert facts_of(game)[2][4][3] == counters


def test_a_digest_tells_apart_what_can_be_answered():
    game = Game.new(TWO, seed=3)
    before = game.digest()
    options = game.decision.options
    options[0], options[1] = options[1], options[0]
    assert game.digest() != before


# -- bans ------------------------------------------------------------------------------------------


def banning(seats, **options):
    """A draft in which everybody bans one faction, and then takes the first that is offered."""
    game = Game.new("draft", players=seats, seed=3, first=1, bans=1, **options)
    banned = []
    for _ in range(seats):
        assert game.decision.prompt.startswith("Ban a faction")
        banned.append((game.decision.seat, game.decision.options[0].word))
        game.decide(0)
    return game, banned


def test_what_is_banned_before_a_draft_nobody_may_take():
    game, banned = banning(3)
    assert [seat for seat, _ in banned] == [1, 2, 0]
    out = {faction for _, faction in banned}
    assert len(out) == 3
    while game.phase == "draft":
        assert out.isdisjoint(option.word for option in game.decision.options)
        game.decide(0)
    assert out.isdisjoint(faction for pair in game.factions for faction in pair)


@pytest.mark.parametrize("again", [Game.copy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_made_after_a_ban_knows_of_it(again):
    game, _ = banning(2)
    copy = again(game)
    for one in (game, copy):
        while one.phase == "draft":
            one.decide(0)
    assert copy.digest() == game.digest()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"factions": TWO, "bans": 1}, "in a draft only"),
        ({"factions": "random", "players": 2, "bans": 1}, "in a draft only"),
        ({"factions": "draft", "players": 2, "bans": 3}, "up to 2 factions, not 3"),
        ({"factions": "draft", "players": 2, "bans": -1}, "up to 2 factions, not -1"),
        ({"factions": "draft", "players": 4, "bans": 1, "pool": list(FACTIONS)[:11]}, "needs 12"),
    ],
)
def test_bans_that_cannot_be(asked, said):
    with pytest.raises(BadSetup, match=said):
        Game.new(**asked)


def test_where_an_edition_limits_the_draft_enough_is_left_after_the_bans():
    limited = next(name for name, edition in EDITIONS.items() if edition.draft_pool == 8)
    game, _ = banning(4, edition=limited)
    while game.phase == "draft":
        game.decide(0)
    assert len({faction for pair in game.factions for faction in pair}) == 8
