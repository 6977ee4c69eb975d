"""What happens: frames, events, and the abilities that wait for them, in play and in hands."""

from __future__ import annotations

from collections.abc import Iterator

from smashup.cards.registry import CARDS
from smashup.engine.ordering import Ordering, Pending
from smashup.model.card import (
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    MINION,
    ON_BASE,
    STANDARD,
    WATCHING,
    Cause,
    Reaction,
)
from smashup.model.decision import Option
from smashup.model.event import (
    BEFORE_SCORING,
    MINION_DESTROYED,
    MINION_PLAYED,
    MINION_TO_DISCARD,
    NUMBER,
    PLACED,
    RETURNED,
    Event,
    EventKind,
)
from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId, Seat
from smashup.model.lasting import WATCHED
from smashup.model.state import TABLE, Lasting, State

#: Events of leaving play, which keep the last known power of the minion.
LEAVING: frozenset[EventKind] = frozenset({MINION_DESTROYED, MINION_TO_DISCARD, RETURNED, PLACED})
NOBODY = Cause(NO_CARD, NO_SEAT)
NONE_DONE: set[Pending] = set()  # never added to: a frame that reacts has a set of its own
NONE_SPARED: frozenset[CardId] = frozenset()
NONE_ASKED: dict[Seat, bool] = {}  # never added to


class Frame:
    """Something being carried out, and what it has set off."""

    __slots__ = (
        "cause",
        "discard",
        "done",
        "event",
        "events",
        "heeding",
        "more",
        "played",
        "seat",
        "source",
        "spared",
        "triggers",
    )

    def __init__(self, source: CardId, seat: Seat, played: bool, event: Event | None) -> None:
        self.source = source
        self.seat = seat
        self.cause = Cause(source, seat)
        self.played = played  # a card just being played, not one used later
        self.event = event
        self.triggers: list[Pending] = []
        self.done = NONE_DONE  # those of them that were carried out or declined
        self.events: list[Event] = []  # those that cards in hands can answer
        self.spared = NONE_SPARED  # minions that a shield keeps out of this
        self.heeding = NONE_ASKED  # of players who could ignore this base, who does not
        self.more = False  # it goes on when what it lets be played now has been carried out
        self.discard = NO_CARD  # an action to be discarded when all is done

    def set_off(self) -> list[Pending]:
        """The abilities that this sets off, those that were carried out included."""
        return self.triggers

    def has_set_off(self) -> bool:
        """Whether anything is to follow."""
        return bool(self.triggers or self.events or self.discard >= 0)


class Happening(Ordering):
    """Tells what happens, and who waits for it."""

    frame: Frame | None = None
    #: The log of the game that a determinized one was made of, and how long it was then.
    before: tuple[list[Event], int] | None = None
    window_event: Event | None = None  # the scoring window that is open
    plays_from_discard = False  # whether some card of this game plays itself from there
    uses_from_hand = False  # whether some card of this game is used from a hand

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.log: list[Event] = []

    def looking_back(self) -> Iterator[Event]:
        """All that happened, the latest first; in a determinized game also what was before."""
        yield from reversed(self.log)
        if self.before is not None:
            log, length = self.before
            for number in range(length - 1, -1, -1):
                yield log[number]

    @property
    def cause(self) -> Cause:
        """What is being carried out, and by whom: a `card` and a `seat`."""
        frame = self.frame
        return NOBODY if frame is None else frame.cause

    def _occasion(self) -> Event | None:
        """What is being reacted to, or the scoring that is going on.

        None where the card that asks was just played or used.
        """
        frame = self.frame
        return self.window_event if frame is None or frame.event is None else frame.event

    def event(
        self,
        kind: EventKind,
        card: CardId,
        cause: Cause,
        amount: int = 0,
        word: str = "",
        cards: tuple[CardId, ...] = (),
    ) -> Event:
        """An event about a card, with all that is known of it now."""
        s = self.s
        seat = cause.seat
        event = Event(kind, seat, card, s.place[card], amount, word, cause.card, seat, cards)
        event.defn = s.defn[card]
        event.controller = s.controller[card]
        event.owner = s.owner[card]
        event.life = s.life[card]
        if kind in LEAVING and CARDS[event.defn].type == MINION:
            event.power = self.power(card)
        return event

    def publish(self, event: Event) -> None:
        """Tells everyone that something happened; abilities that wait for it are set off."""
        self.log.append(event)
        kind = NUMBER[event.kind]
        if self.listening[kind] or self.hand_bits >> kind & 1:
            self.set_off(event, self.collect(event))

    def set_off(self, event: Event, pending: list[Pending]) -> None:
        """Lets these abilities wait for their turn, and remembers the event for hands."""
        frame = self.frame
        assert frame is not None, "events happen only while something is carried out"
        for p in pending:
            if not (p.reaction.once and any(p.me == q.me for q in frame.triggers)):
                frame.triggers.append(p)
        if self.hand_bits >> NUMBER[event.kind] & 1:
            frame.events.append(event)

    def collect(self, event: Event) -> list[Pending]:
        """The abilities of cards in play that this event sets off, for each player concerned."""
        s = self.s
        kind = NUMBER[event.kind]
        found: list[Pending] = []
        game = self._rules
        for me in self.listening[kind]:
            card = CARDS[s.defn[me]]
            if me == event.card and event.kind == MINION_PLAYED:
                continue  # FILL-2: it was not there yet
            for reaction in card.reactions:
                if not reaction.mask >> kind & 1 or reaction.zone != IN_PLAY:
                    continue
                if reaction.when is not None and not reaction.when(game, me, event):
                    continue
                if not self.works(me):
                    continue
                life = s.life[me]
                if reaction.seats is None:
                    found.append(Pending(reaction, me, life, s.controller[me], event))
                    continue
                for seat in reaction.seats(game, me, event):
                    found.append(Pending(reaction, me, life, seat, event))
        for number, effect in enumerate(s.lasting):
            if effect.kind == WATCHED and effect.target == event.card:
                found += self._watching(effect, number, event)
        return found

    def _watching(self, effect: Lasting, number: int, event: Event) -> list[Pending]:
        """The abilities of a card carried out before that still wait for this to happen.

        `number` tells those of one card from each other that was carried out twice.
        """
        source = effect.source
        return [
            Pending(reaction, source, number, Seat(effect.amount), event, gone=True)
            for reaction in CARDS[self.s.defn[source]].reactions
            if reaction.zone == WATCHING and reaction.mask >> NUMBER[event.kind] & 1
        ]

    def _still_there(self, pending: Pending) -> bool:
        """ORDER-6: a card that has left since does nothing, unless leaving was the trigger."""
        s = self.s
        me = pending.me
        if pending.gone:
            return me < 0 or self.is_base(me) or self.works(me)
        return s.life[me] == pending.life and s.zone[me] == TABLE and self.works(me)

    def is_now(self, event: Event) -> bool:
        """Whether the moment is still there: FILL-5, the base about to score may have left."""
        return event.kind != BEFORE_SCORING or event.place in self.s.places

    # -- cards in hands ----------------------------------------------------------------

    def _hand_offers(self, seat: Seat, events: list[Event]) -> list[Option]:
        """The cards that this player can play from hand because of these events."""
        options = self._answers(seat, self.s.hands[seat], IN_HAND, events)
        for event in events:
            if event.cards:
                in_deck = [c for c in event.cards if c in self.s.decks[seat]]
                options += self._answers(seat, in_deck, IN_DECK, [event])
        return options

    def _answers(
        self, seat: Seat, cards: list[CardId], zone: str, events: list[Event]
    ) -> list[Option]:
        s = self.s
        options: list[Option] = []
        seen: set[tuple[int, int, int]] = set()
        for card in cards:
            definition = CARDS[s.defn[card]]
            if not definition.hand_bits:
                continue
            for reaction in definition.reactions:
                if reaction.zone != zone:
                    continue
                for event in events:
                    key = (s.defn[card], s.owner[card], event.place)
                    if key not in seen and self._can_answer(seat, card, reaction, event):
                        seen.add(key)
                        place = NO_PLACE if definition.plays_on == STANDARD else event.place
                        if definition.type == MINION:
                            place = event.place
                        options.append(Option("play", card, place, via=(reaction, event)))
        return options

    def _can_answer(self, seat: Seat, card: CardId, reaction: Reaction, event: Event) -> bool:
        if not reaction.mask >> NUMBER[event.kind] & 1:
            return False
        if self.limit_key(reaction, event, seat) in self.s.marks:
            return False
        if reaction.when is not None and not reaction.when(self._rules, card, event):
            return False
        definition = self.card(card)
        if definition.type == MINION:
            return self.can_play_minion(seat, card, event.place)
        if definition.plays_on == ON_BASE and event.place not in self.s.places:
            return False
        return self.no_actions(seat) < 0

    def special_of_now(self, card: CardId) -> Reaction | None:
        """The Special of a card that nothing else lets be played, if this is the moment for it."""
        event = self.window_event
        if event is None or not self.card(card).special_only or not self.is_now(event):
            return None
        for reaction in self.card(card).reactions:
            if (
                reaction.zone == IN_HAND
                and reaction.mask >> NUMBER[event.kind] & 1
                and (reaction.when is None or reaction.when(self._rules, card, event))
            ):
                return reaction
        return None

    def limit_key(self, reaction: Reaction, event: Event, seat: Seat) -> tuple[str, int, int]:
        """The mark for a use that is limited for each base that scores."""
        return (reaction.limit, event.place, seat)


class Live:
    """What cards in play do at a time that lasts (a scoring window, the start of a turn).

    It is looked at anew after everything that happens: what has only just come joins in. No
    function within a function does this: those hold themselves when compiled, and with them the
    whole game until the collector comes.
    """

    __slots__ = ("collected", "event", "looked", "rules", "told")

    def __init__(self, rules: Happening, event: Event) -> None:
        self.rules = rules
        self.event = event
        self.collected: list[Pending] = []
        self.looked = -1  # how long the log was then: nothing changes without being told
        self.told: list[Event] | None = None  # and which log: a copy that wakes has another one

    def in_play(self) -> list[Pending]:
        """All that there is now."""
        log = self.rules.log
        if self.told is not log or self.looked != len(log):
            self.collected = self.rules.collect(self.event) + self.besides()
            self.looked, self.told = len(log), log
        return self.collected

    def besides(self) -> list[Pending]:
        """What the rules themselves allow then."""
        return []
