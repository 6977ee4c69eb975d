"""Mad Scientists: counters for their creatures, and no waste of parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    by_you_here,
    first_minion_here,
    has_a_counter,
    itself,
    the_player,
    winners,
    your_minion_here,
)
from smashup.model.card import ANY_BASE, BY_CHOICE, ON_BASE, ON_MINION, POWERS, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import MINION_PLAYED, TO_DISCARD_KINDS, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

mad_scientists = Faction(
    "Mad Scientists",
    set="monster_smash",
    plays="Builds its minions up with power counters, and spends them when it pays.",
)

herr_doktor = mad_scientists.minion(
    "Herr Doktor",
    power=5,
    copies=1,
    text="Talent: place a +1 power counter on another of your minions.",
    rulings=("At any base, but never on this minion.",),
)


@herr_doktor.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = g.minions(of=you, other_than=me)
    minion = yield from g.choose(you, others, "Place a counter on another of your minions")
    yield from g.place_counters(minion)


the_monster = mad_scientists.minion(
    "The Monster",
    power=4,
    copies=2,
    text="Talent: remove a +1 power counter from this minion to play an extra minion.",
    rulings=(
        "Without a counter on it there is no extra minion; a mere power bonus is no counter.",
        "Any minion from your hand, at any base, at once or later in the phase.",
    ),
)


@the_monster.talent(when=has_a_counter)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if (yield from g.remove_counters(me)):
        yield from g.extra_minion(you)


lab_assistant = mad_scientists.minion(
    "Lab Assistant",
    power=3,
    copies=3,
    text="When played: place a +1 power counter on another of your minions.",
    rulings=("At any base. You must, if you have another minion in play.",),
)


@lab_assistant.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = g.minions(of=you, other_than=me)
    minion = yield from g.choose(you, others, "Place a counter on another of your minions")
    yield from g.place_counters(minion)


igor = mad_scientists.minion(
    "Igor",
    power=2,
    copies=4,
    text="Ongoing: after this minion is destroyed or discarded, place a +1 power counter on one"
    " of your minions.",
    rulings=(
        "Going to the discard pile because its base scored counts; minions discarded with it"
        " cannot take the counter.",
        "Discarded from hand it does nothing, nor if it was saved or put into hand instead.",
        "You must, if you have a minion at any base; you are who controlled it last.",
        "A base brought to its breakpoint by the counter scores in the same phase.",
    ),
)


@igor.after(*TO_DISCARD_KINDS, when=itself, adds=POWERS | ANY_BASE | BY_CHOICE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Place a counter on one of your minions")
    yield from g.place_counters(minion)


angry_mob = mad_scientists.action(
    "Angry Mob",
    copies=1,
    text="Choose one of your minions and place any number of cards from your hand on the bottom"
    " of your deck. For each of them, place a +1 power counter on the minion.",
    rulings=(
        "Minions and actions alike, in any order; none is allowed.",
        "The cards are not discarded. One that you do not own goes under your deck too,"
        " as the others do not see it.",
    ),
)


# Without a minion the cards may still be placed: as much as can be done is done (FILL-14).
@angry_mob.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Place counters on which minion?")
    hand = g.hand(you)[:]
    cards = yield from g.choose_some(you, hand, "Place cards from your hand under your deck")
    ordered = yield from g.choose_order(you, cards, "Which of these lies above the others?")
    yield from g.put_under_deck(you, ordered)
    yield from g.place_counters(minion, len(ordered))


blitzed = mad_scientists.action(
    "Blitzed",
    copies=1,
    text="Remove any number of +1 power counters from your minions, then destroy a minion of"
    " power no higher than the number removed.",
    rulings=(
        "With none removed, only a minion of power 0 can be destroyed.",
        "Any player's minion at any base, by its power once the counters are gone;"
        " you must, even if only your own minions qualify.",
    ),
)


@blitzed.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Remove a counter from which of your minions?"
    picked = yield from g.pick_counters(you, g.minions(of=you), prompt)
    removed = yield from g.remove_counters(picked)
    weak = g.minions(power_at_most=len(removed))
    which = Words("Destroy a minion of power {power} or less", power=len(removed))
    minion = yield from g.choose(you, weak, which)
    yield from g.destroy(minion)


body_shop = mad_scientists.action(
    "Body Shop",
    copies=1,
    text="Destroy one of your minions. Place as many +1 power counters as it had power on your"
    " minions, divided as you like.",
    rulings=(
        "Its power in play counts, with counters and all that changed it.",
        "The destroyed minion can take none; without another minion none are placed.",
        "If the minion is not destroyed, the counters are placed all the same.",
    ),
)


# Left open by the card: no "to" joins the sentences, so ORDER-5 does not apply and a minion that
# survives gives its counters too (FILL-14); its power is then the one it has now.
@body_shop.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Destroy one of your minions")
    if minion is None:
        return
    power = g.power(minion)
    yield from g.destroy(minion)
    if g.in_play(minion):
        power = g.power(minion)
    prompt = "Place a counter on which of your minions?"
    picked = yield from g.spread_counters(you, g.minions(of=you), power, prompt)
    yield from g.place_counters(picked)


german_engineering = mad_scientists.action(
    "German Engineering",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after you play a minion here, place a +1 power counter on it.",
    rulings=(
        "Every time, after the minion's own ability.",
        "Minions moved here get nothing.",
    ),
)


@german_engineering.after(MINION_PLAYED, when=by_you_here, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.place_counters(ev.card)


grave_situation = mad_scientists.action(
    "Grave Situation",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: if one of your minions here would be destroyed, place it in"
    " its owner's hand instead.",
    rulings=(
        "The minion was not destroyed: nothing that waits for its destruction happens,"
        " nor what it was to be destroyed for.",
        "It is not optional, and does nothing when the base scores.",
        "Cards and counters on the minion are discarded.",
    ),
)


@grave_situation.saves_from_destruction(when=your_minion_here)
def _(g: Rules, me: CardId, minion: CardId) -> Ability[bool]:
    return bool((yield from g.place_in_hand(minion)))


it_s_alive = mad_scientists.action(
    "IT'S ALIVE!",
    copies=2,
    text="Play an extra minion and place a +1 power counter on it.",
    rulings=(
        "From your hand at any base, at once or later in the phase, or not at all.",
        "The counter goes on the minion played by this extra play, after its own ability.",
    ),
)


@it_s_alive.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you, rider=True)


@it_s_alive.with_the_extra_play
def _(g: Rules, card: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(card)


jolt = mad_scientists.action(
    "Jolt",
    copies=1,
    text="Place a +1 power counter on each of your minions.",
    rulings=("At every base, also on those you do not own; not on minions played later.",),
)


@jolt.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(g.minions(of=you))


ueberserum = mad_scientists.action(
    "Überserum",
    copies=2,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: this minion cannot be destroyed, and at the start of your"
    " turn you place a +1 power counter on it.",
    rulings=(
        "On any player's minion; your turn is that of this action's controller.",
        "What it was to be destroyed for does not happen either.",
        "It can be moved, returned, placed elsewhere, and discarded when its base scores.",
    ),
)


@ueberserum.at_start_of_turn(adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(g.host(me))


@ueberserum.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return harm == "destroy" and minion == g.host(me)


golem_schloss = mad_scientists.base(
    "Golem Schloß",
    breakpoint=22,
    vp=(3, 3, 2),
    text="After this base scores, the winner places a +1 power counter on each of their minions.",
    rulings=(
        "All players who tie for winner do so.",
        "Minions at every base; those here are discarded afterwards.",
        "A base brought to its breakpoint by the counters scores in the same phase.",
    ),
)


# The print gives no timing; the publisher's clarification says: after it scores.
@golem_schloss.after_scoring(seats=winners, must=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(g.minions(of=you))


laboratorium = mad_scientists.base(
    "Laboratorium",
    breakpoint=25,
    vp=(5, 3, 3),
    text="After the first minion each turn is played here, place a +1 power counter on it.",
    rulings=(
        "The first of all players' minions, after its own ability.",
        "Minions moved here were not played.",
    ),
)


@laboratorium.after(MINION_PLAYED, when=first_minion_here, seats=the_player, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.place_counters(ev.card)
