"""Positions as players see them: equal if nobody could ever tell one from the other.

`Game.digest` tells apart what makes no difference: which of two equal copies lies in a hand, in
what order cards arrived, how a deck lies that nobody has looked at. `position` leaves all that out,
and the log, the answers and the random numbers to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from smashup.engine.game import Game
from smashup.engine.zones import ABOUT_A_CARD
from smashup.model.decision import Option
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, PlaceId
from smashup.model.lasting import BREAKPOINT_KINDS
from smashup.model.state import Lasting, Permission, Played

Facts: TypeAlias = tuple[Any, ...]

# Marks of a turn (`State.marks`): of one card in one of its lives, of all cards of a name; the
# others are of a place.
BY_CARD = ("use", "again", "instead")
GRANT = "grant"  # of a card too, but nobody's: whose turn it is
BY_NAME = ("special",)


def position(game: Game) -> Facts:
    """All that anyone can know or find out of a position, and the pending question."""
    return _Looking(game).all()


def are_copies(game: Game, one: CardId, other: CardId) -> bool:
    """Whether two cards in play are the same to all who look at the table."""
    if min(one, other) < 0 or game.columns.defn[one] != game.columns.defn[other]:
        return False
    looking = _Looking(game)
    in_play = game.in_play(one) and game.in_play(other)
    return in_play and looking.in_play(one) == looking.in_play(other)


class _Looking:
    """One look at a game; a card is told by its facts instead of its number."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._s = game.columns
        self._row: dict[int, int] = {place: number for number, place in enumerate(game.columns.row)}

    def all(self) -> Facts:
        s = self._s
        return (
            (s.turn, s.turn_number, s.phase, s.winners, tuple(s.vp), s.factions, s.pool),
            tuple(self._heap(hand) for hand in s.hands),
            tuple(self._pile(deck) for deck in s.decks),
            tuple(self._heap(discard) for discard in s.discards),
            tuple(self._base(place) for place in s.row),
            (self._pile(s.base_deck), self._heap(s.base_discard)),
            (self._heap(s.box), self._heap(s.laid)),
            _sorted(self._permission(p) for p in s.permissions),
            _sorted(self._effect(e) for e in s.lasting if e.kind not in ABOUT_A_CARD),
            _sorted(self._played(p) for p in s.played),
            self._marks_of_no_card(),
            self._scoring(),
            self._question(),
        )

    # -- cards -------------------------------------------------------------------------

    def _card(self, card: CardId) -> Facts:
        """What a card is and where it lies; its number says nothing."""
        s = self._s
        if card < 0:
            return ()
        return (
            s.defn[card],
            s.owner[card],
            s.controller[card],
            s.zone[card],
            self._place(s.place[card]),
            s.counters[card],
            s.known[card],
        )

    def in_play(self, card: CardId) -> Facts:
        """A card in play with all that is remembered about it."""
        s = self._s
        return (
            self._card(card),
            _sorted(self.in_play(action) for action in s.attached.get(card, ())),
            _sorted(
                self._effect(e) for e in s.lasting if e.target == card and e.kind in ABOUT_A_CARD
            ),
            self._marks(card),
            s.moved.count(card),
            _sorted(self._played(p) for p in s.played if p.card == card),
        )

    def _base(self, place: PlaceId) -> Facts:
        here = self._s.places[place]
        return (
            self.in_play(here.base),
            _sorted(map(self.in_play, here.minions)),
            _sorted(map(self.in_play, here.actions)),
            self._heap(here.buried),
        )

    def _place(self, place: int) -> int:
        """Which base of the row it is; -1: none, or one that is gone."""
        return self._row.get(place, -1)

    def _heap(self, cards: Iterable[CardId]) -> Facts:
        """Cards whose order does not matter."""
        return _sorted(map(self._card, cards))

    def _pile(self, cards: Sequence[CardId]) -> Facts:
        """A deck: where those cards are that somebody knows, and which others are in it."""
        s = self._s
        known = [(number, self._card(c)) for number, c in enumerate(reversed(cards)) if s.known[c]]
        return (*known, _sorted(s.defn[card] for card in cards if not s.known[card]))

    # -- what is remembered ------------------------------------------------------------

    def _effect(self, effect: Lasting) -> Facts:
        by_place = effect.kind in BREAKPOINT_KINDS
        by_card = effect.kind in ABOUT_A_CARD
        target = self._place(effect.target) if by_place else -1 if by_card else effect.target
        source, place = effect.source, PlaceId(self._place(effect.place))
        return (
            *effect._replace(source=NO_CARD, target=target, place=place),
            () if source < 0 else (self._s.defn[source], self._s.zone[source]),
        )

    def _permission(self, play: Permission) -> Facts:
        s = self._s
        budget = s.budgets[play.budget] if play.budget >= 0 else -1
        source = s.defn[play.source] if play.source >= 0 else -1
        plain = play._replace(source=NO_CARD, place=NO_PLACE, card=NO_CARD, budget=budget)
        return (*plain, source, self._place(play.place), self._card(play.card))

    def _played(self, played: Played) -> Facts:
        s = self._s
        card, place = s.defn[played.card], self._place(played.place)
        life = played.life == s.life[played.card]
        return (played.seat, card, played.type, place, played.phase, life)

    def _marks(self, card: CardId) -> Facts:
        """What a card was used for in its present life (see the keys in `engine.plays`)."""
        s = self._s
        found = []
        for (word, about, number), count in s.marks.items():
            if about == card and word in (*BY_CARD, GRANT):
                life, seat = (number, -1) if word == GRANT else divmod(number, s.seats)
                if life == s.life[card]:
                    found.append((word, seat, count))
        return _sorted(found)

    def _marks_of_no_card(self) -> Facts:
        found = []
        for (word, about, seat), count in self._s.marks.items():
            if word in BY_NAME:
                found.append((word, about, seat, count))
            elif word not in (*BY_CARD, GRANT):
                found.append((word, self._place(about), seat, count))
        return _sorted(found)

    # -- the question ------------------------------------------------------------------

    def _scoring(self) -> Facts:
        """The base that is being scored, and how far it has come."""
        g = self._game.rules
        scoring, window = g.scoring, g.window_event
        return (
            () if window is None else (window.kind, self._place(window.place)),
            () if scoring is None else (tuple(scoring.powers.items()), scoring.replacement),
        )

    def _question(self) -> Facts:
        decision = self._game.decision
        if decision is None or decision.kind == "play":
            return ()  # whose it is and what can be played follows from the rest
        source = () if decision.source < 0 else (self._s.defn[decision.source],)
        options = _sorted(map(self._option, decision.options))
        picked = _sorted(map(self._option, decision.picked))
        return (decision.seat, decision.kind, decision.prompt, source, options, picked)

    def _option(self, option: Option) -> Facts:
        card, host = self._card(option.card), self._card(option.host)
        return (option.verb, card, self._place(option.place), host, option.seat, option.word)


def _sorted(facts: Iterable[Any]) -> Facts:
    """In an order that says nothing about where they came from."""
    return tuple(sorted(facts))
