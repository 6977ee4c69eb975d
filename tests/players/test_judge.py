"""The judge: fair to all seats, the same one by one and in batches, and there without numpy too."""

import random
from pathlib import Path

import pytest

from smashup import Game
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
from smashup.players.judge.numbers import BASE_NUMBERS, SEAT_NUMBERS, SIDE_NUMBERS, numbers
from smashup.players.standing import PRESENT, standings

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
        seats, bases, count = numbers(game, PRESENT)
        assert len(seats) == players * SEAT_NUMBERS
        assert len(bases) == count * (BASE_NUMBERS + players * SIDE_NUMBERS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_is_judged_like_its_positions_one_by_one(
    players: int, learned: LearnedJudge
) -> None:
    games = [game for game in moments(players, seed=5) if not game.over]
    together = learned.standings(games)
    alone = [learned.standings([game])[0] for game in games]
    for a, b in zip(together, alone, strict=True):
        assert a == pytest.approx(b, abs=1e-4)


def test_positions_that_are_alike_are_judged_alike_to_the_last_bit(learned: LearnedJudge) -> None:
    """Wherever they stand in a batch: of equals players take the last, which is to end."""
    [first, *_, last] = [game for game in moments(2, seed=5) if not game.over]
    together = learned.standings([first, *[last] * 37, first])
    assert together[0] == together[-1]
    assert all(standing == together[1] for standing in together[1:-1])


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
    """The same numbers in other seats give the same standings in other seats."""
    rng = np.random.default_rng(1)
    seats = rng.random((5, 3, SEAT_NUMBERS), dtype=np.float32)
    bases = rng.random((5, 4, BASE_NUMBERS + 3 * SIDE_NUMBERS), dtype=np.float32)
    live = np.ones((5, 4), dtype=np.float32)
    net = Net.read(NET_FILE)
    order = [2, 0, 1]
    shared, sides = bases[..., :BASE_NUMBERS], bases[..., BASE_NUMBERS:].reshape(5, 4, 3, -1)
    turned = np.concatenate([shared, sides[:, :, order].reshape(5, 4, -1)], axis=2)
    straight = net.forward(seats, bases, live)
    assert net.forward(seats[:, order], turned, live) == pytest.approx(straight[:, order], abs=1e-4)


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
