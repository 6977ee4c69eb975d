"""When a question is asked: what has just happened, or is about to, in words."""

from __future__ import annotations

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.model import event as kinds
from smashup.model.event import Event
from smashup.model.words import Phrase, Player, Sentence, Words, capital, text_of

#: What players are told of the event that a question answers.
MOMENTS: dict[str, Sentence] = {
    kinds.MINION_PLAYED: "after {card} was played",
    kinds.ACTION_PLAYED: "after {card} was played",
    kinds.MINION_MOVED: "after {card} was moved",
    kinds.MINION_DESTROYED: "after {card} was destroyed",
    kinds.MINION_TO_DISCARD: "after {card} went to the discard pile",
    kinds.ACTION_DESTROYED: "after {card} was destroyed",
    kinds.AFFECTED: "because a card was used on {card}",
    kinds.CARD_BURIED: "after a card was buried",
    kinds.CARD_UNCOVERED: "after {card} was uncovered",
    kinds.CARDS_SEEN: "after cards were shown",
    kinds.BASE_ENTERED: "after {card} came into play",
    kinds.BEFORE_SCORING: "before {card} scores",
    kinds.AFTER_SCORING: "after {card} scored",
}


def moment(game: Game) -> Words | None:
    """When the pending question is asked; None where the card that asks was itself just played."""
    decision = game.decision
    if decision is None or decision.event is None:
        return None
    return _words(game, decision.event, decision.event.seat == decision.seat)


def question(game: Game, prompt: Phrase) -> str:
    """A question of the pending decision in English, with its moment."""
    when = moment(game)
    return text_of(prompt) if when is None else f"{capital(when.text())}: {text_of(prompt)}"


def _words(game: Game, event: Event, mine: bool) -> Words:
    if event.kind == kinds.TURN_STARTED:
        return _turn(event, mine, "at the start of your turn", "at the start of {player}'s turn")
    if event.kind == kinds.TURN_ENDED:
        return _turn(event, mine, "at the end of your turn", "at the end of {player}'s turn")
    if event.kind == kinds.DUEL_STARTED:
        first, second = (game.name(card) for card in event.cards)
        return Words("before the duel of {first} and {second}", first=first, second=second)
    sentence = MOMENTS[event.kind]
    if "{card}" not in sentence:
        return Words(sentence)
    return Words(sentence, card=_name(game, event))


def _name(game: Game, event: Event) -> str:
    """The card that an event was about, as everybody saw it then: it may lie unseen by now."""
    return CARDS[event.defn].name if event.defn >= 0 else game.name(event.card)


def _turn(event: Event, mine: bool, own: Sentence, other: Sentence) -> Words:
    return Words(own) if mine else Words(other, player=Player(event.seat))
