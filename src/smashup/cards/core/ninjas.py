"""Ninjas: strike where a base is about to score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import nobody_in_particular, none_of, players_here, winners
from smashup.model.card import (
    ANYONES,
    HANDS,
    HOST,
    MINION,
    ON_BASE,
    ON_MINION,
    POWERS,
    Cause,
    Faction,
)
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import BEFORE_SCORING, TURN_ENDED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.state import PLAY, Permission
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

ninjas = Faction(
    "Ninjas",
    set="core",
    plays="Waits in the hand, comes just before a base scores, and removes whoever is in the way.",
)

ninja_master = ninjas.minion(
    "Ninja Master",
    power=5,
    copies=1,
    text="When played: you may destroy a minion here.",
    rulings=("Any player's minion here, even this one.",),
)


@ninja_master.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.may_choose(you, g.minions(at=g.place(me)), "Destroy a minion here")
    yield from g.destroy(minion)


tiger_assassin = ninjas.minion(
    "Tiger Assassin",
    power=4,
    copies=2,
    text="When played: you may destroy a minion here of power 3 or less.",
    rulings=("Any player's minion here; its power now decides.",),
)


@tiger_assassin.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=3)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here of power 3 or less")
    yield from g.destroy(minion)


shinobi = ninjas.minion(
    "Shinobi",
    power=3,
    copies=3,
    text="Special: before a base scores, you may play this minion there. You may use only one"
    " Shinobi's ability at each base.",
    rulings=(
        "On anyone's turn, whether you have minions there or not, and besides your free minion.",
        "The limit is for Shinobi alone: Hidden Ninja may still be used at that base.",
        "It is really played: Leprechaun, Flame Trap, Overrun and the like apply.",
        "You may also play it as an ordinary minion.",
    ),
)
shinobi.playable_from_hand(BEFORE_SCORING, limit="Shinobi")

ninja_acolyte = ninjas.minion(
    "Ninja Acolyte",
    power=2,
    copies=4,
    text="Special: on your turn, if you have not played a minion yet, you may return this minion"
    " to your hand and play an extra minion here.",
    rulings=(
        "Both or neither: return it, and at once play a minion where it was (it may be itself).",
        "Only minions you played in this Play Cards phase bar it.",
        "Your free minion is still yours afterwards, but no second Acolyte can be used.",
    ),
)


def _no_minion_played(g: Rules, me: CardId, you: Seat) -> bool:
    """Nothing played in this Play Cards phase, and something to play where the Acolyte stands."""
    if any(play.phase == PLAY for play in g.played_minions(you)):
        return False
    if g.is_protected(me, "return", g.cause_of(me)):
        return False
    base = g.place(me)
    comes_back = g.owner(me) == you
    itself = comes_back and g.can_play_minion(you, me, base)
    return itself or g.minions_to_play(you, base, coming=int(comes_back)) > 0


@ninja_acolyte.on_your_turn(when=_no_minion_played)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    base = g.place(me)
    if (yield from g.return_to_hand(me)):
        play = Permission(MINION, me, place=base)
        yield from g.play_now(you, [play], "Play an extra minion where it was", must=True)


assassination = ninjas.action(
    "Assassination",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: at the end of the turn, destroy this minion.",
    rulings=(
        "End Turn comes after scoring: the minion still counts at its base, and if that scores"
        " it is discarded, not destroyed.",
        "On a minion that survives it stays, and strikes again at the end of every turn.",
    ),
)


@assassination.after(TURN_ENDED)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(g.host(me))


disguise = ninjas.action(
    "Disguise",
    copies=1,
    text="Choose one or two of your minions at one base. Play as many extra minions there,"
    " then return the chosen minions to your hand.",
    rulings=(
        "Both or neither, and the extra minions at once.",
        "First the new minions come, with their abilities; then the chosen ones return, so"
        " these cannot be the ones played.",
    ),
)


@disguise.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    def partners(picked: list[CardId]) -> list[CardId]:
        if not picked:
            return mine
        base = g.place(picked[0])
        return [m for m in mine if g.place(m) == base] if g.minions_to_play(you, base) > 1 else []

    # Both halves must be done: only where minions can be played instead, and what can return.
    mine = [
        minion
        for minion in g.minions(of=you)
        if g.minions_to_play(you, g.place(minion)) and not g.is_protected(minion, "return", g.cause)
    ]
    prompt = "Choose one or two of your minions at one base"
    chosen = yield from g.choose_some(you, mine, prompt, at_most=2, at_least=1, still=partners)
    if not chosen:
        return
    play = Permission(MINION, me, place=g.place(chosen[0]))
    leaving = g.follow(chosen)
    for _ in chosen:
        # What the first costs or does may take the second out of the hand (FILL-14).
        yield from g.play_now(you, [play], "Play an extra minion there", must=True, more=True)
    yield from g.return_to_hand(g.still(leaving))


hidden_ninja = ninjas.action(
    "Hidden Ninja",
    copies=1,
    special_only=True,
    text="Special: before a base scores, you may play this to play a minion there.",
    rulings=(
        "It costs neither your free minion nor your free action.",
        "The minion's ability happens; extra plays it gives are used at once or lost.",
        "You may still decline to play the minion.",
        "Made to be played at another time (Mass Enchantment) it is discarded without effect.",
    ),
)


@hidden_ninja.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    play = Permission(MINION, me, place=ev.place)
    yield from g.play_now(you, [play], "Play a minion at the base that is about to score")


infiltrate = ninjas.action(
    "Infiltrate",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Destroy another action played on it. Ongoing: you ignore this base's"
    " ability until the start of your next turn.",
    rulings=(
        "With another action on the base you have to destroy one; never this one.",
        "Only you ignore the base: it does not bind, help or touch you or your cards. For the"
        " others it works.",
        "What it gives to others you cannot stop: an owner still gains VP at Cave of Shinies.",
        "Until your next turn starts you are asked whenever the base would do something to you or"
        " your cards; what you may decline anyhow you just decline.",
        "What the base does all the time (power, protection, what cannot be played) you ignore or"
        " not: you say so when this card comes there, and may change your mind on your turn.",
    ),
)


@infiltrate.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [action for action in g.at(g.place(me)).actions if action != me]
    action = yield from g.choose(you, others, "Destroy an action on this base")
    yield from g.destroy(action)
    g.ignore_base(me, you, always=False)
    yield from _decide_to_ignore(g, me, you)


@infiltrate.when_transferred
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if g.can_ignore(me):
        g.ignore_base(me, you, always=False)
        yield from _decide_to_ignore(g, me, you)


def _decide_to_ignore(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if _does_something_all_the_time(g, me, you):
        base = g.at(g.place(me)).base
        ignored = yield from g.may(you, Words("Ignore {base}?", base=g.name(base)), about=base)
        g.ignore_base(me, you, always=ignored)
        yield from g.settle()


def _does_something_all_the_time(g: Rules, me: CardId, you: Seat) -> bool:
    return g.base_card(g.place(me)).is_continuous


def _can_change_your_mind(g: Rules, me: CardId, you: Seat) -> bool:
    return g.can_ignore(me) and _does_something_all_the_time(g, me, you)


@infiltrate.on_your_turn(when=_can_change_your_mind, again=True)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    g.ignore_base(me, you, always=not g.ignores_always(me))
    yield from g.settle()


@infiltrate.laid_out
def _(g: Rules, me: CardId, you: Seat) -> None:
    g.ignore_base(me, you)


# Once it has left play, also together with the minions there, nothing is ignored (ORDER-6).
@infiltrate.ignores_base
def _(g: Rules, me: CardId, seat: Seat) -> bool:
    return seat == g.controller(me) and g.ignores_always(me)


poison = ninjas.action(
    "Poison",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Destroy any number of other actions on it. Ongoing: this minion has"
    " -4 power, but never less than 0.",
    rulings=(
        "Any number may be none.",
        "Being given Poison affects the minion; losing other actions does not.",
    ),
)


@poison.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [action for action in g.actions_on(g.host(me)) if action != me]
    actions = yield from g.choose_some(you, others, "Destroy any number of actions on it")
    yield from g.destroy(actions)


@poison.power_change(HOST)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return -4


seeing_stars = ninjas.action(
    "Seeing Stars",
    copies=2,
    text="Destroy a minion of power 3 or less.",
    rulings=("Power now counts. If there is such a minion, one must go, even your own.",),
)


@seeing_stars.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(power_at_most=3)
    minion = yield from g.choose(you, weak, "Destroy a minion of power 3 or less")
    yield from g.destroy(minion)


smoke_bomb = ninjas.action(
    "Smoke Bomb",
    copies=1,
    plays_on=ON_MINION,
    text="Play on one of your minions. Ongoing: this minion is not affected by other players'"
    " actions. Destroy this card at the start of your turn.",
    rulings=(
        "Other players' actions already on the minion are destroyed.",
        "No help against minions and bases.",
    ),
)


@smoke_bomb.played_on
def _(g: Rules, you: Seat, minion: CardId) -> bool:
    return g.controller(minion) == you


@smoke_bomb.keeps_unaffected
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return minion == g.host(me) and g.affects(harm) and g.by_others_action(cause, g.controller(me))


# Its host is then within reach of what others' actions do all the time to powers.
@smoke_bomb.at_start_of_turn(alters=HANDS | ANYONES | POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(me)


way_of_deception = ninjas.action(
    "Way of Deception", copies=1, text="Move one of your minions to another base."
)


@way_of_deception.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Move one of your minions")
    yield from g.choose_and_move(you, minion)


ninja_dojo = ninjas.base(
    "Ninja Dojo",
    breakpoint=18,
    vp=(2, 3, 2),
    text="After this base scores, the winner may destroy a minion.",
    rulings=(
        "Tied winners each may do so, the current player first, then clockwise.",
        "A minion still here will do, and counts as destroyed.",
    ),
)


def _any_minion(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions()


@ninja_dojo.after_scoring(seats=winners, asks=True, moot=none_of(_any_minion))
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    minion = yield from g.may_choose(you, _any_minion(g, me, you, ev), "Destroy a minion")
    yield from g.destroy(minion)


temple_of_goju = ninjas.base(
    "Temple of Goju",
    breakpoint=18,
    vp=(2, 3, 2),
    text="After this base scores, each player's strongest minion here goes to the bottom"
    " of its owner's deck.",
    rulings=(
        "We play: of several that tie for strongest, all go.",
        "It hits every player with a minion here, and nobody may decline.",
        "The current player says whether it comes before or after a Scout or First Mate.",
    ),
)


# Of several that tie for strongest all are placed (FILL-6), every player's at once (ORDER-7).
@temple_of_goju.after_scoring(seats=nobody_in_particular, must=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    players = yield from g.who_heeds(me, players_here(g, me, ev))
    strongest = [g.strongest(g.minions(at=ev.place, of=player)) for player in players]
    yield from g.place_under_deck([minion for minions in strongest for minion in minions])
