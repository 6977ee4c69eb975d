"""What happened: the log, animations, statistics, explanations and triggers all read these."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smashup.model.scoring import Scoring

# The kinds of event. Abilities wait for those up to AFTER_SCORING; the rest are only told.
MINION_PLAYED = "minion played"
ACTION_PLAYED = "action played"
MINION_MOVED = "minion moved"
MINION_DESTROYED = "minion destroyed"
MINION_TO_DISCARD = "minion to discard pile"  # from play, not destroyed: its base scored
ACTION_DESTROYED = "action destroyed"
AFFECTED = "minion affected"
CARD_BURIED = "card buried"
CARD_UNCOVERED = "card uncovered"
CARDS_SEEN = "cards seen"
DUEL_STARTED = "duel started"
BASE_ENTERED = "base entered"
TURN_STARTED = "turn started"
TURN_ENDED = "turn ended"
BEFORE_SCORING = "before scoring"
AFTER_SCORING = "after scoring"

PHASE = "phase"
DRAWN = "drawn"
DISCARDED = "discarded"  # from hand, deck or with its host: never from play by itself
RETURNED = "returned"
PLACED = "placed"
SHUFFLED = "shuffled"
TRANSFERRED = "transferred"
COUNTERS = "counters"
POWER_CHANGED = "power changed"
BREAKPOINT_CHANGED = "breakpoint changed"
CONTROL_CHANGED = "control changed"
CANCELLED = "abilities cancelled"
PROTECTED = "protected"
REPLACED = "destruction replaced"
EXTRA_PLAY = "extra play"
ABILITY_USED = "ability used"
VICTORY_POINTS = "victory points"
AWARDED = "base scored"
BASE_LEFT = "base left"
FACTION_CHOSEN = "faction chosen"
RESTRICTED = "restricted"
BOXED = "put in the box"
CARD_LAID = "card laid"  # face down, for a duel
DUEL_ENDED = "duel ended"
GAME_OVER = "game over"

#: Going to the discard pile from play: destroyed, or discarded because the base scored.
TO_DISCARD_KINDS = (MINION_DESTROYED, MINION_TO_DISCARD)

TRIGGERING = (
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
#: One bit for each kind of event that abilities can wait for.
BIT = {kind: 1 << number for number, kind in enumerate(TRIGGERING)}


class Event:
    """One thing that happened, with ids, definitions and numbers as they were at that moment.

    card       the card it happened to (-1: none), `defn` its definition then
    seat       who did it or whom it concerns
    place      the base (place id) where it was, `to` where it went
    amount     how many or how much
    power      the card's power just before, where it left play
    controller, owner   the card's, at that moment
    by, by_seat  the card that caused it and the player who carried that out (-1: the rules)
    cards      several cards at once (drawn, seen, attached to what left)
    together   all the cards that left play, or moved, at the same moment
    by_play    whether the card that caused it was just being played
    audience   bits of the seats that saw which cards these are; -1: everyone
    """

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        card: int = -1,
        place: int = -1,
        to: int = -1,
        amount: int = 0,
        by: int = -1,
        by_seat: int = -1,
        word: str = "",
        cards: tuple[int, ...] = (),
        audience: int = -1,
        scoring: Scoring | None = None,
        together: tuple[int, ...] = (),
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card
        self.place = place
        self.to = to
        self.amount = amount
        self.by = by
        self.by_seat = by_seat
        self.word = word
        self.cards = cards
        self.audience = audience
        self.scoring = scoring
        self.together = together
        self.defn = -1
        self.controller = -1
        self.owner = -1
        self.life = 0  # tells the card from itself played again later (FILL-7)
        self.power = 0
        self.by_play = False

    def __repr__(self) -> str:
        return f"<{self.kind} card={self.card} seat={self.seat} place={self.place}>"
