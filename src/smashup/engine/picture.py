"""A game as text: in a line, and whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from smashup.model.ids import Seat

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.engine.shown import BaseShown


def in_a_line(game: Game) -> str:
    """Who leads, where the game stands, and what is asked.

    >>> from smashup import Game
    >>> print(repr(Game.new("draft", players=3, first=0)))
    <Game of 3: 0-0-0 VP, turn 1 (seat 0, draft), seat 0 is asked: Choose your first faction>
    """
    points = "-".join(map(str, game.vp))
    return f"<Game of {game.players}: {points} VP, {_moment(game)}, {_asked(game)}>"


def whole(game: Game) -> str:
    """The table: players, bases with what lies there, and the pending decision with its options."""
    return "\n".join([*_players(game), *_bases(game), *_decision(game)])


def _moment(game: Game) -> str:
    return f"turn {game.turn_number} (seat {game.turn}, {game.phase})"


def _asked(game: Game) -> str:
    if game.over:
        return f"won by {_and(game.winners)}"
    decision = game.decision
    if decision is None:
        return "not started"
    return f"seat {decision.seat} is asked: {decision.prompt}"


def _and(seats: tuple[Seat, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)


def _players(game: Game) -> Iterator[str]:
    yield f"{_moment(game)[0].upper()}{_moment(game)[1:]}, edition {game.edition}"
    for seat in game.seats:
        hand = ", ".join(map(game.name, game.hand(seat)))
        factions = " and ".join(game.factions[seat]) or "no factions yet"
        yield (
            f"Seat {seat}, {factions}: {game.vp[seat]} VP, "
            f"deck {len(game.deck(seat))}, discard pile {len(game.discard_pile(seat))}, "
            f"hand: {hand or 'empty'}"
        )


def _bases(game: Game) -> Iterator[str]:
    for base in game.bases:
        powers = "-".join(map(str, base.powers))
        yield f"{base.name}: power {base.total} of {base.breakpoint} ({powers})"
        yield from (f"  {line}" for line in _cards(game, base))


def _cards(game: Game, base: BaseShown) -> Iterator[str]:
    for minion in base.minions:
        actions = ", ".join(map(game.name, game.actions_on(minion)))
        with_them = f" with {actions}" if actions else ""
        whose = f"of seat {game.controller(minion)}"
        yield f"{game.name(minion)} {whose}, power {game.power(minion)}{with_them}"
    for action in base.actions:
        yield f"{game.name(action)} of seat {game.controller(action)}"
    for card in base.buried:
        yield f"{game.name(card)} of seat {game.controller(card)}, buried"


def _decision(game: Game) -> Iterator[str]:
    asked = _asked(game)
    yield asked[0].upper() + asked[1:]
    if game.decision is not None:
        for number, option in enumerate(game.decision.options):
            yield f"  {number}: {game.label(option)}"
