"""`smashup check`: runs scenario files and prints how they went."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from smashup.packs.blaming import fault_of
from smashup.patience import Endless, Patience
from smashup.scenarios.reading import BadScenario, Scenario, read_file, read_text
from smashup.scenarios.rewriting import Rewriting
from smashup.scenarios.running import Result, Tell, run
from smashup.scenarios.spelling import CannotSpell, spell_out, with_steps
from smashup.scenarios.steps import in_words


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The scenario files that paths name: files as they are, folders with all below them."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        else:
            files.append(path)
    return files


def check(paths: list[Path], trace: bool = False, strict: bool = False) -> int:
    """Runs scenarios and prints a line each; the exit code: 0 passed, 1 failed, 2 unreadable."""
    passed = failed = unreadable = 0
    files = find_files(paths)
    if not files:
        return _nothing_there()
    for path in files:
        for scenario in read_file(path):
            if isinstance(scenario, BadScenario):
                unreadable += 1
                _complain(scenario)
                continue
            result = try_out(scenario, _print_event if trace else None, strict)
            passed, failed = passed + result.passed, failed + (not result.passed)
            _print_result(result)
    print(
        f"{passed} passed, {failed} failed" + (f", {unreadable} unreadable" if unreadable else "")
    )
    if unreadable:
        return 2
    return 1 if failed else 0


def try_out(scenario: Scenario, tell: Tell | None = None, strict: bool = False) -> Result:
    """Runs a scenario whatever its cards do: an error of theirs is a failure, and so is an ability
    that does not end."""
    try:
        with Patience():
            return run(scenario, tell, strict)
    except Exception as error:
        fault = fault_of(error)
        if fault is None and not isinstance(error, Endless):
            raise  # of ours, not of a card
        return Result(scenario, [str(fault or error)])


def spell_out_files(paths: list[Path]) -> int:
    """Rewrites scenario files so that they pass strictly, and prints which documents changed.

    Documents that pass strictly stay byte for byte as they are; so do those that do not pass at
    all or cannot be spelled out, which are named. The exit code: 0 all pass strictly now, 1 some
    were refused, 2 a file could not be read (it is left alone).
    """
    files = find_files(paths)
    if not files:
        return _nothing_there()
    codes: list[int] = []
    for path in files:
        scenarios = read_file(path)
        bad = [scenario for scenario in scenarios if isinstance(scenario, BadScenario)]
        for error in bad:
            _complain(error)
        good = [scenario for scenario in scenarios if isinstance(scenario, Scenario)]
        codes.append(2 if bad else _spell_out_file(path, good))
    return max(codes)


def _spell_out_file(path: Path, scenarios: list[Scenario]) -> int:
    rewriting = Rewriting(path.read_bytes().decode("utf-8"))
    spelled: dict[int, Scenario] = {}
    refused = 0
    for scenario in scenarios:
        if run(scenario, strict=True).passed:
            continue
        where = f"{scenario.where} {scenario.name}"
        try:
            steps = spell_out(scenario)
            rewriting.spell_out(scenario.number, steps)
        except CannotSpell as reason:
            refused += 1
            print(f"refused     {where}\n            {reason}")
        else:
            spelled[scenario.number] = with_steps(scenario, steps)
            print(f"spelled out {where}")
    if spelled:
        text = rewriting.result()
        _check_text(path, text, [spelled.get(s.number, s) for s in scenarios])
        path.write_bytes(text.encode("utf-8"))
    alone = len(scenarios) - len(spelled) - refused
    print(f"{path}: {len(spelled)} spelled out, {alone} left alone, {refused} refused")
    return 1 if refused else 0


def _check_text(path: Path, text: str, meant: list[Scenario]) -> None:
    """Raises an error, before anything is written, if a text does not read as it is meant."""
    for one, read in zip_longest(meant, read_text(path, text)):
        if not isinstance(read, Scenario) or _in_words(read) != _in_words(one):
            where = f"{one.where} ({one.name})" if one is not None else f"{path}: its end"
            raise BadScenario(f"{where}: its steps cannot be rewritten as they are laid out")


def _in_words(scenario: Scenario) -> Scenario:
    """The scenario with all answers in words, wherever and whichever way they were written."""
    steps = [(seat, a if seat == "expect" else in_words(a)) for seat, a in scenario.steps]
    return replace(scenario, line=0, steps=steps)


def _nothing_there() -> int:
    print("ERROR there is no scenario file (.yaml or .yml) to check", file=sys.stderr)
    return 2


def _complain(error: BadScenario) -> None:
    print(f"ERROR {error}", file=sys.stderr)


def _print_result(result: Result) -> None:
    scenario = result.scenario
    print(f"{'ok  ' if result.passed else 'FAIL'} {scenario.where} {scenario.name}")
    for failure in result.failures:
        print(f"       {failure}")


def _print_event(sentence: str) -> None:
    print(f"     . {sentence}")
