"""Definitions of cards and bases: their numbers, their words, and the abilities hung on them.

A faction file makes its cards with `Faction.minion`, `.action` and `.base` and then hangs each
ability on the card with one of the decorators below, in the order of the printed card:

    zapbot = robots.minion("Zapbot", power=2, copies=4, text="…")

    @zapbot.on_play
    def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
        yield from g.extra_minion(you, power_at_most=2)

Every ability is given the game, the card's id (`me`) and the player it speaks to (`you`).
Definitions hold no rules and no state; the engine reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from smashup.model.decision import Ability
from smashup.model.errors import SmashUpError, nearest
from smashup.model.event import (
    AFTER_SCORING,
    BEFORE_SCORING,
    NUMBER,
    TURN_ENDED,
    TURN_STARTED,
    Event,
    EventKind,
)
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.record import Record, record

if TYPE_CHECKING:
    from smashup.engine.rules import Rules
    from smashup.model.edition import Harm
    from smashup.model.state import Permission

    # What can be hung on a card, and what it is given.
    Run: TypeAlias = Callable[[Rules, CardId, Seat], Ability[None]]  # g, me, you
    React: TypeAlias = Callable[[Rules, CardId, Seat, Event], Ability[None]]  # g, me, you, ev
    When: TypeAlias = Callable[[Rules, CardId, Event], bool]  # g, me, ev
    Moot: TypeAlias = Callable[[Rules, CardId, Seat, Event], bool]  # g, me, you, ev
    Seats: TypeAlias = Callable[[Rules, CardId, Event], Sequence[Seat]]  # g, me, ev
    Condition: TypeAlias = Callable[[Rules, CardId, Seat], bool]  # g, me, you
    PowerHook: TypeAlias = Callable[[Rules, CardId, CardId], int]  # g, me, minion
    StartingHook: TypeAlias = Callable[[Rules, CardId, int], int]  # g, me, printed
    PlayerHook: TypeAlias = Callable[[Rules, CardId, PlaceId, Seat], int]  # g, me, place, seat
    MinionHook: TypeAlias = Callable[[Rules, CardId, CardId], bool]  # g, me, minion
    Protects: TypeAlias = Callable[
        [Rules, CardId, CardId, Harm, "Cause"], bool
    ]  # g, me, minion, harm, cause
    Shields: TypeAlias = Callable[
        [Rules, CardId, CardId, Harm, "Cause"], list[CardId]
    ]  # g, me, minion, harm, cause
    Forbids: TypeAlias = Callable[
        [Rules, CardId, Seat, CardId, PlaceId], bool
    ]  # g, me, seat, card, place
    Saves: TypeAlias = Callable[[Rules, CardId, CardId], Ability[bool]]  # g, me, minion
    Elsewhere: TypeAlias = Callable[[Rules, CardId, Seat], Ability[bool]]  # g, me, you
    Grants: TypeAlias = Callable[[Rules, CardId, Seat], Permission | None]  # g, me, you
    Target: TypeAlias = Callable[[Rules, Seat, CardId], bool]  # g, you, minion
    LaidOut: TypeAlias = Callable[[Rules, CardId, Seat], None]  # g, me, you
    NextTurn: TypeAlias = Callable[[Rules, CardId, Seat], Seat]  # g, me, seat

MINION: Final = "minion"
ACTION: Final = "action"
BASE: Final = "base"
STANDARD: Final = "standard"
ON_BASE: Final = "base"
ON_MINION: Final = "minion"

PlayedType: TypeAlias = Literal["minion", "action"]  # what is played from a hand
CardType: TypeAlias = PlayedType | Literal["base"]
PlaysOn: TypeAlias = Literal["standard", "base", "minion"]

# Where an ability reaches: the card itself, the minion it is on, its base, or everywhere.
ITSELF: Final = "itself"
HOST: Final = "host"
HERE: Final = "here"
ANYWHERE: Final = "anywhere"
Scope: TypeAlias = Literal["itself", "host", "here", "anywhere"]

# From where an ability can be used.
IN_PLAY: Final = "in play"
IN_HAND: Final = "in hand"
IN_DECK: Final = "in the deck"  # only while the event is about this very card there
WATCHING: Final = "watching"  # wherever it is by now: it was carried out and waits (`g.watch`)
UsedFrom: TypeAlias = Literal["in play", "in hand", "in the deck", "watching"]

# Numbers of the queries a card takes part in; those below belong to kinds of event.
POWER = 20  # of other minions than itself and its host
STARTING_POWER = 21
PLAYER_POWER = 22
STARTING_BREAKPOINT = 23
AWARD = 24
PROTECTION = 25
SHIELD = 26
SAVING = 27
FORBIDDING = 28
COST = 29
GRANT = 30
USE = 31
FROM_DISCARD = 32
GIVES_TAG = 33
UNAFFECTED = 34  # a protection from being affected at all
BY_COUNTERS = 35  # … that lasts as long as there is a counter
NEXT_TURN = 36
KINDS = 37  # of events and queries together
#: What a card does without anything happening, as a mask.
ALL_THE_TIME = (
    1 << POWER
    | 1 << STARTING_POWER
    | 1 << PLAYER_POWER
    | 1 << STARTING_BREAKPOINT
    | 1 << AWARD
    | 1 << PROTECTION
    | 1 << FORBIDDING
    | 1 << COST
)


# What an ability adds to, changes in another way or looks at; see `Card.after`. Counters are power,
# decks and discard piles belong to hands, and places are those of minions.
POWERS, HANDS, POINTS, BREAKPOINTS, PLACES = 1, 2, 4, 8, 16
# Which powers, where not only that of its own card, its host or the minion of the event.
ITS_BASE, ANY_BASE = 32, 64
# Whose hands, where not those of its own player: of the event's, or of whomever.
THEIRS, ANYONES = 128, 256
BY_CHOICE = 512  # the player whose hands they are, or would be, chooses something


@record
class Cause(Record):
    """Which card's text does something, and which player carries it out (FILL-11)."""

    card: CardId
    seat: Seat


@record
class Reaction(Record):
    """An ability that waits for a kind of event."""

    mask: int
    run: React | None  # None: what happens is just that the card is played
    when: When | None
    seats: Seats | None  # whom it speaks to; None: the card's controller (in hand: its holder)
    optional: bool  # the player may leave it
    asks: bool  # the ability itself lets the player decline while choosing
    zone: UsedFrom
    limit: str  # "": none; else the word under which a player's use at a place is remembered
    once: bool = False  # set off only once by all that one card does
    each_its_own: bool = False  # of copies, wherever and whosever, the order does not matter
    extra_play: bool = False  # all that it does is to allow an extra play
    adds: int = 0  # POWERS and the like: all that it does is to add to these
    alters: int = 0  # … or to change these in other ways
    looks: int = 0  # … depending on these
    moot: Moot | None = None  # whether it would do nothing as things stand


@record
class Use(Record):
    """A talent, or an ability that is used on your turn."""

    run: Run
    when: Condition | None
    zone: UsedFrom
    talent: bool
    in_duel: bool = False  # may also be used in a duel of one's minion
    again: bool = False  # as often as one likes, once something else was done in between


class Card:
    """One card or base as printed. See the module's text for how abilities are hung on it."""

    __slots__ = (
        "after_replacement_ability",
        "also_action",
        "award",
        "before_discard",
        "breakpoint",
        "cancels_base",
        "cancels_host",
        "copies",
        "cost",
        "counts_minions_lost",
        "doubles_talents",
        "faction",
        "forbids",
        "gives_tag",
        "grant",
        "hand_bits",
        "in_force",
        "index",
        "is_plain",
        "mask",
        "name",
        "next_turn",
        "on_play_ability",
        "player_power",
        "plays_itself",
        "plays_on",
        "power",
        "power_hooks",
        "power_of_host",
        "power_of_itself",
        "protects",
        "reactions",
        "rider",
        "rulings",
        "saves",
        "saves_by_moving",
        "saves_for",
        "saves_optional",
        "saves_when",
        "set",
        "shield",
        "special_only",
        "starting_breakpoint",
        "starting_power",
        "tags",
        "target",
        "text",
        "transferred",
        "type",
        "uncovered",
        "used_from_hand",
        "uses",
        "vp",
        "when_scoring_ability",
    )

    def __init__(
        self,
        name: str,
        type: CardType,
        faction: str,
        set: str,
        text: str,
        rulings: Sequence[str],
        copies: int = 1,
        power: int = 0,
        plays_on: PlaysOn = STANDARD,
        breakpoint: int = 0,
        vp: tuple[int, int, int] = (0, 0, 0),
        special_only: bool = False,
        tags: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.type = type
        self.faction = faction
        self.set = set
        self.text = text
        self.rulings = tuple(rulings)
        self.copies = copies
        self.power = power
        self.plays_on = plays_on
        self.breakpoint = breakpoint
        self.vp = vp
        self.special_only = special_only
        self.tags = frozenset(tags)
        self.index = -1
        self.mask = 0
        self.hand_bits = 0  # the events that it answers from a hand, or the deck
        self.used_from_hand = False
        self.on_play_ability: Run | None = None
        self.uncovered: Run | None = None
        self.transferred: Run | None = None
        self.uses: list[Use] = []
        self.reactions: list[Reaction] = []
        self.is_plain = True  # nothing on the card itself changes its power
        self.power_of_itself: PowerHook | None = None
        self.power_of_host: PowerHook | None = None
        self.power_hooks: list[tuple[Scope, PowerHook]] = []
        self.starting_power: StartingHook | None = None
        self.player_power: PlayerHook | None = None
        self.starting_breakpoint: StartingHook | None = None
        self.award: PlayerHook | None = None
        self.protects: Protects | None = None
        self.shield: Shields | None = None
        self.saves: Saves | None = None
        self.saves_when: MinionHook | None = None
        self.saves_optional = False
        self.saves_for = 0
        self.saves_by_moving = False
        self.forbids: Forbids | None = None
        self.cost: Forbids | None = None
        self.grant: Grants | None = None
        self.rider: Run | None = None
        self.cancels_host = False
        self.cancels_base: Condition | None = None
        self.in_force: LaidOut | None = None
        self.target: Target | None = None
        self.next_turn: NextTurn | None = None
        self.when_scoring_ability: Reaction | None = None
        self.after_replacement_ability: Reaction | None = None
        self.before_discard: Elsewhere | None = None
        self.also_action = False
        self.doubles_talents = False
        self.counts_minions_lost = False
        self.gives_tag = ""
        self.plays_itself: Condition | None = None

    def __repr__(self) -> str:
        return f"<{self.type} {self.name}>"

    @property
    def is_continuous(self) -> bool:
        """Whether it does something all the time: to powers, by protecting, by forbidding."""
        return bool(self.mask & ALL_THE_TIME)

    # -- what it does when played or used ----------------------------------------------

    def on_play(self, run: Run) -> Run:
        """What the card does when it is played (for a standard action: all it does)."""
        self.on_play_ability = run
        return run

    def when_uncovered(self, run: Run) -> Run:
        """What the card does instead when it was uncovered."""
        self.uncovered = run
        return run

    def when_transferred(self, run: Run) -> Run:
        """What an action in play does when it comes to another base or minion."""
        self.transferred = run
        return run

    def talent(self, when: Condition | None = None) -> Callable[[Run], Run]:
        """A talent: once in each Play Cards phase of its controller, while `when` holds."""
        return self._use(when, IN_PLAY, talent=True)

    def on_your_turn(
        self,
        when: Condition | None = None,
        zone: UsedFrom = IN_PLAY,
        in_duel: bool = False,
        again: bool = False,
    ) -> Callable[[Run], Run]:
        """An ability used in one's own Play Cards phase from `zone`, while `when` holds.

        `in_duel`: also in a duel that a minion of one's own takes part in. `again`: as often as
        one likes, once something else was done in between.
        """
        return self._use(when, zone, talent=False, in_duel=in_duel, again=again)

    def _use(
        self,
        when: Condition | None,
        zone: UsedFrom,
        talent: bool,
        in_duel: bool = False,
        again: bool = False,
    ) -> Callable[[Run], Run]:
        def hang(run: Run) -> Run:
            self.uses.append(Use(run, when, zone, talent, in_duel, again))
            if zone == IN_PLAY:
                self.mask |= 1 << USE
            self.used_from_hand |= zone == IN_HAND
            return run

        return hang

    def playable_from_discard(self, when: Condition) -> Condition:
        """A Special by which the card is played from the discard pile on your turn."""
        self.plays_itself = when
        return when

    # -- what it waits for -------------------------------------------------------------

    def after(
        self,
        *kinds: EventKind,
        when: When | None = None,
        seats: Seats | None = None,
        may: bool = False,
        asks: bool = False,
        once: bool = False,
        each_its_own: bool = False,
        extra_play: bool = False,
        adds: int = 0,
        alters: int = 0,
        looks: int = 0,
        moot: Moot | None = None,
    ) -> Callable[[React], React]:
        """An ability carried out after such an event, if `when` held at the event.

        `may`: the player is asked yes or no first. `asks`: the ability itself lets the player
        decline (by `g.may_choose` and the like), so it is not asked about twice. `once`: all that
        one card does while it is carried out sets the ability off only once. `each_its_own`: it
        touches this card, its host or its player's deck only (or all copies do the same to one
        minion), so copies of it are never put in an order. `extra_play`: it allows an extra play,
        which is kept on one's own turn and else may be taken or left. `adds`: all it does is to add
        to power, hands or points; `alters`: to change these, breakpoints or places otherwise;
        `looks`: what that depends on; `moot`: whether it would do nothing as things stand, which
        only a change of what it looks at could alter: who may leave it is then not asked. Where the
        order cannot matter by all this (`engine.ordering`), it is not asked about.
        """
        own = (once, each_its_own, extra_play, adds, alters, looks, moot)
        return self._react(kinds, when, seats, may or asks, asks, IN_PLAY, "", *own)

    def while_watching(self, *kinds: EventKind, adds: int = 0) -> Callable[[React], React]:
        """What happens if such a thing befalls the minion that it watches (`g.watch`)."""
        return self._react(kinds, None, None, False, False, WATCHING, "", adds=adds)

    def at_start_of_turn(
        self,
        when: When | None = None,
        seats: Seats | None = None,
        asks: bool = False,
        may: bool = False,
        adds: int = 0,
        alters: int = 0,
        looks: int = 0,
        moot: Moot | None = None,
    ) -> Callable[[React], React]:
        """Carried out in Start Turn; without `when` or `seats`, of its controller's turns only."""
        if when is None and seats is None:
            when = _own_turn
        return self.after(
            TURN_STARTED,
            when=when,
            seats=seats,
            asks=asks,
            may=may,
            adds=adds,
            alters=alters,
            looks=looks,
            moot=moot,
        )

    def at_end_of_turn(
        self,
        when: When | None = None,
        seats: Seats | None = None,
        may: bool = False,
        adds: int = 0,
        looks: int = 0,
    ) -> Callable[[React], React]:
        """Carried out in End Turn; without `when` or `seats`, of its controller's turns only."""
        if when is None and seats is None:
            when = _own_turn
        return self.after(
            TURN_ENDED,
            when=when,
            seats=seats,
            may=may,
            adds=adds,
            looks=looks,
        )

    def before_scoring(
        self,
        when: When | None = None,
        seats: Seats | None = None,
        must: bool = False,
        asks: bool = False,
        anywhere: bool = False,
        moot: Moot | None = None,
    ) -> Callable[[React], React]:
        """Used from play before a base scores: its own base, unless `anywhere`."""
        return self._window(BEFORE_SCORING, when, seats, must, asks, anywhere, moot)

    def after_scoring(
        self,
        when: When | None = None,
        seats: Seats | None = None,
        must: bool = False,
        asks: bool = False,
        anywhere: bool = False,
        moot: Moot | None = None,
    ) -> Callable[[React], React]:
        """Used from play after a base scored: its own base, unless `anywhere`."""
        return self._window(AFTER_SCORING, when, seats, must, asks, anywhere, moot)

    def _window(
        self,
        kind: EventKind,
        when: When | None,
        seats: Seats | None,
        must: bool,
        asks: bool,
        anywhere: bool,
        moot: Moot | None,
    ) -> Callable[[React], React]:
        def here_and(g: Rules, me: CardId, ev: Event) -> bool:
            return g.place(me) == ev.place and (when is None or when(g, me, ev))

        return self._react(
            (kind,), when if anywhere else here_and, seats, not must, asks, IN_PLAY, "", moot=moot
        )

    def special_from_hand(
        self, *kinds: EventKind, when: When | None = None, limit: str = ""
    ) -> Callable[[React], React]:
        """A Special by which the card is played from hand at such an event, with this effect.

        `limit` names a limit of one such use by a player for each base that scores.
        """
        return self._react(kinds, when, None, True, False, IN_HAND, limit)

    def special_from_deck(
        self, *kinds: EventKind, when: When | None = None
    ) -> Callable[[React], React]:
        """A Special by which the card is played from the deck when it is one of an event's cards.

        Its holder is asked as for a Special from hand, if it still lies in the deck then.
        """
        return self._react(kinds, when, None, True, False, IN_DECK, "")

    def playable_from_hand(
        self, *kinds: EventKind, when: When | None = None, limit: str = ""
    ) -> None:
        """A Special by which the card may simply be played at such an event.

        A minion, or an action that is played on a base, goes to the base where it happened.
        """
        self._add(Reaction(_bits(kinds), None, when, None, True, False, IN_HAND, limit))

    def _react(
        self,
        kinds: Sequence[EventKind],
        when: When | None,
        seats: Seats | None,
        optional: bool,
        asks: bool,
        zone: UsedFrom,
        limit: str,
        once: bool = False,
        each_its_own: bool = False,
        extra_play: bool = False,
        adds: int = 0,
        alters: int = 0,
        looks: int = 0,
        moot: Moot | None = None,
    ) -> Callable[[React], React]:
        def hang(run: React) -> React:
            how = (optional, asks, zone, limit, once, each_its_own, extra_play)
            does = (adds, alters, looks, moot)
            self._add(Reaction(_bits(kinds), run, when, seats, *how, *does))
            return run

        return hang

    def _add(self, reaction: Reaction) -> None:
        self.reactions.append(reaction)
        if reaction.zone == IN_PLAY:
            self.mask |= reaction.mask
        elif reaction.zone in (IN_HAND, IN_DECK):
            self.hand_bits |= reaction.mask

    def when_scoring(self, seats: Seats) -> Callable[[React], React]:
        """A base's ability that applies while it is awarded (SCORE-6)."""

        def hang(run: React) -> React:
            self.when_scoring_ability = Reaction(0, run, None, seats, False, False, IN_PLAY, "")
            return run

        return hang

    def after_replacement(
        self, seats: Seats | None = None, extra_play: bool = False, moot: Moot | None = None
    ) -> Callable[[React], React]:
        """What a scored base lets `seats` do once it is replaced; the event's place is new.

        Or what a card lets its player do then that has said `g.once_replaced()`. The ability lets
        the player decline; `extra_play` and `moot`: as for `after`.
        """

        def hang(run: React) -> React:
            self.after_replacement_ability = Reaction(
                0, run, None, seats, True, True, IN_PLAY, "", extra_play=extra_play, moot=moot
            )
            return run

        return hang

    def would_be_discarded(self, run: Elsewhere) -> Elsewhere:
        """For an action just carried out: may put the card elsewhere (and says whether it did)."""
        self.before_discard = run
        return run

    # -- what holds while it is in play ------------------------------------------------

    def power_change(self, scope: Scope) -> Callable[[PowerHook], PowerHook]:
        """How much power it adds, as `(g, me, minion)`, to the minions in its scope."""

        def hang(hook: PowerHook) -> PowerHook:
            if scope == ITSELF:
                self.power_of_itself = hook
                self.is_plain = False
            elif scope == HOST:
                self.power_of_host = hook
            else:
                self.power_hooks.append((scope, hook))
                self.mask |= 1 << POWER
            return hook

        return hang

    def sets_starting_power(self, hook: StartingHook) -> StartingHook:
        """The starting power of this minion, as `(g, me, printed)`."""
        self.starting_power = hook
        self.is_plain = False
        self.mask |= 1 << STARTING_POWER
        return hook

    def adds_to_player(self, hook: PlayerHook) -> PlayerHook:
        """Power of a player at a base that belongs to no minion, as `(g, me, place, seat)`."""
        self.player_power = hook
        self.mask |= 1 << PLAYER_POWER
        return hook

    def sets_starting_breakpoint(self, hook: StartingHook) -> StartingHook:
        """The starting breakpoint of its base, as `(g, me, otherwise)`, what it would be else."""
        self.starting_breakpoint = hook
        self.mask |= 1 << STARTING_BREAKPOINT
        return hook

    def changes_award(self, hook: PlayerHook) -> PlayerHook:
        """How it changes what a player is awarded by a base, as `(g, me, place, seat)`."""
        self.award = hook
        self.mask |= 1 << AWARD
        return hook

    def protects_minions(self, hook: Protects) -> Protects:
        """Whether it keeps `minion` from `harm` done by `cause`: `(g, me, minion, harm, cause)`."""
        self.protects = hook
        self.mask |= 1 << PROTECTION
        return hook

    def keeps_unaffected(self, hook: Protects) -> Protects:
        """Like `protects_minions`, from all that affects a minion: it sheds actions too."""
        self.mask |= 1 << UNAFFECTED
        return self.protects_minions(hook)

    def keeps_unaffected_by_counters(self, hook: Protects) -> Protects:
        """Like `keeps_unaffected`, those minions that have a counter."""
        self.mask |= 1 << BY_COUNTERS
        return self.keeps_unaffected(hook)

    def shields_once(self, hook: Shields) -> Shields:
        """Like `protects_minions`, but destroyed for it: gives the minions spared, or none."""
        self.shield = hook
        self.mask |= 1 << SHIELD
        return hook

    def saves_from_destruction(
        self, when: MinionHook, may: bool = False, counters: int = 0
    ) -> Callable[[Saves], Saves]:
        """What happens instead when a minion would be destroyed, as `(g, me, minion)`.

        `when` says which minions it saves; the ability asks nothing and says whether it really
        did. `counters`: how many it pays for each, so that what pays for one does not for another.
        """

        def hang(run: Saves) -> Saves:
            self.saves = run
            self.saves_when = when
            self.saves_optional = may
            self.saves_for = counters
            self.mask |= 1 << SAVING
            return run

        return hang

    def moves_instead_of_destruction(self, when: MinionHook) -> None:
        """When such a minion would be destroyed, its controller moves it to another base."""
        self.saves_when = when
        self.saves_by_moving = True
        self.mask |= 1 << SAVING

    def forbids_playing(self, hook: Forbids) -> Forbids:
        """Whether `seat` cannot play `card` at `place`, as `(g, me, seat, card, place)`."""
        self.forbids = hook
        self.mask |= 1 << FORBIDDING
        return hook

    def costs_a_discard(self, hook: Forbids) -> Forbids:
        """Whether `seat` must discard a card to play `card` at `place`."""
        self.cost = hook
        self.mask |= 1 << COST
        return hook

    def extra_play_each_turn(self, hook: Grants) -> Grants:
        """The extra play it gives its controller (a base: anyone) on each of their turns.

        As `(g, me, you)`; None while its condition does not hold.
        """
        self.grant = hook
        self.mask |= 1 << GRANT
        return hook

    def with_the_extra_play(self, run: Run) -> Run:
        """What else happens to a card played by the extra play this card gave: `(g, card, you)`."""
        self.rider = run
        return run

    def makes_all_yours(self, tag: str) -> None:
        """All its controller's minions in play are of this kind too."""
        self.gives_tag = tag
        self.mask |= 1 << GIVES_TAG

    def plays_here_from_discard(self) -> None:
        """Its controller's minions may be played at its base from the discard pile instead."""
        self.mask |= 1 << FROM_DISCARD

    def ignores_base(self, hook: Condition) -> Condition:
        """Whether the ability of the base it is on is off for `seat`, as `(g, me, seat)`."""
        self.cancels_base = hook
        return hook

    def says_who_is_next(self, hook: NextTurn) -> NextTurn:
        """Whose turn comes after this one, as `(g, me, seat)`; `seat`, whose it would be, if it
        has nothing against that. Asked at the end of a turn, and by bots that look ahead."""
        self.next_turn = hook
        self.mask |= 1 << NEXT_TURN
        return hook

    def laid_out(self, hook: LaidOut) -> LaidOut:
        """What is in force where a table is laid out with it, as if it had just been played."""
        self.in_force = hook
        return hook

    def played_on(self, hook: Target) -> Target:
        """Which minions it can be played on, as `(g, you, minion)`; any without this."""
        self.target = hook
        return hook


def kinds_in(mask: int) -> tuple[int, ...]:
    """The numbers of the events and queries that a card with this mask takes part in."""
    found = _KINDS_IN.get(mask)
    if found is None:
        found = _KINDS_IN[mask] = tuple([kind for kind in range(KINDS) if mask >> kind & 1])
    return found


_KINDS_IN: dict[int, tuple[int, ...]] = {}  # of the masks met so far


def _bits(kinds: Sequence[EventKind]) -> int:
    bits = 0
    for kind in kinds:
        if kind not in NUMBER:
            raise SmashUpError(f"No ability can wait for {kind!r}. {nearest(kind, NUMBER)}")
        bits |= 1 << NUMBER[kind]
    return bits


def _own_turn(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.seat == g.controller(me)


class Faction:
    """A faction's cards and bases, in the order of its file.

    `plays` says in a sentence how it plays, to whoever chooses among factions.
    """

    def __init__(self, name: str, set: str, plays: str = "") -> None:
        self.name = name
        self.set = set
        self.plays = plays
        self.cards: list[Card] = []
        self.bases: list[Card] = []
        self.deck: list[int] = []  # the numbers of all its cards, once it is in the box

    def minion(
        self,
        name: str,
        *,
        power: int,
        copies: int,
        text: str,
        rulings: Sequence[str] = (),
        tags: Sequence[str] = (),
    ) -> Card:
        """Adds a minion and gives it back, for its abilities to be hung on."""
        card = Card(name, MINION, self.name, self.set, text, rulings, copies, power, tags=tags)
        self.cards.append(card)
        return card

    def action(
        self,
        name: str,
        *,
        copies: int,
        text: str,
        rulings: Sequence[str] = (),
        plays_on: PlaysOn = STANDARD,
        special_only: bool = False,
    ) -> Card:
        """Adds an action. `special_only`: it can be played by its Special alone."""
        card = Card(
            name,
            ACTION,
            self.name,
            self.set,
            text,
            rulings,
            copies,
            plays_on=plays_on,
            special_only=special_only,
        )
        self.cards.append(card)
        return card

    def base(
        self,
        name: str,
        *,
        breakpoint: int,
        vp: tuple[int, int, int],
        text: str,
        rulings: Sequence[str] = (),
    ) -> Card:
        """Adds a base."""
        card = Card(name, BASE, self.name, self.set, text, rulings, breakpoint=breakpoint, vp=vp)
        self.bases.append(card)
        return card
