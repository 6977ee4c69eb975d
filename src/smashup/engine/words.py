"""Options in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.registry import FACTIONS
from smashup.engine.plays import Payment
from smashup.model.card import MINION
from smashup.model.decision import Option
from smashup.model.ids import CardId
from smashup.model.state import BURIED, DECK, DISCARD, EVERYONE, HAND
from smashup.model.words import Player, Sentence, Value, Words

if TYPE_CHECKING:
    from smashup.engine.game import Game


#: Answers that are a word by themselves.
VERBS: dict[str, Sentence] = {"yes": "yes", "no": "no", "pass": "pass", "end": "end"}


def label(game: Game, option: Option) -> Words:
    """What an option says, in the words of scenario steps: `play Zapbot at Tortuga`."""
    if option.verb == "play":
        return _paid(game, option, _play(game, option))
    if option.verb == "use" and option.card < 0:
        return Words(option.word)
    if option.verb == "use":
        return Words("use {card}", card=_lying(game, option.card, game.name(option.card)))
    if option.verb in ("choose", "order"):
        return _thing(game, option)
    if option.verb == "pass" and option.word:
        return Words(option.word)
    return Words(VERBS[option.verb])


def _play(game: Game, option: Option) -> Words:
    card = _name(game, option.card)
    discarded = game.columns.zone[option.card] == DISCARD
    if option.host >= 0:
        host = _lying(game, option.host, game.name(option.host))
        if discarded:
            return Words("play {card} from discard on {minion}", card=card, minion=host)
        return Words("play {card} on {minion}", card=card, minion=host)
    if option.place >= 0:
        base = game.base_card(option.place).name
        if discarded:
            return Words("play {card} from discard at {base}", card=card, base=base)
        return Words("play {card} at {base}", card=card, base=base)
    return Words("play {card} from discard" if discarded else "play {card}", card=card)


def _paid(game: Game, option: Option, play: Words) -> Words:
    """The same with the play that it uses up, where that is not clear."""
    payment = option.via
    if not (isinstance(payment, Payment) and payment.named and payment.permission is not None):
        return play
    minion = payment.permission.type == MINION
    source = payment.instead if payment.instead >= 0 else payment.permission.source
    if source < 0:
        return Words("{play} as your minion" if minion else "{play} as your action", play=play)
    if game.columns.known[source] != EVERYONE:  # its giver may have been shuffled into a deck since
        extra: Sentence = "{play} as an extra minion" if minion else "{play} as an extra action"
        return Words(extra, play=play)
    given: Sentence = (
        "{play} as the extra minion of {giver}"
        if minion
        else "{play} as the extra action of {giver}"
    )
    return Words(given, play=play, giver=game.name(source))


def _thing(game: Game, option: Option) -> Words:
    if option.word in FACTIONS:
        return Words("{faction}", faction=option.word)
    if option.word:
        return Words(option.word)
    if option.card >= 0:
        return Words("{card}", card=_lying(game, option.card, _name(game, option.card)))
    if option.place >= 0:
        return Words("{base}", base=game.base_card(option.place).name)
    return Words("{player}", player=Player(option.seat))


def is_face_down(game: Game, card: CardId) -> bool:
    """Whether it is buried and the player who is asked cannot know which card it is."""
    asked = game.decision
    return (
        asked is not None
        and game.columns.zone[card] == BURIED
        and not game.columns.known[card] >> asked.seat & 1
    )


def _name(game: Game, card: CardId) -> Value:
    """Its name; in a hand or deck also whose it is, where it is not its holder's (SETUP-2)."""
    if is_face_down(game, card):
        return Words("a buried card")
    s = game.columns
    name = game.name(card)
    if s.zone[card] in (HAND, DECK) and s.owner[card] != s.controller[card]:
        return Words("{player}'s {card}", card=name, player=Player(s.owner[card]))
    return name


def _lying(game: Game, card: CardId, name: Value) -> Value:
    """A card with where it lies and whose it is, as far as a reader needs it."""
    s = game.columns
    if game.is_base(card):
        return name
    if s.zone[card] == HAND:
        return Words("{card} (hand)", card=name)
    if s.zone[card] == DISCARD:
        return Words("{card} (discard pile)", card=name)
    place = s.place[card]
    if place in s.places:
        base = game.base_card(place).name
        player = Player(s.controller[card])
        return Words("{card} ({player}, {base})", card=name, player=player, base=base)
    return name
