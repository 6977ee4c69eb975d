"""Giant Ants: +1 power counters that march from minion to minion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.cards.conditions import has_a_counter, none_of, the_player, your_minion_here
from smashup.model.card import ON_BASE, PLACES, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import AFTER_SCORING, BEFORE_SCORING, Event
from smashup.model.ids import CardId, Seat
from smashup.model.state import Played
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

giant_ants = Faction(
    "Giant Ants",
    set="monster_smash",
    plays="Collects power counters and passes them round to where they count most.",
)

killer_queen = giant_ants.minion(
    "Killer Queen",
    power=4,
    copies=1,
    text="Talent: if you played another minion here this turn, place a +1 power counter on"
    " this minion and one on that minion.",
    rulings=(
        "A minion that merely moved here was not played here.",
        "If you played several here, choose one of them; the Talent works once a turn.",
        "The other minion gets its counter wherever it is now, if it is still in play;"
        " if it is not, only this minion gets one.",
    ),
)


def _others_played_here(g: Rules, me: CardId, you: Seat) -> list[Played]:
    # She is no other minion to herself, also where she left play and was played again.
    return [play for play in g.played_minions(you, at=g.place(me)) if play.card != me]


def _has_played_another_here(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(_others_played_here(g, me, you))


# What was played counts even if it has left since (PLAY-9); then she gets hers alone (FILL-14).
@killer_queen.talent(when=_has_played_another_here)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [play.card for play in _others_played_here(g, me, you) if g.is_same_card(play)]
    other = yield from g.choose(you, others, "Place a counter on which of these too?")
    yield from g.place_counters(me)
    yield from g.place_counters(other)


drone = giant_ants.minion(
    "Drone",
    power=3,
    copies=2,
    text="When played: place a +1 power counter on this minion. Ongoing: before one of your"
    " minions is destroyed, you may remove a +1 power counter from here to prevent it.",
    rulings=(
        "It saves any minion of yours at any base, itself too, whoever would destroy it.",
        "Every minion saved costs one counter, also when several would be destroyed at once.",
        "A saved minion was not destroyed: nothing that waits for its destruction happens,"
        " nor what it was to be destroyed for.",
        "It cannot save minions discarded because their base scored.",
    ),
)


@drone.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(me)


def _is_yours(g: Rules, me: CardId, minion: CardId) -> bool:
    return g.controller(minion) == g.controller(me)


@drone.saves_from_destruction(when=_is_yours, may=True, counters=1)
def _(g: Rules, me: CardId, minion: CardId) -> Ability[bool]:
    return bool((yield from g.remove_counters(me)))


soldier = giant_ants.minion(
    "Soldier",
    power=1,
    copies=3,
    text="When played: place two +1 power counters on this minion."
    " Talent: transfer a +1 power counter from this minion to another.",
    rulings=(
        "Any player's minion at any base can receive the counter.",
        "To transfer is to relocate a counter, not to remove one and place a new one.",
    ),
)


@soldier.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(me, 2)


@soldier.talent(when=has_a_counter)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = g.minions(other_than=me)
    minion = yield from g.choose(you, others, "Transfer a counter to which minion?")
    yield from g.transfer_counters(me, minion)


worker = giant_ants.minion(
    "Worker",
    power=0,
    copies=4,
    text="When played: place two +1 power counters on this minion.",
    rulings=("Outside play its power is 0, so it fits any play of a minion of low power.",),
)


@worker.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(me, 2)


a_kind_of_magic = giant_ants.action(
    "A Kind of Magic",
    copies=1,
    text="Transfer any number of +1 power counters among your minions.",
    rulings=(
        "At all bases at once; the number of counters stays the same.",
        "You may transfer none. Counters on actions stay where they are.",
    ),
)


# Left open by the card: "between minions" we read as from minions to minions, so not from actions.
@a_kind_of_magic.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = g.minions(of=you)
    if len(mine) < 2:
        return
    moves: list[tuple[CardId, CardId]] = []
    for source in (yield from g.pick_counters(you, mine, "Transfer a counter from which minion?")):
        others = g.minions(of=you, other_than=source)
        prompt = Words("Transfer {minion}'s counter to which?", minion=g.name(source))
        to = yield from g.choose(you, others, prompt)
        if to is not None:
            moves.append((source, to))
    for source, to in moves:
        yield from g.transfer_counters(source, to)


gimme_the_prize = giant_ants.action(
    "Gimme the Prize",
    copies=2,
    text="Place a +1 power counter on each of up to three of your minions.",
    rulings=("One counter each, at any bases; you may choose fewer, or none.",),
)


@gimme_the_prize.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place a counter on up to three of your minions"
    minions = yield from g.choose_some(you, g.minions(of=you), prompt, at_most=3)
    yield from g.place_counters(minions)


headlong = giant_ants.action(
    "Headlong",
    copies=1,
    text="Move one of your minions to another base. Place two +1 power counters on it.",
    rulings=(
        "It takes along all that is on it, and is not played again.",
        "If it cannot move, it still gets the counters.",
    ),
)


@headlong.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Move one of your minions")
    yield from g.choose_and_move(you, minion)
    yield from g.place_counters(minion, 2)


the_show_must_go_on = giant_ants.action(
    "The Show Must Go On",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here with a +1 power counter are not affected"
    " by other players' cards.",
    rulings=(
        "What affects a minion depends on the edition; since 2016 counters count as well.",
        "Their minions and actions are kept off; bases still do what they do.",
        "Another player's action on a minion that becomes protected is destroyed;"
        " one played on it is discarded without effect.",
        "A minion is protected from its first counter until its last one leaves,"
        " and at once when it moves here with one.",
        "This action itself is not protected.",
    ),
)


@the_show_must_go_on.keeps_unaffected_by_counters
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        g.counters(minion) > 0
        and your_minion_here(g, me, minion)
        and g.affects(harm)
        and g.by_others_card(cause, g.controller(me))
    )


def _send_counters(
    g: Rules, you: Seat, sources: Sequence[CardId], targets: Sequence[CardId]
) -> Ability[None]:
    """Transfers any number of counters from one of the sources to another of the targets."""
    if len(targets) < 2:
        return
    prompt = "Transfer counters from which minion?"
    picked = yield from g.pick_counters(you, sources, prompt, from_one=True)
    if picked:
        source = picked[0]
        others = [minion for minion in targets if minion != source]
        to = yield from g.choose(you, others, "Transfer them to which minion?")
        yield from g.transfer_counters(source, to, len(picked))


under_pressure = giant_ants.action(
    "Under Pressure",
    copies=1,
    special_only=True,
    text="Special: before a base scores, you may transfer any number of +1 power counters from"
    " one of your minions to another of them.",
    rulings=(
        "Neither minion need be at the base that scores.",
        "Playable on any player's turn; it does not use up your action.",
        "The base scores even if its total falls below the breakpoint.",
    ),
)


@under_pressure.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = g.minions(of=you)
    yield from _send_counters(g, you, mine, mine)


we_are_the_champions = giant_ants.action(
    "We Are the Champions",
    copies=1,
    special_only=True,
    text="Special: after a base scores, choose one of your minions there and transfer any number"
    " of its +1 power counters to another minion.",
    rulings=(
        "It is played while the minions are still at the scored base.",
        "Any player's minion at any base can receive them;"
        " one at the scored base is discarded with them.",
        "A base brought to its breakpoint by them scores in the same phase.",
        "You may transfer none.",
    ),
)


@we_are_the_champions.special_from_hand(AFTER_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from _send_counters(g, you, g.minions(at=ev.place, of=you), g.minions())


we_will_rock_you = giant_ants.action(
    "We Will Rock You",
    copies=2,
    text="Each of your minions gains +1 power until the end of the turn for each +1 power"
    " counter on it.",
    rulings=(
        "Counted when this is played: counters that come or go later change nothing.",
        "The bonus is no counter and cannot be transferred or spent; two copies add up.",
    ),
)


@we_will_rock_you.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for minion in g.minions(of=you):
        if g.counters(minion):
            yield from g.add_power(minion, g.counters(minion))


who_wants_to_live_forever = giant_ants.action(
    "Who Wants to Live Forever?",
    copies=1,
    text="Remove any number of +1 power counters from your minions. Draw that many cards.",
    rulings=(
        "None at all is allowed. Only counters on minions can be removed.",
        "More than ten cards in hand are no problem before your draw phase.",
    ),
)


@who_wants_to_live_forever.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Remove a counter from which of your minions?"
    picked = yield from g.pick_counters(you, g.minions(of=you), prompt)
    removed = yield from g.remove_counters(picked)
    yield from g.draw(you, len(removed))


egg_chamber = giant_ants.base(
    "Egg Chamber",
    breakpoint=17,
    vp=(3, 1, 1),
    text="Minions here with a +1 power counter cannot be destroyed.",
    rulings=(
        "Every player's minions; one that has lost its last counter can be destroyed.",
        "They are discarded as usual when this base scores.",
    ),
)


@egg_chamber.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return harm == "destroy" and g.place(minion) == g.place(me) and g.counters(minion) > 0


the_hill = giant_ants.base(
    "The Hill",
    breakpoint=23,
    vp=(4, 2, 1),
    text="At the start of their turn, a player may move one of their minions here"
    " from another base.",
    rulings=(
        "The minion is moved, not played.",
        "Whose turn it is decides the order of things that happen at its start.",
    ),
)


def _yours_elsewhere(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return [minion for minion in g.minions(of=you) if g.place(minion) != g.place(me)]


@the_hill.at_start_of_turn(
    seats=the_player, asks=True, looks=PLACES, moot=none_of(_yours_elsewhere)
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _yours_elsewhere(g, me, you, ev)
    minion = yield from g.may_choose(you, mine, "Move one of your minions here")
    yield from g.move(minion, g.place(me))
