"""The judge: fair to all seats, the same one by one and in batches, and there without numpy too."""

import random
from pathlib import Path
from typing import Any

import pytest

from smashup import Game
from smashup.cards.registry import CARDS, register, take_out_last
from smashup.model.card import Faction
from smashup.model.errors import SmashUpError
from smashup.players.judge import (
    NET_FILE,
    LearnedJudge,
    Net,
    WeighedJudge,
    chances,
    judging,
    log_odds,
    present,
)
from smashup.players.judge.cards import full_name, printed
from smashup.players.judge.net import (
    BASE_OUT,
    BASE_SEEN,
    BEFORE_CARDS,
    SEATS_SEEN,
    Positions,
    fingerprint_of,
)
from smashup.players.judge.numbers import (
    AS_BASE,
    BASE_NUMBERS,
    FACE_DOWN,
    IN_DISCARD,
    IN_HAND,
    IN_PLAY,
    SEAT_NUMBERS,
    SEAT_ZONES,
    SIDE_NUMBERS,
    ZONES,
    numbers,
)
from smashup.players.standing import PRESENT, standings
from tests.players.positions import laid_out

np = pytest.importorskip("numpy")


def moments(players: int, seed: int) -> list[Game]:
    """Copies of a random game at some of its decisions, the end included."""
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    found: list[Game] = []
    while game.decision is not None:
        if len(game.answers) % 9 == 0:
            found.append(game.copy())
        game.decide(rng.randrange(len(game.decision.options)))
    return [*found, game.copy()]


@pytest.fixture
def learned() -> LearnedJudge:
    return LearnedJudge(Net.read(NET_FILE))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_is_seen_as_so_many_numbers(players: int) -> None:
    for game in moments(players, seed=players):
        seats, bases, count, cards, sizes = numbers(game, PRESENT)
        assert len(seats) == players * SEAT_NUMBERS
        assert len(bases) == count * (BASE_NUMBERS + players * SIDE_NUMBERS)
        assert len(cards) == sum(sizes)
        assert len(sizes) == players * SEAT_ZONES + count * (1 + players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_is_judged_like_its_positions_one_by_one(
    players: int, learned: LearnedJudge
) -> None:
    games = [game for game in moments(players, seed=5) if not game.over]
    together = learned.standings(games)
    alone = [learned.standings([game])[0] for game in games]
    for a, b in zip(together, alone, strict=True):
        assert a == pytest.approx(b, abs=1e-4)


def test_chances_add_up_and_the_end_is_known_exactly(learned: LearnedJudge) -> None:
    games = moments(3, seed=4)
    said = chances(learned, games)
    assert all(sum(by_seat) == pytest.approx(1) for by_seat in said)
    assert max(said[-1]) == 1 / len(games[-1].winners)
    assert log_odds(learned, games[-1:], games[-1].winners[0]) == [judging.WON]


def test_what_one_of_two_gains_the_other_loses(learned: LearnedJudge) -> None:
    games = [game for game in moments(2, seed=7) if not game.over]
    mine, theirs = (log_odds(learned, games, seat) for seat in games[0].seats)
    assert mine == pytest.approx([-value for value in theirs], abs=1e-4)


def test_seats_are_seen_alike_whoever_sits_where(learned: LearnedJudge) -> None:
    """The same numbers and cards in other seats give the same standings in other seats."""
    rng = np.random.default_rng(1)
    seats = rng.random((5, 3, SEAT_NUMBERS), dtype=np.float32)
    bases = rng.random((5, 4, BASE_NUMBERS + 3 * SIDE_NUMBERS), dtype=np.float32)
    places = [
        rng.integers(0, 5 * len(CARDS), rng.integers(0, 4)) for _ in range(5 * (3 * 2 + 4 * 4))
    ]
    live = np.ones((5, 4), dtype=np.float32)
    net = taught(Net.read(NET_FILE))
    order = [2, 0, 1]
    shared, sides = bases[..., :BASE_NUMBERS], bases[..., BASE_NUMBERS:].reshape(5, 4, 3, -1)
    turned = np.concatenate([shared, sides[:, :, order].reshape(5, 4, -1)], axis=2)
    at = np.arange(5 * (3 * 2 + 4 * 4)).reshape(5, -1)  # which place is where
    hands = at[:, :6].reshape(5, 3, 2)[:, order].reshape(5, -1)
    at_bases = at[:, 6:].reshape(5, 4, 4)[:, :, [0, *(1 + k for k in order)]].reshape(5, -1)
    straight = net.forward(Positions(seats, bases, live, *in_places(places, at)))
    around = np.concatenate([hands, at_bases], axis=1)
    other = net.forward(Positions(seats[:, order], turned, live, *in_places(places, around)))
    assert other == pytest.approx(straight[:, order], abs=1e-4)


def in_places(places: list[Any], at: Any) -> tuple[Any, Any]:
    """The cards of these places as a net is handed them."""
    sizes = np.array([len(places[k]) for k in at.ravel()]).reshape(at.shape)
    return np.concatenate([places[k] for k in at.ravel()]), sizes


def taught(net: Net) -> Net:
    """One that has learned something of every card, by the dice."""
    rng = np.random.default_rng(3)
    names = [full_name(card) for card in CARDS]
    shapes = {name: numbers.shape for name, numbers in net.arrays.items()}
    shapes["known"] = (ZONES, len(names), shapes["by_print"][-1])
    arrays = {name: rng.normal(0, 0.2, shape) for name, shape in shapes.items()}
    return Net(arrays, names, net.calibration)


def test_what_a_card_is_worth_does_not_depend_on_what_else_is_in_the_box() -> None:
    net = taught(Net.read(NET_FILE))
    before = net.table().reshape(ZONES, len(CARDS), -1)
    pack = Faction("Revenants", "pack")
    ghost = pack.minion("Ghost", power=3, copies=4, text="…")
    twin = next(card for card in CARDS if printed(card) == printed(ghost))
    register(pack)
    try:
        after = net.table().reshape(ZONES, len(CARDS), -1)
        assert (after[:, : len(CARDS) - 1] == before).all()
        unknown = Net(net.arrays | {"known": net.arrays["known"] * 0}, net.names)
        alike = unknown.table().reshape(ZONES, len(CARDS), -1)
        assert (alike[:, ghost.index] == alike[:, twin.index]).all()  # by what is printed
        assert (after[:, ghost.index] == alike[:, ghost.index]).all()
    finally:
        take_out_last()
    assert (net.table().reshape(before.shape) == before).all()


def test_cards_count_by_where_they_are(tmp_path: Path) -> None:
    """In hand, discarded, at a base by who controls them, attached ones too, and face down."""
    game = laid_out(
        tmp_path,
        """
players:
  A: {hand: [King Rex, Howl], deck: [Zapbot], discard: [Invader]}
  B: {deck: [Zapbot]}
bases:
  - base: Jungle Oasis
    minions: [Warbot/B, {card: Zapbot, by: A, actions: [Poison/B]}]
    buried: [Invader/A]
  - base: Tortuga
""",
    )
    *_, cards, sizes = numbers(game, PRESENT)
    which = iter(cards)
    places = [[divmod(next(which), len(CARDS)) for _ in range(size)] for size in sizes]
    assert [[(zone, CARDS[k].name) for zone, k in place] for place in places] == [
        [(IN_HAND, "King Rex"), (IN_HAND, "Howl")],
        [(IN_DISCARD, "Invader")],
        [],
        [],
        [(AS_BASE, "Jungle Oasis")],
        [(IN_PLAY, "Zapbot"), (FACE_DOWN, "Invader")],
        [(IN_PLAY, "Warbot"), (IN_PLAY, "Poison")],
        [(AS_BASE, "Tortuga")],
        [],
        [],
    ]


def test_a_net_that_knew_no_cards_says_what_it_said(tmp_path: Path) -> None:
    """To a net of version 1 cards are worth nothing, whichever they are."""
    old = Net.read(in_version_1(tmp_path / "net.npz"))
    games = [game for game in moments(2, seed=3) if not game.over]
    rows = [numbers(game, PRESENT) for game in games]
    without = [(*row[:3], [], [0] * len(row[4])) for row in rows]
    assert old.names == ()
    assert old.standings(rows, 2) == old.standings(without, 2)
    old.write(tmp_path / "new.npz")
    assert Net.read(tmp_path / "new.npz").standings(rows, 2) == old.standings(rows, 2)


def in_version_1(path: Path) -> Path:
    """The net of the package as if cards were worth nothing, in a file as it was written then."""
    arrays = {name: Net.read(NET_FILE).arrays[name] for name in BEFORE_CARDS}
    arrays["base1"] = arrays["base1"][:BASE_SEEN]
    arrays["head1"] = arrays["head1"][: SEATS_SEEN + BASE_OUT]
    np.savez(path, version=1, fingerprint=fingerprint_of(arrays, (), BEFORE_CARDS), **arrays)
    return path


def test_without_numpy_the_weights_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "numpy_is_there", lambda: False)
    present.cache_clear()
    try:
        judge = present()
    finally:
        present.cache_clear()
    assert isinstance(judge, WeighedJudge)
    games = moments(2, seed=3)[:3]
    assert judge.standings(games) == [standings(game) for game in games]


def test_the_net_of_the_package_is_small_and_whole() -> None:
    assert NET_FILE.stat().st_size < 200_000
    assert Net.read(NET_FILE).arrays


def test_a_net_that_was_damaged_or_learned_with_other_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    net = Net.read(NET_FILE)
    net.write(path)
    assert Net.read(path).arrays.keys() == net.arrays.keys()
    with np.load(path) as file:
        arrays = dict(file)
    arrays["out"] = arrays["out"] + 1
    np.savez(path, **arrays)
    with pytest.raises(SmashUpError, match="damaged"):
        Net.read(path)
