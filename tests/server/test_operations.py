"""What an operator's programs can ask, and that nobody else can."""

from __future__ import annotations

import asyncio
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from smashup.server import metrics, private_files
from smashup.server.launch import bind
from smashup.server.operations import Operations
from smashup.server.pulse import FRESH, Pulse
from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.storage import Conflict, Storage, StorageError

from .tables import ADA_AND_BOT, Table, table

pytestmark = pytest.mark.anyio


class Now:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def ask(t: Table, path: str) -> tuple[int, str]:
    """A question to the operator's port: its status and its text."""
    listening = bind("127.0.0.1", 0)
    operations = Operations(t.lobby, listening)
    await operations.open()
    try:
        port = listening.getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
        writer.close()
        return int(head.split()[1]), body
    finally:
        operations.close()


def numbers(text: str) -> dict[str, float]:
    """Every figure, by its name and labels."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def broken(*_: Any) -> None:
    raise StorageError("The disk is full.")


async def hanging(*_: Any) -> None:
    await asyncio.Event().wait()


async def test_a_trial_writes_to_the_store(store: Storage) -> None:
    for _ in range(3):
        await store.try_out()
    assert await store.rooms("waiting") == []


async def test_alive_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(tmp_path) as t:
        assert await ask(t, "/live") == (200, "alive\n")
        assert await ask(t, "/ready") == (200, "ready\n")
        now = Now()
        t.lobby.pulse = Pulse(t.lobby.storage, now)
        monkeypatch.setattr(t.lobby.storage, "try_out", broken)
        assert await ask(t, "/live") == (200, "alive\n")
        assert await ask(t, "/ready") == (503, "The disk is full.\n")
        assert await t.refused("GET", "/api/health") == "store_down"
        monkeypatch.undo()
        now.seconds += FRESH
        assert (await t.get("/api/health"))["ok"] is True


async def test_a_store_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smashup.server.pulse.PATIENCE", 0.01)
    async with table(tmp_path) as t:
        monkeypatch.setattr(t.lobby.storage, "try_out", hanging)
        status, why = await ask(t, "/ready")
        assert (status, "within 0.01 s" in why) == (503, True)


async def test_however_many_ask_the_store_is_tried_once(tmp_path: Path) -> None:
    tries = 0

    class Counting(SqliteStorage):
        async def try_out(self) -> None:
            nonlocal tries
            tries += 1

    now = Now()
    pulse = Pulse(Counting(tmp_path / "games.sqlite"), now)
    assert set(await asyncio.gather(*(pulse.trouble() for _ in range(100)))) == {""}
    assert tries == 1
    now.seconds += FRESH
    await pulse.trouble()
    assert tries == 2


async def test_numbers_tell_what_was_done(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        before = numbers((await ask(t, "/metrics"))[1])
        room = await t.room(ADA_AND_BOT)
        ada = await t.sit(room)
        while ada.decision is not None:
            await ada.answer(len(ada.decision["options"]) - 1)
        while ada.decision is None:
            await ada.receive()
        assert (await ada.answer(0, v=0))["code"] == "stale"
        status, text = await ask(t, "/metrics")
        after = numbers(text)
    assert status == 200

    def more(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert after["smashup_rooms"] == 1
    assert after["smashup_sockets"] == before["smashup_sockets"] + 1
    assert after["smashup_store_up"] == 1
    assert after["smashup_thoughts_waiting"] == 0
    assert more("smashup_answers_total player") > 0
    assert more("smashup_answers_total bot") == more("smashup_thought_seconds_count") > 0
    assert more("smashup_answer_seconds_count") == more("smashup_answers_total player") + 1
    assert more("smashup_refusals_total stale") == 1
    assert more("smashup_calls_total 2xx") > 0
    assert more("smashup_store_seconds_count write") > 0
    assert more("smashup_store_failures_total") == 0


def test_a_store_that_fails_is_counted_once() -> None:
    failures = metrics.STORE_FAILURES._value.get
    before = failures()
    with pytest.raises(StorageError), metrics.answer(), metrics.store("write"):
        raise StorageError("The disk is full.")
    with pytest.raises(Conflict), metrics.store("write"):
        raise Conflict("Somebody was first.")
    assert failures() == before + 1


async def test_numbers_tell_nothing_about_anybody(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        await t.sit(room)
        _, text = await ask(t, "/metrics")
    secrets = [room["room"], room["invite"], "Ada", "10.0.0.1"]
    secrets += [seat["token"] for seat in room["seats"]]
    assert [secret for secret in secrets if secret in text] == []
    assert (
        len(
            set(
                re.findall(
                    r"^(smashup_\w+?)(?:_total|_bucket|_sum|_count|_created)?[ {]", text, re.M
                )
            )
        )
        < 20
    )


async def test_players_cannot_ask(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        for path in ("/metrics", "/ready", "/live"):
            response = await t.http.get(path)
            assert "smashup_" not in response.text
            assert response.text not in ("ready\n", "alive\n")
        assert (await ask(t, "/api/rooms"))[0] == 404


def test_every_series_has_a_place_in_the_dashboard() -> None:
    dashboard = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
    text = dashboard.read_text()
    for family in metrics.registry.collect():
        if family.name.startswith("smashup_"):
            assert family.name in text


@pytest.mark.skipif("os.name == 'nt'", reason="Windows says otherwise who may read a file")
async def test_what_a_server_keeps_is_readable_by_its_user_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with table(str(folder / "games.sqlite")) as t:
        await t.room()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert {"games.sqlite", "games.sqlite-wal", "games.sqlite-shm"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert private_files.warnings(folder, folder / "games.sqlite") == []


@pytest.mark.skipif("os.name == 'nt'", reason="Windows says otherwise who may read a file")
def test_what_others_can_read_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "games.sqlite"
    file.touch(mode=0o644)
    assert [words.rpartition(": ")[2] for words in private_files.warnings(tmp_path, file)] == [
        f"chmod 700 {tmp_path}",
        f"chmod 600 {file}",
    ]
    assert private_files.warnings(tmp_path / "nothing") == []
