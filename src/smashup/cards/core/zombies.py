"""Zombies: back from the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import winners
from smashup.model.card import MINION, ON_BASE, Faction
from smashup.model.decision import Ability
from smashup.model.event import Event
from smashup.model.state import DISCARD, Permission

if TYPE_CHECKING:
    from smashup.engine.game import Game

zombies = Faction("Zombies", set="core")

zombie_lord = zombies.minion(
    "Zombie Lord",
    power=5,
    copies=1,
    text="When played: for each base where you have no minion, you may play there an extra"
    " minion of power 2 or less from your discard pile.",
)


@zombie_lord.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    empty = [base for base in g.bases() if not g.has_minion(you, base)]
    plays = {base: Permission(MINION, me, DISCARD, base, 2) for base in empty}
    while plays:
        prompt = "Play a minion from your discard pile where you had none"
        played = yield from g.play_now(you, plays.values(), prompt)
        if played.verb != "play":
            break
        del plays[played.place]


grave_digger = zombies.minion(
    "Grave Digger",
    power=4,
    copies=2,
    text="When played: you may place a minion from your discard pile in your hand.",
)


@grave_digger.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.may_choose(you, g.discarded_minions(you), "Take a minion back")
    yield from g.take_from_discard(you, minion)


tenacious_z = zombies.minion(
    "Tenacious Z",
    power=2,
    copies=3,
    text="Special: on your turn you may play this from your discard pile as an extra minion."
    " Use only one Tenacious Z's ability each turn.",
)


@tenacious_z.playable_from_discard
def _(g: Game, me: int, you: int) -> bool:
    return not g.used_special(me, you)


walker = zombies.minion(
    "Walker",
    power=2,
    copies=4,
    text="When played: look at the top card of your deck; discard it or return it to the top.",
)


@walker.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    for card in (yield from g.look_at_top(you, you)):
        where = yield from g.choose_word(you, ["discard", "top"], f"Discard {g.name(card)}?")
        if where == "discard":
            yield from g.discard(you, card)


grave_robbing = zombies.action(
    "Grave Robbing", copies=2, text="Place a card from your discard pile in your hand."
)


@grave_robbing.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    card = yield from g.choose(you, g.discard_pile(you), "Take a card from your discard pile")
    yield from g.take_from_discard(you, card)


lend_a_hand = zombies.action(
    "Lend a Hand",
    copies=1,
    text="Shuffle any number of cards from your discard pile into your deck.",
)


@lend_a_hand.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    pile = g.discard_pile(you)[:]
    chosen = yield from g.choose_some(you, pile, "Shuffle cards into your deck")
    if chosen:
        yield from g.shuffle_into_deck(you, chosen)


mall_crawl = zombies.action(
    "Mall Crawl",
    copies=1,
    text="Search your deck for any number of cards of one name and place them in your discard"
    " pile. Shuffle your deck.",
)


@mall_crawl.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    deck = yield from g.search_deck(you, lambda card: True)
    prompt = "Place cards of one name in your discard pile"
    chosen = yield from g.choose_of_one_name(you, deck, prompt)
    yield from g.discard(you, chosen)
    g.shuffle_deck(you)


not_enough_bullets = zombies.action(
    "Not Enough Bullets",
    copies=1,
    text="Place any number of minions of one name from your discard pile in your hand.",
)


@not_enough_bullets.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minions = g.discarded_minions(you)
    chosen = yield from g.choose_of_one_name(you, minions, "Take minions of one name back")
    yield from g.take_from_discard(you, chosen)


outbreak = zombies.action(
    "Outbreak", copies=1, text="Play an extra minion at a base where you have no minion."
)


@outbreak.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.extra_minion(you, unoccupied=True)


overrun = zombies.action(
    "Overrun",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players cannot play minions here."
    " Destroy this card at the start of your turn.",
)


@overrun.forbids_playing
def _(g: Game, me: int, seat: int, card: int, place: int) -> bool:
    return place == g.place(me) and seat != g.controller(me)


@overrun.at_start_of_turn()
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.destroy(me)


they_keep_coming = zombies.action(
    "They Keep Coming", copies=2, text="Play an extra minion from your discard pile."
)


# Optional like every extra card (PLAY-5), and of one particular card: at once.
@they_keep_coming.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.extra_minion(you, from_discard=True, now=True)


they_re_coming = zombies.action(
    "They're Coming to Get You",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: on your turn, a minion you play here may come from your"
    " discard pile instead of your hand.",
)
they_re_coming.plays_here_from_discard()

evans_city_cemetery = zombies.base(
    "Evans City Cemetery",
    breakpoint=20,
    vp=(5, 3, 2),
    text="After this base scores, the winner discards their hand and draws five cards.",
)


@evans_city_cemetery.after_scoring(seats=winners, must=True)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.discard(you, g.hand(you)[:])
    yield from g.draw(you, 5)


rhodes_plaza_mall = zombies.base(
    "Rhodes Plaza Mall",
    breakpoint=24,
    vp=(0, 0, 0),
    text="When this base scores, each player gains 1 VP for each of their minions here.",
)


@rhodes_plaza_mall.when_scoring
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    minions = len(g.minions(at=ev.place, of=you))
    if minions:
        yield from g.gain_vp(you, minions)
