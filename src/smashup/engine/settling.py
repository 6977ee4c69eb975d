"""What follows at once from any change of the table (FILL-20).

Every effect ends with `settle`: attachments that a protection has come to cover are destroyed,
shields that something continuous runs into are spent, and where two cards set a starting
breakpoint it is asked which holds.
"""

from __future__ import annotations

from smashup.engine.happening import NOBODY
from smashup.engine.protection import Protection
from smashup.model.card import SHIELD, STARTING_BREAKPOINT, UNAFFECTED
from smashup.model.decision import NOTHING, Ability
from smashup.model.edition import Harm
from smashup.model.event import ACTION_DESTROYED
from smashup.model.ids import CardId, PlaceId
from smashup.model.lasting import POWER_AT, STARTING_BREAKPOINT_CHOSEN
from smashup.model.state import Lasting


class Settling(Protection):
    """Settles the table after a change, until nothing changes any more."""

    def settle(self) -> Ability[None]:
        """FILL-20: lets follow what follows at once from the table, as every effect does by itself.

        It only takes away, so it ends; all that it asks is FILL-4's choice.
        """
        listening = self.listening
        if listening[UNAFFECTED] or listening[SHIELD] or listening[STARTING_BREAKPOINT]:
            return self._settling()
        return NOTHING

    def _settling(self) -> Ability[None]:
        while self._shed_actions() or self._spend_shields():
            pass
        if self.listening[STARTING_BREAKPOINT]:
            for place in self.s.row[:]:
                if not self._breaks_as_printed(place):
                    yield from self._agree_on_breakpoint(place)

    def _shed_actions(self) -> bool:
        """FILL-17: attached actions from which their minions are now protected are destroyed."""
        if not self.listening[UNAFFECTED]:
            return False
        shed = [
            action
            for host, actions in self.s.attached.items()
            for action in actions
            if self.protector(host, "attach", self.cause_of(action)) >= 0
        ]
        if shed:
            self._leave_for_discard(shed, ACTION_DESTROYED, NOBODY)
        return bool(shed)

    def _spend_shields(self) -> bool:
        """A shield is spent on what changes its minion all the time: that is off for this turn."""
        for shield in self._shields():
            for minion in self.minions(at=self.place(shield)):
                for source, harm in self._continuous_harms(minion):
                    spared = self._spared_by(shield, minion, harm, self.cause_of(source))
                    if spared:
                        self._spare(spared, source)
                        self._break_shield(shield)
                        return True
        return False

    def _continuous_harms(self, minion: CardId) -> list[tuple[CardId, Harm]]:
        """What is done to a minion all the time (FILL-1): by which card, and what."""
        s = self.s
        if self.has_plain_power(minion):
            return []
        harms: list[tuple[CardId, Harm]] = [
            (source, "power") for source, _ in self.continuous_power(minion)
        ]
        if self.starting_power(minion) != self.card(minion).power:
            harms.append((minion, "power"))
        harms += [
            (effect.source, "power")
            for effect in s.lasting
            if effect.kind == POWER_AT and self._lasting_power(effect, minion)
        ]
        harms += [(action, "cancel") for action in self.cancelling(minion)]
        return [(source, harm) for source, harm in harms if self.affects(harm)]

    def _agree_on_breakpoint(self, place: PlaceId) -> Ability[None]:
        """FILL-4: of cards that set different starting values the current player chooses one."""
        s = self.s
        set_by = self.starting_breakpoints(place)
        if len({part.amount for part in set_by}) < 2:
            return
        sources = [part.source for part in set_by]
        weighed = {effect.source for effect in s.lasting if _weighs(effect, place)}
        if weighed.issuperset(sources):
            return
        prompt = "Which card sets the starting breakpoint this turn?"
        chosen = yield from self.choose(s.turn, sources, prompt)
        s.lasting = [effect for effect in s.lasting if not _weighs(effect, place)]
        for source in sources:
            holds = int(source == chosen)
            # What comes there again is weighed again, however it left.
            self._last(STARTING_BREAKPOINT_CHOSEN, place, holds, source=source, with_source=True)


def _weighs(effect: Lasting, place: PlaceId) -> bool:
    """Whether this says what was chosen among those that set a starting breakpoint there."""
    return effect.kind == STARTING_BREAKPOINT_CHOSEN and effect.target == place
