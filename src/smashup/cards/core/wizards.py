"""Wizards: cards, and more actions to play them with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import nobody_in_particular, nothing_to_draw, players_here, winners
from smashup.model.card import ACTION, Faction
from smashup.model.decision import Ability, Option
from smashup.model.event import Event
from smashup.model.ids import CardId, Seat
from smashup.model.state import Permission

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

wizards = Faction(
    "Wizards",
    set="core",
    plays="Draws cards and plays more actions than anybody else in one turn.",
)

archmage = wizards.minion(
    "Archmage",
    power=4,
    copies=1,
    text="Ongoing: on each of your turns you may play an extra action.",
    rulings=("Also on the turn it is played, and then even if it is destroyed before you use it.",),
)


@archmage.extra_play_each_turn
def _(g: Rules, me: CardId, you: Seat) -> Permission:
    return Permission(ACTION, me)


chronomage = wizards.minion(
    "Chronomage",
    power=3,
    copies=2,
    text="When played: you may play an extra action this turn.",
    rulings=("Now or later in the phase, even if Chronomage is gone by then.",),
)


@chronomage.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_action(you)


enchantress = wizards.minion("Enchantress", power=2, copies=3, text="When played: draw a card.")


@enchantress.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 1)


neophyte = wizards.minion(
    "Neophyte",
    power=2,
    copies=4,
    text="When played: reveal the top card of your deck. If it is an action, you may place it"
    " in your hand or play it as an extra action; otherwise it stays on top.",
    rulings=(
        "Play it, take it or leave it on top: decide at once.",
        "Taken, a card of another owner goes to that player's hand.",
    ),
)


@neophyte.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.reveal_top(you)):
        if g.is_action(card):
            to_hand = Option("choose", word="hand")
            decline = Option("pass", word="top")
            done = yield from g.play_this_now(you, card, instead=[to_hand], decline=decline)
            if done.word == "hand":
                g.draw_card(card, g.owner(card))
        else:
            yield from g.choose_word(you, ["top"], "It goes back on top")


mass_enchantment = wizards.action(
    "Mass Enchantment",
    copies=1,
    text="Reveal the top card of each other player's deck. You may play one revealed action"
    " as an extra action; the rest stay on top.",
    rulings=(
        "We play: you may decline. Otherwise play it at once; you control it and make its choices.",
        "Afterwards its owner discards it, unless it is played on something: then it stays, yours.",
        "An action that can be played only as a Special is discarded without effect.",
    ),
)


# Optional like every extra card (PLAY-5).
@mass_enchantment.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    revealed: list[CardId] = []
    for player in g.others(you):
        revealed += yield from g.reveal_top(player)
    plays = [g.permission_for(card) for card in revealed if g.is_action(card)]
    yield from g.play_now(you, plays, "Play one of the revealed actions")
    for player in g.others(you):
        # What was played may have shuffled that deck.
        yield from g.put_on_deck(you, [c for c in revealed if c in g.deck(player)[:-1]])


mystic_studies = wizards.action("Mystic Studies", copies=2, text="Draw two cards.")


@mystic_studies.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 2)


portal = wizards.action(
    "Portal",
    copies=1,
    text="Reveal the top five cards of your deck. Place any number of the minions among them in"
    " your hand and return the other cards to the top in any order.",
    rulings=(
        "Any number may be none. If the deck is too short, the discard pile is shuffled first.",
    ),
)


@portal.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    revealed = yield from g.reveal_top(you, 5)
    minions = [card for card in revealed if g.is_minion(card)]
    chosen = yield from g.choose_some(you, minions, "Take minions into your hand")
    for card in chosen:
        g.draw_card(card, g.owner(card))
    rest = [card for card in revealed if card not in chosen]
    ordered = yield from g.choose_order(you, rest, "The rest goes back: which one on top?")
    yield from g.put_on_deck(you, ordered)


sacrifice = wizards.action(
    "Sacrifice",
    copies=1,
    text="Choose one of your minions. Draw cards equal to its power, then destroy it.",
    rulings=(
        "Its power now counts.",
        "If it is not destroyed after all (Warbot, Buccaneer), you keep the cards.",
    ),
)


@sacrifice.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Sacrifice which of your minions?")
    if minion is not None:
        yield from g.draw(you, g.power(minion))
        yield from g.destroy(minion)


scry = wizards.action(
    "Scry",
    copies=1,
    text="Search your deck for an action, reveal it and place it in your hand. Shuffle your deck.",
)


@scry.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    found = yield from g.search_deck(you, g.is_action)
    action = yield from g.choose(you, found, "Take an action from your deck")
    if action is not None:
        g.reveal(you, [action])
        g.draw_card(action, g.owner(action))
    g.shuffle_deck(you)


summon = wizards.action(
    "Summon",
    copies=2,
    text="You may play an extra minion.",
    rulings=("At any base, now or later in the phase, or not at all.",),
)


@summon.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you)


time_loop = wizards.action(
    "Time Loop",
    copies=1,
    text="You may play two extra actions.",
    rulings=("Now or later in the phase, or not at all.",),
)


@time_loop.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_action(you, 2)


winds_of_change = wizards.action(
    "Winds of Change",
    copies=1,
    text="Shuffle your hand into your deck and draw five cards. You may play an extra action.",
    rulings=("This card is being played, so it is not shuffled in; it is discarded afterwards.",),
)


@winds_of_change.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.shuffle_into_deck(you, g.hand(you))
    yield from g.draw(you, 5)
    yield from g.extra_action(you)


school_of_wizardry = wizards.base(
    "School of Wizardry",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After this base scores, the winner looks at the top three bases of the base deck,"
    " chooses the one that replaces this base, and returns the others in any order.",
    rulings=(
        "Among tied winners only one does it: the current player, or the next clockwise.",
        "Only that player sees them; the two others will be the next to come.",
    ),
)


# SCORE-7: it makes no sense twice; if who would be first ignores the base, it is the next.
@school_of_wizardry.after_scoring(seats=nobody_in_particular, must=True)
def _(g: Rules, me: CardId, _: int, ev: Event) -> Ability[None]:
    for you in winners(g, me, ev):
        if (yield from g.heeds(me, you)):
            yield from _choose_what_comes_next(g, you, ev)
            break


def _choose_what_comes_next(g: Rules, you: Seat, ev: Event) -> Ability[None]:
    assert ev.scoring is not None
    bases = yield from g.look_at_bases(you, 3)
    chosen = yield from g.choose(you, bases, "Which base comes next?")
    if chosen is not None:
        rest = [base for base in bases if base != chosen]
        ordered = yield from g.choose_order(you, rest, "The others go back: which one on top?")
        g.put_on_base_deck([chosen, *ordered])
        ev.scoring.replacement = chosen


the_great_library = wizards.base(
    "The Great Library",
    breakpoint=22,
    vp=(4, 2, 1),
    text="After this base scores, each player with a minion here may draw a card.",
    rulings=("One card each, however many minions and whatever the rank.",),
)


@the_great_library.after_scoring(seats=players_here, moot=nothing_to_draw)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)
