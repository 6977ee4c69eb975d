"""Encodings: equal where observations are, and nothing hidden in them."""

import copy
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

from smashup import BadSetup, Game
from smashup.cards import CARDS, FACTIONS
from smashup.encoding.layout import TRAITS
from smashup.model.ids import Seat
from smashup.rl import Encoder, Layout, traits, vocabulary

TABLES = (2, 3, 4) * 2
EVERY = 7  # answers between two positions that are looked at


def positions(players: int, seed: int) -> Iterator[Game]:
    """A game at several moments, played at random."""
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    while game.decision is not None:
        if len(game.answers) % EVERY == 0:
            yield game
        game.decide(rng.randrange(len(game.decision.options)))


def test_nothing_hidden_gets_in():
    """A twin that differs only in what the seat cannot know is encoded alike, whoever is asked."""
    differing = looked = 0
    for number, players in enumerate(TABLES):
        encoder = Encoder(players)
        for game in positions(players, number):
            for seat in game.seats:
                rng = random.Random(f"{len(game.answers)}/{seat}")
                twin = game.observe(seat).determinize(rng, to_play=False)
                mine, other = encoder.encode(game.observe(seat)), encoder.encode(twin.observe(seat))
                assert np.array_equal(mine, other), (game.setup, len(game.answers), seat)
                differing += list(twin.columns.defn) != list(game.columns.defn)
                looked += 1
    assert differing > 0.9 * looked


def test_equal_observations_are_encoded_alike_and_others_mostly_not():
    encoder = Encoder(2)
    before: np.ndarray | None = None
    changed = moments = 0
    for game in positions(2, 5):
        again = game.replayed()
        for seat in game.seats:
            assert again.observe(seat) == game.observe(seat)
            row = encoder.encode(game.observe(seat))
            assert np.array_equal(row, encoder.encode(again.observe(seat)))
        row = encoder.encode(game.observe(Seat(0)))
        changed += before is None or not np.array_equal(row, before)
        moments += 1
        before = row
    assert changed == moments


def test_a_row_that_is_used_again_keeps_nothing_of_before():
    encoder = Encoder(3)
    used = np.full(encoder.layout.size, 99, np.int16)
    for game in positions(3, 2):
        view = game.observe(game.decision.seat)
        assert np.array_equal(encoder.encode(view, used), encoder.encode(view))


def test_what_is_encoded_does_not_hang_on_what_was_encoded_before():
    """An encoder remembers in which rows cards stand; a new one remembers nothing."""
    used = {players: Encoder(players) for players in TABLES}
    for number, players in enumerate(TABLES):
        for game in positions(players, 20 + number):
            for seat in game.seats:
                view = game.observe(seat)
                row = used[players].encode(view)
                assert np.array_equal(row, Encoder(players).encode(view))


@pytest.fixture
def table() -> Game:
    """A table in the middle of a game."""
    return next(game for game in positions(2, 11) if len(game.answers) == 13 * EVERY)


def fields(part: str, encoder: Encoder, row: np.ndarray) -> dict[str, np.ndarray]:
    names = getattr(encoder.layout, part).fields
    values = encoder.split(row)[part]
    return {name: values[:, number] for number, name in enumerate(names)}


def test_the_fields_say_what_the_table_says(table: Game):
    encoder = Encoder(2)
    me = table.decision.seat
    other = Seat(1 - me)
    row = encoder.encode(table.observe(me))
    numbers = {name: int(value[0]) for name, value in fields("numbers", encoder, row).items()}
    assert numbers["players"] == 2
    assert numbers["turn_number"] == table.turn_number
    assert numbers["turn"] == (1 if table.turn == me else 2)
    assert numbers["asked"] == 1
    assert numbers["options"] == len(table.decision.options)
    seats = fields("seats", encoder, row)
    assert seats["vp"].tolist() == [table.vp[me], table.vp[other]]
    assert seats["hand"].tolist() == [len(table.hand(me)), len(table.hand(other))]
    assert seats["known_hand"][0] == len(table.hand(me))
    names = list(FACTIONS)
    assert [names[n - 1] for n in seats["first_faction"]] == [
        table.factions[me][0],
        table.factions[other][0],
    ]
    bases = fields("bases", encoder, row)
    for number, base in enumerate(table.bases):
        assert vocabulary()[bases["card"][number]] == base.name
        assert bases["breakpoint"][number] == base.breakpoint
        assert (bases["power_0"][number], bases["power_1"][number]) == (
            base.powers[me],
            base.powers[other],
        )
    assert not bases["card"][len(table.bases) :].any()


def test_cards_and_options_point_at_each_other(table: Game):
    encoder = Encoder(2)
    me = table.decision.seat
    row = encoder.encode(table.observe(me))
    cards, options = fields("cards", encoder, row), fields("options", encoder, row)
    known = [vocabulary()[n] for n in cards["card"] if n]
    mine = [table.name(card) for card in table.hand(me)]
    assert all(known.count(name) >= mine.count(name) for name in mine)
    minions = [(table.name(m), table.power(m)) for m in table.minions()]
    in_play = [
        (vocabulary()[cards["card"][slot]], int(cards["power"][slot]))
        for slot in np.flatnonzero(cards["base"])
        if CARDS[cards["card"][slot] - 1].type == "minion"
    ]
    assert sorted(in_play) == sorted(minions)
    for number, option in enumerate(table.decision.options):
        if option.card >= 0:
            slot = options["slot"][number] - 1
            assert vocabulary()[options["card"][number]] == table.name(option.card)
            assert cards["card"][slot] == options["card"][number]
    assert not encoder.split(row)["options"][len(table.decision.options) :].any()


def test_who_is_not_asked_has_no_options(table: Game):
    encoder = Encoder(2)
    row = encoder.encode(table.observe(Seat(1 - table.decision.seat)))
    assert not encoder.mask(row).any()
    assert not encoder.split(row)["options"].any()


def test_many_at_once_are_split_alike():
    encoder = Encoder(2)
    rows = [encoder.encode(game.observe(Seat(0))) for game in positions(2, 3)]
    together = encoder.split(np.stack(rows))
    for number, row in enumerate(rows):
        for name, values in encoder.split(row).items():
            assert np.array_equal(together[name][number], values)
    assert np.array_equal(encoder.mask(np.stack(rows))[4], encoder.mask(rows[4]))


def test_of_too_many_options_the_last_one_stays():
    few = Encoder(2, most_options=3)
    game = next(g for g in positions(2, 1) if len(g.decision.options) > 4)
    many = len(game.decision.options)
    row = few.encode(game.observe(game.decision.seat))
    whole = Encoder(2).encode(game.observe(game.decision.seat))
    assert few.mask(row).tolist() == [1, 1, 1]
    assert [few.answer(action, many) for action in range(3)] == [0, 1, many - 1]
    options, all_of_them = few.split(row)["options"], Encoder(2).split(whole)["options"]
    assert np.array_equal(options, all_of_them[[0, 1, many - 1]])


def test_a_draft_can_be_encoded():
    game = Game.new("draft", players=2, seed=1)
    encoder = Encoder(2)
    row = encoder.encode(game.observe(game.decision.seat))
    words = fields("options", encoder, row)["word"][: len(game.decision.options)]
    assert encoder.mask(row).sum() == len(FACTIONS)
    assert (words > 0).all() and len(set(words.tolist())) >= len(FACTIONS) - 1


@pytest.mark.parametrize(
    "other", [copy.deepcopy, lambda encoder: pickle.loads(pickle.dumps(encoder))]
)
def test_an_encoder_can_be_copied_and_sent_to_another_process(other):
    """OpenSpiel copies it with every state, also one that has encoded already."""
    game = Game.new("random", players=3, seed=8)
    encoder = Encoder(3, most_options=40)
    row = encoder.encode(game.observe(game.decision.seat))
    again = other(encoder)
    assert again.layout == encoder.layout
    assert np.array_equal(again.encode(game.observe(game.decision.seat)), row)


def test_what_cannot_be_encoded_is_refused():
    game = Game.new("random", players=3, seed=1)
    with pytest.raises(BadSetup, match="a seat of a game of 2 players"):
        Encoder(2).encode(game.observe(Seat(0)))
    with pytest.raises(BadSetup, match="a seat of a game"):
        Encoder(3).encode(game.observe(None))
    with pytest.raises(BadSetup, match="2 to 4 players, not 5"):
        Encoder(5)
    with pytest.raises(BadSetup, match="two options"):
        Encoder(2, most_options=1)


def test_the_numbers_of_cards_are_those_of_the_box():
    names, facts = vocabulary(), traits()
    assert len(names) == len(facts) == len(CARDS) + 1
    zapbot = dict(zip(TRAITS, facts[names.index("Zapbot")], strict=True))
    assert (zapbot["minion"], zapbot["power"], zapbot["action"]) == (1, 2, 0)
    assert Layout(2).fingerprint == Layout(2).fingerprint != Layout(3).fingerprint
