"""Vikings: what is yours is theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import the_player, to_its_host
from smashup.model.card import HANDS, ON_MINION, POINTS, Faction
from smashup.model.decision import Ability
from smashup.model.event import MINION_PLAYED, TO_DISCARD_KINDS, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

vikings = Faction(
    "Vikings",
    set="oops_you_did_it_again",
    plays="Takes other players' cards, from hand, deck and discard pile, and uses them.",
)

ANOTHERS = (
    "A card of another owner in your hand is played like your own: you control it until it leaves"
    " play, then it goes to its owner. So it does if the others see it put elsewhere unplayed."
)
ON_YOUR_DECK = "A card of another owner goes on your own deck too: nobody sees which one it is."
PRINTED = "Out of play the printed power counts."


def _has_a_card(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(g.hand(you))


def _put_one_on_deck(g: Rules, you: Seat) -> Ability[bool]:
    """Places a card from hand on top of one's deck; whether there was one."""
    card = yield from g.choose(you, g.hand(you), "Place a card on top of your deck")
    if card is None:
        return False
    yield from g.put_on_deck(you, [card])
    return True


def _is_light(g: Rules, card: CardId) -> bool:
    """An action, or a minion of (printed) power 3 or less."""
    return g.is_action(card) or g.printed_power(card) <= 3


valkyrie = vikings.minion(
    "Valkyrie",
    power=5,
    copies=1,
    text="When played: place a minion from another player's discard pile in your hand.",
    rulings=(
        "You choose whose pile and which minion; you have to take one if there is any.",
        ANOTHERS,
    ),
)


@valkyrie.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    fallen = [card for player in g.others(you) for card in g.discarded_minions(player)]
    minion = yield from g.choose(you, fallen, "Take a minion from another player's discard pile")
    if minion is not None:
        g.draw_card(minion, you)


raider = vikings.minion(
    "Raider",
    power=4,
    copies=2,
    text="Talent: place up to three cards from your hand on top of your deck; this minion gains +1"
    " power for each until the end of the turn.",
    rulings=("You choose their order on the deck.", ON_YOUR_DECK),
)


@raider.talent(when=_has_a_card)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place up to three cards on top of your deck"
    cards = yield from g.choose_some(you, g.hand(you)[:], prompt, at_most=3)
    ordered = yield from g.choose_order(you, cards, "Which of these goes on top?")
    yield from g.put_on_deck(you, ordered)
    if ordered:
        yield from g.add_power(me, len(ordered))


shield_maiden = vikings.minion(
    "Shield Maiden",
    power=3,
    copies=3,
    text="When played: reveal the top card of another player's deck. An action, or a minion of"
    " power 3 or less, goes to your hand; a stronger minion stays on top.",
    rulings=(
        "You choose the player; you can decline neither the look nor the card.",
        PRINTED,
        "It may be a card of a third player that had got into that deck.",
        ANOTHERS,
    ),
)


@shield_maiden.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    player = yield from g.choose_player(you, g.others(you), "Reveal the top of whose deck?")
    if player is not None:
        for card in (yield from g.reveal_top(player)):
            if _is_light(g, card):
                g.draw_card(card, you)


huscarl = vikings.minion(
    "Huscarl",
    power=2,
    copies=4,
    text="Talent: place a card from your hand on top of your deck; this minion gains +2 power"
    " until the end of the turn.",
    rulings=("With an empty hand you cannot use it.", ON_YOUR_DECK),
)


@huscarl.talent(when=_has_a_card)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if (yield from _put_one_on_deck(g, you)):
        yield from g.add_power(me, 2)


berserk = vikings.action(
    "Berserk",
    copies=2,
    text="Place a card from your hand on top of your deck; if you do, one of your minions gains +3"
    " power until the end of the turn.",
    rulings=(
        "With no other card in hand there is no bonus.",
        "We play: the card is placed even if you have no minion.",
        ON_YOUR_DECK,
    ),
)


# ORDER-5 asks only whether the card can be placed; without a minion the rest is nothing (FILL-14).
@berserk.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if (yield from _put_one_on_deck(g, you)):
        minion = yield from g.choose(you, g.minions(of=you), "Give one of your minions +3 power")
        yield from g.add_power(minion, 3)


cast_the_runes = vikings.action(
    "Cast the Runes",
    copies=1,
    text="Look at another player's hand and at the top two cards of that player's deck, and return"
    " those two in any order. You may play an extra action.",
    rulings=(
        "Only you see the cards.",
        "The extra action may wait until later in the phase.",
        "A Dynamite Surprise in that hand has been seen and is set off.",
    ),
)


@cast_the_runes.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    player = yield from g.choose_player(you, g.others(you), "Look at whose cards?")
    if player is not None:
        yield from g.look_at_hand(you, player)
        two = yield from g.look_at_top(you, player, 2)
        ordered = yield from g.choose_order(you, two, "These go back: which one on top?")
        yield from g.put_on_deck(you, ordered)
    yield from g.extra_action(you)


combat_training = vikings.action(
    "Combat Training",
    copies=1,
    text="Each of your minions gains +1 power until the end of the turn.",
    rulings=("Minions that come into play later do not get it.",),
)


@combat_training.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(of=you), 1)


pillage = vikings.action(
    "Pillage",
    copies=1,
    text="Place a random card from another player's hand in your hand.",
    rulings=(
        "Only you and that player get to know which one it was.",
        ANOTHERS,
    ),
)


@pillage.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = g.others(you)
    idle = not any(g.hand(player) for player in others)
    player = yield from g.choose_player(you, others, "Take a card from whose hand?", idle)
    if player is not None:
        g.take_at_random(you, player)


raiding_party = vikings.action(
    "Raiding Party",
    copies=2,
    text="Reveal the top three cards of another player's deck. You may play one of them that is an"
    " action or a minion of power 4 or less as an extra card. Return the rest to the top in any"
    " order.",
    rulings=(
        "Play it at once or not at all; the order of the others is up to you.",
        PRINTED,
        "You control what you play; a standard action then goes to its owner's discard pile.",
        ANOTHERS,
    ),
)


@raiding_party.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    player = yield from g.choose_player(you, g.others(you), "Raid whose deck?")
    if player is None:
        return
    revealed = yield from g.reveal_top(player, 3)
    loot = [card for card in revealed if g.is_action(card) or g.printed_power(card) <= 4]
    plays = [g.permission_for(card) for card in g.distinct(loot)]
    yield from g.play_now(you, plays, "Play one of the revealed cards", more=len(revealed) > 1)
    rest = [card for card in revealed if card in g.deck(player)]
    ordered = yield from g.choose_order(you, rest, "The rest goes back: which one on top?")
    yield from g.put_on_deck(you, ordered)


ransack = vikings.action(
    "Ransack",
    copies=1,
    text="Place a buried card, or an action that is on a base or a minion, in your hand.",
    rulings=(
        "Any player's, your own too; it goes to your hand whoever owns it.",
        "A buried card is not revealed.",
        "It is not destroyed, discarded or uncovered.",
        ANOTHERS,
    ),
)


@ransack.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    buried = [card for player in g.seats() for card in g.buried_cards(player)]
    card = yield from g.choose(you, g.actions_in_play() + buried, "Take an action or a buried card")
    if card is not None:
        yield from g.take_into_hand(you, card)


tribute = vikings.action("Tribute", copies=1, text="Draw three cards.")


@tribute.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 3)


viking_funeral = vikings.action(
    "Viking Funeral",
    copies=1,
    plays_on=ON_MINION,
    text="Play on one of your minions of power 5 or more. Ongoing: after this minion goes to the"
    " discard pile, gain 1 VP, and if you own the minion, put it into the box.",
    rulings=(
        "Its power matters only when this is played.",
        "You are whoever controls this card, for the VP and for the question who owns the minion.",
        "It works after destruction and after scoring, although it leaves play with the minion.",
        "The minion does reach the discard pile, so other cards that wait for that still work.",
        "A card in the box is out of the game for good.",
    ),
)


@viking_funeral.played_on
def _(g: Rules, you: Seat, minion: CardId) -> bool:
    return g.controller(minion) == you and g.power(minion) >= 5


@viking_funeral.after(*TO_DISCARD_KINDS, when=to_its_host, adds=POINTS, alters=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, 1)
    if ev.owner == you and g.in_discard(ev.card):  # not if it was taken out in the meantime
        yield from g.put_in_box(ev.card)


drakkar = vikings.base(
    "Drakkar",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play your first minion here each turn, you may reveal the top card of another"
    " player's deck. If it is an action or a minion of power 3 or less, you may place it in your"
    " hand.",
    rulings=(
        "Whatever you cannot or will not take stays on top of the deck it came from.",
        "A card taken goes to your hand, whoever owns it.",
        PRINTED,
        "Each player has a first minion of their own in every turn.",
        ANOTHERS,
    ),
)


def _your_first_here(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.place == g.place(me) and len(g.played_minions(ev.seat, at=ev.place)) == 1


def _nothing_to_reveal(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not any(g.can_draw(player) for player in g.others(you))


@drakkar.after(
    MINION_PLAYED,
    when=_your_first_here,
    seats=the_player,
    asks=True,
    looks=HANDS,
    moot=_nothing_to_reveal,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not (yield from g.may(you, "Reveal the top card of another player's deck?")):
        return
    player = yield from g.choose_player(you, g.others(you), "Reveal the top of whose deck?")
    if player is not None and (yield from g.heeds(me, player)):
        for card in (yield from g.reveal_top(player)):
            if _is_light(g, card):
                prompt = Words("Take {card} into your hand?", card=g.name(card))
                if (yield from g.may_take(you, card, prompt)):
                    g.draw_card(card, you)


longhouse = vikings.base(
    "Longhouse",
    breakpoint=25,
    vp=(5, 3, 2),
    text="On your turn you may place a card from your hand on top of your deck; one of your minions"
    " here gains +2 power until the end of the turn.",
    rulings=(
        "Once in your Play Cards phase, if you have a card in hand and a minion here.",
        ON_YOUR_DECK,
    ),
)


def _card_and_minion(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(g.hand(you)) and g.has_minion(you, g.place(me))


@longhouse.on_your_turn(when=_card_and_minion)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if (yield from _put_one_on_deck(g, you)):
        mine = g.minions(at=g.place(me), of=you)
        minion = yield from g.choose(you, mine, "Give one of your minions here +2 power")
        yield from g.add_power(minion, 2)
