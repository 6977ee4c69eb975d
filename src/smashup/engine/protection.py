"""Whether something can be done to a minion: protections, shields, being affected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from smashup.engine.zones import Zones
from smashup.model.card import (
    PROTECTION,
    SHIELD,
    Cause,
)
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import (
    ACTION_DESTROYED,
    AFFECTED,
    NUMBER,
    PROTECTED,
    Event,
)
from smashup.model.ids import NO_PLACE, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.lasting import POWER_AT, SPARED, LastingKind
from smashup.model.state import (
    Lasting,
)

#: Effects take one card, several, or None where a choice found nothing.
Cards: TypeAlias = CardId | Iterable[CardId] | None


def as_list(cards: Cards) -> list[CardId]:
    """The cards that an effect is given, as a list."""
    if cards is None:
        return []
    if isinstance(cards, int):
        return [cards] if cards >= 0 else []
    return list(cards)


class Protection(Zones):
    """Asks in one place whether this can be done to that, by this, now."""

    def _by(self, by_seat: Seat | None) -> Cause:
        cause = self.cause
        return cause if by_seat is None else Cause(cause.card, by_seat)

    def can_affect(self, minion: CardId, harm: Harm, cause: Cause) -> bool:
        """Whether this can be done to a minion, by this, now; a shield is spent if it stops it."""
        return bool(self._unprotected([minion], harm, cause))

    def _unprotected(self, minions: list[CardId], harm: Harm, cause: Cause) -> list[CardId]:
        """Those to which it can really be done, all judged on one table (ORDER-7)."""
        frame = self.frame
        listening = self.listening
        if frame is not None and frame.spared:
            minions = [minion for minion in minions if minion not in frame.spared]
        if not (self.s.lasting or listening[PROTECTION] or listening[SHIELD]):
            return minions
        able = [minion for minion in minions if not self.is_protected(minion, harm, cause)]
        if len(able) == len(minions) and not listening[SHIELD]:
            return able
        shields = self._shields_against(able, harm, cause)
        spared = {minion for those in shields.values() for minion in those}
        able = [minion for minion in able if minion not in spared]
        for minion in minions:
            if minion not in able:
                self._tell_protected(minion, harm, cause)
        if frame is not None and spared:
            frame.spared |= spared  # from all of this ability, not only from this part of it
        for shield in shields:
            self._break_shield(shield)
        return able

    def _shields_against(
        self, minions: list[CardId], harm: Harm, cause: Cause
    ) -> dict[CardId, frozenset[CardId]]:
        """The shields that will be destroyed for this, each with the minions it spares."""
        spent: dict[CardId, frozenset[CardId]] = {}
        if self.affects(harm):
            for shield in self._shields():
                for minion in minions:
                    if not any(minion in spared for spared in spent.values()):
                        spared = self._spared_by(shield, minion, harm, cause)
                        if spared:
                            spent[shield] = spared
        return spent

    def _shields(self) -> list[CardId]:
        """The shields in play: those of one minion before those for all at a base."""
        hosts = self.s.hosts
        shields = self.listening[SHIELD]
        return sorted(shields, key=lambda shield: shield not in hosts) if shields else shields

    def _spared_by(
        self, shield: CardId, minion: CardId, harm: Harm, cause: Cause
    ) -> frozenset[CardId]:
        """The minions that a shield spares if it is spent to keep this from one of them."""
        hook = self.card(shield).shield
        assert hook is not None
        return frozenset(hook(self._rules, shield, minion, harm, cause))

    def _break_shield(self, shield: CardId) -> None:
        self._leave_for_discard([shield], ACTION_DESTROYED, Cause(shield, NO_SEAT))

    def _tell_protected(self, minion: CardId, harm: Harm, cause: Cause) -> None:
        seat = self.s.controller[minion]
        self.log.append(Event(PROTECTED, seat, minion, by=cause.card, word=harm))

    def _affected(self, minions: Iterable[CardId], harm: Harm, cause: Cause) -> None:
        """Tells cards that wait for being affected by a card just played (TERM-directly)."""
        frame = self.frame
        if frame is None or not frame.played or not self.affects(harm):
            return
        for me in self.listening[NUMBER[AFFECTED]]:
            if me in minions:
                # FILL-19: who played it counts, also where somebody else carries it out.
                event = self.event(AFFECTED, me, frame.cause, word=harm)
                self.set_off(event, [p._replace(gone=True) for p in self.collect(event)])

    def _heeding(self, cards: list[CardId], cause: Cause) -> Ability[list[CardId]]:
        """The cards without those of players who ignore the base that does this to them."""
        if not self.s.lasting or cause.card < 0 or not self.is_base(cause.card):
            return cards
        heeding = [cause.seat]  # who carries it out was asked before
        for seat in self.clockwise(self.controller(card) for card in cards):
            if seat != cause.seat and (yield from self.heeds(cause.card, seat)):
                heeding.append(seat)
        return [card for card in cards if self.controller(card) in heeding]

    def _affectable(self, cards: Cards, harm: Harm, cause: Cause) -> Ability[list[CardId]]:
        """Those minions in play to which it can really be done."""
        there = yield from self._heeding([c for c in as_list(cards) if self.in_play(c)], cause)
        able = self._unprotected(there, harm, cause)
        self._affected(able, harm, cause)
        return able

    def _spare(self, minions: Iterable[CardId], source: CardId) -> None:
        """Until the end of the turn the continuous ability of a card leaves these minions alone.

        FILL-7: if it leaves play and comes again, that is another card. What it did at a base for
        the whole turn goes on without it, and so does this.
        """
        lasts = any(e.kind == POWER_AT and e.source == source for e in self.s.lasting)
        for minion in minions:
            self._last(SPARED, minion, source=source, with_source=not lasts)

    def _last(
        self,
        kind: LastingKind,
        target: int,
        amount: int = 0,
        source: CardId | None = None,
        turn_of: Seat | None = None,
        at_start: bool = False,
        place: PlaceId = NO_PLACE,
        with_source: bool = False,
    ) -> None:
        s = self.s
        s.lasting.append(
            Lasting(
                kind,
                self.cause.card if source is None else source,
                target,
                amount,
                s.turn if turn_of is None else turn_of,
                at_start,
                s.turn_number,
                place,
                with_source,
            )
        )
