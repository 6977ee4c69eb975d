"""Reading scenario files: YAML into checked data; errors name file, line and field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from smashup.cards import find_card
from smashup.model.card import ACTION, BASE, MINION, ON_BASE, ON_MINION, Card
from smashup.model.edition import EDITIONS
from smashup.model.errors import BadSetup, SmashUpError, nearest

PHASES = ("start", "play", "score", "draw", "end")
FIELDS = {
    "name",
    "rules",
    "edition",
    "seed",
    "players",
    "bases",
    "base_deck",
    "base_discard",
    "turn",
    "phase",
    "note",
    "cards",
    "steps",
    "expect",
}
EXPECTATIONS = {
    "vp",
    "hand",
    "discard",
    "hand_size",
    "deck_size",
    "deck",
    "deck_top",
    "deck_bottom",
    "box",
    "bases",
    "bases_in_play",
    "base_deck_top",
    "base_discard",
    "power",
    "counters",
    "attached",
    "controller",
    "turn",
    "phase",
    "pending",
    "can",
    "cannot",
    "over",
    "winner",
}


class BadScenario(SmashUpError):
    """A scenario file that does not parse; the message names file, line and field."""


@dataclass
class LaidCard:
    """A card laid on the table by a scenario."""

    card: Card
    by: str
    owner: str
    counters: int = 0
    played_this_turn: bool = False
    actions: list[LaidCard] = field(default_factory=list)


@dataclass
class LaidBase:
    base: Card
    minions: list[LaidCard]
    actions: list[LaidCard]
    buried: list[LaidCard]


@dataclass
class Hand:
    """What a player starts with."""

    hand: list[Card]
    deck: list[Card]
    discard: list[Card]
    vp: int


@dataclass
class Scenario:
    """One scenario, checked."""

    file: Path
    number: int  # which of the documents of the file it is, from 1
    line: int  # where in the file it begins
    name: str
    edition: str
    seed: int
    players: dict[str, Hand]
    bases: list[LaidBase]
    base_deck: list[Card]
    base_discard: list[Card]
    turn: str
    phase: str
    steps: list[tuple[str, Any]]
    expect: dict[str, Any]

    @property
    def seats(self) -> list[str]:
        return list(self.players)

    @property
    def where(self) -> str:
        """The file and line where it begins."""
        return f"{self.file}:{self.line}"


def read_file(path: Path) -> list[Scenario | BadScenario]:
    """The scenarios of a file, with an error in the place of each document that is not one.

    What comes after a document that is not YAML cannot be told apart and is left out.
    """
    try:
        return read_text(path, path.read_text(encoding="utf-8"))
    except OSError as error:
        return [BadScenario(f"{path}: cannot be read: {error.strerror or error}")]
    except UnicodeDecodeError as error:
        return [BadScenario(f"{path}: is not YAML: {error}")]


def read_text(path: Path, text: str) -> list[Scenario | BadScenario]:
    """The same for a text; `path` is the file that it is, or is to be, the text of."""
    read: list[Scenario | BadScenario] = []
    try:
        for line, document in documents(text):
            read.append(read_document(path, len(read) + 1, line, document))
    except yaml.YAMLError as error:
        read.append(BadScenario(not_yaml(path, error)))
    return read


def documents(text: str) -> Iterator[tuple[int, Any]]:
    """The documents that are more than comments, each with the line it begins at."""
    loader = yaml.SafeLoader(text)
    while loader.check_node():
        node = loader.get_node()
        assert node is not None  # there is one, or it would not say so
        document = loader.construct_document(node)
        if document is not None:
            yield node.start_mark.line + 1, document


def not_yaml(path: Path, error: yaml.YAMLError) -> str:
    """Where in a file something is not YAML, and why not."""
    mark = getattr(error, "problem_mark", None)
    where = path if mark is None else f"{path}:{mark.line + 1}"
    words = " ".join(str(getattr(error, "problem", None) or error).split())
    return f"{where}: is not YAML: {words}"


def read_document(path: Path, number: int, line: int, document: Any) -> Scenario | BadScenario:
    """One document of a file, by its number from 1 and the line it begins at."""
    try:
        return _Reader(path, number, line).scenario(document)
    except BadScenario as error:
        return error


class _Reader:
    """Reads one document; `where` is the field being read, for error messages."""

    def __init__(self, path: Path, number: int, line: int) -> None:
        self.path = path
        self.number = number
        self.line = line
        self.name = ""
        self.seats: list[str] = []

    def fail(self, where: str, what: str) -> BadScenario:
        name = f" ({self.name})" if self.name else ""
        return BadScenario(f"{self.path}:{self.line}{name}: {where}: {what}")

    def scenario(self, document: Any) -> Scenario:
        if not isinstance(document, dict):
            raise self.fail("document", "should be a mapping of fields")
        self.name = str(document.get("name", ""))
        self.known(document, FIELDS, "")
        if not self.name:
            raise self.fail("name", "is missing")
        players = self.mapping(document.get("players"), "players")
        self.seats = [str(seat) for seat in players]
        if not 2 <= len(self.seats) <= 4:
            raise self.fail("players", f"2 to 4 players are needed, not {len(self.seats)}")
        edition = str(document.get("edition", "oops"))
        if edition not in EDITIONS:
            raise self.fail("edition", f"{edition!r} is none. {nearest(edition, EDITIONS)}")
        phase = str(document.get("phase", "play"))
        if phase not in PHASES:
            raise self.fail("phase", f"{phase!r} is none. {nearest(phase, PHASES)}")
        bases = self.sequence(document.get("bases"), "bases")
        return Scenario(
            file=self.path,
            number=self.number,
            line=self.line,
            name=self.name,
            edition=edition,
            seed=self.integer(document.get("seed", 0), "seed"),
            players={str(s): self.hand(v, f"players.{s}") for s, v in players.items()},
            bases=[self.base(value, f"bases[{i}]") for i, value in enumerate(bases)],
            base_deck=self.named(document.get("base_deck"), "base_deck", (BASE,)),
            base_discard=self.named(document.get("base_discard"), "base_discard", (BASE,)),
            turn=self.seat(document.get("turn", self.seats[0]), "turn"),
            phase=phase,
            steps=self.steps(document.get("steps")),
            expect=self.expectations(document.get("expect"), "expect"),
        )

    # -- pieces ------------------------------------------------------------------------

    def known(self, value: dict[Any, Any], fields: set[str], where: str) -> None:
        for key in value:
            if key not in fields:
                here = f"{where}.{key}" if where else str(key)
                raise self.fail(here, f"is not a field. {nearest(str(key), fields)}".strip())

    def mapping(self, value: Any, where: str) -> dict[Any, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.fail(where, "should be a mapping")
        return value

    def sequence(self, value: Any, where: str) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fail(where, "should be a list")
        return value

    def integer(self, value: Any, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(where, f"should be a whole number, not {value!r}")
        return value

    def seat(self, value: Any, where: str) -> str:
        if str(value) not in self.seats:
            raise self.fail(where, f"{value!r} is not a seat; seats are {', '.join(self.seats)}")
        return str(value)

    def card(self, value: Any, where: str, types: Sequence[str]) -> Card:
        try:
            card = find_card(str(value))
        except BadSetup as error:
            raise self.fail(where, str(error)) from None
        if card.type not in types:
            raise self.fail(where, f"{card.name} should be of type {' or '.join(types)}")
        return card

    def named(self, value: Any, where: str, types: Sequence[str] = (MINION, ACTION)) -> list[Card]:
        names = self.sequence(value, where)
        return [self.card(name, f"{where}[{i}]", types) for i, name in enumerate(names)]

    def hand(self, value: Any, where: str) -> Hand:
        fields = self.mapping(value, where)
        self.known(fields, {"hand", "deck", "discard", "vp"}, where)
        return Hand(
            self.named(fields.get("hand"), f"{where}.hand"),
            self.named(fields.get("deck"), f"{where}.deck"),
            self.named(fields.get("discard"), f"{where}.discard"),
            self.integer(fields.get("vp", 0), f"{where}.vp"),
        )

    def base(self, value: Any, where: str) -> LaidBase:
        fields = {"base": value} if isinstance(value, str) else self.mapping(value, where)
        self.known(fields, {"base", "minions", "actions", "buried"}, where)
        any_card = (MINION, ACTION)
        return LaidBase(
            self.card(fields.get("base"), f"{where}.base", (BASE,)),
            self.laid(fields.get("minions"), f"{where}.minions", (MINION,)),
            self.laid(fields.get("actions"), f"{where}.actions", (ACTION,), ON_BASE),
            self.laid(fields.get("buried"), f"{where}.buried", any_card),
        )

    def laid(
        self, value: Any, where: str, types: Sequence[str], plays_on: str = ""
    ) -> list[LaidCard]:
        cards = self.sequence(value, where)
        return [
            self.laid_card(card, f"{where}[{i}]", types, plays_on) for i, card in enumerate(cards)
        ]

    def laid_card(self, value: Any, where: str, types: Sequence[str], plays_on: str) -> LaidCard:
        if isinstance(value, str):
            name, slash, seat = value.rpartition("/")
            if not slash or seat not in self.seats:
                raise self.fail(where, f"{value!r} should be written Card/SEAT")
            value = {"card": name, "by": seat}
        fields = self.mapping(value, where)
        allowed = {"card", "by", "owner", "counters", "actions", "played_this_turn"}
        self.known(fields, allowed, where)
        card = self.card(fields.get("card"), f"{where}.card", types)
        if plays_on and card.plays_on != plays_on:
            raise self.fail(where, f"{card.name} is not an action played on a {plays_on}")
        by = self.seat(fields.get("by"), f"{where}.by")
        return LaidCard(
            card,
            by,
            self.seat(fields.get("owner", by), f"{where}.owner"),
            self.integer(fields.get("counters", 0), f"{where}.counters"),
            bool(fields.get("played_this_turn", False)),
            self.laid(fields.get("actions"), f"{where}.actions", (ACTION,), ON_MINION),
        )

    def steps(self, value: Any) -> list[tuple[str, Any]]:
        steps: list[tuple[str, Any]] = []
        for i, step in enumerate(self.sequence(value, "steps")):
            where = f"steps[{i}]"
            if not isinstance(step, dict) or len(step) != 1:
                raise self.fail(where, "should be one mapping of a seat to its answer, or expect")
            ((key, answer),) = step.items()
            if key == "expect":
                steps.append(("expect", self.expectations(answer, f"{where}.expect")))
            else:
                steps.append((self.seat(key, where), self.answer(answer, where)))
        return steps

    def answer(self, value: Any, where: str) -> Any:
        """YAML may read a bare yes or no as a truth value: both mean the same step."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict):
            self.known(value, {"choose", "order"}, where)
            if len(value) != 1:
                raise self.fail(where, "should be one of choose, order")
            ((verb, targets),) = value.items()
            listed = targets if isinstance(targets, list) else [targets]
            return {verb: [self.word(target) for target in listed]}
        if isinstance(value, (str, int)):
            return str(value)
        raise self.fail(where, f"{value!r} is not an answer")

    def word(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def expectations(self, value: Any, where: str) -> dict[str, Any]:
        fields = self.mapping(value, where)
        self.known(fields, EXPECTATIONS, where)
        return fields
