"""Questions about the table: who has what where, how strong, protected by what. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from smashup.cards.registry import CARDS
from smashup.model.card import (
    ACTION,
    ANYWHERE,
    AWARD,
    BASE,
    BREAKPOINT,
    COST,
    FORBIDDING,
    GIVES_TAG,
    MINION,
    ON_BASE,
    PLAYER_POWER,
    POWER,
    PROTECTION,
    STARTING_BREAKPOINT,
    STARTING_POWER,
    Card,
    Cause,
)
from smashup.model.state import (
    BURIED,
    DISCARD,
    LIMBO,
    PLAY,
    TABLE,
    Lasting,
    Place,
    Played,
    State,
)

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.model.card import PowerHook
    from smashup.model.event import Event
    from smashup.model.scoring import Scoring

# kinds of lasting effects
POWER_BONUS = "power"  # of the minion `target`; with `place`, only while it is there
POWER_AT = "power at"  # of the minions of seat `target` at `place`
BREAKPOINT_BONUS = "breakpoint"  # of the base at place `target`
STARTING_BREAKPOINT_SET = "starting breakpoint"
STARTING_BREAKPOINT_CHOSEN = "starting breakpoint chosen"  # of place `target`, by `source`
NO_ACTIONS = "no actions"  # seat `target`, from its next turn on
NO_ABILITIES = "no abilities"  # of the minion `target`
BASE_IGNORED = "base ignored"  # by the action `target`
REMEMBERED = "remembered"  # the number `amount` that the card `target` keeps in mind
GUARDED = "guarded"  # the minion `target` against the harms of `amount` (HARM_BITS)
WATCHED = "watched"  # the minion `target` by the card `source`, for seat `amount`
SPARED = "spared"  # the minion `target` from the continuous ability of `source`


POWER_KINDS = (POWER_BONUS, POWER_AT)
BREAKPOINT_KINDS = (BREAKPOINT_BONUS, STARTING_BREAKPOINT_SET, STARTING_BREAKPOINT_CHOSEN)
HARM_BITS = {"destroy": 1, "move": 2, "return": 4}


class Part(NamedTuple):
    """One part of a power or a breakpoint: what it comes from, and how much."""

    label: str
    amount: int
    source: int = -1


class Listening(dict[int, list[int]]):
    """The cards in play (bases too) that take part in a kind of event or query, by its bit.

    Found when first asked for, then kept up to date as cards come and go.
    """

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state

    def note(self, card: int, mask: int, comes: bool) -> None:
        """A card with this mask comes into play or leaves it. Lists in use are left as they are."""
        for bit, cards in self.items():
            if mask & bit:
                self[bit] = [*cards, card] if comes else [c for c in cards if c != card]

    def __missing__(self, bit: int) -> list[int]:
        defn = self._state.defn
        found = [card for card in self._state.listeners if CARDS[defn[card]].mask & bit]
        self[bit] = found
        return found


class Table:
    """The state and all the questions that rules and cards ask of it."""

    scoring: Scoring | None = None  # the base being scored, from its award on

    def __init__(self, state: State) -> None:
        self.s = state
        self.listening = Listening(state)

    @property
    def _game(self) -> Game:
        return cast("Game", self)

    # -- cards -------------------------------------------------------------------------

    def card(self, card: int) -> Card:
        """The definition of a card."""
        return CARDS[self.s.defn[card]]

    def name(self, card: int) -> str:
        return CARDS[self.s.defn[card]].name

    def controller(self, card: int) -> int:
        """Who controls a card ("your" cards are those you control)."""
        return self.s.controller[card]

    def owner(self, card: int) -> int:
        """Who had the card at the start of the game."""
        return self.s.owner[card]

    def place(self, card: int) -> int:
        """The place (base in play) where a card lies, or -1."""
        return self.s.place[card]

    def host(self, card: int) -> int:
        """The minion an action is attached to, or -1."""
        return self.s.hosts.get(card, -1)

    def holder(self, card: int) -> int:
        """In whose hand, deck or discard pile a card is."""
        return self.s.controller[card]

    def counters(self, card: int) -> int:
        """The +1 power counters on a card."""
        return self.s.counters[card]

    def is_minion(self, card: int) -> bool:
        return CARDS[self.s.defn[card]].type == MINION

    def is_action(self, card: int) -> bool:
        return CARDS[self.s.defn[card]].type == ACTION

    def is_base(self, card: int) -> bool:
        return card >= 0 and CARDS[self.s.defn[card]].type == BASE

    def is_played_on_base(self, card: int) -> bool:
        """Whether it is an action of the kind that is played on a base."""
        definition = CARDS[self.s.defn[card]]
        return definition.type == ACTION and definition.plays_on == ON_BASE

    def in_play(self, card: int) -> bool:
        """Whether a minion or action is in play face up."""
        return self.s.zone[card] == TABLE

    def in_discard(self, card: int) -> bool:
        return self.s.zone[card] == DISCARD

    def printed_power(self, card: int) -> int:
        return CARDS[self.s.defn[card]].power

    def is_a(self, card: int, tag: str) -> bool:
        """Whether a card is of this kind: by itself, or in play because a card says so."""
        if tag in self.card(card).tags:
            return True
        if self.s.zone[card] != TABLE:
            return False
        seat = self.s.controller[card]
        return any(
            self.card(other).gives_tag == tag
            and self.s.controller[other] == seat
            and self.works(other)
            for other in self.listening[GIVES_TAG]
        )

    def is_still_there(self, event: Event) -> bool:
        """Whether the card of an event is in play and has not left since."""
        return self.in_play(event.card) and self.s.life[event.card] == event.life

    # -- players -----------------------------------------------------------------------

    @property
    def current(self) -> int:
        """The seat whose turn it is."""
        return self.s.turn

    def seats(self, start: int | None = None) -> list[int]:
        """All seats clockwise, from the current player or from `start`."""
        n = self.s.seats
        first = self.s.turn if start is None else start
        return [(first + i) % n for i in range(n)]

    def others(self, seat: int) -> list[int]:
        """The other players, clockwise from the current player."""
        return [other for other in self.seats() if other != seat]

    def clockwise(self, seats: Iterable[int]) -> list[int]:
        """These seats in the order: current player first, then clockwise (FILL-15)."""
        chosen = set(seats)
        return [seat for seat in self.seats() if seat in chosen]

    def hand(self, seat: int) -> list[int]:
        return self.s.hands[seat]

    def deck(self, seat: int) -> list[int]:
        """A player's deck, top card last."""
        return self.s.decks[seat]

    def discard_pile(self, seat: int) -> list[int]:
        return self.s.discards[seat]

    def discarded_minions(self, seat: int, power_at_most: int | None = None) -> list[int]:
        """The minions in a player's discard pile; out of play the printed power counts."""
        return self.among(self.s.discards[seat], MINION, power_at_most)

    def among(self, cards: Iterable[int], type: str, power_at_most: int | None = None) -> list[int]:
        """Those of the cards (out of play) that are of this type, and not too strong."""
        return [
            card
            for card in cards
            if self.card(card).type == type
            and (power_at_most is None or self.card(card).power <= power_at_most)
        ]

    # -- the table ---------------------------------------------------------------------

    def bases(self, other_than: int = -1) -> list[int]:
        """The places of all bases in play, left to right."""
        return [place for place in self.s.row if place != other_than]

    def discarded_bases(self) -> list[int]:
        """The base cards in the base discard pile."""
        return self.s.base_discard

    def base_can_come(self) -> bool:
        """Whether the base deck has a base, or is remade once a base more is discarded."""
        return bool(self.s.base_deck) or self.s.edition.bases_reshuffled

    def has_next_base(self) -> bool:
        """Whether the base deck has a base, or can be remade from the discarded ones (TURN-7)."""
        s = self.s
        return bool(s.base_deck or (s.base_discard and s.edition.bases_reshuffled))

    def at(self, place: int) -> Place:
        return self.s.places[place]

    def base_at(self, place: int) -> int:
        """The base card that lies at a place, or -1 if there is none."""
        here = self.s.places.get(place)
        return -1 if here is None else here.base

    def base_card(self, place: int) -> Card:
        """The definition of the base that lies at a place."""
        return CARDS[self.s.defn[self.s.places[place].base]]

    def minions(
        self,
        at: int | None = None,
        of: int | None = None,
        not_of: int | None = None,
        power_at_most: int | None = None,
        power_at_least: int | None = None,
        other_than: int = -1,
    ) -> list[int]:
        """The minions in play that fit: where, whose, how strong now."""
        s = self.s
        controller = s.controller
        if at is None:
            found = [m for place in s.row for m in s.places[place].minions]
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

    def has_minion(self, seat: int, place: int) -> bool:
        controller = self.s.controller
        return any(controller[m] == seat for m in self.s.places[place].minions)

    def actions_on(self, card: int) -> list[int]:
        """The actions attached to a minion."""
        return self.s.attached.get(card, [])

    def actions_in_play(self) -> list[int]:
        """All actions on bases and on minions, in table order."""
        s = self.s
        found: list[int] = []
        for place in s.row:
            found += s.places[place].actions
            for minion in s.places[place].minions:
                found += s.attached.get(minion, ())
        return found

    def strongest(self, minions: Sequence[int]) -> list[int]:
        """Those with the most power, all that tie (FILL-6)."""
        powers = {m: self.power(m) for m in minions}
        top = max(powers.values(), default=0)
        return [m for m in minions if powers[m] == top]

    def weakest(self, minions: Sequence[int]) -> list[int]:
        """Those with the least power, all that tie."""
        powers = {m: self.power(m) for m in minions}
        bottom = min(powers.values(), default=0)
        return [m for m in minions if powers[m] == bottom]

    def factions_in_game(self) -> list[str]:
        """The factions of all cards that exist, in the order of the box."""
        present = {CARDS[defn] for defn in set(self.s.defn)}
        names = {card.faction for card in present if card.type != BASE}
        return sorted(names)

    # -- what was played ---------------------------------------------------------------

    def played_minions(self, seat: int | None = None, at: int | None = None) -> list[Played]:
        """Minions played this turn, in order (PLAY-9); `at`: at the base that lies there now."""
        base = None if at is None else self.base_at(at)
        return [
            p
            for p in self.s.played
            if p.type == MINION
            and (seat is None or p.seat == seat)
            and (base is None or (p.base == base and p.base_life == self.s.life[base]))
        ]

    def has_moved(self, minion: int) -> bool:
        """Whether a minion has moved this turn before the move being told of."""
        return minion in self.s.moved

    def played_actions(self, seat: int, on_your_turn: bool = False) -> list[Played]:
        """Actions a player played this turn; `on_your_turn`: in their Play Cards phase only."""
        return [
            p
            for p in self.s.played
            if p.type == ACTION
            and p.seat == seat
            and not (on_your_turn and (p.phase != PLAY or self.s.turn != seat))
        ]

    def was_played_by(self, seat: int, card: int) -> bool:
        """Whether this very card, not forgotten since, was played this turn by that player."""
        life = self.s.life[card]
        return any(p.card == card and p.seat == seat and p.life == life for p in self.s.played)

    def is_same_card(self, play: Played) -> bool:
        """Whether a card played this turn is still in play, without having left in between."""
        return self.in_play(play.card) and self.s.life[play.card] == play.life

    def is_first_minion(self, seat: int) -> bool:
        """Whether the minion just played is the first this player played this turn."""
        return len(self.played_minions(seat)) == 1

    def memory(self, card: int) -> int:
        """The number a card in play remembers, or -1."""
        for effect in self.s.lasting:
            if effect.kind == REMEMBERED and effect.target == card:
                return effect.amount
        return -1

    def is_ignoring(self, action: int) -> bool:
        """Whether the effect by which this action ignores its base still lasts."""
        return any(e.kind == BASE_IGNORED and e.target == action for e in self.s.lasting)

    def my_play_phase(self, seat: int) -> bool:
        """Whether it is this player's own Play Cards phase ("on your turn")."""
        return self.s.phase == PLAY and self.s.turn == seat

    # -- whether abilities work --------------------------------------------------------

    def works(self, card: int, seat: int | None = None) -> bool:
        """Whether a card's abilities are not cancelled; of a base: for this seat."""
        s = self.s
        kind = CARDS[s.defn[card]].type
        if kind == MINION:
            if s.attached:
                for action in s.attached.get(card, ()):
                    if CARDS[s.defn[action]].cancels_host:
                        return False
            for effect in s.lasting:
                if effect.target == card and effect.kind == NO_ABILITIES:
                    return False
            return True
        return kind != BASE or self.base_works(s.place[card], seat)

    def base_works(self, place: int, seat: int | None = None) -> bool:
        """Whether the ability of the base there counts, for this seat where one is concerned."""
        here = self.s.places.get(place)
        if here is None:
            return False
        for action in here.actions:
            off = CARDS[self.s.defn[action]].cancels_base
            if off is not None and off(self._game, action, -1 if seat is None else seat):
                return False
        return True

    def _listen(self, card: int, to: bool) -> None:
        """Notes that a card has come into play or left it."""
        mask = CARDS[self.s.defn[card]].mask
        if mask:
            if to:
                self.s.listeners.append(card)
            else:
                self.s.listeners.remove(card)
            self.listening.note(card, mask, to)

    # -- power -------------------------------------------------------------------------

    def power(self, minion: int) -> int:
        """A minion's power now: printed or set, plus all that changes it, never below 0."""
        return self._power(minion, None)

    def power_parts(self, minion: int) -> list[Part]:
        """What a minion's power is made of; the sum is never taken below 0."""
        parts: list[Part] = []
        self._power(minion, parts)
        return parts

    def starting_power(self, minion: int) -> int:
        """Power before changes by other abilities; a card may set it itself."""
        card = CARDS[self.s.defn[minion]]
        if card.starting_power is not None and self.works(minion):
            return card.starting_power(self._game, minion, card.power)
        return card.power

    def _power(
        self,
        minion: int,
        parts: list[Part] | None,
        wide: list[tuple[int, PowerHook]] | None = None,
    ) -> int:
        s = self.s
        card = CARDS[s.defn[minion]]
        total = card.power
        if s.zone[minion] != TABLE:
            if parts is not None:
                parts.append(Part("printed", total))
            return total
        if card.mask & STARTING_POWER:
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
            wide = self.power_sources(s.place[minion])
        if wide or card.power_of_itself is not None or minion in s.attached:
            for source, amount in self.continuous_power(minion, wide):
                total += amount
                if parts is not None:
                    parts.append(Part(self.name(source), amount, source))
        return total if total > 0 else 0

    def _lasting_power(self, effect: Lasting, minion: int) -> bool:
        if effect.kind == POWER_BONUS:
            return effect.target == minion and effect.place in (-1, self.s.place[minion])
        if effect.kind == POWER_AT:
            return (
                effect.target == self.s.controller[minion]
                and effect.place == self.s.place[minion]
                and not self.is_protected(minion, "power", Cause(effect.source, effect.target))
            )
        return False

    def power_sources(self, place: int) -> list[tuple[int, PowerHook]]:
        """The cards in play that may change the power of all minions at a place."""
        sources = self.listening[POWER]
        if not sources:
            return []
        s = self.s
        return [
            (source, hook)
            for source in sources
            for scope, hook in CARDS[s.defn[source]].power_hooks
            if scope == ANYWHERE or s.place[source] == place
        ]

    def continuous_power(
        self, minion: int, wide: list[tuple[int, PowerHook]] | None = None
    ) -> list[tuple[int, int]]:
        """What cards in play add to a minion's power for as long as they do: (card, amount).

        `wide`: the sources for its place, where the caller has found them already.
        """
        s = self.s
        found: list[tuple[int, int]] = []
        itself = CARDS[s.defn[minion]].power_of_itself
        if itself is not None:
            self._add_power_of(minion, itself, minion, found)
        for action in s.attached.get(minion, ()):
            hook = CARDS[s.defn[action]].power_of_host
            if hook is not None:
                self._add_power_of(action, hook, minion, found)
        for source, hook in self.power_sources(s.place[minion]) if wide is None else wide:
            self._add_power_of(source, hook, minion, found)
        return found

    def _add_power_of(
        self, source: int, hook: PowerHook, minion: int, found: list[tuple[int, int]]
    ) -> None:
        if self.works(source, self.s.controller[minion]):
            amount = hook(self, source, minion)  # type: ignore[arg-type]  # the busiest hook
            if not amount:
                return
            guarded = self.s.lasting or self.listening[PROTECTION]
            if not guarded or not self.is_protected(minion, "power", self.cause_of(source)):
                found.append((source, amount))

    def cause_of(self, card: int) -> Cause:
        """The cause for what a card in play does by itself: its controller; a base is nobody's."""
        return Cause(card, -1 if self.is_base(card) else self.s.controller[card])

    # -- protection --------------------------------------------------------------------

    def is_protected(self, minion: int, harm: str, cause: Cause) -> bool:
        """Whether something in play keeps this from being done to the minion, for good."""
        s = self.s
        for effect in s.lasting:
            if effect.target != minion:
                continue
            if effect.kind == SPARED and effect.source == cause.card:
                return True
            if effect.kind == GUARDED and effect.amount & HARM_BITS.get(harm, 0):
                return True
        for source in self.listening[PROTECTION]:
            protects = CARDS[s.defn[source]].protects
            if (
                protects is not None
                and self.works(source, s.controller[minion])
                and protects(self._game, source, minion, harm, cause)
            ):
                return True
        return False

    def affects(self, harm: str) -> bool:
        """Whether this counts as affecting a minion in the edition played (TERM-affect)."""
        return harm in self.s.edition.harms

    def by_others_action(self, cause: Cause, seat: int) -> bool:
        """Whether an action controlled by another player than `seat` does it."""
        return self.by_others_card(cause, seat) and self.is_action(cause.card)

    def by_others_card(self, cause: Cause, seat: int) -> bool:
        """Whether a minion or action of another player does it; bases are nobody's (FILL-11)."""
        card = cause.card
        if card < 0 or self.is_base(card):
            return False
        in_use = self.s.zone[card] in (TABLE, LIMBO)
        return (self.s.controller[card] if in_use else cause.seat) != seat

    # -- bases -------------------------------------------------------------------------

    def player_power(self, place: int, seat: int) -> int:
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
                total += hook(self._game, source, place, seat)
        return total

    def total_power(self, place: int) -> int:
        if self.listening[PLAYER_POWER]:
            return sum(self.player_power(place, seat) for seat in range(self.s.seats))
        s = self.s
        total = 0
        wide = self.power_sources(place)
        plain = not wide and not s.lasting
        for minion in s.places[place].minions:
            card = CARDS[s.defn[minion]]
            if plain and card.is_plain and minion not in s.attached:
                total += card.power + s.counters[minion]  # as `_power` would find
            else:
                total += self._power(minion, None, wide)
        return total

    def breakpoint(self, place: int) -> int:
        """The breakpoint of a base now, never below 0."""
        if not self.listening[BREAKPOINT | STARTING_BREAKPOINT]:
            for effect in self.s.lasting:
                if effect.kind in BREAKPOINT_KINDS:
                    break
            else:
                return self.base_card(place).breakpoint
        return max(0, sum(part.amount for part in self.breakpoint_parts(place)))

    def breakpoint_parts(self, place: int) -> list[Part]:
        """What a breakpoint is made of: the starting value, then everything that changes it."""
        s = self.s
        set_by = self.starting_breakpoints(place)
        start = set_by[0] if set_by else Part("printed", self.base_card(place).breakpoint)
        changes = [
            Part(self.name(effect.source), effect.amount, effect.source)
            for effect in s.lasting
            if effect.kind == BREAKPOINT_BONUS and effect.target == place
        ]
        for source in self.listening[BREAKPOINT]:
            change = self.card(source).breakpoint_hook
            if change is not None and self.works(source):
                amount = change(self._game, source, place)
                if amount:
                    changes.append(Part(self.name(source), amount, source))
        return [start, *changes]

    def starting_breakpoints(self, place: int) -> list[Part]:
        """What sets a base's starting breakpoint, first what holds (FILL-4)."""
        s = self.s
        printed = self.base_card(place).breakpoint
        found: list[Part] = []
        chosen = -1
        for effect in s.lasting:
            if effect.target == place and effect.kind == STARTING_BREAKPOINT_SET:
                found.append(Part(self.name(effect.source), effect.amount, effect.source))
            elif effect.target == place and effect.kind == STARTING_BREAKPOINT_CHOSEN:
                chosen = effect.source
        for source in self.listening[STARTING_BREAKPOINT]:
            hook = self.card(source).starting_breakpoint
            if hook is not None and s.place[source] == place and self.works(source):
                value = hook(self._game, source, printed)
                if value != printed or found:
                    found.append(Part(self.name(source), value, source))
        return sorted(found, key=lambda part: part.source != chosen)

    def is_ready(self, place: int) -> bool:
        """Whether a base has reached its breakpoint (SCORE-1)."""
        return self.total_power(place) >= self.breakpoint(place)

    def awards(self, place: int, position: int, seat: int) -> int:
        """What a base gives this player for this position, never below 0 (FILL-4)."""
        if position > 2:
            return 0
        value = self.base_card(place).vp[position]
        for source in self.listening[AWARD]:
            hook = self.card(source).award
            if hook is not None and self.works(source, seat):
                value += hook(self._game, source, place, seat)
        return max(0, value)

    def ranked_powers(self, place: int) -> dict[int, int]:
        """The power of every player who counts in the ranking there (SCORE-4)."""
        ranked: dict[int, int] = {}
        for seat in range(self.s.seats):
            power = self.player_power(place, seat)
            present = self.has_minion(seat, place)
            if present or (self.s.edition.power_is_presence and power >= 1):
                ranked[seat] = power
        return ranked

    # -- playing -----------------------------------------------------------------------

    def forbidden_by(self, seat: int, card: int, place: int) -> int:
        """The card in play that forbids this minion to be played there, or -1 (PREC-2)."""
        for source in self.listening[FORBIDDING]:
            hook = self.card(source).forbids
            if (
                hook is not None
                and self.works(source, seat)
                and hook(self._game, source, seat, card, place)
            ):
                return source
        return -1

    def discards_to_play(self, seat: int, card: int, place: int) -> list[int]:
        """The cards in play each of which demands a discard for playing this minion there."""
        return [
            source
            for source in self.listening[COST]
            if (hook := self.card(source).cost) is not None
            and self.works(source, seat)
            and hook(self._game, source, seat, card, place)
        ]

    def no_actions(self, seat: int) -> int:
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
        return -1

    def buried_cards(self, seat: int, place: int | None = None) -> list[int]:
        """The cards a player has buried, in table order."""
        s = self.s
        places = s.row if place is None else [place]
        return [
            c
            for p in places
            for c in s.places[p].buried
            if s.controller[c] == seat and s.zone[c] == BURIED
        ]
