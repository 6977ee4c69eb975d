"""Who may see and do what for a seat: a right that ends, ends at once and in every window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smashup.fairness import commitment, fair_seed

from .tables import ADA_AND_BOT, ADA_AND_FREE, PAIRS, TWO_HUMANS, Closed, Socket, Table, join, table

pytestmark = pytest.mark.anyio


async def waiting(t: Table, name: str = "Mo") -> tuple[Any, Any, Socket]:
    """A room that waits, with somebody in its open seat: the room, their ticket, their socket."""
    room = await t.room(ADA_AND_FREE)
    ticket = await join(t, room, name)
    return room, ticket, await t.connect(room["room"], ticket["token"])


async def start(t: Table, room: Any) -> None:
    path = f"/api/rooms/{room['room']}/start"
    await t.post(path, X_Seat_Token=room["seats"][0]["token"])


async def rematch(t: Table) -> tuple[str, Any, str]:
    """Ada asks for a rematch: the call for it, what she got, and Bo's token in the old room."""
    room = await t.room()
    for seat in (0, 1):
        await (await t.sit(room, seat)).ask("concede")
    path = f"/api/rooms/{room['room']}/rematch"
    ada, bo = (seat["token"] for seat in room["seats"])
    return path, await t.post(path, X_Seat_Token=ada), bo


async def assert_cut(socket: Socket) -> None:
    """The socket is told that its right has ended, then closed; it hears nothing after that."""
    told = []
    with pytest.raises(Closed):
        while True:
            told.append(await socket.receive())
    assert (told[-1]["t"], told[-1]["code"]) == ("error", "revoked")
    assert told[-1]["message"]
    assert not any("view" in message for message in told), "the seat's view went on"
    await socket.send("chat", text="still here?")
    await socket.task
    assert not socket.waiting()


async def test_who_left_a_waiting_room_hears_and_does_nothing_more(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, _, mo = await waiting(t)
        assert (await mo.ask("leave"))["t"] == "ok"
        vic = await join(t, room, "Vic")
        await start(t, room)
        await assert_cut(mo)
        seat = await t.connect(room["room"], vic["token"])
        assert seat.view["private"]["seat"] == 1
        info = await t.room_info(room)
        assert not info["seats"][1]["conceded"]
        assert seat.seen[0]["chat"] == []


async def test_every_window_of_who_left_is_cut(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ticket, mo = await waiting(t)
        other = await t.connect(room["room"], ticket["token"])
        await mo.ask("leave")
        await assert_cut(mo)
        await assert_cut(other)


async def test_a_seat_given_anew_at_a_rematch_is_cut_from_its_older_token(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        path, again, bo = await rematch(t)
        first = await t.post(path, X_Seat_Token=bo)
        old = await t.sit(first, 1)
        second = await t.post(path, X_Seat_Token=bo)
        new = await t.sit(second, 1)
        await start(t, again)
        await assert_cut(old)
        assert (await new.until("update"))["view"]["private"]["seat"] == 1


async def test_who_left_a_rematch_cannot_take_the_seat_back_from_another(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        path, again, bo = await rematch(t)
        theirs = await t.post(path, X_Seat_Token=bo)
        await (await t.sit(theirs, 1)).ask("leave")
        vic = await join(t, again, "Vic")
        assert await t.refused("POST", path, X_Seat_Token=bo) == "seat_taken"
        await start(t, again)
        assert await t.refused("POST", path, X_Seat_Token=bo) == "seat_taken"
        seat = await t.connect(again["room"], vic["token"])
        assert seat.view["private"]["seat"] == 1


async def test_the_next_in_a_seat_may_use_the_same_ids(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, _, mo = await waiting(t)
        await mo.ask("chat", text="I am Mo", id="m0")
        await mo.ask("leave", id="m1")
        ticket = await join(t, room, "Vic")
        vic = await t.connect(room["room"], ticket["token"])
        for id in ("m0", "m1"):
            assert (await vic.ask("chat", text=f"I am Vic {id}", id=id))["t"] == "ok"
        ada = await t.sit(room)
        said = [line["text"] for line in ada.seen[0]["chat"]]
        assert said == ["I am Mo", "I am Vic m0", "I am Vic m1"]


# -- the host, and another device ----------------------------------------------------------------


async def remove(t: Table, room: Any, seat: int) -> Any:
    """The host sends somebody away; gives the new invitation."""
    path = f"/api/rooms/{room['room']}/remove"
    return await t.post(path, {"seat": seat}, X_Seat_Token=room["seats"][0]["token"])


async def test_the_host_sends_somebody_away_who_cannot_come_back_by_the_link(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        room, ticket, mo = await waiting(t)
        path = f"/api/rooms/{room['room']}"
        body = {"seat": 0}
        mine = {"X_Seat_Token": ticket["token"]}
        assert await t.refused("POST", f"{path}/remove", body, **mine) == "not_host"
        new = await remove(t, room, 1)
        await assert_cut(mo)
        assert await t.refused("GET", path, **mine) == "wrong_secret"
        wish = {"invite": room["invite"], "name": "Mo"}
        assert await t.refused("POST", f"{path}/join", wish) == "wrong_secret"
        assert (await join(t, {**room, **new}, "Vic"))["seat"] == 1


async def test_nobody_is_sent_away_who_is_not_there(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_FREE)
        path = f"/api/rooms/{room['room']}/remove"
        host = room["seats"][0]["token"]
        for seat in (0, 1, 3):
            refused = await t.refused("POST", path, {"seat": seat}, X_Seat_Token=host)
            assert refused == "bad_request"


async def test_during_the_game_a_bot_plays_on_for_who_is_sent_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, _, mo = await waiting(t)
        await start(t, room)
        await mo.until("update")
        new = await remove(t, room, 1)
        await assert_cut_after_views(mo)
        seat = (await t.room_info(room))["seats"][1]
        assert seat["removed"] and seat["bot_sits_in"] and seat["taken"]
        assert (await t.room_info(room))["host"] == 0
        wish = {"invite": new["invite"], "name": "Mo"}
        path = f"/api/rooms/{room['room']}/join"
        assert await t.refused("POST", path, wish) == "already_started"
        ada = await t.sit(room)
        while ada.decision is None:
            await ada.receive()
        assert "removed Mo" in ada.seen[0]["chat"][-1]["text"]


async def assert_cut_after_views(socket: Socket) -> None:
    """As `assert_cut`, for who was rightly shown the game until then."""
    while (await socket.receive())["t"] != "error":
        pass
    await assert_cut_now(socket)


async def assert_cut_now(socket: Socket) -> None:
    assert socket.seen[-1]["code"] == "revoked"
    with pytest.raises(Closed):
        await socket.receive()


async def test_a_renewed_link_ends_the_old_one_and_who_watches_by_it(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_FREE, options={"open_hands": True})
        path = f"/api/rooms/{room['room']}"
        wish = {"invite": room["invite"], "name": "Eve"}
        eve = await t.watch(room)
        host = room["seats"][0]["token"]
        new = await t.post(f"{path}/invite", X_Seat_Token=host)
        await assert_cut(eve)
        for call in ("watch", "join"):
            assert await t.refused("POST", f"{path}/{call}", wish) == "wrong_secret"
        assert await t.refused("GET", path, X_Invite=room["invite"]) == "wrong_secret"
        await t.post(f"{path}/watch", {"invite": new["invite"]})
        bo = await join(t, {**room, **new}, "Bo")
        mine = {"X_Seat_Token": bo["token"]}
        assert await t.refused("POST", f"{path}/invite", **mine) == "not_host"


async def test_a_seat_goes_from_one_device_to_another_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"seed": None})
        path = f"/api/rooms/{room['room']}"
        laptop, window = await t.sit(room), await t.sit(room)
        old = {"X_Seat_Token": room["seats"][0]["token"]}
        first = await t.post(f"{path}/handover", **old)
        second = await t.post(f"{path}/handover", **old)
        assert await t.refused("POST", f"{path}/take", {"code": first["code"]}) == "wrong_secret"
        taken = await t.post(f"{path}/take", {"code": second["code"]})
        assert taken["seat"] == 0
        for socket in (laptop, window):
            await assert_cut(socket)
        assert await t.refused("GET", path, **old) == "wrong_secret"
        assert await t.refused("POST", f"{path}/take", {"code": second["code"]}) == "wrong_secret"
        phone = await t.connect(room["room"], taken["token"])
        assert phone.view == laptop.view
        assert (await phone.answer(0))["t"] == "ok"


async def test_a_seat_that_is_offered_too_long_is_not_given(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"seed": None})
        path = f"/api/rooms/{room['room']}"
        made = await t.post(f"{path}/handover", X_Seat_Token=room["seats"][0]["token"])
        t.clock.turn(made["seconds"] + 1)
        assert await t.refused("POST", f"{path}/take", {"code": made["code"]}) == "wrong_secret"


async def test_rights_that_ended_stay_so_after_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ticket, _ = await waiting(t)
        new = await remove(t, room, 1)
        made = await t.post(
            f"/api/rooms/{room['room']}/handover", X_Seat_Token=room["seats"][0]["token"]
        )
        taken = await t.post(f"/api/rooms/{room['room']}/take", {"code": made["code"]})
    async with table(tmp_path) as t:
        path = f"/api/rooms/{room['room']}"
        for token in (ticket["token"], room["seats"][0]["token"]):
            assert await t.refused("GET", path, X_Seat_Token=token) == "wrong_secret"
        assert (await t.get(path, X_Seat_Token=taken["token"]))["yours"] == 0
        assert await t.refused("GET", path, X_Invite=room["invite"]) == "wrong_secret"
        assert (await join(t, {**room, **new}, "Vic"))["seat"] == 1


# -- undo ----------------------------------------------------------------------------------------


async def test_nothing_is_taken_back_from_who_is_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 5})
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.answer(ada.option("end"))
        while bo.decision is None:
            await bo.receive()
        await bo.answer(bo.option("end"))
        await bo.leave()
        t.clock.turn(7)
        await t.settle()
        while ada.decision is None:
            await ada.receive()
        assert (await t.room_info(room))["seats"][1]["bot_sits_in"]
        v = ada.v
        assert (await ada.ask("undo", v=v))["code"] == "person_away"
        assert (await t.room_info(room))["v"] == v


async def test_who_was_away_is_told_what_a_bot_did_for_them_until_they_play(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 5})
        ada, bo = await t.sit(room), await t.sit(room, 1)
        assert ada.seen[0]["meanwhile"] is None
        await ada.leave()
        t.clock.turn(7)
        await t.settle()
        while bo.decision is None:
            await bo.receive()
        given = bo.v
        await bo.answer(bo.option("play"))
        assert (await bo.ask("undo", v=bo.v))["t"] == "ok"  # showed nothing hidden
        ada = await t.sit(room)
        told = ada.seen[0]["meanwhile"]
        assert told == {"since": t.clock.now(), "answers": given, "undone": 1}
        ada = await t.sit(room)
        assert ada.seen[0]["meanwhile"] == told, "until they have played themselves"
        await bo.answer(bo.option("end"))
        while ada.decision is None:
            await ada.receive()
        await ada.answer(0)
        assert (await t.sit(room)).seen[0]["meanwhile"] is None


async def test_who_comes_in_while_an_undo_is_asked_for_is_asked_too(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await ada.answer(ada.option("end"))
        assert (await ada.ask("undo", v=1))["t"] == "ok"
        assert ada.v == 1, "nobody has agreed"
        bo = await t.sit(room, 1)
        assert bo.seen[0]["undo"] == {"seat": 0, "answers": 1}
        await bo.ask("consent", yes=True)
        await ada.until("undone")


async def test_who_gave_up_has_no_say_in_an_undo_and_takes_nothing_back(tmp_path: Path) -> None:
    three = [*TWO_HUMANS, {"kind": "human", "name": "Cy"}]
    async with table(tmp_path) as t:
        room = await t.room(three, factions="random")
        ada, bo, cy = await t.sit(room), await t.sit(room, 1), await t.sit(room, 2)
        await ada.answer(ada.option("end"))
        await cy.ask("concede")
        while ada.v < 1 or bo.v < 1:
            await bo.receive()
        await t.settle()
        assert (await ada.ask("undo", v=1))["t"] == "ok"
        assert (await cy.ask("consent", yes=False))["code"] == "nothing_to_undo"
        assert (await cy.ask("undo", v=1))["code"] == "game_over"
        assert (await bo.ask("consent", yes=True))["t"] == "ok"
        await ada.until("undone")


# -- the deal ------------------------------------------------------------------------------------


async def test_a_seed_is_not_chosen_over_the_heads_of_others(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_FREE, options={"seed": 7})
        path = f"/api/rooms/{room['room']}"
        shown = await t.get(path, X_Invite=room["invite"])
        assert shown["options"]["seed"] == 7, "everybody sees it"
        body = {"invite": room["invite"], "name": "Bo"}
        assert await t.refused("POST", f"{path}/join", body) == "seed_chosen"
        assert await t.refused("POST", f"{path}/join", {**body, "seed": 8}) == "seed_chosen"
        assert (await t.post(f"{path}/join", {**body, "seed": 7}))["seat"] == 1


async def test_a_deal_among_strangers_can_be_checked_by_everybody(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([*ADA_AND_FREE, {"kind": "open"}], factions="random")
        path = f"/api/rooms/{room['room']}"
        before = (await t.get(path, X_Invite=room["invite"]))["fairness"]
        assert (before["secret"], before["numbers"]) == (None, None)
        wish = {"invite": room["invite"], "number": 11}
        bo = await t.post(f"{path}/join", wish)
        cy = await join(t, room, "Cy")
        ada = await t.sit(room)
        assert (await ada.ask("cut", number=5))["t"] == "ok"
        shown = (await t.room_info(room))["fairness"]
        assert shown == {**before, "cut": [True, True, False]}
        await start(t, room)
        assert (await ada.ask("cut", number=6))["code"] == "already_started"
        info = await t.room_info(room)
        assert (info["fairness"], info["options"]["seed"]) == (shown, None)
        others = [await t.connect(room["room"], right["token"]) for right in (bo, cy)]
        for socket in (ada, *others):
            await socket.ask("concede")
        info = await t.room_info(room)
        assert info["state"] == "over"
        told = info["fairness"]
        assert told["numbers"] == [5, 11, None]
        assert commitment(told["secret"]) == before["commitment"]
        assert info["options"]["seed"] == fair_seed(told["secret"], told["numbers"])
        seats = [*TWO_HUMANS, *TWO_HUMANS[:1]]
        alike = await t.room(seats, factions="random", options={"seed": info["options"]["seed"]})
        assert (await t.room_info(alike))["factions"] == info["factions"]


async def test_every_rematch_is_dealt_anew(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        _, again, _ = await rematch(t)
        info = await t.room_info(again)
        assert info["fairness"]["commitment"]
        assert info["options"]["seed"] is None


@pytest.mark.parametrize(
    ("asked", "factions"), [("same", PAIRS), ("random", "random"), ("draft", "draft"), ("", PAIRS)]
)
async def test_who_makes_a_rematch_says_which_factions(
    tmp_path: Path, asked: str, factions: Any
) -> None:
    async with table(tmp_path) as t:
        room = await t.room(TWO_HUMANS)
        for seat in (0, 1):
            await (await t.sit(room, seat)).ask("concede")
        path = f"/api/rooms/{room['room']}/rematch" + (f"?factions={asked}" if asked else "")
        again = await t.post(path, X_Seat_Token=room["seats"][0]["token"])
        assert (await t.room_info(again))["factions"] == factions


async def test_who_plays_alone_may_choose_the_seed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        rooms = [await t.room(ADA_AND_BOT, options={"seed": 7}) for _ in range(2)]
        views = [(await t.sit(room)).view for room in rooms]
        assert views[0] == views[1]


async def test_a_seat_stays_where_the_cards_may_be_known(tmp_path: Path) -> None:
    """Who chose the deal for several seats on one device hands none of them to somebody else."""
    async with table(tmp_path) as t:
        room = await t.room()
        token = room["seats"][1]["token"]
        path = f"/api/rooms/{room['room']}/handover"
        assert await t.refused("POST", path, X_Seat_Token=token) == "seed_chosen"


async def test_the_maker_of_a_room_stays_its_host_whoever_sits_lower(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([{"kind": "open"}, {"kind": "human"}])
        path = f"/api/rooms/{room['room']}"
        bo = await join(t, room, "Bo")
        assert bo["seat"] == 0
        assert (await t.room_info(room, 1))["host"] == 1
        refused = await t.refused("POST", f"{path}/remove", {"seat": 1}, X_Seat_Token=bo["token"])
        assert refused == "not_host"


async def test_a_second_wish_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    """What somebody agrees to is what they were asked."""
    three = [*TWO_HUMANS, {"kind": "human", "name": "Cy"}]
    async with table(tmp_path) as t:
        room = await t.room(three, factions="random")
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.answer(ada.option("end"))
        while bo.decision is None:
            await bo.receive()
        await bo.answer(bo.option("end"))
        while ada.v < bo.v:
            await ada.receive()
        assert (await ada.ask("undo", v=ada.v))["t"] == "ok"
        assert (await bo.ask("undo", v=bo.v))["code"] == "nothing_to_undo"
        cy = await t.sit(room, 2)
        assert cy.seen[0]["undo"]["seat"] == 0


async def test_a_host_who_has_given_up_sends_nobody_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([*ADA_AND_FREE, {"kind": "open"}], factions="random")
        bo = await join(t, room, "Bo")
        await join(t, room, "Cy")
        await start(t, room)
        await (await t.sit(room)).ask("concede")
        assert (await t.room_info(room))["host"] == bo["seat"], "who plays on is host"
        path, body = f"/api/rooms/{room['room']}/remove", {"seat": 2}
        mine = {"X_Seat_Token": room["seats"][0]["token"]}
        assert await t.refused("POST", path, body, **mine) == "not_host"
        await t.post(path, body, X_Seat_Token=bo["token"])


async def test_whoever_joins_agrees_that_hands_are_open(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_FREE, options={"open_hands": True})
        path = f"/api/rooms/{room['room']}"
        assert (await t.get(path, X_Invite=room["invite"]))["options"]["open_hands"]
        body = {"invite": room["invite"], "name": "Bo"}
        assert await t.refused("POST", f"{path}/join", body) == "hands_open"
        assert (await t.post(f"{path}/join", {**body, "open_hands": True}))["seat"] == 1


async def test_nobody_is_let_into_a_room_that_was_closed_while_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server may take it at that moment: they would sit there and hear nothing more."""
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await ada.ask("leave")
        await ada.leave()
        there = t.lobby.rooms[room["room"]]
        commit = there.commit

        async def taken(*made: Any, **more: Any) -> None:
            await commit(*made, **more)
            t.lobby.drop(there)

        monkeypatch.setattr(there, "commit", taken)
        with pytest.raises(Closed, match="1012"):
            await t.sit(room)
        assert not there.anybody_here
        assert (await t.sit(room)).view["private"]["hand"]
