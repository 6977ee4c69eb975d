"""What one seat may know: the only thing a player, bot or client is ever handed."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from smashup.engine.seen import facts, seen_columns
from smashup.model.columns import Columns
from smashup.model.decision import Decision, Option
from smashup.model.errors import NotThere
from smashup.model.event import ACTION_PLAYED, MINION_PLAYED, PHASE, TURN_STARTED
from smashup.model.ids import NO_CARD, CardId, Seat
from smashup.model.state import PHASE_NAMES, SCORE, SPECTATOR, PhaseName

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.engine.plays import Obstacle
    from smashup.engine.powers import Part
    from smashup.engine.shown import BaseShown
    from smashup.model.card import Card

#: How often cards are dealt anew to find some that explain what somebody else is asked.
TRIES = 100
#: How often cards that are doubted are dealt anew before they are taken as they come.
DOUBTS = 40


class HeldBack(NamedTuple):
    """What another player kept in hand when they last could play cards, and what they played."""

    seat: Seat
    cards: list[CardId]  # those that the observer does not know
    played: list[CardId]


class Doubt(Protocol):
    """Somebody's idea of which hidden cards are likely (`smashup.players.worlds`)."""

    @property
    def cards(self) -> list[CardId]:
        """The slots that it is about; those that the seat knows stay as they are."""
        ...

    def likelihood(self, defn: list[int]) -> float:
        """How likely these cards are there, compared with the likeliest: 0 to 1."""
        ...


class Observation:
    """A light view of a game for one seat; None is a spectator.

    It shows hands, decks and buried cards only as far as the seat may see them, and it goes along
    with the game: to keep a moment, keep `columns()` or `smashup.view.plain(observation)`, the
    data that a door can send. `determinize` gives a whole game to think on.
    """

    __slots__ = ("_bit", "_game", "seat")

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self._game = game
        self.seat = seat
        self._bit = SPECTATOR if seat is None else 1 << seat

    @property
    def decision(self) -> Decision | None:
        """The pending decision if it is this seat's to make."""
        decision = self._game.decision
        return decision if decision is not None and decision.seat == self.seat else None

    @property
    def over(self) -> bool:
        return self._game.over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winning seat, or several where a tie is shared; empty while the game goes on."""
        return self._game.winners

    @property
    def edition(self) -> str:
        """By which edition of the rules this game is played."""
        return self._game.edition

    @property
    def vp(self) -> list[int]:
        """The victory points, by seat."""
        return self._game.vp

    @property
    def players(self) -> int:
        """How many play; their seats are 0 to one less."""
        return self._game.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the players, clockwise."""
        return self._game.seats

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        return self._game.turn

    @property
    def turn_number(self) -> int:
        """How many turns there have been, this one counted."""
        return self._game.turn_number

    @property
    def phase(self) -> PhaseName:
        return self._game.phase

    @property
    def factions(self) -> tuple[tuple[str, ...], ...]:
        """The two factions of each seat."""
        return self._game.factions

    @property
    def bases(self) -> list[BaseShown]:
        """The bases in play, left to right; of a buried card that the seat cannot know, -1."""
        return [
            base._replace(buried=[card if self.sees(card) else NO_CARD for card in base.buried])
            if base.buried
            else base
            for base in self._game.bases
        ]

    @property
    def duellists(self) -> tuple[CardId, ...]:
        """The two minions that are in a duel now."""
        return self._game.duellists

    def hand(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's hand, None for those that this seat cannot know."""
        return self.names(self._game.hand(seat))

    def deck(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's deck, the top card last; mostly None."""
        return self.names(self._game.deck(seat))

    def discard_pile(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's discard pile, the top card last."""
        return self.names(self._game.discard_pile(seat))

    def why(self, card: CardId) -> list[Part]:
        """What the power of a minion in play, or the breakpoint of a base in play, is made of."""
        return self._game.why(self._seen(card))

    def why_not(self, card: CardId) -> list[Obstacle]:
        """Why the seat cannot play a card of its hand now; empty if it can."""
        if self.seat is None:
            raise NotThere("A spectator has no hand to play from.")
        return self._game.why_not(self.seat, self._seen(card))

    def card(self, card: CardId) -> Card:
        """Which card it is, where the seat knows: its printed numbers and words."""
        return self._game.card(self._seen(card))

    def name(self, card: CardId) -> str:
        """The name of a card or base that the seat knows."""
        return self._game.name(self._seen(card))

    def power(self, minion: CardId) -> int:
        """The power of a minion that the seat knows, as things stand."""
        return self._game.power(self._seen(minion))

    def columns(self) -> Columns:
        """What the seat may know of the position, in bulk (docs/how-it-works.md)."""
        return seen_columns(self._game.rules.s, self._bit)

    def sees(self, card: CardId) -> bool:
        """Whether the seat knows which card lies in this slot."""
        return bool(self._game.rules.s.known[card] & self._bit)

    def label(self, option: Option) -> str:
        """An option of this seat's decision in words."""
        for card in (option.card, option.host):
            if self._hides(card) and card not in self._offered():
                self._seen(card)
        return self._game.label(option)

    def names(self, cards: Sequence[CardId]) -> list[str | None]:
        """The names of cards, None for those that the seat cannot know."""
        return [self._game.name(card) if self.sees(card) else None for card in cards]

    def _hides(self, card: CardId) -> bool:
        return 0 <= card < len(self._game.rules.s.known) and not self.sees(card)

    def _seen(self, card: CardId) -> CardId:
        if self._hides(card):
            who = "A spectator" if self.seat is None else f"Seat {self.seat}"
            raise NotThere(f"{who} cannot know which card {card} is.")
        return card

    def first_seen(self, cards: Sequence[CardId]) -> int:
        """The position of the first card that the seat knows; behind the last if it knows none."""
        known, bit = self._game.rules.s.known, self._bit
        for position, card in enumerate(cards):
            if known[card] & bit:
                return position
        return len(cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self.seat == other.seat and self._facts() == other._facts()

    def _facts(self) -> tuple[object, ...]:
        """All that the seat may know, to be compared."""
        decision = self._game.decision
        asked = None if decision is None else decision.seat
        shown = (asked, self.duellists, facts(self.columns()))
        if decision is None or asked != self.seat:
            return shown
        labels = [self.label(option) for option in (*decision.picked, *decision.options)]
        return *shown, decision.kind, decision.prompt, labels

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "An observation is a view of a running game and cannot be pickled, since the whole game"
            " would go along: keep its columns(), or smashup.view.plain(observation)."
        )

    def held_back(self) -> list[HeldBack]:
        """For every other player, what their last turn tells of their hand.

        Read off the log: there is nothing to tell of turns before a copy was made.
        """
        found: list[HeldBack] = []
        s = self._game.rules.s
        others = [seat for seat in self.seats if seat != self.seat]
        turn: HeldBack | None = None
        come_since: set[CardId] = set()
        for event in self._game.rules.looking_back():
            kind, seat = event.kind, event.seat
            if kind == PHASE and event.word == PHASE_NAMES[SCORE]:
                hand = [c for c in s.hands[seat] if c not in come_since and not self.sees(c)]
                turn = HeldBack(seat, hand, [])
            elif kind == TURN_STARTED:
                if turn is not None and turn.seat in others:
                    others.remove(turn.seat)
                    found.append(turn)
                if not others:
                    break
                turn = None
            elif turn is not None and seat == turn.seat and kind in (MINION_PLAYED, ACTION_PLAYED):
                turn.played.append(event.card)
            come_since.add(event.card)
            come_since.update(event.cards)
        return found

    # -- thinking on -------------------------------------------------------------------

    def determinize(
        self, rng: random.Random, to_play: bool = True, doubts: Sequence[Doubt] = ()
    ) -> Game:
        """A playable game in which all that the seat cannot know is shuffled, consistent with
        everything it has seen and has not lost sight of since. It has no setup and no answers.

        Where somebody else is asked in the middle of an ability, what they are asked may hang on
        cards that the seat does not know: then the phase so far is played again with the shuffled
        cards, until cards are found with which it looks the same to this seat. to_play=False
        spares that, for who only judges the position: what others are asked is left out.
        doubts: hidden cards are as often there as these find likely.
        """
        world = self._world(rng, to_play, doubts)
        rules = self._game.rules
        world.rules.before = (rules.log, len(rules.log)) if rules.log else rules.before
        return world

    def _world(self, rng: random.Random, to_play: bool, doubts: Sequence[Doubt]) -> Game:
        decision = self._game.decision
        if decision is None or decision.seat == self.seat or decision.kind == "play":
            return self._dealt_anew(rng, self._offered(), doubts)
        if to_play:
            return self._relived(rng, doubts)
        world = self._dealt_anew(rng, (), doubts)
        world.decision = None
        return world

    def _dealt_anew(
        self, rng: random.Random, offered: Collection[CardId], doubts: Sequence[Doubt]
    ) -> Game:
        """What is offered a seat knows, even if it could not tell which it was."""
        known, bit = self._game.rules.s.known, self._bit
        if offered:
            known = [k | bit if c in offered else k for c, k in enumerate(known)]
        world = self._game.copy()
        world.forget_answers()
        world.rules.lay_over(self._shuffled(rng, known, doubts), rng.getrandbits(64))
        decision = world.decision
        if decision is not None and decision.kind == "play" and decision.seat != self.seat:
            world.decision = world.rules.play_decision()
        return world

    def _relived(self, rng: random.Random, doubts: Sequence[Doubt]) -> Game:
        """The phase so far with other cards, then those dealt anew that it does not hang on.

        If no other cards fit after so many tries, the seat as good as knows the true ones.
        """
        game, answers = self._game.retraced()
        then = game.rules.since().state.known
        now = self._game.rules.s.known
        known = [k | before for k, before in zip(now, then, strict=True)]
        world = game
        for _ in range(TRIES):
            lived = game.relived(self._shuffled(rng, known, ()), answers)
            if lived is not None and lived.observe(self.seat) == self:
                world = lived
                break
        view = Observation(world, self.seat)
        return view._dealt_anew(rng, offered_in(world.decision), doubts)

    def _shuffled(self, rng: random.Random, known: list[int], doubts: Sequence[Doubt]) -> list[int]:
        """Which card lies in which slot, those that the seat cannot know in any order."""
        defn = self._game.rules.s.defn[:]
        draw = rng.random
        groups = self._unknown(known)
        for slots in groups:
            cards = sorted(map(defn.__getitem__, slots))  # nothing of how they really lie
            cards.sort(key=lambda _: draw())
            for slot, card in zip(slots, cards, strict=True):
                defn[slot] = card
        if doubts:
            exchanged = {slot: slots for slots in groups for slot in slots}
            for doubt in doubts:
                for _ in range(DOUBTS):
                    if draw() < doubt.likelihood(defn):
                        break
                    for slot in doubt.cards:
                        others = exchanged.get(slot, [slot])  # it may be offered, and known
                        other = others[int(draw() * len(others))]
                        defn[slot], defn[other] = defn[other], defn[slot]
        return defn

    def _offered(self) -> Collection[CardId]:
        """The cards that the seat can choose from now."""
        return offered_in(self.decision)

    def _unknown(self, known: list[int]) -> list[list[CardId]]:
        """The slots whose cards the seat cannot know, those that may be exchanged together."""
        s, bit = self._game.rules.s, self._bit
        owner = s.owner
        groups = [[base for base in s.base_deck if not known[base] & bit]]
        mixed = False
        for seat in range(s.seats):
            hidden = [c for c in s.decks[seat] + s.hands[seat] if not known[c] & bit]
            groups.append(hidden)
            mixed = mixed or not {seat}.issuperset(map(owner.__getitem__, hidden))
        buried = [c for here in s.places.values() for c in here.buried if not known[c] & bit]
        face_down = buried + [c for c in s.laid if not known[c] & bit]
        if mixed or face_down:
            # Cards of several owners lie in one hand: exchange those of each owner, wherever.
            hidden = [c for group in groups[1:] for c in group] + face_down
            groups[1:] = [[c for c in hidden if owner[c] == seat] for seat in range(s.seats)]
        return groups


def offered_in(decision: Decision | None) -> Collection[CardId]:
    """The cards that can be chosen in a decision, other than what can be played from a hand."""
    if decision is None or decision.kind == "play":
        return ()
    return {option.card for option in decision.options if option.card >= 0}
