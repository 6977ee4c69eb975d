"""What a pack has to prove: its facts, its code, its colours, its scenarios (not yet its games)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from smashup.cards.registry import CARDS
from smashup.lab.coverage import Names, scenarios, unproved
from smashup.lab.dropped import find_dropped
from smashup.lab.misused import find_misused
from smashup.model.card import BASE
from smashup.model.errors import SmashUpError
from smashup.packs import BadPack, Pack
from smashup.packs.checking import where
from smashup.packs.facts import differences
from smashup.packs.finding import said
from smashup.packs.looks import hard_to_read, looks_file, read_looks
from smashup.scenarios import BadScenario, Scenario, find_files, read_file, try_out
from smashup.sentences import Unsayable, sentences

Look: TypeAlias = Callable[[Pack], Iterator[str]]  # gives all that is wrong there


class Proof(NamedTuple):
    """One thing that was looked at: how it is, in words, and all that is wrong with it."""

    told: str
    faults: list[str]


def prove(pack: Pack) -> Iterator[Proof]:
    """Looks at one thing after the other."""
    cards = len(pack.cards)
    count = sum(len(read_file(path)) for path in _scenario_files(pack))
    scenarios = f"{count} scenario{'s' if count != 1 else ''}"
    looks: tuple[tuple[Look, str, str], ...] = (
        (
            differences,
            f"the numbers of {cards} cards and bases agree with its facts",
            "numbers of the code and the facts differ",
        ),
        (_misused, "all that cards ask, the rules have", "cards ask what the rules do not have"),
        (_dropped, "no verb is called and dropped", "verbs are called and dropped"),
        (
            _unsayable,
            "every question is a sentence that can be translated",
            "questions cannot be translated",
        ),
        (_hard_to_read, "every colour can be read", "colours are hard to read"),
        (
            _failing,
            f"{scenarios} passed, read strictly",
            f"of {scenarios}, read strictly, not all passed",
        ),
        (
            _without_scenario,
            "every card and base has a scenario",
            "cards and bases are without a scenario",
        ),
    )
    for look, good, bad in looks:
        faults = _faults(look, pack)
        yield Proof(bad if faults else good, faults)


def _faults(look: Look, pack: Pack) -> list[str]:
    try:
        return list(look(pack))
    except BadPack as error:
        return list(error.reasons)


def _misused(pack: Pack) -> Iterator[str]:
    return find_misused(pack.folder)


def _dropped(pack: Pack) -> Iterator[str]:
    return map(str, find_dropped([pack.folder]))


def _unsayable(pack: Pack) -> Iterator[str]:
    try:
        sentences(pack.folder)
    except Unsayable as error:
        yield str(error)


def _hard_to_read(pack: Pack) -> Iterator[str]:
    file = looks_file(pack.folder)
    for name, look in read_looks(pack.folder).items():
        yield from (f"{file}, {name}: {reason}" for reason in hard_to_read(look))


def _failing(pack: Pack) -> Iterator[str]:
    files = _scenario_files(pack)
    if not files:
        yield f"{pack.scenarios}: there is no scenario"
    for path in files:
        for scenario in read_file(path):
            if isinstance(scenario, BadScenario):
                yield str(scenario)
                continue
            for failure in _failures(scenario):
                yield f"{scenario.where} {scenario.name}: {failure}"


def _scenario_files(pack: Pack) -> list[Path]:
    return find_files([pack.scenarios]) if pack.scenarios.is_dir() else []


def _failures(scenario: Scenario) -> list[str]:
    """Why a scenario does not pass; an error, whosever, is one reason."""
    try:
        return try_out(scenario, strict=True).failures
    except Exception as error:
        return [said(error)]


def _without_scenario(pack: Pack) -> Iterator[str]:
    try:
        proofs = list(scenarios(pack.scenarios, Names(CARDS))) if _scenario_files(pack) else []
    except SmashUpError as error:
        yield str(error)
        return
    for card in unproved(pack.cards, proofs):
        kind = "base" if card.type == BASE else "card"
        yield f"{where(pack, card.name)}: no scenario is about this {kind}"
