"""The part of a view that is for one seat alone: its hand, what it has seen, what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.engine.game import Game
from smashup.engine.words import is_face_down
from smashup.model import decision as asked
from smashup.model.ids import CardId
from smashup.model.words import Words
from smashup.protocol.view import Decision, Known, Option, PrivateView
from smashup.view.keys import buried_key, card_key, place_key
from smashup.view.moments import moment
from smashup.view.phrases import option_words
from smashup.view.table import named
from smashup.view.wording import sent

if TYPE_CHECKING:
    from smashup.engine.observation import Observation


def private(observation: Observation, open_hands: bool = False) -> PrivateView:
    """What only this seat sees.

    open_hands: every hand is shown to this reader, where the table agreed to that.
    """
    game = observation._game
    s = game.columns
    seat = observation.seat
    return PrivateView(
        seat=seat,
        hand=[] if seat is None else [named(game, card) for card in s.hands[seat]],
        known=Known(
            hands=[
                [game.name(card) for card in hand]
                if open_hands
                else sorted(filter(None, observation.names(hand)))
                for hand in s.hands
            ],
            decks=[_from_the_top(observation, deck) for deck in s.decks],
            base_deck=_from_the_top(observation, s.base_deck),
        ),
        buried={
            buried_key(place, number): game.name(card)
            for place in s.row
            for number, card in enumerate(s.places[place].buried)
            if observation.sees(card)
        },
        laid=observation.names(s.laid),
        decision=_decision(observation, game),
    )


def _from_the_top(observation: Observation, deck: Sequence[CardId]) -> list[str | None]:
    """The names of a deck's cards from its top, as far down as any of them is known."""
    return observation.names(deck[observation.first_seen(deck) :][::-1])


def _decision(observation: Observation, game: Game) -> Decision | None:
    decision = observation.decision
    if decision is None:
        return None
    source = decision.source
    # A card that asks may have been shuffled away since: then nobody sees it any more.
    shown = source >= 0 and observation.sees(source)
    when = moment(game)
    return Decision(
        kind=decision.kind,
        source=named(game, source) if shown else None,
        moment=None if when is None else sent(when),
        prompt=sent(decision.question),
        least=decision.least,
        most=decision.most,
        picked=[sent(words) for words in option_words(game, decision.picked)],
        chosen=[key for option in decision.picked for key in _keys(game, option)],
        options=_options(game, decision),
    )


def _keys(game: Game, option: asked.Option) -> list[str]:
    """The card or the place that a pick was about."""
    if option.card >= 0:
        return [card_key(game, option.card)]
    return [place_key(option.place)] if option.place >= 0 else []


def _options(game: Game, decision: asked.Decision) -> list[Option]:
    labels = option_words(game, decision.options)
    return [
        _option(game, index, option, label)
        for index, (option, label) in enumerate(zip(decision.options, labels, strict=True))
    ]


def _option(game: Game, index: int, option: asked.Option, label: Words) -> Option:
    about_card = option.card >= 0
    return Option(
        i=index,
        label=sent(label),
        verb=option.verb,
        card=card_key(game, option.card) if about_card else None,
        name=game.name(option.card) if about_card and not is_face_down(game, option.card) else None,
        place=place_key(option.place) if option.place >= 0 else None,
        host=card_key(game, option.host) if option.host >= 0 else None,
        seat=option.seat if option.seat >= 0 else None,
        word=option.word or None,
    )
