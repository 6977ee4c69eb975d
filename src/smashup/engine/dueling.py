"""Duels (docs/rules.md, chapter 9)."""

from __future__ import annotations

from typing import NamedTuple

from smashup.engine.burying import Burying
from smashup.model.card import IN_HAND, Use
from smashup.model.decision import PASS, Ability, Decision, Option
from smashup.model.event import CARD_LAID, CARDS_SEEN, DISCARDED, DUEL_ENDED, DUEL_STARTED, Event
from smashup.model.ids import NO_CARD, CardId, Seat
from smashup.model.state import EVERYONE, LIMBO, without
from smashup.model.words import Sentence, Words

LAY_CARD: Sentence = "{mine} duels {theirs}: lay a card from your hand face down to help?"
USE_CARD: Sentence = "{mine} duels {theirs}: use a card from your hand?"


class Duel(NamedTuple):
    """How a duel ended; in a tie each minion is winner and loser at once (DUEL-4)."""

    winners: tuple[CardId, ...]
    losers: tuple[CardId, ...]


class Dueling(Burying):
    """Two minions, two face-down cards, one winner."""

    def can_duel(self) -> bool:
        """DUEL-6: whether a duel can begin now, which it cannot inside a duel."""
        return not self.duellists

    def in_duel(self, minion: CardId) -> bool:
        """Whether a minion is in the duel that is going on."""
        return minion in self.duellists

    def duel(self, you: Seat, mine: CardId | None, theirs: CardId | None) -> Ability[Duel | None]:
        """Lets two minions duel; None if there is no duel or it ends undecided."""
        if mine is None or theirs is None or not self.can_duel():
            return None
        self.duellists = (mine, theirs)
        lives = [self.s.life[minion] for minion in self.duellists]
        cause = self.cause
        started = self.event(DUEL_STARTED, mine, cause, cards=(mine, theirs))
        self.log.append(started)
        reactions = self.collect(started)
        yield from self.resolve(lambda: reactions, set())  # DUEL-1: before any card is laid
        players = (you, self.controller(theirs))
        laid: list[tuple[Seat, CardId]] = []
        for seat in players:
            card = yield from self._lay_card(seat)
            if card is not None:
                laid.append((seat, card))
        for _, card in laid:
            self._turn_up(card)
        for seat, card in laid:
            yield from self._deal_with(seat, card)
        if self._are_together(lives):
            yield from self._last_uses(players)
        fought = self._judged(mine, theirs) if self._are_together(lives) else None
        self.duellists = ()
        won = fought.winners if fought is not None else ()
        self.log.append(Event(DUEL_ENDED, you, cards=won, by=cause.card))
        return fought

    def _lay_card(self, seat: Seat) -> Ability[CardId | None]:
        """DUEL-2: any card from hand, face down, in no zone until it is turned up (DUEL-5)."""
        hand = self.s.hands[seat]
        card = yield from self.may_choose(seat, hand, self._of_duel(LAY_CARD))
        if card is not None:
            s = self.s
            self._take(card)
            s.zone[card] = LIMBO
            s.laid = [*s.laid, card]
            s.known[card] = 1 << seat
            self._blur(seat)
            event = Event(CARD_LAID, seat, card)
            event.audience = 1 << seat
            self.log.append(event)
        return card

    def _of_duel(self, sentence: Sentence) -> Words:
        """A question in the duel, which names the two minions."""
        mine, theirs = (self.name(minion) for minion in self.duellists)
        return Words(sentence, mine=mine, theirs=theirs)

    def _turn_up(self, card: CardId) -> None:
        s = self.s
        s.known[card] = EVERYONE
        s.laid = without(s.laid, card)
        seat = s.controller[card]
        self.log.append(Event(CARDS_SEEN, seat, card, cards=(card,), amount=1, word="reveal"))

    def _deal_with(self, seat: Seat, card: CardId) -> Ability[None]:
        """DUEL-3: an action is played in the normal way, anything else goes back to the hand."""
        if not self.is_action(card):
            self._put_in_hand(card, seat)
            return
        options = self.play_options(seat, [self.permission_for(card)])
        if self.card(card).special_only or not options:
            if not (yield from self._play_by_special(seat, card)):
                self.log.append(self.event(DISCARDED, card, self.cause))
                self._put_in_discard(card)
            return
        prompt = Words("Play {card}", card=self.name(card))
        answer = yield from self.ask(Decision(seat, "choose", card, prompt, options))
        yield from self.pay_and_play(seat, answer)

    def _last_uses(self, players: tuple[Seat, Seat]) -> Ability[None]:
        """Then each of the two may use what is allowed in a duel, until both pass in a row."""
        passes = turn = 0
        while passes < len(players):
            seat = players[turn % len(players)]
            turn += 1
            options = self._duel_uses(seat)
            answer = PASS
            if options:
                prompt = self._of_duel(USE_CARD)
                answer = yield from self.ask(
                    Decision(seat, "window", NO_CARD, prompt, [*options, PASS])
                )
            if answer.verb == "pass":
                passes += 1
                continue
            passes = 0
            use = answer.via
            assert isinstance(use, Use)
            run = use.run(self._rules, answer.card, seat)
            yield from self.carry_out(run, answer.card, seat)

    def _duel_uses(self, seat: Seat) -> list[Option]:
        if not any(self.in_play(m) and self.controller(m) == seat for m in self.duellists):
            return []
        return [
            Option("use", card, via=use)
            for card in self.distinct(self.s.hands[seat])
            for use in self.card(card).uses
            if use.in_duel and use.zone == IN_HAND
        ]

    def _are_together(self, lives: list[int]) -> bool:
        """DUEL-7: else the duel stops; one that left and came back is another (FILL-7)."""
        mine, theirs = self.duellists
        return (
            lives == [self.s.life[mine], self.s.life[theirs]]
            and self.in_play(mine)
            and self.in_play(theirs)
            and self.place(mine) == self.place(theirs)
        )

    def _judged(self, mine: CardId, theirs: CardId) -> Duel:
        """DUEL-4: who wins."""
        lead = self.power(mine) - self.power(theirs)
        if lead == 0:
            return Duel((mine, theirs), (mine, theirs))
        return Duel((mine,), (theirs,)) if lead > 0 else Duel((theirs,), (mine,))
