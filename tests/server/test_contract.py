"""One contract: what the server says, takes and describes is what the structures say."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import jsonschema_rs
import pytest

from smashup.players.strengths import OPPONENTS
from smashup.protocol.calls import Health, Joined, Made, Moment, ReplayInfo
from smashup.protocol.catalogue import Catalogue
from smashup.protocol.messages import ClientMessage, ServerMessage
from smashup.protocol.room import RoomInfo
from smashup.protocol.view import GameEvent
from smashup.server.channel import Channel
from smashup.server.grants import Grant

from .tables import ADA_AND_BOT, TWO_HUMANS, Socket, Table, is_a, table

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))


def tags(union: Any) -> set[str]:
    """What the messages of a union are called."""
    return {str(one.__struct_config__.tag) for one in get_args(union)}


async def every_message(t: Table) -> list[Socket]:
    """A game in which every kind of message is sent, by either side."""
    room = await t.room(options={"timer": 60})
    ada, bo = await t.sit(room), await t.sit(room, 1)
    await ada.send("ping")
    await ada.ask("hint", v=ada.v)
    await ada.ask("settings", name="Ada")
    await bo.ask("why", v=0, key=bo.view["private"]["hand"][0]["key"])
    await ada.answer(ada.option("play"))
    await ada.ask("undo", v=ada.v)
    await ada.answer(ada.option("end"))
    await ada.ask("undo", v=ada.v)
    await bo.ask("consent", yes=True)
    await ada.ask("chat", text="hello")
    await ada.ask("emote", emote="hello")
    await ada.ask("end")
    await bo.ask("end", yes=False)
    assert (await ada.ask("answer", v=0, option=0))["code"] == "stale"
    await bo.send("ack", n=bo.last)
    await ada.ask("leave")
    await bo.ask("concede")
    await read_all(t)
    return t.sockets


async def read_all(t: Table) -> None:
    """Reads what comes without time passing."""
    await t.settle()
    for socket in t.sockets:
        while socket.waiting():
            await socket.receive()


async def test_every_message_fits_the_schema(tmp_path: Path) -> None:
    defs = {"$defs": SCHEMA["$defs"]}
    server = jsonschema_rs.validator_for({"$ref": "#/$defs/ServerMessage", **defs})
    async with table(tmp_path) as t:
        heard = [message for socket in await every_message(t) for message in socket.seen]
        assert {message["t"] for message in heard} == tags(ServerMessage)
        for message in heard:
            server.validate(message)


def test_what_is_no_message_does_not_fit_the_schema() -> None:
    any_message = jsonschema_rs.validator_for(SCHEMA)
    assert any_message.is_valid({"t": "answer", "id": "x", "v": 0, "option": 0})
    assert not any_message.is_valid({"t": "answer", "id": "x", "v": 0})
    assert not any_message.is_valid({"t": "answer", "id": "x" * 41, "v": 0, "option": 0})
    assert not any_message.is_valid({"t": "fly"})


def test_the_schema_knows_every_message() -> None:
    for name, union in (("ClientMessage", ClientMessage), ("ServerMessage", ServerMessage)):
        refs = {one["$ref"].rpartition("/")[2] for one in SCHEMA["$defs"][name]["anyOf"]}
        assert refs == {one.__name__ for one in get_args(union)}


# -- REST -------------------------------------------------------------------------------------


async def test_what_calls_give_is_what_the_structures_say(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.room(ADA_AND_BOT)
        assert is_a(Made, made)
        token = made["seats"][0]["token"]
        path = f"/api/rooms/{made['room']}"
        assert is_a(Health, await t.get("/api/health"))
        assert is_a(Catalogue, await t.get("/api/cards"))
        assert is_a(RoomInfo, await t.get(path, X_Seat_Token=token))
        watching = await t.post(f"{path}/watch", {"invite": made["invite"], "name": "Cy"})
        assert is_a(Joined, watching)
        ada = await t.sit(made)
        await ada.answer(0)
        assert is_a(list[GameEvent], await t.get(f"{path}/events", X_Seat_Token=token))
        assert is_a(list[RoomInfo], await t.get("/api/mine", X_Seat_Tokens=token))
        link = (await t.post(f"/api/replays/{made['room']}", {"token": token}))["link"]
        assert is_a(ReplayInfo, await t.get(f"/api/replays/{link}", X_Seat_Token=token))
        assert is_a(Moment, await t.get(f"/api/replays/{link}/at/1", X_Seat_Token=token))


async def test_openapi_is_made_of_the_same_structures(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        document = await t.get("/api/openapi.json")
    text = json.dumps(document["components"]["schemas"])
    schemas = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
    assert {"RoomInfo", "NewRoom", "Failure", "ReplayInfo", "PublicView"} <= set(schemas)
    for name, schema in schemas.items():
        assert schema == SCHEMA["$defs"][name], name
    calls = [call for path in document["paths"].values() for call in path.values()]
    assert len(calls) == 26
    for call in calls:
        assert call["responses"]["200"]["content"]["application/json"]["schema"]
        refused = call["responses"]["400"]["content"]["application/json"]["schema"]
        assert refused == {"$ref": "#/components/schemas/Failure"}
    body = document["paths"]["/api/rooms"]["post"]["requestBody"]
    assert body["content"]["application/json"]["schema"]["$ref"].endswith("/NewRoom")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": TWO_HUMANS[:1]}, "length >= 2"),
        ({"seats": [{"kind": "bot", "strength": "godlike"}, *TWO_HUMANS]}, "godlike"),
        ({"colour": "red"}, "colour"),
        ({"options": {"timer": 1}}, "timer"),
        ({"options": {"sead": 1}}, "sead"),
    ],
)
async def test_a_body_that_does_not_fit_is_refused_with_the_place(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    async with table(tmp_path) as t:
        response = await t.http.post("/api/rooms", json={"seats": TWO_HUMANS, **change})
        error = response.json()["error"]
        assert (response.status_code, error["code"]) == (400, "bad_request")
        assert words in error["message"]


async def test_a_body_must_be_sent_as_json(tmp_path: Path) -> None:
    """The form of another site's page could not be sent so."""
    async with table(tmp_path) as t:
        body = json.dumps({"seats": TWO_HUMANS})
        for kind, status in (("text/plain", 400), ("application/json; charset=utf-8", 200)):
            sent = await t.http.post("/api/rooms", content=body, headers={"Content-Type": kind})
            assert sent.status_code == status, sent.text


async def test_strengths_are_those_of_the_players(tmp_path: Path) -> None:
    names = list(OPPONENTS)
    assert sorted(SCHEMA["$defs"]["NewSeat"]["properties"]["strength"]["enum"]) == sorted(names)
    async with table(tmp_path) as t:
        offered = (await t.get("/api/cards"))["strengths"]
        assert [strength["name"] for strength in offered] == names
        for name in names:
            await t.room([TWO_HUMANS[0], {"kind": "bot", "strength": name}])


# -- what had drifted ---------------------------------------------------------------------------


async def test_who_comes_back_is_told_the_last_chances(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await read_all(t)
        (told,) = [message for message in ada.seen if message["t"] == "chances"]
        await ada.leave()
        again = await t.sit(room)
        assert again.seen[0]["chances"] == told["chances"]


async def test_numbers_go_on_from_that_of_the_welcome_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smashup.server.channel.secrets.randbelow", lambda most: most - 1)
    first = Channel(Grant(b"", None)).n
    assert first > 1
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        for text in ("one", "two", "three"):
            await ada.ask("chat", text=text)
            await bo.until("chat")
        for socket in (ada, bo):
            numbers = [message["n"] for message in socket.seen if "n" in message]
            assert len(numbers) > 3
            assert numbers == list(range(first, first + len(numbers)))


# -- the files that are made --------------------------------------------------------------------


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    spec = importlib.util.spec_from_file_location("protocol", ROOT / "scripts/protocol.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_file_that_was_changed_by_hand_is_found(
    script: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = tmp_path / "protocol.ts"
    changed.write_text(script.types_file("").replace("'now'", "'later'"), "utf-8")
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "FILES", {changed: script.types_file})
    monkeypatch.setattr("sys.argv", ["protocol.py", "--check"])
    assert script.main() == 1
    assert "run `make protocol`" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["protocol.py"])
    assert script.main() == 0
    assert "'now'" in changed.read_text("utf-8")
    monkeypatch.setattr("sys.argv", ["protocol.py", "--check"])
    assert script.main() == 0


def test_a_document_without_a_place_for_a_table_is_refused(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match="no place for 'calls'"):
        script.tables_file("# Nothing here\n")
