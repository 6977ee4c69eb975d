"""The turn: its phases one after the other, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from smashup.engine.checkpoint import Checkpoint
from smashup.engine.plays import FREE_ACTION, FREE_MINION
from smashup.engine.scoring import ScoringBases
from smashup.model.card import NEXT_TURN
from smashup.model.decision import END, Ability, Option
from smashup.model.event import GAME_OVER, PHASE, TURN_ENDED, TURN_STARTED, Event
from smashup.model.ids import MOST_PLAYERS, NO_SEAT, Seat, left_of, seats_of
from smashup.model.lasting import NO_ACTIONS
from smashup.model.state import DRAW, OVER, PHASE_NAMES, PLAY, SCORE, START, Lasting, State
from smashup.model.state import END as END_TURN
from smashup.model.words import Sentence

HAND_LIMIT = 10
CARDS_DRAWN = 2
VICTORY = 15
#: By phase and seat: nearly a third of all that is told is that a phase begins. To tell it by an
#: event made anew took 1.026 times as many instructions for a game.
PHASE_BEGINS = [
    [Event(PHASE, seat, word=name) for seat in seats_of(MOST_PLAYERS)] for name in PHASE_NAMES
]


class Turn(ScoringBases):
    """TURN-1: Start Turn, Play Cards, Score Bases, Draw, End Turn."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.is_copied = False  # a game that is never copied pays nothing for checkpoints
        self.every_phase = False  # has a checkpoint, not only after answers
        self.checkpoint: Checkpoint | None = None  # the last one
        self.tell_phase: Callable[[], None] | None = None  # told of each phase as it begins

    def run(self, resumed: Option | None = None) -> Ability[None]:
        """Plays on from the beginning of the phase in the state until the game is over.

        `resumed`: the answer to the Play Cards decision at which the state stands.
        """
        s = self.s
        while True:
            phase = s.phase
            if phase == START:
                yield from self._start_turn()
            elif phase == PLAY:
                yield from self._play_cards(resumed)
                resumed = None
            elif phase == SCORE:
                yield from self.score_bases()
                self._enter(DRAW)
            elif phase == DRAW:
                yield from self._draw()
            elif phase == END_TURN:
                yield from self._end_turn()
            elif phase == OVER:
                return
            else:
                yield from self.set_up()

    def set_up(self) -> Ability[None]:
        """Does what comes before the first turn: for the layer above this one."""
        raise NotImplementedError

    def _enter(self, phase: int) -> None:
        s = self.s
        s.phase = phase
        self.log.append(PHASE_BEGINS[phase][s.turn])
        if self.tell_phase is not None:
            self.tell_phase()
        if self.is_copied and phase != PLAY and (self.every_phase or self._has_answers()):
            self.set_checkpoint(None)

    def set_checkpoint(self, resumed: Option | None, answer: int | None = None) -> None:
        """From here play goes on by the state alone (and by the answer to this decision)."""
        self.checkpoint = Checkpoint(self.s.copy(), self.listening[:], resumed, answer)

    def set_out(self, resumed: Option, answer: int) -> None:
        """Leaves the state of a copy as it is, as a checkpoint, and goes on with one of its own."""
        self.checkpoint = Checkpoint(self.s, self.listening, resumed, answer)
        self.s = self.s.copy()
        self.listening = self.listening[:]

    def _has_answers(self) -> bool:
        """Whether anything was answered since the last checkpoint. If not, that one is as good:
        of all states that a search copied, nearly two fifths were for such phases."""
        since = self.checkpoint
        return since is None or bool(since.trail or since.overlays)

    def _start_turn(self) -> Ability[None]:
        """TURN-2: what lasts until now ends first, then everything that starts the turn."""
        s = self.s
        if s.lasting:
            s.lasting = [e for e in s.lasting if not (e.at_start and e.turn_of == s.turn)]
        yield from self.settle()  # some continuous abilities depend on whose turn it is
        yield from self.start_of_turn(Event(TURN_STARTED, s.turn, amount=s.turn_number))
        self.begin_play_cards()

    def begin_play_cards(self) -> None:
        self._enter(PLAY)
        self.s.permissions = [FREE_MINION, FREE_ACTION]
        self.grant_plays(self.s.turn)

    def _play_cards(self, resumed: Option | None) -> Ability[None]:
        """TURN-3: until the player says so, which is asked even if it is the only answer."""
        s = self.s
        answer = resumed
        while True:
            if answer is None:
                decision = self.play_decision()
                if self.script:
                    answer = decision.options[self.script.pop()]
                else:
                    yield decision
                    answer = self.answer
            if answer is END:
                break
            yield from self.take_turn_action(s.turn, answer)
            answer = None
        s.permissions = []
        s.budgets = []
        self._enter(SCORE)

    def _draw(self) -> Ability[None]:
        """TURN-5: two cards, then down to ten."""
        seat = self.s.turn
        yield from self.draw(seat, CARDS_DRAWN)
        excess = len(self.s.hands[seat]) - HAND_LIMIT
        if excess > 0:
            prompt: Sentence = "You may keep ten cards at most: discard the others"
            yield from self.choose_and_discard(seat, excess, prompt)
        self._enter(END_TURN)

    def _end_turn(self) -> Ability[None]:
        """TURN-6: abilities first, then what lasted until now ends, then END-1 is checked.

        What follows from that is settled when the next turn has begun: a shield that is spent then
        is spent for that turn.
        """
        s = self.s
        yield from self.happen(Event(TURN_ENDED, s.turn, amount=s.turn_number))
        if s.lasting:
            s.lasting = [e for e in s.lasting if not self._ends_now(e)]
        winners = self._winners()
        if winners:
            s.winners = winners
            s.phase = OVER
            self.log.append(Event(GAME_OVER, winners[0] if len(winners) == 1 else NO_SEAT))
            return
        s.turn = self.next_seat()
        s.turn_number += 1
        s.played = []
        s.moved = []
        s.marks = {}
        self._enter(START)

    def next_seat(self) -> Seat:
        """Whose turn comes after this one: the next player's, unless a card says otherwise."""
        s = self.s
        seat = left_of(s.turn, s.seats)
        for source in self.listening[NEXT_TURN]:
            hook = self.card(source).next_turn
            if hook is not None and self.works(source, seat):
                seat = hook(self._rules, source, seat)
        return seat

    def _ends_now(self, effect: Lasting) -> bool:
        """Whether an effect lasts until the end of this turn; a ban for a next turn does not."""
        if effect.at_start or effect.turn_of != self.s.turn:
            return False
        return effect.kind != NO_ACTIONS or effect.since < self.s.turn_number

    def _winners(self) -> tuple[Seat, ...]:
        """END-1, END-3: who has won at the end of this turn, if anyone has."""
        s = self.s
        most = max(s.vp)
        if s.row and most < VICTORY:
            return ()
        leaders = tuple(seat for seat in seats_of(s.seats) if s.vp[seat] == most)
        if most >= VICTORY and len(leaders) == 1:
            return leaders
        if not s.row and not s.base_deck and not s.edition.bases_reshuffled:
            return leaders
        return ()
