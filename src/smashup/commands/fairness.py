"""`smashup fairness`: check that nobody chose the deal of a game among strangers."""

from __future__ import annotations

from typing import Annotated

import typer

from smashup.model.errors import SmashUpError

NONE = "-"  # in place of a seat's number


def fairness_command(
    secret: Annotated[
        str, typer.Argument(help="The server's, shown when the game is over.", metavar="SECRET")
    ],
    numbers: Annotated[
        list[str],
        typer.Argument(help=f"Of each seat in order; {NONE} where it gave none.", metavar="NUMBER"),
    ],
    commitment: Annotated[
        str | None,
        typer.Option(help="The hash that was shown before the game.", metavar="HASH"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed the game was played by.", metavar="N")
    ] = None,
) -> None:
    """Make the seed of a deal again from what is shown at the end of a game.

    The hash of the secret must be the one that was shown before anybody gave a number, your own
    number must be among them, and the seed must be the one the game was played by. Exits 1 if
    `--commitment` or `--seed` is given and does not fit.

    Examples:

    - `smashup fairness 9f3c… 5 11 -`
    - `smashup fairness 9f3c… 5 11 - --commitment 1be0… --seed 4210550830474466`
    """
    from smashup import fairness

    found = fairness.commitment(secret), fairness.fair_seed(secret, [_number(n) for n in numbers])
    fits = [
        _tell("hash of the secret", found[0], commitment),
        _tell("seed", str(found[1]), None if seed is None else str(seed)),
    ]
    if not all(fits):
        raise typer.Exit(1)


def _number(text: str) -> int | None:
    if text == NONE:
        return None
    if not text.isdecimal():
        raise SmashUpError(f"{text!r} is no number. Give each seat's number, {NONE} for none.")
    return int(text)


def _tell(what: str, found: str, expected: str | None) -> bool:
    """Prints a value and whether it is the expected one; True unless it is not."""
    if expected is None:
        typer.echo(f"{what}: {found}")
        return True
    fits = expected.strip().lower() == found
    typer.echo(f"{what}: {found}, {'as it should be' if fits else f'but {expected} was told'}")
    return fits
