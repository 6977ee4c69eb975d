"""Snapshots: a room opened from one goes on exactly like the room itself."""

import io
import pickle
import random
import zlib

import pytest

from smashup.lab.invariants import setup_for
from smashup.model.words import Words
from smashup.replay import Stamp
from smashup.server import entries as kinds
from smashup.server import snapshots
from smashup.server.charter import HUMAN, OPEN, Options, SeatPlan, make_charter
from smashup.server.entries import Body, entry, told
from smashup.server.fold import Fold
from smashup.server.storage import Storage
from smashup.view import Storyteller, private, public


def new_fold(seed: int) -> Fold:
    setup = setup_for(seed)
    plans = [SeatPlan(HUMAN, f"P{i}") for i in range(setup.players)]
    fold = Fold(make_charter(plans, setup, Options(), "random", b"", 0.0))
    fold.apply(entry(kinds.START, -1, 0.0))
    fold.apply(entry(kinds.CHAT, 0, 1.0, Body(text="hello"), "c1"))
    fold.apply(entry(kinds.NOTE, -1, 1.0, told(Words("{name} gives up.", name="P1"))))
    return fold


def move(fold: Fold, dice: random.Random, *others: Fold) -> None:
    assert fold.game is not None and fold.game.decision is not None
    option = dice.randrange(len(fold.game.decision.options))
    id = f"m{fold.length}"
    made = entry(kinds.ANSWER, fold.game.decision.seat, 0.0, Body(option=option), id)
    for each in (fold, *others):
        each.apply(made)


def seen(fold: Fold) -> object:
    """All that anybody can see of a room."""
    game = fold.game
    assert game is not None
    readers = [*range(game.players), None]
    return (
        game.digest(),
        game.answers,
        public(game.observe(None)),
        [private(game.observe(seat)) for seat in readers],
        [Storyteller(game.observe(seat)).events() for seat in readers],
        {name: value for name, value in vars(fold).items() if name != "game"},
    )


@pytest.mark.parametrize("seed", range(14))
def test_a_room_goes_on_from_its_snapshot(seed: int) -> None:
    fold, dice, last = new_fold(seed), random.Random(seed), 0
    taken = 0
    while fold.game is not None and fold.game.decision is not None and taken < 8:
        if snapshots.is_due(fold, last):
            last = fold.length
            taken += 1
            again = snapshots.restore(fold.charter, snapshots.take(fold))
            assert seen(again) == seen(fold)
            for _ in range(8):
                if fold.game.decision is not None:
                    move(fold, dice, again)
            assert seen(again) == seen(fold)
        else:
            move(fold, dice)
    assert taken > 2


def test_a_deal_that_was_made_of_numbers_is_the_same_from_a_snapshot() -> None:
    setup = setup_for(3)
    plans = [SeatPlan(OPEN, f"P{i}") for i in range(setup.players)]
    fold = Fold(make_charter(plans, setup, Options(), "random", b"", 0.0))
    fold.apply(entry(kinds.CUT, 1, 0.0, Body(number=5)))
    fold.apply(entry(kinds.START, -1, 0.0, Body(setup=fold.deal())))
    assert fold.setup.seed != setup.seed
    dice = random.Random(3)
    while not snapshots.is_due(fold, 0):
        move(fold, dice)
    again = snapshots.restore(fold.charter, snapshots.take(fold))
    assert seen(again) == seen(fold)


def test_an_undo_goes_back_behind_a_snapshot() -> None:
    fold, dice = new_fold(3), random.Random(3)
    while not snapshots.is_due(fold, 0):
        move(fold, dice)
    again = snapshots.restore(fold.charter, snapshots.take(fold))
    undo = entry(kinds.UNDO, fold.deciders[-1], 0.0, Body(count=5))
    fold.apply(undo)
    again.apply(undo)
    assert seen(again) == seen(fold)


def test_a_snapshot_from_before_there_were_bans_is_gone_on_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fold, dice = new_fold(3), random.Random(3)
    while not snapshots.is_due(fold, 0):
        move(fold, dice)
    assert fold.game is not None
    rules = fold.game.rules
    frozen = {name: part for name, part in rules.frozen().items() if name != "bans"}
    made = io.BytesIO()
    with monkeypatch.context() as patched:
        patched.setattr(type(rules), "frozen", lambda _: frozen)
        rest = {name: part for name, part in vars(fold).items() if name in ("length", "digests")}
        parts = (Stamp.of(fold.setup.setup()), rest, fold.game)
        snapshots._Writer(made, protocol=5).dump(parts)  # all in one, as they were written then
    again = snapshots.restore(fold.charter, zlib.compress(made.getvalue()))
    assert again.game is not None and again.game.digest() == fold.game.digest()
    assert again.length == fold.length


def test_a_snapshot_can_run_nothing() -> None:
    class Wicked:
        def __reduce__(self) -> object:
            return print, ("this must not be printed",)

    body = io.BytesIO()
    pickle.Pickler(body, protocol=5).dump(Wicked())
    with pytest.raises(pickle.UnpicklingError, match="has no place in a snapshot"):
        snapshots.restore(new_fold(1).charter, zlib.compress(body.getvalue()))


def test_of_a_game_without_end_no_more_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one takes grows with the game, and it is taken while all tables wait."""
    fold, dice = new_fold(3), random.Random(3)
    while not snapshots.is_due(fold, 0):
        move(fold, dice)
    assert fold.game is not None
    monkeypatch.setattr(snapshots, "MOST_EVENTS", len(fold.game.log) - 1)
    assert not snapshots.is_due(fold, 0)


@pytest.mark.parametrize("cut", [0, 20])
def test_a_snapshot_unpacks_to_no_more_than_a_snapshot_can_be(
    monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    monkeypatch.setattr(snapshots, "MOST", 100_000)
    packed = zlib.compress(bytes(200_000 if not cut else 1000))
    with pytest.raises(snapshots.OfOthers, match="larger"):
        snapshots.restore(new_fold(1).charter, packed[: len(packed) - cut])


@pytest.mark.anyio
async def test_only_the_newest_snapshot_is_kept(store: Storage) -> None:
    assert await store.snapshot("oak") is None
    await store.keep_snapshot("oak", 25, b"first")
    await store.keep_snapshot("oak", 60, b"second")
    await store.keep_snapshot("oak", 50, b"late")
    assert await store.snapshot("oak") == (60, b"second")
