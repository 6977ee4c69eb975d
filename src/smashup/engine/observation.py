"""What one seat may know: the only thing a player, bot or client is ever handed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.engine.seen import facts, seen_columns
from smashup.model.columns import Columns
from smashup.model.decision import Decision, Option
from smashup.model.ids import NO_CARD, CardId, Seat
from smashup.model.state import SPECTATOR, PhaseName

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.engine.powers import Part
    from smashup.engine.shown import BaseShown


class Observation:
    """A light view of a game for one seat; None is a spectator.

    It shows hands, decks and buried cards only as far as the seat may see them. `determinize`
    gives a whole game to think on; `smashup.view.plain` makes it the data that a door can send.
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
    def vp(self) -> list[int]:
        """The victory points, by seat."""
        return self._game.vp

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.players

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
            for base in self._game.bases
        ]

    def hand(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's hand, None for those that this seat cannot know."""
        return self.names(self._game.rules.s.hands[seat])

    def deck(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's deck, the top card last; mostly None."""
        return self.names(self._game.rules.s.decks[seat])

    def discard_pile(self, seat: Seat) -> list[str | None]:
        """The names of the cards in a player's discard pile, the top card last."""
        return self.names(self._game.rules.s.discards[seat])

    def why(self, card: CardId) -> list[Part]:
        """What the power of a minion in play, or the breakpoint of a base in play, is made of."""
        return self._game.why(card)

    def columns(self) -> Columns:
        """What the seat may know of the position, in bulk (docs/how-it-works.md)."""
        return seen_columns(self._game.rules.s, self._bit)

    def sees(self, card: CardId) -> bool:
        """Whether the seat knows which card lies in this slot."""
        return bool(self._game.rules.s.known[card] & self._bit)

    def label(self, option: Option) -> str:
        """An option of this seat's decision in words."""
        return self._game.label(option)

    def names(self, cards: Sequence[CardId]) -> list[str | None]:
        """The names of cards, None for those that the seat cannot know."""
        return [self._game.name(card) if self.sees(card) else None for card in cards]

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
        if decision is None or asked != self.seat:
            return asked, facts(self.columns())
        labels = [self.label(option) for option in (*decision.picked, *decision.options)]
        return asked, decision.kind, decision.prompt, labels, facts(self.columns())

    __hash__ = None  # type: ignore[assignment]

    # -- thinking on -------------------------------------------------------------------

    def determinize(self, rng: random.Random) -> Game:
        """A playable game in which all that the seat cannot know is shuffled, consistent with
        everything it has seen and has not lost sight of since."""
        game = self._game.copy()
        defn = game.rules.s.defn[:]
        bit, draw = self._bit, rng.random
        for slots in self._unknown(bit):
            cards = sorted(map(defn.__getitem__, slots))  # nothing of how they really lie
            cards.sort(key=lambda _: draw())
            for slot, card in zip(slots, cards, strict=True):
                defn[slot] = card
        game.rules.lay_over(defn, rng.getrandbits(64))
        decision = game.decision
        if decision is not None and decision.kind == "play" and decision.seat != self.seat:
            game.decision = game.rules.play_decision()
        return game

    def _offered(self) -> set[CardId]:
        """The cards that the seat can choose from now."""
        decision = self.decision
        if decision is None or decision.kind == "play":
            return set()
        return {option.card for option in decision.options if option.card >= 0}

    def _unknown(self, bit: int) -> list[list[CardId]]:
        """The slots whose cards the seat cannot know, those that may be exchanged together."""
        s = self._game.rules.s
        known, owner = s.known, s.owner
        offered = self._offered()
        if offered:  # what a seat is offered it knows, even if it could not tell which it was
            known = [k | bit if c in offered else k for c, k in enumerate(known)]
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
