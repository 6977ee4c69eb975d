"""Rock Stars: the biggest bases, and Groupies who follow them there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from smashup.cards.conditions import arrives_here, everyone, its_controller, none_of
from smashup.model.card import BREAKPOINTS, HANDS, HERE, MINION, ON_BASE, POWERS, Faction
from smashup.model.decision import Ability, Option
from smashup.model.event import (
    AFTER_SCORING,
    BEFORE_SCORING,
    MINION_MOVED,
    MINION_PLAYED,
    TURN_ENDED,
    Event,
)
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

rock_stars = Faction(
    "Rock Stars",
    set="what_were_we_thinking",
    plays="Groupies in numbers, and best on the big stages: bases with a high breakpoint.",
)
BIG = 21  # the breakpoint from which a base is a big venue


def _is_big(g: Rules, place: PlaceId) -> bool:
    return g.breakpoint(place) >= BIG


def _yours_at_smaller_bases(g: Rules, you: Seat, place: PlaceId) -> list[CardId]:
    limit = g.breakpoint(place)
    return [minion for minion in g.minions(of=you) if g.breakpoint(g.place(minion)) < limit]


the_monarch = rock_stars.minion(
    "The Monarch",
    power=5,
    copies=1,
    text="Talent: search your deck or your discard pile for a Groupie, reveal it and place it in"
    " your hand. Shuffle your deck if you searched it.",
    rulings=(
        "One Groupie, from whichever of the two you like.",
        "Taken from the discard pile, it leaves your deck unshuffled.",
    ),
)


@the_monarch.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    found = yield from _find_a_groupie(g, you)
    if found is not None:
        g.draw_card(found, g.owner(found))


def _find_a_groupie(g: Rules, you: Seat) -> Ability[CardId | None]:
    """Searches deck or discard pile; where both hold a Groupie, the player says which."""
    piles = {
        "deck": _groupies(g, g.deck(you)),
        "discard": _groupies(g, g.discard_pile(you)),
    }
    # Who takes one of the discard pile has searched only that. An empty deck is not searched: that
    # would only shuffle the discard pile into it first (TURN-7).
    places = [place for place in ("deck", "discard") if piles[place]] or ["deck"]
    where = yield from g.choose_word(you, places, "Take a Groupie from where?")
    groupie_found = yield from g.choose(you, piles[where], "Take a Groupie")
    if where == "deck" and g.deck(you):
        g.shuffle_deck(you)
    if groupie_found is not None:
        g.reveal(you, [groupie_found])
    return groupie_found


def _groupies(g: Rules, cards: Iterable[CardId]) -> list[CardId]:
    return [card for card in cards if g.card(card) is groupie]


classic_rocker = rock_stars.minion(
    "Classic Rocker",
    power=4,
    copies=2,
    text="Talent: if this base's breakpoint is 21 or more, draw a card."
    " Use only one Classic Rocker's ability each turn.",
    rulings=(
        "The breakpoint now counts, with all changes (Turn Up to 11).",
        "With several Classic Rockers you still draw only one card a turn.",
    ),
)


def _first_concert_here(g: Rules, me: CardId, you: Seat) -> bool:
    # One Classic Rocker a turn: at Standing Stones the same one plays twice.
    is_the_one = g.has_used_talent(me, you) or not g.used_special(me, you)
    return _is_big(g, g.place(me)) and is_the_one


@classic_rocker.talent(when=_first_concert_here)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    g.note_special(me, you)
    yield from g.draw(you, 1)


rick_roll = rock_stars.minion(
    "Rick Roll",
    power=3,
    copies=2,
    text="When played: move up to three of your minions here from bases with a lower breakpoint"
    " than this base.",
    rulings=(
        "They may come from different bases; an equal breakpoint is not lower.",
        "Breakpoints now are compared, with all changes.",
        "Forgotten Horrors counts it as one card played here.",
    ),
)


@rick_roll.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    base = g.place(me)
    mine = _yours_at_smaller_bases(g, you, base)
    chosen = yield from g.choose_some(you, mine, "Move up to three minions here", at_most=3)
    yield from g.move(chosen, base)


groupie = rock_stars.minion(
    "Groupie",
    power=2,
    copies=5,
    text="When played: you may play another Groupie here as an extra minion.",
    rulings=(
        "From your hand. Each Groupie gives the next, so all five may come to one base in a turn.",
        "On your turn the next one may wait until later in the phase; at any other time it is now"
        " or never.",
    ),
)


@groupie.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you, name="Groupie", at=g.place(me))


guest_star = rock_stars.action(
    "Guest Star",
    copies=2,
    text="Search your deck or your discard pile for a Groupie and reveal it. Place it in your hand"
    " or play it as an extra minion. Shuffle your deck if you searched it.",
    rulings=(
        "Played, it goes to any base at once, its ability happens, and your free minion is still"
        " yours.",
        "Taken from the discard pile, it leaves your deck unshuffled.",
    ),
)


@guest_star.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    found = yield from _find_a_groupie(g, you)
    if found is not None:
        to_hand = Option("choose", word="hand")
        done = yield from g.play_this_now(you, found, must=True, instead=[to_hand])
        if done.word == "hand":
            g.draw_card(found, g.owner(found))


hot_venue = rock_stars.action(
    "Hot Venue",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here have +1 power. At the end of each turn in"
    " which you played a minion here, draw a card if this base's breakpoint is 21 or more.",
    rulings=(
        "One card a turn however many you played; minions moved here do not count.",
        "Other players' turns count too, if you played a minion here then.",
        "It has to be in play at the end of the turn, and the base it is on then is the one that"
        " counts; what lasts until the end of the turn still holds.",
    ),
)


@hot_venue.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return int(g.controller(minion) == g.controller(me))


def _draws_nothing(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    base = g.place(me)
    return not (g.played_minions(you, at=base) and _is_big(g, base))


# Also a minion played when the turn ends counts (ORDER-6): by Blood in the Water, say.
@hot_venue.after(TURN_ENDED, adds=HANDS, looks=BREAKPOINTS, moot=_draws_nothing)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _draws_nothing(g, me, you, ev):
        yield from g.draw(you, 1)


power_ballad = rock_stars.action(
    "Power Ballad",
    copies=1,
    text="Choose a base. Each of your minions there gains +1 power until the end of the turn."
    " Special: before a base with a breakpoint of 21 or more scores, you may play this on it.",
    rulings=(
        "Played as your action it serves any base, whatever the breakpoint.",
        "Only minions there now get it; they keep it wherever they go.",
        "As a Special it counts for the award.",
    ),
)


@power_ballad.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions(of=you)
    base = yield from g.choose_base(you, g.bases(), "Sing at which base?", idle)
    if base is not None:
        yield from g.add_power(g.minions(at=base, of=you), 1)


def _at_a_big_base(g: Rules, me: CardId, ev: Event) -> bool:
    return _is_big(g, ev.place)


@power_ballad.special_from_hand(BEFORE_SCORING, when=_at_a_big_base)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.add_power(g.minions(at=ev.place, of=you), 1)


reunion_tour = rock_stars.action(
    "Reunion Tour",
    copies=1,
    text="Shuffle any number of minions from your discard pile into your deck.",
    rulings=("Any number may be none; the minions may have different names.",),
)


@reunion_tour.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minions = g.discarded_minions(you)
    chosen = yield from g.choose_some(you, minions, "Shuffle minions into your deck")
    if chosen:
        yield from g.shuffle_into_deck(you, chosen)


rock_of_luuv = rock_stars.action(
    "Rock of Luuv",
    copies=1,
    text="Search your deck for up to three minions of one name with power 2 or less, reveal them"
    " and place them in your hand. Shuffle your deck.",
    rulings=(
        "The printed power counts. Any name will do, those of your other faction too.",
        "Fewer than three, or none, is allowed.",
    ),
)


@rock_of_luuv.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    deck = yield from g.search_deck(you, g.is_minion)
    weak = g.among(deck, MINION, power_at_most=2)
    chosen = yield from g.choose_of_one_name(you, weak, "Take minions of one name", at_most=3)
    g.reveal(you, chosen)
    for card in chosen:
        g.draw_card(card, g.owner(card))
    g.shuffle_deck(you)


total_sellout = rock_stars.action(
    "Total Sellout",
    copies=2,
    special_only=True,
    text="Special: after a base scores where you have a minion, you may play this to draw two"
    " cards, or three if that base's breakpoint is 21 or more.",
    rulings=(
        "Your minion must be there when you play it: after the award, before the discard.",
        "You need not have gained VP there, and anyone's turn will do.",
        "The breakpoint counts with all changes.",
    ),
)


def _you_have_a_minion_there(g: Rules, me: CardId, ev: Event) -> bool:
    return bool(g.minions(at=ev.place, of=g.holder(me)))


@total_sellout.special_from_hand(AFTER_SCORING, when=_you_have_a_minion_there)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 3 if _is_big(g, ev.place) else 2)


tour_bus = rock_stars.action(
    "Tour Bus",
    copies=1,
    text="Choose a base. Move up to three of your minions there from bases with a lower"
    " breakpoint.",
    rulings=(
        "They may come from different bases; an equal breakpoint is not lower.",
        "Breakpoints now are compared, with all changes.",
    ),
)


@tour_bus.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not any(_yours_at_smaller_bases(g, you, base) for base in g.bases())
    base = yield from g.choose_base(you, g.bases(), "Drive to which base?", idle)
    if base is not None:
        mine = _yours_at_smaller_bases(g, you, base)
        chosen = yield from g.choose_some(you, mine, "Move up to three minions there", at_most=3)
        yield from g.move(chosen, base)


turn_up_to_11 = rock_stars.action(
    "Turn Up to 11",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: if this base's starting breakpoint is below 21, it is 21"
    " instead.",
    rulings=(
        "Whatever raises or lowers the breakpoint is added to the 21.",
        "A base that starts at 21 or more stays as it is.",
        "The base is then big enough for all that asks for a breakpoint of 21.",
        "If another card sets the starting breakpoint too, the current player says which holds.",
    ),
)


@turn_up_to_11.sets_starting_breakpoint
def _(g: Rules, me: CardId, otherwise: int) -> int:
    return max(otherwise, BIG)


lake_minnetonka = rock_stars.base(
    "Lake Minnetonka",
    breakpoint=26,
    vp=(5, 3, 2),
    text="After a minion is played here or moved here, it gains +1 power until the end of the"
    " turn.",
    rulings=(
        "Every player's minions, whoever moved them.",
        "It keeps the bonus when it leaves, and gains another when it comes back.",
    ),
)


@lake_minnetonka.after(
    MINION_PLAYED, MINION_MOVED, when=arrives_here, seats=its_controller, adds=POWERS
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.add_power(ev.card, 1)


palooza = rock_stars.base(
    "Palooza",
    breakpoint=27,
    vp=(6, 4, 3),
    text="Before this base scores, each player may move one of their minions here from another"
    " base.",
    rulings=(
        "The current player first, then clockwise; all that before any Special from hand.",
        "The minion counts here for the award and is discarded with the others.",
    ),
)


def _yours_elsewhere(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return [minion for minion in g.minions(of=you) if g.place(minion) != ev.place]


# It speaks to them one after the other (ORDER-8): who comes later sees who has come.
@palooza.before_scoring(seats=everyone, asks=True, moot=none_of(_yours_elsewhere))
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _yours_elsewhere(g, me, you, ev)
    prompt = Words("Move one of your minions to {base}", base=g.name(me))
    minion = yield from g.may_choose(you, mine, prompt)
    yield from g.move(minion, ev.place)
