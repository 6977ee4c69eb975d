"""Calls that no client of ours would make: each is refused in the same shape."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smashup.protocol.messages import ClientMessage
from smashup.server.errors import Refused
from smashup.server.frames import decode, encode
from smashup.server.limits import MAX_MESSAGE
from smashup.server.names import printable, unlike

from .tables import TWO_HUMANS, table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/rooms/%00"),
        ("GET", "/api/rooms/%F0%9F%A4%96"),
        ("GET", f"/api/rooms/{'x' * 100}"),
        ("GET", "/api/rooms/nowhere"),
        ("POST", "/api/rooms/nowhere/start"),
        ("GET", "/api/replays/nowhere/at/-1"),
        ("GET", "/api/replays/nowhere/at/1?seat=9"),
        ("GET", "/api/replays/nowhere/at/1?open=perhaps"),
        ("PATCH", "/api/rooms"),
        ("GET", "/api/../api/none"),
    ],
)
async def test_paths_that_lead_nowhere(tmp_path: Path, method: str, path: str) -> None:
    async with table(tmp_path) as t:
        response = await t.http.request(method, path)
        assert 400 <= response.status_code < 500
        assert response.json()["error"]["code"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"seats": ' + b"[" * 20_000,
        b'"\\ud800"',
        json.dumps({"seats": TWO_HUMANS, "edition": "\x00"}).encode(),
        json.dumps({"seats": TWO_HUMANS, "edition": "\ud800"}).encode(),
        json.dumps({"seats": TWO_HUMANS, "x" * 5000: 1}).encode(),
        json.dumps({"seats": TWO_HUMANS, "options": {"seed": 1e400}}).encode(),
        json.dumps({"seats": TWO_HUMANS, "factions": [[None, None], None]}).encode(),
    ],
)
async def test_bodies_that_make_no_sense(tmp_path: Path, body: bytes) -> None:
    async with table(tmp_path) as t:
        response = await t.http.post("/api/rooms", content=body)
        assert 400 <= response.status_code < 500
        assert len(response.json()["error"]["message"]) <= 500


async def test_names_of_any_letters_are_kept_printable(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        seats = [{"kind": "human", "name": "A\x00d\u202ea"}, {"kind": "human", "name": "Bö 🤖"}]
        room = await t.room(seats)
        names = [seat["name"] for seat in (await t.room_info(room))["seats"]]
        assert names == ["A d a", "Bö 🤖"]


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u034f", "\u3164", "\u115f", "\u2800"])
def test_what_is_not_seen_makes_no_other_name(unseen: str) -> None:
    assert unlike(f"Ada{unseen}", ["Ada"]) == "Ada (2)"
    assert unlike(f"{unseen}table", []) == "table (2)"
    assert unlike(unseen, []) == ""


def test_marks_are_not_heaped() -> None:
    assert printable("Z" + "\u0301" * 30) == "Z" + "\u0301" * 2


def decoded(frame: str | bytes) -> ClientMessage | None:
    """What a frame is taken for; None if it is refused, with a code that clients know."""
    try:
        return decode(frame)
    except Refused as error:
        assert error.code in ("bad_request", "unknown_message", "too_large")
        return None


def says(message: ClientMessage, frame: str | bytes) -> bool:
    """Whether a message says what its frame says: all that it has from elsewhere are defaults."""
    sent = json.loads(frame)
    taken = json.loads(encode(message))
    return all(sent.get(name, taken[name]) == taken[name] for name in taken) and "t" in sent


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_frames_of_anything_are_refused_unless_they_are_messages(frame: str | bytes) -> None:
    """Anything can be drawn, also a frame that is right: what is taken must stand in it."""
    message = decoded(frame)
    assert message is None or says(message, frame)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "bad_request"),
        (b"\xff", "bad_request"),
        ("null", "bad_request"),
        ("{}", "bad_request"),
        ('{"t": "ack", "n": -1}', "bad_request"),
        ('{"t": "dance"}', "unknown_message"),
        (" " * MAX_MESSAGE + "{}", "too_large"),
    ],
)
def test_what_is_no_message_is_refused_with_a_code(frame: str | bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        decode(frame)
    assert refused.value.code == code


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
_messages = st.fixed_dictionaries(
    {"t": st.sampled_from(["hello", "ack", "answer", "undo", "consent", "why", "chat"])},
    optional=dict.fromkeys(("id", "v", "option", "n", "yes", "key", "text", "room"), _values),
)


@given(_messages)
def test_messages_of_any_fields_are_taken_or_refused(fields: dict[str, object]) -> None:
    frame = json.dumps(fields)
    message = decoded(frame)
    assert message is None or says(message, frame)
    assert len(getattr(message, "id", "")) <= 40
