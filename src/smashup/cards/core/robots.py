"""Robots: many minions at once, and Microbots that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import itself, winners
from smashup.model.card import ANYWHERE, HANDS, HERE, ITSELF, Cause, Faction
from smashup.model.decision import Ability, Option
from smashup.model.edition import Harm
from smashup.model.event import MINION_DESTROYED, Event
from smashup.model.ids import CardId, Seat

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

robots = Faction(
    "Robots",
    set="core",
    plays="Many small minions that bring more of themselves: floods a base in one turn.",
)
MICROBOT = "microbot"

nukebot = robots.minion(
    "Nukebot",
    power=5,
    copies=1,
    text="Ongoing: after this minion is destroyed, destroy all other players' minions"
    " at the base where it was.",
    rulings=(
        "It happens although Nukebot is gone, and spares its controller's minions.",
        "Being returned, placed, moved or discarded after scoring does not set it off.",
    ),
)


@nukebot.after(MINION_DESTROYED, when=itself)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.destroy(g.minions(at=ev.place, not_of=you))


warbot = robots.minion(
    "Warbot",
    power=4,
    copies=2,
    text="Ongoing: this minion cannot be destroyed.",
    rulings=(
        "It can be moved, returned, put in a deck, and discarded after scoring.",
        "A Flame Trap that fails to destroy it is destroyed all the same.",
    ),
)


@warbot.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return minion == me and harm == "destroy"


hoverbot = robots.minion(
    "Hoverbot",
    power=3,
    copies=3,
    text="When played: reveal the top card of your deck. If it is a minion, you may play it"
    " as an extra minion; otherwise it stays on top.",
    rulings=(
        "Play the minion at once, at any base, or leave it on top; it cannot be kept for later.",
        "It is this card or none: They're Coming to Get You does not help.",
    ),
)


@hoverbot.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for card in (yield from g.reveal_top(you)):
        if g.is_minion(card):
            yield from g.play_this_now(you, card, decline=Option("pass", word="top"))
        else:
            yield from g.choose_word(you, ["top"], "It goes back on top")


zapbot = robots.minion(
    "Zapbot",
    power=2,
    copies=4,
    text="When played: you may play an extra minion of power 2 or less.",
    rulings=(
        "The printed power counts, so War Raptor qualifies.",
        "At any base, now or later in your Play Cards phase.",
        "Played at once, what answers the extra minion comes before what answers Zapbot.",
    ),
)


@zapbot.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.extra_minion(you, power_at_most=2)


microbot_alpha = robots.minion(
    "Microbot Alpha",
    power=1,
    copies=1,
    tags=(MICROBOT,),
    text="Ongoing: +1 power for each of your other Microbots. All your minions are Microbots too.",
    rulings=(
        "Your minions at all bases count, so its power is 1 more than the number of the others.",
        "They are Microbots only in play, and stay what else they are.",
    ),
)


microbot_alpha.makes_all_yours(MICROBOT)


@microbot_alpha.power_change(ITSELF)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return len(g.minions(of=g.controller(me), other_than=me))


microbot_archive = robots.minion(
    "Microbot Archive",
    power=1,
    copies=1,
    tags=(MICROBOT,),
    text="Ongoing: after one of your Microbots, this one included, is destroyed, draw a card.",
    rulings=(
        "One card for each, even if several are destroyed together.",
        "Beside Microbot Alpha all your minions count.",
    ),
)


def _your_microbot(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.controller == g.controller(me) and g.is_a(ev.card, MICROBOT)


@microbot_archive.after(MINION_DESTROYED, when=_your_microbot, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


microbot_fixer = robots.minion(
    "Microbot Fixer",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="When played: if it is the first minion you played this turn, you may play an extra"
    " minion. Ongoing: your Microbots have +1 power.",
    rulings=(
        "It strengthens itself too, and two of them add up; all bases count.",
        "The extra minion may wait until later in the phase.",
    ),
)


@microbot_fixer.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if g.is_first_minion(you):
        yield from g.extra_minion(you)


@microbot_fixer.power_change(ANYWHERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return int(g.controller(minion) == g.controller(me) and g.is_a(minion, MICROBOT))


microbot_guard = robots.minion(
    "Microbot Guard",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="When played: destroy a minion here with less power than the number of your minions here.",
    rulings=(
        "It counts itself: alone it reaches power 0, beside one more minion power 1.",
        "You have to, even if your own minion or the Guard is the only target.",
    ),
)


@microbot_guard.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    base = g.place(me)
    weak = g.minions(at=base, power_at_most=len(g.minions(at=base, of=you)) - 1)
    minion = yield from g.choose(you, weak, "Destroy a minion here")
    yield from g.destroy(minion)


microbot_reclaimer = robots.minion(
    "Microbot Reclaimer",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="When played: if it is the first minion you played this turn, you may play an extra"
    " minion. Shuffle any number of Microbots from your discard pile into your deck.",
    rulings=(
        "Only cards named Microbot: what Alpha does ends at the table.",
        "The two parts do not depend on each other; any number may be none.",
    ),
)


@microbot_reclaimer.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    if g.is_first_minion(you):
        yield from g.extra_minion(you, more=True)
    microbots = [card for card in g.discard_pile(you) if g.is_a(card, MICROBOT)]
    chosen = yield from g.choose_some(you, microbots, "Shuffle Microbots into your deck")
    if chosen:
        yield from g.shuffle_into_deck(you, chosen)


tech_center = robots.action(
    "Tech Center", copies=2, text="Choose a base. Draw a card for each of your minions there."
)


@tech_center.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions(of=you)
    base = yield from g.choose_base(you, g.bases(), "Count your minions at which base?", idle)
    if base is not None:
        yield from g.draw(you, len(g.minions(at=base, of=you)))


factory = robots.base(
    "Factory 436-1337",
    breakpoint=25,
    vp=(2, 2, 1),
    text="When this base scores, the winner also gains 1 VP for every 5 power they have here.",
    rulings=(
        "On top of the printed VP; only full fives of the power at the award count.",
        "Tied winners each gain it.",
    ),
)


def _winners_with_five(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    return [player for player in winners(g, me, ev) if _fives(ev, player)]


def _fives(ev: Event, player: Seat) -> int:
    assert ev.scoring is not None
    return ev.scoring.powers[player] // 5


@factory.when_scoring(seats=_winners_with_five)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, _fives(ev, you))


the_central_brain = robots.base(
    "The Central Brain",
    breakpoint=19,
    vp=(4, 2, 1),
    text="Each minion here has +1 power.",
    rulings=(
        "Every player's minions have it from their arrival, for power limits and Leprechaun too.",
    ),
)


@the_central_brain.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 1
