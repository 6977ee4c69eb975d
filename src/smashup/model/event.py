"""What happened: the log, animations, statistics, explanations and triggers all read these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId, PlaceId, Seat

if TYPE_CHECKING:
    from smashup.model.scoring import Scoring

# The kinds of event. Abilities wait for those up to AFTER_SCORING; the rest are only told.
#: A minion was played: `card` by `seat` at `place`. It does not hear of itself.
MINION_PLAYED: Final = "minion played"
#: An action was played: `card` by `seat`; where it stays, at `place` or on `host`.
ACTION_PLAYED: Final = "action played"
#: A minion was moved: `card` from `place` to `to`, with all of `together`.
MINION_MOVED: Final = "minion moved"
#: A minion in play was destroyed: `card` with the `power` it had, at `place`, by the card `by`.
MINION_DESTROYED: Final = "minion destroyed"
#: A minion went from play to the discard pile without being destroyed: its base scored or left.
MINION_TO_DISCARD: Final = "minion to discard pile"
#: An action in play was destroyed, by itself or with what it was on: `card`, at `place`.
ACTION_DESTROYED: Final = "action destroyed"
#: This very minion was affected, by a card just played, in the way that `word` names (a `Harm`).
AFFECTED: Final = "minion affected"
#: A card was buried: `card` at `place`.
CARD_BURIED: Final = "card buried"
#: A buried card was turned up: `card` at `place`.
CARD_UNCOVERED: Final = "card uncovered"
#: Cards were revealed or looked at: `cards` of `seat`; `word` is `reveal` or `look`.
CARDS_SEEN: Final = "cards seen"
#: Two minions begin a duel: both are in `cards`, `card` is the one of whoever began.
DUEL_STARTED: Final = "duel started"
#: A base came into play: `card` at `place`.
BASE_ENTERED: Final = "base entered"
#: The turn of `seat` begins.
TURN_STARTED: Final = "turn started"
#: The turn of `seat` ends.
TURN_ENDED: Final = "turn ended"
#: A base, `card` at `place`, is about to score.
BEFORE_SCORING: Final = "before scoring"
#: A base, `card` at `place`, has scored: `scoring` tells who stood where.
AFTER_SCORING: Final = "after scoring"

PHASE: Final = "phase"
DRAWN: Final = "drawn"
DISCARDED: Final = "discarded"  # from hand, deck or with its host: never from play by itself
RETURNED: Final = "returned"
PLACED: Final = "placed"
SHUFFLED: Final = "shuffled"
TRANSFERRED: Final = "transferred"
COUNTERS: Final = "counters"
POWER_CHANGED: Final = "power changed"
BREAKPOINT_CHANGED: Final = "breakpoint changed"
CANCELLED: Final = "abilities cancelled"
PROTECTED: Final = "protected"
REPLACED: Final = "destruction replaced"
EXTRA_PLAY: Final = "extra play"
ABILITY_USED: Final = "ability used"
VICTORY_POINTS: Final = "victory points"
AWARDED: Final = "base scored"
BASE_LEFT: Final = "base left"
FACTION_CHOSEN: Final = "faction chosen"
FACTION_BANNED: Final = "faction banned"
RESTRICTED: Final = "restricted"
BOXED: Final = "put in the box"
CARD_LAID: Final = "card laid"  # face down, for a duel
DUEL_ENDED: Final = "duel ended"
GAME_OVER: Final = "game over"

#: The kinds that abilities can wait for.
TriggerKind: TypeAlias = Literal[
    "minion played",
    "action played",
    "minion moved",
    "minion destroyed",
    "minion to discard pile",
    "action destroyed",
    "minion affected",
    "card buried",
    "card uncovered",
    "cards seen",
    "duel started",
    "base entered",
    "turn started",
    "turn ended",
    "before scoring",
    "after scoring",
]
EventKind: TypeAlias = (
    TriggerKind
    | Literal[
        "phase",
        "drawn",
        "discarded",
        "returned",
        "placed",
        "shuffled",
        "transferred",
        "counters",
        "power changed",
        "breakpoint changed",
        "abilities cancelled",
        "protected",
        "destruction replaced",
        "extra play",
        "ability used",
        "victory points",
        "base scored",
        "base left",
        "faction chosen",
        "faction banned",
        "restricted",
        "put in the box",
        "card laid",
        "duel ended",
        "game over",
    ]
)

#: Going to the discard pile from play: destroyed, or discarded because the base scored.
TO_DISCARD_KINDS: tuple[EventKind, ...] = (MINION_DESTROYED, MINION_TO_DISCARD)

TRIGGERING: tuple[TriggerKind, ...] = (
    MINION_PLAYED,
    ACTION_PLAYED,
    MINION_MOVED,
    MINION_DESTROYED,
    MINION_TO_DISCARD,
    ACTION_DESTROYED,
    AFFECTED,
    CARD_BURIED,
    CARD_UNCOVERED,
    CARDS_SEEN,
    DUEL_STARTED,
    BASE_ENTERED,
    TURN_STARTED,
    TURN_ENDED,
    BEFORE_SCORING,
    AFTER_SCORING,
)
#: A number for each kind of event that abilities can wait for.
NUMBER: dict[EventKind, int] = {kind: number for number, kind in enumerate(TRIGGERING)}


class Event:
    """One thing that happened, with ids, definitions and numbers as they were at that moment.

    card       the card it happened to, `defn` its definition then
    seat       who did it or whom it concerns
    place      the base (place id) where it was, `to` where it went
    host       the minion that an action was played on or transferred to
    rank       which award of a base a player took: the first (0), the second or the third
    amount     how many or how much
    power      the card's power just before, where it left play; what a player had who took an award
    controller, owner   the card's, at that moment
    by, by_seat  the card that caused it and the player who carried that out (-1: the rules)
    cards      several cards at once (drawn, seen, attached to what left)
    together   all the cards that left play, moved or became stronger at the same moment
    audience   bits of the seats that saw which cards these are; -1: everyone
    """

    __slots__ = (
        "amount",
        "audience",
        "by",
        "by_seat",
        "card",
        "cards",
        "controller",
        "defn",
        "host",
        "kind",
        "life",
        "owner",
        "place",
        "power",
        "rank",
        "scoring",
        "seat",
        "to",
        "together",
        "word",
    )

    def __init__(
        self,
        kind: EventKind,
        seat: Seat = NO_SEAT,
        card: CardId = NO_CARD,
        place: PlaceId = NO_PLACE,
        amount: int = 0,
        word: str = "",
        by: CardId = NO_CARD,
        by_seat: Seat = NO_SEAT,
        cards: tuple[CardId, ...] = (),
        scoring: Scoring | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card
        self.place = place
        self.amount = amount
        self.word = word
        self.by = by
        self.by_seat = by_seat
        self.cards = cards
        self.scoring = scoring
        # Few events have these, and they are set once the event is made. As names of the class,
        # with a dictionary for each event that has one of them, they took 1.03 times as long.
        self.to = NO_PLACE
        self.host = NO_CARD
        self.rank = 0
        self.audience = -1
        self.together: tuple[CardId, ...] = ()
        self.defn = -1
        self.controller = NO_SEAT
        self.owner = NO_SEAT
        self.life = 0  # tells the card from itself played again later (FILL-7)
        self.power = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in a way that the sources and the compiled engine both can read."""
        about = (self.kind, self.seat, self.card, self.place, self.amount, self.word)
        given = (*about, self.by, self.by_seat, self.cards, self.scoring)
        late = {name: getattr(self, name) for name in LATE}
        return Event, given, {n: value for n, value in late.items() if value != LATE[n]}

    def __setstate__(self, late: dict[str, Any]) -> None:
        for name, value in late.items():
            setattr(self, name, value)

    def says(self) -> dict[str, object]:
        """Its kind, and every field that is not as it is where nothing is said: for comparing and
        writing down. Events themselves are equal only if they are the same one.

        >>> Event(DRAWN, Seat(1), amount=2).says()
        {'kind': 'drawn', 'seat': 1, 'amount': 2}
        """
        unsaid = Event(self.kind)
        fields = {name: getattr(self, name) for name in (*GIVEN, *LATE)}
        said = {name: value for name, value in fields.items() if value != getattr(unsaid, name)}
        return {"kind": self.kind, **said}

    def __repr__(self) -> str:
        fields = [f"{name}={value}" for name, value in self.says().items() if name != "kind"]
        return f"<{' '.join([self.kind, *fields])}>"


#: What an event is made with, besides its kind.
GIVEN: Final = ("seat", "card", "place", "amount", "word", "by", "by_seat", "cards", "scoring")


#: What is set once an event is made, and what it is before.
LATE: Final[dict[str, object]] = {
    name: getattr(Event(PHASE), name)
    for name in (
        "to",
        "host",
        "rank",
        "audience",
        "together",
        "defn",
        "controller",
        "owner",
        "life",
        "power",
    )
}
