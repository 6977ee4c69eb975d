"""`smashup play`: a game in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from smashup.commands.options import EditionOption, PackOption
from smashup.model.errors import BadSetup

if TYPE_CHECKING:
    from smashup.engine.game import Game
    from smashup.replay import Followed
    from smashup.terminal.screen import Screen

#: What `--seats` takes; the help page puts the names of the bots in.
SEATS = "Who sits where: `human`, a bot ({bots}), or your own (`my.py:Bot`)."
SEEDS = 1_000_000  # short enough to be told to a friend


class PlayCommand(TyperCommand):
    """Lets `--resume` stand without a file (the game that was left last), and lists the bots."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "--resume" in args:
            after = args.index("--resume") + 1
            if after == len(args) or args[after].startswith("-"):
                from smashup.terminal.saving import autosave_path

                args = [*args[:after], str(autosave_path()), *args[after:]]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from smashup.players import BOTS  # costs time that only this page has

        for option in self.params:
            if isinstance(option, TyperOption) and option.name == "seats":
                option.help = SEATS.format(bots=", ".join(f"`{bot}`" for bot in BOTS))
        super().format_help(ctx, formatter)


COMMAND_CLASS = PlayCommand


def play_command(
    factions: Annotated[
        str | None,
        typer.Option(
            help="Two for each seat, as in `Aliens,Robots/Ninjas,Zombies`.", metavar="LIST"
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help=SEATS, metavar="LIST"),
    ] = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="The players pick factions in turn.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed deals the same cards.", min=0)
    ] = None,
    edition: EditionOption = "oops",
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with a saved game; without FILE, with the one left last.", metavar="[FILE]"
        ),
    ] = None,
    packs: PackOption = None,
) -> None:
    """Play Smash Up in the terminal, against bots or several people at one keyboard.

    Without options you are asked a few questions; Enter takes the default each time.
    In the game, `?` explains everything.

    Examples:

    - `smashup play`
    - `smashup play --factions "Aliens,Robots/Ninjas,Zombies"`
    - `smashup play --seats human,human,greedy --draft --seed 7`
    - `smashup play --seats human,my_bot.py:MyBot`
    - `smashup play --resume`
    """
    from smashup.terminal.saving import resume as resumed
    from smashup.terminal.screen import Left, Screen

    screen = Screen()
    try:
        if resume is not None:
            if factions or seats or draft or seed is not None:
                raise BadSetup("--resume goes on with a game as it was: it takes no other options.")
            followed = resumed(resume)
            _tell_what_is_not_the_same(screen, followed, resume)
            _play(screen, followed.game, followed.replay.seats, story=False)
        else:
            game, sitting = _new(screen, factions, seats, draft, seed, edition)
            _play(screen, game, sitting, story=True)
    except Left:
        screen.say("No game was started.")


def _tell_what_is_not_the_same(screen: Screen, followed: Followed, path: Path) -> None:
    """A saved game may go on here from where it parts; its file still holds the whole of it."""
    from smashup.terminal.saving import autosave_path, whole_path

    if followed.notice:
        screen.say(followed.notice, style="yellow")
    if followed.parting is not None:
        whole = whole_path(followed) if path == autosave_path() else path
        screen.say(f"It goes on from there. The whole of it stays in {whole}.", style="yellow")


def _new(
    screen: Screen,
    factions: str | None,
    seats: str | None,
    draft: bool,
    seed: int | None,
    edition: str,
) -> tuple[Game, tuple[str, ...]]:
    """A new game from the options, or from questions if there are none that say what to play."""
    from smashup.engine.game import Game
    from smashup.terminal.newgame import ask_factions, ask_seats
    from smashup.terminal.seats import check_seats, seat_names

    chosen: list[list[str]] | str
    if factions is None and seats is None and not draft:
        sitting = ask_seats(screen)
        chosen = ask_factions(screen, seat_names(sitting))
    else:
        chosen = _factions(factions, draft)
        sitting = check_seats(_seats(seats, chosen))
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    game = Game.new(chosen, players=len(sitting), seed=seed, edition=edition)
    screen.say(
        f"Seed {seed}: `--seed {seed}` with the same seats and factions deals this game again."
    )
    return game, sitting


def _factions(factions: str | None, draft: bool) -> list[list[str]] | str:
    if factions in (None, "random", "draft"):
        return "draft" if draft else factions or "random"
    if draft:
        raise BadSetup("Factions are either given by --factions or drafted by --draft, not both.")
    return [[name.strip() for name in pair.split(",")] for pair in factions.split("/")]


def _seats(seats: str | None, chosen: list[list[str]] | str) -> list[str]:
    """Who sits where; one person against bots where it is not said."""
    if seats is not None:
        return seats.split(",")
    from smashup.terminal.newgame import USUAL
    from smashup.terminal.seats import HUMAN

    count = 2 if isinstance(chosen, str) else len(chosen)
    return [HUMAN, *[USUAL] * (count - 1)]


def _play(screen: Screen, game: Game, seats: tuple[str, ...], story: bool) -> None:
    from smashup.players import make_player
    from smashup.terminal.seats import HUMAN, check_seats
    from smashup.terminal.session import Session

    assert game.setup is not None
    sitting = check_seats(seats or [HUMAN] * game.setup.players)
    players = {
        seat: make_player(who, game.setup.seed + seat)
        for seat, who in zip(game.seats, sitting, strict=True)
        if who != HUMAN
    }
    session = Session(screen, game, sitting, players)
    if not story:
        session.skip_story()
    session.play()
