"""Scoring bases (docs/rules.md, chapter 5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from smashup.engine.dueling import Dueling
from smashup.engine.resolution import ANY_ORDER
from smashup.model.card import Cause, Reaction
from smashup.model.decision import Ability, Decision, Option
from smashup.model.event import AFTER_SCORING, AWARDED, BEFORE_SCORING, Event
from smashup.model.ids import NO_CARD, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.scoring import Scoring
from smashup.model.state import BASE_DECK


class Follower(NamedTuple):
    """What is still to come once the base being scored is replaced: by which card, and whose."""

    card: CardId
    seat: Seat
    run: Callable[[PlaceId], Ability[None]]  # given the place of the new base


class ScoringBases(Dueling):
    """The Score Bases phase."""

    #: What cards still do once the base being scored is replaced.
    #: Not part of the scoring: events tell of that, and would hold the game that holds them.
    later: tuple[Follower, ...] = ()

    def score_bases(self) -> Ability[None]:
        """SCORE-1 to SCORE-11: until no base is ready."""
        while True:
            ready = [place for place in self.s.row if self.is_ready(place)]
            if not ready:
                return
            place = yield from self.choose_base(
                self.s.turn, ready, "Several bases are ready: which scores first?"
            )
            assert place is not None
            yield from self.score(place)

    def score(self, place: PlaceId) -> Ability[None]:
        """Scores one base; from here on it scores even if its total falls (SCORE-2)."""
        base = self.s.places[place].base
        yield from self.window(Event(BEFORE_SCORING, self.s.turn, base, place))
        if not self.is_in_play(place):
            return  # FILL-5: its scoring stops
        scoring = Scoring(place, base, self.ranked_powers(place))
        self.scoring = scoring
        self.later = ()
        yield from self.carry_out(self._award(scoring), base, NO_SEAT)
        yield from self.window(Event(AFTER_SCORING, self.s.turn, base, place, scoring=scoring))
        if self.is_in_play(place):  # SCORE-10: else there is nothing to clear and to replace
            followers = self._followers(scoring)  # while what lies on the base still counts
            yield from self.carry_out(self._clear(place), NO_CARD, NO_SEAT)
            yield from self._replace(scoring, followers)
        self.scoring = None
        self.later = ()

    def _award(self, scoring: Scoring) -> Ability[None]:
        """SCORE-4 to SCORE-6: each ranked player takes what their place is worth."""
        place = scoring.place
        for position, seats in scoring.places():
            for seat in self.clockwise(seats):
                value = self.award(place, position, seat)
                event = Event(AWARDED, seat, scoring.base, place, amount=value)
                event.rank = position
                event.power = scoring.powers[seat]
                self.log.append(event)
                if value:
                    yield from self.gain_vp(seat, value)
        ability = self.base_card(place).when_scoring_ability
        if ability is not None and self.base_works(place):
            assert ability.run is not None and ability.seats is not None
            event = Event(AWARDED, self.s.turn, scoring.base, place, scoring=scoring)
            for seat in self.clockwise(ability.seats(self._rules, scoring.base, event)):
                if (yield from self.heeds(scoring.base, seat)):
                    yield from ability.run(self._rules, scoring.base, seat, event)

    def _clear(self, place: PlaceId) -> Ability[None]:
        """SCORE-9: all cards left there go to their owners' discard piles at one moment."""
        self.discard_buried(place)
        here = self.s.places[place]
        self.discard_from_play([*here.minions, *here.actions])
        return
        yield

    def _replace(self, scoring: Scoring, followers: list[Follower]) -> Ability[None]:
        """SCORE-10: the next base takes the same position; it is a new place."""
        s = self.s
        self.discard_base(self.base_leaves(scoring.place))
        position = self.remove_place(scoring.place)
        if scoring.replacement >= 0 and s.zone[scoring.replacement] == BASE_DECK:
            base: CardId | None = scoring.replacement
        else:
            base = self.top_base()
        if base is None:
            return  # END-3: an edition without replacement bases
        place = self.new_place(position)
        answerable: list[Event] = []
        yield from self.carry_out(self._base_comes(place, base, answerable), NO_CARD, s.turn)
        waiting = [*followers, *self.later]
        while waiting:
            chosen = yield from self._which_follows(waiting, scoring, place)
            waiting.remove(chosen)
            yield from chosen.run(place)
        if answerable:  # ORDER-1: hands answer when what was under way is done
            last = answerable[-1]
            yield from self._me_first(lambda seat: self._hand_offers(seat, answerable), last)

    def _which_follows(
        self, waiting: list[Follower], scoring: Scoring, place: PlaceId
    ) -> Ability[Follower]:
        """ORDER-8: which comes next; a card that speaks to several speaks to each in turn."""
        defn = self.s.defn
        first: dict[tuple[int, Seat], Follower] = {}
        for follower in waiting:
            speaks_to = NO_SEAT if self.is_base(follower.card) else follower.seat
            first.setdefault((defn[follower.card], speaks_to), follower)  # copies are alike
        if len(first) == 1:
            return waiting[0]
        seats = {follower.seat for follower in first.values()}
        asked = waiting[0].seat if len(seats) == 1 else self.s.turn
        options = [Option("order", f.card, seat=f.seat) for f in first.values()]
        event = Event(AFTER_SCORING, self.s.turn, scoring.base, place, scoring=scoring)
        order = Decision(asked, "order", NO_CARD, ANY_ORDER, options, event=event)
        answer = yield from self.ask(order)
        return list(first.values())[options.index(answer)]

    def once_replaced(self, run: Callable[[PlaceId], Ability[None]]) -> None:
        """What the card being carried out still does when the base being scored is replaced.

        It is given the place of the new base.
        """
        assert self.scoring is not None
        cause = self.cause
        self.later += (Follower(cause.card, cause.seat, partial(self._go_on, run, cause)),)

    def _go_on(
        self, run: Callable[[PlaceId], Ability[None]], cause: Cause, place: PlaceId
    ) -> Ability[None]:
        yield from self.carry_out(run(place), cause.card, cause.seat)

    def _followers(self, scoring: Scoring) -> list[Follower]:
        """What the old base still does once it is replaced, for each player it speaks to."""
        ability = self.base_card(scoring.place).after_replacement_ability
        if ability is None or ability.seats is None or not self.base_works(scoring.place):
            return []
        event = Event(AFTER_SCORING, self.s.turn, scoring.base, scoring.place, scoring=scoring)
        seats = self.clockwise(ability.seats(self._rules, scoring.base, event))
        base = scoring.base
        return [Follower(base, s, partial(self._follow, ability, scoring, s)) for s in seats]

    def _follow(
        self, ability: Reaction, scoring: Scoring, seat: Seat, place: PlaceId
    ) -> Ability[None]:
        assert ability.run is not None
        event = Event(AFTER_SCORING, seat, scoring.base, place, scoring=scoring)
        run = ability.run(self._rules, scoring.base, seat, event)
        yield from self.carry_out(run, scoring.base, seat, event=event)

    def _base_comes(self, place: PlaceId, base: CardId, answerable: list[Event]) -> Ability[None]:
        """Lays the base; what hands can answer is kept for after all else."""
        self.base_enters(place, base)
        assert self.frame is not None
        answerable += self.frame.events
        self.frame.events = []
        yield from self.settle()
