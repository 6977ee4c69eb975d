"""What happened, event by event: a sentence for the log, and what an animation points at."""

from __future__ import annotations

from itertools import islice

from smashup.chronicle import Chronicle
from smashup.engine.observation import Observation
from smashup.model.event import AWARDED, Event
from smashup.model.words import Words
from smashup.protocol.view import GameEvent
from smashup.view.keys import place_key
from smashup.view.table import named
from smashup.view.wording import sent


class Storyteller:
    """Tells a game to one seat as it goes on; it remembers where it is in the log.

    >>> from smashup import Game
    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    >>> story = Storyteller(game.observe(0))
    >>> [event.text.sentence for event in story.events() if not event.minor]
    ['turn {number}: it is your turn.']
    """

    def __init__(self, observation: Observation, open_hands: bool = False) -> None:
        self._game = observation._game
        self._chronicle = Chronicle(self._game, observation.seat, sees_everything=open_hands)

    def events(self, since: int = 0, until: int | None = None) -> list[GameEvent]:
        """The events from that one of the game's log on, up to, not including, another."""
        told = islice(self._chronicle.told(since), None if until is None else max(0, until - since))
        return [
            self._event(number, event, words)
            for number, (event, words) in enumerate(told, start=since)
        ]

    def _event(self, number: int, event: Event, words: Words) -> GameEvent:
        game = self._game
        seen = self._chronicle.sees(event)
        at_once = [one.card for one in self._chronicle.at_once(event)]
        cards = event.cards or (at_once if len(at_once) > 1 else [])
        return GameEvent(
            e=number,
            kind=event.kind,
            text=sent(words),
            minor=self._chronicle.is_in_passing(event),
            seat=event.seat if event.seat >= 0 else None,
            card=named(game, event.card) if event.card >= 0 and seen else None,
            cards=[named(game, card) for card in cards] if seen else [],
            place=place_key(event.place) if event.place >= 0 else None,
            to=place_key(event.to) if event.to >= 0 else None,
            on=named(game, event.host) if event.host >= 0 else None,
            amount=event.amount,
            by=named(game, event.by) if event.by >= 0 else None,
            by_seat=event.by_seat if event.by_seat >= 0 else None,
            rank=event.rank if event.kind == AWARDED else None,
            power=event.power if event.kind == AWARDED else None,
        )
