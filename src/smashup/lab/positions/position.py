"""A position that is asked about: a table as scenarios lay it, and which answers are right there.

The files beside this one hold them, in the format of scenarios (docs/scenarios.md) with some fields
more: `why` in words, the answers that are `best` and those that are `foolish`, all as steps, and
what was found when they were `checked`. `foolish: others` means all that are not best; where single
answers are named, the rest counts as right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from smashup.engine.game import Game
from smashup.lab.arena import Rate
from smashup.model.decision import Decision, Option
from smashup.model.errors import SmashUpError
from smashup.scenarios.laying import lay_out
from smashup.scenarios.matching import ZONES, Matching
from smashup.scenarios.names import BadStep
from smashup.scenarios.reading import BadScenario, Scenario, documents, not_yaml, read_document
from smashup.scenarios.runner import Runner
from smashup.scenarios.running import play_through
from smashup.scenarios.steps import parse

FOLDER = Path(__file__).parent
NO_FILE = Path("position")  # of one that lies in no file
OTHERS = "others"
OWN_FIELDS = ("why", "best", "foolish", "checked")


#: The fields of a position, the file they stand in, and where there.
Source: TypeAlias = tuple[dict[str, Any], Path, int, int]


class BadPosition(SmashUpError):
    """A position that cannot be read; the message names file, line and what is wrong."""


@dataclass(frozen=True)
class Position:
    """One position. `checked`: how often each answer won, by its step."""

    scenario: Scenario
    why: str
    best: tuple[str, ...]
    foolish: tuple[str, ...]  # empty: all that are not best
    checked: Mapping[str, Rate]
    source: Source

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process goes what it was read from."""
        return position_of, self.source

    @property
    def name(self) -> str:
        """What it is called; no two are called alike."""
        return self.scenario.name

    @cached_property
    def start(self) -> Game:
        """The game at the question; take a copy to play on."""
        scenario = self.scenario
        runner = Runner(lay_out(scenario), scenario.seats)
        failures = play_through(scenario, runner)
        if failures or runner.game.decision is None:
            raise self._bad(failures[0] if failures else "nothing is asked")
        return runner.game

    @property
    def decision(self) -> Decision:
        """What is asked."""
        decision = self.start.decision
        assert decision is not None
        return decision

    def options_of(self, step: str) -> set[int]:
        """The indexes of the options that a step means.

        All copies of a card in one hand are meant, and whichever play pays for it.
        """
        decision, matching = self.decision, Matching(self.start, self.scenario.seats)
        try:
            said = parse(step, self.scenario.seats)
        except BadStep as error:
            raise self._bad(str(error)) from error
        found = matching.matching(decision, said, decision.options)
        if len(found) != 1:
            labels = "; ".join(matching.label(option) for option in decision.options)
            raise self._bad(f"{step!r} is not one of the answers: {labels}")
        meant = self._meaning(found[0])
        return {
            index for index, option in enumerate(decision.options) if self._meaning(option) == meant
        }

    @cached_property
    def right(self) -> frozenset[int]:
        """The indexes of all options that are right."""
        best = self._all_of(self.best)
        if not self.foolish:
            return best
        return frozenset(range(len(self.decision.options))) - self._all_of(self.foolish)

    def label(self, index: int) -> str:
        """An option in words."""
        return label_of(self.start, self.decision.options[index], self.scenario.seats)

    def _meaning(self, option: Option) -> tuple[object, ...]:
        """What an option does, whichever copy is taken and by whichever play it is paid."""
        s, card = self.start.columns, option.card
        thing: object = card
        if card >= 0 and s.zone[card] in ZONES.values():
            thing = (s.defn[card], s.zone[card], s.controller[card], s.owner[card])
        return (option.verb, thing, option.place, option.host, option.seat, option.word)

    def _all_of(self, steps: Sequence[str]) -> frozenset[int]:
        return frozenset(index for step in steps for index in self.options_of(step))

    def _bad(self, what: str) -> BadPosition:
        return BadPosition(f"{self.scenario.where} ({self.name}): {what}")


def read_positions(folder: Path = FOLDER) -> list[Position]:
    """All positions in the files of a folder, in the order of the files."""
    positions = [position for path in sorted(folder.glob("*.yaml")) for position in _read(path)]
    names = [position.name for position in positions]
    for name in names:
        if names.count(name) > 1:
            raise BadPosition(f"{folder}: there are several positions {name!r}.")
    return positions


def label_of(game: Game, option: Option, seats: Sequence[str]) -> str:
    """An option of a game in words, with these names for its seats."""
    return Matching(game, seats).label(option)


def _read(path: Path) -> Iterator[Position]:
    try:
        found = list(documents(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise BadPosition(not_yaml(path, error)) from error
    for number, (line, document) in enumerate(found, start=1):
        yield position_of(document, path, number, line)


def position_of(
    document: dict[str, Any], path: Path = NO_FILE, number: int = 1, line: int = 1
) -> Position:
    """The position with these fields, of a file or of none; `BadPosition` if it is none."""
    own = {name: document.get(name) for name in OWN_FIELDS}
    others = {name: value for name, value in document.items() if name not in own}
    scenario = read_document(path, number, line, others)
    if isinstance(scenario, BadScenario):
        raise BadPosition(str(scenario)) from scenario
    foolish = own["foolish"]
    lists_hold = isinstance(own["best"], list) and (isinstance(foolish, list) or foolish == OTHERS)
    if not own["why"] or not own["best"] or not foolish or not lists_hold:
        raise BadPosition(
            f"{scenario.where} ({scenario.name}): why (a sentence), best (a list of steps) and "
            f"foolish (a list of steps, or {OTHERS}) are needed."
        )
    return Position(
        scenario,
        " ".join(str(own["why"]).split()),
        tuple(map(str, own["best"])),
        () if foolish == OTHERS else tuple(map(str, foolish)),
        {step: Rate.of(*found) for step, found in (own["checked"] or {}).items()},
        (document, path, number, line),
    )
