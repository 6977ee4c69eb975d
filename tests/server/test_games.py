"""`smashup games`, on both stores, while a server runs and while it does not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from smashup.cli import app
from smashup.replay import ReplayError, follow, load
from smashup.replay.file import write_checked
from smashup.server.room_files import load_room

from .stores import damage
from .tables import Closed, Socket, table
from .test_replays import finished
from .test_upgrades import SPOILT

pytestmark = pytest.mark.anyio


class Shell:
    """Runs the command on a store, as somebody would beside the server."""

    def __init__(self, place: str) -> None:
        self.place = Path(place).parent if place.endswith(".sqlite") else place
        self._where = ["--data" if isinstance(self.place, Path) else "--database", str(self.place)]

    async def run(self, *words: str, code: int = 0) -> Result:
        line = ["games", *words, *self._where]
        result = await asyncio.to_thread(CliRunner().invoke, app, line)
        assert result.exit_code == code, result.output
        return result

    async def told(self, *words: str, code: int = 0) -> Any:
        return json.loads((await self.run(*words, "--json", code=code)).stdout)


@pytest.fixture
def shell(place: str) -> Shell:
    return Shell(place)


async def test_rooms_are_listed_and_shown_while_a_server_runs(shell: Shell) -> None:
    async with table(shell.place) as t:
        room, other = await t.room(), await t.room([{"kind": "human"}, {"kind": "open"}])
        await (await t.sit(room)).answer(0)
        rows = await shell.told("list")
        assert [(row["name"], row["state"]) for row in rows] == [
            (room["room"], "playing"),
            (other["room"], "waiting"),
        ]
        assert [row["name"] for row in await shell.told("list", "--state", "waiting")] == [
            other["room"]
        ]
        [shown] = await shell.told("show", room["room"])
        assert (shown["verdict"], shown["moves"], shown["seats"]) == ("good", 1, ["Ada", "Bo"])
        assert shown["factions"] == [["Aliens", "Robots"], ["Ninjas", "Zombies"]]
        words = (await shell.run("show", room["room"])).stdout
        assert "1. Ada (Aliens and Robots), 0 VP" in words
        for secret in (*(seat["token"] for seat in room["seats"]), '"seed"'):
            assert secret not in words + json.dumps(shown)
        assert "2 rooms" in (await shell.run("list")).stdout
    assert "2 rooms checked: 2 good." in (await shell.run("check")).stdout


async def test_a_room_goes_from_one_server_to_another(shell: Shell, tmp_path: Path) -> None:
    async with table(shell.place) as t:
        over = await finished(t)
        link = await t.share(over)
        room = await t.room()
        view = (await t.sit(room)).view
        files = (await shell.told("export", "--to", str(tmp_path / "out")))["files"]
    there = Shell(str(tmp_path / "there" / "games.sqlite"))
    async with table(tmp_path / "there") as t:
        assert (await there.told("import", *files))["rooms"] == [over["room"], room["room"]]
        assert (await t.sit(room)).view == view, "who sat there sits there still"
        assert (await t.get(f"/api/replays/{link}"))["room"] == over["room"]
        again = await there.run("import", files[0], code=2)
        assert f"There is a room {over['room']} already" in again.output
        assert (await t.room_info(over))["state"] == "over"


async def test_games_are_exported_as_replays(shell: Shell, tmp_path: Path) -> None:
    async with table(shell.place) as t:
        over = await finished(t)
        await t.room([{"kind": "human"}, {"kind": "open"}])
    told = await shell.told("export", "--replays", "--to", str(tmp_path / "out"))
    assert [Path(file).stem for file in told["files"]] == [over["room"]]
    followed = follow(load(Path(told["files"][0])))
    assert followed.proven and followed.parting is None and followed.game.over
    assert followed.replay.seats == ("human", "human")


async def test_a_deleted_room_is_gone_for_who_comes_back(shell: Shell) -> None:
    async with table(shell.place) as t:
        room, other = await t.room(), await t.room()
        ada = await t.sit(room)
        asked = await asyncio.to_thread(
            CliRunner().invoke, app, ["games", "delete", room["room"]], input="n\n"
        )
        assert asked.exit_code == 1
        await shell.run("delete", room["room"], "--yes")
        with pytest.raises(Closed):  # come back, to be told why
            await ada.answer(0)
        again = Socket(t.app)
        await again.send("hello", room=room["room"], token=room["seats"][0]["token"])
        refused = await again.receive()
        assert refused["code"] == "expired" and "deleted" in refused["message"]
        assert [row["name"] for row in await shell.told("list")] == [other["room"]]
        assert "no room" in (await shell.run("delete", room["room"], "--yes", code=2)).output


async def test_rooms_expire_by_hand(shell: Shell, tmp_path: Path) -> None:
    async with table(shell.place) as t:
        room = await t.room()  # at the beginning of time, as its clock says
        kept = tmp_path / "kept"
        would = await shell.told("expire", "--dry-run", "--to", str(kept))
        assert [one["room"] for one in would] == [room["room"]]
        assert not kept.exists()
        assert await shell.told("expire", "--keep-playing", "0", "--to", str(kept)) == []
        done = await shell.told("expire", "--to", str(kept))
        assert done == [{"room": room["room"], "file": str(kept / f"{room['room']}.json")}]
        assert await shell.told("list") == []
        assert "0 rooms cleared away" in (await shell.run("expire", "--to", str(kept))).stdout


async def test_a_check_says_what_is_wrong_with_each(tmp_path: Path) -> None:
    shell = Shell(str(tmp_path / "games.sqlite"))
    async with table(tmp_path) as t:
        rooms = [await t.room() for _ in range(3)]
        for room in rooms:
            await (await t.sit(room)).answer(0)
    damage(tmp_path, rooms[0]["room"], "entry", SPOILT["option"])
    damage(tmp_path, rooms[1]["room"], "room", "head = CAST('{}' AS BLOB)")
    found = await shell.told("check", code=1)
    assert [room["verdict"] for room in found] == ["parted", "unreadable", "good"]
    assert "Move 1 of 1 is illegal" in found[0]["words"]
    words = (await shell.run("check", code=1)).stdout
    assert f"{rooms[1]['room']}: unreadable. It is damaged:" in words
    assert "3 rooms checked: 1 parted, 1 unreadable, 1 good." in words
    assert (await shell.told("check", rooms[2]["room"]))[0]["verdict"] == "good"


async def test_what_is_no_store_and_no_room_is_said_in_words(tmp_path: Path) -> None:
    shell = Shell(str(tmp_path / "games.sqlite"))
    assert "There are no games in" in (await shell.run("list", code=2)).output
    assert not (tmp_path / "games.sqlite").exists()
    async with table(tmp_path) as t:
        room = await t.room()
        words = (await shell.run("show", "nowhere", code=2)).output
        assert "There is no room nowhere" in words
        words = (await shell.run("list", "--state", "asleep", code=2)).output
        assert "There is no state 'asleep'" in words
        [file] = (await shell.told("export", "--to", str(tmp_path / "out")))["files"]
        await shell.run("delete", room["room"], "--yes")
    replay = await _export_of(tmp_path / "other")
    for path, reason in (
        (replay, "is not a room of a Smash Up server"),
        (_changed(file, "{", "["), "it is not JSON"),
        (_changed(file, '"created": ', '"created": 1'), "its checksum is wrong"),
        (_changed(file, '"format": 1', '"format": 7'), "has format 7"),
        (tmp_path / "nowhere.json", "cannot be read"),
    ):
        assert reason in (await shell.run("import", str(path), code=2)).output
    assert await shell.told("list") == []


async def _export_of(folder: Path) -> str:
    """A file of a game, which is no room."""
    shell = Shell(str(folder / "games.sqlite"))
    async with table(folder) as t:
        await t.room()
    told = await shell.told("export", "--replays", "--to", str(folder / "out"))
    return str(told["files"][0])


def _changed(file: str, old: str, new: str) -> Path:
    path = Path(file).with_name(f"changed-{len(new)}.json")
    path.write_text(Path(file).read_text().replace(old, new))
    return path


async def _taken_out(shell: Shell, folder: Path) -> tuple[str, dict[str, Any]]:
    """The file of the one room there was, and what is in it, to be written otherwise."""
    async with table(folder) as t:
        room = await t.room()
    [file] = (await shell.told("export", "--to", str(folder / "out")))["files"]
    await shell.run("delete", room["room"], "--yes")
    return file, {k: v for k, v in json.loads(Path(file).read_text()).items() if k != "checksum"}


async def test_a_file_that_somebody_has_made_up_becomes_no_room(tmp_path: Path) -> None:
    """Its name becomes that of files; its times and numbers are shown and stored."""
    shell = Shell(str(tmp_path / "games.sqlite"))
    file, good = await _taken_out(shell, tmp_path)
    entry = good["entries"][0]
    made_up: list[dict[str, Any]] = [
        {"name": "../../elsewhere"},
        {"name": "room\n"},
        {"name": "\ud800"},
        {"created": float("nan")},
        {"created": 1e300},
        {"entries": [{**entry, "seat": 2**70}]},
        {"entries": [{**entry, "at": float("inf")}]},
        {"entries": [{**entry, "id": "\ud800"}]},
        {"entries": [{**entry, "body": "\ud800"}]},
        {"tickets": {"": 0}},
        {"replays": {"../x": "{}"}},
    ]
    for number, change in enumerate(made_up):
        path = tmp_path / f"made-up-{number}.json"
        write_checked({**good, **change}, path)
        assert "is not" in (await shell.run("import", str(path), code=2)).output, change
    assert await shell.told("list") == []
    assert await shell.told("import", file) == {"rooms": [good["name"]]}


async def test_a_name_says_nothing_to_the_terminal(tmp_path: Path) -> None:
    shell = Shell(str(tmp_path / "games.sqlite"))
    file, good = await _taken_out(shell, tmp_path)
    head = json.loads(good["head"])
    head["seats"][0]["name"] = "Ada\x1b[2J\nroot"
    write_checked({**good, "head": json.dumps(head)}, Path(file))
    await shell.run("import", file)
    shown = (await shell.run("show", good["name"])).stdout
    assert "1. Ada [2J root (Aliens and Robots)" in shown and "\x1b" not in shown


def test_a_file_of_whatever_depth_is_refused_in_words(tmp_path: Path) -> None:
    """Some can be read, and are too deep to be written again for their checksum."""
    path = tmp_path / "deep.json"
    for depth in range(800, 1000):
        nested = "[" * depth + "]" * depth
        path.write_text(f'{{"kind": "smashup room", "format": 1, "x": {nested}}}')
        with pytest.raises(ReplayError):
            load_room(path)
