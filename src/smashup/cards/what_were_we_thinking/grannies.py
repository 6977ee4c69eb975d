"""Grannies: they know what is on top of the deck, and what is at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.cards.conditions import by_you_here, here, players_here, the_player, your_minion_here
from smashup.model.card import BY_CHOICE, HANDS, ON_BASE, Cause, Faction
from smashup.model.decision import Ability, Option
from smashup.model.edition import Harm
from smashup.model.event import AFTER_SCORING, MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Phrase, Sentence, Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

grannies = Faction(
    "Grannies",
    set="what_were_we_thinking",
    plays="Knows what comes next: looks at its deck, sorts it and draws what it wants.",
)

TOP, BOTTOM = "top", "bottom"
TOPMOST: dict[str, Sentence] = {
    TOP: "Which of these goes on top of the deck?",
    BOTTOM: "Under the deck, which of these is on top?",
}


def _which_end(g: Rules, you: Seat, card: CardId) -> Ability[str]:
    idle = g.deck(you) == [card]
    prompt = Words("Put {card} on top of your deck, or under it?", card=g.name(card))
    return (yield from g.choose_word(you, [TOP, BOTTOM], prompt, idle))


def _peek(g: Rules, you: Seat) -> Ability[None]:
    """Looks at the top card of one's deck and leaves it there or puts it at the bottom."""
    for card in (yield from g.look_at_top(you, you)):
        if (yield from _which_end(g, you, card)) == BOTTOM:
            yield from g.put_under_deck(you, [card])


def _sort_for_deck(
    g: Rules, you: Seat, cards: Sequence[CardId], at_most: int, prompt: Phrase
) -> Ability[tuple[list[CardId], list[CardId]]]:
    """Picks cards, each with the end of the deck it goes to, then their order at either end."""
    left = list(cards)
    ends: dict[str, list[CardId]] = {TOP: [], BOTTOM: []}
    for _ in range(at_most):
        card = yield from g.may_choose(you, left, prompt)
        if card is None:
            break
        left.remove(card)
        end = yield from _which_end(g, you, card)
        ends[end].append(card)
    ordered = []
    for end, chosen in ends.items():
        ordered.append((yield from _in_order(g, you, chosen, end)))
    return ordered[0], ordered[1]


def _in_order(g: Rules, you: Seat, cards: Sequence[CardId], end: str) -> Ability[list[CardId]]:
    """The order counts only among cards that go to the same player's deck."""
    question = TOPMOST[end]
    ordered: list[CardId] = []
    for owner in dict.fromkeys(map(g.owner, cards)):
        theirs = [card for card in cards if g.owner(card) == owner]
        ordered += yield from g.choose_order(you, theirs, question)
    return ordered


matriarch = grannies.minion(
    "Matriarch",
    power=5,
    copies=1,
    text="Talent: reveal the bottom two cards of your deck. Draw the minions among them and"
    " discard the rest.",
    rulings=(
        "If your deck runs out, your discard pile becomes a new deck, and you go on at its bottom.",
        "What is discarded is not played.",
    ),
)


@matriarch.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    revealed = yield from g.reveal_bottom(you, 2)
    for card in revealed:
        if g.is_minion(card):
            g.draw_card(card, g.owner(card))
        else:
            yield from g.discard(you, card)


granny = grannies.minion(
    "Granny",
    power=4,
    copies=2,
    text="Talent: look at the top card of your deck; leave it there or put it on the bottom.",
    rulings=("Nobody else sees the card.",),
)


@granny.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _peek(g, you)


nana = grannies.minion(
    "Nana",
    power=3,
    copies=3,
    text="When played: reveal the top card of your deck. If it is an action, draw it or play it"
    " as an extra action; otherwise put it on the bottom of your deck.",
    rulings=(
        "An action cannot stay on the deck. One that cannot be played now, such as a Special for"
        " when a base scores, is drawn.",
        "It is played straight from the deck, at once, besides your action play.",
    ),
)


@nana.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.reveal_top(you)):
        if not g.is_action(card):
            yield from g.put_under_deck(you, [card])
        elif g.card(card).special_only and g.special_of_now(card) is None:
            yield from g.choose_word(you, ["draw"], "Draw it")
            g.draw_card(card, g.owner(card))
        else:
            draw = Option("choose", word="draw")
            done = yield from g.play_this_now(you, card, must=True, instead=[draw])
            if done == draw:
                g.draw_card(card, g.owner(card))


grandma = grannies.minion(
    "Grandma",
    power=2,
    copies=4,
    text="When played: look at the top card of your deck; leave it there or put it on the bottom.",
    rulings=("You must look, but leaving the card on top changes nothing.",),
)


@grandma.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _peek(g, you)


always_room = grannies.action(
    "Always Room at Granny's",
    copies=1,
    special_only=True,
    text="Special: after a base scores, place up to three of your minions there on the top or the"
    " bottom of your deck, in any order.",
    rulings=(
        "They leave before the base is cleared and are neither destroyed nor discarded; what is on"
        " them is discarded.",
        "Top or bottom is chosen for each.",
        "One that you control but do not own goes to its owner's deck.",
    ),
)


@always_room.special_from_hand(AFTER_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = g.minions(at=ev.place, of=you)
    on_top, below = yield from _sort_for_deck(g, you, mine, 3, "Place a minion on your deck")
    for minion in below:
        yield from g.place_under_deck(minion)
    yield from g.place_on_deck(on_top[::-1])  # one upon the other: the last is topmost


attic_treasures = grannies.action(
    "Attic Treasures",
    copies=2,
    text="Place three cards from your hand on the bottom of your deck in any order, then draw"
    " three cards.",
    rulings=(
        "With fewer cards place them all, and still draw three.",
        "This card is not in your hand while you follow it.",
        "If your deck is very small you may draw what you have just placed.",
    ),
)


@attic_treasures.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place three cards under your deck"
    chosen = yield from g.choose_some(you, g.hand(you)[:], prompt, at_most=3, at_least=3)
    ordered = yield from g.choose_order(you, chosen, "Which of these goes on top?")
    yield from g.put_under_deck(you, ordered)
    yield from g.draw(you, 3)


chicken_soup = grannies.action(
    "Chicken Soup",
    copies=1,
    text="Place up to two cards from your discard pile, each on the top or the bottom of your"
    " deck.",
    rulings=(
        "Cards of any type, to either end each; none at all is allowed.",
        "Chicken Soup itself is not in the discard pile yet.",
    ),
)


@chicken_soup.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    pile = g.discard_pile(you)
    on_top, below = yield from _sort_for_deck(g, you, pile, 2, "Place a card on your deck")
    yield from g.put_under_deck(you, below)
    yield from g.put_on_deck(you, on_top)


dont_mess_with_my_babies = grannies.action(
    "Don't Mess With My Babies!",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here are not affected by other players' cards.",
    rulings=(
        "They cannot be moved, destroyed, returned, placed or shuffled away, changed in power or"
        " control, given an action or have their abilities cancelled by them.",
        "They may still be chosen; it just does nothing to them.",
        "Your own cards and the abilities of bases work on them.",
        "Only while they are here: those that come get it, those that go lose it.",
    ),
)


@dont_mess_with_my_babies.keeps_unaffected
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        g.affects(harm)
        and g.by_others_card(cause, g.controller(me))
        and your_minion_here(g, me, minion)
    )


family_reunion = grannies.action(
    "Family Reunion",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after you play a minion here, reveal the bottom card of your"
    " deck. If it is a minion, draw it; otherwise put it on top.",
    rulings=(
        "For every minion you play here, and not optional.",
        "Not for minions that move here, nor for other players' minions.",
    ),
)


@family_reunion.after(MINION_PLAYED, when=by_you_here, alters=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    for card in (yield from g.reveal_bottom(you)):
        if g.is_minion(card):
            g.draw_card(card, g.owner(card))
        else:
            yield from g.put_on_deck(you, [card])


grannys_purse = grannies.action(
    "Granny's Purse",
    copies=2,
    text="Reveal the top card of your deck. If it is an action, draw it or leave it on top;"
    " otherwise put it on the bottom. Play an extra action.",
    rulings=(
        "You have the extra action whatever is revealed; it may wait until later in your Play"
        " Cards phase.",
        "It comes from your hand: the card just drawn, or another Granny's Purse, will do.",
    ),
)


@grannys_purse.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.reveal_top(you)):
        if not g.is_action(card):
            yield from g.put_under_deck(you, [card])
            continue
        prompt = Words("Draw {card}?", card=g.name(card))
        if (yield from g.choose_word(you, ["draw", TOP], prompt)) == "draw":
            g.draw_card(card, g.owner(card))
    yield from g.extra_action(you)


hush = grannies.action(
    "Hush, My Stories are On",
    copies=1,
    text="Reveal the bottom card of your deck and draw it. If it is a minion, you may play it as"
    " an extra minion.",
    rulings=("Only that very card, besides your minion play, and at once or not at all.",),
)


# Left open by the card: one particular card, so now or never (PLAY-6).
@hush.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.reveal_bottom(you)):
        g.draw_card(card, g.owner(card))
        if g.is_minion(card) and card in g.hand(you):
            yield from g.play_this_now(you, card)


knitting_circle = grannies.action(
    "Knitting Circle",
    copies=1,
    text="Destroy up to three actions on minions or bases. Draw a card for each one destroyed.",
    rulings=(
        "Anyone's, at any bases, your own too; each goes to its owner's discard pile.",
        "One that cannot be destroyed gives no card.",
    ),
)


@knitting_circle.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    actions = yield from g.choose_some(you, g.actions_in_play(), "Destroy an action", at_most=3)
    destroyed = yield from g.destroy(actions)
    yield from g.draw(you, len(destroyed))


grandmas_house = grannies.base(
    "Grandma's House",
    breakpoint=25,
    vp=(5, 3, 2),
    text="After a player plays a minion here, that player looks at the top card of their deck and"
    " leaves it there or puts it on the bottom.",
    rulings=("For every player and every minion played here, not for minions that move here.",),
)


@grandmas_house.after(MINION_PLAYED, when=here, seats=the_player, alters=HANDS | BY_CHOICE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from _peek(g, you)


retirement_community = grannies.base(
    "Retirement Community",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After this base scores, each player may place one of their minions here on the top or"
    " the bottom of their deck instead of the discard pile.",
    rulings=(
        "The current player decides first, then the others clockwise, each for a minion of"
        " their own.",
        "It goes to its owner's deck and does not count as discarded.",
    ),
)


@retirement_community.after_scoring(seats=players_here, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = g.minions(at=ev.place, of=you)
    minion = yield from g.may_choose(you, mine, "Place one of your minions on your deck")
    if minion is not None:
        on_top = (yield from _which_end(g, you, minion)) == TOP
        yield from (g.place_on_deck if on_top else g.place_under_deck)(minion)
