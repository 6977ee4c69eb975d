"""A game: the engine's contract with the world (docs/how-it-works.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine import picture
from smashup.engine.digest import digest
from smashup.engine.observation import Observation
from smashup.engine.plays import Obstacle
from smashup.engine.powers import Part
from smashup.engine.rules import Frozen, Rules
from smashup.engine.setup import Setup, make_setup, starting_state
from smashup.engine.shown import BaseShown, base_shown
from smashup.engine.words import label
from smashup.model.card import Card
from smashup.model.columns import Columns
from smashup.model.decision import Ability, Decision, Option, next_question
from smashup.model.errors import IllegalAnswer, NotThere
from smashup.model.event import Event
from smashup.model.ids import CardId, PlaceId, Seat, seats_of
from smashup.model.state import OVER, PHASE_NAMES, PhaseName, State

#: Who gave it, and what it was.
Answer: TypeAlias = tuple[Seat, Option]


class Game:
    """A running game. Make one with `Game.new`, then answer `decision` with `decide` until `over`.

    Whoever holds a game may see everything in it; `observe` gives what one seat may know. Seats,
    cards and places (bases in play) are named by small numbers, -1 is none.

    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
    >>> while not game.over:
    ...     events = game.decide(0)
    >>> game.replayed().digest() == game.digest()
    True
    """

    __slots__ = ("__weakref__", "_generator", "answers", "decision", "rules", "setup")

    def __init__(self, rules: Rules, setup: Setup | None = None) -> None:
        #: What cards are handed: for tools that look beneath the cards. A host needs nothing of it.
        self.rules = rules
        self.setup = setup
        self.answers: list[int] = []
        self.decision: Decision | None = None
        self._generator: Ability[None] | None = None

    # -- making games ------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        factions: Sequence[Sequence[str]] | str = "random",
        *,
        players: int | None = None,
        seed: SupportsIndex = 0,
        edition: str = "oops",
        first: int | None = None,
        pool: Sequence[str] = (),
        same_faction: bool = False,
        ask_everyone: bool = False,
        bans: int = 0,
    ) -> Game:
        """A new game, standing at its first decision.

        factions: two for each seat, or "random", or "draft" (the picks are the first decisions);
        for the last two say how many `players`. first: the seat that begins, random if not given.
        ask_everyone: in windows that a hand may answer also those are asked who can only pass, so
        that nobody learns who has nothing. bans: how many factions each player bans before a draft.
        """
        rest = (pool, same_faction, ask_everyone)
        setup = make_setup(factions, players, seed, edition, first, *rest, bans=bans)
        return cls.from_setup(setup)

    @classmethod
    def from_setup(cls, setup: Setup, ask_needless: bool = False) -> Game:
        """A new game from a checked setup.

        ask_needless: also what makes no difference is asked, so that this can be proved.
        """
        game = cls(Rules.of(starting_state(setup), setup), setup)
        game.rules.ask_needless = ask_needless
        if setup.factions != "draft":
            game.rules.deal()
        game.start()
        return game

    def start(self) -> None:
        """Runs to the first decision; for games laid out by hand (smashup.engine.laying)."""
        self.rules.learn_cards()
        self.rules.set_checkpoint(None)
        self._generator = self.rules.run()
        self._advance(None)

    def replayed(self, until: int | None = None) -> Game:
        """The same game played again from its setup, up to that number of answers."""
        if self.setup is None:
            raise NotThere("A table laid out by hand, or determinized, has no setup to replay.")
        count = len(self.answers) if until is None else until
        if not 0 <= count <= len(self.answers):
            raise NotThere(f"{count} answers were not given: there are {len(self.answers)}.")
        game = Game.from_setup(self.setup)
        for answer in self.answers[:count]:
            game.decide(answer)
        return game

    # -- playing -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.rules.s.phase == OVER

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winning seat, or several where a tie is shared; empty while the game goes on."""
        return self.rules.s.winners

    @property
    def log(self) -> list[Event]:
        """All that happened; in a copy, what happened since."""
        return self.rules.log

    def decide(self, answer: SupportsIndex | Option) -> list[Event]:
        """Answers the pending decision by an option or its index; gives the events that happened.

        An answer that is not among the options raises `IllegalAnswer` and changes nothing.
        """
        decision = self.decision
        if decision is None:
            over = "The game is over" if self.over else "Nothing is pending"
            raise IllegalAnswer(f"{over}: there is nothing to decide.")
        options = decision.options
        index = answer if type(answer) is int else _index_of(answer, options)
        if not 0 <= index < len(options):
            raise IllegalAnswer(f"There is no option {index}; there are {len(options)}, from 0 on.")
        option = options[index]
        self.answers.append(index)
        rules = self.rules
        log = rules.log
        before = len(log)
        if self._generator is None:
            self._advance(self._wake(index, option))
            return log[before:]
        if rules.is_copied and decision.kind == "play":
            rules.set_checkpoint(option, index)
        else:
            assert rules.checkpoint is not None
            rules.checkpoint.trail.append(index)
        self._advance(option)
        return log[before:]

    def label(self, option: Option) -> str:
        """An option in words."""
        return label(self, option).text()

    def _stands_at_play(self) -> bool:
        return self.decision is not None and self.decision.kind == "play"

    def _advance(self, option: Option | None) -> None:
        assert self._generator is not None
        rules = self.rules
        watcher = rules.watcher
        if option is not None:
            rules.answer = option
        elif watcher is not None:
            watcher.forget()
        self.decision = next_question(self._generator)
        if watcher is not None and (self.decision is None or self._stands_at_play()):
            watcher.require_begun(rules, 0)

    # -- copies ------------------------------------------------------------------------

    def copy(self, to_be_copied: bool = False) -> Game:
        """A game that goes on independently from the same moment, also in mid-ability.

        Generators cannot be copied. A copy has the state and the pending decision; when it is
        first decided on, it wakes: at a Play Cards decision or the start of a phase play goes on
        by the state alone, in mid-ability it goes back to the last such *checkpoint* and is given
        the answers since again. From the first copy on, a game keeps checkpoints. The log of a copy
        begins empty: `copy.copy` and `copy.deepcopy` give one with the whole log.
        to_be_copied: the copy keeps checkpoints too, so that its copies wake fast.
        """
        return self._copied(self.rules.s.copy(), to_be_copied)

    def tried(self, answers: Sequence[int]) -> list[Game]:
        """The games after each of these answers, by number; this one stays as it is.

        They are copies that were decided on, and are to be copied. To make them one by one takes
        a state more for each: here they share what they wake from.
        """
        state = self.rules.s
        if self._generator is not None and self._stands_at_play():
            state = state.copy()  # to be their checkpoint; in mid-ability they have one
        games = [self._copied(state, to_be_copied=True) for _ in answers]
        for game, answer in zip(games, answers, strict=True):
            game.decide(answer)
        return games

    def _copied(self, state: State, to_be_copied: bool) -> Game:
        rules = self.rules
        rules.is_copied = True
        game = Game(rules.copy(state), self.setup)
        game.rules.is_copied = to_be_copied
        game.answers = self.answers[:]
        game.decision = self.decision
        return game

    def __copy__(self) -> Game:
        game = self.copy()
        game.rules.log = self.rules.log[:]
        return game

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Plain data: what is suspended is found again by going back to the last checkpoint."""
        return thawed, (self.setup, self.answers, self.rules.frozen(), self._stands_at_play())

    def _take_up(self, at_play: bool) -> None:
        """Goes on where a game stood that was kept as plain data."""
        if at_play:
            self.decision = self.rules.play_decision()
        elif not self.over:
            self._replay_trail()

    def forget_answers(self) -> None:
        """Makes a game of its own of a copy: it cannot be played again from its setup."""
        self.setup = None
        self.answers = []

    def _wake(self, index: int, option: Option) -> Option | None:
        """Makes the generator of a copy and brings it to the pending decision.

        Gives the option to send it: none where the generator begins with this very answer.
        """
        rules = self.rules
        if self._stands_at_play():
            rules.set_out(option, index)
            self._generator = rules.run(option)
            return None
        self._replay_trail()
        assert self.decision is not None
        rules.since().trail.append(index)
        return self.decision.options[index]

    def _replay_trail(self, keep: bool = False) -> None:
        """From the checkpoint through the answers since, to where the game stands.

        keep: keeping checkpoints on the way.
        """
        rules = self.rules
        since = rules.since()
        trail, overlays = since.trail, since.overlays
        rules.return_to(since)
        told, rules.tell_forced = rules.tell_forced, None
        copied, rules.is_copied = rules.is_copied, keep
        log, rules.log = rules.log, []  # it was told before
        given = overlays[0][0] if overlays else len(trail)
        rules.script = trail[:given][::-1]
        self._generator = rules.run(since.resumed)
        self._advance(None)
        for number, (start, defn, rng) in enumerate(overlays):
            rules.s.defn, rules.s.rng = defn, rng
            rules.log = []  # as for who woke then: what was looked at before is looked at anew
            last = number + 1 == len(overlays)
            until = len(trail) if last else overlays[number + 1][0]
            for answer in trail[start:until]:
                assert self.decision is not None
                self._advance(self.decision.options[answer])
        rules.tell_forced, rules.is_copied, rules.log = told, copied, log

    # -- other cards, the same answers ---------------------------------------------------

    def retraced(self) -> tuple[Game, list[Answer]]:
        """A copy whose checkpoint is the latest there can be, and what was answered since then."""
        game = self.copy()
        since = game.rules.since()
        trail, since.trail = since.trail, []
        overlays, since.overlays = since.overlays, []
        game.rules.every_phase = True
        game._replay_trail(keep=True)
        game.rules.is_copied = True
        answers: list[Answer] = []
        for number in range(len(trail) + 1):
            for start, defn, rng in overlays:
                if start == number:
                    game.rules.lay_over(defn, rng)
            if number < len(trail):
                assert game.decision is not None
                answers.append((game.decision.seat, game.decision.options[trail[number]]))
                since = game.rules.since()
                game.decide(trail[number])
                if game.rules.since() is not since:
                    answers.clear()
        return game, answers

    def relived(self, defn: list[int], answers: Sequence[Answer]) -> Game | None:
        """All since the checkpoint once more with other cards in the slots; None where one of
        these answers could not have been given then."""
        game = self.copy()
        rules = game.rules
        if not rules.exchange_then(defn):
            return None
        game._replay_trail()
        trail = rules.since().trail
        for seat, option in answers:
            decision = game.decision
            index = -1 if decision is None or decision.seat != seat else decision.find(option)
            if decision is None or index < 0:
                return None
            trail.append(index)
            game._advance(decision.options[index])
        if game.decision is None:
            return None
        rules.log = []
        return game

    # -- looking -----------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play; their seats are 0 to one less."""
        return self.rules.s.seats

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the players, clockwise."""
        return seats_of(self.rules.s.seats)

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        return self.rules.s.turn

    def next_seat(self) -> Seat:
        """Whose turn comes after this one, as things stand."""
        return self.rules.next_seat()

    @property
    def turn_number(self) -> int:
        """How many turns there have been, this one counted."""
        return self.rules.s.turn_number

    @property
    def phase(self) -> PhaseName:
        return PHASE_NAMES[self.rules.s.phase]

    @property
    def vp(self) -> list[int]:
        """The victory points, by seat."""
        return self.rules.s.vp[:]

    @property
    def factions(self) -> tuple[tuple[str, ...], ...]:
        """The two factions of each seat."""
        return self.rules.s.factions

    @property
    def picked(self) -> tuple[tuple[str, ...], ...]:
        """What each seat has chosen so far, in a draft and after it; empty where there was none."""
        return self.rules.picked

    @property
    def banned(self) -> tuple[tuple[str, ...], ...]:
        """What each seat has banned so far, in a draft; empty where there was none."""
        return self.rules.banned

    @property
    def edition(self) -> str:
        """By which edition of the rules this game is played."""
        return self.rules.s.edition.name

    @property
    def bases(self) -> list[BaseShown]:
        """The bases in play, left to right, with their numbers and what lies there."""
        return [base_shown(self.rules, place) for place in self.rules.s.row]

    @property
    def columns(self) -> Columns:
        """The whole position in bulk, for judges and checks; what a seat may know of it is
        `observe(seat).columns()`. It is the game's own memory: read it, never write to it."""
        return self.rules.s

    @property
    def duellists(self) -> tuple[CardId, ...]:
        """The two minions that are in a duel now."""
        return self.rules.duellists

    def hand(self, seat: Seat) -> list[CardId]:
        """The cards in a player's hand."""
        return self.rules.s.hands[self._seat(seat)][:]

    def deck(self, seat: Seat) -> list[CardId]:
        """The cards in a player's deck, the top card last."""
        return self.rules.s.decks[self._seat(seat)][:]

    def discard_pile(self, seat: Seat) -> list[CardId]:
        """The cards in a player's discard pile, the top card last."""
        return self.rules.s.discards[self._seat(seat)][:]

    def minions(self, at: PlaceId | None = None, of: Seat | None = None) -> list[CardId]:
        """The minions in play: at this base, of this player."""
        return self.rules.minions(at=at, of=of)

    def card(self, card: CardId) -> Card:
        """Which card it is: its printed numbers and words."""
        return self.rules.card(self._card(card))

    def name(self, card: CardId) -> str:
        """The name of a card or base."""
        return CARDS[self.rules.s.defn[self._card(card)]].name

    def controller(self, card: CardId) -> Seat:
        """Who controls a card; out of play, who holds it."""
        return self.rules.s.controller[self._card(card)]

    def owner(self, card: CardId) -> Seat:
        """Whose deck a card came from; -1: it is a base."""
        return self.rules.s.owner[self._card(card)]

    def place(self, card: CardId) -> PlaceId:
        """Where in play a card lies, or -1."""
        return self.rules.s.place[self._card(card)]

    def counters(self, card: CardId) -> int:
        """The +1 power counters on a card."""
        return self.rules.s.counters[self._card(card)]

    def actions_on(self, card: CardId) -> list[CardId]:
        """The actions attached to a minion."""
        return self.rules.actions_on(self._card(card))[:]

    def in_play(self, card: CardId) -> bool:
        """Whether a minion or action lies in play face up."""
        return self.rules.in_play(self._card(card))

    def is_minion(self, card: CardId) -> bool:
        return self.rules.is_minion(self._card(card))

    def is_base(self, card: CardId) -> bool:
        return self.rules.is_base(self._card(card))

    def power(self, minion: CardId) -> int:
        """The power of a minion as things stand; out of play mostly the printed one."""
        return self.rules.power(self._minion(minion))

    def base_card(self, place: PlaceId) -> Card:
        """Which base lies at a place."""
        return self.rules.base_card(self._place(place))

    def breakpoint(self, place: PlaceId) -> int:
        """The present breakpoint of the base at a place."""
        return self.rules.breakpoint(self._place(place))

    def total_power(self, place: PlaceId) -> int:
        """The power of all players at a base."""
        return self.rules.total_power(self._place(place))

    def player_powers(self, place: PlaceId) -> list[int]:
        """The power of each player at a base, by seat."""
        return self.rules.player_powers(self._place(place))

    def ranked_powers(self, place: PlaceId) -> dict[Seat, int]:
        """The power of those players who count in the ranking of a base, by seat."""
        return self.rules.ranked_powers(self._place(place))

    def is_ready(self, place: PlaceId) -> bool:
        """Whether the base at a place scores in the next Score Bases."""
        return self.rules.is_ready(self._place(place))

    def award(self, place: PlaceId, position: int, seat: Seat) -> int:
        """The victory points for a player who is first (0), second or third at a base."""
        return self.rules.award(self._place(place), position, self._seat(seat))

    def awards(self, place: PlaceId) -> list[list[int]]:
        """The victory points for first, second and third place at a base, by seat."""
        return self.rules.awards(self._place(place))

    def why(self, card: CardId) -> list[Part]:
        """What the power of a minion in play, or the breakpoint of a base in play, is made of."""
        rules = self.rules
        if rules.is_base(self._card(card)):
            return rules.breakpoint_parts(self._place(rules.place(card)))
        return rules.power_parts(self._minion(card))

    def why_not(self, seat: Seat, card: CardId) -> list[Obstacle]:
        """Why a player cannot play a card of their hand now; empty if they can.

        Of several equal cards in a hand one is among the options, and stands for all of them.
        """
        return self.rules.why_not(self._seat(seat), self._card(card))

    def observe(self, seat: Seat | None) -> Observation:
        """What that seat may know (None: a spectator), now and as the game goes on."""
        return Observation(self, None if seat is None else self._seat(seat))

    def digest(self) -> str:
        """A fingerprint of the whole position: equal games have equal digests on every machine."""
        return digest(self.rules.s, self.decision)

    def _seat(self, seat: Seat) -> Seat:
        if 0 <= seat < self.rules.s.seats:
            return seat
        raise NotThere(f"There is no seat {seat}: the seats are 0 to {self.rules.s.seats - 1}.")

    def _card(self, card: CardId) -> CardId:
        count = len(self.rules.s.defn)
        if 0 <= card < count:
            return card
        dealt = f"the cards are 0 to {count - 1}" if count else "none has been dealt yet"
        raise NotThere(f"There is no card {card}: {dealt}.")

    def _minion(self, card: CardId) -> CardId:
        if self.rules.is_minion(self._card(card)):
            return card
        raise NotThere(f"{self.name(card)} (card {card}) is no minion and has no power.")

    def _place(self, place: PlaceId) -> PlaceId:
        if place in self.rules.s.places:
            return place
        row = ", ".join(map(str, self.rules.s.row))
        raise NotThere(f"There is no base at place {place}: the places in play are {row}.")

    def __repr__(self) -> str:
        return picture.in_a_line(self)

    def __str__(self) -> str:
        return picture.whole(self)


def _index_of(answer: object, options: list[Option]) -> int:
    """The number of an option, or what an answer can be taken for; yes and no are none."""
    if isinstance(answer, Option):
        if answer in options:
            return options.index(answer)
    elif isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        return answer.__index__()
    raise IllegalAnswer(f"{answer!r} is not among the options of the pending decision.")


def thawed(setup: Setup | None, answers: list[int], frozen: Frozen, at_play: bool) -> Game:
    """The game that was pickled as this data."""
    game = Game(Rules.thawed(frozen), setup)
    game.answers = answers
    game._take_up(at_play)
    return game
