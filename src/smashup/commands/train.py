"""`smashup train`: teaches the judge of the bot `tuned` by games that bots play."""

from __future__ import annotations

import datetime
import json
import shutil
from pathlib import Path
from typing import Annotated

import typer

from smashup.commands.options import JobsOption, OnOption
from smashup.commands.tune import track_results
from smashup.model.errors import SmashUpError, nearest

LEAST_GAMES = 100  # fewer teach nothing
STILL_TO_DO = (
    "Its chances are made true by the numbers found for the judge before it. "
    "Where bots read it, find its own: smashup calibrate --fit"
)


def train_command(
    folder: Annotated[
        Path, typer.Argument(help="Where lessons, net and trial are kept; made if need be.")
    ],
    teacher: Annotated[
        str, typer.Option(help="Who plays the lessons: thumb (rules of thumb) or planner.")
    ] = "thumb",
    games: Annotated[int, typer.Option(help="Games that the teacher plays.")] = 4000,
    seats: Annotated[
        str, typer.Option(help="How many sit down, by turns.", metavar="N,N,…")
    ] = "2,2,3,2,2,4",
    trial: Annotated[
        int,
        typer.Option(help="Games of the new judge against the old, one play ahead, seats swapped."),
    ] = 400,
    trial_as_tuned: Annotated[
        int, typer.Option(help="Games of the new judge against the old as `tuned` plays.")
    ] = 100,
    net: Annotated[
        Path | None,
        typer.Option(help="The net of the planner as teacher; else the present.", metavar="FILE"),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="The net that is the old judge; else the present.", metavar="FILE"),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed finds the same net.", min=0)] = 1,
    jobs: JobsOption = 0,
    on: OnOption = "",
    out: Annotated[
        Path | None,
        typer.Option(help="Where to write the net; else the file that bots read.", metavar="FILE"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write also a net that is no better.")
    ] = False,
) -> None:
    """Teach the judge of `tuned` by games of self-play.

    Makes lessons, teaches a new net, and lets it play against the present judge; it is written
    only if it wins more than luck explains one play ahead, and no less than half as `tuned`. All
    is kept in the folder: the same command goes on where it was broken off, and with more games
    only the missing ones are played. All lessons in the folder are learned from, also those of
    other teachers. For another round give the net that was found as that of the teacher. Games are
    the same wherever they are played; the net is taught on this machine.

    Examples:

    - `smashup train lessons --games 4000 --trial 400`
    - `smashup train lessons --teacher planner --games 8000 --seed 2 --out new.npz`
    - `smashup train lessons --teacher planner --net new.npz --games 8000 --seed 3`
    - `smashup train lessons --teacher planner --games 8000 --on ray:192.0.2.7:6379`
    """
    from smashup.lab.learning import Student
    from smashup.lab.lessons import BATCH, TEACHERS, Course, all_in, lessons_in, read
    from smashup.lab.parallel import all_cores
    from smashup.lab.training import (
        ROUNDS_ON_RESULTS,
        ROUNDS_ON_TARGETS,
        Trial,
        figures,
        is_better,
        net_file,
        shares_of,
    )
    from smashup.lab.ways import way_on
    from smashup.players.judge import NET_FILE, Net, present
    from smashup.players.judge.net import numpy_is_there

    if not numpy_is_there():
        raise SmashUpError("Training needs numpy: pip install 'smashup[train]'.")
    if teacher not in TEACHERS:
        raise SmashUpError(f"There is no teacher {teacher!r}. {nearest(teacher, list(TEACHERS))}")
    if games < LEAST_GAMES or min(trial, trial_as_tuned) < 2:
        raise SmashUpError(f"At least {LEAST_GAMES} games and trials of 2 are needed.")
    # What cannot be read is said before an hour of games.
    of_teacher, old = (Net.read(file) if file else None for file in (net, against))
    path = out or NET_FILE
    if path.is_dir() or not path.parent.is_dir():
        raise SmashUpError(f"{path} cannot be written: give a file in a folder that exists.")
    folder.mkdir(parents=True, exist_ok=True)
    course = Course(teacher, tables(seats), seed, of_teacher)
    way, _ = way_on(on, jobs)
    for _ in track_results(lessons_in(folder, course, games, way), -(-games // BATCH), "Lessons"):
        pass
    lessons = read(all_in(folder), jobs or all_cores())
    student = Student(lessons, seed)
    rounds = ROUNDS_ON_RESULTS + ROUNDS_ON_TARGETS
    learned = student.learn(ROUNDS_ON_RESULTS, ROUNDS_ON_TARGETS)
    progress = list(track_results(learned, rounds + 1, "Learning"))
    found_net = student.net(present().calibration)
    new = net_file(folder, found_net)
    found_net.write(new)
    won = {
        effort: list(
            track_results(
                shares_of(folder, Trial(found_net, old, effort, seed), count, way),
                count,
                f"As {effort}",
            )
        )
        for effort, count in (("quick", trial), ("tuned", trial_as_tuned))
    }
    better = is_better(won["quick"], won["tuned"])
    positions = sum(map(len, lessons.values()))
    command = (
        f"smashup train {folder.name} --teacher {teacher} --games {games} --seats {seats} "
        f"--trial {trial} --trial-as-tuned {trial_as_tuned} --seed {seed}"
        + (f" --net {net.name}" if net else "")
        + (f" --against {against.name}" if against else "")
    )
    found = figures(command, datetime.date.today().isoformat(), positions, progress, won)
    typer.echo(json.dumps(found, indent=1))
    if better or force:
        shutil.copyfile(new, path)
        path.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        typer.echo(f"Written to {path}." + ("" if better else " It is no better."))
        typer.echo(STILL_TO_DO)
    else:
        typer.echo("Not written: no better than the old judge. Write anyway: --force.")


def tables(seats: str) -> tuple[int, ...]:
    """The numbers of seats in a list with commas; `SmashUpError` if nobody plays so."""
    from smashup.engine.setup import PLAYERS

    tables = tuple(int(number) if number.isdecimal() else 0 for number in seats.split(","))
    if not all(number in PLAYERS for number in tables):
        raise SmashUpError(f"--seats {seats}: write numbers from 2 to 4, as in 2,3,4.")
    return tables
