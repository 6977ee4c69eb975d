"""Making rooms, coming in, starting, and what happens around a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smashup.lab.invariants import setup_for
from smashup.server import entries as kinds
from smashup.server.charter import HUMAN, Options, SeatPlan, make_charter
from smashup.server.fold import Fold
from smashup.server.storage import Entry

from .tables import ADA_AND_BOT, TWO_HUMANS, join, table

pytestmark = pytest.mark.anyio

OPEN = [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]


async def test_friends_join_by_invite_and_the_host_starts(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(OPEN, factions="random")
        path = f"/api/rooms/{room['room']}"
        ada = room["seats"][0]["token"]
        assert await t.refused("POST", f"{path}/start", X_Seat_Token=ada) == "seats_open"
        host = await t.sit(room)
        assert host.seen[0]["room"]["state"] == "waiting"
        bo = await join(t, room, "Bo", 2)
        assert bo["seat"] == 2
        news = await host.until("room")
        assert [seat["name"] for seat in news["room"]["seats"]] == ["Ada", "", "Bo"]
        cy = await join(t, room, "Cy")
        assert cy["seat"] == 1
        assert await t.refused("POST", f"{path}/start", X_Seat_Token=cy["token"]) == "not_host"
        shown = await t.post(f"{path}/start", X_Seat_Token=ada)
        assert shown["state"] == "playing"
        assert (await host.until("update"))["view"]["public"]["turn_number"] == 1
        assert await t.refused("POST", f"{path}/start", X_Seat_Token=ada) == "already_started"


async def test_a_seat_is_taken_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([{"kind": "human"}, {"kind": "open"}])
        path = f"/api/rooms/{room['room']}/join"
        assert await t.refused("POST", path, {"invite": "wrong"}) == "wrong_secret"
        assert await t.refused("POST", path, {"invite": room["invite"], "seat": 0}) == "seat_taken"
        await join(t, room, "Bo")
        assert await t.refused("POST", path, {"invite": room["invite"], "seat": 1}) == "seat_taken"
        assert await t.refused("POST", path, {"invite": room["invite"]}) == "room_full"


async def test_who_leaves_before_the_start_frees_the_seat_and_loses_the_token(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        room = await t.room([{"kind": "human"}, {"kind": "open"}])
        first = await join(t, room, "Bo")
        socket = await t.connect(room["room"], first["token"])
        assert (await socket.ask("leave"))["t"] == "ok"
        second = await join(t, room, "Cy")
        assert second["seat"] == 1
        path = f"/api/rooms/{room['room']}"
        assert await t.refused("GET", path, X_Seat_Token=first["token"]) == "wrong_secret"
        assert (await t.get(path, X_Seat_Token=second["token"]))["yours"] == 1


async def test_a_host_who_leaves_closes_the_room(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([{"kind": "human"}, {"kind": "open"}])
        socket = await t.sit(room)
        await socket.ask("leave")
        assert (await t.room_info(room))["state"] == "over"
        path = f"/api/rooms/{room['room']}/join"
        assert await t.refused("POST", path, {"invite": room["invite"]}) == "already_started"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"edition": "folio"}, "edition"),
        ({"factions": [["Aliens", "Robots"], ["Aliens", "Zombies"]]}, "Aliens"),
        ({"factions": [["Aliens", "Robots"]]}, "seats"),
        ({"factions": [["Aliens", "Robots"], ["Alienz", "Zombies"]]}, "Alienz"),
        ({"factions": "random", "options": {"pool": ["Aliens", "Robots"]}}, "pool"),
        ({"options": {"first": 3}}, "seat"),
    ],
)
async def test_a_setup_that_cannot_be_is_explained(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    async with table(tmp_path) as t:
        body = {"seats": TWO_HUMANS, "factions": "random", **change}
        response = await t.http.post("/api/rooms", json=body)
        assert response.status_code == 422
        assert response.json()["error"]["code"] == "bad_setup"
        assert words in response.json()["error"]["message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seats": []},
        {"seats": [{"kind": "human"}]},
        {"seats": [{"kind": "human"}, {"kind": "alien"}]},
        {"seats": [{"kind": "human"}, {"kind": "bot", "strength": "os:system"}]},
        {"seats": TWO_HUMANS, "tipo": 1},
        {"seats": TWO_HUMANS, "options": {"timer": -1}},
    ],
)
async def test_a_body_of_the_wrong_shape_is_refused(tmp_path: Path, body: Any) -> None:
    async with table(tmp_path) as t:
        assert await t.refused("POST", "/api/rooms", body) == "bad_request"


async def test_pairs_left_to_chance_are_drawn_from_what_is_left(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(factions=[["Aliens", "Robots"], None])
        factions = (await t.room_info(room))["factions"]
        assert factions[0] == ["Aliens", "Robots"]
        assert len({*factions[0], *factions[1]}) == 4


async def test_the_seed_is_told_only_afterwards(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        assert (await t.room_info(room))["options"]["seed"] is None
        for seat in (0, 1):
            await (await t.sit(room, seat)).ask("concede")
        assert (await t.room_info(room))["options"]["seed"] == 7


async def test_spectators_see_no_hand_unless_the_table_agreed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        for open_hands in (False, True):
            room = await t.room(options={"open_hands": open_hands})
            path = f"/api/rooms/{room['room']}/watch"
            ticket = await t.post(path, {"invite": room["invite"], "name": "Eve"})
            assert ticket["seat"] is None
            eve = await t.connect(room["room"], ticket["token"])
            ada = await t.sit(room)
            hand = sorted(card["name"] for card in ada.view["private"]["hand"])
            shown = sorted(eve.view["private"]["known"]["hands"][0])
            assert eve.view["private"]["hand"] == []
            assert shown == (hand if open_hands else [])
            assert (await eve.ask("chat", text="hi"))["code"] == "only_watching"


async def test_chat_reaches_everybody_and_stays(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        assert (await ada.ask("chat", text="  Good \x07 luck! "))["t"] == "ok"
        heard = await bo.until("chat")
        assert (heard["seat"], heard["name"], heard["text"]) == (0, "Ada", "Good   luck!")
        assert (await ada.ask("chat", text="\n"))["code"] == "bad_request"
        await bo.leave()
        again = await t.sit(room, 1)
        assert [line["text"] for line in again.seen[0]["chat"]] == ["Good   luck!"]


async def test_what_the_table_says_can_be_said_in_another_language(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = [await t.sit(room, seat) for seat in (0, 1)]
        await ada.ask("end", yes=True)
        said = await bo.until("chat")
        words = {"sentence": "{name} proposes to end the game.", "values": {"name": "Ada"}}
        assert (said["text"], said["words"]) == ("Ada proposes to end the game.", words)
        await bo.leave()
        again = await t.sit(room, 1)
        assert again.seen[0]["chat"][-1]["words"] == words


def test_what_the_table_said_in_earlier_versions_is_still_read() -> None:
    seats = [SeatPlan(HUMAN, "Ada"), SeatPlan(HUMAN, "Bo")]
    fold = Fold(make_charter(seats, setup_for(0), Options(), "random", b"", 0.0))
    fold.apply(Entry(kinds.NOTE, -1, "", b'{"text":"Ada gives up."}', 1.0))
    assert [(line.text, line.words) for line in fold.chat] == [("Ada gives up.", None)]


async def test_a_name_is_only_a_label(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.ask("settings", name="<b>Ada</b>")
        assert (await bo.until("room"))["room"]["seats"][0]["name"] == "<b>Ada</b>"
        assert (await ada.ask("settings", name=" "))["code"] == "bad_request"


async def test_who_gives_up_is_played_on_by_a_bot_until_nobody_is_left(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([*TWO_HUMANS, {"kind": "bot", "strength": "easy"}], factions="random")
        ada, bo = await t.sit(room), await t.sit(room, 1)
        assert (await ada.ask("concede"))["t"] == "ok"
        assert (await ada.ask("concede"))["code"] == "game_over"
        while bo.decision is None:
            await bo.until("update")
        shown = await t.room_info(room)
        assert shown["state"] == "playing"
        assert shown["seats"][0]["conceded"]
        await bo.ask("concede")
        shown = await t.room_info(room)
        assert (shown["state"], shown["winners"]) == ("over", [2])
        assert (await bo.ask("answer", v=bo.v, option=0))["code"] == "game_over"


@pytest.mark.parametrize("seats", [TWO_HUMANS, ADA_AND_BOT], ids=["person", "bot"])
async def test_who_gives_up_at_a_table_of_two_has_lost(tmp_path: Path, seats: Any) -> None:
    async with table(tmp_path) as t:
        room = await t.room(seats)
        ada = await t.sit(room)
        assert (await ada.ask("concede"))["t"] == "ok"
        shown = await t.room_info(room)
    async with table(tmp_path) as t:
        again = await t.room_info(room)
    for info in (shown, again):
        assert (info["state"], info["winners"], info["agreed"]) == ("over", [1], False)
        assert [seat["conceded"] for seat in info["seats"]] == [True, False]


async def test_bots_that_are_left_together_have_not_won(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        bots = [{"kind": "bot", "strength": "easy"}] * 2
        room = await t.room([TWO_HUMANS[0], *bots], factions="random")
        await (await t.sit(room)).ask("concede")
        shown = await t.room_info(room)
        assert (shown["state"], shown["winners"]) == ("over", [])


async def test_ones_games_are_listed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        rooms = [await t.room(), await t.room(ADA_AND_BOT), await t.room(OPEN, factions="random")]
        tokens = [room["seats"][0]["token"] for room in rooms]
        mine = await t.get("/api/mine", X_Seat_Tokens=",".join([*tokens, "nonsense"]))
        assert [(room["room"], room["yours"]) for room in mine] == [(r["room"], 0) for r in rooms]
        assert [room["state"] for room in mine] == ["playing", "playing", "waiting"]
        assert mine[0]["your_move"]


async def test_a_rematch_gives_everybody_their_seat_again(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        path = f"/api/rooms/{room['room']}/rematch"
        ada, bo = (seat["token"] for seat in room["seats"])
        assert await t.refused("POST", path, X_Seat_Token=ada) == "not_over"
        socket = await t.sit(room, 1)
        for seat in (0, 1):
            await (await t.sit(room, seat)).ask("concede")
        again = await t.post(path, X_Seat_Token=ada)
        news = await socket.until("room")
        while news["room"]["rematch"] is None:
            news = await socket.until("room")
        assert news["room"]["rematch"] == again["room"]
        theirs = await t.post(path, X_Seat_Token=bo)
        assert (theirs["room"], theirs["seats"][0]["seat"]) == (again["room"], 1)
        token = again["seats"][0]["token"]
        shown = await t.post(f"/api/rooms/{again['room']}/start", X_Seat_Token=token)
        assert shown["state"] == "playing"
        assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Bo"]


async def test_a_rematch_with_bots_starts_at_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_BOT)
        await (await t.sit(room)).ask("concede")
        token = room["seats"][0]["token"]
        again = await t.post(f"/api/rooms/{room['room']}/rematch", X_Seat_Token=token)
        assert (await t.room_info(again))["state"] == "playing"


async def test_the_catalogue_is_sent_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        first = await t.http.get("/api/cards")
        found = first.json()
        assert sum(len(faction["cards"]) for faction in found["factions"]) >= 200
        assert {s["name"] for s in found["strengths"]} >= {"beginner", "expert"}
        assert len(found["editions"]) == 5
        headers = {"If-None-Match": first.headers["etag"]}
        assert (await t.http.get("/api/cards", headers=headers)).status_code == 304


async def test_what_is_told_to_one_is_kept_by_nothing_between(tmp_path: Path) -> None:
    """The same address is answered otherwise to whoever shows another token."""
    async with table(tmp_path) as t:
        room = await t.room()
        token = room["seats"][0]["token"]
        path = f"/api/rooms/{room['room']}"
        answers = [
            await t.http.get(path, headers={"X-Seat-Token": token}),
            await t.http.get(f"{path}/events", headers={"X-Seat-Token": token}),
            await t.http.get(path),
            await t.http.get("/api/mine", headers={"X-Seat-Tokens": token}),
        ]
        assert [one.headers["cache-control"] for one in answers] == ["no-store"] * 4
        assert (await t.http.get("/api/cards")).headers["cache-control"] == "no-cache"
