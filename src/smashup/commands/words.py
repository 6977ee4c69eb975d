"""`smashup words`: every sentence that players are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from smashup.commands.options import PackOption


def words_command(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of Python files to search; the game and its packs if none is named.",
            metavar="[FOLDER]",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One row for each sentence, as JSON.")
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            help="List what this language lacks or says with other values, such as `de`.",
            metavar="CODE",
        ),
    ] = None,
    packs: PackOption = None,
) -> None:
    """List the sentences that players are told: questions, options, the log, reasons.

    Each is the key by which another language finds its own. What stands in {braces} is filled in.

    Examples:

    - `smashup words`
    - `smashup words --json`
    - `smashup words --language de`
    """
    if language is not None:
        _tell_faults(language)
        return
    from smashup.packs import loaded
    from smashup.sentences import SOURCE, sentences

    outside = [pack.folder for pack in loaded() if not pack.folder.is_relative_to(SOURCE)]
    found = sentences(*(folders or (SOURCE, *outside)))
    if as_json:
        rows = [
            {"sentence": each.sentence, "values": each.values, "places": each.places}
            for each in found
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for each in found:
            typer.echo(each.sentence)


def _tell_faults(language: str) -> None:
    from smashup.languages import faults

    found = faults(language)
    for fault in found:
        typer.echo(fault)
    if found:
        raise typer.Exit(1)
    typer.echo(f"Nothing is missing in {language}.")
