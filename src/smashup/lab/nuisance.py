"""Needless questions: those whose every answer leads to the same position.

Random games are played; at some of their questions every answer is tried on a copy, which is played
on until nothing is under way any more. If the positions then are the same (smashup.lab.position),
and are so however the questions in between are answered and whatever the cards are that cannot be
seen, the question need not have been asked.

The other way round, a question that the engine leaves out must really be needless: `spared_in` lets
it ask those, too, and tries them.

Not counted: the Play Cards decision, which is always asked; who is next among several players'
optional abilities (ORDER-8); which of several copies in play is meant, because players can tell
them apart; and a question that only hides that there is nothing to say.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.engine.setup import Setup
from smashup.lab.position import Facts, are_copies, position
from smashup.model.decision import Decision, Needless, Option
from smashup.model.state import DECK, DISCARD, DRAFT, HAND
from smashup.model.words import as_words

WORLDS = 3  # with how many other hidden cards a needless question is tried again
WAYS = 8  # in how many ways the questions in between are answered; see `Manner`
MOST_BETWEEN = 200  # questions; what takes longer is taken to make a difference
DECLINING = ("pass", "no")


class Asked(NamedTuple):
    """A question that was tried: which, where, and whether its answer makes no difference."""

    prompt: str  # the sentence, whatever it names
    kind: str
    card: str  # see `asker`
    seed: int
    answers: int  # how many had been given before
    needless: bool


def ask_in(setup: Setup, share: float = 1.0) -> list[Asked]:
    """Plays a random game and tries this share of its questions."""
    dice = random.Random(f"nuisance {setup.seed}")  # its own: the same game, whatever is tried
    asked: list[Asked] = []
    for game in random_game(setup):
        decision = game.decision
        assert decision is not None
        if is_counted(decision) and not is_among_copies(game) and dice.random() < share:
            prompt = as_words(decision.question).sentence
            where = (setup.seed, len(game.answers))
            asked.append(
                Asked(prompt, decision.kind, asker(game, decision), *where, is_needless(game))
            )
    return asked


def spared_in(setup: Setup) -> list[Asked]:
    """Plays a random game and tries those questions that the engine would leave out.

    Those in whose answers chance has a say are left out, too: they cannot be compared.
    """
    asked: list[Asked] = []
    for game in random_game(setup, ask_needless=True):
        decision = game.decision
        if isinstance(decision, Needless) and not is_left_to_chance(game):
            where = (setup.seed, len(game.answers))
            words = (as_words(decision.question).sentence, decision.kind, asker(game, decision))
            asked.append(Asked(*words, *where, makes_no_difference(game)))
    return asked


def asker(game: Game, decision: Decision) -> str:
    """The card that asks, or where the rules ask about an order, the cards to be ordered."""
    if decision.source >= 0:
        return game.name(decision.source)
    if decision.kind != "order":
        return "the rules"
    return " + ".join(sorted(map(game.name, {o.card for o in decision.options if o.card >= 0})))


def random_game(setup: Setup, ask_needless: bool = False) -> Iterator[Game]:
    """The random game of a setup, as the fuzz plays it, at each of its decisions.

    `ask_needless`: another one, in which also those questions are asked that no game asks.
    """
    game = Game.from_setup(setup, ask_needless)
    rng = random.Random(setup.seed)
    while game.decision is not None:
        yield game
        game.decide(rng.randrange(len(game.decision.options)))


def is_among_copies(game: Game) -> bool:
    """Whether all that is asked is which of several copies in play is meant."""
    assert game.decision is not None
    first, *others = [option.card for option in game.decision.options]
    return game.decision.kind == "choose" and all(are_copies(game, first, card) for card in others)


def is_counted(decision: Decision) -> bool:
    """Whether it is a question that could be needless."""
    if decision.kind == "play" or len(decision.options) < 2:
        return False
    return not (decision.kind == "window" and any(o.verb == "order" for o in decision.options))


# -- one question ----------------------------------------------------------------------------------


def is_needless(game: Game) -> bool:
    """Whether every answer to the pending question leads to the same, and that can be known.

    If it is so only because of cards that nobody can see, not to ask would give them away: it must
    be so, too, with others in their stead.
    """
    return makes_no_difference(game) and all(map(makes_no_difference, _worlds_like(game)))


def _worlds_like(game: Game) -> Iterator[Game]:
    """The game with other cards where they cannot be seen.

    A question about cards in play is everybody's, any other one is its player's: whom it is about
    cards of.
    """
    decision = game.decision
    assert decision is not None
    cards = [option.card for option in decision.options if option.card >= 0]
    in_the_open = decision.kind == "order" and all(map(game.in_play, cards))
    view = game.observe(None if in_the_open else decision.seat)
    dice = random.Random(f"worlds {len(game.answers)}")
    for _ in range(WORLDS):
        yield view.determinize(dice)


def makes_no_difference(game: Game) -> bool:
    """Whether every answer to the pending question leads to the same position."""
    assert game.decision is not None
    others = range(1, len(game.decision.options))
    for number in range(WAYS):
        first = _position_after(game, 0, number)
        if first is None or any(_position_after(game, other, number) != first for other in others):
            return False
    return True


def is_left_to_chance(game: Game) -> bool:
    """Whether something is shuffled or drawn by lot in what follows some answer."""
    assert game.decision is not None
    for answer in range(len(game.decision.options)):
        for number in range(WAYS):
            copy = _played_on(game, answer, number)
            if copy is None or copy.columns.rng != game.columns.rng:
                return True
    return False


class Manner:
    """A way to answer questions that does not depend on when they are asked, nor among what.

    The first one always declines where it can, the second never; the others as it falls out.
    Of two copies in play of which one was chosen, `instead` tells each to be taken for the other.
    """

    def __init__(self, number: int, instead: dict[int, int]) -> None:
        self._number = number
        self._instead = instead

    def choose(self, game: Game) -> int:
        """The index of the option that it prefers."""
        decision = game.decision
        assert decision is not None
        ranks = [self._rank(game, decision, option) for option in decision.options]
        return ranks.index(min(ranks))

    def _rank(self, game: Game, decision: Decision, option: Option) -> tuple[bool, bytes]:
        declines = option.verb in DECLINING
        last = (not declines, declines, False)[min(self._number, 2)]
        words = repr((self._number, decision.prompt, self._what(game, option)))
        return last, hashlib.blake2b(words.encode(), digest_size=8).digest()

    def _what(self, game: Game, option: Option) -> tuple[object, ...]:
        """What an option is about; of equal copies in a hand or pile it does not matter which."""
        s = game.columns
        card = self._instead.get(option.card, option.card)
        if card >= 0 and s.zone[option.card] in (HAND, DECK, DISCARD):
            card = -2 - s.defn[card]
        host = self._instead.get(option.host, option.host)
        return (option.verb, card, option.place, host, option.seat, option.word)


def _manner_for(game: Game, answer: int, number: int) -> Manner:
    """The manner of this number, as it answers what follows this answer."""
    assert game.decision is not None
    first, chosen = game.decision.options[0].card, game.decision.options[answer].card
    copies = are_copies(game, first, chosen)
    return Manner(number, {first: chosen, chosen: first} if copies else {})


def _position_after(game: Game, answer: int, number: int) -> Facts | None:
    """The position once all that follows from an answer is done; None if that takes too long."""
    copy = _played_on(game, answer, number)
    return None if copy is None else position(copy)


def _played_on(game: Game, answer: int, number: int) -> Game | None:
    """A copy, once all that follows from an answer is done; None if that takes too long."""
    assert game.decision is not None
    is_order = game.decision.kind == "order"
    moment = _moment(game) if is_order and not _is_under_way(game) else None
    manner = _manner_for(game, answer, number)
    copy = game.copy()
    copy.decide(answer)
    for _ in range(MOST_BETWEEN):
        if copy.decision is None or _is_quiet(copy, moment):
            return copy
        copy.decide(manner.choose(copy))
    return None


def _is_quiet(game: Game, moment: Facts | None) -> bool:
    """Whether nothing is under way that only the engine knows of; then positions can be compared.

    If several things were to be ordered that wait for a moment (a scoring window, the start of a
    turn), that is so only when the moment is over and all of them are done.
    """
    assert game.decision is not None
    if game.decision.kind == "play":
        return True
    return not _is_under_way(game) and (moment is None or _moment(game) != moment)


def _is_under_way(game: Game) -> bool:
    """Whether something is being carried out, or waits for it, that the state does not show."""
    g = game.rules
    waiting = g.is_following or bool(g.later)
    return g.frame is not None or waiting or game.columns.phase == DRAFT


def _moment(game: Game) -> Facts:
    """A time at which abilities wait together: a phase, or a scoring window in it."""
    window = game.rules.window_event
    opened = () if window is None else (window.kind, window.card, window.place)
    return (game.turn_number, game.columns.phase, opened)


# -- the figures -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """How many of some questions are needless, with one to look at."""

    name: str
    asked: int
    needless: int
    example: Asked | None


def total(asked: Sequence[Asked]) -> Share:
    """The share of needless questions among all."""
    [share] = shares(asked, lambda one: "all") or [Share("all", 0, 0, None)]
    return share


def shares(asked: Sequence[Asked], by: Callable[[Asked], str]) -> list[Share]:
    """The share of needless questions of each sort, the sort with most of them first."""
    counts = Counter(by(one) for one in asked)
    needless = Counter(by(one) for one in asked if one.needless)
    examples = {by(one): one for one in reversed(asked) if one.needless}
    found = [Share(name, counts[name], needless[name], examples.get(name)) for name in counts]
    return sorted(found, key=lambda share: (-share.needless, -share.asked, share.name))
