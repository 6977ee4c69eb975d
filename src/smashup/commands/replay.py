"""`smashup replay`: check a saved game, and look at it move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from smashup.commands.options import PackOption
from smashup.model.errors import SmashUpError
from smashup.model.ids import Seat

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.replay import Followed, Replay


def replay_command(
    file: Annotated[Path, typer.Argument(help="A game saved by `smashup play`.", metavar="FILE")],
    step: Annotated[bool, typer.Option("--step", help="Go through it move by move.")] = False,
    at: Annotated[
        int | None,
        typer.Option(help="Show the table after this move; 0 is the start.", metavar="N"),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="Look with the eyes of this player, 1 to 4.", metavar="N")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The result, or with --at the table, as JSON.")
    ] = False,
    packs: PackOption = None,
) -> None:
    """Check that every move of a saved game is legal and leads to the saved position.

    A game saved by another version is played as far as it is the same here; where it parts, that
    is said with the reason, and the exit code is 2. Without `--seat` only what lies open is shown.
    In JSON seats are counted from 0, as in the library and on the wire.

    Examples:

    - `smashup replay smashup-7.json`
    - `smashup replay smashup-7.json --step`
    - `smashup replay smashup-7.json --at 40 --seat 1`
    """
    from smashup.replay import follow, load

    replay = load(file)
    viewer = _viewer(seat, replay.setup.players)
    if step:
        _Stepping(replay, viewer, at or 0).run()
    elif at is not None:
        followed = follow(replay, at)
        if followed.parting is not None:
            raise followed.parting
        _warn(followed)
        _show(followed.game, replay, viewer, as_json)
    else:
        _tell_result(file, follow(replay), as_json)


def _warn(followed: Followed) -> None:
    """What is shown may not be what was saved: that is said beside it, also beside JSON."""
    if followed.notice:
        typer.echo(followed.notice, err=True)


def _viewer(seat: int | None, players: int) -> Seat | None:
    if seat is None:
        return None
    if not 1 <= seat <= players:
        raise SmashUpError(f"There is no seat {seat} in this game of {players} players.")
    return Seat(seat - 1)


def _show(game: Game, replay: Replay, viewer: Seat | None, as_json: bool) -> None:
    from smashup.terminal.screen import Screen
    from smashup.terminal.seats import names_in
    from smashup.terminal.table import Picture

    observation = game.observe(viewer)
    if as_json:
        from smashup.view import plain

        typer.echo(json.dumps(plain(observation), ensure_ascii=False, indent=1))
        return
    screen = Screen()
    picture = Picture(observation, names_in(replay))
    screen.show(picture.table(screen.console.width, screen.wide))


def _tell_result(file: Path, followed: Followed, as_json: bool) -> None:
    """How the game went, as far as it is the same; raises why it goes no further."""
    game = followed.game
    result: dict[str, Any] = {
        "file": str(file),
        "moves": len(game.answers),
        "turns": game.turn_number,
        "over": game.over,
        "winners": game.winners,
        "vp": game.vp,
        "factions": game.factions,
        "digest": game.digest(),
        "saved_moves": len(followed.replay.answers),
        "proven": followed.proven,
        "parting": None if followed.parting is None else str(followed.parting),
    }
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        _tell_in_words(file, followed)
    if followed.parting is not None:
        raise followed.parting


def _tell_in_words(file: Path, followed: Followed) -> None:
    game = followed.game
    if followed.parting is None:
        typer.echo(f"{file}: all {followed.agreed} moves are legal, {game.turn_number} turns.")
        _warn(followed)
    else:
        moves = len(followed.replay.answers)
        typer.echo(f"{file}: the same game up to move {followed.agreed} of {moves}. There:")
    for number, (pair, vp) in enumerate(zip(game.factions, game.vp, strict=True), start=1):
        won = ", won" if number - 1 in game.winners else ""
        typer.echo(f"  Player {number} ({' and '.join(pair) or 'no factions yet'}): {vp} VP{won}")
    if followed.parting is None:
        typer.echo("The game is over." if game.over else "The game is not over yet.")


class _Stepping:
    """Goes through a game: Enter for the next move, b back, a number to jump there, q to leave."""

    def __init__(self, replay: Replay, viewer: Seat | None, move: int) -> None:
        from smashup.replay import follow
        from smashup.terminal.screen import Screen
        from smashup.terminal.seats import names_in

        self.replay = replay
        self.viewer = viewer
        self.names = names_in(replay)
        self.screen = Screen()
        followed = follow(replay, move)
        self.game = followed.game
        if followed.notice:
            self.screen.say(followed.notice, style="yellow")

    def run(self) -> None:
        from smashup.terminal.screen import Left

        _show(self.game, self.replay, self.viewer, as_json=False)
        moves = len(self.replay.answers)
        try:
            while True:
                now = len(self.game.answers)
                typed = self.screen.read(f"move {now} of {moves} (Enter next, b back, q quit) > ")
                self._go(typed.casefold(), now)
        except Left:
            return

    def _go(self, typed: str, now: int) -> None:
        from smashup.terminal.screen import Left

        if typed in ("q", "quit"):
            raise Left
        to = now - 1 if typed == "b" else int(typed) if typed.isdigit() else now + 1
        if not 0 <= to <= len(self.replay.answers):
            self.screen.say("The game has no more moves that way.", style="yellow")
        else:
            self._move_to(to, forward=to == now + 1)

    def _move_to(self, move: int, forward: bool) -> None:
        from smashup.chronicle import Chronicle
        from smashup.replay import follow

        told = len(self.game.log)
        followed = follow(self.replay, move)
        self.game = followed.game
        _show(self.game, self.replay, self.viewer, as_json=False)
        if followed.parting is not None:
            self.screen.say(followed.notice, style="yellow")
        elif forward:
            chronicle = Chronicle(self.game, self.viewer, self.names)
            for _, sentence in chronicle.highlights(told):
                self.screen.say(f"  • {sentence}")
