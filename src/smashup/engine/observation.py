"""What one seat may know: the only thing a player, bot or client is ever handed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from smashup.model.decision import Decision, Option
from smashup.model.state import SPECTATOR

if TYPE_CHECKING:
    from smashup.engine.game import Game


class Observation:
    """A light view of a game for one seat; None is a spectator.

    It shows hands, decks and buried cards only as far as the seat may see them. `determinize`
    gives a whole game to think on; `to_json` what a door can send.
    """

    __slots__ = ("_bit", "_game", "seat")

    def __init__(self, game: Game, seat: int | None) -> None:
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
        return self._game.s.vp[:]

    @property
    def seats(self) -> int:
        """How many play."""
        return self._game.s.seats

    @property
    def turn_number(self) -> int:
        return self._game.s.turn_number

    def sees(self, card: int) -> bool:
        """Whether the seat knows which card lies in this slot."""
        return bool(self._game.s.known[card] & self._bit)

    def label(self, option: Option) -> str:
        """An option of this seat's decision in words."""
        return self._game.label(option)

    def names(self, cards: list[int]) -> list[str | None]:
        """The names of cards, None for those that the seat cannot know."""
        return [self._game.name(card) if self.sees(card) else None for card in cards]

    def first_seen(self, cards: list[int]) -> int:
        """The position of the first card that the seat knows; behind the last if it knows none."""
        known, bit = self._game.s.known, self._bit
        for position, card in enumerate(cards):
            if known[card] & bit:
                return position
        return len(cards)

    def to_json(self) -> dict[str, Any]:
        """All that the seat may know, as plain data (docs/protocol.md, "The view")."""
        from smashup.view import plain

        return plain(self)

    def __eq__(self, other: object) -> bool:
        from smashup.view import private, public

        if not isinstance(other, Observation):
            return False
        return public(self) == public(other) and private(self) == private(other)

    __hash__ = None  # type: ignore[assignment]

    # -- thinking on -------------------------------------------------------------------

    def determinize(self, rng: random.Random) -> Game:
        """A playable game in which all that the seat cannot know is shuffled, consistent with
        everything it has seen and has not lost sight of since."""
        game = self._game.copy()
        defn = game.s.defn[:]
        bit, draw = self._bit, rng.random
        for slots in self._unknown(bit):
            cards = sorted(map(defn.__getitem__, slots))  # nothing of how they really lie
            cards.sort(key=lambda _: draw())
            for slot, card in zip(slots, cards, strict=True):
                defn[slot] = card
        game.lay_over(defn, rng.getrandbits(64))
        decision = game.decision
        if decision is not None and decision.kind == "play" and decision.seat != self.seat:
            game.decision = game.play_decision()
        return game

    def _offered(self) -> set[int]:
        """The cards that the seat can choose from now."""
        decision = self.decision
        if decision is None or decision.kind == "play":
            return set()
        return {option.card for option in decision.options if option.card >= 0}

    def _unknown(self, bit: int) -> list[list[int]]:
        """The slots whose cards the seat cannot know, those that may be exchanged together."""
        s = self._game.s
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
