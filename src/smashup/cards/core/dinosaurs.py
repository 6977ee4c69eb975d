"""Dinosaurs: power, and more power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here, its_controller, your_minion_here
from smashup.model.card import ANYONES, HANDS, HOST, ITSELF, ON_BASE, ON_MINION, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import MINION_DESTROYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

dinosaurs = Faction(
    "Dinosaurs",
    set="core",
    plays="The strongest minions, made stronger still: simple, loud and hard to move.",
)

king_rex = dinosaurs.minion(
    "King Rex",
    power=7,
    copies=1,
    text="No ability.",
    rulings=("The empty text is no misprint.",),
)

laseratops = dinosaurs.minion(
    "Laseratops",
    power=4,
    copies=2,
    text="When played: destroy a minion here of power 2 or less.",
    rulings=(
        "You have to: if only your own minions are weak enough, one of them goes.",
        "Power now counts. Laseratops itself is a target only if something weakened it.",
    ),
)


@laseratops.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=2)
    minion = yield from g.choose(you, weak, "Destroy a minion here of power 2 or less")
    yield from g.destroy(minion)


armor_stego = dinosaurs.minion(
    "Armor Stego",
    power=3,
    copies=3,
    text="Ongoing: +2 power during other players' turns.",
    rulings=("All of another player's turn counts, also the scoring of a base in it.",),
)


@armor_stego.power_change(ITSELF)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 0 if g.current == g.controller(me) else 2


war_raptor = dinosaurs.minion(
    "War Raptor",
    power=2,
    copies=4,
    text="Ongoing: +1 power for each War Raptor here, this one included.",
    rulings=(
        "Every player's War Raptors here count.",
        "Together at one base they have 3, 8, 15 or 24 power; out of play each is 2.",
        "It has the bonus the moment it arrives, so before Leprechaun compares.",
    ),
)


@war_raptor.power_change(ITSELF)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return len(g.same_name(g.at(g.place(me)).minions, me))


augmentation = dinosaurs.action(
    "Augmentation",
    copies=2,
    text="A minion gains +4 power until the end of your turn.",
    rulings=(
        "Played on another player's turn it lasts to the end of your next turn.",
        "The bonus travels with the minion and ends if that leaves play.",
    ),
)


@augmentation.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Give a minion +4 power")
    yield from g.add_power(minion, 4, until_end_of_turn_of=you)


howl = dinosaurs.action(
    "Howl",
    copies=2,
    text="Each of your minions gains +1 power until the end of your turn.",
    rulings=(
        "Only minions in play now get it, not those that come later.",
        "Played on another player's turn it lasts to the end of your next turn.",
    ),
)


@howl.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(of=you), 1, until_end_of_turn_of=you)


natural_selection = dinosaurs.action(
    "Natural Selection",
    copies=1,
    text="Choose one of your minions. Destroy a minion there with less power than it.",
    rulings=("Power now is compared. With a weaker minion there one must go, even your own.",),
)


@natural_selection.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.destroy_weaker_than_yours(you)


rampage = dinosaurs.action(
    "Rampage",
    copies=1,
    text="Choose one of your minions. The breakpoint of its base is lower by that minion's power"
    " until the end of the turn.",
    rulings=(
        "The minion's power is read once; what becomes of the minion later changes nothing.",
        "A breakpoint never falls below 0.",
    ),
)


@rampage.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(
        you, g.minions(of=you), "Lower the breakpoint by the power of which minion?"
    )
    if minion is not None:
        yield from g.change_breakpoint(g.place(minion), -g.power(minion))


survival_of_the_fittest = dinosaurs.action(
    "Survival of the Fittest",
    copies=1,
    text="At each base with minions of different power, destroy the one with the least;"
    " you choose among ties.",
    rulings=(
        "One minion at each base, of any player, yours too; power now counts.",
        "A base with a single minion, or with all of them equal, is left alone.",
    ),
)


@survival_of_the_fittest.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    doomed: list[CardId] = []
    for base in g.bases():
        minions = g.minions(at=base)
        weakest = g.weakest(minions)
        if len(weakest) < len(minions):
            prompt = Words(
                "Destroy one of the weakest minions at {base}", base=g.base_card(base).name
            )
            minion = yield from g.choose(you, weakest, prompt)
            if minion is not None:
                doomed.append(minion)
    yield from g.destroy(doomed)


tooth_and_claw = dinosaurs.action(
    "Tooth and Claw... and Guns",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: if an ability would affect this minion, destroy this card"
    " and that ability does not affect it.",
    rulings=(
        "Any ability sets it off: of a base, of your own cards, of the minion itself.",
        "You cannot save it up: it goes for the first ability, whether you like it or not.",
        "The minion can be chosen as usual; other targets of the same ability get no protection.",
        "Against a continuous ability it keeps the minion free until the turn ends.",
        "Changing power counts as affecting from the 2016 rules on, not in 2012 and 2014.",
    ),
)


@tooth_and_claw.shields_once
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> list[CardId]:
    an_ability = cause.card >= 0 and cause.card != me
    return [minion] if an_ability and minion == g.host(me) else []


upgrade = dinosaurs.action(
    "Upgrade",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion has +2 power.",
)


@upgrade.power_change(HOST)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 2


wildlife_preserve = dinosaurs.action(
    "Wildlife Preserve",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here are not affected by other players' actions.",
    rulings=(
        "Others' actions that are on your minions here, or are played on them, are discarded.",
        "Minions and bases still reach them; an action lying on a base (Flame Trap) does not.",
        "It covers minions that come later and lets go of those that leave.",
        "A protected minion can be chosen; just nothing happens to it.",
    ),
)


@wildlife_preserve.keeps_unaffected
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        g.affects(harm)
        and g.by_others_action(cause, g.controller(me))
        and your_minion_here(g, me, minion)
    )


jungle_oasis = dinosaurs.base(
    "Jungle Oasis",
    breakpoint=12,
    vp=(2, 0, 0),
    text="No ability.",
    rulings=("Once chosen it scores even if Full Sail takes the total below 12.",),
)

tar_pits = dinosaurs.base(
    "Tar Pits",
    breakpoint=16,
    vp=(4, 3, 2),
    text="After a minion is destroyed here, place it on the bottom of its owner's deck.",
    rulings=(
        "It was destroyed, so Gremlin and Nukebot still answer; the current player sets the order.",
        "Cards discarded because the base scored go to the discard piles as always.",
    ),
)


@tar_pits.after(MINION_DESTROYED, when=here, seats=its_controller, alters=HANDS | ANYONES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.in_discard(ev.card):
        yield from g.put_under_deck(you, [ev.card])
