"""Zombies: back from the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import players_here, winners
from smashup.model.card import ANYONES, HANDS, MINION, ON_BASE, Faction
from smashup.model.decision import Ability
from smashup.model.event import Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import DISCARD, Permission
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

zombies = Faction(
    "Zombies",
    set="core",
    plays="Comes back from the discard pile again and again: what was lost is not gone.",
)

zombie_lord = zombies.minion(
    "Zombie Lord",
    power=5,
    copies=1,
    text="When played: for each base where you have no minion, you may play there an extra"
    " minion of power 2 or less from your discard pile.",
    rulings=(
        "The bases are those without a minion of yours when it is played: one minion for each.",
        "Play them at once. The printed power counts.",
    ),
)


@zombie_lord.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    empty = [base for base in g.bases() if not g.has_minion(you, base)]
    plays = {base: Permission(MINION, me, DISCARD, base, 2) for base in empty}
    while plays:
        prompt = "Play a minion from your discard pile where you had none"
        played = yield from g.play_now(you, plays.values(), prompt, more=len(plays) > 1)
        if played.verb != "play":
            break
        del plays[played.place]


grave_digger = zombies.minion(
    "Grave Digger",
    power=4,
    copies=2,
    text="When played: you may place a minion from your discard pile in your hand.",
    rulings=(
        "Everyone sees which one. With a minion play left you may play it this turn.",
        "The hand limit of ten matters only in your Draw phase.",
    ),
)


@grave_digger.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.may_choose(you, g.discarded_minions(you), "Take a minion back")
    yield from g.take_from_discard(you, minion)


tenacious_z = zombies.minion(
    "Tenacious Z",
    power=2,
    copies=3,
    text="Special: on your turn you may play this from your discard pile as an extra minion."
    " Use only one Tenacious Z's ability each turn.",
    rulings=(
        "Only in your own Play Cards phase.",
        "Once a turn, whichever copy, also if it falls back into the discard pile.",
        "It counts as a minion you played, for Ninja Acolyte or Microbot Fixer.",
    ),
)


@tenacious_z.playable_from_discard
def _(g: Rules, me: CardId, you: Seat) -> bool:
    return not g.used_special(me, you)


walker = zombies.minion(
    "Walker",
    power=2,
    copies=4,
    text="When played: look at the top card of your deck; discard it or return it to the top.",
    rulings=(
        "You have to look; what you do with the card is up to you. Others see it only if"
        " discarded.",
    ),
)


@walker.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.look_at_top(you, you)):
        prompt = Words("Discard {card}?", card=g.name(card))
        where = yield from g.choose_word(you, ["discard", "top"], prompt)
        if where == "discard":
            yield from g.discard(you, card)


grave_robbing = zombies.action(
    "Grave Robbing",
    copies=2,
    text="Place a card from your discard pile in your hand.",
    rulings=(
        "Everyone sees which one. With a play left you may play it this turn.",
        "It cannot take itself: it is discarded only afterwards.",
        "The hand limit of ten matters only in your Draw phase.",
    ),
)


@grave_robbing.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    card = yield from g.choose(you, g.discard_pile(you), "Take a card from your discard pile")
    yield from g.take_from_discard(you, card)


lend_a_hand = zombies.action(
    "Lend a Hand",
    copies=1,
    text="Shuffle any number of cards from your discard pile into your deck.",
    rulings=(
        "Any number may be none. This card still lies on the table, so it is not one of them.",
    ),
)


@lend_a_hand.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    pile = g.discard_pile(you)[:]
    chosen = yield from g.choose_some(you, pile, "Shuffle cards into your deck")
    if chosen:
        yield from g.shuffle_into_deck(you, chosen)


mall_crawl = zombies.action(
    "Mall Crawl",
    copies=1,
    text="Search your deck for any number of cards of one name and place them in your discard"
    " pile. Shuffle your deck.",
    rulings=("One card is enough. They were not in play, so nothing was destroyed.",),
)


@mall_crawl.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    deck = yield from g.search_deck(you, lambda card: True)
    prompt = "Place cards of one name in your discard pile"
    chosen = yield from g.choose_of_one_name(you, deck, prompt)
    yield from g.discard(you, chosen)
    g.shuffle_deck(you)


not_enough_bullets = zombies.action(
    "Not Enough Bullets",
    copies=1,
    text="Place any number of minions of one name from your discard pile in your hand.",
    rulings=("One is enough, and none is allowed. Everyone sees which.",),
)


@not_enough_bullets.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minions = g.discarded_minions(you)
    chosen = yield from g.choose_of_one_name(you, minions, "Take minions of one name back")
    yield from g.take_from_discard(you, chosen)


outbreak = zombies.action(
    "Outbreak",
    copies=1,
    text="You may play an extra minion at a base where you have no minion.",
    rulings=("From your hand. If you have a minion at every base, the play is lost.",),
)


@outbreak.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you, unoccupied=True)


overrun = zombies.action(
    "Overrun",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players cannot play minions here."
    " Destroy this card at the start of your turn.",
    rulings=(
        "Specials such as Shinobi and Hidden Ninja cannot play minions here either.",
        "Minions can still be moved here.",
    ),
)


@overrun.forbids_playing
def _(g: Rules, me: CardId, seat: Seat, card: CardId, place: PlaceId) -> bool:
    return place == g.place(me) and seat != g.controller(me)


@overrun.at_start_of_turn(alters=HANDS | ANYONES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(me)


they_keep_coming = zombies.action(
    "They Keep Coming",
    copies=2,
    text="You may play an extra minion from your discard pile.",
    rulings=(
        "Of any power, at any base.",
        "We play: you may decline, but it is now or never.",
    ),
)


# Optional like every extra card (PLAY-5), and of one particular card: at once.
@they_keep_coming.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you, from_discard=True, now=True)


they_re_coming = zombies.action(
    "They're Coming to Get You",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: on your turn, a minion you play here may come from your"
    " discard pile instead of your hand.",
    rulings=(
        "It gives no play: it serves your free minion or an extra one that may be any card.",
        "An extra play of one particular card (Hoverbot) it cannot replace.",
        "We play: once a turn in the 2018 rules, without limit in the older ones.",
    ),
)
they_re_coming.plays_here_from_discard()

evans_city_cemetery = zombies.base(
    "Evans City Cemetery",
    breakpoint=20,
    vp=(5, 3, 2),
    text="After this base scores, the winner discards their hand and draws five cards.",
    rulings=("The winner has to; tied winners each do.",),
)


@evans_city_cemetery.after_scoring(seats=winners, must=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.discard(you, g.hand(you)[:])
    yield from g.draw(you, 5)


rhodes_plaza_mall = zombies.base(
    "Rhodes Plaza Mall",
    breakpoint=24,
    vp=(0, 0, 0),
    text="When this base scores, each player gains 1 VP for each of their minions here.",
    rulings=(
        "Rank does not matter, and there are no other VP.",
        "Minions you control count, whoever owns them.",
    ),
)


@rhodes_plaza_mall.when_scoring(seats=players_here)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, len(g.minions(at=ev.place, of=you)))
