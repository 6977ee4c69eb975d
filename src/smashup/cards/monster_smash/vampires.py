"""Vampires: grow by counters while others are destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here, none_of, the_player
from smashup.model.card import ITS_BASE, MINION, ON_BASE, ON_MINION, PLACES, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import AFTER_SCORING, MINION_DESTROYED, MINION_PLAYED, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import DISCARD, Permission
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

vampires = Faction(
    "Vampires",
    set="monster_smash",
    plays="Destroys the weak, even its own, and grows power counters on it.",
)


def _of_another_player(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.controller != g.controller(me)


def _someone_is_stronger(g: Rules, you: Seat, place: PlaceId) -> bool:
    """Some other player, each compared alone, has more power there than you."""
    yours = g.player_power(place, you)
    return any(g.player_power(place, player) > yours for player in g.others(you))


the_count = vampires.minion(
    "The Count",
    power=5,
    copies=1,
    text="Ongoing: after another player's minion is destroyed, place a +1 power counter on this"
    " minion.",
    rulings=(
        "At any base, whoever destroyed it, even the player who controlled it.",
        "Several minions destroyed at once give a counter each.",
        "Minions discarded because their base scored were not destroyed.",
    ),
)


@the_count.after(MINION_DESTROYED, when=_of_another_player, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


nightstalker = vampires.minion(
    "Nightstalker",
    power=4,
    copies=2,
    text="When played: destroy a minion here of power 2 or less to place a +1 power counter"
    " on this minion.",
    rulings=(
        "Not optional: where your own minion is the only weak one, you destroy that.",
        "Any player's minion counts, by its power now.",
        "A minion that is saved or cannot be destroyed gives no counter.",
    ),
)


@nightstalker.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=2)
    minion = yield from g.choose(you, weak, "Destroy a minion here of power 2 or less")
    if (yield from g.destroy(minion)):
        yield from g.place_counters(me)


heavy_drinker = vampires.minion(
    "Heavy Drinker",
    power=3,
    copies=3,
    text="When played: you may destroy one of your minions to place a +1 power counter on this"
    " minion.",
    rulings=(
        "The minion destroyed may be at any base.",
        "It can be this minion itself, but then nothing is left to carry the counter.",
        "A minion that is saved or cannot be destroyed gives no counter.",
    ),
)


@heavy_drinker.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.may_choose(you, g.minions(of=you), "Destroy one of your minions")
    if (yield from g.destroy(minion)):
        yield from g.place_counters(me)


fledgling_vampire = vampires.minion(
    "Fledgling Vampire",
    power=2,
    copies=4,
    text="When played: if another player has more power here than you, place a +1 power counter"
    " on this minion.",
    rulings=(
        "Your power includes this minion already; a tie is not enough.",
        "Compared once, before anything else reacts to its being played; not optional.",
    ),
)


@fledgling_vampire.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if _someone_is_stronger(g, you, g.place(me)):
        yield from g.place_counters(me)


big_gulp = vampires.action(
    "Big Gulp",
    copies=1,
    text="Destroy a minion of power 4 or less.",
    rulings=(
        "Any player's minion at any base, by its power now.",
        "Where your own minion is the only one weak enough, you must destroy that.",
    ),
)


@big_gulp.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(power_at_most=4)
    minion = yield from g.choose(you, weak, "Destroy a minion of power 4 or less")
    yield from g.destroy(minion)


buffet = vampires.action(
    "Buffet",
    copies=1,
    special_only=True,
    text="Special: after a base scores, if you won it, play this to place a +1 power counter on"
    " each of your minions.",
    rulings=(
        "A tie for first place is winning; it may be on another player's turn.",
        "Minions at all bases count, but those still at the scored base are discarded next.",
        "The counters may make another base score in the same phase.",
    ),
)


def _you_won(g: Rules, me: CardId, ev: Event) -> bool:
    assert ev.scoring is not None
    return g.holder(me) in ev.scoring.winners


@buffet.special_from_hand(AFTER_SCORING, when=_you_won)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(g.minions(of=you))


crack_of_dusk = vampires.action(
    "Crack of Dusk",
    copies=2,
    text="Play an extra minion of power 2 or less from your discard pile and place a +1 power"
    " counter on it.",
    rulings=(
        "The printed power counts; the minion is played now or not at all.",
        "It is really played, at a base of your choice: its own ability comes first, then the"
        " counter, then whatever reacts.",
    ),
)


# Optional like every extra card (PLAY-5), and of one particular card: at once (PLAY-6).
@crack_of_dusk.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = Permission(MINION, me, DISCARD, power_at_most=2, rider=True)
    yield from g.play_now(you, [weak], "Play a minion from your discard pile")


@crack_of_dusk.with_the_extra_play
def _(g: Rules, card: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters(card)


cull_the_weak = vampires.action(
    "Cull the Weak",
    copies=1,
    text="Choose one of your minions in play. Discard any number of minions from your hand;"
    " place a +1 power counter on the chosen minion for each.",
    rulings=(
        "Any number may be none.",
        "Minions discarded from hand were not in play: they were not destroyed.",
    ),
)


# Without a minion in play to choose, the discarding can still be done (FILL-14).
@cull_the_weak.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Choose one of your minions")
    in_hand = [card for card in g.hand(you) if g.is_minion(card)]
    culled = yield from g.choose_some(you, in_hand, "Discard minions from your hand")
    yield from g.discard(you, culled)
    yield from g.place_counters(minion, len(culled))


dinner_date = vampires.action(
    "Dinner Date",
    copies=2,
    text="Place a +1 power counter on one of your minions. Destroy a minion of power 2 or less"
    " at the same base.",
    rulings=(
        "The counter can be placed even if nobody else is there.",
        "You must destroy one if any is weak enough after the counter is placed: your own, too,"
        " even the one that got the counter.",
    ),
)


@dinner_date.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = yield from g.choose(you, g.minions(of=you), "Place a counter on one of your minions")
    if mine is not None:
        yield from g.place_counters(mine)
        weak = g.minions(at=g.place(mine), power_at_most=2)
        minion = yield from g.choose(you, weak, "Destroy a minion there of power 2 or less")
        yield from g.destroy(minion)


mad_monster_party = vampires.action(
    "Mad Monster Party",
    copies=1,
    text="Place a +1 power counter on each of your minions that has none.",
    rulings=("Your minions at all bases, as they are when this is carried out.",),
)


@mad_monster_party.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.place_counters([m for m in g.minions(of=you) if not g.counters(m)])


opportunist = vampires.action(
    "Opportunist",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: after another player's minion is destroyed, place a +1 power"
    " counter on this minion.",
    rulings=(
        "Any player's minion may carry it; other players are those other than the controller of"
        " this action.",
        "Several minions destroyed at once give a counter each; those discarded because their"
        " base scored give none.",
        "Destroyed with its minion, it places nothing.",
    ),
)


@opportunist.after(MINION_DESTROYED, when=_of_another_player, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(g.host(me))  # on none if it left together with its minion


summon_wolves = vampires.action(
    "Summon Wolves",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: at the start of your turn, place a +1 power counter on this"
    " card. While you have a minion here, each counter on this card adds 1 to your power here.",
    rulings=(
        "The counters go on gathering while you have no minion here.",
        "It is power of yours, not of a minion: it counts for the ranking and, by the rules of"
        " 2018, for the breakpoint; not where the power of minions is compared.",
        "No counter on the turn it is played; the counters go when it leaves play.",
    ),
)


@summon_wolves.at_start_of_turn(adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


# Whether it counts towards the breakpoint is a matter of the edition (SCORE-1).
@summon_wolves.adds_to_player
def _(g: Rules, me: CardId, place: PlaceId, seat: Seat) -> int:
    yours = place == g.place(me) and seat == g.controller(me)
    return g.counters(me) if yours and g.has_minion(seat, place) else 0


castle_blood = vampires.base(
    "Castle Blood",
    breakpoint=18,
    vp=(3, 1, 1),
    text="After you play a minion here, if another player has more power here than you, you may"
    " place a +1 power counter on that minion.",
    rulings=(
        "Every time, not only for the first minion of a turn.",
        "The minion's own ability comes first; only then the powers are compared.",
        "The counter stays when the base leaves or its ability is off.",
    ),
)


def _offers_nothing(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not (g.is_still_there(ev) and _someone_is_stronger(g, you, g.place(me)))


@castle_blood.after(
    MINION_PLAYED,
    when=here,
    seats=the_player,
    asks=True,
    adds=POWERS,
    looks=POWERS | PLACES,
    moot=_offers_nothing,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _offers_nothing(g, me, you, ev):
        prompt = Words("Place a +1 power counter on {minion}?", minion=g.name(ev.card))
        if (yield from g.may(you, prompt, about=ev.card)):
            yield from g.place_counters(ev.card)


crypt = vampires.base(
    "Crypt",
    breakpoint=20,
    vp=(4, 2, 2),
    text="After one or more minions are destroyed here, the player who destroyed them may place"
    " a +1 power counter on one of their minions here.",
    rulings=(
        "The destroyer is the controller of the card that says so, unless it tells another player"
        " to destroy.",
        "One counter however many minions are destroyed at once; your own minions count too.",
        "A minion that was saved was not destroyed.",
    ),
)


def _first_destroyed_here(g: Rules, me: CardId, ev: Event) -> bool:
    """One counter per effect: of those that left at one moment, react to the first here only."""
    if not here(g, me, ev) or ev.by_seat < 0:
        return False
    victims = (c for c in ev.together if g.is_minion(c) and g.place(c) == ev.place)
    return ev.card == next(victims)


def _the_destroyer(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    return [ev.by_seat]


def _yours_here(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions(at=g.place(me), of=you)


@crypt.after(
    MINION_DESTROYED,
    when=_first_destroyed_here,
    seats=_the_destroyer,
    asks=True,
    adds=POWERS | ITS_BASE,
    looks=PLACES,
    moot=none_of(_yours_here),
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _yours_here(g, me, you, ev)
    minion = yield from g.may_choose(you, mine, "Place a counter on one of your minions here")
    yield from g.place_counters(minion)
