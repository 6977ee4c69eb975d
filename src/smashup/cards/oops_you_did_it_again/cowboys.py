"""Cowboys: duels, and tricks to win them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    by_you_here,
    everyone,
    here,
    its_controller,
    still_together,
)
from smashup.model.card import HANDS, IN_HAND, ON_BASE, PLACES, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import (
    BEFORE_SCORING,
    CARDS_SEEN,
    DUEL_STARTED,
    MINION_DESTROYED,
    MINION_PLAYED,
    Event,
)
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.dueling import Duel
    from smashup.engine.rules import Rules

cowboys = Faction(
    "Cowboys",
    set="oops_you_did_it_again",
    plays="Challenges minions to duels, with a card up its sleeve.",
)

TIE = "In a tie both minions win and lose, so both are destroyed."
CREDIT = "The destruction is yours, even if it is your own minion that lost."

sheriff = cowboys.minion(
    "Sheriff",
    power=5,
    copies=1,
    text="Special: before this base scores, this minion may duel another player's minion here."
    " Destroy the loser.",
    rulings=(
        "Once each time this base is about to score, on anyone's turn.",
        "The base still scores, even below its breakpoint, and without what was destroyed.",
        TIE,
        CREDIT,
    ),
)


def _may_duel_here(g: Rules, minion: CardId, you: Seat) -> Ability[None]:
    """It may duel another player's minion at its base; the loser is destroyed."""
    if not g.can_duel():
        return  # DUEL-6: so there is nothing to be asked
    rivals = g.minions(at=g.place(minion), not_of=you)
    prompt = Words("Duel a minion here with {minion}", minion=g.name(minion))
    rival = yield from g.may_choose(you, rivals, prompt)
    duel = yield from g.duel(you, minion, rival)
    if duel is not None:
        yield from g.destroy(duel.losers)


def _rivals_here(g: Rules, me: CardId, ev: Event) -> bool:
    return bool(g.minions(at=g.place(me), not_of=g.controller(me)))


@sheriff.before_scoring(when=_rivals_here, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from _may_duel_here(g, me, you)


pinkerton = cowboys.minion(
    "Pinkerton",
    power=4,
    copies=2,
    text="Ongoing: when one of your minions here is in a duel, place a +1 power counter on it.",
    rulings=(
        "Pinkerton itself counts. Challenger or challenged makes no difference.",
        "It comes before any card is laid. You have to, and the counter stays after the duel.",
        "Two Pinkertons place one each. Duels at other bases do not count.",
    ),
)


def _duelling_for(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return [m for m in ev.cards if g.controller(m) == you and g.place(m) == g.place(me)]


def _yours_duels_here(g: Rules, me: CardId, ev: Event) -> bool:
    return bool(_duelling_for(g, me, g.controller(me), ev))


# Each side strengthens its own minion, so nobody need be asked for an order.
@pinkerton.after(DUEL_STARTED, when=_yours_duels_here, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(_duelling_for(g, me, you, ev))


gunfighter = cowboys.minion(
    "Gunfighter",
    power=3,
    copies=3,
    text="When played: this minion may duel another player's minion here. Destroy the loser.",
    rulings=(
        TIE,
        CREDIT,
        "Played during another duel, it has none of its own.",
        "At So-So Corral its own duel comes first, then that of the base if it is still there.",
    ),
)


@gunfighter.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from _may_duel_here(g, me, you)


deputy = cowboys.minion(
    "Deputy",
    power=2,
    copies=4,
    text="Special: on your turn, or while one of your minions is in a duel, you may discard this"
    " card from your hand to give a minion +2 power until the end of the turn.",
    rulings=(
        "In a duel you may wait until the laid cards are revealed.",
        "On your turn means your Play Cards phase. Discarding it is not playing it.",
        "Any player's minion anywhere, in the duel or not.",
        "A Deputy laid for the duel is not in your hand until it is revealed and comes back.",
        "Both players may do so, and as often as they have Deputies.",
    ),
)


@deputy.on_your_turn(zone=IN_HAND, in_duel=True)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.discard(you, me)
    minion = yield from g.choose(you, g.minions(), "Give a minion +2 power")
    yield from g.add_power(minion, 2)


dynamite_surprise = cowboys.action(
    "Dynamite Surprise",
    copies=1,
    special_only=True,
    text="Special: before a base scores where you have a minion but are not winning, you may play"
    " this to destroy a minion of power 4 or less there. Special: if another player's card"
    " reveals or looks at a card of your hand or deck, you may play this from your hand, or from"
    " your deck if it is itself revealed there, to destroy one of that player's minions of power"
    " 4 or less.",
    rulings=(
        "It cannot be played as an ordinary action; played or uncovered at any other time it is"
        " discarded without effect.",
        "From your hand it answers any card of yours that was seen, not only itself.",
        "If it is only looked at in your deck, it does nothing.",
        "Before scoring: anyone's minion there. Otherwise: that player's minion at any base."
        " Power now decides.",
        "We play: tied for the most power is winning. You need not play it when it is revealed.",
    ),
)


# Left open by the card: a tie for the most is winning, since the rules call all those who tie
# for first winners (SCORE-5, SCORE-7); using it stays optional even from the deck (PLAY-8).
def _behind_there(g: Rules, me: CardId, ev: Event) -> bool:
    you = g.holder(me)
    powers = g.ranked_powers(ev.place)
    return g.has_minion(you, ev.place) and powers[you] < max(powers.values())


@dynamite_surprise.special_from_hand(BEFORE_SCORING, when=_behind_there)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    weak = g.minions(at=ev.place, power_at_most=4)
    minion = yield from g.choose(you, weak, "Destroy a minion there of power 4 or less")
    yield from g.destroy(minion)


def _seen_by_another(g: Rules, me: CardId, ev: Event) -> bool:
    you = g.holder(me)
    by_a_player = ev.by >= 0 and not g.is_base(ev.by)  # FILL-11: bases are nobody's cards
    return by_a_player and ev.seat == you and ev.by_seat != you


def _revealed_by_another(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.word == "reveal" and _seen_by_another(g, me, ev)


@dynamite_surprise.special_from_hand(CARDS_SEEN, when=_seen_by_another)
@dynamite_surprise.special_from_deck(CARDS_SEEN, when=_revealed_by_another)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    weak = g.minions(of=ev.by_seat, power_at_most=4)
    minion = yield from g.choose(you, weak, "Destroy one of that player's minions")
    yield from g.destroy(minion)


form_a_posse = cowboys.action(
    "Form a Posse",
    copies=1,
    text="Until the end of the turn each of your minions gains +1 power and cannot be destroyed,"
    " moved or returned to a hand.",
    rulings=(
        "Only minions you have in play now, not those that come later.",
        "Everybody's cards are held off, yours too.",
        "They can still be buried, put into a deck, weakened, taken over, and discarded after"
        " scoring.",
        "One that loses a duel is simply not destroyed, or not moved.",
    ),
)


@form_a_posse.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    posse = g.minions(of=you)
    yield from g.add_power(posse, 1)
    yield from g.guard(posse, "destroy", "move", "return")


gold_in_them_thar_hills = cowboys.action(
    "Gold in Them Thar Hills",
    copies=1,
    text="Look at the top three cards of your deck. Reveal one of them and draw it; you may play it"
    " as an extra card. Return the others to the top in any order.",
    rulings=(
        "You have to draw one, minion or action; playing it is up to you, but now or never.",
        "We play: the other two lie on the deck while you play it.",
    ),
)


# The cards looked at never leave the deck (TERM-look), so what the extra card draws comes from
# the other two first; those still there are then put in order.
@gold_in_them_thar_hills.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    cards = yield from g.look_at_top(you, you, 3)
    drawn = yield from g.choose(you, cards, "Reveal and draw one of them")
    if drawn is None:
        return
    g.reveal(you, [drawn])
    g.draw_card(drawn, g.owner(drawn))
    if drawn in g.hand(you):
        yield from g.play_this_now(you, drawn, more=len(cards) > 1)
    rest = [card for card in cards if card in g.deck(you)]
    ordered = yield from g.choose_order(you, rest, "The others go back: which one on top?")
    yield from g.put_on_deck(you, ordered)


gold_strike = cowboys.action(
    "Gold Strike",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after you play a minion here, draw a card.",
    rulings=(
        "Every time; a minion moved here does not count.",
        "A minion you uncover here is played.",
    ),
)


@gold_strike.after(MINION_PLAYED, when=by_you_here, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


high_noon = cowboys.action(
    "High Noon",
    copies=2,
    text="One of your minions duels another player's minion at the same base. Destroy the loser."
    " If the winner is yours, you may play an extra minion at its base.",
    rulings=(
        "If the other player's minion wins, nobody gets an extra minion.",
        "In a tie both are destroyed, and with your own minion gone there is no extra minion.",
        "The extra minion goes where your winner is when the duel ends.",
        CREDIT,
    ),
)


def _challenge(g: Rules, you: Seat) -> Ability[Duel | None]:
    """One of your minions duels another player's minion at the same base."""
    if not g.can_duel():
        return None  # DUEL-6: so there is nothing to be asked
    able = [m for m in g.minions(of=you) if g.minions(at=g.place(m), not_of=you)]
    mine = yield from g.choose(you, able, "Which of your minions duels?")
    if mine is None:
        return None
    rivals = g.minions(at=g.place(mine), not_of=you)
    theirs = yield from g.choose(you, rivals, "Duel against which minion?")
    return (yield from g.duel(you, mine, theirs))


@high_noon.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    duel = yield from _challenge(g, you)
    if duel is None:
        return
    won_at = {m: g.place(m) for m in duel.winners if g.controller(m) == you}
    destroyed = yield from g.destroy(duel.losers)
    for winner, base in won_at.items():
        if winner not in destroyed:
            yield from g.extra_minion(you, at=base)


quick_draw = cowboys.action(
    "Quick Draw",
    copies=2,
    text="One of your minions gains +4 power until the end of the turn if it is in a duel,"
    " otherwise +2.",
    rulings=(
        "The amount is settled when you play it.",
        "Laid for a duel, it may also go to a minion outside the duel, for +2.",
    ),
)


@quick_draw.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Strengthen one of your minions")
    if minion is not None:
        yield from g.add_power(minion, 4 if g.in_duel(minion) else 2)


run_em_off = cowboys.action(
    "Run 'Em Off",
    copies=1,
    text="One of your minions duels another player's minion at the same base. The winner gains +3"
    " power until the end of the turn, and its controller moves the loser to another base.",
    rulings=(
        "The winner's controller picks the base, and has to; this may be the other player.",
        "In a tie both gain +3 and each player moves the other's minion.",
        "Nothing is destroyed.",
    ),
)


@run_em_off.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    duel = yield from _challenge(g, you)
    if duel is None:
        return
    yield from g.add_power(duel.winners, 3)
    order = g.seats()  # FILL-15
    for winner in sorted(duel.winners, key=lambda m: order.index(g.controller(m))):
        for loser in duel.losers:
            if loser != winner:
                yield from _run_off(g, loser, g.controller(winner))


def _run_off(g: Rules, loser: CardId, mover: Seat) -> Ability[None]:
    others = g.bases(other_than=g.place(loser))
    prompt = Words("Move {minion} to which base?", minion=g.name(loser))
    idle = g.must_stay([loser], by_seat=mover)
    base = yield from g.choose_base(mover, others, prompt, idle)
    yield from g.move(loser, base, by_seat=mover)


stagecoach = cowboys.action(
    "Stagecoach",
    copies=1,
    text="Move up to two of your cards at one base to another base.",
    rulings=(
        "Your minions with all that is on them, your actions on the base, and your buried cards.",
        "Both leave one base and arrive at one other.",
        "Nothing is played, and a buried card stays buried and unseen.",
        "An action on a minion is not on the base; it travels with its minion.",
    ),
)


def _your_cards(g: Rules, you: Seat, base: PlaceId) -> list[CardId]:
    actions = [action for action in g.at(base).actions if g.controller(action) == you]
    return [*g.minions(at=base, of=you), *actions, *g.buried_cards(you, base)]


@stagecoach.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = [card for base in g.bases() for card in _your_cards(g, you, base)]

    def at_one_base(picked: list[CardId]) -> Sequence[CardId]:
        return _your_cards(g, you, g.place(picked[0])) if picked else mine

    prompt = "Move up to two of your cards at one base"
    cards = yield from g.choose_some(you, mine, prompt, at_most=2, still=at_one_base)
    if cards:
        others = g.bases(other_than=g.place(cards[0]))
        idle = g.must_stay(cards)
        to = yield from g.choose_base(you, others, "Move them to which base?", idle)
        if to is not None:
            yield from g.move_cards(cards, to)


saloon = cowboys.base(
    "Saloon",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After a minion is destroyed here, each player with a minion here may draw a card.",
    rulings=(
        "Whoever lost their only minion here draws nothing.",
        "One card for each minion destroyed; the discard after scoring is no destruction.",
    ),
)


def _serves_them_not(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not g.has_minion(you, ev.place)


@saloon.after(
    MINION_DESTROYED,
    when=here,
    seats=everyone,  # ORDER-6: who has a minion is seen when its turn comes
    may=True,
    adds=HANDS,
    looks=PLACES,
    moot=_serves_them_not,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _serves_them_not(g, me, you, ev):
        yield from g.draw(you, 1)


so_so_corral = cowboys.base(
    "So-So Corral",
    breakpoint=19,
    vp=(4, 2, 1),
    text="After you play a minion here, it may duel another player's minion here."
    " Destroy the loser.",
    rulings=(
        "The minion's controller decides, once its own ability is done; every time.",
        "The loser counts as destroyed by that player, the challenger.",
        "Played at once one from the other, minions here duel in the reverse order.",
        TIE,
        "A minion played during a duel, or moved here, gets no duel.",
    ),
)


def _played_here_in_peace(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.place == g.place(me) and g.can_duel()


def _is_no_duel(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    rivals = g.minions(at=ev.place, not_of=g.controller(ev.card))
    return not still_together(g, me, ev) or not rivals


@so_so_corral.after(
    MINION_PLAYED,
    when=_played_here_in_peace,
    seats=its_controller,
    asks=True,
    looks=PLACES,
    moot=_is_no_duel,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _is_no_duel(g, me, you, ev):
        yield from _may_duel_here(g, ev.card, g.controller(ev.card))
