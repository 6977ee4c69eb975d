"""Scoring bases (docs/rules.md, chapter 5)."""

from __future__ import annotations

from smashup.engine.dueling import Dueling
from smashup.engine.ordering import Pending
from smashup.model.card import Cause
from smashup.model.decision import Ability
from smashup.model.event import AFTER_SCORING, AWARDED, BEFORE_SCORING, Event
from smashup.model.ids import NO_CARD, NO_SEAT, CardId, PlaceId
from smashup.model.scoring import Scoring
from smashup.model.state import BASE_DECK


class ScoringBases(Dueling):
    """The Score Bases phase."""

    #: The cards that still do something once the base being scored is replaced, and for whom.
    later: tuple[Cause, ...] = ()

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
            self._let_base_follow(scoring)  # while what lies on the base still counts
            yield from self.carry_out(self._clear(place), NO_CARD, NO_SEAT)
            yield from self._replace(scoring)
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

    def _replace(self, scoring: Scoring) -> Ability[None]:
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
        waiting = self._followers(scoring, place)
        yield from self.resolve(lambda: waiting, set())
        if answerable:  # ORDER-1: hands answer when what was under way is done
            last = answerable[-1]
            yield from self._me_first(lambda seat: self._hand_offers(seat, answerable), last)

    def once_replaced(self) -> None:
        """The card being carried out does its `after_replacement` once the new base is there."""
        assert self.scoring is not None
        self.later += (self.cause,)

    def _let_base_follow(self, scoring: Scoring) -> None:
        """What the base itself still does once it is replaced, for each player it speaks to."""
        ability = self.base_card(scoring.place).after_replacement_ability
        if ability is not None and ability.seats is not None and self.base_works(scoring.place):
            event = Event(AFTER_SCORING, self.s.turn, scoring.base, scoring.place, scoring=scoring)
            seats = self.clockwise(ability.seats(self._rules, scoring.base, event))
            self.later = (*(Cause(scoring.base, seat) for seat in seats), *self.later)

    def _followers(self, scoring: Scoring, place: PlaceId) -> list[Pending]:
        """What cards still do now that the base has been replaced; their event is at the new one.

        One card may do so several times, so each has a number.
        """
        event = Event(AFTER_SCORING, self.s.turn, scoring.base, place, scoring=scoring)
        waiting: list[Pending] = []
        for number, (card, seat) in enumerate(self.later):
            ability = self.card(card).after_replacement_ability
            assert ability is not None
            waiting.append(Pending(ability, card, number, seat, event, gone=True))
        return waiting

    def _base_comes(self, place: PlaceId, base: CardId, answerable: list[Event]) -> Ability[None]:
        """Lays the base; what hands can answer is kept for after all else."""
        self.base_enters(place, base)
        assert self.frame is not None
        answerable += self.frame.events
        self.frame.events = []
        yield from self.settle()
