"""Werewolves: bursts of power that last for a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import first_minion_here, the_player
from smashup.model.card import BREAKPOINTS, HERE, ON_BASE, ON_MINION, PLACES, POWERS, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

werewolves = Faction(
    "Werewolves",
    set="monster_smash",
    plays="Suddenly strong on its own turn: takes a base by surprise, and shrinks again.",
)

pack_alpha = werewolves.minion(
    "Pack Alpha",
    power=5,
    copies=1,
    text="Special: before this base scores, each of your minions here gains +1 power until the"
    " end of the turn.",
    rulings=(
        "This minion is one of them; those you play here later are not.",
        "Once each time its base scores, on any player's turn; it cannot help to reach the"
        " breakpoint.",
    ),
)


# Whether it is compulsory was never ruled: a Special is its player's choice (PLAY-8).
@pack_alpha.before_scoring()
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.add_power(g.minions(at=ev.place, of=you), 1)


loup_garou = werewolves.minion(
    "Loup-Garou",
    power=4,
    copies=2,
    text="Special: before this base scores, this minion gains +2 power until the end of the turn.",
    rulings=(
        "Once each time its base scores, on any player's turn.",
        "It keeps the bonus for the turn, at another base too.",
    ),
)


@loup_garou.before_scoring()
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.add_power(me, 2)


teenage_wolf = werewolves.minion(
    "Teenage Wolf",
    power=3,
    copies=3,
    text="Talent: this minion gains +1 power until the end of the turn.",
    rulings=("Usable on the turn it is played.",),
)


@teenage_wolf.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(me, 1)


howler = werewolves.minion(
    "Howler",
    power=2,
    copies=4,
    text="When played: this minion gains +2 power until the end of the turn.",
    rulings=(
        "It has the bonus before anything reacts to its being played.",
        "Power, not counters; moving neither ends nor repeats it.",
    ),
)


@howler.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(me, 2)


chew_toy = werewolves.action(
    "Chew Toy",
    copies=2,
    text="Choose one of your minions. Destroy a minion there with less power than it.",
    rulings=("Any player's minion, by the power of both now; your own if there is no other.",),
)


@chew_toy.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.destroy_weaker_than_yours(you)


frenzy = werewolves.action(
    "Frenzy",
    copies=2,
    text="Each of your minions of power 4 or more gains +1 power until the end of the turn.",
    rulings=(
        "Their power now counts.",
        "Only minions in play now: not those played later or that reach 4 later; one that falls"
        " below 4 keeps the bonus.",
    ),
)


@frenzy.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(of=you, power_at_least=4), 1)


full_moon = werewolves.action(
    "Full Moon",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: each of your minions here has +1 power.",
    rulings=("Minions that come later have it too, those that leave lose it.",),
)


@full_moon.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return int(g.controller(minion) == g.controller(me))


def _on_the_strongest(g: Rules, me: CardId, you: Seat) -> bool:
    """The minion this action is on has the most power at its base; a tie will do (FILL-6)."""
    return g.host(me) in g.strongest(g.minions(at=g.place(me)))


_ON_THE_STRONGEST_RULINGS = (
    "It may be on another player's minion: the talent is yours, who played it.",
    "A tie for the most power is enough; single minions of all players are compared.",
)

leader_of_the_pack = werewolves.action(
    "Leader of the Pack",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Talent: if this minion has the most power at its base, play an extra"
    " action.",
    rulings=(
        *_ON_THE_STRONGEST_RULINGS,
        "Checked when the talent is used; the action may be played later in the turn.",
    ),
)


@leader_of_the_pack.talent(when=_on_the_strongest)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_action(you)


let_the_dog_out = werewolves.action(
    "Let the Dog Out",
    copies=1,
    text="Choose one of your minions. Destroy any number of other minions there whose total"
    " power is no more than its power.",
    rulings=(
        "Any number may be none; any player's minions count, by their power now.",
        "They are chosen together and destroyed at one moment.",
    ),
)


# Minions "with it" are read as others than the chosen one.
@let_the_dog_out.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    dog = yield from g.choose(you, g.minions(of=you), "Let which of your minions out?")
    if dog is None:
        return
    with_it = g.minions(at=g.place(dog), other_than=dog)

    def small_enough(picked: list[CardId]) -> list[CardId]:
        left = g.power(dog) - sum(g.power(minion) for minion in picked)
        return [minion for minion in with_it if g.power(minion) <= left]

    prompt = Words("Destroy minions of total power {power} or less", power=g.power(dog))
    minions = yield from g.choose_some(you, with_it, prompt, still=small_enough)
    yield from g.destroy(minions)


marking_territory = werewolves.action(
    "Marking Territory",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: at the start of your turn, if you have more power here than"
    " every other player, this base's starting breakpoint is 0.",
    rulings=(
        "A tie is not enough. Checked then only: losing the lead later changes nothing.",
        "It lasts until the end of the turn or until this card leaves play.",
        "Whatever else changes the breakpoint still does. The base scores this turn, but a player"
        " who is not there gains nothing.",
    ),
)


def _is_not_ahead(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    base = g.place(me)
    yours = g.player_power(base, you)
    return any(g.player_power(base, player) >= yours for player in g.others(you))


@marking_territory.at_start_of_turn(alters=BREAKPOINTS, looks=POWERS | PLACES, moot=_is_not_ahead)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _is_not_ahead(g, me, you, ev):
        # No duration is printed: TERM-duration.
        yield from g.set_starting_breakpoint(g.place(me), 0, while_in_play=True)


moontouched = werewolves.action(
    "Moontouched",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Talent: if this minion has the most power at its base, draw a card.",
    rulings=_ON_THE_STRONGEST_RULINGS,
)


@moontouched.talent(when=_on_the_strongest)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 1)


unstoppable = werewolves.action(
    "Unstoppable",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion cannot be destroyed.",
    rulings=(
        "Any player's minion, against every player's cards, your own too.",
        "It can still be moved, returned, placed elsewhere, and discarded when its base scores.",
        "Who destroys a minion to gain something gains nothing from this one.",
    ),
)


@unstoppable.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return minion == g.host(me) and harm == "destroy"


moot_site = werewolves.base(
    "Moot Site",
    breakpoint=15,
    vp=(2, 1, 0),
    text="The first minion played here each turn gains +2 power until the end of the turn.",
    rulings=(
        "The first of all players; it keeps the bonus if it leaves this base.",
        "It gains the power once its own ability is resolved.",
        "Third place is worth nothing.",
    ),
)


@moot_site.after(MINION_PLAYED, when=first_minion_here, seats=the_player, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.add_power(ev.card, 2)


standing_stones = werewolves.base(
    "Standing Stones",
    breakpoint=20,
    vp=(4, 2, 1),
    text="On each of your turns, one of your minions here may use its talent a second time.",
    rulings=(
        "One minion in each turn of a player; each use is checked and paid for on its own.",
        "Only a minion's own talent, not one of an action on it.",
    ),
)
standing_stones.doubles_talents = True
