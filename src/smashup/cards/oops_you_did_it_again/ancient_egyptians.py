"""Ancient Egyptians: cards buried face down, to be uncovered when the time has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.cards.conditions import another_base, its_controller
from smashup.model.card import HANDS, HOST, ITSELF, ON_BASE, ON_MINION, Faction
from smashup.model.decision import Ability
from smashup.model.event import (
    ACTION_PLAYED,
    BEFORE_SCORING,
    CARD_BURIED,
    CARD_UNCOVERED,
    Event,
)
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

ancient_egyptians = Faction(
    "Ancient Egyptians",
    set="oops_you_did_it_again",
    plays="Buries cards at bases and uncovers them when it suits: traps and surprises.",
)

#: What the actions that bury themselves have in common.
BURIES_ITSELF = (
    "Played in any other way than by uncovering it, it is shown and buried at a base you choose.",
    "Uncovered, it is played again but not buried again, and then discarded.",
    "However it came to be buried, uncovering it does the same.",
)

pharaoh = ancient_egyptians.minion(
    "Pharaoh",
    power=5,
    copies=1,
    text="Ongoing: after a buried card is uncovered, draw a card."
    " Special: before this base scores, you may uncover a card you have buried here.",
    rulings=(
        "Whoever uncovers it and wherever, at the start of a turn too; you have to draw.",
        "The uncovered card is played and done with before you draw.",
        "Uncovering Pharaoh does not make that Pharaoh draw, but another one in play.",
        "You draw for the card its own Special uncovers.",
        "That card is played at once, as an extra card; a minion counts in this very scoring.",
    ),
)


@pharaoh.after(CARD_UNCOVERED, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


def _something_buried_here(g: Rules, me: CardId, ev: Event) -> bool:
    return bool(g.buried_cards(g.controller(me), g.place(me)))


@pharaoh.before_scoring(when=_something_buried_here, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from _may_uncover_here(g, me, you)


def _may_uncover_here(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = g.buried_cards(you, g.place(me))
    card = yield from g.may_choose(you, mine, "Uncover one of your cards buried here")
    yield from g.uncover(you, card)


priest_of_anubis = ancient_egyptians.minion(
    "Priest of Anubis",
    power=4,
    copies=2,
    text="Ongoing: +2 power while you have a card buried here.",
    rulings=(
        "Never more than +2, however many cards are buried.",
        "Cards that others buried here do not count.",
        "The bonus is gone at once when your last buried card leaves.",
    ),
)


@priest_of_anubis.power_change(ITSELF)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 2 if g.buried_cards(g.controller(me), g.place(me)) else 0


pyramid_engineer = ancient_egyptians.minion(
    "Pyramid Engineer",
    power=3,
    copies=3,
    text="When played: you may uncover a card you have buried here."
    " Talent: bury a card from your hand here.",
    rulings=(
        "It uncovers when played, not when moved.",
        "You may use the Talent in the turn you play it.",
        "The others do not see what you bury.",
    ),
)


@pyramid_engineer.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _may_uncover_here(g, me, you)


def _has_a_hand(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(g.hand(you))


@pyramid_engineer.talent(when=_has_a_hand)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _bury_from_hand_here(g, me, you)


def _bury_from_hand_here(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    card = yield from g.choose(you, g.hand(you), "Bury a card from your hand here")
    yield from g.bury(you, card, g.place(me))


mummy = ancient_egyptians.minion(
    "Mummy",
    power=2,
    copies=4,
    text="Ongoing: after this base scores, you may bury this minion at another base.",
    rulings=(
        "Only face up: a Mummy still buried here is discarded with the other buried cards.",
        "It goes straight there, never to the discard pile; what was on it is discarded.",
        "The base that comes next is not in play yet.",
        "Uncovered later, it is a minion newly played.",
    ),
)


@mummy.after_scoring(when=another_base)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.choose_and_bury(you, me, other_than=ev.place)


ancient_curse = ancient_egyptians.action(
    "Ancient Curse",
    copies=2,
    plays_on=ON_MINION,
    text="Play on a minion. You may remove a +1 power counter from it."
    " Ongoing: this minion has -2 power.",
    rulings=(
        "Any player's minion, with counters or without.",
        "The counter is a matter of the moment you play it; the -2 lasts.",
        "Power never falls below 0.",
    ),
)


@ancient_curse.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = g.host(me)
    if g.counters(minion):
        prompt = Words("Remove a +1 power counter from {minion}?", minion=g.name(minion))
        if (yield from g.may(you, prompt, about=minion)):
            yield from g.remove_counters(minion)


@ancient_curse.power_change(HOST)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return -2


def _bury_itself(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_and_bury(you, me)


blessing_of_anubis = ancient_egyptians.action(
    "Blessing of Anubis",
    copies=1,
    text="Bury this card. Special: when it is uncovered, each of your minions at its base gains"
    " +2 power until the end of the turn.",
    rulings=(
        *BURIES_ITSELF,
        "Only your minions that are there at that moment gain power.",
    ),
)
blessing_of_anubis.on_play(_bury_itself)


@blessing_of_anubis.when_uncovered
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(at=g.place(me), of=you), 2)


lost_knowledge = ancient_egyptians.action(
    "Lost Knowledge",
    copies=1,
    text="Bury a card from your hand, or uncover one of your buried cards."
    " Special: you may also play this before a base scores.",
    rulings=(
        "At any base, also when you play it as a Special.",
        "As a Special it does not cost your action.",
        "The others do not see what you bury.",
        "Uncovered, it is played at any time, not only before a base scores.",
    ),
)
lost_knowledge.playable_from_hand(BEFORE_SCORING)


def _bury_or_uncover(g: Rules, you: Seat) -> Ability[str]:
    """Which of the two it is to be; one that cannot be done is not offered."""
    words = ["bury"] if g.hand(you) else []
    if g.buried_cards(you):
        words.append("uncover")
    if not words:
        return ""
    return (yield from g.choose_word(you, words, "Bury or uncover?"))


@lost_knowledge.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    way = yield from _bury_or_uncover(g, you)
    if way == "bury":
        card = yield from g.choose(you, g.hand(you), "Bury a card from your hand")
        yield from g.choose_and_bury(you, card)
    elif way == "uncover":
        card = yield from g.choose(you, g.buried_cards(you), "Uncover one of your buried cards")
        yield from g.uncover(you, card)


mummy_strength = ancient_egyptians.action(
    "Mummy Strength",
    copies=1,
    text="One of your minions gains +3 power until the end of the turn if a card is buried at its"
    " base, otherwise +2.",
    rulings=(
        "A card buried by any player will do.",
        "What is buried or uncovered later changes nothing.",
    ),
)


@mummy_strength.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Strengthen one of your minions")
    if minion is not None:
        yield from g.add_power(minion, 3 if g.at(g.place(minion)).buried else 2)


plague_of_locusts = ancient_egyptians.action(
    "Plague of Locusts",
    copies=1,
    text="Choose a base. Each other player's minion there has -1 power until the end of the turn."
    " Special: you may also play this before a base scores.",
    rulings=(
        "Any base, also when you play it as a Special.",
        "Only minions there now are hit. Power never falls below 0.",
        "A base that has been chosen to score does so even below its breakpoint.",
    ),
)
plague_of_locusts.playable_from_hand(BEFORE_SCORING)


@plague_of_locusts.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions(not_of=you)
    base = yield from g.choose_base(you, g.bases(), "Send the locusts to which base?", idle)
    if base is not None:
        yield from g.add_power(g.minions(at=base, not_of=you), -1)


seal_the_tomb = ancient_egyptians.action(
    "Seal the Tomb",
    copies=1,
    text="Bury up to two cards from your hand at one base, or uncover up to two of your cards"
    " buried at one base.",
    rulings=(
        "Uncovered cards are played in the order you choose them, each done with before the next.",
        "One or none is allowed. The others do not see what you bury.",
    ),
)


@seal_the_tomb.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    way = yield from _bury_or_uncover(g, you)
    if way == "bury":
        yield from _bury_two(g, you)
    elif way == "uncover":
        yield from _uncover_two(g, you)


def _bury_two(g: Rules, you: Seat) -> Ability[None]:
    prompt = "Bury up to two cards from your hand"
    cards = yield from g.choose_some(you, g.hand(you)[:], prompt, at_most=2)
    if cards:
        base = yield from g.choose_base(you, g.bases(), "Bury them at which base?")
        for card in cards:
            yield from g.bury(you, card, base)


def _uncover_two(g: Rules, you: Seat) -> Ability[None]:
    buried = g.buried_cards(you)

    def at_one_base(picked: list[CardId]) -> Sequence[CardId]:
        return g.buried_cards(you, g.place(picked[0])) if picked else buried

    prompt = "Uncover up to two of your cards buried at one base"
    cards = yield from g.choose_some(you, buried, prompt, at_most=2, still=at_one_base)
    for card in cards:
        yield from g.uncover(you, card, more=card != cards[-1])


tomb_trap = ancient_egyptians.action(
    "Tomb Trap",
    copies=2,
    text="Bury this card. Special: when it is uncovered, you may destroy a minion of power 4 or"
    " less at its base.",
    rulings=(
        *BURIES_ITSELF,
        "Any player's minion there, yours too; its power now decides.",
    ),
)
tomb_trap.on_play(_bury_itself)


@tomb_trap.when_uncovered
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=4)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here of power 4 or less")
    yield from g.destroy(minion)


you_can_take_it_with_you = ancient_egyptians.action(
    "You Can Take It With You",
    copies=1,
    text="Bury this card. Special: when it is uncovered, draw three cards.",
    rulings=(
        *BURIES_ITSELF,
        "The player who uncovers it draws, whoever owns it.",
    ),
)
you_can_take_it_with_you.on_play(_bury_itself)


@you_can_take_it_with_you.when_uncovered
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 3)


pyramids = ancient_egyptians.base(
    "Pyramids",
    breakpoint=21,
    vp=(4, 2, 1),
    text="On your turn you may bury a card from your hand here.",
    rulings=(
        "Every player in their own Play Cards phase, once, with or without a minion here.",
        "The others do not see what you bury.",
    ),
)


@pyramids.on_your_turn(when=_has_a_hand)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _bury_from_hand_here(g, me, you)


star_portal = ancient_egyptians.base(
    "Star Portal",
    breakpoint=17,
    vp=(3, 1, 1),
    text="After a card is buried here, or an action is played on this base, the player who controls"
    " it draws a card.",
    rulings=(
        "You have to draw, once for each card, as often as it happens.",
        "An action played on a minion here is not on the base.",
        "An action that buries itself here draws once. A Mummy buried here counts too.",
    ),
)


def _laid_here(g: Rules, me: CardId, ev: Event) -> bool:
    on_base = ev.kind == CARD_BURIED or g.card(ev.card).plays_on == ON_BASE
    return on_base and ev.place == g.place(me)


@star_portal.after(CARD_BURIED, ACTION_PLAYED, when=_laid_here, seats=its_controller, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)
