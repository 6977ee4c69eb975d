"""Samurai: an honorable death is worth something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    here,
    its_controller,
    itself,
    still_together,
    the_player,
    to_its_host,
)
from smashup.model.card import ANY_BASE, HANDS, ON_BASE, ON_MINION, PLACES, POINTS, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import BEFORE_SCORING, MINION_PLAYED, TO_DISCARD_KINDS, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

samurai = Faction(
    "Samurai",
    set="oops_you_did_it_again",
    plays="Gains by losing: whoever falls with honour pays for it in cards, counters or points.",
)

FROM_PLAY = "Being destroyed counts, and so does being discarded because the base scored."

shogun = samurai.minion(
    "Shogun",
    power=5,
    copies=1,
    text="Ongoing: after another of your minions goes to the discard pile from play, place a +1"
    " power counter on this minion.",
    rulings=(
        FROM_PLAY,
        "One counter for each minion, wherever it was; you must have controlled it, the owner"
        " does not matter.",
        "A Shogun that is discarded along with them gains nothing.",
        "Minions that go to a hand or a deck, or are buried, do not count.",
    ),
)


def _another_of_yours(g: Rules, me: CardId, ev: Event) -> bool:
    return me not in ev.together and ev.controller == g.controller(me)


@shogun.after(*TO_DISCARD_KINDS, when=_another_of_yours, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


bushi = samurai.minion(
    "Bushi",
    power=4,
    copies=2,
    text="Ongoing: after this minion goes to the discard pile from play, gain 1 VP if its power"
    " was 5 or more.",
    rulings=(
        FROM_PLAY,
        "The power it had as it left counts, with counters, actions and all bonuses.",
        "Whoever controlled it gains the VP.",
    ),
)


def _itself_at_five(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.card == me and ev.power >= 5


@bushi.after(*TO_DISCARD_KINDS, when=_itself_at_five, adds=POINTS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, 1)


ronin = samurai.minion(
    "Ronin",
    power=3,
    copies=3,
    text="When played: if you have no other minion here, place a +1 power counter on this minion.",
    rulings=(
        "Other players' minions here do not matter.",
        "It is looked at once; who comes later changes nothing.",
    ),
)


@ronin.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if not g.minions(at=g.place(me), of=you, other_than=me):
        yield from g.place_counters(me)


samurai_chan = samurai.minion(
    "Samurai-Chan",
    power=2,
    copies=4,
    text="Ongoing: after this minion goes to the discard pile from play, draw a card.",
    rulings=(
        FROM_PLAY,
        "Whoever controlled it draws.",
        "Nothing is drawn if it is discarded from a hand or deck, or leaves play for anywhere"
        " else.",
    ),
)


@samurai_chan.after(*TO_DISCARD_KINDS, when=itself, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


code_of_bushido = samurai.action(
    "Code of Bushido",
    copies=1,
    text="Place a +1 power counter on each of three of your minions.",
    rulings=(
        "Three different minions, at any bases.",
        "If you have fewer, each of them gets a counter.",
        "We play: you cannot choose fewer than you could.",
    ),
)


# It is not certain whether it said "up to three": taken as it stands, three (PLAY-5).
@code_of_bushido.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place a counter on each of three of your minions"
    three = yield from g.choose_some(you, g.minions(of=you), prompt, at_most=3, at_least=3)
    yield from g.place_counters(three)


final_haiku = samurai.action(
    "Final Haiku",
    copies=1,
    plays_on=ON_MINION,
    text="Play on one of your minions. Ongoing: after this minion goes to the discard pile from"
    " play, each of your minions gains +2 power until the end of the turn.",
    rulings=(
        FROM_PLAY,
        "It works although this card leaves play with the minion.",
        "Yours are the minions in play then, at all bases, of whoever controls this card.",
        "After scoring it is too late for that base, but helps at one that scores later this turn.",
    ),
)


@final_haiku.played_on
def _(g: Rules, you: Seat, minion: CardId) -> bool:
    return g.controller(minion) == you


@final_haiku.after(*TO_DISCARD_KINDS, when=to_its_host, adds=POWERS | ANY_BASE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.add_power(g.minions(of=you), 2)


heart_of_the_battle = samurai.action(
    "Heart of the Battle",
    copies=1,
    special_only=True,
    text="Special: before a base scores, play this to have one of your minions there duel another"
    " player's minion there. Destroy the loser.",
    rulings=(
        "In a tie both minions lose: both are destroyed.",
        "You destroyed the loser, even if it was your own minion.",
        "The base scores even if its total falls below the breakpoint.",
        "Uncovered or revealed at any other time it is discarded without effect.",
    ),
)


@heart_of_the_battle.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yours = g.minions(at=ev.place, of=you)
    others = g.minions(at=ev.place, not_of=you)
    if not (g.can_duel() and yours and others):
        return  # DUEL-6, PLAY-4
    mine = yield from g.choose(you, yours, "Which of your minions fights the duel?")
    theirs = yield from g.choose(you, others, "Duel against which minion?")
    duel = yield from g.duel(you, mine, theirs)
    if duel is not None:
        yield from g.destroy(duel.losers)


honor_the_ancestors = samurai.action(
    "Honor the Ancestors",
    copies=1,
    text="Place a +1 power counter on one of your minions. You may shuffle minions from your"
    " discard pile into your deck, up to one for each other player in the game.",
    rulings=(
        "So up to one, two or three minions in a game of two, three or four.",
        "Either part can be done without the other.",
    ),
)


@honor_the_ancestors.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Place a counter on one of your minions")
    yield from g.place_counters(minion)
    fallen = yield from g.choose_some(
        you,
        g.discarded_minions(you),
        "Shuffle minions from your discard pile into your deck",
        at_most=len(g.others(you)),
    )
    if fallen:
        yield from g.shuffle_into_deck(you, fallen)


honor_the_fallen = samurai.action(
    "Honor the Fallen",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after one of your minions here goes to the discard pile,"
    " draw a card.",
    rulings=(
        FROM_PLAY,
        "One card for each minion; also for those discarded together with this card when the"
        " base scores.",
    ),
)


def _yours_here(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.place == g.place(me) and ev.controller == g.controller(me)


@honor_the_fallen.after(*TO_DISCARD_KINDS, when=_yours_here, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


honorable_combat = samurai.action(
    "Honorable Combat",
    copies=1,
    text="Choose a base where another player has more power than you. One of your minions there"
    " duels one of that player's minions there. The winner's controller gains 1 VP.",
    rulings=(
        "The power there is compared only when you choose the base.",
        "If their minion wins, they gain the VP; in a tie you both do.",
        "Nothing is destroyed.",
        "We play: the base is one where both sides have a minion.",
    ),
)


def _stronger_minions(g: Rules, you: Seat, base: PlaceId) -> list[CardId]:
    """The minions there of players who have more power there than you, each compared alone."""
    yours = g.player_power(base, you)
    foes = g.minions(at=base, not_of=you)
    return [minion for minion in foes if g.player_power(base, g.controller(minion)) > yours]


# Bases where the duel cannot be are left out: choosing one would only dodge it (PLAY-5).
@honorable_combat.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if not g.can_duel():
        return  # DUEL-6
    mine_there = [base for base in g.bases() if g.has_minion(you, base)]
    bases = [base for base in mine_there if _stronger_minions(g, you, base)]
    base = yield from g.choose_base(you, bases, "A duel at which base?")
    if base is None:
        return
    mine = yield from g.choose(
        you, g.minions(at=base, of=you), "Which of your minions fights the duel?"
    )
    theirs = yield from g.choose(you, _stronger_minions(g, you, base), "Duel against which minion?")
    duel = yield from g.duel(you, mine, theirs)
    for winner in duel.winners if duel is not None else ():
        yield from g.gain_vp(g.controller(winner), 1)


way_of_the_warrior = samurai.action(
    "Way of the Warrior",
    copies=2,
    text="Until the end of the turn one of your minions has +3 power, and if it goes to the"
    " discard pile from play, draw a card.",
    rulings=(
        FROM_PLAY,
        "Only if it really reaches the discard pile, and in this turn.",
        "You draw, even if someone else controls the minion by then.",
    ),
)


@way_of_the_warrior.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Give one of your minions +3 power")
    if minion is not None:
        yield from g.add_power(minion, 3)
        g.watch(minion, you)


@way_of_the_warrior.while_watching(*TO_DISCARD_KINDS, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


yokai_attack = samurai.action(
    "Yokai Attack!",
    copies=2,
    text="Destroy one of your minions. If you do, you may play an extra minion and an extra"
    " action.",
    rulings=(
        "A minion that is saved or cannot be destroyed gives no extra plays.",
        "With a minion in play you have to destroy one; the extra plays are up to you.",
        "Both may wait until later in your Play Cards phase; outside it, now or never.",
        "Whatever waits for the minion to reach the discard pile happens.",
    ),
)


@yokai_attack.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Destroy one of your minions")
    if (yield from g.destroy(minion)):
        yield from g.extra_minion_and_action(you)


sakura_garden = samurai.base(
    "Sakura Garden",
    breakpoint=18,
    vp=(3, 2, 1),
    text="The first time each turn that one of your minions here goes to the discard pile, draw"
    " a card.",
    rulings=(
        FROM_PLAY,
        "Every player draws for their own first minion, in every turn, whoever's it is.",
        "You have to draw.",
    ),
)


sakura_garden.counts_minions_lost = True


def _their_first_here(g: Rules, me: CardId, ev: Event) -> bool:
    """None of theirs went from here before in this turn, whether or not anybody drew for it."""
    return here(g, me, ev) and not g.has_lost_a_minion(ev.controller, ev.place)


@sakura_garden.after(*TO_DISCARD_KINDS, when=_their_first_here, seats=its_controller, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not g.is_used_up(me, you):  # several may go at one moment
        g.use_up(me, you)
        yield from g.draw(you, 1)


shogun_s_palace = samurai.base(
    "Shogun's Palace",
    breakpoint=23,
    vp=(4, 3, 1),
    text="Once per turn, after you play a minion here, you may have it duel another player's"
    " minion here. The winner's controller draws two cards.",
    rulings=(
        "The minion's own ability comes first.",
        "Of several minions played one out of the other, the last one comes first.",
        "Nothing is destroyed; in a tie both players draw two cards.",
        "The limit is each player's own, and only a duel uses it up.",
        "A minion played here in the middle of a duel starts none.",
    ),
)


def _outside_a_duel(g: Rules, me: CardId, ev: Event) -> bool:
    return here(g, me, ev) and g.can_duel()


# The limit stands in the card's later wording only; no other is known, so we keep to it.
def _foes(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    """Whom the minion just played may duel."""
    if not still_together(g, me, ev) or g.is_used_up(me, you):
        return []
    return g.minions(at=g.place(me), not_of=you, other_than=ev.card)


def _is_no_duel(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not _foes(g, me, you, ev)


@shogun_s_palace.after(
    MINION_PLAYED,
    when=_outside_a_duel,
    seats=the_player,
    asks=True,
    looks=PLACES,
    moot=_is_no_duel,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    foes = _foes(g, me, you, ev)
    prompt = Words("Have {minion} duel a minion here", minion=g.name(ev.card))
    theirs = yield from g.may_choose(you, foes, prompt)
    if theirs is not None:
        g.use_up(me, you)
        duel = yield from g.duel(you, ev.card, theirs)
        for winner in duel.winners if duel is not None else ():
            drawing = g.controller(winner)
            if drawing == you or (yield from g.heeds(me, drawing)):
                yield from g.draw(drawing, 2)
