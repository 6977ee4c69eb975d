"""A game: the engine's contract with the world (docs/how-it-works.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from smashup.cards.registry import CARDS
from smashup.engine.checkpoint import Checkpoint
from smashup.engine.observation import Observation
from smashup.engine.rules import Rules
from smashup.engine.setup import Setup, make_setup, starting_state
from smashup.engine.table import Listening
from smashup.model.card import Card
from smashup.model.decision import Ability, Decision, Option
from smashup.model.errors import IllegalAnswer
from smashup.model.event import Event
from smashup.model.state import OVER, PHASE_NAMES, State


class Game(Rules):
    """A running game. Make one with `Game.new`, then answer `decision` with `decide` until `over`.

    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
    >>> while not game.over:
    ...     events = game.decide(0)
    >>> game.replayed().digest() == game.digest()
    True
    """

    decision: Decision | None = None
    _generator: Ability[None] | None = None

    def __init__(self, state: State, setup: Setup | None = None) -> None:
        super().__init__(state)
        self.setup = setup
        self.answers: list[int] = []

    # -- making games ------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        factions: Sequence[Sequence[str]] | str = "random",
        *,
        players: int | None = None,
        seed: int = 0,
        edition: str = "oops",
        first: int | None = None,
        pool: Sequence[str] = (),
        same_faction: bool = False,
        ask_everyone: bool = False,
    ) -> Game:
        """A new game, standing at its first decision.

        factions: two for each seat, or "random", or "draft" (the picks are the first decisions);
        for the last two say how many `players`. first: the seat that begins, random if not given.
        ask_everyone: in windows that a hand may answer also those are asked who can only pass, so
        that nobody learns who has nothing.
        """
        setup = make_setup(
            factions, players, seed, edition, first, pool, same_faction, ask_everyone
        )
        return cls.from_setup(setup)

    @classmethod
    def from_setup(cls, setup: Setup, ask_needless: bool = False) -> Game:
        """A new game from a checked setup.

        ask_needless: also what makes no difference is asked, so that this can be proved.
        """
        game = cls(starting_state(setup), setup)
        game.ask_needless = ask_needless
        game.same_faction = setup.same_faction
        game.ask_everyone = setup.ask_everyone
        if setup.factions != "draft":
            game.deal()
        game.start()
        return game

    @classmethod
    def at_play(cls, setup: Setup, state: State, answers: list[int], log: list[Event]) -> Game:
        """A game that stood at a Play Cards decision, where it goes on by its state alone."""
        game = cls(state, setup)
        game.ask_everyone = setup.ask_everyone
        game.answers = answers
        game.log = log
        game.learn_cards()
        game.set_checkpoint(None)
        game.decision = game.play_decision()
        return game

    def start(self) -> None:
        """Runs to the first decision; for games made from a state, as scenarios are."""
        self.learn_cards()
        self.set_checkpoint(None)
        self._generator = self.run()
        self._advance(None)

    def replayed(self, until: int | None = None) -> Game:
        """The same game played again from its setup, up to that number of answers."""
        if self.setup is None:
            raise IllegalAnswer("A game laid out by hand has no setup to replay it from.")
        game = Game.from_setup(self.setup)
        for answer in self.answers[:until]:
            game.decide(answer)
        return game

    # -- playing -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.s.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seat, or several where a tie is shared; empty while the game goes on."""
        return self.s.winners

    @property
    def phase(self) -> str:
        return PHASE_NAMES[self.s.phase]

    def decide(self, answer: int | Option) -> list[Event]:
        """Answers the pending decision by an option or its index; gives the events that happened.

        An answer that is not among the options raises `IllegalAnswer` and changes nothing.
        """
        index, option = self._check(answer)
        decision = self.decision
        assert decision is not None
        self.answers.append(index)
        if self._generator is None:
            send = self._wake(index, option)
            before = len(self.log)
            self._advance(send)
            return self.log[before:]
        before = len(self.log)
        if decision.kind == "play" and self.is_copied:
            self.set_checkpoint(option)
        else:
            self._since().trail.append(index)
        self._advance(option)
        return self.log[before:]

    def _check(self, answer: int | Option) -> tuple[int, Option]:
        decision = self.decision
        if decision is None:
            raise IllegalAnswer("The game is over: there is nothing to decide.")
        options = decision.options
        if isinstance(answer, int):
            if 0 <= answer < len(options):
                return answer, options[answer]
            raise IllegalAnswer(f"There is no option {answer}; there are {len(options)}.")
        for index, option in enumerate(options):
            if option == answer:
                return index, option
        raise IllegalAnswer(f"{answer} is not among the options of the pending decision.")

    def _advance(self, option: Option | None) -> None:
        assert self._generator is not None
        try:
            if option is None:
                self.decision = next(self._generator)
            else:
                self.decision = self._generator.send(option)
        except StopIteration:
            self.decision = None

    def let_go(self) -> None:
        """The game is not needed any more: what is suspended in it is freed at once.

        Its generator and it hold each other, so otherwise it would stay until Python looks for
        such circles. It can still be looked at.
        """
        self._generator = None

    # -- copies ------------------------------------------------------------------------

    def copy(self) -> Game:
        """A game that goes on independently from the same moment, also in mid-ability.

        Generators cannot be copied. A copy has the state and the pending decision; when it is
        first decided on, it wakes: at a Play Cards decision or the start of a phase play goes on
        by the state alone, in mid-ability it goes back to the last such *checkpoint* and is given
        the answers since again. From the first copy on, a game keeps checkpoints.
        """
        self.is_copied = True
        game = self._shell(self.s.copy(), self.listening)
        game.decision = self.decision
        game.checkpoint = self.checkpoint and self.checkpoint.copy()
        if self.duellists:
            game.duellists = self.duellists
        return game

    def _wake(self, index: int, option: Option) -> Option | None:
        """Makes the generator of a copy and brings it to the pending decision.

        Gives the option to send it: none where the generator begins with this very answer.
        """
        decision = self.decision
        assert decision is not None
        if decision.kind == "play":
            self.set_checkpoint(option)
            self._generator = self.run(option)
            return None
        self._replay_trail()
        assert self.decision is not None
        self._since().trail.append(index)
        return self.decision.options[index]

    def _replay_trail(self) -> None:
        """From the checkpoint through the answers since, to where the game stands.

        The log of a copy begins with what is told here: it must never grow shorter.
        """
        since = self._since()
        trail, overlays = since.trail, since.overlays
        self.s = since.state.copy()
        self.duellists = ()
        self.listening = Listening(self.s)
        self.listening.update(since.listening)
        told, self.tell_forced = self.tell_forced, None
        copied, self.is_copied = self.is_copied, False
        given = overlays[0][0] if overlays else len(trail)
        self.script = trail[:given][::-1]
        self._generator = self.run(since.resumed)
        self._advance(None)
        for number, (start, defn, rng) in enumerate(overlays):
            self.s.defn, self.s.rng = defn, rng
            last = number + 1 == len(overlays)
            until = len(trail) if last else overlays[number + 1][0]
            for answer in trail[start:until]:
                assert self.decision is not None
                self._advance(self.decision.options[answer])
        self.tell_forced, self.is_copied = told, copied

    def _since(self) -> Checkpoint:
        """The last checkpoint."""
        assert self.checkpoint is not None, "every game that was started or copied has one"
        return self.checkpoint

    def lay_over(self, defn: list[int], rng: int) -> None:
        """Changes which cards lie where, for a seat that cannot know it (`determinize`).

        The answers since the checkpoint were given on the old cards: a copy changes them at the
        same moment.
        """
        self.s.defn = defn
        self.s.rng = rng
        since = self._since()
        since.overlays.append((len(since.trail), defn, rng))

    def _shell(self, state: State, listening: dict[int, list[int]]) -> Game:
        game = Game(state, self.setup)
        game.listening.update(listening)
        game.answers = self.answers[:]
        game.hand_bits = self.hand_bits
        game.plays_from_discard = self.plays_from_discard
        game.uses_from_hand = self.uses_from_hand
        game.same_faction = self.same_faction
        game.ask_everyone = self.ask_everyone
        game.ask_needless = self.ask_needless
        return game

    # -- looking -----------------------------------------------------------------------

    def definition(self, defn: int) -> Card:
        return CARDS[defn]

    def observe(self, seat: int | None) -> Observation:
        """What that seat may know (None: a spectator)."""
        return Observation(self, seat)

    def digest(self) -> str:
        """A fingerprint of the whole position: equal games have equal digests on every machine."""
        return hashlib.blake2b(repr(self._facts()).encode(), digest_size=16).hexdigest()

    def _facts(self) -> tuple[object, ...]:
        s = self.s
        decision = self.decision
        return (
            s.edition.name,
            [CARDS[d].name for d in s.defn],
            (s.owner, s.controller, s.zone, s.place, s.counters, s.life, s.known),
            (s.hands, s.decks, s.discards, s.vp, s.factions),
            [
                (p, s.places[p].base, s.places[p].minions, s.places[p].actions, s.places[p].buried)
                for p in s.row
            ],
            sorted(s.attached.items()),
            (s.base_deck, s.base_discard, s.box, s.laid),
            (s.turn, s.turn_number, s.phase, s.winners, s.rng),
            (s.permissions, s.budgets, s.lasting, s.played, s.moved, sorted(s.marks.items())),
            None if decision is None else (decision.seat, decision.kind, len(decision.options)),
        )

    def label(self, option: Option) -> str:
        """An option in words."""
        from smashup.engine.words import label

        return label(self, option)
