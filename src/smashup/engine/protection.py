"""Whether something can be done to a minion: protections, shields, being affected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from smashup.engine.table import (
    POWER_AT,
    SPARED,
)
from smashup.engine.zones import Zones
from smashup.model.card import (
    PROTECTION,
    SHIELD,
    Cause,
)
from smashup.model.event import (
    ACTION_DESTROYED,
    AFFECTED,
    BIT,
    PROTECTED,
    Event,
)
from smashup.model.state import (
    Lasting,
)

#: Effects take one card, several, or None where a choice found nothing.
Cards: TypeAlias = int | Iterable[int] | None


def as_list(cards: Cards) -> list[int]:
    """The cards that an effect is given, as a list."""
    if cards is None:
        return []
    if isinstance(cards, int):
        return [cards]
    return list(cards)


class Protection(Zones):
    """Asks in one place whether this can be done to that, by this, now."""

    def _by(self, by_seat: int | None) -> Cause:
        cause = self.cause
        return cause if by_seat is None else Cause(cause.card, by_seat)

    def can_affect(self, minion: int, harm: str, cause: Cause) -> bool:
        """Whether this can be done to a minion, by this, now; a shield is spent if it stops it."""
        frame = self.frame
        if frame is not None and minion in frame.spared:
            return False
        if self.is_protected(minion, harm, cause) or self._shielded(minion, harm, cause):
            self.log.append(
                Event(PROTECTED, self.s.controller[minion], minion, by=cause.card, word=harm)
            )
            return False
        return True

    def _shielded(self, minion: int, harm: str, cause: Cause) -> bool:
        """A shield that is destroyed for it keeps the minion out of the whole ability."""
        if not self.affects(harm):
            return False
        for shield in self.listening[SHIELD]:
            hook = self.card(shield).shield
            if hook is None or not self.in_play(shield):
                continue
            spared = hook(self._game, shield, minion, harm, cause)
            if spared:
                if self.frame is not None:
                    self.frame.spared |= frozenset(spared)
                self._leave_for_discard([shield], ACTION_DESTROYED, Cause(shield, -1))
                return True
        return False

    def _affected(self, minions: Iterable[int], harm: str, cause: Cause) -> None:
        """Tells cards that wait for being affected by a card just played (TERM-directly)."""
        frame = self.frame
        if frame is None or not frame.played or not self.affects(harm):
            return
        for me in self.listening[BIT[AFFECTED]]:
            if me in minions:
                event = self.event(AFFECTED, me, cause, word=harm)
                self.set_off(event, [p._replace(gone=True) for p in self.collect(event)])

    def _affectable(self, cards: Cards, harm: str, cause: Cause) -> list[int]:
        """Those minions in play to which it can really be done."""
        able = [c for c in as_list(cards) if self.in_play(c) and self.can_affect(c, harm, cause)]
        self._affected(able, harm, cause)
        return able

    def settle(self) -> None:
        """What follows at once from protections and shields that apply continuously."""
        if self.s.attached and self.listening[PROTECTION]:
            self._shed_actions()
        if self.listening[SHIELD] and self.affects("power"):
            self._shield_from_continuous()

    def _shed_actions(self) -> None:
        """FILL-17: an attached action from which its minion is now protected is destroyed."""
        controller = self.s.controller
        for host, actions in list(self.s.attached.items()):
            for action in list(actions):
                if controller[action] == controller[host]:
                    continue  # what protects, protects from other players' cards
                if self.is_protected(host, "attach", self.cause_of(action)):
                    self._leave_for_discard([action], ACTION_DESTROYED, Cause(-1, -1))

    def _shield_from_continuous(self) -> None:
        for shield in self.listening[SHIELD]:
            hook = self.card(shield).shield
            if hook is None:
                continue
            host = self.host(shield)
            for minion in [host] if host >= 0 else self.minions(at=self.place(shield)):
                for source in self._continuous_sources(minion):
                    spared = hook(self._game, shield, minion, "power", self.cause_of(source))
                    if spared:
                        self._spare(spared, source)
                        self._leave_for_discard([shield], ACTION_DESTROYED, Cause(shield, -1))
                        break
                if not self.in_play(shield):
                    break

    def _continuous_sources(self, minion: int) -> list[int]:
        """What changes its power by being there, or for being at that base (FILL-1)."""
        sources = [source for source, _ in self.continuous_power(minion)]
        return sources + [
            effect.source
            for effect in self.s.lasting
            if effect.kind == POWER_AT and self._lasting_power(effect, minion)
        ]

    def _spare(self, minions: Iterable[int], source: int) -> None:
        for minion in minions:
            self._last(SPARED, minion, source=source)

    def _last(
        self,
        kind: str,
        target: int,
        amount: int = 0,
        source: int | None = None,
        turn_of: int | None = None,
        at_start: bool = False,
        place: int = -1,
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
