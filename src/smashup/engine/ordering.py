"""Which of several abilities that wait at one moment comes first, where that need not be asked.

The current player says what comes first (ORDER-8). Where it makes no difference they are not asked,
and whether it does is read off what abilities say of themselves (`Card.after`) and what everyone
can see: not to ask must not tell anything.
"""

from __future__ import annotations

from smashup.engine.asking import Asking
from smashup.model.card import (
    ANY_BASE,
    ANYONES,
    BREAKPOINTS,
    BY_CHOICE,
    BY_COUNTERS,
    HANDS,
    ITS_BASE,
    PLACES,
    POINTS,
    POWERS,
    PROTECTION,
    SHIELD,
    THEIRS,
    Cause,
    Reaction,
)
from smashup.model.event import DUEL_STARTED, MINION_MOVED, NUMBER, Event
from smashup.model.ids import NO_CARD, NO_SEAT, CardId, Seat
from smashup.model.record import Record, record

WHAT = POWERS | HANDS | POINTS | BREAKPOINTS | PLACES


@record
class Pending(Record):
    """An ability that was set off and waits for its turn."""

    reaction: Reaction
    me: CardId
    life: int
    seat: Seat
    ev: Event
    gone: bool = False  # its card left play at the very moment of the event

    def __hash__(self) -> int:
        return (self.me << 6) ^ (self.life << 3) ^ self.seat  # tells most apart, and quickly


@record
class Doing(Record):
    """What an ability adds to, changes otherwise and looks at (`POWERS` and the like)."""

    adds: int
    alters: int
    looks: int

    @property
    def changes(self) -> int:
        return self.adds | self.alters


class Ordering(Asking):
    """Tells whether the order of abilities matters."""

    hand_bits = 0  # the events that some card of this game answers from a hand

    def _optional(self, pending: Pending) -> bool:
        """Whether it may be left: also an extra play that must be taken at once or never."""
        reaction = pending.reaction
        return reaction.optional or (reaction.extra_play and not self.my_play_phase(pending.seat))

    def _first_spoken_to(self, pending: list[Pending]) -> list[Pending]:
        """Of a card that speaks to several players, what it says to the first (FILL-15)."""
        if len(pending) == 1:
            return pending
        place = {seat: number for number, seat in enumerate(self.seats())}
        first: dict[CardId, Seat] = {}
        for p in pending:
            if p.seat >= 0 and place[p.seat] < place.get(first.get(p.me, NO_SEAT), len(place)):
                first[p.me] = p.seat
        return [p for p in pending if p.seat == first.get(p.me, p.seat)]

    def _alike(self, pending: list[Pending]) -> bool:
        """Abilities of one card, or the same ability of copies: their order is not asked about.

        Unless there is a shield, which would be spent on the first of them.
        """
        first = pending[0]
        if all(p.me == first.me for p in pending):
            return True
        if any(p.reaction is not first.reaction or p.me < 0 for p in pending):
            return False
        s = self.s
        if first.reaction.each_its_own and not self.listening[SHIELD]:
            # Of two players' actions on one minion, one may cover it against the other.
            return all(p.seat == first.seat or p.me not in s.hosts for p in pending)
        return not any(self._optional(p) for p in pending) and all(
            p.seat == first.seat
            and s.place[p.me] == s.place[first.me]
            and s.hosts.get(p.me) == s.hosts.get(first.me)  # on two minions they differ
            for p in pending
        )

    # -- whether one may as well come first --------------------------------------------

    def _first_anyway(self, pending: list[Pending], must: list[Pending]) -> Pending | None:
        """One of those that must be carried out and may as well come before all others, if any."""
        if not must:
            return None
        if self._alike(pending):
            return must[0]
        fitful = [p for p in pending if p.reaction.moot is not None]
        if len(pending) > 2 and self._may_wake(pending, fitful):
            return None
        # Who chooses is to know as much as possible by then: that comes last.
        for p in sorted(self._first_spoken_to(must), key=self._chooses):
            if all(self._may_precede(p, other) for other in pending if other is not p):
                return p
        return None

    def _worth_asking(self, pending: list[Pending]) -> list[Pending]:
        """Without what may be left and would do nothing, where nothing else can change that."""
        asleep = [p for p in pending if self._is_asleep(p)]
        if not asleep:
            return pending
        awake = [p for p in pending if p not in asleep]
        return pending if self._may_wake(awake, asleep) else awake

    def _is_asleep(self, pending: Pending) -> bool:
        """Whether it may be left and would do nothing now."""
        return self._optional(pending) and self._is_moot(pending)

    def _may_wake(self, some: list[Pending], asleep: list[Pending]) -> bool:
        """Whether some of these may give one of those, of another card, something to do."""
        for one in some:
            changed = one.reaction.adds | one.reaction.alters  # what that is, it may not say
            if any(one.me != p.me and (not changed or changed & p.reaction.looks) for p in asleep):
                return True
        return False

    def _is_passed_over(self, pending: Pending, done: set[Pending]) -> bool:
        """Whether its card has spoken to a later player, and had nothing for this one (FILL-15)."""
        spoken_to = [
            p.seat
            for p in done
            if p.reaction is pending.reaction and p.me == pending.me and p.ev is pending.ev
        ]
        if not spoken_to or pending.seat in spoken_to or not self._is_moot(pending):
            return False
        order = self.seats()
        return any(order.index(seat) > order.index(pending.seat) for seat in spoken_to)

    def _may_precede(self, first: Pending, other: Pending) -> bool:
        """Whether nobody could want this one not to come before the other."""
        if first.me == other.me:
            return True  # abilities of one card are not put in an order
        return self._are_independent(first, other) and self._is_no_secret(first, other)

    def _are_independent(self, one: Pending, other: Pending) -> bool:
        """Whether each does the same before and after the other."""
        mine, theirs = self._doing(one), self._doing(other)
        if mine is None or theirs is None:
            return False
        if (mine.changes | theirs.changes) & PLACES and not self._is_no_hindrance(mine, theirs):
            return False
        clash = mine.alters & theirs.changes | mine.changes & theirs.alters
        if clash & HANDS and not self._shares_hands(one, other):
            clash &= ~HANDS
        seen = mine.looks & theirs.changes | mine.changes & theirs.looks
        if seen & POWERS and not (self._sees(one, other) or self._sees(other, one)):
            seen &= ~POWERS
        return not (clash or seen or self._meet(one, other))

    def _doing(self, pending: Pending) -> Doing | None:
        """What it does as things stand; None if it does not say."""
        reaction = pending.reaction
        if self._is_moot(pending):
            return Doing(0, 0, reaction.looks)
        if not (reaction.adds or reaction.alters):
            return None
        return Doing(reaction.adds & WHAT, reaction.alters & WHAT, reaction.looks)

    def _is_no_hindrance(self, mine: Doing, theirs: Doing) -> bool:
        """Whether what a move sets off leaves both alone, and nobody comes under a protection."""
        kind = NUMBER[MINION_MOVED]
        changes, looks = mine.changes | theirs.changes, mine.looks | theirs.looks
        if self.hand_bits >> kind & 1:
            return False
        if changes & POWERS and (self.listening[PROTECTION] or self.listening[SHIELD]):
            return False
        for card in self.listening[kind]:
            for reaction in self.card(card).reactions:
                said = reaction.adds | reaction.alters
                goes_well = said and not (reaction.alters & changes | said & looks) & WHAT
                if reaction.mask >> kind & 1 and not goes_well:
                    return False
        return True

    def _is_moot(self, pending: Pending) -> bool:
        moot = pending.reaction.moot
        return moot is not None and moot(self._rules, pending.me, pending.seat, pending.ev)

    def _shares_hands(self, one: Pending, other: Pending) -> bool:
        """Whether they may be about the same player's cards, in whosever hand."""
        if self._says(one, ANYONES) or self._says(other, ANYONES):
            return True
        mine, theirs = self._whose(one), self._whose(other)
        return mine == theirs or self._holds_of(mine, theirs) or self._holds_of(theirs, mine)

    def _holds_of(self, seat: Seat, owner: Seat) -> bool:
        """Whether a card of another may be in a hand: one that lies buried might be that card."""
        unseen = (*self.s.hands[seat], *self.buried_cards(seat))
        return any(self.s.owner[card] == owner for card in unseen)

    def _sees(self, looker: Pending, other: Pending) -> bool:
        """Whether it looks at powers, those at its base, that the other changes."""
        if not looker.reaction.looks & POWERS:
            return False
        place = self.s.place
        return any(place[card] == place[looker.me] for card in self._touched(other))

    def _meet(self, one: Pending, other: Pending) -> bool:
        """Whether one may keep the other from a minion: by a shield it spends, or by a counter."""
        mine, theirs = self._touched(one), self._touched(other)
        if self.listening[SHIELD] and self._spent(one, mine) & self._spent(other, theirs):
            return True
        hosts = self.s.hosts
        both = mine & theirs | mine & {hosts.get(other.me)} | theirs & {hosts.get(one.me)}
        return any(
            self.controller(minion) == self.controller(guard) != seat
            for guard in self.listening[BY_COUNTERS]
            for minion in both
            for seat in (one.seat, other.seat)
        )

    def _only_adds_power(self, pending: Pending) -> bool:
        """Whether all it does is to add to powers."""
        reaction = pending.reaction
        return reaction.adds & WHAT == POWERS and not reaction.alters

    def _touched(self, pending: Pending) -> set[CardId]:
        """The cards whose power it may change."""
        s = self.s
        if not self._says(pending, POWERS) or self._is_moot(pending):
            return set()
        if self._says(pending, ANY_BASE):
            return {minion for place in s.row for minion in s.places[place].minions}
        if self._says(pending, ITS_BASE):
            here = s.places.get(s.place[pending.me])
            return set() if here is None else set(here.minions)
        if pending.ev.kind == DUEL_STARTED:  # each side helps its own
            duelling = pending.ev.cards
            return {minion for minion in duelling if s.controller[minion] == pending.seat}
        named = (pending.me, s.hosts.get(pending.me, NO_CARD), pending.ev.card)
        return {card for card in named if card >= 0 and self.in_play(card)}

    def _spent(self, pending: Pending, touched: set[CardId]) -> set[CardId]:
        """The shields that would be spent to keep it from these minions."""
        if not (self.affects("power") or self.affects("counter")):
            return set()
        cause = Cause(pending.me, pending.seat)
        spent: set[CardId] = set()
        for shield in self.listening[SHIELD]:
            hook = self.card(shield).shield
            assert hook is not None
            if any(hook(self._rules, shield, minion, "power", cause) for minion in touched):
                spent.add(shield)
        return spent

    # -- what players know -------------------------------------------------------------

    def _is_no_secret(self, first: Pending, other: Pending) -> bool:
        """Whether whoever chooses does so with all there is to know, and that is nobody's to say.

        What is chosen before the other comes is the current player's to say (ORDER-8): to know what
        another player answers is worth something. So is what another player is to know before
        choosing, and what they are to see of powers, if they cannot decline.
        """
        you = self.s.turn
        if self._chooses(first):
            return False
        chooser = self._whose(other)
        if chooser == you or not self._chooses(other):
            return True
        shows = self._says(first, POWERS) and not self._optional(other)
        return not shows and not self._tells(first, chooser)

    def _chooses(self, pending: Pending) -> bool:
        """Whether a player has something to say while it is carried out."""
        if self._is_moot(pending):
            return False
        if self._says(pending, BY_CHOICE) or self._optional(pending):
            return True
        return self.may_ignore(pending.me, pending.seat) >= 0

    def _tells(self, pending: Pending, seat: Seat) -> bool:
        """Whether it lets a player know cards: who draws knows them, all else is for everyone."""
        reaction = pending.reaction
        if self._is_moot(pending) or not self._says(pending, HANDS):
            return False
        drawing = bool(reaction.adds & HANDS) and not self._says(pending, ANYONES)
        return self._whose(pending) == seat if drawing else True

    def _whose(self, pending: Pending) -> Seat:
        """The player whose hand it is about, and who chooses."""
        return pending.ev.seat if self._says(pending, THEIRS) else pending.seat

    def _says(self, pending: Pending, bits: int) -> bool:
        return bool((pending.reaction.adds | pending.reaction.alters) & bits)
