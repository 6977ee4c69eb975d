"""Mythic Greeks: every action makes the heroes stronger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import by_you, here, none_of, the_player
from smashup.model.card import ACTION, ANY_BASE, BY_CHOICE, HANDS, ITS_BASE, PLACES, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import ACTION_PLAYED, MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

mythic_greeks = Faction(
    "Mythic Greeks",
    set="its_your_fault",
    plays="Plays one action after the other; each makes its heroes stronger.",
)

odysseus = mythic_greeks.minion(
    "Odysseus",
    power=5,
    copies=1,
    text="Ongoing: after you play an action, place a +1 power counter on one of your minions.",
    rulings=(
        "After each action, not only the first of a turn, and on other players' turns too.",
        "Any minion of yours at any base, Odysseus included.",
        "An Argonaut counts, however you play it.",
    ),
)


@odysseus.after(ACTION_PLAYED, when=by_you, adds=POWERS | ANY_BASE | BY_CHOICE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Place a +1 power counter on a minion")
    yield from g.place_counters(minion)


heracles = mythic_greeks.minion(
    "Heracles",
    power=4,
    copies=1,
    text="Ongoing: after any player plays an action, this minion has +1 power until the end"
    " of the turn.",
    rulings=(
        "After each action, yours too, on every player's turn; the bonuses add up.",
        "An Argonaut counts, however it is played.",
    ),
)


@heracles.after(ACTION_PLAYED, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.add_power(me, 1)


jason = mythic_greeks.minion(
    "Jason",
    power=4,
    copies=1,
    text="Ongoing: after the first action you play in a turn, choose a base. Until the end of"
    " the turn your minions there have +1 power.",
    rulings=(
        "In every player's turn; any base may be chosen.",
        "An action you played before Jason came was the first: he gives nothing that turn.",
        "Minions that come to that base later have the bonus too, those that leave lose it.",
        "An Argonaut counts, however you play it.",
    ),
)


def _your_first_this_turn(g: Rules, me: CardId, ev: Event) -> bool:
    return by_you(g, me, ev) and len(g.played_actions(ev.seat)) == 1


# Card and rulebook disagree; we follow the 2016 rulebook: the bonus is the base's (FILL-1).
@jason.after(ACTION_PLAYED, when=_your_first_this_turn, adds=POWERS | ANY_BASE | BY_CHOICE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    base = yield from g.choose_base(you, g.bases(), "At which base do your minions get +1 power?")
    if base is not None:
        yield from g.add_power_at(base, you, 1)


spartan = mythic_greeks.minion(
    "Spartan",
    power=3,
    copies=3,
    text="Ongoing: after the first action you play on your turn, place a +1 power counter on"
    " this minion.",
    rulings=(
        "Only in your own Play Cards phase: Specials at other times do not count.",
        "An action you played before the Spartan came was the first: it gets nothing that turn.",
        "Each of your Spartans gets its own counter.",
        "An Argonaut counts, however you play it, and is then the first action of the turn.",
    ),
)


# The card leaves it open, we play it so: an Argonaut stands in for the first action and uses it up.
def _your_first_on_your_turn(g: Rules, me: CardId, ev: Event) -> bool:
    return (
        by_you(g, me, ev)
        and g.my_play_phase(ev.seat)
        and len(g.played_actions(ev.seat, on_your_turn=True)) == 1
    )


@spartan.after(ACTION_PLAYED, when=_your_first_on_your_turn, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


argonaut = mythic_greeks.minion(
    "Argonaut",
    power=2,
    copies=4,
    text="When played: everything that waits for you to play an action is set off."
    " Special: you may play this in place of an action.",
    rulings=(
        "Played in place of an action it does not use up your minion of the turn; otherwise it"
        " is a minion being played, at a base.",
        "It may replace an extra action, but not one particular card, nor an action that must"
        " be played on a minion, nor a Special.",
        "Other players' cards that wait for your actions are set off too; everything once.",
        "Out of play and in play it is a minion, not an action.",
    ),
)
argonaut.also_action = True


@argonaut.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    g.count_as_action(me, you)
    return
    yield


favor_of_aphrodite = mythic_greeks.action(
    "Favor of Aphrodite", copies=1, text="You may play an extra minion."
)


@favor_of_aphrodite.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you)


favor_of_apollo = mythic_greeks.action(
    "Favor of Apollo",
    copies=1,
    text="Draw a card. You may play an extra action.",
    rulings=("The extra action may be the card drawn, or an Argonaut.",),
)


@favor_of_apollo.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 1)
    yield from g.extra_action(you)


favor_of_ares = mythic_greeks.action(
    "Favor of Ares",
    copies=1,
    text="One of your minions has +3 power until the end of the turn.",
    rulings=("The bonus goes along if the minion moves.",),
)


@favor_of_ares.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Give one of your minions +3 power")
    yield from g.add_power(minion, 3)


favor_of_athena = mythic_greeks.action(
    "Favor of Athena",
    copies=1,
    text="Reveal the top five cards of your deck. You may place one action among them in your"
    " hand. Return the others to the top in any order.",
    rulings=("An Argonaut is a minion and cannot be taken.",),
)


@favor_of_athena.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    revealed = yield from g.reveal_top(you, 5)
    action = yield from g.may_choose(
        you, g.among(revealed, ACTION), "Take an action into your hand"
    )
    if action is not None:
        g.draw_card(action, g.owner(action))
    rest = [card for card in revealed if card != action]
    ordered = yield from g.choose_order(you, rest, "The rest goes back: which one on top?")
    yield from g.put_on_deck(you, ordered)


favor_of_dionysus = mythic_greeks.action(
    "Favor of Dionysus",
    copies=1,
    text="One of your minions has +1 power until the end of the turn. You may play an extra"
    " action. You may place this card on top of your deck instead of the discard pile.",
    rulings=(
        "Without a minion of yours the rest still happens.",
        "Where this card goes is decided when all it does and sets off is done;"
        " it goes to its owner's deck.",
    ),
)


@favor_of_dionysus.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Give one of your minions +1 power")
    yield from g.add_power(minion, 1)
    yield from g.extra_action(you)


@favor_of_dionysus.would_be_discarded
def _(g: Rules, me: CardId, you: Seat) -> Ability[bool]:
    prompt = Words("Place {card} on top of your deck?", card=g.name(me))
    on_deck = yield from g.may(you, prompt, word="top")
    if on_deck:
        yield from g.put_on_deck(you, [me])
    return on_deck


favor_of_hades = mythic_greeks.action(
    "Favor of Hades",
    copies=1,
    text="Place an action from your discard pile in your hand.",
    rulings=(
        "It cannot take itself back, nor an Argonaut, which is a minion.",
        "Not optional if there is an action.",
    ),
)


@favor_of_hades.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    actions = g.among(g.discard_pile(you), ACTION)
    action = yield from g.choose(you, actions, "Take an action from your discard pile")
    yield from g.take_from_discard(you, action)


favor_of_hera = mythic_greeks.action(
    "Favor of Hera",
    copies=1,
    text="Place a +1 power counter on each of up to two of your minions.",
)


@favor_of_hera.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place a +1 power counter on up to two of your minions"
    minions = yield from g.choose_some(you, g.minions(of=you), prompt, at_most=2)
    yield from g.place_counters(minions)


favor_of_hermes = mythic_greeks.action(
    "Favor of Hermes", copies=1, text="You may play two extra actions."
)


@favor_of_hermes.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_action(you, 2)


favor_of_poseidon = mythic_greeks.action(
    "Favor of Poseidon",
    copies=1,
    text="Shuffle up to three cards from your discard pile into your deck.",
    rulings=("Cards of any kind; none is allowed.",),
)


@favor_of_poseidon.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    pile = g.discard_pile(you)[:]
    chosen = yield from g.choose_some(you, pile, "Shuffle cards into your deck", at_most=3)
    if chosen:
        yield from g.shuffle_into_deck(you, chosen)


favor_of_zeus = mythic_greeks.action(
    "Favor of Zeus",
    copies=1,
    text="Choose a base. It has -5 breakpoint until the end of the turn.",
    rulings=("Lowered breakpoints add up, but never go below 0.",),
)


@favor_of_zeus.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    base = yield from g.choose_base(you, g.bases(), "Lower which base's breakpoint?")
    yield from g.change_breakpoint(base, -5)


oracle_at_delphi = mythic_greeks.base(
    "Oracle at Delphi",
    breakpoint=18,
    vp=(4, 2, 1),
    text="After a player plays a minion here, they reveal the top card of their deck. If it is"
    " an action, they draw it; otherwise it stays on top.",
    rulings=(
        "After every minion, not only the first; the minion's own ability comes first.",
        "A revealed Argonaut is a minion and stays.",
    ),
)


@oracle_at_delphi.after(MINION_PLAYED, when=here, seats=the_player, alters=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    for card in (yield from g.reveal_top(you)):
        if g.is_action(card):
            g.draw_card(card, g.owner(card))


wooden_horse = mythic_greeks.base(
    "Wooden Horse",
    breakpoint=21,
    vp=(3, 2, 1),
    text="After a player plays an action, they may give a minion here +2 power until the end"
    " of the turn.",
    rulings=(
        "Every action, played anywhere, Specials and Argonauts too.",
        "Any player's minion; the bonus goes along if it moves.",
    ),
)


def _minions_here(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions(at=g.place(me))


@wooden_horse.after(
    ACTION_PLAYED,
    seats=the_player,
    asks=True,
    adds=POWERS | ITS_BASE,
    looks=PLACES,
    moot=none_of(_minions_here),
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    minions = _minions_here(g, me, you, ev)
    prompt = Words("Give a minion at {base} +2 power", base=g.name(me))
    minion = yield from g.may_choose(you, minions, prompt)
    yield from g.add_power(minion, 2)
