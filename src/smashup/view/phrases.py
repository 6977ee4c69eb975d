"""Plays and options in words, as a person at the table would say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from smashup.engine.game import Game
from smashup.engine.plays import Payment
from smashup.engine.words import is_face_down, label
from smashup.model.card import ACTION, BASE, MINION, ON_BASE, ON_MINION, Card
from smashup.model.decision import Option
from smashup.model.ids import CardId, Seat
from smashup.model.state import DISCARD, EVERYONE, Permission
from smashup.model.words import Value, Words, called, in_a_row, listed
from smashup.view.answers import answer_words


def kind_of(card: Card) -> Words:
    """What a card is: `minion 3`, `action on a minion`, `base 23`."""
    if card.type == MINION:
        return Words("minion {power}", power=card.power)
    if card.type == BASE:
        return Words("base {breakpoint}", breakpoint=card.breakpoint)
    if card.plays_on == ON_BASE:
        return Words("action on a base")
    return Words("action on a minion" if card.plays_on == ON_MINION else "action")


def plays_left(game: Game) -> Value:
    """What the current player may still play."""
    plays: list[Value] = [play_words(game, permission) for permission in game.columns.permissions]
    return listed(plays) if plays else Words("nothing")


def play_words(game: Game, p: Permission) -> Words:
    """One play that the current player has, with its limits, as everybody knows it."""
    if p.source < 0:
        return Words("an action" if p.type == ACTION else "a minion")
    play = _extra(p, p.name or _open_name(game, p.card))
    if p.power_at_most >= 0:
        play = Words("{play} of power {power} or less", play=play, power=p.power_at_most)
    if p.place in game.columns.places:
        play = Words("{play} at {base}", play=play, base=game.base_card(p.place).name)
    if p.unoccupied:
        play = Words("{play} where you have no minion", play=play)
    if p.budget >= 0:
        play = Words(
            "{play} (power {power} in all)", play=play, power=game.columns.budgets[p.budget]
        )
    if p.zone == DISCARD:
        play = Words("{play} from the discard pile", play=play)
    giver = _open_name(game, p.source)
    return Words("{play} ({giver})", play=play, giver=giver) if giver else play


def _extra(p: Permission, name: str) -> Words:
    if name:
        return Words("an extra {card}", card=name)
    return Words("an extra action" if p.type == ACTION else "an extra minion")


def _open_name(game: Game, card: CardId) -> str:
    """A card's name if everybody knows which card it is."""
    return game.name(card) if card >= 0 and game.columns.known[card] == EVERYONE else ""


def option_labels(
    game: Game, options: Iterable[Option], names: Sequence[str], viewer: Seat | None
) -> list[str]:
    """Every option in English, no two alike; `names` are what the players are called."""
    who = called(names, viewer)
    return [words.text(who) for words in option_words(game, options)]


def option_words(game: Game, options: Iterable[Option]) -> list[Words]:
    """Every option in words, no two alike."""
    offered = _naming_plays(list(options))
    uses = Counter(game.name(option.card) for option in offered if _is_use(option))
    labels = [
        Words("use {card}", card=game.name(option.card))
        if _is_use(option) and uses[game.name(option.card)] == 1
        else _label(game, option)
        for option in offered
    ]
    texts = [words.text() for words in labels]
    often = Counter(texts)
    seen: Counter[str] = Counter()
    numbered: list[Words] = []
    for words, text in zip(labels, texts, strict=True):
        if often[text] > 1:
            seen[text] += 1
            words = Words(
                "{option}, number {number} of {all}",
                option=words,
                number=seen[text],
                all=often[text],
            )
        numbered.append(words)
    return numbered


def _is_use(option: Option) -> bool:
    """Whether a card is used; where it lies need not be said if no other has its name."""
    return option.verb == "use" and option.card >= 0


def _naming_plays(options: list[Option]) -> list[Option]:
    """Where a card can be played by several plays, each says which it uses up: the usual one too,
    which for the engine goes without saying (PLAY-6)."""
    several = {_played(option) for option in options if _is_paid(option) and option.via.named}
    return [
        option._replace(via=option.via._replace(named=True))
        if _is_paid(option) and not option.via.choices and _played(option) in several
        else option
        for option in options
    ]


def _is_paid(option: Option) -> bool:
    return option.verb == "play" and isinstance(option.via, Payment)


def _played(option: Option) -> tuple[CardId, int, CardId]:
    return option.card, option.place, option.host


def _label(game: Game, option: Option) -> Words:
    """What an option says to a player, with the numbers that matter."""
    if option.verb == "end":
        return Words("end your turn: play no more cards")
    decision = game.decision
    answer = None if decision is None else answer_words(decision, option)
    return answer or _with_numbers(game, option, label(game, option))


def _with_numbers(game: Game, option: Option, words: Words) -> Words:
    """The numbers of what an option points at: how full a base is, how strong a minion."""
    if option.host >= 0:
        return _with_strength(game, option.host, words)
    if option.place in game.columns.places:
        total, needed = game.total_power(option.place), game.breakpoint(option.place)
        return Words(
            "{option}, {power} of {breakpoint}", option=words, power=total, breakpoint=needed
        )
    if option.card < 0 or option.word or option.verb != "choose":
        return words
    if is_face_down(game, option.card):
        return words
    if game.is_minion(option.card):
        return _with_strength(game, option.card, words)
    return Words("{option}, {kind}", option=words, kind=kind_of(game.card(option.card)))


def _with_strength(game: Game, minion: CardId, words: Words) -> Words:
    power, actions = game.power(minion), game.actions_on(minion)
    if not actions:
        return Words("{option}, power {power}", option=words, power=power)
    return Words(
        "{option}, power {power}, with {actions}",
        option=words,
        power=power,
        actions=in_a_row([game.name(card) for card in actions]),
    )
