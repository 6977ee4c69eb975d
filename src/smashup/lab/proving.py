"""What a pack has to prove: its facts, its code, its colours, its scenarios (not yet its games)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from smashup.cards.registry import CARDS
from smashup.lab.coverage import Names, scenarios, unproved
from smashup.lab.dropped import find_dropped
from smashup.model.card import BASE
from smashup.model.errors import SmashUpError
from smashup.packs import BadPack, Pack
from smashup.packs.checking import where
from smashup.packs.facts import differences
from smashup.packs.finding import what_failed
from smashup.packs.looks import hard_to_read, looks_file, read_looks
from smashup.scenarios import BadScenario, Scenario, find_files, read_file, run
from smashup.sentences import Unsayable, sentences


class Proof(NamedTuple):
    """One thing that was looked at: what is told if all is well, and all that is not."""

    told: str
    faults: list[str]


def prove(pack: Pack) -> Iterator[Proof]:
    """Looks at one thing after the other."""
    cards = len(pack.cards)
    yield _proof(f"the numbers of {cards} cards and bases agree with its facts", differences, pack)
    yield _proof("no verb is called and dropped", _dropped, pack)
    yield _proof("every question is a sentence that can be translated", _unsayable, pack)
    yield _proof("every colour can be read", _hard_to_read, pack)
    count = sum(len(read_file(path)) for path in find_files([pack.scenarios]))
    yield _proof(f"{count} scenarios pass, read strictly", _failing, pack)
    yield _proof("every card and base has a scenario", _without_scenario, pack)


def _proof(told: str, look: Callable[[Pack], Iterator[str]], pack: Pack) -> Proof:
    try:
        return Proof(told, list(look(pack)))
    except BadPack as error:
        return Proof(told, list(error.reasons))


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
    files = find_files([pack.scenarios])
    if not files:
        yield f"{pack.scenarios}: there is no scenario"
    for path in files:
        for scenario in read_file(path):
            if isinstance(scenario, BadScenario):
                yield str(scenario)
                continue
            for failure in _failures(pack, scenario):
                yield f"{path}:{scenario.number} {scenario.name}: {failure}"


def _failures(pack: Pack, scenario: Scenario) -> list[str]:
    """Why a scenario does not pass; an error of the pack's own code is one reason."""
    try:
        return run(scenario, strict=True).failures
    except Exception as error:
        return [what_failed(error, pack.folder)]


def _without_scenario(pack: Pack) -> Iterator[str]:
    try:
        proofs = list(scenarios(pack.scenarios, Names(CARDS)))
    except SmashUpError as error:
        yield str(error)
        return
    for card in unproved(pack.cards, proofs):
        kind = "base" if card.type == BASE else "card"
        yield f"{where(pack, card.name)}: no scenario is about this {kind}"
