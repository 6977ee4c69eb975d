"""What must be true of every game at every moment, and random games that check it (docs/checks.md).

`check` looks at one position; `play_checked` plays a whole random game and checks its position at
the first decision of each turn and at every decision amid an ability, the bases that events name
and those after each scoring, and the replay. A thorough game is checked at every decision, for
verbs that are called and dropped, and at some moments for what costs more: copies, determinized
games played on, what observations give away, and whether it matters who came first.
"""

from __future__ import annotations

import pickle
import random
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import chain
from typing import Any

from smashup.cards.registry import CARDS, FACTIONS
from smashup.compiled import ENGINE
from smashup.engine.game import Game
from smashup.engine.laying import arrive_differently
from smashup.engine.setup import Setup, make_setup
from smashup.lab.arrival import reached_by, trial_for
from smashup.lab.sources import by_the_sources
from smashup.lab.watching import watched_verbs
from smashup.model.decision import Decision
from smashup.model.edition import EDITIONS
from smashup.model.errors import SmashUpError
from smashup.model.event import (
    ACTION_DESTROYED,
    BASE_ENTERED,
    BASE_LEFT,
    DISCARDED,
    MINION_TO_DISCARD,
    PHASE,
    Event,
)
from smashup.model.ids import CardId, cards_of
from smashup.model.state import (
    BASE_DECK,
    BASE_DISCARD,
    BOX,
    BURIED,
    DECK,
    DISCARD,
    DRAW,
    HAND,
    LIMBO,
    TABLE,
    ZONE_NAMES,
)
from smashup.packs.blaming import fault_of
from smashup.patience import Patience
from smashup.view import plain

MOST_TURNS = 400  # a game of random players takes some fifty
MOST_IN_A_TURN = 2_000  # decisions; a long turn of random players has some hundred
#: After so many of them random players decline and end: some cards together let a minion come back
#: and be destroyed for as long as its player likes.
ENOUGH_FOR_A_TURN = 1_000
#: Events of what leaves play together with the base it is at, told once that has left.
GOING_ALONG = (ACTION_DESTROYED, DISCARDED, MINION_TO_DISCARD)
THOROUGH = 11  # one game in so many is thorough; prime to what else `setup_for` makes of a seed
SAMPLED = 0.04  # the share of decisions of a thorough game at which copies and the like are tried
TRIAL = 12  # how many answers such a game is followed
NOT_IN = [f"does not know that it lies in: {name}" for name in ZONE_NAMES]


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
    check_settled(game)


def _check_decision(game: Game) -> None:
    decision = game.decision
    require((decision is None) == game.over, "a game goes on exactly while there is a decision")
    if decision is not None:
        least = 1 if decision.kind == "play" else 2  # what is forced is not asked
        require(len(decision.options) >= least, "too few options:", decision)
        require(decision.seat in range(game.players), "nobody's decision:", decision)


def _check_cards(game: Game) -> None:
    """Each card lies in exactly one list, and its columns say so."""
    s = game.columns
    lying: list[CardId] = []
    for cards, zone, place in _lying(game):
        lying += cards
        _check_column(game, s.zone, cards, zone, NOT_IN[zone])
        _check_column(game, s.place, cards, place, "does not know at which base it is")
    there = set(lying)
    require(len(there) == len(lying), "a card lies in two places")
    if len(there) < len(s.defn):
        _check_aside(game, [card for card in cards_of(len(s.defn)) if card not in there])
    for seat, pile in enumerate(s.discards):
        _check_column(game, s.owner, pile, seat, "lies in another's discard pile")


def _check_column(
    game: Game, column: Sequence[int], cards: Sequence[CardId], value: int, wrong: str
) -> None:
    """All these cards have this value there."""
    if not {value}.issuperset(map(column.__getitem__, cards)):
        require(False, _names(game, [card for card in cards if column[card] != value]), wrong)


def _check_aside(game: Game, cards: list[CardId]) -> None:
    """What lies in no list is set aside, and only while something is going on."""
    _check_column(game, game.columns.zone, cards, LIMBO, "is in no list")
    quiet = game.decision is None or game.decision.kind == "play"
    require(not quiet, _names(game, cards), "was left aside")


def _names(game: Game, cards: Sequence[CardId]) -> str:
    return ", ".join(f"{game.name(card)} ({card})" for card in cards)


def _lying(game: Game) -> Iterator[tuple[Sequence[CardId], int, int]]:
    """Every card as the lists have it: the cards that lie alike, their zone and place."""
    s = game.columns
    for zone, piles in ((HAND, s.hands), (DECK, s.decks), (DISCARD, s.discards)):
        yield list(chain.from_iterable(piles)), zone, -1
    for zone, pile in ((BASE_DECK, s.base_deck), (BASE_DISCARD, s.base_discard), (BOX, s.box)):
        yield pile, zone, -1
    require(sorted(s.row) == sorted(s.places), "the row is not made of the places")
    for place, here in s.places.items():
        on_minions = [s.attached[minion] for minion in here.minions if minion in s.attached]
        yield [here.base, *here.actions, *here.minions, *chain(*on_minions)], TABLE, place
        yield here.buried, BURIED, place


def _check_attachments(game: Game) -> None:
    s = game.columns
    for minion, actions in s.attached.items():
        require(game.in_play(minion) and game.is_minion(minion), "an action on no minion")
        require(bool(actions), game.name(minion), "keeps an empty list of actions")
        for action in actions:
            require(s.hosts.get(action) == minion, game.name(action), "does not know its minion")
    for action in s.hosts:
        require(game.in_play(action), game.name(action), "is still attached")
    for card, counters in zip(cards_of(len(s.counters)), s.counters, strict=True):
        if counters:
            require(game.in_play(card), game.name(card), "kept its counters")


def _check_listeners(game: Game) -> None:
    """Listeners are exactly the cards in play that have something to listen for."""
    s = game.columns
    due = [card for card, zone in enumerate(s.zone) if zone == TABLE and CARDS[s.defn[card]].mask]
    listeners = game.rules.listeners()
    require(sorted(listeners) == due, "the wrong cards listen:", listeners, "not", due)


def _check_numbers(game: Game) -> None:
    s = game.columns
    require(min(s.vp) >= 0, "victory points below zero")
    for place, here in s.places.items():
        require(game.breakpoint(place) >= 0, "a breakpoint below zero")
        for minion in here.minions:
            require(game.is_minion(minion), game.name(minion), "is no minion")
            require(game.power(minion) >= 0, game.name(minion), "has a power below zero")


def check_settled(game: Game) -> None:
    """FILL-20: what follows at once from the table has followed; to settle again changes nothing.

    Where settling itself is what asks now, it may ask the same again.
    """
    s = game.columns
    told, lasting = len(game.log), s.lasting[:]
    asked = _settle(game)
    pending = game.decision
    again = asked is None or (pending is not None and asked.prompt == pending.prompt)
    require(again, "the table was not settled, it asks:", asked)
    require(
        (len(game.log), s.lasting) == (told, lasting),
        "the table was not settled:",
        *game.log[told:],
        *s.lasting[len(lasting) :],
    )


def _settle(game: Game) -> Decision | None:
    """Settles the table; gives what that asks, if it asks anything."""
    settle: Callable[[], object] = game.rules.settle
    step = settle()
    return next(step, None) if isinstance(step, Generator) else None


def check_phase(game: Game) -> None:
    """SCORE-11: no base is ready once Score Bases is done."""
    if game.columns.phase == DRAW:
        ready = [game.base_card(place).name for place in game.columns.row if game.is_ready(place)]
        require(not ready, "after Score Bases still at the breakpoint:", *ready)


class BasesTold:
    """Follows what is told of bases: no event may name one that is not in play (TERM-here).

    It reads the log alone, so it needs nothing of the engine while a game runs.
    """

    def __init__(self, game: Game) -> None:
        self._there: set[int] = set()
        self._left: set[int] = set()  # those whose cards may still be going along with them
        self._read = 0
        self.follow(game)

    def follow(self, game: Game) -> None:
        """Reads on."""
        if not self._there:  # the first ones are just there, in a draft later than all else
            self._there = set(game.columns.row)
            self._read = len(game.log)
        for event in game.log[self._read :]:
            self._see(game, event)
        self._read = len(game.log)

    def _see(self, game: Game, event: Event) -> None:
        kind, place = event.kind, event.place
        if kind == BASE_ENTERED:
            self._there.add(place)
            self._left.clear()
        elif place >= 0 and place not in self._there:
            along = place in self._left and kind in GOING_ALONG
            require(along, "an event names a base that is not in play:", _told(game, event))
        if event.to >= 0:
            arrived = event.to in self._there
            require(arrived, "something went to a base that is not in play:", _told(game, event))
        if kind == BASE_LEFT:
            self._there.discard(place)
            self._left.add(place)
        elif kind == PHASE:
            self._left.clear()


def _told(game: Game, event: Event) -> str:
    by = f", by {game.name(event.by)}" if event.by >= 0 else ""
    return f"{event} {game.name(event.card) if event.card >= 0 else ''}{by}"


# -- copies, observations, replays -----------------------------------------------------------------


def check_moment(game: Game, rng: random.Random) -> Game:
    """All that is too dear to be checked at every decision; gives a copy to be played on."""
    check_parts(game)
    check_observations(game, rng)
    check_determinized(game, rng)
    check_arrival(game, rng)
    copy = game.copy()
    require(copy.digest() == game.digest(), "a copy differs at once")
    return copy


def check_parts(game: Game) -> None:
    """What a power is said to be made of is its sum."""
    for here in game.columns.places.values():
        for minion in here.minions:
            parts = sum(part.amount for part in game.why(minion))
            require(game.power(minion) == max(0, parts), game.name(minion), "is not its parts")


def check_observations(game: Game, rng: random.Random) -> None:
    """No seat can tell a game from one in which what it cannot know is exchanged."""
    for seat in (*range(game.players), None):
        view = game.observe(seat)
        other = view.determinize(rng)
        check(other)
        same = sorted(other.columns.defn) == sorted(game.columns.defn)
        require(same, "determinizing changed the cards")
        require(
            plain(other.observe(seat)) == plain(view) and other.observe(seat) == view,
            f"seat {seat} can see a difference",
        )


def check_determinized(game: Game, rng: random.Random) -> None:
    """A determinized game can be played on and copied like any other, whoever it is made for."""
    assert game.decision is not None
    anyone = rng.choice((*game.seats, None))
    for seat in {game.decision.seat, anyone}:
        _play_on(game.observe(seat).determinize(rng), rng)


def _play_on(world: Game, rng: random.Random) -> None:
    for _ in range(TRIAL):
        if world.decision is None:
            return
        world.decide(rng.randrange(len(world.decision.options)))
        check(world)
        require(world.copy().digest() == world.digest(), "the copy of a determinized game differs")
        if world.decision is not None and world.decision.kind == "window":
            woken = pickle.loads(pickle.dumps(world))  # which goes back, and is answered again
            require(_asked(woken) == _asked(world), "a determinized game that wakes asks otherwise")


def _asked(game: Game) -> list[str]:
    assert game.decision is not None
    return [game.label(option) for option in game.decision.options]


def check_arrival(game: Game, rng: random.Random) -> None:
    """ORDER-7: something done to several cards ends alike in whatever order they came."""
    trial = trial_for(game, rng)
    if trial is None or game.decision is None or game.decision.kind != "play":
        return
    other = game.copy()
    arrive_differently(other, rng)
    reached, reached_otherwise = reached_by(game, trial), reached_by(other, trial)
    if reached is not None and reached_otherwise is not None:
        minions = _names(game, game.columns.places[trial.place].minions)
        base = game.base_card(trial.place).name
        require(
            reached == reached_otherwise,
            f"{trial.verb} all minions at {base} by {game.name(trial.source)} of seat",
            f"{trial.seat}: it matters who came first of {minions}",
        )


def check_replay(game: Game) -> None:
    """The setup and the answers are the whole game."""
    require(game.replayed().digest() == game.digest(), "the replay ends differently")


class Ends:
    """Sees to it that turns end, and games."""

    def __init__(self) -> None:
        self._turn = self._begun = 0

    def is_enough(self, game: Game) -> bool:
        """Whether this turn has been gone on with for long, as a player may wish to."""
        return len(game.answers) - self._begun > ENOUGH_FOR_A_TURN

    def follow(self, game: Game) -> None:
        """Counts turns, and the answers in each."""
        require(game.turn_number <= MOST_TURNS, "the game does not end")
        answers = len(game.answers)
        if game.turn_number > self._turn:
            self._turn, self._begun = game.turn_number, answers
        if answers - self._begun > MOST_IN_A_TURN and game.decision is not None:
            source, prompt = game.decision.source, game.decision.prompt
            who = game.name(source) if source >= 0 else "the game"
            require(
                False, f"a turn does not end: after {MOST_IN_A_TURN} answers {who} asks", prompt
            )


class Moments:
    """Those moments of a game at which more is checked, and the copy that is followed from each.

    They have their own dice, so that the same game is played whether or not there are any.
    """

    def __init__(self, seed: int) -> None:
        self.count = 0
        self._rng = random.Random(f"moments {seed}")
        self._copy: Game | None = None  # is given the same answers for a while
        self._until = 0

    def look(self, game: Game) -> None:
        """Checks a position if its moment has come."""
        if self._copy is None and self._rng.random() < SAMPLED:
            self.count += 1
            self._copy = check_moment(game, self._rng)
            self._until = len(game.answers) + TRIAL

    def follow(self, game: Game, answer: int) -> None:
        """Gives the answer that the game was given to the copy, and compares them in the end."""
        if self._copy is not None:
            self._copy.decide(answer)
            if game.over or len(game.answers) == self._until:
                require(self._copy.digest() == game.digest(), "a copy went another way")
                self._copy = None


# -- whole games -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class CheckedGame:
    """How a checked random game went; `failure` is a traceback, or empty."""

    setup: Setup
    answers: tuple[int, ...]
    turns: int
    moments: int | None  # how many were checked by `check_moment`; None: the game was not thorough
    digest: str = ""  # of the last position
    failure: str = ""
    fault: str = ""  # which card of which pack failed, where that can be told


def setup_for(seed: int) -> Setup:
    """The setup of the random game with this seed: all numbers of players, editions and ways."""
    editions = list(EDITIONS)
    players = 2 + seed % 3
    shared = seed % 14 < 2
    return make_setup(
        _factions_for(seed, players, shared),
        players=players,
        seed=seed,
        edition_name=editions[seed % len(editions)],
        same_faction=shared,
    )


def _factions_for(seed: int, players: int, shared: bool) -> Sequence[Sequence[str]] | str:
    """A draft, or factions given by name (if shared, of only three), or mostly random ones."""
    way = seed % 7
    if way > 1:
        return "random"
    if way == 0:
        return "draft"
    rng = random.Random(seed)
    if shared:
        few = rng.sample(list(FACTIONS), 3)
        return [rng.sample(few, 2) for _ in range(players)]
    names = rng.sample(list(FACTIONS), 2 * players)
    return list(zip(names[::2], names[1::2], strict=True))


def is_thorough(seed: int, every: int = THOROUGH) -> bool:
    """Whether the random game with this seed is one of those that are checked thoroughly."""
    return seed % every == 0


def play_checked(setup: Setup, thorough: bool) -> CheckedGame:
    """Plays a random game, the answers drawn by the setup's seed, and checks it all the way.

    Where the engine is compiled, a thorough game is also played by its sources, where the verbs of
    all cards can be watched, and must be the same game.
    """
    checked = _play_here(setup, thorough)
    if checked.failure or not thorough or ENGINE.kind == "pure":
        return checked
    try:
        other = CheckedGame(setup=setup, **by_the_sources(_play_thoroughly, setup))
    except Exception:
        return replace(checked, failure=traceback.format_exc())
    if other.failure or other == checked:
        return other
    return replace(checked, failure="The sources of the engine play another game.")


def _play_thoroughly(setup: Setup) -> dict[str, Any]:
    """All of the game but its setup, which a compiled engine could not read from the sources'."""
    checked = _play_here(setup, thorough=True)
    names = [field.name for field in fields(checked) if field.name != "setup"]
    return {name: getattr(checked, name) for name in names}


def _play_here(setup: Setup, thorough: bool) -> CheckedGame:
    game: Game | None = None
    moments = Moments(setup.seed) if thorough else None
    failure = fault = ""
    try:
        with Patience() as patience, watched_verbs() if thorough else nullcontext():
            game = Game.from_setup(setup)
            game.rules.tell_phase = partial(check_phase, game)
            _play_out(game, random.Random(setup.seed), moments, patience)
        check_replay(game)
    except Exception as error:
        failure = traceback.format_exc()
        fault = str(fault_of(error) or "")
    return CheckedGame(
        setup=setup,
        answers=() if game is None else tuple(game.answers),
        turns=0 if game is None else game.turn_number,
        moments=None if moments is None else moments.count,
        digest="" if game is None or failure else game.digest(),
        failure=failure,
        fault=fault,
    )


def _play_out(game: Game, rng: random.Random, moments: Moments | None, patience: Patience) -> None:
    turn = 0
    ends = Ends()
    bases = BasesTold(game)
    while (decision := game.decision) is not None:
        patience.begin_anew()
        if moments is not None:
            check(game)
            moments.look(game)
        elif decision.kind != "play" or game.turn_number > turn:
            check(game)
            turn = game.turn_number
        last = len(decision.options) - 1  # to end or to decline
        answer = last if ends.is_enough(game) else rng.randrange(last + 1)
        game.decide(answer)
        bases.follow(game)
        if moments is not None:
            moments.follow(game, answer)
        ends.follow(game)
    check(game)
