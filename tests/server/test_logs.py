"""What is written to the log, and what never is."""

from __future__ import annotations

import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from smashup.engine.game import Game
from smashup.server import logs
from smashup.server.storage import StorageError

from .tables import table

pytestmark = pytest.mark.anyio
log = logging.getLogger("smashup.server.trial")
CARD = "Armada of the Deep"


@pytest.fixture
def written(log_is_put_back: None) -> io.StringIO:
    """Where a test can let everything be written."""
    return io.StringIO()


def trip(error: Exception) -> None:
    try:
        raise error
    except type(error):
        logs.about(log, "abc").exception("it could not be done")


def test_a_line_has_time_level_and_room(written: io.StringIO) -> None:
    logs.begin("text", "info", written)
    logs.about(log, "abc").warning("bot %s failed", "hard")
    log.info("hello")
    log.debug("not this")
    first, second = written.getvalue().splitlines()
    time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    assert re.fullmatch(f"{time} warning room abc: bot hard failed", first)
    assert re.fullmatch(f"{time} info hello", second)


def test_programs_read_it_as_json(written: io.StringIO) -> None:
    logs.begin("json", "info", written)
    logs.about(log, "abc").warning("bot\n%s", "hard")
    trip(KeyError(CARD))
    first, second = map(json.loads, written.getvalue().splitlines())
    assert (first["level"], first["room"], first["message"]) == ("warning", "abc", "bot\nhard")
    assert first["from"] == log.name
    assert second["error"].startswith("Traceback: KeyError\n")


def test_what_an_error_says_is_written_only_where_it_is_of_the_machine(
    written: io.StringIO,
) -> None:
    logs.begin("text", "info", written)
    trip(RuntimeError(CARD))
    trip(StorageError("The disk is full."))
    text = written.getvalue()
    assert CARD not in text
    assert "RuntimeError\n" in text
    assert f"{Path(__file__).name}:" in text
    assert "StorageError: The disk is full." in text


def test_who_wants_to_know_everything_is_told(written: io.StringIO) -> None:
    logs.begin("text", "debug", written)
    trip(RuntimeError(CARD))
    assert CARD in written.getvalue()


def test_a_line_cannot_be_written_by_a_client(written: io.StringIO) -> None:
    """What is taken from outside stands on one line, so that nobody can forge another."""
    logs.begin("text", "info", written)
    log.warning("asked for %s", "x\n2026-01-01T00:00:00.000Z error the house burns")
    assert len(written.getvalue().splitlines()) == 1


async def test_no_token_and_no_card_is_in_the_log_of_a_game_that_breaks(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trips(game: Game, answer: Any) -> Any:
        raise RuntimeError(CARD)

    logs.begin("text", "info", written)
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        monkeypatch.setattr(Game, "decide", trips)
        assert (await ada.answer(0))["code"] == "unexpected"
    text = written.getvalue()
    assert f"room {room['room']}: a message could not be handled" in text
    assert CARD not in text
    for secret in (room["invite"], *(seat["token"] for seat in room["seats"])):
        assert secret not in text
