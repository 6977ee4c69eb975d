"""How strong, protected by what, worth how much: numbers and prohibitions. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine.table import Table
from smashup.model.card import (
    ANYWHERE,
    AWARD,
    BASE,
    COST,
    FORBIDDING,
    MINION,
    PLAYER_POWER,
    POWER,
    PROTECTION,
    STARTING_BREAKPOINT,
    STARTING_POWER,
    Card,
    Cause,
)
from smashup.model.edition import Harm
from smashup.model.ids import NO_CARD, CardId, PlaceId, Seat, seats_of
from smashup.model.lasting import (
    BREAKPOINT_BONUS,
    BREAKPOINT_KINDS,
    GUARDED,
    HARM_BITS,
    NO_ACTIONS,
    POWER_AT,
    POWER_BONUS,
    POWER_KINDS,
    SPARED,
    STARTING_BREAKPOINT_CHOSEN,
    STARTING_BREAKPOINT_SET,
)
from smashup.model.state import (
    LIMBO,
    TABLE,
    Lasting,
)
from smashup.model.words import Sentence

if TYPE_CHECKING:
    from smashup.model.card import PowerHook

    #: A card that changes power, how, and whether it is a base (which some players may ignore).
    PowerSource: TypeAlias = tuple[CardId, PowerHook, bool]


class Part(NamedTuple):
    """One part of a power or a breakpoint: what it comes from, and how much."""

    label: Sentence
    amount: int
    source: CardId = NO_CARD


class Powers(Table):
    """Power, breakpoints, awards, protections, and what may not be played."""

    def minions(
        self,
        at: PlaceId | None = None,
        of: Seat | None = None,
        not_of: Seat | None = None,
        power_at_most: int | None = None,
        power_at_least: int | None = None,
        other_than: CardId = NO_CARD,
    ) -> list[CardId]:
        """The minions in play that fit: where, whose, how strong now."""
        s = self.s
        controller = s.controller
        if at is None:
            found: list[CardId] = []
            for place in s.row:
                found += s.places[place].minions
        else:
            here = s.places.get(at)
            found = here.minions[:] if here is not None else []
        if of is not None:
            found = [m for m in found if controller[m] == of]
        if not_of is not None:
            found = [m for m in found if controller[m] != not_of]
        if other_than >= 0:
            found = [m for m in found if m != other_than]
        if power_at_most is not None:
            found = [m for m in found if self.power(m) <= power_at_most]
        if power_at_least is not None:
            found = [m for m in found if self.power(m) >= power_at_least]
        return found

    # -- power -------------------------------------------------------------------------

    def power(self, minion: CardId) -> int:
        """A minion's power now: printed or set, plus all that changes it, never below 0."""
        s = self.s
        if s.zone[minion] == TABLE and self.has_plain_power(minion):
            return CARDS[s.defn[minion]].power + s.counters[minion]
        return self._power(minion, None)

    def has_plain_power(self, minion: CardId) -> bool:
        """Whether certainly nothing but counters changes its power."""
        s = self.s
        if s.lasting or self.listening[POWER] or minion in s.attached:
            return False
        return CARDS[s.defn[minion]].is_plain

    def power_parts(self, minion: CardId) -> list[Part]:
        """What a minion's power is made of; the sum is never taken below 0."""
        parts: list[Part] = []
        self._power(minion, parts)
        return parts

    def starting_power(self, minion: CardId) -> int:
        """Power before changes by other abilities; a card may set it itself."""
        card = CARDS[self.s.defn[minion]]
        if card.starting_power is None or not self.works(minion):
            return card.power
        power = card.starting_power(self._rules, minion, card.power)
        if power != card.power and self.is_protected(minion, "power", self.cause_of(minion)):
            return card.power
        return power

    def _power(
        self,
        minion: CardId,
        parts: list[Part] | None,
        wide: list[PowerSource] | None = None,
    ) -> int:
        s = self.s
        card = CARDS[s.defn[minion]]
        total = card.power
        if s.zone[minion] != TABLE:
            if parts is not None:
                parts.append(Part("printed", total))
            return total
        if card.mask >> STARTING_POWER & 1:
            total = self.starting_power(minion)
        total += s.counters[minion]
        if parts is not None:
            parts.append(Part("printed", total - s.counters[minion]))
            if s.counters[minion]:
                parts.append(Part("counters", s.counters[minion]))
        for effect in s.lasting:
            kind = effect.kind
            if (kind == POWER_BONUS and effect.target != minion) or kind not in POWER_KINDS:
                continue
            if self._lasting_power(effect, minion):
                total += effect.amount
                if parts is not None:
                    parts.append(Part(self.name(effect.source), effect.amount, effect.source))
        if wide is None:
            wide = self.power_sources(s.place[minion]) if self.listening[POWER] else []
        if card.power_of_itself is not None or minion in s.attached:
            wide = self._changing_power(minion, card, wide)
        for source, hook, is_base in wide:
            amount = self._change_of_power(minion, source, hook, is_base)
            total += amount
            if amount and parts is not None:
                parts.append(Part(self.name(source), amount, source))
        return total if total > 0 else 0

    def _lasting_power(self, effect: Lasting, minion: CardId) -> bool:
        if effect.kind == POWER_BONUS:
            return effect.target == minion and effect.place in (-1, self.s.place[minion])
        if effect.kind == POWER_AT:
            return (
                effect.target == self.s.controller[minion]
                and effect.place == self.s.place[minion]
                and not self.is_protected(
                    minion, "power", Cause(effect.source, Seat(effect.target))
                )
            )
        return False

    def power_sources(self, place: PlaceId) -> list[PowerSource]:
        """The cards in play that may change the power of all minions at a place."""
        s = self.s
        found: list[PowerSource] = []
        for source in self.listening[POWER]:
            card = CARDS[s.defn[source]]
            if card.type == MINION and not self.works(source):
                continue
            for scope, hook in card.power_hooks:
                if scope == ANYWHERE or s.place[source] == place:
                    found.append((source, hook, card.type == BASE))
        return found

    def continuous_power(self, minion: CardId) -> list[tuple[CardId, int]]:
        """What cards in play add to a minion's power for as long as they do: (card, amount)."""
        s = self.s
        wide = self.power_sources(s.place[minion])
        changes = [
            (source, self._change_of_power(minion, source, hook, is_base))
            for source, hook, is_base in self._changing_power(minion, self.card(minion), wide)
        ]
        return [(source, amount) for source, amount in changes if amount]

    def _changing_power(
        self, minion: CardId, card: Card, wide: list[PowerSource]
    ) -> list[PowerSource]:
        """All that may change a minion's power: itself, what is on it, and the `wide` ones."""
        s = self.s
        sources: list[PowerSource] = []
        if card.power_of_itself is not None and self.works(minion):
            sources.append((minion, card.power_of_itself, False))
        for action in s.attached.get(minion, ()):
            hook = CARDS[s.defn[action]].power_of_host
            if hook is not None:
                sources.append((action, hook, False))
        return sources + wide

    def _change_of_power(
        self, minion: CardId, source: CardId, hook: PowerHook, is_base: bool
    ) -> int:
        """How much one of these changes it now."""
        s = self.s
        if is_base and not self.base_works(s.place[source], s.controller[minion]):
            return 0
        amount = hook(self, source, minion)  # type: ignore[arg-type]  # the busiest hook
        if amount and (s.lasting or self.listening[PROTECTION]):
            if self.is_protected(minion, "power", self.cause_of(source)):
                return 0
        return amount

    def cause_of(self, card: CardId) -> Cause:
        """The cause for what a card in play does by itself: its controller; a base is nobody's."""
        return Cause(card, self.s.controller[card])

    # -- protection --------------------------------------------------------------------

    def is_protected(self, minion: CardId, harm: Harm, cause: Cause) -> bool:
        """Whether something keeps this from being done to the minion, without being used up."""
        s = self.s
        for effect in s.lasting:
            if effect.target != minion:
                continue
            if effect.kind == SPARED and effect.source == cause.card:
                return True
            if effect.kind == GUARDED and effect.amount & HARM_BITS.get(harm, 0):
                return True
        return self.protector(minion, harm, cause) >= 0

    def protector(self, minion: CardId, harm: Harm, cause: Cause) -> CardId:
        """The card in play that keeps this from being done to the minion, or -1."""
        s = self.s
        for source in self.listening[PROTECTION]:
            protects = CARDS[s.defn[source]].protects
            if (
                protects is not None
                and protects(self._rules, source, minion, harm, cause)
                and self.works(source, s.controller[minion])
            ):
                return source
        return NO_CARD

    def affects(self, harm: Harm) -> bool:
        """Whether this counts as affecting a minion in the edition played (TERM-affect)."""
        return harm in self.s.edition.harms

    def by_others_action(self, cause: Cause, seat: Seat) -> bool:
        """Whether an action controlled by another player than `seat` does it."""
        return self.by_others_card(cause, seat) and self.is_action(cause.card)

    def by_others_card(self, cause: Cause, seat: Seat) -> bool:
        """Whether a minion or action of another player does it; bases are nobody's (FILL-11)."""
        card = cause.card
        if card < 0 or self.is_base(card):
            return False
        in_use = self.s.zone[card] in (TABLE, LIMBO)
        return (self.s.controller[card] if in_use else cause.seat) != seat

    # -- bases -------------------------------------------------------------------------

    def player_power(self, place: PlaceId, seat: Seat) -> int:
        """A player's power at a base: their minions', and what cards give the player there."""
        controller = self.s.controller
        total = 0
        wide = self.power_sources(place)
        for minion in self.s.places[place].minions:
            if controller[minion] == seat:
                total += self._power(minion, None, wide)
        for source in self.listening[PLAYER_POWER]:
            hook = self.card(source).player_power
            if hook is not None and self.works(source, seat):
                total += hook(self._rules, source, place, seat)
        return total

    def player_powers(self, place: PlaceId) -> list[int]:
        """The power of every player at a base, by seat: `player_power` for all of them at once."""
        s = self.s
        controller = s.controller
        powers = [0] * s.seats
        for minion, power in zip(s.places[place].minions, self._powers_at(place), strict=True):
            powers[controller[minion]] += power
        for source in self.listening[PLAYER_POWER]:
            hook = self.card(source).player_power
            if hook is not None:
                for seat in seats_of(s.seats):
                    if self.works(source, seat):
                        powers[seat] += hook(self._rules, source, place, seat)
        return powers

    def _powers_at(self, place: PlaceId) -> list[int]:
        """The power of each minion at a base: as `_power` finds it, but quicker where plain."""
        s = self.s
        defn, counters, attached = s.defn, s.counters, s.attached
        wide = self.power_sources(place) if self.listening[POWER] else []
        changed: list[int] = []  # minions
        plain = not wide
        for effect in s.lasting:
            if effect.kind == POWER_BONUS:
                changed.append(effect.target)
            elif effect.kind == POWER_AT:
                plain = False
        powers: list[int] = []
        for minion in s.places[place].minions:
            card = CARDS[defn[minion]]
            if plain and card.is_plain and minion not in attached and minion not in changed:
                powers.append(card.power + counters[minion])
            else:
                powers.append(self._power(minion, None, wide))
        return powers

    def total_power(self, place: PlaceId) -> int:
        return sum(self.player_powers(place))

    def breakpoint(self, place: PlaceId) -> int:
        """The breakpoint of a base now, never below 0."""
        if self._breaks_as_printed(place):
            s = self.s
            return CARDS[s.defn[s.places[place].base]].breakpoint
        return max(0, sum(part.amount for part in self.breakpoint_parts(place)))

    def _breaks_as_printed(self, place: PlaceId) -> bool:
        """Whether nothing sets or changes the breakpoint of the base there."""
        s = self.s
        for effect in s.lasting:
            if effect.kind in BREAKPOINT_KINDS:
                return False
        setting = self.listening[STARTING_BREAKPOINT]
        return not setting or all(s.place[source] != place for source in setting)

    def breakpoint_parts(self, place: PlaceId) -> list[Part]:
        """What a breakpoint is made of: the starting value, then everything that changes it."""
        s = self.s
        set_by = self.starting_breakpoints(place)
        start = set_by[0] if set_by else Part("printed", self.base_card(place).breakpoint)
        changes = [
            Part(self.name(effect.source), effect.amount, effect.source)
            for effect in s.lasting
            if effect.kind == BREAKPOINT_BONUS and effect.target == place
        ]
        return [start, *changes]

    def starting_breakpoints(self, place: PlaceId) -> list[Part]:
        """What sets a base's starting breakpoint, first what holds (FILL-4)."""
        s = self.s
        printed = self.base_card(place).breakpoint
        found: list[Part] = []
        chosen = NO_CARD
        for effect in s.lasting:
            if effect.target == place and effect.kind == STARTING_BREAKPOINT_SET:
                found.append(Part(self.name(effect.source), effect.amount, effect.source))
            elif effect.target == place and effect.kind == STARTING_BREAKPOINT_CHOSEN:
                chosen = effect.source if effect.amount else chosen
        for source in self.listening[STARTING_BREAKPOINT]:
            hook = self.card(source).starting_breakpoint
            if hook is not None and s.place[source] == place and self.works(source):
                otherwise = min([part.amount for part in found], default=printed)
                value = hook(self._rules, source, otherwise)
                if value != printed or found:
                    found.append(Part(self.name(source), value, source))
        return sorted(found, key=lambda part: part.source != chosen)

    def is_ready(self, place: PlaceId) -> bool:
        """Whether a base has reached its breakpoint (SCORE-1)."""
        return self.breaking_power(place) >= self.breakpoint(place)

    def breaking_power(self, place: PlaceId) -> int:
        """The power that counts towards the breakpoint of a base."""
        if self.listening[PLAYER_POWER] and self.s.edition.all_power_breaks:
            return self.total_power(place)
        return sum(self._powers_at(place))

    def award(self, place: PlaceId, position: int, seat: Seat) -> int:
        """What a base gives this player for this position, never below 0 (FILL-4)."""
        if position > 2:
            return 0
        return max(0, self.base_card(place).vp[position] + self._more_awarded(place, seat))

    def awards(self, place: PlaceId) -> list[list[int]]:
        """What a base gives for first, second and third place: `award` for all, by seat."""
        printed = list(self.base_card(place).vp)
        if not self.listening[AWARD]:
            return [printed] * self.s.seats
        more = [self._more_awarded(place, seat) for seat in seats_of(self.s.seats)]
        return [[max(0, value + extra) for value in printed] for extra in more]

    def _more_awarded(self, place: PlaceId, seat: Seat) -> int:
        """By how much cards in play change what a base gives this player."""
        change = 0
        for source in self.listening[AWARD]:
            hook = self.card(source).award
            if hook is not None and self.works(source, seat):
                change += hook(self._rules, source, place, seat)
        return change

    def ranked_powers(self, place: PlaceId) -> dict[Seat, int]:
        """The power of every player who counts in the ranking there (SCORE-4)."""
        return self.ranked(place, self.player_powers(place))

    def ranked(self, place: PlaceId, powers: list[int]) -> dict[Seat, int]:
        """The same, where the power of every player there is known."""
        ranked: dict[Seat, int] = {}
        for seat, power in zip(seats_of(self.s.seats), powers, strict=True):
            present = self.has_minion(seat, place)
            if present or (self.s.edition.power_is_presence and power >= 1):
                ranked[seat] = power
        return ranked

    # -- playing -----------------------------------------------------------------------

    def forbidden_by(self, seat: Seat, card: CardId, place: PlaceId) -> CardId:
        """The card in play that forbids this minion to be played there, or -1 (PREC-2)."""
        for source in self.listening[FORBIDDING]:
            hook = CARDS[self.s.defn[source]].forbids
            if (
                hook is not None
                and hook(self._rules, source, seat, card, place)
                and self.works(source, seat)
            ):
                return source
        return NO_CARD

    def discards_to_play(self, seat: Seat, card: CardId, place: PlaceId) -> list[CardId]:
        """The cards in play each of which demands a discard for playing this minion there."""
        return [
            source
            for source in self.listening[COST]
            if (hook := self.card(source).cost) is not None
            and hook(self._rules, source, seat, card, place)
            and self.works(source, seat)
        ]

    def can_play_minion(self, seat: Seat, card: CardId, place: PlaceId, coming: int = 0) -> bool:
        """Whether nothing forbids this minion to be played there, and its costs can be paid.

        `coming`: how many more cards the player will have in hand by then to pay with.
        """
        if place not in self.s.places or self.forbidden_by(seat, card, place) >= 0:
            return False
        if not self.listening[COST]:
            return True
        left = self._hand_besides(seat, card) + coming
        return len(self.discards_to_play(seat, card, place)) <= left

    def _hand_besides(self, seat: Seat, card: CardId) -> int:
        hand = self.s.hands[seat]
        return len(hand) - (card in hand)

    def no_actions(self, seat: Seat) -> CardId:
        """The card that keeps this player from playing actions now, or -1."""
        s = self.s
        for effect in s.lasting:
            if (
                effect.kind == NO_ACTIONS
                and effect.target == seat
                and s.turn == seat
                and s.turn_number > effect.since
            ):
                return effect.source
        return NO_CARD

    def strongest(self, minions: Sequence[CardId]) -> list[CardId]:
        """Those with the most power, all that tie (FILL-6)."""
        powers = {m: self.power(m) for m in minions}
        top = max(powers.values(), default=0)
        return [m for m in minions if powers[m] == top]

    def weakest(self, minions: Sequence[CardId]) -> list[CardId]:
        """Those with the least power, all that tie."""
        powers = {m: self.power(m) for m in minions}
        bottom = min(powers.values(), default=0)
        return [m for m in minions if powers[m] == bottom]
