"""Makes small changes to the engine and the cards, one at a time, and prints those nobody notices.

    python scripts/mutants.py --sample 100 --seed 1         100 changes to each of the two
    python scripts/mutants.py --cards --sample 20 --list    what would be tried
    python scripts/mutants.py --only 0123456789             one of them again, by its key
    python scripts/mutants.py --only plays.py:263           all at one place

Each change is made in a copy of the package and run against all scenarios, in the way of
tests/test_scenarios.py, and then against the quick tests. The package as it is must pass them
first, else nothing is tried. Which changes are drawn follows from the seed and from the changed
lines themselves, so most of a sample stays the same while the code around it changes. Changes that
do nothing are left out: docs/mutants.md lists them with the reason.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from mutating.changes import Change, changes_of
from mutating.trying import KILLED, LIVED, PACKAGE, ROOT, STILLBORN, Outcome, Trials
from smashup.lab.parallel import all_cores

DOCUMENT = ROOT / "docs" / "mutants.md"
PARTS = {"engine": ("engine", "model"), "cards": ("cards",)}
#: Words for people, and lists of names.
LEFT_ALONE = {"words.py", "errors.py", "registry.py", "__init__.py"}


def main() -> int:
    """0; 1 if fewer than `--at-least` percent of some part were noticed, 2 if nothing was tried."""
    options = _arguments()
    console = Console(highlight=False, soft_wrap=True)
    parts = [part for part in PARTS if getattr(options, part)] or list(PARTS)
    shares: list[float] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trials = None if options.list else Trials(Path(folder) / "scenarios")
        if trials is not None and (failing := trials.unchanged()):
            console.print(f"Without any change this fails already: {failing}", markup=False)
            console.print("Every change would count as noticed. Mend that first.")
            return 2
        for part in parts:
            drawn = _drawn(part, options, console)
            if trials is None:
                _list(console, drawn, options.sample)
            else:
                outcomes = _try_all(trials, drawn, options.sample, options.jobs, console)
                shares.append(_report(console, part, outcomes, trials.scenarios))
    if options.at_least is not None and min(shares, default=100.0) < options.at_least:
        console.print(f"Fewer than {options.at_least} % were noticed.")
        return 1
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sample", type=int, default=100, help="how many of each part (100)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--engine", action="store_true", help="only engine and model")
    parser.add_argument("--cards", action="store_true", help="only the cards")
    parser.add_argument("--only", metavar="KEY OR PLACE", default="", help="only these, but all")
    parser.add_argument("--jobs", type=int, default=all_cores(), help="how many at a time")
    parser.add_argument("--list", action="store_true", help="print them, try nothing")
    parser.add_argument("--at-least", type=float, metavar="PERCENT", help="else the exit code is 1")
    return parser.parse_args()


def _drawn(part: str, options: argparse.Namespace, console: Console) -> list[Change]:
    """All changes of a part in the order in which they are drawn, without those of the document."""
    known = set(re.findall(r"^- `([0-9a-f]{10})`", DOCUMENT.read_text(), re.MULTILINE))
    every = [change for file in _files(part) for change in changes_of(file, _name(file))]
    if options.only:
        wanted = re.compile(rf"{re.escape(options.only)}\b")
        return [change for change in every if wanted.search(_heading(change))]
    counted = [change for change in every if change.key not in known]
    left_out = len(every) - len(counted)
    console.print(f"{part}: {len(every)} changes; {left_out} of them do nothing and are left out.")
    return sorted(
        counted, key=lambda c: hashlib.sha256(f"{options.seed} {c.key}".encode()).digest()
    )


def _files(part: str) -> Iterator[Path]:
    for folder in PARTS[part]:
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            if file.name not in LEFT_ALONE:
                yield file


def _name(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def _try_all(
    trials: Trials, drawn: Sequence[Change], sample: int, jobs: int, console: Console
) -> list[Outcome]:
    """Tries changes until so many were judged, and prints those that live.

    Those that cannot be imported do not count.
    """
    outcomes: list[Outcome] = []
    left = list(drawn)
    bar = Progress(console=console, transient=True)
    with ThreadPoolExecutor(jobs) as pool, bar:
        task = bar.add_task("Trying", total=min(sample, len(left)))
        while left and len(outcomes) < sample:
            batch, left = left[: sample - len(outcomes)], left[sample - len(outcomes) :]
            for outcome in pool.map(trials, batch):
                if outcome.verdict == STILLBORN:
                    continue
                outcomes.append(outcome)
                bar.advance(task)
                if outcome.verdict == LIVED:
                    console.print("\n".join(_shown(outcome.change)), markup=False)
    return outcomes


def _report(console: Console, part: str, outcomes: Sequence[Outcome], scenarios: int) -> float:
    """Prints how many were noticed, and gives their share in percent."""
    killed = [outcome for outcome in outcomes if outcome.verdict == KILLED]
    by_scenarios = sum(".py" not in outcome.by for outcome in killed)
    share = 100 * len(killed) / len(outcomes) if outcomes else 100.0
    console.print(
        f"{part}: {len(killed)} of {len(outcomes)} changes were noticed ({share:.0f} %), "
        f"{by_scenarios} by the {scenarios} scenarios, the others by the quick tests."
    )
    return share


def _list(console: Console, drawn: Sequence[Change], sample: int) -> None:
    for change in drawn[:sample]:
        console.print("\n".join(_shown(change)), markup=False)


def _shown(change: Change) -> list[str]:
    """A change as a diff, with its place and its key."""
    before = change.path.read_bytes()
    old, new = (text.decode().splitlines() for text in (before, change.apply(before)))
    diff = list(difflib.unified_diff(old, new, n=1, lineterm=""))[3:]
    return [_heading(change), *(f"    {line}" for line in diff), ""]


def _heading(change: Change) -> str:
    return f"{change.key}  src/smashup/{_name(change.path)}:{change.line}  {change.function}"


if __name__ == "__main__":
    sys.exit(main())
