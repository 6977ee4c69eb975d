"""Tables filled with cards, as a server would send them: every card and base comes by once.

No game leads to these tables; they are for looking at how things lie on the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, cycle, islice
from typing import Any

import msgspec

from smashup.languages import words_of
from smashup.protocol.messages import Welcome
from smashup.protocol.room import RoomInfo, RoomOptions, SeatInfo

from .serving import Server
from .visitor import Visitor

ROOM = "layout"
HAND = 24  # cards in the hand of a filled table
# How many cards lie in the rows of a table, one number after the other.
ROWS = [1, 3, 0, 2, 5, 1, 0, 4, 2, 8, 1, 0, 13, 2]
ATTACHED = [0, 1, 0, 0, 2, 0, 5]
NAMES = ["Ann", "Bartholomew the Patient", "Cleo", "Dorothea von Hohenfels"]
LONG = "Choose a minion to move to another base; its counters and the actions on it go along"
EXTRA = "an extra minion of power 2 or less"
BUTTONS = ["Keep it on top of your deck", "Put it under your deck", "Draw it", "Discard two cards"]


@dataclass(frozen=True)
class Printed:
    """The names of all cards and bases by type, and what each says."""

    minions: list[str]
    actions: list[str]
    bases: list[str]
    words: dict[str, str]

    @classmethod
    def of(cls, server: Server) -> Printed:
        factions = server.call("api/cards")["factions"]
        cards = [card for faction in factions for card in faction["cards"]]
        bases = [base for faction in factions for base in faction["bases"]]
        by_type = {
            wanted: [card["name"] for card in cards if card["type"] == wanted]
            for wanted in ("minion", "action")
        }
        return cls(
            by_type["minion"],
            by_type["action"],
            [base["name"] for base in bases],
            {card["name"]: card["text"] for card in [*cards, *bases]},
        )

    def said_in(self, language: str) -> Printed:
        """The same with what each card says in that language."""
        texts = words_of(language, "catalogue").get("cards", {}).values()
        said = {name: text for cards in texts for name, text in cards.items()}
        return replace(self, words=self.words | said)


@dataclass(frozen=True)
class Crowd:
    """How many sit at a table and how many bases lie on it."""

    seats: int
    bases: int


class Dealer:
    """Deals one filled table after the other until every card has lain in hand and on the table."""

    def __init__(self, printed: Printed, crowd: Crowd) -> None:
        self._crowd = crowd
        self._keys = count(1)
        self._bases = cycle(printed.bases)
        self._next_bases = cycle(reversed(printed.bases))
        self._minions = cycle(printed.minions)
        self._actions = cycle(printed.actions)
        in_decks = [*printed.minions, *printed.actions]
        self._hand = cycle(in_decks)
        # the longest words first: those are on the stage of the few tables of a sample
        self._staged = cycle(sorted(in_decks, key=lambda name: -len(printed.words[name])))
        self._whole = max(-(-len(in_decks) // HAND), -(-len(printed.bases) // crowd.bases))
        self._rows = cycle(ROWS)
        self._attached = cycle(ATTACHED)

    def tables(self, most: int | None = None) -> Iterator[dict[str, Any]]:
        """Views of seat 0. Without a limit, as many as it takes to show everything."""
        for number in range(self._whole if most is None else most):
            yield self._table(number)

    def _key(self) -> str:
        return f"c{next(self._keys)}"

    def _named(self, name: str) -> dict[str, Any]:
        return {"key": self._key(), "name": name}

    def _piece(self, name: str, seat: int, power: int | None) -> dict[str, Any]:
        piece = {**self._named(name), "controller": seat, "owner": seat, "counters": 0}
        piece["actions"] = []
        if power is not None:
            piece["power"] = power
            piece["counters"] = power % 3
            others = islice(self._actions, next(self._attached))
            piece["actions"] = [self._piece(other, seat, None) for other in others]
        return piece

    def _base(self, place: int) -> dict[str, Any]:
        seats = range(self._crowd.seats)
        minions = [
            self._piece(name, seat, 2 + place)
            for seat in seats
            for name in islice(self._minions, next(self._rows))
        ]
        powers = [9 * (1 + (seat + place) % 2) for seat in seats]
        actions = [self._piece(next(self._actions), place % self._crowd.seats, None)]
        buried = [{"key": f"b{place}.{i}", "controller": i, "name": None} for i in (0, 1)]
        return {
            "key": f"p{place}",
            "id": place,
            "card": self._key(),
            "name": next(self._bases),
            "breakpoint": 24,
            "breakpoint_parts": [],
            "total": sum(powers),
            "ready": sum(powers) >= 24,
            "powers": powers,
            "awards": self._awards(powers),
            "minions": minions,
            "actions": actions if place % 2 else [],
            "buried": buried if place % 3 == 0 else [],
        }

    def _awards(self, powers: list[int]) -> list[dict[str, Any]]:
        """As broad as awards get: ties for the first, and a third."""
        best = [seat for seat, power in enumerate(powers) if power == max(powers)]
        rest = [seat for seat in range(len(powers)) if seat not in best]
        awards = [{"position": 0, "seats": best, "vp": [4] * len(best)}]
        if rest:
            awards.append({"position": 2, "seats": rest, "vp": [2] * len(rest)})
        return awards

    def _table(self, number: int) -> dict[str, Any]:
        bases = [self._base(place + 1) for place in range(self._crowd.bases)]
        hand = [self._named(name) for name in islice(self._hand, HAND)]
        offered = [self._named(name) for name in islice(self._actions, 7)]
        offered += [self._named(name) for name in islice(self._next_bases, 2)]
        public = {
            "edition": "oops",
            "turn": 0,
            "turn_number": 9,
            "phase": "play",
            "waiting": 0,
            "plays": [
                {"type": "minion", "words": said(EXTRA), "extra": True},
                {"type": "action", "words": said("an action"), "extra": False},
            ],
            "players": [self._player(seat, len(hand)) for seat in range(self._crowd.seats)],
            "bases": bases,
            "base_deck": 7,
            "base_discard": [],
            "box": [],
            "duel": None,
            "pool": [],
            "winners": [],
        }
        private = {
            "seat": 0,
            "hand": hand,
            "known": {"hands": [[]] * 4, "decks": [[]] * 4, "base_deck": []},
            "buried": {},
            "laid": [],
            "decision": self._decision(number, bases, hand, offered),
        }
        return {"public": public, "private": private}

    def _player(self, seat: int, hand: int) -> dict[str, Any]:
        pairs = [
            ["Ancient Egyptians", "Mad Scientists"],
            ["Mythic Greeks", "Superheroes"],
            ["Giant Ants", "Teddy Bears"],
            ["Rock Stars", "Werewolves"],
        ]
        return {
            "factions": pairs[seat],
            "vp": 3 * seat + 5,
            "hand": hand,
            "deck": 28,
            "discard": [self._named(next(self._actions))],
        }

    def _decision(
        self,
        number: int,
        bases: list[dict[str, Any]],
        hand: list[dict[str, Any]],
        offered: list[dict[str, Any]],
    ) -> dict[str, Any]:
        """In turns: play a card; choose anything in play; choose from cards that lie nowhere."""
        kinds = ["play", "choose", "choose"]
        things: list[dict[str, Any]] = [
            [{"card": card["key"], "name": card["name"], "verb": "play"} for card in hand],
            [{"card": thing["key"], "name": thing.get("name")} for thing in in_play(bases)],
            [{"card": card["key"], "name": card["name"]} for card in offered]
            + [{"word": word} for word in BUTTONS],
        ][number % 3]
        ending = {"verb": "end"} if number % 3 == 0 else {"verb": "pass"}
        options = [option(at, about) for at, about in enumerate([*things, ending])]
        source = None if number % 3 == 0 else {"key": "c0", "name": next(self._staged)}
        return {
            "kind": kinds[number % 3],
            "source": source,
            "prompt": said(LONG),
            "least": 0,
            "most": 3 if number % 3 else 1,
            "picked": [said("Who Wants to Live Forever?")] if number % 3 == 1 else [],
            "chosen": [],
            "options": options,
        }


def in_play(bases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every card that lies at a base, and the bases as places."""
    found: list[dict[str, Any]] = []
    for base in bases:
        pieces = [*base["minions"], *base["actions"]]
        found += pieces
        found += [action for piece in pieces for action in piece["actions"]]
        found += base["buried"]
    return found


def with_goals(view: dict[str, Any]) -> dict[str, Any]:
    """A table at which every card of the hand can be played at each base."""
    places = [base["key"] for base in view["public"]["bases"]]
    plays = [
        {"card": card["key"], "name": card["name"], "verb": "play", "place": place}
        for card in view["private"]["hand"]
        for place in places
    ]
    options = [option(at, about) for at, about in enumerate([*plays, {"verb": "end"}])]
    view["private"]["decision"] |= {"kind": "play", "options": options}
    return view


def said(sentence: str) -> dict[str, str]:
    """Words without values."""
    return {"sentence": sentence}


def option(at: int, about: dict[str, Any]) -> dict[str, Any]:
    """An option of a decision; what is not said of it is nothing."""
    plain = {"card": None, "name": None, "place": None, "host": None, "seat": None, "word": None}
    label = about.get("word") or about.get("name") or "pass"
    return {"i": at, "verb": "choose", "label": said(label), **plain, **about}


def event(number: int, kind: str, words: str, **about: Any) -> dict[str, Any]:
    """Something that happened; what is not said of it is nothing."""
    nothing = ("seat", "card", "place", "to", "on", "by", "by_seat", "rank", "power")
    told = {
        "e": number,
        "kind": kind,
        "text": said(words),
        "minor": False,
        "amount": 0,
        "cards": [],
    }
    return {**told, **dict.fromkeys(nothing), **about}


class FilledTable:
    """A seat whose server is this test: it shows whatever table it is sent."""

    def __init__(self, visitor: Visitor, crowd: Crowd) -> None:
        self.page = visitor.page
        self._crowd = crowd
        self._line: Any = None
        self._sent = 0
        self._first: dict[str, Any] | None = None
        visitor.page.route_web_socket("**/ws", self._open)
        self._visitor = visitor

    def _open(self, line: Any) -> None:
        self._line = line
        line.on_message(self._hear)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "ping":
            self._line.send(json.dumps({"t": "pong"}))
        elif message["t"] == "hello":
            self._send({**self._welcome(), "view": self._first})
        elif message["t"] == "hint":
            self._line.send(json.dumps(self._advice(message["id"])))

    def _advice(self, id: str) -> dict[str, Any]:
        """To take the first answer that there is, with many words."""
        options = [
            {"option": at, "label": said(word), "chance": 0.25} for at, word in enumerate(BUTTONS)
        ]
        chances = [1 / self._crowd.seats] * self._crowd.seats
        advice = {"option": 0, "sentence": said(f"{LONG}. {LONG}."), "options": options}
        return {"t": "hint", "id": id, **advice, "chances": chances}

    def _welcome(self) -> dict[str, Any]:
        """As the protocol has it, so that what it gains is missed here."""
        seats = [
            SeatInfo(
                seat=seat,
                kind="human",
                name=NAMES[seat],
                strength=None,
                taken=True,
                present=True,
                conceded=False,
                bot_sits_in=False,
                removed=False,
            )
            for seat in range(self._crowd.seats)
        ]
        room = RoomInfo(
            room=ROOM,
            state="playing",
            host=0,
            seats=seats,
            options=RoomOptions(),
            edition="oops",
            factions=None,
            created=0.0,
            turn=0,
            vp=None,
            winners=[],
            agreed=False,
            v=1,
            yours=0,
            your_move=True,
            replay=None,
            rematch=None,
            challenge=None,
            fairness=None,
            notice=None,
            expires=None,
        )
        welcome = Welcome(
            n=0,
            room=room,
            seat=0,
            v=1,
            view=None,
            events=[],
            chat=[],
            chances=None,
            undo=None,
            ending=None,
            meanwhile=None,
        )
        told: dict[str, Any] = msgspec.to_builtins(welcome)
        return told

    def _send(self, message: dict[str, Any]) -> None:
        self._sent += 1
        self._line.send(json.dumps({**message, "n": self._sent, "v": self._sent}))

    def tell(self, view: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Says what happened and what the table is like then."""
        self._send({"t": "update", "view": view, "events": events})

    def show(self, view: dict[str, Any]) -> None:
        """Lays the table, and waits until it is drawn."""
        if self._line is None:
            self._first = view
            seat = {"seat": 0, "token": "none"}
            self._visitor.sit({"room": ROOM, "invite": "none", "seats": [seat]})
            self.page.wait_for_selector(".hand .slot")
            self.page.evaluate("document.fonts.ready")
            self.page.wait_for_load_state("networkidle")
        else:
            self.tell(view, [])
        private = view["private"]
        keys = [card["key"] for card in private["hand"]]
        keys += [option["card"] for option in private["decision"]["options"]]
        self.page.wait_for_function(LAID, arg=keys)
        self.page.evaluate(DRAWN)


# A card of this table lies on the screen: no two tables have one in common.
LAID = "(keys) => keys.some((key) => key && document.querySelector(`[data-key='${key}']`))"
DRAWN = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""
