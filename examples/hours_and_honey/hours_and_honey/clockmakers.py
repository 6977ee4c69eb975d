"""Clockmakers: they wind things up, turn them back, and borrow an hour when it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import your_minion_here
from smashup.model.card import HERE, ITSELF, ON_BASE, ON_MINION, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import BEFORE_SCORING, Event
from smashup.model.ids import CardId, PlaceId, Seat

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

clockmakers = Faction(
    "Clockmakers",
    set="hours_and_honey",
    plays="Winds small minions up, and now and then takes a turn that was not due.",
)

grand_horologist = clockmakers.minion(
    "Grand Horologist",
    power=5,
    copies=1,
    text="Ongoing: during your turn your other minions here have +1 power.",
)


@grand_horologist.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    yours = minion != me and your_minion_here(g, me, minion)
    return 1 if yours and g.current == g.controller(me) else 0


escapement_fitter = clockmakers.minion(
    "Escapement Fitter",
    power=4,
    copies=2,
    text="At the start of your turn, look at the top card of your deck. You may put it under the"
    " deck.",
)


@escapement_fitter.at_start_of_turn(asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    cards = yield from g.look_at_top(you, you)
    if cards and (yield from g.may(you, "Put this card under your deck?", about=cards[0])):
        yield from g.put_under_deck(you, cards)


springwinder = clockmakers.minion(
    "Springwinder",
    power=3,
    copies=3,
    text="When played: place a +1 power counter on another of your minions.",
)


@springwinder.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [minion for minion in g.minions(of=you) if minion != me]
    minion = yield from g.choose(you, others, "Wind which minion up?")
    yield from g.place_counters(minion)


cogling = clockmakers.minion(
    "Cogling",
    power=2,
    copies=4,
    text="Ongoing: +1 power while you have another Cogling here.",
)


@cogling.power_change(ITSELF)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    yours = g.minions(at=g.place(me), of=g.controller(me))
    return 1 if len(g.same_name(yours, me)) > 1 else 0


borrowed_hour = clockmakers.action(
    "Borrowed Hour",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after your turn you take another one, at the start of which"
    " this card is destroyed.",
    rulings=(
        "If it leaves play before your turn ends, there is no other turn.",
        "The game may end between the two turns.",
    ),
)


@borrowed_hour.says_who_is_next
def _(g: Rules, me: CardId, seat: Seat) -> Seat:
    you = g.controller(me)
    return you if g.current == you else seat


@borrowed_hour.at_start_of_turn()
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(me)


wind_up = clockmakers.action("Wind Up", copies=2, text="Play an extra minion.")


@wind_up.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you)


stopped_watch = clockmakers.action(
    "Stopped Watch",
    copies=2,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion's abilities are cancelled.",
    rulings=("Its power and its counters stay.",),
)
stopped_watch.cancels_host = True

last_chime = clockmakers.action(
    "Last Chime",
    copies=2,
    special_only=True,
    text="Special: before a base scores, you may play this: one of your minions there gains"
    " +3 power until the end of the turn.",
)


def _yours_there(g: Rules, me: CardId, ev: Event) -> bool:
    return g.has_minion(g.holder(me), ev.place)


@last_chime.special_from_hand(BEFORE_SCORING, when=_yours_there)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yours = g.minions(at=ev.place, of=you)
    minion = yield from g.choose(you, yours, "Give one of your minions +3 power")
    yield from g.add_power(minion, 3)


spare_parts = clockmakers.action(
    "Spare Parts", copies=2, text="Take a minion of power 3 or less from your discard pile."
)


@spare_parts.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    small = g.discarded_minions(you, power_at_most=3)
    minion = yield from g.choose(you, small, "Take a minion back")
    yield from g.take_from_discard(you, minion)


turn_back_the_hands = clockmakers.action(
    "Turn Back the Hands",
    copies=1,
    text="Return a minion of power 4 or less to its owner's hand.",
)


@turn_back_the_hands.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(power_at_most=4), "Return which minion?")
    yield from g.return_to_hand(minion)


the_great_clock = clockmakers.base(
    "The Great Clock",
    breakpoint=20,
    vp=(4, 2, 1),
    text="The player whose turn it is gains 1 VP more if this base awards them any.",
)


@the_great_clock.changes_award
def _(g: Rules, me: CardId, place: PlaceId, seat: Seat) -> int:
    return 1 if place == g.place(me) and seat == g.current else 0


midnight_workshop = clockmakers.base(
    "Midnight Workshop",
    breakpoint=18,
    vp=(3, 2, 1),
    text="Minions here of power 2 or less cannot be destroyed.",
)


@midnight_workshop.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return harm == "destroy" and g.place(minion) == g.place(me) and g.power(minion) <= 2
