"""Playing a game on quickly, by rules of thumb, to a moment at which it can be judged."""

from __future__ import annotations

import random

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.model.card import MINION
from smashup.model.decision import Decision
from smashup.model.ids import PlaceId, Seat
from smashup.model.state import BURIED, TABLE
from smashup.players.standing import chances

LONGEST = 60  # decisions in one playout
SAMPLE = 3  # of the answers to a card's question, so many are tried
ACTION = 0.5  # what an action is thought to be worth at most, in victory points
POWER = 0.08  # a point of power on the table


def play_on(game: Game, until: int, rng: random.Random) -> Game:
    """Plays on to the first quiet moment in the turn `until`, or the end; gives that game.

    The game given is spoilt: the one that comes back may be another.
    """
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None or game.turn_number >= until:
            break
        game = answer(game, decision, rng)
    return game


def answer(game: Game, decision: Decision, rng: random.Random) -> Game:
    """The game after a quick answer to this decision; the game given is spoilt."""
    index, tried = quick_answer(game, decision, rng, spoil=True)
    if tried is None:
        game.decide(index)
        return game
    return tried


def quick_answer(
    game: Game, decision: Decision, rng: random.Random, spoil: bool = False
) -> tuple[int, Game | None]:
    """An answer by rules of thumb; also the game after it, where it was tried to find it.

    `spoil`: the game itself is not needed any more where one after it is given.
    """
    if decision.kind == "play":
        return best_play(game, decision, rng), None
    if _shows_at_once(game, decision):
        return _best_tried(game, decision, rng, spoil)
    return int(rng.random() * len(decision.options)), None


def _shows_at_once(game: Game, decision: Decision) -> bool:
    """Whether the answer changes the table: which cards to keep or discard shows only later."""
    if decision.kind == "order":
        return False
    if decision.kind != "choose":
        return True
    option = decision.options[0]
    return option.card < 0 or game.columns.zone[option.card] in (TABLE, BURIED)


def _best_tried(
    game: Game, decision: Decision, rng: random.Random, spoil: bool
) -> tuple[int, Game]:
    """Tries a few answers: what looks best at once for who is asked."""
    count = len(decision.options)
    indexes = range(count) if count <= SAMPLE else sorted(rng.sample(range(count), SAMPLE))
    order = [*reversed(indexes)]  # to decline comes last, and wins among equals
    trials = game.tried(order[:-1] if spoil else order)
    if spoil:  # a tenth more iterations a second
        game.decide(order[-1])
        trials.append(game)
    best, most = (-1, game), -1.0
    for index, trial in zip(order, trials, strict=True):
        value = chances(trial)[decision.seat]
        if value > most:
            best, most = (index, trial), value
    return best


def best_play(game: Game, decision: Decision, rng: random.Random) -> int:
    """A minion where its power does most, or an action at random; to end when nothing is left."""
    options = decision.options
    seat = decision.seat
    defn = game.columns.defn
    outlooks: dict[int, Outlook] = {}
    best, most = len(options) - 1, 0.0
    for index in range(len(options) - 1):
        option = options[index]
        place = option.place
        if option.verb == "play" and place >= 0 and CARDS[defn[option.card]].type == MINION:
            outlook = outlooks.get(place)
            if outlook is None:
                outlook = outlooks[place] = Outlook(game, place, seat)
            value = outlook.gain(CARDS[defn[option.card]].power) + 0.2 * rng.random()
        else:
            value = ACTION * rng.random()
        if value > most:
            best, most = index, value
    return best


class Outlook:
    """What more power at a base would be worth to a player, in victory points."""

    __slots__ = ("awards", "breakpoint", "mine", "now", "others", "total")

    def __init__(self, game: Game, place: PlaceId, seat: Seat) -> None:
        powers = game.player_powers(place)
        self.total = sum(powers)
        self.mine = powers.pop(seat)
        self.others = powers
        self.breakpoint = max(1, game.breakpoint(place))
        self.awards = game.base_card(place).vp
        self.now = self._worth(0)

    def gain(self, power: int) -> float:
        """How much better the player stands there with so much more power."""
        return self._worth(power) - self.now

    def _worth(self, more: int) -> float:
        reach = (self.total + more) / self.breakpoint
        likely = 1.0 if reach >= 1.0 else 0.8 * reach * reach
        mine = self.mine + more
        award = self._award(sum(other > mine for other in self.others)) if mine > 0 else 0
        theirs = max(self.others)
        behind = sum(other > theirs for other in self.others) + (mine > theirs)
        loss = self._award(behind) if theirs > 0 else 0
        return likely * (award - loss) + POWER * mine

    def _award(self, place: int) -> int:
        return self.awards[place] if place < len(self.awards) else 0
