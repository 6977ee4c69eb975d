"""What must be true of every game at every moment, and random games that check it (PITFALLS.md).

`check` looks at one position; `play_checked` plays a whole random game and checks it all the way,
copies, determinized games, observations and the replay included.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from dataclasses import dataclass

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.engine.setup import Setup, make_setup
from smashup.model.card import MINION
from smashup.model.decision import Ability
from smashup.model.edition import EDITIONS
from smashup.model.errors import SmashUpError
from smashup.model.state import (
    BASE_DECK,
    BASE_DISCARD,
    BOX,
    BURIED,
    DECK,
    DISCARD,
    HAND,
    LIMBO,
    TABLE,
    ZONE_NAMES,
)

MOST_TURNS = 400  # a game of random players takes some fifty
MOST_DECISIONS = 20_000
SAMPLED = 0.04  # the share of decisions at which copies and determinized games are tried
TRIAL = 12  # how many answers such a game is followed


class BrokenInvariant(SmashUpError):
    """Something that must always be true is not."""


def require(truth: bool, *words: object) -> None:
    """Raises `BrokenInvariant` with these words if it is not so."""
    if not truth:
        raise BrokenInvariant(" ".join(map(str, words)))


# -- one position ----------------------------------------------------------------------------------


def check(game: Game) -> None:
    """Everything that must be true of a position."""
    _check_decision(game)
    _check_cards(game)
    _check_attachments(game)
    _check_listeners(game)
    _check_numbers(game)


def _check_decision(game: Game) -> None:
    decision = game.decision
    require((decision is None) == game.over, "a game goes on exactly while there is a decision")
    if decision is not None:
        least = 1 if decision.kind == "play" else 2  # what is forced is not asked
        require(len(decision.options) >= least, "too few options:", decision)
        require(decision.seat in range(game.s.seats), "nobody's decision:", decision)


def _check_cards(game: Game) -> None:
    """Each card lies in exactly one list, and its columns say so."""
    s = game.s
    where: dict[int, int] = {}
    for card, zone, place in _lying(game):
        name = f"{game.name(card)} ({card})"
        require(card not in where, name, "lies in two places")
        require(s.zone[card] == zone, name, "lies in", ZONE_NAMES[zone], "but says otherwise")
        require(s.place[card] == place, name, "does not know at which base it is")
        where[card] = zone
    aside = [card for card in range(len(s.defn)) if card not in where]
    quiet = game.decision is None or game.decision.kind == "play"
    for card in aside:
        require(s.zone[card] == LIMBO, game.name(card), "is in no list")
        require(not quiet, game.name(card), "was left aside")
    for seat, pile in enumerate(s.discards):
        require(all(s.owner[card] == seat for card in pile), "a card of another's in a pile")


def _lying(game: Game) -> Iterator[tuple[int, int, int]]:
    """Every card as the lists have it: its id, zone and place."""
    s = game.s
    for zone, piles in ((HAND, s.hands), (DECK, s.decks), (DISCARD, s.discards)):
        for pile in piles:
            for card in pile:
                yield card, zone, -1
    for zone, cards in ((BASE_DECK, s.base_deck), (BASE_DISCARD, s.base_discard), (BOX, s.box)):
        for card in cards:
            yield card, zone, -1
    require(sorted(s.row) == sorted(s.places), "the row is not made of the places")
    for place, here in s.places.items():
        for card in (here.base, *here.minions, *here.actions):
            yield card, TABLE, place
        for minion in here.minions:
            for action in s.attached.get(minion, ()):
                yield action, TABLE, place
        for card in here.buried:
            yield card, BURIED, place


def _check_attachments(game: Game) -> None:
    for minion, actions in game.s.attached.items():
        require(game.in_play(minion) and game.is_minion(minion), "an action on no minion")
        require(bool(actions), game.name(minion), "keeps an empty list of actions")
        for action in actions:
            require(game.host(action) == minion, game.name(action), "does not know its minion")
    for card, zone in enumerate(game.s.zone):
        if zone != TABLE:
            require(game.counters(card) == 0, game.name(card), "kept its counters")
            require(game.host(card) < 0, game.name(card), "is still attached")


def _check_listeners(game: Game) -> None:
    """Listeners are exactly the cards in play that have something to listen for."""
    s = game.s
    in_play = [card for card, zone in enumerate(s.zone) if zone == TABLE]
    due = [card for card in in_play if CARDS[s.defn[card]].mask]
    require(sorted(s.listeners) == due, "the wrong cards listen:", s.listeners, "not", due)


def _check_numbers(game: Game) -> None:
    s = game.s
    require(min(s.vp) >= 0, "victory points below zero")
    for place in s.row:
        require(game.breakpoint(place) >= 0, "a breakpoint below zero")
        for minion in s.places[place].minions:
            power = game.power(minion)
            require(CARDS[s.defn[minion]].type == MINION, game.name(minion), "is no minion")
            require(power >= 0, game.name(minion), "has power", power)
            parts = sum(part.amount for part in game.power_parts(minion))
            require(power == max(0, parts), "the parts of a power are not its sum")


class WatchedGame(Game):
    """A game that sees to it that no base is ready once Score Bases is done (SCORE-11)."""

    def score_bases(self) -> Ability[None]:
        yield from super().score_bases()
        ready = [self.base_card(place).name for place in self.s.row if self.is_ready(place)]
        require(not ready, "after Score Bases still at the breakpoint:", *ready)


# -- copies, observations, replays -----------------------------------------------------------------


def check_observations(game: Game, rng: random.Random) -> None:
    """No seat can tell a game from one in which what it cannot know is exchanged."""
    for seat in (*range(game.s.seats), None):
        view = game.observe(seat)
        other = view.determinize(rng)
        check(other)
        require(sorted(other.s.defn) == sorted(game.s.defn), "determinizing changed the cards")
        require(
            other.observe(seat).to_json() == view.to_json(), f"seat {seat} can see a difference"
        )


def check_determinized(game: Game, rng: random.Random) -> None:
    """A determinized game can be played on and copied like any other."""
    assert game.decision is not None
    world = game.observe(game.decision.seat).determinize(rng)
    for _ in range(TRIAL):
        if world.decision is None:
            return
        world.decide(rng.randrange(len(world.decision.options)))
        check(world)
        require(world.copy().digest() == world.digest(), "the copy of a determinized game differs")


def check_replay(game: Game) -> None:
    """The setup and the answers are the whole game."""
    require(game.replayed().digest() == game.digest(), "the replay ends differently")


# -- whole games -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class CheckedGame:
    """How a checked random game went; `failure` is a traceback, or empty."""

    setup: Setup
    answers: tuple[int, ...]
    turns: int
    failure: str = ""


def setup_for(seed: int) -> Setup:
    """The setup of the random game with this seed: all numbers of players, editions and ways."""
    editions = list(EDITIONS)
    return make_setup(
        "draft" if seed % 7 == 0 else "random",
        players=2 + seed % 3,
        seed=seed,
        edition_name=editions[seed % len(editions)],
        same_faction=seed % 14 == 0,
    )


def play_checked(setup: Setup) -> CheckedGame:
    """Plays a random game, the answers drawn by the setup's seed, and checks it all the way."""
    game: Game | None = None
    try:
        game = WatchedGame.from_setup(setup)
        _play_out(game, random.Random(setup.seed))
        check_replay(game)
    except Exception:
        answers = () if game is None else tuple(game.answers)
        turns = 0 if game is None else game.s.turn_number
        return CheckedGame(setup, answers, turns, traceback.format_exc())
    return CheckedGame(setup, tuple(game.answers), game.s.turn_number)


def _play_out(game: Game, rng: random.Random) -> None:
    shadow: Game | None = None  # a copy that is given the same answers for a while
    until = 0
    while game.decision is not None:
        check(game)
        if shadow is None and rng.random() < SAMPLED:
            check_observations(game, rng)
            check_determinized(game, rng)
            shadow, until = game.copy(), len(game.answers) + TRIAL
            require(shadow.digest() == game.digest(), "a copy differs at once")
        answer = rng.randrange(len(game.decision.options))
        game.decide(answer)
        if shadow is not None:
            shadow.decide(answer)
            if len(game.answers) == until or game.over:
                require(shadow.digest() == game.digest(), "a copy went another way")
                shadow = None
        require(game.s.turn_number <= MOST_TURNS, "the game does not end")
        require(len(game.answers) <= MOST_DECISIONS, "a turn does not end")
    check(game)
