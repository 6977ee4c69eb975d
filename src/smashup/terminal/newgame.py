"""Setting a game up by a few questions, each with a default that Enter takes."""

from __future__ import annotations

from smashup.cards.registry import FACTIONS
from smashup.engine.setup import PLAYERS
from smashup.model.errors import SmashUpError
from smashup.players import BOTS, check_player
from smashup.terminal.help import HELP
from smashup.terminal.screen import Screen
from smashup.terminal.seats import HUMAN

USUAL = "normal"  # plays well and answers at once


def ask_seats(screen: Screen) -> tuple[str, ...]:
    """How many play, and who."""
    screen.show(HELP)
    players = _ask_count(screen)
    return tuple(_ask_seat(screen, seat) for seat in range(players))


def _ask_seat(screen: Screen, seat: int) -> str:
    labels = ["a person at this keyboard", *(f"the {bot} bot" for bot in BOTS), "a bot of your own"]
    usual = 0 if seat == 0 else 1 + BOTS.index(USUAL)
    chosen = screen.choose(f"Who plays seat {seat + 1}?", labels, default=usual)
    return (HUMAN, *BOTS)[chosen] if chosen <= len(BOTS) else _ask_bot(screen)


def _ask_bot(screen: Screen) -> str:
    """Where a bot of somebody's own is to be found; asked until there is one."""
    while True:
        typed = screen.read("Where is it, as in my_bot.py:MyBot? > ")
        try:
            return check_player(typed)
        except SmashUpError as error:
            screen.say(str(error), style="yellow")


def _ask_count(screen: Screen) -> int:
    fewest, most = PLAYERS[0], PLAYERS[-1]
    while True:
        typed = screen.read(f"How many play, {fewest} to {most}? [Enter: {fewest}] > ")
        if not typed:
            return fewest
        if typed.isdigit() and int(typed) in PLAYERS:
            return int(typed)
        screen.say(f"Smash Up is for {fewest} to {most} players.", style="yellow")


def ask_factions(screen: Screen, names: list[str]) -> list[list[str]] | str:
    """Which factions: at random, drafted, or named for each seat."""
    ways = ["at random", "draft: the players pick in turn", "choose them here for every seat"]
    way = screen.choose("Which factions?", ways, default=0)
    if way < 2:
        return ("random", "draft")[way]
    left = list(FACTIONS)
    return [[_take(screen, left, name, nth) for nth in ("first", "second")] for name in names]


def _take(screen: Screen, left: list[str], name: str, nth: str) -> str:
    return left.pop(screen.choose(f"{name}, {nth} faction?", left))
