"""How good a position is for a seat, as one number.

Only differences mean anything. A victory point is worth `VP`; all else is measured against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from smashup.engine.game import Game
from smashup.model.ids import CardId, PlaceId, Seat

WON = 1000.0  # the game is over and won
VP = 10.0  # a victory point in hand
PROSPECT = 7.0  # a victory point that a base would give as it stands, just below its breakpoint
POWER = 0.6  # a point of power on the table
LEAD = 0.5  # a point of power by which a place is safe, near the breakpoint
ONGOING = 2.0  # an action that stays in play
CARD = 1.0  # a card in hand
SAFE_LEAD = 4  # a lead by more than this is no safer


def evaluate(game: Game, seat: Seat) -> float:
    """How much better this seat stands than the others: half the best of them, half the average."""
    if game.over:
        return _ended(game, seat)
    standings = [VP * vp for vp in game.vp]
    for place in game.columns.row:
        _add_prospects(game, place, standings)
    for action in _actions_in_play(game):
        standings[game.controller(action)] += ONGOING
    for holder, hand in enumerate(game.columns.hands):
        standings[holder] += CARD * len(hand)
    mine = standings.pop(seat)
    return mine - (max(standings) + sum(standings) / len(standings)) / 2


def _actions_in_play(game: Game) -> Iterator[CardId]:
    s = game.columns
    yield from s.hosts
    for here in s.places.values():
        yield from here.actions


def _ended(game: Game, seat: Seat) -> float:
    if seat not in game.winners:
        return -WON
    return WON / len(game.winners)


def _add_prospects(game: Game, place: PlaceId, standings: list[float]) -> None:
    """What a base promises each player: its awards as it stands, the more the nearer it is."""
    powers = game.ranked_powers(place)
    if not powers:
        return
    reach = min(1.0, sum(powers.values()) / max(1, game.breakpoint(place)))
    likely = reach * reach
    awards = game.awards(place)
    for seat, power in powers.items():
        ahead = 0
        behind = 0  # the power of the next player behind or level
        for other, theirs in powers.items():
            if theirs > power:
                ahead += 1
            elif other != seat and theirs > behind:
                behind = theirs
        award = awards[seat][ahead] if ahead < len(awards[seat]) else 0
        lead = min(SAFE_LEAD, power - behind)
        standings[seat] += likely * (PROSPECT * award + LEAD * lead) + POWER * power
