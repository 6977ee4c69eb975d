"""Aliens: send minions home, and change the bases under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here, its_owner, none_of, winners
from smashup.model.card import ON_BASE, Faction
from smashup.model.decision import Ability
from smashup.model.event import MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

aliens = Faction(
    "Aliens",
    set="core",
    plays="Sends minions back to hands and picks up points on the way, one at a time.",
)

supreme_overlord = aliens.minion(
    "Supreme Overlord",
    power=5,
    copies=1,
    text="When played: you may return a minion to its owner's hand.",
    rulings=(
        "Any minion at any base will do, this one as well.",
        "Whatever is attached to the returned minion goes to the discard piles.",
    ),
)


@supreme_overlord.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.may_choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)


invader = aliens.minion(
    "Invader",
    power=3,
    copies=2,
    text="When played: gain 1 VP.",
    rulings=(
        "You keep the VP whatever happens to Invader later.",
        "Playing it again scores again; moving it does not.",
    ),
)


@invader.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.gain_vp(you, 1)


scout = aliens.minion(
    "Scout",
    power=3,
    copies=3,
    text="Special: after this base scores, you may place this minion in your hand"
    " instead of the discard pile.",
    rulings=(
        "It still counts while the base is scored, and leaves before the cards there are"
        " discarded.",
        "Its controller decides, but it goes to its owner's hand; actions on it are discarded.",
    ),
)


# One that has come to the base only after the award may go as well: the time for it still lasts.
@scout.after_scoring()
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_in_hand(me)


collector = aliens.minion(
    "Collector",
    power=2,
    copies=4,
    text="When played: you may return a minion here of power 3 or less to its owner's hand.",
    rulings=(
        "Any player's minion here counts, your own and this one too.",
        "Its power now decides, not the printed number.",
    ),
)


@collector.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=3)
    minion = yield from g.may_choose(you, weak, "Return a minion here to its owner's hand")
    yield from g.return_to_hand(minion)


abduction = aliens.action(
    "Abduction",
    copies=1,
    text="Return a minion to its owner's hand. You may play an extra minion.",
    rulings=(
        "You get the extra minion even if nothing could be returned.",
        "Play it at any base, now or later in the phase; it may be the very minion returned to"
        " you.",
        "They're Coming to Get You may supply it from your discard pile.",
    ),
)


@abduction.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)
    yield from g.extra_minion(you)


beam_up = aliens.action(
    "Beam Up",
    copies=2,
    text="Return a minion to its owner's hand.",
    rulings=("As long as there is a minion in play you have to return one, be it your own.",),
)


@beam_up.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)


crop_circles = aliens.action(
    "Crop Circles",
    copies=1,
    text="Choose a base. Return all minions there to their owners' hands.",
    rulings=(
        "A minion that is protected stays behind; all others go.",
        "Nothing is destroyed: Warbot goes too, and no Nukebot or Gremlin answers.",
    ),
)


@crop_circles.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions()
    base = yield from g.choose_base(you, g.bases(), "Return all minions at which base?", idle)
    if base is not None:
        yield from g.return_to_hand(g.minions(at=base))


disintegrator = aliens.action(
    "Disintegrator",
    copies=2,
    text="Place a minion of power 3 or less on the bottom of its owner's deck.",
    rulings=(
        "Its power now decides.",
        "The minion is not destroyed: Warbot is not safe, and no after-destruction ability"
        " happens.",
    ),
)


@disintegrator.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(power_at_most=3)
    minion = yield from g.choose(you, weak, "Place a minion on the bottom of its owner's deck")
    yield from g.place_under_deck(minion)


invasion = aliens.action(
    "Invasion",
    copies=1,
    text="Move a minion to another base.",
    rulings=("What is on the minion goes along; its When played ability does not happen again.",),
)


@invasion.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Move a minion to another base")
    yield from g.choose_and_move(you, minion)


jammed_signal = aliens.action(
    "Jammed Signal",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: all players ignore this base's ability.",
    rulings=(
        "Nothing the base says is done, forbids, protects or changes anything, scoring included.",
        "Breakpoint and printed VP are no ability: they stay.",
    ),
)


@jammed_signal.ignores_base
def _(g: Rules, me: CardId, seat: Seat) -> bool:
    return True


probe = aliens.action(
    "Probe",
    copies=1,
    text="Look at another player's hand and choose a minion in it; that player discards it.",
    rulings=(
        "Only you see the hand.",
        "If there is a minion in it, you have to pick one.",
    ),
)


@probe.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    player = yield from g.choose_player(you, g.others(you), "Look at whose hand?")
    if player is None:
        return
    hand = yield from g.look_at_hand(you, player)
    minions = [card for card in hand if g.is_minion(card)]
    minion = yield from g.choose(you, minions, "Choose a minion to be discarded")
    yield from g.discard(player, minion)


terraforming = aliens.action(
    "Terraforming",
    copies=1,
    text="Search the base deck for a base and swap it with one in play, discarding the actions"
    " played on that base. Shuffle the base deck. You may play an extra minion on the new"
    " base.",
    rulings=(
        "The minions stay, on the new base, with everything attached to them.",
        "The old base is shuffled into the base deck; it is not discarded.",
        "Crypt Looter answers it, also if there were no minions on the base.",
        "The extra minion may wait until later in the phase, but only for that base.",
    ),
)


@terraforming.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    found = yield from g.search_base_deck(you)
    base = yield from g.choose(you, found, "Choose the base that comes into play")
    if base is not None:
        prompt = Words("Swap {base} with which base?", base=g.name(base))
        place = yield from g.choose_base(you, g.bases(), prompt)
        if place is not None:
            new = yield from g.swap_base(place, base)
            g.shuffle_base_deck()
            yield from g.extra_minion(you, at=new)


the_homeworld = aliens.base(
    "The Homeworld",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After a minion is played here, its owner may play an extra minion of power 2 or less.",
    rulings=(
        "Every minion played here counts: an extra one played here gives the next, one played"
        " elsewhere gives none.",
        "The printed power counts, so War Raptor qualifies.",
        "Outside your own Play Cards phase (a Shinobi before scoring) play it at once or never.",
        "The play is the owner's, even if someone else controls the minion by then.",
    ),
)


@the_homeworld.after(MINION_PLAYED, when=here, seats=its_owner, extra_play=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.extra_minion(you, power_at_most=2)


the_mothership = aliens.base(
    "The Mothership",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After this base scores, the winner may return one of their minions here"
    " of power 3 or less to their hand.",
    rulings=(
        "Tied winners each may do so, the current player first, then clockwise.",
        "Its power now decides; the minion goes to its owner's hand before the rest is discarded.",
    ),
)


def _your_weak_minions_here(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions(at=ev.place, of=you, power_at_most=3)


@the_mothership.after_scoring(seats=winners, asks=True, moot=none_of(_your_weak_minions_here))
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _your_weak_minions_here(g, me, you, ev)
    minion = yield from g.may_choose(you, mine, "Return one of your minions here to your hand")
    yield from g.return_to_hand(minion)
