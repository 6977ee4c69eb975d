"""The command `smashup`. Each subcommand is a module in `commands`, imported when it is used."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from smashup.compiled import ENGINE
from smashup.model.errors import SmashUpError, nearest

#: In the order of the help page; `play` lives in `commands/play.py` as `play_command`, and one that
#: has commands of its own there as `app`.
COMMANDS = (
    "play",
    "serve",
    "games",
    "backup",
    "restore",
    "replay",
    "fairness",
    "cards",
    "words",
    "check",
    "new-faction",
    "pack",
    "simulate",
    "arena",
    "lab",
    "tune",
    "train",
    "calibrate",
    "bench",
)
BAD_INPUT = 2


class Commands(TyperGroup):
    """Finds commands by name, and says in one place what the caller did wrong."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"smashup.commands.{_module(name)}")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            known = nearest(cmd_name, self.list_commands(ctx))
            raise SmashUpError(f"There is no command {cmd_name!r}. {known}")
        module = import_module(f"smashup.commands.{_module(cmd_name)}")
        if hasattr(module, "app"):
            return get_command(module.app)
        single = typer.Typer(rich_markup_mode="markdown", add_completion=False)
        single.command(cmd_name, cls=getattr(module, "COMMAND_CLASS", None))(
            getattr(module, f"{_module(cmd_name)}_command")
        )
        return get_command(single)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except SmashUpError as error:
            typer.echo(f"smashup: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from error


def _module(command: str) -> str:
    return command.replace("-", "_")


app = typer.Typer(
    cls=Commands, no_args_is_help=True, add_completion=False, rich_markup_mode="markdown"
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from smashup.replay import package_version

        typer.echo(f"smashup {package_version()} ({ENGINE.kind} engine)")
        raise typer.Exit


@app.callback()
def smashup(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Smash Up: play it, look its cards up, replay games, prove rules.

    Start with `smashup play`.
    """
    if ENGINE.note and context.invoked_subcommand != "serve":  # which says it in its log
        typer.echo(f"smashup: {ENGINE.note}", err=True)


def main() -> None:
    """The entry point of the command."""
    app(prog_name="smashup")
