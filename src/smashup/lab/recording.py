"""A game as rows of tables, noted while it is played (docs/laboratory.md has them one by one)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.lab.simulate import Sitting
from smashup.model.event import (
    ACTION_PLAYED,
    AWARDED,
    DRAWN,
    MINION_DESTROYED,
    MINION_PLAYED,
    MINION_TO_DISCARD,
    TURN_STARTED,
    Event,
)
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.players.standing import chances
from smashup.replay import short_digest

#: Raised whenever a column comes, goes or means something else.
SCHEMA = 1

#: The columns of each table, with the kinds of their values (those of polars, in `folder`).
TABLES: Mapping[str, Mapping[str, str]] = {
    "games": {
        "number": "int",
        "kind": "small",
        "deal": "int",
        "seats": "small",
        "edition": "name",
        "seed": "int",
        "first": "small",
        "turns": "small",
        "decisions": "small",
        "finished": "bool",
        "answers": "numbers",
        "digest": "name",
    },
    "seats": {
        "number": "int",
        "seat": "small",
        "player": "name",
        "order": "small",
        "faction": "name",
        "partner": "name",
        "vp": "small",
        "won": "real",
        "decisions": "small",
    },
    "turns": {
        "number": "int",
        "turn": "small",
        "seat": "small",
        "vp": "numbers",
        "power": "numbers",
        "hand": "numbers",
        "chance": "reals",
    },
    "cards": {
        "number": "int",
        "turn": "small",
        "seat": "small",
        "what": "name",
        "card": "name",
        "faction": "name",
        "base": "name",
        "power": "small",
        "decided": "bool",
    },
    "bases": {
        "number": "int",
        "turn": "small",
        "base": "name",
        "seat": "small",
        "rank": "small",
        "power": "small",
        "vp": "small",
    },
}

Rows: TypeAlias = dict[str, dict[str, list[Any]]]


class Source(Protocol):
    """Numbered games, all of which can be played at any time."""

    @property
    def total(self) -> int:
        """How many there are."""

    def sitting(self, number: int) -> Sitting:
        """The game of this number, counted from 0."""

    def data(self) -> dict[str, Any]:
        """What tells these games from others, ready for JSON."""


def no_rows() -> Rows:
    """All tables, empty."""
    return {table: {column: [] for column in columns} for table, columns in TABLES.items()}


def record(source: Source, number: int) -> Rows:
    """Plays the game of this number and gives its rows."""
    sat = source.sitting(number)
    recorder = Recorder(number)
    game = sat.play(recorder.hear)
    recorder.end(sat, game)
    return recorder.rows


class Recorder:
    """Writes rows for one game as it is told what happens."""

    def __init__(self, number: int) -> None:
        self.rows = no_rows()
        self._number = number
        self._first: Seat | None = None
        self._turn = 0
        self._base = ""
        self._bases: dict[PlaceId, str] = {}
        self._powers: dict[PlaceId, dict[Seat, int]] = {}  # of bases that have been awarded
        self._asked: list[int] = []

    def hear(self, game: Game, events: Sequence[Event]) -> None:
        """What happened since the last question; the game stands at the next one, or is over."""
        for event in events:
            if event.kind == TURN_STARTED:
                self._turn += 1
                self._note_turn(game, event.seat)
            elif event.kind == DRAWN:
                for card in event.cards:
                    self._note_card(event.seat, "drawn", game.columns.defn[card])
            elif event.kind in (MINION_PLAYED, ACTION_PLAYED):
                base = self._bases.get(event.place, "")
                self._note_card(event.seat, "played", self._defn(game, event), base)
            elif event.kind == MINION_DESTROYED:
                base = self._bases.get(event.place, "")
                defn = self._defn(game, event)
                self._note_card(event.controller, "destroyed", defn, base, event.power)
            elif event.kind == AWARDED:
                self._note_award(event, game)
            elif event.kind == MINION_TO_DISCARD and event.place in self._powers:
                self._note_scoring(event, game)
        for place in game.columns.row:
            self._bases[place] = game.base_card(place).name
        if game.decision is not None:
            self._asked.append(game.decision.seat)

    def end(self, sat: Sitting, game: Game) -> None:
        """Writes the rows of the whole game."""
        count = game.players
        first = 0 if self._first is None else self._first
        self._add(
            "games",
            kind=sat.kind,
            deal=sat.deal,
            seats=count,
            edition=sat.edition,
            seed=sat.seed,
            first=first,
            turns=game.turn_number,
            decisions=len(game.answers),
            finished=game.over,
            answers=list(game.answers),
            digest=short_digest(game),
        )
        for seat in game.seats:
            faction, partner = game.factions[seat]
            self._add(
                "seats",
                seat=seat,
                player=sat.specs[seat],
                order=(seat - first) % count,
                faction=faction,
                partner=partner,
                vp=game.vp[seat],
                won=1 / len(game.winners) if seat in game.winners else 0.0,
                decisions=self._asked.count(seat),
            )

    def _note_turn(self, game: Game, seat: Seat) -> None:
        s = game.columns
        if self._first is None:
            self._first = seat
            for holder in game.seats:
                for card in s.hands[holder]:
                    self._note_card(holder, "opening", s.defn[card])
        powers = [game.player_powers(place) for place in s.row]
        self._add(
            "turns",
            turn=self._turn,
            seat=seat,
            vp=list(s.vp),
            power=[sum(of) for of in zip(*powers, strict=True)] or [0] * s.seats,
            hand=[len(hand) for hand in s.hands],
            chance=chances(game),
        )

    def _note_award(self, event: Event, game: Game) -> None:
        self._powers.setdefault(event.place, {})[event.seat] = event.power
        self._add(
            "bases",
            turn=self._turn,
            base=CARDS[self._defn(game, event)].name,
            seat=event.seat,
            rank=event.rank,
            power=event.power,
            vp=event.amount,
        )

    def _note_scoring(self, event: Event, game: Game) -> None:
        """A minion that lay at a base which has scored.

        It decided if its player was first, and would not have been alone there without its power.
        """
        powers = self._powers[event.place]
        seat = event.controller
        mine = powers.get(seat, 0)
        best = max((power for other, power in powers.items() if other != seat), default=0)
        decided = mine >= best and mine - event.power <= best and event.power > 0
        base = self._bases.get(event.place, "")
        defn = self._defn(game, event)
        self._note_card(seat, "scored", defn, base, event.power, decided)

    def _note_card(
        self,
        seat: Seat,
        what: str,
        defn: int,
        base: str = "",
        power: int = 0,
        decided: bool = False,
    ) -> None:
        card = CARDS[defn]
        self._add(
            "cards",
            turn=self._turn,
            seat=seat,
            what=what,
            card=card.name,
            faction=card.faction,
            base=base,
            power=power,
            decided=decided,
        )

    def _defn(self, game: Game, event: Event) -> int:
        """Which card it was then."""
        return event.defn if event.defn >= 0 else game.columns.defn[CardId(event.card)]

    def _add(self, table: str, **row: Any) -> None:
        columns = self.rows[table]
        columns["number"].append(self._number)
        for name, value in row.items():
            columns[name].append(value)
