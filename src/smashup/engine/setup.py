"""Setting a game up: factions, decks, bases, opening hands (docs/rules.md, chapter 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, SupportsIndex, TypeAlias

from smashup.cards import PRINTED
from smashup.cards.registry import CARDS, FACTIONS, find_faction
from smashup.engine.turn import Turn
from smashup.model.decision import Ability, Decision, Option
from smashup.model.edition import Edition, edition
from smashup.model.errors import BadSetup
from smashup.model.event import CARDS_SEEN, DISCARDED, FACTION_BANNED, FACTION_CHOSEN, Event
from smashup.model.ids import NO_CARD, NO_SEAT, CardId, PlaceId, Seat, seats_of
from smashup.model.state import (
    BASE_DECK,
    DECK,
    DRAFT,
    EVERYONE,
    MULLIGAN,
    START,
    TABLE,
    State,
)

OPENING_HAND = 5
MOST_BANS = 2
Named: TypeAlias = tuple[tuple[str, ...], ...]  # factions, by seat
PLAYERS = (2, 3, 4)
#: SETUP-4: every base of these where an edition says so; those of a pack come with its factions.
PRINTED_SETS = frozenset(pack.name for pack in PRINTED)


@dataclass(frozen=True)
class Setup:
    """All that a game starts from; with the answers given it is the whole game.

    `factions`: two for each seat, or "draft". `pool`: what to draft from, or what they were drawn
    from; where it is empty, all that is in the box. `box`: the factions that were there for the
    bases (SETUP-4) and the draft, so that a faction added later changes nothing. `draws`: the
    random numbers spent on drawing the factions, where they were left to chance. `bans`: how many
    factions each player bans before a draft.
    """

    factions: tuple[tuple[str, ...], ...] | str
    players: int
    seed: int
    edition: str
    first: int | None = None  # None: random (SETUP-7)
    pool: tuple[str, ...] = ()
    same_faction: bool = False  # SETUP-2: several copies of each faction in the box
    ask_everyone: bool = False  # in windows that a hand may answer, also who can only pass
    box: tuple[str, ...] = ()
    draws: int = 0
    bans: int = 0

    @property
    def way(self) -> str:
        """How the factions came about: "draft", "random" or "given"."""
        if isinstance(self.factions, str):
            return self.factions
        return "random" if self.draws else "given"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in a way that the sources and the compiled engine both can read."""
        return Setup, tuple([getattr(self, field.name) for field in fields(self)])


def make_setup(
    factions: Sequence[Sequence[str]] | str,
    players: int | None = None,
    seed: SupportsIndex = 0,
    edition_name: str = "oops",
    first: int | None = None,
    pool: Sequence[str] = (),
    same_faction: bool = False,
    ask_everyone: bool = False,
    box: Sequence[str] = (),
    draws: int = 0,
    bans: int = 0,
) -> Setup:
    """Checks what a caller asks for; `BadSetup` says what is wrong with it.

    "random" factions are drawn here, so that the setup names them. `box` and `draws` are for
    setups that were made before (see `Setup`).
    """
    rules = edition(edition_name)
    if not isinstance(factions, Sequence):
        raise BadSetup(f"Factions are given by name, or 'draft' or 'random', not {factions!r}.")
    chosen: tuple[tuple[str, ...], ...] | str
    if isinstance(factions, str):
        if factions not in ("draft", "random"):
            raise BadSetup(f"Factions are given by name, or 'draft' or 'random', not {factions!r}.")
        chosen = factions
        count = 2 if players is None else players
    else:
        chosen = tuple(map(_two_factions, factions))
        count = len(chosen)
        if players is not None and players != count:
            raise BadSetup(f"Factions for {count} seats were given, but {players} players.")
    if count not in PLAYERS:
        raise BadSetup(f"Smash Up is for 2 to 4 players, not {count}.")
    if not isinstance(chosen, str) and not same_faction:
        _no_faction_twice(chosen)
    if first is not None and first not in range(count):
        raise BadSetup(f"There is no seat {first} among {count}.")
    if draws < 0:
        raise BadSetup(f"Random numbers cannot have been drawn {draws} times.")
    if bans not in range(MOST_BANS + 1):
        raise BadSetup(f"Each player can ban up to {MOST_BANS} factions, not {bans}.")
    if bans and chosen != "draft":
        raise BadSetup("Factions can be banned in a draft only.")
    number = _whole(seed, "The seed")
    asked = (count, number, rules.name, first, _names(pool), same_faction, ask_everyone)
    setup = Setup(chosen, *asked, _names(box), draws, bans)
    if isinstance(chosen, str):
        _check_pool(setup, rules)
        if chosen == "random":
            chosen, draws = _drawn(setup, rules)
    return Setup(chosen, *asked, _box(setup, chosen, rules), draws, bans)


def _names(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(find_faction(name).name for name in names)


def _two_factions(pair: object) -> tuple[str, ...]:
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        raise BadSetup(
            "Factions are given as two names for each player, such as"
            f" [['Aliens', 'Robots'], ['Ninjas', 'Zombies']]; {pair!r} is not two names."
        )
    names = _names(pair)
    if len(names) != 2:
        given = " and ".join(names) or "none"
        raise BadSetup(f"Each player needs two factions, not {len(names)}: {given}.")
    if names[0] == names[1]:
        raise BadSetup(f"{names[0]} is given twice to one player; the two must differ.")
    return names


def _whole(number: SupportsIndex, what: str) -> int:
    if isinstance(number, int):  # mostly: to look for `__index__` takes four microseconds
        return int(number)
    if isinstance(number, SupportsIndex):
        return number.__index__()
    raise BadSetup(f"{what} is a whole number, not {number!r}.")


def _no_faction_twice(factions: tuple[tuple[str, ...], ...]) -> None:
    seen: set[str] = set()
    for pair in factions:
        for name in pair:
            if name in seen:
                raise BadSetup(
                    f"{name} is given to two players; "
                    "allow it with the option for several copies of a faction."
                )
            seen.add(name)


def _check_pool(setup: Setup, rules: Edition) -> None:
    size = len(set(setup.pool or setup.box or FACTIONS))
    least = _needed(setup)
    if setup.pool:
        least = max(least, rules.draft_pool_minimum)
    if size < least:
        raise BadSetup(f"A pool for {setup.players} players needs {least} factions, not {size}.")


def _needed(setup: Setup) -> int:
    """How many factions there must be, to take and to ban."""
    return (2 + setup.bans) * setup.players


def _drawn(setup: Setup, rules: Edition) -> tuple[Named, int]:
    """Its random factions by name, and how many draws that took."""
    s = _before_factions(setup, rules)
    there = _pool(setup)
    pool = _drawn_pool(s, setup)
    factions = tuple(
        (pool.pop(s.random(len(pool))), pool.pop(s.random(len(pool)))) for _ in range(setup.players)
    )
    return factions, len(there) - len(pool)


def _box(setup: Setup, factions: Named | str, rules: Edition) -> tuple[str, ...]:
    """What of the box it depends on: the sets of these factions, or all there is."""
    named = set(_pool(setup)) if isinstance(factions, str) else _all(factions)
    if setup.box:
        missing = sorted(named - set(setup.box))
        if missing:
            raise BadSetup(f"{missing[0]} is to be played, but not in the box of the game.")
        return setup.box
    sets = {FACTIONS[name].set for name in named}
    if rules.every_base:
        sets |= PRINTED_SETS
    return tuple([f.name for f in FACTIONS.values() if f.set in sets])


def _pool(setup: Setup) -> tuple[str, ...]:
    return setup.pool or setup.box or tuple(FACTIONS)


def _before_factions(setup: Setup, rules: Edition) -> State:
    """A state in which nothing is decided but who begins."""
    s = State(setup.players, rules, setup.seed & 0xFFFFFFFFFFFFFFFF)
    s.turn = Seat(s.random(setup.players) if setup.first is None else setup.first)
    s.phase = DRAFT
    return s


def _drawn_pool(s: State, setup: Setup) -> list[str]:
    """What lies in the pool, where the edition limits it (SETUP-3)."""
    pool = list(_pool(setup))
    wanted = s.edition.draft_pool or len(pool)
    while len(pool) > max(wanted, _needed(setup)):
        pool.pop(s.random(len(pool)))
    return pool


def _all(named: Named) -> set[str]:
    return {name for names in named for name in names}


def _with(named: Named, seat: Seat, name: str) -> Named:
    """The same with one more of this seat."""
    return (*named[:seat], (*named[seat], name), *named[seat + 1 :])


class SettingUp(Turn):
    """The steps before the first turn; the draft is made of ordinary decisions."""

    def set_up(self) -> Ability[None]:
        """Drafts, deals and exchanges hands, from where the state stands."""
        if self.s.phase == DRAFT:
            yield from self._draft()
        yield from self._opening_hands()

    def _draft(self) -> Ability[None]:
        """SETUP-3: one each in turn order, then a second each in reverse order."""
        s = self.s
        order = self.seats()
        self.banned = self.picked = ((),) * s.seats
        yield from self._ban(order)
        for seat in (*order, *reversed(order)):
            mine = self.picked[seat]
            out = {*_all(self.banned), *(mine if self.same_faction else _all(self.picked))}
            options = [Option("choose", word=name) for name in s.pool if name not in out]
            prompt = "Choose your second faction" if mine else "Choose your first faction"
            answer = yield from self.ask(Decision(seat, "choose", NO_CARD, prompt, options))
            self.picked = _with(self.picked, seat, answer.word)
            self.log.append(Event(FACTION_CHOSEN, seat, word=answer.word))
        s.factions = self.picked
        self.deal()
        self.learn_cards()
        if self.is_copied:  # who cannot know the hands thinks of others from here on
            self.set_checkpoint(None)

    def _ban(self, order: Sequence[Seat]) -> Ability[None]:
        """Before a draft: what nobody may take, one after the other in turn order."""
        for seat in [*order] * self.bans:
            out = _all(self.banned)
            options = [Option("choose", word=name) for name in self.s.pool if name not in out]
            prompt = "Ban a faction: nobody may choose it"
            answer = yield from self.ask(Decision(seat, "choose", NO_CARD, prompt, options))
            self.banned = _with(self.banned, seat, answer.word)
            self.log.append(Event(FACTION_BANNED, seat, word=answer.word))

    same_faction = False
    bans = 0
    banned: Named = ()  # by each seat, in a draft
    picked: Named = ()
    in_box: tuple[str, ...] = ()  # whose bases may come (`Setup.box`)

    def deal(self) -> None:
        """Makes decks and base deck, lays the bases out and draws the opening hands."""
        s = self.s
        s.defn, s.owner = s.defn[:], s.owner[:]  # copies share them
        for seat, names in zip(seats_of(s.seats), s.factions, strict=True):
            first, second = names
            deck = s.add_cards(FACTIONS[first].deck + FACTIONS[second].deck, seat, DECK)
            s.shuffle(deck)
            s.decks[seat] = deck
        s.base_deck = self._base_cards()
        s.shuffle(s.base_deck)
        for _ in range(s.seats + 1):  # SETUP-5
            base = s.base_deck.pop()
            place = self.new_place()
            s.places[place] = s.places[place].with_base(base)
            self.lay_base(base, place)
        for seat in seats_of(s.seats):
            self._draw_hand(seat)
        s.phase = MULLIGAN

    def _base_cards(self) -> list[CardId]:
        """SETUP-4: the bases of every set that a chosen faction comes from, each once."""
        s = self.s
        sets = {FACTIONS[name].set for names in s.factions for name in names}
        if s.edition.every_base:
            sets |= PRINTED_SETS
        printed = [
            base.index
            for name in self.in_box
            if FACTIONS[name].set in sets
            for base in FACTIONS[name].bases
        ]
        return s.add_cards(printed, NO_SEAT, BASE_DECK)

    def lay_base(self, base: CardId, place: PlaceId) -> None:
        """Puts a base in play without anything reacting to it."""
        s = self.s
        s.zone[base] = TABLE
        s.place[base] = place
        s.known[base] = EVERYONE
        self._listen(base, True)

    def _draw_hand(self, seat: Seat) -> None:
        for card in self.s.decks[seat][: -OPENING_HAND - 1 : -1]:
            self._put_in_hand(card, seat)

    def _opening_hands(self) -> Ability[None]:
        """SETUP-6: a hand without a minion may (or must) be shown and exchanged once."""
        s = self.s
        for seat in self.seats():
            hand = s.hands[seat]
            if any(self.is_minion(card) for card in hand):
                continue
            prompt = "Your opening hand has no minion. Show it, discard it and draw five new cards?"
            if s.edition.redraw_compulsory or (yield from self.ask_yes_no(seat, NO_CARD, prompt)):
                cards = tuple(hand)
                self.log.append(Event(CARDS_SEEN, seat, cards=cards, amount=5, word="reveal"))
                for card in cards:
                    self._put_in_discard(card)
                self.log.append(Event(DISCARDED, seat, cards=cards, amount=5))
                self._draw_hand(seat)
        s.phase = START

    def learn_cards(self) -> None:
        """Notes what no card of this game does, so that nobody need look for it."""
        bits = 0
        plays_from_discard = uses_from_hand = False
        for defn in set(self.s.defn):
            card = CARDS[defn]
            bits |= card.hand_bits
            if card.plays_itself is not None:
                plays_from_discard = True
            if card.used_from_hand:
                uses_from_hand = True
        self.hand_bits = bits
        self.plays_from_discard = plays_from_discard
        self.uses_from_hand = uses_from_hand


def starting_state(setup: Setup) -> State:
    """The state before the first decision of a game; factions not dealt yet."""
    s = _before_factions(setup, edition(setup.edition))
    if isinstance(setup.factions, str):
        s.pool = tuple(_drawn_pool(s, setup))
    else:
        s.factions = setup.factions
        s.skip_random(setup.draws)
    return s
