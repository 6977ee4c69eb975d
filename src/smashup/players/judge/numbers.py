"""What the learned judge sees of a position: plain numbers, by seat and by base, no names.

Cards count by what is printed on them (type, power, kinds of ability), so factions that nobody has
learned from are seen like all others. Use it on games that the seat may know all of.
"""

from __future__ import annotations

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.engine.turn import VICTORY
from smashup.model.card import ACTION, MINION
from smashup.model.state import PLAY, START
from smashup.players.standing import COUNT, BaseNow, Weights, bases_now, features

#: For each seat: the features of `standing.py`, and these.
MORE_OF_SEATS = (
    "minions in hand",
    "of them with an ability",
    "power of the best of them",
    "of the best two",
    "of all",
    "actions in hand",
    "of them played on a base",
    "of them played on a minion",
    "of them special",
    "cards in the deck, tens",
    "cards in the discard pile, tens",
    "points to go",
    "nearly there",
    "the next to play cards",
    "minions still to play this turn",
    "actions still to play this turn",
)
#: For each base, the same for all.
OF_BASES = (
    "breakpoint, tens",
    "power missing, fives",
    "how full it is",
    "award for third place",
)
#: For each base and seat.
OF_SIDES = (
    "power, fives",
    "lead, fives",
    "award for first place",
    "award for second place",
    "award as it stands",
    "minions",
    "of them with an ability",
    "actions",
    "buried cards",
    "the best minion in hand makes it score",
    "power missing after that, fives",
)
SEAT_NUMBERS = COUNT + len(MORE_OF_SEATS)
BASE_NUMBERS = len(OF_BASES)
SIDE_NUMBERS = len(OF_SIDES)

NEARLY = 3  # points to go
MOST_PLAYS = 4  # that are told apart
TENS = 0.1
FIVES = 0.2
FULLEST = 1.5


def numbers(game: Game, weights: Weights) -> tuple[list[float], list[float], int]:
    """A position in play: by seat, by base (what all share, then the sides), how many bases."""
    best: list[int] = []
    row = bases_now(game)
    seats = _of_seats(game, weights, row, best)
    bases: list[float] = []
    for base in row:
        _add_base(game, base, best, bases)
    return seats, bases, len(row)


def _of_seats(game: Game, weights: Weights, bases: list[BaseNow], best: list[int]) -> list[float]:
    """The numbers of all seats in a row; `best` gets the power of everyone's best minion."""
    s = game.columns
    found: list[float] = []
    playing = s.turn if s.phase in (START, PLAY) else -1
    mover = playing if playing >= 0 else game.next_seat()
    for seat, vector in enumerate(features(game, weights, bases)):
        found.extend(vector)
        first = second = total = minions = able = actions = on_base = on_minion = special = 0
        for card in s.hands[seat]:
            printed = CARDS[s.defn[card]]
            if printed.type == MINION:
                power = printed.power
                minions += 1
                total += power
                if printed.on_play_ability is not None or printed.mask:
                    able += 1
                if power > first:
                    first, second = power, first
                elif power > second:
                    second = power
            else:
                actions += 1
                on_base += printed.plays_on == "base"
                on_minion += printed.plays_on == "minion"
                special += printed.special_only
        best.append(first)
        to_play = [0, 0]
        if seat == playing:
            if s.phase == START:
                to_play = [1, 1]
            else:
                for permission in s.permissions:
                    if permission.type == MINION:
                        to_play[0] += 1
                    elif permission.type == ACTION:
                        to_play[1] += 1
        to_go = max(0, VICTORY - s.vp[seat])
        found.extend(
            (
                float(minions),
                float(able),
                float(first),
                float(first + second),
                float(total),
                float(actions),
                float(on_base),
                float(on_minion),
                float(special),
                TENS * len(s.decks[seat]),
                TENS * len(s.discards[seat]),
                float(to_go),
                1.0 if to_go <= NEARLY else 0.0,
                1.0 if seat == mover else 0.0,
                float(min(MOST_PLAYS, to_play[0])),
                float(min(MOST_PLAYS, to_play[1])),
            )
        )
    return found


def _add_base(game: Game, base: BaseNow, best: list[int], bases: list[float]) -> None:
    s = game.columns
    here = s.places[base.place]
    controller, defn = s.controller, s.defn
    count = s.seats
    minions, able, actions, buried = [0] * count, [0] * count, [0] * count, [0] * count
    for minion in here.minions:
        side = controller[minion]
        minions[side] += 1
        if CARDS[defn[minion]].mask:
            able[side] += 1
        for action in s.attached.get(minion, ()):
            actions[controller[action]] += 1
    for action in here.actions:
        actions[controller[action]] += 1
    for card in here.buried:
        buried[controller[card]] += 1
    powers, total, needed = base.powers, base.total, base.breakpoint
    gap = needed - total
    bases.append(TENS * needed)
    bases.append(FIVES * gap)
    bases.append(min(FULLEST, total / max(1, needed)))
    bases.append(float(base.awards[0][2]))
    for seat in range(count):
        mine = powers[seat]
        most = ahead = 0
        for other in range(count):
            if other != seat:
                most = max(most, powers[other])
                ahead += powers[other] > mine
        first, second, _ = base.awards[seat]
        now = base.award(ahead, seat) if mine > 0 else 0
        bases.append(FIVES * mine)
        bases.append(FIVES * (mine - most))
        bases.append(float(first))
        bases.append(float(second))
        bases.append(float(now))
        bases.append(float(minions[seat]))
        bases.append(float(able[seat]))
        bases.append(float(actions[seat]))
        bases.append(float(buried[seat]))
        bases.append(1.0 if gap <= best[seat] else 0.0)
        bases.append(FIVES * (gap - best[seat]))
