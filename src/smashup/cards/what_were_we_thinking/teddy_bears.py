"""Teddy Bears: small, many, and too cute to harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    another_brings_a_minion,
    nobody_in_particular,
    players_here,
    your_minion_here,
)
from smashup.model.card import MINION, ON_BASE, ON_MINION, POWERS, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import BEFORE_SCORING, MINION_MOVED, MINION_PLAYED, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import Permission

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

teddy_bears = Faction(
    "Teddy Bears",
    set="what_were_we_thinking",
    plays="Friendly to the strong: grows with the company it has, and cuddles abilities away.",
)

sir_squeezes = teddy_bears.minion(
    "Sir Squeezes",
    power=5,
    copies=1,
    text="When played: you may play up to three extra minions here, of power 3 or less each and"
    " power 5 or less together.",
    rulings=(
        "The printed power counts: Lovey Bear is 3, Snuggly Bear 1.",
        "They are played one after another, each with its ability; fewer or none is allowed.",
    ),
)


@sir_squeezes.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minions_within(you, 3, power_at_most=3, total=5, at=g.place(me))


fun_bear = teddy_bears.minion(
    "Fun Bear",
    power=2,
    copies=2,
    text="Ongoing: after another player plays a minion here or moves one here, place a +1 power"
    " counter on this minion.",
    rulings=(
        "You have to.",
        "Who plays or moves the minion matters, not whose it is: your own minion moved here by"
        " another player counts, theirs moved here by you does not.",
        "Each minion that arrives counts, also when several come at once.",
        "Another player who moves Fun Bear itself gives it one counter, whoever moves along.",
    ),
)


@fun_bear.after(
    MINION_PLAYED, MINION_MOVED, when=another_brings_a_minion, each_its_own=True, adds=POWERS
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


lovey_bear = teddy_bears.minion(
    "Lovey Bear",
    power=3,
    copies=3,
    text="Ongoing: this minion's starting power is the highest starting power of other players'"
    " minions here, if that is more.",
    rulings=(
        "Counters, actions and other bonuses on the other minion do not count; those on Lovey Bear"
        " come on top.",
        "It changes all the time, and is 3 again when the strong minion goes, Lovey Bear goes, or"
        " its ability is cancelled. Out of play it is 3.",
        "Lovey Bears that face each other settle at the highest starting power here.",
    ),
)


def _is_loving(g: Rules, minion: CardId) -> bool:
    return (
        g.card(minion) is lovey_bear and g.works(minion) and not g.is_spared(minion, source=minion)
    )


def _starts_with(g: Rules, minion: CardId) -> int:
    """The starting power of a minion that is not looking at others."""
    is_bear = g.card(minion) is lovey_bear
    return g.printed_power(minion) if is_bear else g.starting_power(minion)


@lovey_bear.sets_starting_power
def _(g: Rules, me: CardId, printed: int) -> int:
    admired = g.minions(at=g.place(me), not_of=g.controller(me))
    if any(_is_loving(g, minion) for minion in admired):
        # They look at everyone this one does not, so together they know the highest of all.
        admired = g.minions(at=g.place(me))
    return max([printed, *(_starts_with(g, m) for m in admired if not _is_loving(g, m))])


snuggly_bear = teddy_bears.minion(
    "Snuggly Bear",
    power=1,
    copies=4,
    text="Special: right after you play your first minion of a turn, you may play this from your"
    " hand at the same base as an extra minion.",
    rulings=(
        "Any number of Snuggly Bears may follow the same first minion; later it is too late.",
        "It may be your ordinary minion too, and as the first of the turn it brings the others.",
        "Another player's turn counts like your own.",
        "The first minion's ability and what cards in play do about it come before.",
        "It plays this very card, which nothing can replace.",
        "We play: if the first minion has left, it is the base where that was played.",
    ),
)


def _your_first_minion(g: Rules, me: CardId, ev: Event) -> bool:
    """The event is of the first minion that the holder of this card played this turn."""
    first = g.played_minions(g.holder(me))[:1]
    return any(play.card == ev.card and play.life == ev.life for play in first)


# "There" is where the first minion was played, even if it has left (the card leaves it open).
snuggly_bear.playable_from_hand(MINION_PLAYED, when=_your_first_minion)

bear_picnic = teddy_bears.action(
    "Bear Picnic",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players cannot play minions of power 2 or less that they"
    " own at other bases.",
    rulings=(
        "The printed power counts. You are not bound.",
        "Extra plays and Specials are barred as well; moving such minions is not.",
        "A minion that belongs to someone else is free, and so is a monster.",
    ),
)


@bear_picnic.forbids_playing
def _(g: Rules, me: CardId, seat: Seat, card: CardId, place: PlaceId) -> bool:
    return (
        seat != g.controller(me)
        and g.owner(card) == seat
        and g.printed_power(card) <= 2
        and place != g.place(me)
    )


care_package = teddy_bears.action(
    "Care Package",
    copies=2,
    text="Draw a card. You may play an extra minion.",
    rulings=("The minion may be the card just drawn, and may wait until later in the phase.",),
)


@care_package.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 1)
    yield from g.extra_minion(you)


cuddle = teddy_bears.action(
    "Cuddle",
    copies=2,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion's abilities are cancelled.",
    rulings=(
        "Actions on the minion keep their own abilities; what an action gives to the minion"
        " (Flighterizer) is cancelled too, what is paid for a monster is not.",
        "What the minion did when played stays done; counters stay.",
        "It goes where the minion goes, and all is back when Cuddle leaves.",
        "A Lovey Bear has a starting power of 3 again.",
    ),
)
cuddle.cancels_host = True

group_hug = teddy_bears.action(
    "Group Hug",
    copies=1,
    text="Choose one of your minions. It gains +1 power until the end of the turn for each other"
    " minion at its base.",
    rulings=(
        "Every player's minions count, once, when this is carried out.",
        "The bonus stays the same whoever comes or goes, and wherever the minion goes.",
    ),
)


@group_hug.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = g.minions(of=you)
    idle = not any(_others_there(g, minion) for minion in mine)
    minion = yield from g.choose(you, mine, "Hug which of your minions?", idle)
    if minion is not None and (others := _others_there(g, minion)):
        yield from g.add_power(minion, others)


def _others_there(g: Rules, minion: CardId) -> int:
    return len(g.minions(at=g.place(minion), other_than=minion))


love_overload = teddy_bears.action(
    "Love Overload",
    copies=1,
    special_only=True,
    text="Special: before a base scores, you may play this to destroy the minion with the most"
    " power there, or all that tie for the most.",
    rulings=(
        "There is nothing to choose: your own minion goes if it is the strongest or ties.",
        "Power now counts, with what the base itself did before.",
        "The base still scores if its total falls below the breakpoint.",
    ),
)


@love_overload.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(g.strongest(g.minions(at=ev.place)))


square_deal = teddy_bears.action(
    "Square Deal",
    copies=1,
    text="Draw cards until another player has fewer cards in hand than you.",
    rulings=(
        "If someone has fewer already, you draw none. This card is not in your hand any more.",
        "The hand limit of ten matters only in your Draw phase.",
    ),
)


@square_deal.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    fewest = min(len(g.hand(player)) for player in g.others(you))
    while len(g.hand(you)) <= fewest:
        if not (yield from g.draw(you, 1)):
            break


tea_party = teddy_bears.action(
    "Tea Party",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Talent: if there are at least two minions here, one of them yours, draw"
    " a card.",
    rulings=(
        "Every player's minions count towards the two.",
        "Once in each of your Play Cards phases, from the turn it is played on.",
    ),
)


def _in_company(g: Rules, me: CardId, you: Seat) -> bool:
    base = g.place(me)
    return g.has_minion(you, base) and len(g.minions(at=base)) >= 2


@tea_party.talent(when=_in_company)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 1)


too_cute = teddy_bears.action(
    "Too Cute",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players' cards cannot destroy your minions here.",
    rulings=(
        "They can still be moved, returned, placed or weakened.",
        "Bases and your own cards can destroy them, and they are discarded after scoring.",
    ),
)


@too_cute.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        harm == "destroy"
        and g.by_others_card(cause, g.controller(me))
        and your_minion_here(g, me, minion)
    )


out_in_the_woods = teddy_bears.base(
    "Out in the Woods",
    breakpoint=18,
    vp=(3, 2, 1),
    text="Before this base scores, each minion here gains +1 power until the end of the turn.",
    rulings=(
        "Every player's minions here now; who comes later gets nothing.",
        "It happens only when the base is about to score, so it does not help to reach 18.",
        "It comes before Specials from hand such as Love Overload.",
    ),
)


@out_in_the_woods.before_scoring(seats=nobody_in_particular, must=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    players = yield from g.who_heeds(me, players_here(g, me, ev))
    here = [minion for minion in g.minions(at=ev.place) if g.controller(minion) in players]
    yield from g.add_power(here, 1)


under_the_bed = teddy_bears.base(
    "Under the Bed",
    breakpoint=22,
    vp=(4, 2, 1),
    text="On your turn, if you have played a minion at another base this turn, you may play an"
    " extra minion of power 2 or less here.",
    rulings=(
        "Once a turn, in your own Play Cards phase; the printed power counts.",
        "The other minion must have been played there before, not moved; it need not be there any"
        " more.",
    ),
)


# Once in every edition: it says one minion. What it has given stays, also if it is cancelled then
# (PLAY-6).
@under_the_bed.extra_play_each_turn
def _(g: Rules, me: CardId, you: Seat) -> Permission | None:
    base = g.place(me)
    played_here = len(g.played_minions(you, at=base))
    if len(g.played_minions(you)) > played_here:
        return Permission(MINION, me, place=base, power_at_most=2)
    return None
