"""Runs all scenarios against the package that is found first, and stops at the first failure.

    PYTHONPATH=FOLDER python scripts/mutating/trial.py SCENARIOS TESTS FACTION

SCENARIOS is a file that `keep` has written, TESTS the folder of the tests. Prints one line:
`stillborn` and why if the package cannot even be imported, `killed` and the scenario that failed,
or `lived`. Scenarios that name a card of FACTION come first.
"""

from __future__ import annotations

import importlib
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import IO, Any

MOST_SECONDS = 10.0  # of work for one scenario; they take milliseconds
MOST_MEMORY = 4 * 2**30


class _Keeper(pickle.Pickler):
    """Writes scenarios down with the names of cards in the place of the cards."""

    def persistent_id(self, thing: object) -> str | None:
        from smashup.model.card import Card

        return f"{thing.faction}/{thing.name}" if isinstance(thing, Card) else None


class _Finder(pickle.Unpickler):
    """Reads them with the cards of the package that is there now."""

    def persistent_load(self, name: str) -> object:
        from smashup.cards import find_card

        return find_card(name)


def keep(file: IO[bytes], place: Path) -> int:
    """Reads scenarios of a folder or file and writes them down: that is quicker to read again."""
    from smashup.scenarios import find_files, read_file

    scenarios = {path: read_file(path) for path in find_files([place])}
    _Keeper(file).dump(scenarios)
    return sum(map(len, scenarios.values()))


def main(kept: str, tests: str, faction: str) -> str:
    try:
        check, scenarios = _load(Path(kept), Path(tests))
    except Exception as error:
        return f"stillborn {type(error).__name__}: {error}"
    for scenario in sorted(scenarios, key=lambda s: not _concerns(s, faction)):
        try:
            check(scenario)
        except Exception as error:
            return f"killed {scenario.file.name}: {scenario.name} ({type(error).__name__})"
    return "lived"


def _load(kept: Path, tests: Path) -> tuple[Callable[[Any], None], list[Any]]:
    """How tests/test_scenarios.py judges a scenario, and the scenarios, without reading them."""
    import smashup.scenarios

    with kept.open("rb") as file:
        by_path = _Finder(file).load()
    smashup.scenarios.read_file = lambda path: by_path.get(path, [])
    sys.path.insert(0, str(tests))
    judge = importlib.import_module("test_scenarios").test_scenario
    return _within_time(judge), [one for many in by_path.values() for one in many]


def _within_time(judge: Callable[[Any], None]) -> Callable[[Any], None]:
    def check(scenario: Any) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
        judge(scenario)

    signal.signal(signal.SIGVTALRM, _give_up)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    return check


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"takes more than {MOST_SECONDS:.0f} seconds")


def _concerns(scenario: Any, faction: str) -> bool:
    return any(card.faction == faction for card in _cards(scenario))


def _cards(scenario: Any) -> Iterator[Any]:
    for player in scenario.players.values():
        yield from (*player.hand, *player.deck, *player.discard)
    for laid in scenario.bases:
        yield laid.base
        for one in (*laid.minions, *laid.actions, *laid.buried):
            yield one.card
            yield from (action.card for action in one.actions)


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
