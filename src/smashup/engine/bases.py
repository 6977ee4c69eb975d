"""Bases coming into play, leaving it, and the base deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smashup.engine.happening import NOBODY
from smashup.engine.piles import Piles
from smashup.model.decision import Ability
from smashup.model.event import (
    ACTION_DESTROYED,
    BASE_ENTERED,
    BASE_LEFT,
    DISCARDED,
    MINION_TO_DISCARD,
    SHUFFLED,
    Event,
)
from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.lasting import BREAKPOINT_KINDS, POWER_AT, POWER_BONUS
from smashup.model.state import (
    BASE_DECK,
    BASE_DISCARD,
    EVERYONE,
    TABLE,
    Place,
    without,
)


class Bases(Piles):
    """What happens to bases themselves."""

    def refill_bases(self, count: int = 1, to_reveal: bool = False) -> None:
        """TURN-7, SCORE-10: the base deck is remade from the discarded bases, where allowed.

        To reveal bases it is in every edition.
        """
        s = self.s
        allowed = s.edition.bases_reshuffled or to_reveal
        if len(s.base_deck) >= count or not allowed or not s.base_discard:
            return
        pile = s.base_discard[:]
        s.base_discard = []
        for base in pile:
            s.zone[base] = BASE_DECK
        s.shuffle(pile)
        s.base_deck = pile + s.base_deck
        self.log.append(
            Event(SHUFFLED, NO_SEAT, amount=len(pile), word="base discard pile into base deck")
        )

    def look_at_bases(self, you: Seat, count: int) -> Ability[list[CardId]]:
        """Looks at the top bases of the base deck, top first; they stay there."""
        self.refill_bases(count)
        bases = self.s.base_deck[-count:][::-1]
        for base in bases:
            self.s.known[base] |= 1 << you
        return bases
        yield

    def reveal_bases(self, count: int, besides: CardId = NO_CARD) -> Ability[list[CardId]]:
        """Reveals the top bases of the base deck to everyone, top first; they stay there.

        `besides`: one of that deck that was chosen to come into play and is not among them.
        """
        s = self.s
        self.refill_bases(count + (besides in s.base_deck), to_reveal=True)
        bases = [base for base in s.base_deck[::-1] if base != besides][:count]
        self.show(self.cause.seat, bases, EVERYONE, "reveal")
        return bases
        yield

    def search_base_deck(self, you: Seat) -> Ability[list[CardId]]:
        """Begins a search of the base deck: all the bases in it. Shuffle it afterwards."""
        self.refill_bases()
        for base in self.s.base_deck:
            self.s.known[base] |= 1 << you
        return self.s.base_deck[::-1]
        yield

    def put_on_base_deck(self, bases: Sequence[CardId]) -> None:
        """Puts bases that are in the base deck on its top, the first one topmost."""
        for base in reversed(bases):
            self.s.base_deck = [*without(self.s.base_deck, base), base]

    def put_under_base_deck(self, base: CardId) -> None:
        """Puts a base that is in the base deck at its bottom."""
        self.s.base_deck = [base, *without(self.s.base_deck, base)]

    def discard_base(self, base: CardId) -> None:
        """Puts a base that has left its place, or is in the base deck, in the base discard pile."""
        s = self.s
        if s.zone[base] == BASE_DECK:
            s.base_deck = without(s.base_deck, base)
        s.base_discard = [*s.base_discard, base]
        s.zone[base] = BASE_DISCARD
        s.known[base] = EVERYONE

    def base_leaves(self, place: PlaceId) -> CardId:
        """Takes a base (not what lies there) off its place; gives its card."""
        s = self.s
        base = s.places[place].base
        self.log.append(self.event(BASE_LEFT, base, self.cause))
        s.end_life(base)
        s.place[base] = NO_PLACE
        self._listen(base, False)
        s.permissions = [p for p in s.permissions if p.place != place]  # TERM-here
        s.lasting = [
            e
            for e in s.lasting
            if not (e.target == place and e.kind in BREAKPOINT_KINDS)
            and not (e.place == place and e.kind in (POWER_AT, POWER_BONUS))
            and not (e.source == base and e.with_source)
        ]
        return base

    def base_enters(self, place: PlaceId, base: CardId) -> None:
        """Lays a base at a place that has none; abilities may answer its coming."""
        s = self.s
        if s.zone[base] == BASE_DECK and base in s.base_deck:
            s.base_deck = without(s.base_deck, base)
        elif s.zone[base] == BASE_DISCARD and base in s.base_discard:
            s.base_discard = without(s.base_discard, base)
        s.zone[base] = TABLE
        s.place[base] = place
        s.known[base] = EVERYONE
        s.places[place] = s.places[place].with_base(base)
        self._listen(base, True)
        self.publish(self.event(BASE_ENTERED, base, self.cause))

    def new_place(self, at: int | None = None) -> PlaceId:
        """A new place on the table: in the row at this index, or at the right end."""
        s = self.s
        place = s.next_place
        s.next_place = PlaceId(place + 1)
        s.places[place] = Place(NO_CARD, [], [], [])
        s.row.insert(len(s.row) if at is None else at, place)
        return place

    def remove_place(self, place: PlaceId) -> int:
        """Takes away a place that no base lies at any more; gives its index in the row."""
        s = self.s
        position = s.row.index(place)
        del s.row[position]
        del s.places[place]
        return position

    def _comes_under(self, old: PlaceId, base: CardId) -> PlaceId:
        """Lays a base under the minions of one that has left; gives its place, a new one."""
        s = self.s
        minions = s.places[old].minions
        place = self.new_place(self.remove_place(old))
        for minion in minions:
            s.lay(minion, place, "minion")
            for action in s.attached.get(minion, ()):
                s.place[action] = place
        self.base_enters(place, base)
        return place

    def add_base(self, base: CardId) -> Ability[PlaceId]:
        """Plays a base of the base deck as one more base, at the right end; gives its place."""
        place = self.new_place()
        self.base_enters(place, base)
        yield from self.settle()
        return place

    def destroy_base(
        self,
        place: PlaceId,
        replacement: Callable[[], CardId | None],
        on_minions: bool = False,
    ) -> Ability[None]:
        """Destroys a base with the actions on it; another takes its place under the minions.

        `replacement` is asked which base card comes when the old one lies in the discard pile;
        where none can come, the minions leave play with their base (TERM-leaves-play).
        `on_minions`: the actions on the minions there are destroyed as well.
        """
        s = self.s
        minions, actions = s.places[place].minions, s.places[place].actions
        if on_minions:
            actions = [*(a for minion in minions for a in s.attached.get(minion, ())), *actions]
        # ORDER-7: what goes with the base goes at one moment.
        leaving = self._foresee(actions, ACTION_DESTROYED, self.cause)
        falling = self._foresee(minions, MINION_TO_DISCARD, NOBODY)
        self.discard_base(self.base_leaves(place))
        new = replacement()
        self._leave(leaving if new is not None else leaving + falling)
        self.discard_buried(place)
        if new is not None:
            self._comes_under(place, new)
        else:
            self.remove_place(place)
        yield from self.settle()

    def discard_buried(self, place: PlaceId) -> None:
        """BURY-8: buried cards go to their real owners' discard piles when their base goes."""
        for card in self.s.places[place].buried:
            self.log.append(self.event(DISCARDED, card, self.cause))
            self._put_in_discard(card)

    def swap_base(self, place: PlaceId, base: CardId) -> Ability[PlaceId]:
        """Exchanges a base for one of the base deck; the minions stay. Gives the new place."""
        s = self.s
        position = s.base_deck.index(base)
        old = self.base_leaves(place)
        for action in s.places[place].actions:  # they go with their base
            self.log.append(self.event(DISCARDED, action, self.cause))
            self._put_in_discard(action)
        self.discard_buried(place)
        s.base_deck = [*s.base_deck[:position], old, *s.base_deck[position + 1 :]]
        s.zone[old] = BASE_DECK
        new = self._comes_under(place, base)
        yield from self.settle()
        return new

    def shuffle_base_deck(self) -> None:
        """Shuffles the base deck, after a search of it."""
        self.s.base_deck = self.s.base_deck[:]
        self.s.shuffle(self.s.base_deck)
        self.log.append(Event(SHUFFLED, NO_SEAT, amount=len(self.s.base_deck), word="base deck"))

    def top_base(self) -> CardId | None:
        """The base card on top of the base deck, remade if it is empty; None if there is none."""
        self.refill_bases()
        return self.s.base_deck[-1] if self.s.base_deck else None
