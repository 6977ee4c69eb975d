"""What a player can play and use now, and by which permission."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine.bases import Bases
from smashup.model.card import (
    ACTION,
    COST,
    FORBIDDING,
    FROM_DISCARD,
    GRANT,
    IN_HAND,
    IN_PLAY,
    MINION,
    ON_BASE,
    ON_MINION,
    STANDARD,
    USE,
    Card,
    Use,
    UsedFrom,
)
from smashup.model.decision import END, Decision, KeptOptions, Option
from smashup.model.ids import MOST_PLAYERS, NO_CARD, NO_PLACE, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.record import Record, record
from smashup.model.state import DISCARD, HAND, Permission
from smashup.model.words import Phrase, Sentence, Value, Words

FREE_MINION = Permission(MINION)
FREE_ACTION = Permission(ACTION)
AGAIN = "again"  # the mark of an ability just used that may be used again later
NO_PLAY_LEFT: dict[str, Sentence] = {
    MINION: "You have no minion play left.",
    ACTION: "You have no action play left.",
}


@record
class Payment(Record):
    """How a card is played: the permission spent, and what lets it come from the discard pile."""

    permission: Permission | None  # None: by its own Special
    instead: CardId = NO_CARD
    choices: tuple[Permission, ...] = ()  # several fit and none is more restricted: ask
    named: bool = False  # not the one that is spent unless the player chooses it


ACTION_FOR_FREE = Payment(FREE_ACTION)
MINIONS_FOR_FREE = KeptOptions("play", Payment(FREE_MINION))
ACTIONS_FOR_FREE = KeptOptions("play", ACTION_FOR_FREE)

#: The ways to pay already worked out: by fitting permissions, source, and whether also an action.
Ways: TypeAlias = dict[tuple[tuple[Permission, ...], CardId, bool], list[Payment]]


class Obstacle(NamedTuple):
    """Why a card cannot be played now: in words, with the rule and the card that decide."""

    words: Phrase
    rule: str
    card: CardId = NO_CARD


class Plays(Bases):
    """The plays a player has: options, permissions, talents and other uses, and why not."""

    # -- what can be played ------------------------------------------------------------

    def minions_to_play(self, seat: Seat, place: PlaceId, coming: int = 0) -> int:
        """How many minions a player could play at a base by generic extra plays, one by one.

        `coming`: how many more cards they will have in hand by then, to pay with.
        """
        s = self.s
        held = len(s.hands[seat]) + coming
        able = [c for c in s.hands[seat] if self.is_minion(c) and not self._bans(seat, c, place)]
        openers = self._openers_at(seat, place) if self.my_play_phase(seat) else 0
        pile = [c for c in self.discarded_minions(seat) if not self._bans(seat, c, place)]
        costs = [len(self.discards_to_play(seat, card, place)) for card in (*able, *pile)]
        cost = min(costs, default=0)
        own = sum(s.owner[card] == seat for card in able)

        def is_possible(count: int, from_pile: int) -> bool:
            from_hand = count - from_pile
            # Own minions that were discarded for the ones before may come out of the pile again.
            left = own - max(0, from_hand - (len(able) - own))
            thrown = min((count - 1) * cost, left)
            enough = from_hand <= len(able) and from_hand + count * cost <= held
            return enough and from_pile <= len(pile) + thrown

        most = 0
        for count in range(1, len(able) + openers + 1):
            if any(is_possible(count, piles) for piles in range(min(openers, count) + 1)):
                most = count
        return most

    def _bans(self, seat: Seat, card: CardId, place: PlaceId) -> bool:
        """Whether this minion may not be played there, whatever is paid."""
        return place not in self.s.places or self.forbidden_by(seat, card, place) >= 0

    def _openers_at(self, seat: Seat, place: PlaceId) -> int:
        """How often a player could play a minion of the discard pile at a base instead."""
        openers = sum(self.s.place[action] == place for action in self._discard_openers(seat))
        if openers and not self.s.edition.on_your_turn_once:
            return len(self.discarded_minions(seat)) + len(self.s.hands[seat])
        return openers

    def targets(self, seat: Seat, card: CardId) -> list[tuple[PlaceId, CardId]]:
        """Where a card can be played, as (place, host)."""
        s = self.s
        definition = CARDS[s.defn[card]]
        row = s.row
        if definition.type == MINION:
            if self.listening[FORBIDDING] or self.listening[COST]:
                row = [p for p in row if self.can_play_minion(seat, card, p)]
            return [(p, NO_CARD) for p in row]
        if definition.plays_on == ON_BASE:
            return [(p, NO_CARD) for p in row]
        if definition.plays_on == ON_MINION:
            fits, game = definition.target, self._rules
            return [
                (NO_PLACE, m)
                for place in row
                for m in s.places[place].minions
                if fits is None or fits(game, seat, m)
            ]
        return [(NO_PLACE, NO_CARD)]

    def allows(self, permission: Permission, card: CardId) -> bool:
        """Whether a permission allows this card, wherever it is played."""
        definition = CARDS[self.s.defn[card]]
        if permission.card >= 0:
            return permission.card == card
        if permission.type != definition.type and not (
            permission.type == ACTION and definition.also_action
        ):
            return False
        if permission.name and definition.name != permission.name:
            return False
        if permission.budget >= 0 and definition.power > self.s.budgets[permission.budget]:
            return False
        return permission.power_at_most < 0 or definition.power <= permission.power_at_most

    def allows_at(self, permission: Permission, seat: Seat, place: PlaceId) -> bool:
        """Whether a permission allows playing at this place."""
        return permission.place in (-1, place) and not (
            permission.unoccupied and self.has_minion(seat, place)
        )

    def play_options(self, seat: Seat, permissions: Iterable[Permission]) -> list[Option]:
        """All the plays that these permissions allow, each with how it is paid for."""
        plays = list(permissions)
        if self.s.lasting and self.no_actions(seat) >= 0:
            plays = [p for p in plays if p.type != ACTION]
        ways: Ways = {}
        options = self._plays_from_hand(seat, plays, ways)
        for card, instead in self._elsewhere(seat, plays):
            options += self._paid_plays(seat, card, instead, plays, ways)
        return options

    def _plays_from_hand(self, seat: Seat, plays: list[Permission], ways: Ways) -> list[Option]:
        """Copies of a card are one option. The busiest place of the engine, hence so plain."""
        s = self.s
        defn, owner, row = s.defn, s.owner, s.row
        free_minion = free_action = extra_minion = extra_action = False
        seen: set[int] = set()  # cards and owners, each pair as one number
        for p in plays:
            if p.card >= 0:
                if p.card in s.hands[seat]:  # it is one of `_elsewhere`, for its copies too
                    seen.add(defn[p.card] * MOST_PLAYERS + owner[p.card])
            elif p.type == MINION:
                if p.source < 0:
                    free_minion = True
                else:
                    extra_minion = True
            elif p.source < 0:
                free_action = True
            else:
                extra_action = True
        options: list[Option] = []
        if not (free_minion or free_action or extra_minion or extra_action):
            return options
        limits = self.listening[FORBIDDING] or self.listening[COST]
        minions = MINIONS_FOR_FREE.of(len(defn), s.next_place)
        actions = ACTIONS_FOR_FREE.of(len(defn), s.next_place)
        for card in s.hands[seat]:
            number = defn[card]
            definition = CARDS[number]
            if definition.type == MINION:
                paid = extra_minion or definition.also_action
                if not (paid or free_minion):
                    continue
            else:
                paid = extra_action
                if not paid and (not free_action or definition.special_only):
                    continue
            copies = number * MOST_PLAYERS + owner[card]
            if copies in seen:
                continue
            seen.add(copies)
            if paid:
                options += self._paid_plays(seat, card, NO_CARD, plays, ways)
            elif definition.type == MINION:
                for place in row:
                    if not limits or self.can_play_minion(seat, card, place):
                        options.append(minions[place + 1][card])
            elif definition.plays_on == STANDARD:
                options.append(actions[0][card])
            elif definition.plays_on == ON_BASE:
                for place in row:
                    options.append(actions[place + 1][card])
            else:
                for place, host in self.targets(seat, card):
                    way = ACTION_FOR_FREE
                    options.append(Option("play", card, place, host, NO_SEAT, "", way))
        return options

    def _paid_plays(
        self, seat: Seat, card: CardId, instead: CardId, plays: list[Permission], ways: Ways
    ) -> list[Option]:
        """The plays of one card where several permissions, or limited ones, come into question."""
        fitting: list[Permission] = []
        anywhere = True
        for p in plays:
            if self.allows(p, card) and self._from(p, card, instead):
                fitting.append(p)
                if p.place >= 0 or p.unoccupied:
                    anywhere = False
        definition = CARDS[self.s.defn[card]]
        if definition.special_only:
            fitting = [p for p in fitting if p.card == card]
        options: list[Option] = []
        if not fitting:
            return options
        here = tuple(fitting)
        also_action = definition.also_action
        for place, host in self.targets(seat, card):
            if instead >= 0 and place != self.s.place[instead]:
                continue
            if not anywhere:
                here = tuple([p for p in fitting if self.allows_at(p, seat, place)])
            if len(here) == 1:  # mostly: no need to remember how that is paid for
                way = Payment(here[0], instead)
                options.append(Option("play", card, place, host, NO_SEAT, "", way))
                continue
            key = (here, instead, also_action)
            found = ways.get(key)
            if found is None:
                found = ways[key] = self._ways_to_pay(card, here, instead, also_action)
            for way in found:
                options.append(Option("play", card, place, host, NO_SEAT, "", way))
        return options

    def _from(self, permission: Permission, card: CardId, instead: CardId) -> bool:
        """Whether the card lies where the permission takes cards from."""
        if instead >= 0:
            # What would be played is a minion from the hand, of whatever name.
            in_place_of = permission.zone == HAND and permission.type == MINION
            return in_place_of and permission.card < 0
        return permission.zone == self.s.zone[card]

    def _elsewhere(self, seat: Seat, plays: list[Permission]) -> list[tuple[CardId, CardId]]:
        """The cards outside the hand that may be played, with what lets them be used."""
        s = self.s
        found: list[tuple[CardId, CardId]] = []
        from_discard = False
        particular: set[tuple[int, int, Permission]] = set()  # copies of a card are one option
        for p in plays:
            if p.card >= 0:
                like = p._replace(source=NO_CARD, card=NO_CARD)
                if (copies := (s.defn[p.card], s.owner[p.card], like)) not in particular:
                    particular.add(copies)
                    found.append((p.card, NO_CARD))
            elif p.zone == DISCARD:
                from_discard = True
        if from_discard:
            found += [(card, NO_CARD) for card in self.distinct(s.discards[seat])]
        if self.listening[FROM_DISCARD] and self.my_play_phase(seat):
            pile = self.distinct(self.discarded_minions(seat))
            one_each = {s.place[a]: a for a in reversed(self._discard_openers(seat))}
            found += [(card, a) for a in one_each.values() for card in pile]
        return found

    def _discard_openers(self, seat: Seat) -> list[CardId]:
        """Actions in play that let their controller use the discard pile instead of the hand."""
        s = self.s
        return [
            action
            for action in self.listening[FROM_DISCARD]
            if s.controller[action] == seat
            and not (
                s.edition.on_your_turn_once and self._use_key("instead", action, seat) in s.marks
            )
        ]

    # -- which permission is spent -----------------------------------------------------

    def _ways_to_pay(
        self, card: CardId, fitting: tuple[Permission, ...], instead: CardId, also_action: bool
    ) -> list[Payment]:
        """PLAY-6: the most restricted play is spent unless the player chooses another."""
        if len(fitting) < 2:
            return [Payment(p, instead) for p in fitting]
        if also_action:
            # Paid for as a minion unless the player says otherwise.
            as_minion = tuple(p for p in fitting if p.type == MINION)
            as_action = tuple(p for p in fitting if p.type == ACTION)
            if as_minion and as_action:
                others = self._ways_to_pay(card, as_action, instead, False)
                return self._ways_to_pay(card, as_minion, instead, False) + [
                    way._replace(named=True) for way in others
                ]
        first, rest = self._most_restricted(card, fitting)
        if len(first) == 1:
            default = Payment(first[0], instead)
            return [default, *(Payment(p, instead, named=True) for p in rest)]
        asked = Payment(first[0], instead, tuple(first))
        return [asked, *(Payment(p, instead, named=True) for p in (*first, *rest))]

    def _most_restricted(
        self, card: CardId, fitting: tuple[Permission, ...]
    ) -> tuple[list[Permission], list[Permission]]:
        """The permissions among which none is more restricted, and the others that differ."""
        distinct: list[Permission] = []
        for p in sorted(fitting, key=lambda p: p.source < 0):  # the free play last among equals
            if not any(self._same_source(card, p, q) for q in distinct):
                distinct.append(p)
        least = [p for p in distinct if not any(self._narrower(card, q, p) for q in distinct)]
        first = least[:1] if all(self._equal(card, least[0], p) for p in least[1:]) else least
        return first, [p for p in distinct if p not in first]

    def _same_source(self, card: CardId, p: Permission, q: Permission) -> bool:
        if p.source < 0 or q.source < 0:
            return p.source == q.source
        return self.s.defn[p.source] == self.s.defn[q.source] and self._equal(card, p, q)

    def _within(self, card: CardId, p: Permission, q: Permission) -> bool:
        """Whether everything that p allows is also allowed by q; both allow this card."""
        limit = self._power_limit(card, q)
        return (
            (limit < 0 or 0 <= self._power_limit(card, p) <= limit)
            and (q.place < 0 or p.place == q.place)
            and (not q.name or p.name == q.name or p.card >= 0)
            and (q.card < 0 or p.card == q.card)
            and (not q.unoccupied or p.unoccupied)
        )

    def _power_limit(self, card: CardId, p: Permission) -> int:
        """The most power that the permission allows, -1 for any; `card` is one it allows."""
        if p.name or p.card >= 0:
            return self.printed_power(card)
        if p.budget < 0:
            return p.power_at_most
        left = self.s.budgets[p.budget]
        return left if p.power_at_most < 0 else min(left, p.power_at_most)

    def _equal(self, card: CardId, p: Permission, q: Permission) -> bool:
        return self._within(card, p, q) and self._within(card, q, p)

    def _narrower(self, card: CardId, p: Permission, q: Permission) -> bool:
        return self._within(card, p, q) and not self._within(card, q, p)

    # -- the Play Cards decision -------------------------------------------------------

    def play_decision(self) -> Decision:
        """TURN-3: all that the current player can do now, and to end the phase."""
        seat = self.s.turn
        if self.listening[GRANT]:
            self.grant_plays(seat)
        options = self.play_options(seat, self.s.permissions)
        if self.plays_from_discard and (specials := self._own_specials(seat)):
            options = self._besides(specials, options) + specials
        if self.listening[USE] or self.uses_from_hand:
            options += self._uses(seat)
        options.append(END)
        return Decision(seat, "play", NO_CARD, "Play cards, use talents, or end your turn", options)

    def grant_plays(self, seat: Seat) -> None:
        """Gives the extra plays "on each of your turns" that were not given this turn yet."""
        for source in self.listening[GRANT]:
            self._grant(source, seat)

    def _grant(self, source: CardId, seat: Seat) -> None:
        grant = self.card(source).grant
        key = ("grant", source, self.s.life[source])
        if grant is None or key in self.s.marks or not self.my_play_phase(seat):
            return
        if not self.is_base(source) and self.s.controller[source] != seat:
            return
        permission = grant(self._rules, source, seat) if self.works(source) else None
        if permission is not None:
            self.s.marks[key] = 1
            self.s.permissions.append(permission)

    def used_special(self, card: CardId, seat: Seat) -> bool:
        """Whether the player has used the ability of such a card, limited to one, this turn."""
        return ("special", self.s.defn[card], seat) in self.s.marks

    def note_special(self, card: CardId, seat: Seat) -> None:
        """Remembers for this turn that the player has used the ability of such a card."""
        self.s.marks[("special", self.s.defn[card], seat)] = 1

    def has_used_talent(self, card: CardId, seat: Seat) -> bool:
        """Whether the player has used the talent of this very card this turn."""
        return self._use_key("use", card, seat) in self.s.marks

    def is_used_up(self, card: CardId, seat: Seat) -> bool:
        """Whether the player has had this turn what this very card gives once a turn."""
        return self._use_key("once", card, seat) in self.s.marks

    def use_up(self, card: CardId, seat: Seat) -> None:
        """The player has now had what this very card gives once a turn."""
        self.s.marks[self._use_key("once", card, seat)] = 1

    def _own_specials(self, seat: Seat) -> list[Option]:
        """Cards that can be played from the discard pile by their own Special."""
        options: list[Option] = []
        defn = self.s.defn
        able = [c for c in self.s.discards[seat] if CARDS[defn[c]].plays_itself is not None]
        for card in self.distinct(able):
            when = CARDS[defn[card]].plays_itself
            if when is not None and when(self._rules, card, seat):
                options += [
                    Option("play", card, place, via=Payment(None))
                    for place, _ in self.targets(seat, card)
                ]
        return options

    def _besides(self, specials: list[Option], options: list[Option]) -> list[Option]:
        """PLAY-6: a card that can be played by its own Special is paid for only if one says so."""
        by_special = {(self.s.defn[o.card], o.place) for o in specials}
        return [
            o._replace(via=o.via._replace(named=True))
            if isinstance(o.via, Payment)
            and o.via.instead >= 0
            and (self.s.defn[o.card], o.place) in by_special
            else o
            for o in options
        ]

    def _uses(self, seat: Seat) -> list[Option]:
        """Talents and on-your-turn abilities that can be used now (PLAY-7)."""
        s = self.s
        controller = s.controller
        options: list[Option] = []
        for card in self.listening[USE]:
            if controller[card] == seat or controller[card] < 0:  # a base is everybody's
                self._add_uses(card, seat, IN_PLAY, options)
        if self.uses_from_hand:
            usable = [card for card in s.hands[seat] if CARDS[s.defn[card]].uses]
            for card in self.distinct(usable):
                self._add_uses(card, seat, IN_HAND, options)
        return options

    def _add_uses(self, card: CardId, seat: Seat, zone: UsedFrom, options: list[Option]) -> None:
        for use in CARDS[self.s.defn[card]].uses:
            if (
                use.zone == zone
                and self._uses_left(card, seat, use)
                and (use.when is None or use.when(self._rules, card, seat))
                and (zone == IN_HAND or self.works(card))
            ):
                options.append(Option("use", card, via=use))

    def _uses_left(self, card: CardId, seat: Seat, use: Use) -> bool:
        marks = self.s.marks
        if not marks or use.zone != IN_PLAY:
            return True
        used = marks.get(self._use_key(self._use_word(use), card, seat), 0)
        if used == 0:
            return True
        if use.talent:
            return used == 1 and self._second_talent(card, seat)
        return not (use.again or self.s.edition.on_your_turn_once)

    def _use_word(self, use: Use) -> str:
        return AGAIN if use.again else "use"

    def _use_key(self, word: str, card: CardId, seat: Seat) -> tuple[str, int, int]:
        """The mark for a use of a card; one that left play and came back is fresh (FILL-7)."""
        return (word, card, seat + len(self.s.hands) * self.s.life[card])

    def _second_talent(self, card: CardId, seat: Seat) -> bool:
        """A base may let one minion there use its talent twice in a turn."""
        place = self.s.place[card]
        if not self.is_minion(card) or not self.base_card(place).doubles_talents:
            return False
        given = ("second talent", place, seat) in self.s.marks
        return not given and self.base_works(place)

    # -- why not -----------------------------------------------------------------------

    def why_not(self, seat: Seat, card: CardId) -> list[Obstacle]:
        """Why a card in hand cannot be played now; empty if it can be."""
        s = self.s
        if s.zone[card] != HAND or s.controller[card] != seat:
            return [Obstacle("It is not in your hand.", "PLAY-1")]
        if not self.my_play_phase(seat):
            return [Obstacle("It is not your Play Cards phase.", "TURN-3")]
        definition = self.card(card)
        if definition.special_only:
            return [Obstacle("It can be played only when its Special says so.", "PLAY-8", card)]
        if any(s.defn[o.card] == s.defn[card] for o in self.play_options(seat, s.permissions)):
            return []
        barrier = self.no_actions(seat)
        if definition.type == ACTION and barrier >= 0:
            words = Words("{card}: no actions this turn.", card=self.name(barrier))
            return [Obstacle(words, "PREC-2", barrier)]
        plays = [p for p in s.permissions if p.type == definition.type]
        if not plays:
            return [Obstacle(NO_PLAY_LEFT[definition.type], "TURN-3")]
        return self._why_no_target(seat, card, definition, plays)

    def _why_no_target(
        self, seat: Seat, card: CardId, definition: Card, plays: list[Permission]
    ) -> list[Obstacle]:
        if definition.type == ACTION:
            if definition.plays_on == ON_MINION and not self.targets(seat, card):
                return [Obstacle("There is no minion it could be played on.", "PLAY-4")]
            return [Obstacle("None of your plays left allows this card.", "PLAY-6")]
        reasons: list[Obstacle] = []
        for place in self.s.row:
            barrier = self.forbidden_by(seat, card, place)
            where = self.base_card(place).name
            if barrier >= 0:
                words = Words("{card} forbids it at {base}.", card=self.name(barrier), base=where)
                reasons.append(Obstacle(words, "PREC-2", barrier))
            elif not self.can_play_minion(seat, card, place):
                words = Words("You cannot pay for it at {base}.", base=where)
                reasons.append(Obstacle(words, "ORDER-5"))
        for p in plays:
            giver: Value = (
                self.name(p.source) if p.source >= 0 else Words("Your own play of the turn")
            )
            if p.power_at_most >= 0 and definition.power > p.power_at_most:
                most = p.power_at_most
                words = Words("{giver} allows power {power} or less only.", giver=giver, power=most)
                reasons.append(Obstacle(words, "PLAY-6", p.source))
        return reasons or [Obstacle("None of your plays left allows this card.", "PLAY-6")]
