"""What a player is asked, and what the answers can be."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.record import Record, record
from smashup.model.words import Phrase, Sentence, text_of

if TYPE_CHECKING:
    from smashup.model.event import Event

T = TypeVar("T")

Verb: TypeAlias = Literal["play", "use", "choose", "order", "yes", "no", "pass", "end"]
DecisionKind: TypeAlias = Literal["play", "choose", "yes_no", "window", "order", "now"]


@record
class Option(Record):
    """One legal answer. `verb` says what kind; the other fields say about what, -1 where not used.

    verbs: `play` (card, at place or on host), `use` (card), `choose` (card, place, seat or word),
    `order` (card whose ability comes next), `yes`, `no`, `pass` (decline or stop), `end` (phase).
    """

    verb: Verb
    card: CardId = NO_CARD
    place: PlaceId = NO_PLACE
    host: CardId = NO_CARD
    seat: Seat = NO_SEAT
    word: Sentence = ""
    via: Any = None  # how a card is paid for, or which ability is used: the engine's own note

    def says(self) -> tuple[object, ...]:
        """The answer itself, without the engine's note: two games can be compared by it."""
        return self.verb, self.card, self.place, self.host, self.seat, self.word


class KeptOptions:
    """Options that differ in card and place only, made once for all games: they never change.

    To make one takes the sources as long as five calls: with those of free plays and of cards to
    choose kept, a game takes 0.95 of the instructions.
    """

    __slots__ = ("made", "verb", "via")

    def __init__(self, verb: Verb, via: Any = None) -> None:
        self.verb: Verb = verb
        self.via = via
        self.made: list[list[Option]] = [[]]

    def of(self, cards: int, places: int = 0) -> list[list[Option]]:
        """For at least so many cards and places: by place, the first for none, then by card."""
        made = self.made
        if len(made[0]) < cards or len(made) <= places:
            cards, places = max(cards, len(made[0])), max(2 * places, len(made) - 1)
            made = [self._by_card(PlaceId(place), cards) for place in range(NO_PLACE, places)]
            self.made = made  # all at once: another thread may be reading what was there
        return made

    def _by_card(self, place: PlaceId, cards: int) -> list[Option]:
        via = self.via
        return [Option(self.verb, CardId(card), place, via=via) for card in range(cards)]


YES = Option("yes")
NO = Option("no")
PASS = Option("pass")
SILENT_PASS = Option("pass")  # asked for although there is nothing else: time must not tell that
END = Option("end")


class Decision:
    """A question to one seat: who must answer, what for, which card asks, and the legal options.

    `kind` is one of `play` (the Play Cards decision), `choose`, `yes_no`, `window` (abilities that
    may be used now), `order` (which of several simultaneous things comes next), `now` (whether an
    extra play is taken at once or kept).
    `picked` are the picks made before in a row of picks; `least` and `most` bound the whole row.
    `question` is a sentence, as words where it names something; `prompt` is it in English.
    `event` is what it answers: what a card reacts to, or a base's scoring; None where the card that
    asks was just played or used.

    >>> from smashup.model.words import Words
    >>> Decision(0, "choose", -1, Words("Move {card} where?", card="Ninja"), []).prompt
    'Move Ninja where?'
    """

    __slots__ = (
        "event",
        "kind",
        "least",
        "most",
        "options",
        "picked",
        "question",
        "seat",
        "source",
    )

    def __init__(
        self,
        seat: Seat,
        kind: DecisionKind,
        source: CardId,
        question: Phrase,
        options: list[Option],
        picked: tuple[Option, ...] = (),
        least: int = 1,
        most: int = 1,
        event: Event | None = None,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.source = source
        self.question = question
        self.options = options
        self.picked = picked
        self.least = least
        self.most = most
        self.event = event

    @property
    def prompt(self) -> str:
        """The question in English, with what it names."""
        return text_of(self.question)

    @property
    def optional(self) -> bool:
        """Whether the seat may decline."""
        return any(option.verb in ("pass", "no", "end") for option in self.options)

    def find(self, option: Option) -> int:
        """Which of the options says the same as one of another game, or -1."""
        said = option.says()
        return next((n for n, mine in enumerate(self.options) if mine.says() == said), -1)

    def __repr__(self) -> str:
        return f"<Decision {self.kind} of seat {self.seat}: {self.prompt} ({len(self.options)})>"


class Needless(Decision):
    """A question that no game asks: the engine knows that all its options lead to the same.

    It is asked only where that is to be proved (`Asking.ask_needless`).
    """

    __slots__ = ()

    @staticmethod
    def of(decision: Decision) -> Needless:
        """The same question as one of these."""
        asked = (decision.seat, decision.kind, decision.source, decision.question)
        row = (decision.options, decision.picked, decision.least, decision.most)
        return Needless(*asked, *row, decision.event)


#: An ability, or any other piece of play: asks by yielding decisions. `Asking.ask` yields them and
#: gives the chosen option, so cards only ever `yield from`.
Ability: TypeAlias = Generator[Decision, None, T]


def _nothing() -> Ability[None]:
    return
    yield


#: An ability all of which is done: for verbs that mostly find nothing to do. With a generator made
#: each time, and those that only lead to another one, a game took 1.02 times as long.
NOTHING = _nothing()
for _ in NOTHING:  # to its end
    raise AssertionError


def next_question(ability: Ability[None]) -> Decision | None:
    """What it asks next; None once all of it is done."""
    for decision in ability:
        return decision
    return None
