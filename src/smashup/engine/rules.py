"""The rules in force on one table: everything that a card can ask, do and change."""

from __future__ import annotations

from typing import TypedDict

from smashup.engine.checkpoint import Checkpoint
from smashup.engine.setup import SettingUp, Setup
from smashup.engine.table import who_listens
from smashup.model.event import Event
from smashup.model.state import State


class Frozen(TypedDict):
    """All of a table that cannot be worked out again, as plain data."""

    state: State
    log: list[Event]
    same_faction: bool
    bans: int
    in_box: tuple[str, ...]
    ask_everyone: bool
    ask_needless: bool
    checkpoint: State
    resumed: int | None  # which of the answers at the checkpoint was given, if one was
    trail: list[int]
    overlays: list[tuple[int, list[int], int]]


class Rules(SettingUp):
    """What cards are handed as `g`: all the questions, choices and effects of the game.

    It is made of layers, one file each, of which every layer knows only those below it
    (docs/how-it-works.md). A card's code calls these; a host calls `Game`.
    """

    @classmethod
    def of(cls, state: State, setup: Setup) -> Rules:
        """The rules of a game with this setup."""
        rules = cls(state)
        rules.same_faction = setup.same_faction
        rules.bans = setup.bans
        rules.in_box = setup.box
        rules.ask_everyone = setup.ask_everyone
        return rules

    def copy(self, state: State) -> Rules:
        """The same table once more with this copy of its state, nothing under way or told."""
        rules = Rules(state)
        rules.listening = self.listening[:]
        rules.hand_bits = self.hand_bits
        rules.plays_from_discard = self.plays_from_discard
        rules.uses_from_hand = self.uses_from_hand
        rules.same_faction = self.same_faction
        rules.bans = self.bans
        rules.in_box = self.in_box
        rules.ask_everyone = self.ask_everyone
        rules.ask_needless = self.ask_needless
        rules.checkpoint = self.since().copy()
        rules.banned, rules.picked = self.banned, self.picked
        if self.duellists:
            rules.duellists = self.duellists
        return rules

    def since(self) -> Checkpoint:
        """The last checkpoint."""
        assert self.checkpoint is not None, "every game that was started or copied has one"
        return self.checkpoint

    def return_to(self, checkpoint: Checkpoint) -> None:
        """Puts the table back to how it was then."""
        self.s = checkpoint.state.copy()
        self.duellists = ()
        self.listening = checkpoint.listening[:]

    def lay_over(self, defn: list[int], rng: int) -> None:
        """Changes which cards lie where, for a seat that cannot know it (`determinize`).

        The answers since the checkpoint were given on the old cards: a copy changes them at the
        same moment.
        """
        self.s.defn = defn
        self.s.rng = rng
        since = self.since()
        since.overlays.append((len(since.trail), defn, rng))

    def exchange_then(self, defn: list[int]) -> bool:
        """Changes which cards lay where at the checkpoint already, and forgets what was answered
        since; false if then the answer that began it could not have been given."""
        since = self.since()
        state = since.state.copy()
        state.defn = defn
        then = Checkpoint(state, since.listening, since.resumed, since.answer)
        self.checkpoint = then
        if then.resumed is None:
            return True
        decision = self.copy_at(then).play_decision()
        then.answer = decision.find(then.resumed)
        if then.answer < 0:
            return False
        then.resumed = decision.options[then.answer]
        return True

    # -- as plain data -----------------------------------------------------------------

    def frozen(self) -> Frozen:
        """The table as data that can be pickled; `thawed` makes it a table again."""
        since = self.since()
        return Frozen(
            state=self.s,
            log=self.log,
            same_faction=self.same_faction,
            bans=self.bans,
            in_box=self.in_box,
            ask_everyone=self.ask_everyone,
            ask_needless=self.ask_needless,
            checkpoint=since.state,
            resumed=since.answer,
            trail=since.trail,
            overlays=since.overlays,
        )

    @classmethod
    def thawed(cls, frozen: Frozen) -> Rules:
        """The table of this data."""
        rules = cls(frozen["state"])
        rules.listening = who_listens(rules.s)
        rules.log = frozen["log"]
        rules.same_faction = frozen["same_faction"]
        rules.bans = frozen.get("bans", 0)  # from before there were any
        rules.in_box = frozen["in_box"]
        rules.ask_everyone = frozen["ask_everyone"]
        rules.ask_needless = frozen["ask_needless"]
        rules.learn_cards()
        then = frozen["checkpoint"]
        since = Checkpoint(then, who_listens(then), None, frozen["resumed"])
        if since.answer is not None:
            since.resumed = rules.copy_at(since).play_decision().options[since.answer]
        since.trail = frozen["trail"]
        since.overlays = frozen["overlays"]
        rules.checkpoint = since
        return rules

    def copy_at(self, checkpoint: Checkpoint) -> Rules:
        """The table as it was at a checkpoint."""
        rules = Rules(self.s)
        rules.return_to(checkpoint)
        rules.learn_cards()
        return rules
