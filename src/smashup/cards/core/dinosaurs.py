"""Dinosaurs: power, and more power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here
from smashup.model.card import HOST, ITSELF, ON_BASE, ON_MINION, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.event import MINION_DESTROYED, Event

if TYPE_CHECKING:
    from smashup.engine.game import Game

dinosaurs = Faction("Dinosaurs", set="core")

king_rex = dinosaurs.minion("King Rex", power=7, copies=1, text="No ability.")

laseratops = dinosaurs.minion(
    "Laseratops",
    power=4,
    copies=2,
    text="When played: destroy a minion here of power 2 or less.",
)


@laseratops.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=2)
    minion = yield from g.choose(you, weak, "Destroy a minion here of power 2 or less")
    yield from g.destroy(minion)


armor_stego = dinosaurs.minion(
    "Armor Stego",
    power=3,
    copies=3,
    text="Ongoing: +2 power during other players' turns.",
)


@armor_stego.power_change(ITSELF)
def _(g: Game, me: int, minion: int) -> int:
    return 0 if g.current == g.controller(me) else 2


war_raptor = dinosaurs.minion(
    "War Raptor",
    power=2,
    copies=4,
    text="Ongoing: +1 power for each War Raptor here, this one included.",
)


@war_raptor.power_change(ITSELF)
def _(g: Game, me: int, minion: int) -> int:
    return len(g.same_name(g.at(g.place(me)).minions, me))


augmentation = dinosaurs.action(
    "Augmentation", copies=2, text="A minion gains +4 power until the end of your turn."
)


@augmentation.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Give a minion +4 power")
    yield from g.add_power(minion, 4, until_end_of_turn_of=you)


howl = dinosaurs.action(
    "Howl", copies=2, text="Each of your minions gains +1 power until the end of your turn."
)


@howl.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.add_power(g.minions(of=you), 1, until_end_of_turn_of=you)


natural_selection = dinosaurs.action(
    "Natural Selection",
    copies=1,
    text="Choose one of your minions. Destroy a minion there with less power than it.",
)


@natural_selection.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.destroy_weaker_than_yours(you)


rampage = dinosaurs.action(
    "Rampage",
    copies=1,
    text="Choose one of your minions. Until the end of the turn, the breakpoint of its base"
    " is lower by that minion's power.",
)


@rampage.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "By the power of which minion?")
    if minion is not None:
        yield from g.change_breakpoint(g.place(minion), -g.power(minion))


survival_of_the_fittest = dinosaurs.action(
    "Survival of the Fittest",
    copies=1,
    text="At each base with minions of different power, destroy the one with the least;"
    " you choose among ties.",
)


@survival_of_the_fittest.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    doomed: list[int] = []
    for base in g.bases():
        minions = g.minions(at=base)
        weakest = g.weakest(minions)
        if len(weakest) < len(minions):
            prompt = f"Destroy a weakest minion at {g.base_card(base).name}"
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
)


@tooth_and_claw.shields_once
def _(g: Game, me: int, minion: int, harm: str, cause: Cause) -> list[int]:
    an_ability = cause.card >= 0 and cause.card != me
    return [minion] if an_ability and minion == g.host(me) else []


upgrade = dinosaurs.action(
    "Upgrade",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion has +2 power.",
)


@upgrade.power_change(HOST)
def _(g: Game, me: int, minion: int) -> int:
    return 2


wildlife_preserve = dinosaurs.action(
    "Wildlife Preserve",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here are not affected by other players' actions.",
)


@wildlife_preserve.protects_minions
def _(g: Game, me: int, minion: int, harm: str, cause: Cause) -> bool:
    you = g.controller(me)
    return (
        g.affects(harm)
        and g.by_others_action(cause, you)
        and g.controller(minion) == you
        and g.place(minion) == g.place(me)
    )


jungle_oasis = dinosaurs.base("Jungle Oasis", breakpoint=12, vp=(2, 0, 0), text="No ability.")

tar_pits = dinosaurs.base(
    "Tar Pits",
    breakpoint=16,
    vp=(4, 3, 2),
    text="After a minion is destroyed here, place it on the bottom of its owner's deck.",
)


def _its_controller(g: Game, me: int, ev: Event) -> list[int]:
    return [ev.controller]


@tar_pits.after(MINION_DESTROYED, when=here, seats=_its_controller)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    if g.in_discard(ev.card):
        yield from g.put_under_deck(you, [ev.card])
