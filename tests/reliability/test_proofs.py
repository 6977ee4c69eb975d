"""Short forms of the proofs that `make reliability` runs in full (docs/reliability.md).

Times are not judged here: a busy machine would fail them. What must hold at any speed is.
"""

import asyncio
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from proofs import (
    calls,
    commits,
    disconnects,
    kills,
    lag,
    load,
    malformed,
    repeats,
    shelves,
    storms,
    twins,
    walls,
)
from proofs.crowding import Crowding
from proofs.crumbs import Crumbs
from proofs.figures import Finding
from proofs.flooding import Flooding
from proofs.founding import Founding
from proofs.half_open import HalfOpen
from proofs.haunting import Haunting
from proofs.hoarding import Hoarding
from proofs.malformed import Malformed
from proofs.returning import Returning
from proofs.running import Server, running
from proofs.sockets import dial, hello
from proofs.squatting import WISHES, Squatting
from proofs.tables import Table, make_table
from proofs.talking import Talking
from proofs.undoing import Undoing
from smashup.protocol import messages
from smashup.server.frames import decode

OF_TIME = {
    "a restart took too long",
    "the restart took too long",
    "the games came back too late",
    "acknowledgements take too long",
    "honest tables were slowed by the attack",
    "bots of honest tables did not move before the attack",
    "bots of honest tables hardly moved any more",
    "a guest was kept waiting",
    "the event loop lags",
    "the start took too long",
}


def assert_holds(result: Finding) -> None:
    assert result.figures
    assert [fault for fault in result.faults if fault not in OF_TIME] == []


def test_kills_lose_nothing(tmp_path: Path) -> None:
    assert_holds(kills.prove(tmp_path, kills=2, tables=5))


def test_games_come_back(tmp_path: Path) -> None:
    assert_holds(kills.prove_back(tmp_path, games=20, answers=30))


def test_a_start_does_not_ask_how_many_games_are_stored(tmp_path: Path) -> None:
    assert_holds(shelves.prove(tmp_path, games=100, answers=30))


def test_tables_play_side_by_side(tmp_path: Path) -> None:
    assert_holds(load.prove(tmp_path, tables=10, seconds=3.0, warm_up=1.0))


def test_a_seat_is_told_nothing_it_cannot_know() -> None:
    result = twins.prove(positions=25, seed=3)
    assert_holds(result)
    assert result.figures["positions with hint and chances"] == "2"


def test_commands_are_applied_once(tmp_path: Path) -> None:
    assert_holds(repeats.prove(tmp_path, commands=400, tables=5))


def test_the_view_is_the_same_after_disconnects(tmp_path: Path) -> None:
    assert_holds(disconnects.prove(tmp_path, disconnects=12, tables=3))


def test_the_decoder_takes_or_refuses_everything() -> None:
    assert_holds(malformed.prove_decoder(20_000))


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(Squatting(at_once=4), id="squatting"),
        pytest.param(Crowding(rooms=6), id="crowding"),
        pytest.param(Haunting(tables=6, at_once=2), id="haunting"),
        pytest.param(Founding(rooms=40), id="founding"),
        pytest.param(Hoarding(talkers=4), id="hoarding"),
        pytest.param(Talking(lines=300), id="talking"),
        pytest.param(Crumbs(connections=5), id="crumbs"),
        pytest.param(HalfOpen(connections=40), id="half_open"),
        pytest.param(Undoing(sockets=3, answers=20), id="undoing"),
        pytest.param(Flooding(sockets=4, callers=2), id="flooding"),
        pytest.param(Returning(at_once=4, answers=20), id="returning"),
    ],
)
def test_an_attack_harms_nobody_else(tmp_path: Path, attack: storms.Attack) -> None:
    assert_holds(storms.prove(tmp_path, attack, seconds=1.0))


def test_honest_players_sit_down_anew_when_their_game_ends(tmp_path: Path) -> None:
    async def give_up(server: Server, table: Table) -> None:
        crowd = storms.Crowd(server, [table])
        window = dial(server.port, table.source)
        async with crowd.playing(), window as socket, asyncio.timeout(60):
            await socket.send(hello(table, 0), text=True)
            await socket.send(b'{"t":"concede","id":"c"}', text=True)
            while all(answer.room == table.room for answer in crowd.tally.acknowledged):
                await asyncio.sleep(0.05)

    with running(tmp_path) as server:
        asyncio.run(give_up(server, make_table(server.port, 0, seats=2)))


def test_all_that_a_seat_may_send_is_tried_with_a_void_one() -> None:
    sent = [decode(msgspec.json.encode({**wish, "id": "i", "v": 0})) for wish in WISHES]
    assert {type(each) for each in sent} == set(get_args(messages.Request))


def test_malformed_frames_harm_nobody(tmp_path: Path) -> None:
    assert_holds(storms.prove(tmp_path, Malformed(3000), seconds=1.0, whole=True))


def test_generated_calls_are_answered(tmp_path: Path) -> None:
    assert_holds(calls.prove(tmp_path, calls=60))


def test_walls_stand(tmp_path: Path) -> None:
    assert_holds(walls.prove(tmp_path))


def test_bots_think_elsewhere(tmp_path: Path) -> None:
    assert_holds(lag.prove(tmp_path, tables=2, seconds=3.0, strength="easy"))


def test_appends_are_measured(tmp_path: Path) -> None:
    result = commits.measure(str(tmp_path / "games.sqlite"), "SQLite", seconds=0.1)
    assert list(result.figures) == ["1 at once", "10 at once", "100 at once"]


@pytest.mark.parametrize("shown", ["hand", "deck"])
def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch, shown: str) -> None:
    """The proof itself: a server that told more than a seat may know would not pass."""
    from smashup import view

    honest = view.private

    def leaking(observation, open_hands=False):  # type: ignore[no-untyped-def]
        section = honest(observation, open_hands)
        s = observation._game.rules.s
        pile = s.hands[0] if shown == "hand" else s.decks[0]
        section.known.base_deck = [observation._game.name(card) for card in pile]
        return section

    monkeypatch.setattr(view, "private", leaking)
    assert not twins.prove(positions=5, seed=3).holds
