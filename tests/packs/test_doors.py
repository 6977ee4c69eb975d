"""Every door picks a pack up by itself: commands, server, worker processes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from smashup import Game, packs
from smashup.cards import CARDS
from smashup.model.errors import SmashUpError
from smashup.packs import Pack
from smashup.replay import Replay, follow, load, save
from smashup.server import catalogue
from smashup.server.app import create_app
from smashup.server.charter import SetupPlan
from smashup.server.clock import HandClock
from smashup.server.jobs import Choose, Position
from smashup.server.lobby import Lobby
from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.static import StaticFiles
from smashup.server.workers import Inline, Workers

from .conftest import EXAMPLE, ROOT, smashup

PAIRS = [["Clockmakers", "Beekeepers"], ["Ninjas", "Zombies"]]
BY_HAND = "Clockmakers,Beekeepers/Ninjas,Zombies"
PACK = ("--pack", str(EXAMPLE))


def test_cards_are_shown():
    shown = smashup("cards", "--json", "--faction", "beekeepers", *PACK)
    assert shown.returncode == 0, shown.stderr
    rows = json.loads(shown.stdout)
    assert sum(row["copies"] or 0 for row in rows) == 20
    assert {row["set"] for row in rows} == {"hours_and_honey"}


def test_bots_play_with_it_on_several_processes():
    played = smashup(
        *("simulate", "--players", "greedy,random", "--games", "4", "--jobs", "2", "--json"),
        *("--factions", BY_HAND, *PACK),
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["games"] == 4


def test_the_terminal_drafts_it(tmp_path: Path):
    played = smashup("play", "--draft", *PACK, SMASHUP_HOME=str(tmp_path))
    assert "Clockmakers" in played.stdout
    assert "Beekeepers" in played.stdout


def test_scenarios_may_name_its_cards():
    folder = EXAMPLE / "hours_and_honey" / "scenarios"
    assert smashup("check", "--strict", str(folder), *PACK).returncode == 0
    unknown = smashup("check", "--strict", str(folder))
    assert unknown.returncode == 2
    assert "Grand Horologist" in unknown.stderr


def test_translators_find_its_sentences():
    rows = json.loads(smashup("words", "--json", *PACK).stdout)
    places = {row["sentence"]: row["places"] for row in rows}
    assert places["Wind which minion up?"][0].startswith("clockmakers.py:")
    assert "Play cards, use talents, or end your turn" in places


def test_coverage_tells_of_it():
    told = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "coverage.py"), *PACK],
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    assert "24 of 24 cards and bases are proved by 33 scenarios" in told.stdout


def test_its_names_are_known_wherever_names_are(example: list[Pack]):
    game = Game.new("draft", seed=1)
    assert game.decision is not None
    offered = {option.word for option in game.decision.options}
    assert {"Clockmakers", "Beekeepers", "Zombies"} <= offered


def bases_of(game: Game) -> int:
    """How many bases there are in a game."""
    return len(game.columns.base_deck) + len(game.bases)


def test_its_bases_come_with_its_factions_only():
    """So that a printed game stays the same, whatever else is in the box."""
    others = [["Aliens", "Robots"], ["Ninjas", "Zombies"]]
    for edition, count in (("core", 50), ("oops", 16)):
        alone = Game.new(others, seed=3, edition=edition)
        assert bases_of(alone) == count
        with packs.for_now(EXAMPLE):
            assert Game.new(others, seed=3, edition=edition).digest() == alone.digest()
            assert bases_of(Game.new(PAIRS, seed=3, edition=edition)) == count + 4


# -- the server ------------------------------------------------------------------------------------


@asynccontextmanager
async def browser(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at a server of its own."""
    lobby = Lobby(SqliteStorage(tmp_path / "games.sqlite"), HandClock(), Inline())
    app = create_app(lobby, files=StaticFiles(tmp_path / "no build"))
    await lobby.open()
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        yield http
    await lobby.close()


def ask(tmp_path: Path, *paths: str, **headers: str) -> list[httpx.Response]:
    async def asking() -> list[httpx.Response]:
        async with browser(tmp_path) as http:
            return [await http.get(path, headers=headers) for path in paths]

    return asyncio.run(asking())


def faction(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in found["factions"] if one["name"] == name)


def test_the_catalogue_has_its_cards_colours_and_icons(example: list[Pack], tmp_path: Path):
    found = ask(tmp_path, "/api/cards")[0].json()
    assert found["packs"][-1] == {"name": "hours_and_honey", "title": "Hours and Honey"}
    bees = faction(found, "Beekeepers")
    assert (bees["ink"], bees["bright"], bees["soft"]) == ("#5a4300", "#f2c14e", "#f6e7bd")
    icons, emblems, credits = ask(tmp_path, bees["icons"], found["emblems"], "/api/credits")
    assert set(icons.json()) == {card["name"] for card in bees["cards"] + bees["bases"]}
    assert all(path.startswith(("M", "m")) for path in icons.json().values())
    assert "immutable" in icons.headers["cache-control"]
    assert set(emblems.json()) == {one["name"] for one in found["factions"]}
    thanked = credits.json()[-1]
    assert thanked["credits"] == "Icons of game-icons.net, under CC BY 3.0."
    assert thanked["factions"][1]["icons"]["The Meadow"] == "flowers"


def test_every_card_of_the_box_has_an_icon_at_the_address_given(tmp_path: Path):
    found = ask(tmp_path, "/api/cards")[0].json()
    answers = ask(tmp_path, *(one["icons"] for one in found["factions"]))
    drawn = {name for answer in answers for name in answer.json()}
    assert drawn == {card.name for card in CARDS}


def test_the_catalogue_is_made_anew_when_the_box_changes():
    before = catalogue.catalogue().etag
    with packs.for_now(EXAMPLE):
        assert catalogue.catalogue().etag != before
    assert catalogue.catalogue().etag == before


def test_an_icon_file_that_is_not_there_is_not_found(tmp_path: Path):
    (answer,) = ask(tmp_path, "/icons/0123456789abcdef0123.json")
    assert answer.status_code == 404


def test_worker_processes_have_the_same_box(monkeypatch: pytest.MonkeyPatch):
    """Loading a pack names it for the processes that are started afterwards."""
    monkeypatch.setenv("SMASHUP_PACKS", "")
    with packs.for_now(EXAMPLE):
        packs.load(EXAMPLE)
        game = Game.new(PAIRS, seed=5, first=0)
        assert game.setup is not None
        position = Position("a game", SetupPlan.of(game.setup), list(game.answers))

        async def think() -> object:
            workers = Workers(1)
            try:
                return await workers.do(Choose(position, "beginner", 1), patience=120)
            finally:
                await workers.close()

        chosen = asyncio.run(think())
        assert game.decision is not None
        assert chosen in range(len(game.decision.options))


def test_a_game_whose_pack_is_gone_is_set_aside_and_comes_back_with_it(tmp_path: Path):
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]

    async def make() -> dict[str, Any]:
        async with browser(tmp_path) as http:
            made = await http.post("/api/rooms", json={"seats": seats, "factions": PAIRS})
            return dict(made.json())

    def look(made: dict[str, Any]) -> Any:
        token = {"X-Seat-Token": made["seats"][0]["token"]}
        (answer,) = ask(tmp_path, f"/api/rooms/{made['room']}", **token)
        return answer.json()

    with packs.for_now(EXAMPLE):
        made = asyncio.run(make())
        assert look(made)["state"] == "playing"
    gone = look(made)["error"]
    assert gone["code"] == "set_aside"
    assert "the pack hours_and_honey. Name its folder with --pack" in gone["message"]
    with packs.for_now(EXAMPLE):
        assert look(made)["state"] == "playing"


def test_a_saved_game_says_which_packs_it_was_played_with(example: list[Pack], tmp_path: Path):
    (pack,) = example
    game = Game.new(PAIRS, seed=5)
    for _ in range(6):
        game.decide(0)
    path = tmp_path / "game.json"
    save(Replay.of(game), path)
    assert load(path).stamp.packs["hours_and_honey"] == pack.fingerprint
    assert follow(load(path)).parting is None


def test_a_printed_game_opens_without_the_packs_that_lay_beside_it(tmp_path: Path):
    path = tmp_path / "game.json"
    with packs.for_now(EXAMPLE):
        game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=5, edition="core")
        for _ in range(6):
            game.decide(0)
        save(Replay.of(game), path)
    assert follow(load(path)).parting is None


def test_a_game_whose_pack_is_missing_says_so(tmp_path: Path):
    path = tmp_path / "game.json"
    with packs.for_now(EXAMPLE):
        save(Replay.of(Game.new(PAIRS, seed=5)), path)
    with pytest.raises(SmashUpError, match="the pack hours_and_honey"):
        load(path)
