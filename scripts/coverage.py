"""Which rule, card and base is proved by which scenario or test: writes docs/coverage.md.

    python scripts/coverage.py            write the table
    python scripts/coverage.py --check    write nothing; exit 1 if it is out of date or has a gap

A scenario counts for the ids in its `rules` and the cards in its `cards`; without `cards`, for
those that its name mentions. It counts only once every card it lays out is in the package, since
until then it cannot run. A Python test counts for the ids in its `@pytest.mark.rules(…)`.
"""

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

import yaml

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules.md"
TABLE = ROOT / "docs" / "coverage.md"
TESTS = ROOT / "tests"
SCENARIOS = TESTS / "scenarios"

# Rule ids, or the first part of several, that nothing can prove yet, and why.
# An entry whose ids are all proved is reported, so that none outlives its reason.
NOT_YET: dict[str, str] = {}

EXAMPLES = 3  # how many names a table row shows before it only counts
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is many times faster


# --- What has to be proved --------------------------------------------------------------------


class Printed(Protocol):
    """What this script reads of a card or base definition."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def set(self) -> str: ...


@dataclass(frozen=True)
class Item:
    """A card or base as a row of the table."""

    label: str  # the name, or Faction/Name where two share it
    full: str  # always Faction/Name
    kind: str
    faction: str
    set: str


def items(cards: Iterable[Printed], bases: Iterable[Printed]) -> list[Item]:
    """All cards and bases, in the order the package lists them."""
    printed = [("card", card) for card in cards] + [("base", base) for base in bases]
    uses = Counter(one.name for _, one in printed)
    return [
        Item(
            label=one.name if uses[one.name] == 1 else f"{one.faction}/{one.name}",
            full=f"{one.faction}/{one.name}",
            kind=kind,
            faction=one.faction,
            set=one.set,
        )
        for kind, one in printed
    ]


def rule_ids(text: str) -> list[str]:
    """The ids of docs/rules.md, in its order; each begins a paragraph in bold (`**TURN-5**`)."""
    return re.findall(r"^\*\*([A-Z]+(?:-\w+)+)\*\*", text, re.MULTILINE)


def excuse(rule: str) -> str | None:
    """The entry of NOT_YET that covers this rule id, if one does."""
    return next((key for key in NOT_YET if rule == key or rule.startswith(f"{key}-")), None)


# --- What proves it ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """A scenario or a Python test, and what it says it is about."""

    name: str
    rules: tuple[str, ...]
    cards: tuple[str, ...] = ()  # labels of items
    runs: bool = True  # False: waits for cards that are not in the package


class Names:
    """Finds items by the ways a scenario may write them."""

    def __init__(self, known: Sequence[Item]) -> None:
        self._labels = {item.full: item.label for item in known}
        self._labels |= {item.label: item.label for item in known}
        longest_first = sorted(map(re.escape, self._labels), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)")

    def pick(self, names: Iterable[str]) -> tuple[str, ...]:
        """The labels of those names that are known."""
        return tuple(dict.fromkeys(self._labels[name] for name in names if name in self._labels))

    def mentioned(self, text: str) -> tuple[str, ...]:
        """The labels of all items that the text mentions; the longest name wins."""
        return self.pick(self._pattern.findall(text))

    def known(self, name: str) -> bool:
        """Whether a card laid out as `Card` or `Card/SEAT` is in the package."""
        return name in self._labels or name.rpartition("/")[0] in self._labels


def laid_out(part: object) -> Iterator[str]:
    """Every card and base name in the table set-up of a scenario, as written there."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from laid_out(one)
    elif isinstance(part, dict):
        for key, one in part.items():
            if key not in ("by", "owner"):  # these hold a seat
                yield from laid_out(one)


def scenario(document: dict[str, Any], names: Names) -> Proof:
    """What one scenario document proves."""
    name = str(document.get("name", "(no name)"))
    about = document.get("cards")
    setup = [document.get(key) for key in ("players", "bases", "base_deck", "base_discard")]
    return Proof(
        name=name,
        rules=tuple(document.get("rules") or ()),
        cards=names.mentioned(name) if about is None else names.pick(about),
        runs=all(names.known(card) for card in laid_out(setup)),
    )


def scenarios(folder: Path, names: Names) -> Iterator[Proof]:
    """All scenarios below a folder, by path and then in file order."""
    for path in sorted(folder.rglob("*.yaml")):
        try:
            documents = list(yaml.load_all(path.read_text("utf-8"), LOADER))
        except yaml.YAMLError as error:
            sys.exit(f"{path}: {error}")
        for number, document in enumerate(documents, 1):
            if isinstance(document, dict):
                yield scenario(document, names)
            elif document is not None:  # None: only comments
                sys.exit(f"{path}, document {number}: not a mapping; try `smashup check`")


def marked_rules(node: ast.AST) -> Iterator[str]:
    """The ids in the `@pytest.mark.rules(…)` decorators of a test function or class."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
            yield from (ast.literal_eval(argument) for argument in mark.args)


def python_tests(folder: Path) -> Iterator[Proof]:
    """All marked Python tests below a folder, read without importing them."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            if rules := tuple(marked_rules(node)):
                place = path.relative_to(ROOT).as_posix()
                yield Proof(f"{place}::{getattr(node, 'name', '')}", rules)


# --- Both together ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Coverage:
    """Everything the table shows."""

    rules: list[str]
    items: list[Item]
    scenarios: list[Proof]  # those that can run
    waiting: int  # how many cannot yet
    tests: list[Proof]

    def scenarios_for_rule(self, rule: str) -> list[str]:
        """Names of the scenarios about a rule."""
        return [one.name for one in self.scenarios if rule in one.rules]

    def tests_for_rule(self, rule: str) -> list[str]:
        """Names of the Python tests about a rule."""
        return [one.name for one in self.tests if rule in one.rules]

    def scenarios_for_item(self, item: Item) -> list[str]:
        """Names of the scenarios about a card or base."""
        return [one.name for one in self.scenarios if item.label in one.cards]

    def proved(self, rule: str) -> bool:
        """Whether anything is about this rule."""
        return bool(self.scenarios_for_rule(rule) or self.tests_for_rule(rule))


def measure() -> Coverage:
    """Read the rules, the package, the scenarios and the tests."""
    from smashup.cards import PRINTED  # here, so that --help works without it

    if not RULES.exists():
        sys.exit(f"{RULES} is missing: the rule ids are read from it")
    printed = [faction for pack in PRINTED for faction in pack.factions]
    known = items(
        [card for faction in printed for card in faction.cards],
        [base for faction in printed for base in faction.bases],
    )
    found = list(scenarios(SCENARIOS, Names(known)))
    running = [one for one in found if one.runs]
    return Coverage(
        rules=rule_ids(RULES.read_text("utf-8")),
        items=known,
        scenarios=running,
        waiting=len(found) - len(running),
        tests=list(python_tests(TESTS)),
    )


def gaps(coverage: Coverage) -> Iterator[str]:
    """Everything that is not as it should be, a sentence each."""
    for rule in coverage.rules:
        if not coverage.proved(rule) and excuse(rule) is None:
            yield f"rule {rule} has no scenario and no test"
    for item in coverage.items:
        if not coverage.scenarios_for_item(item):
            yield f"{item.kind} {item.label} ({item.faction}) has no scenario"
    for proof in [*coverage.scenarios, *coverage.tests]:
        for rule in sorted(set(proof.rules).difference(coverage.rules)):
            yield f"{proof.name!r} names the rule {rule}, which docs/rules.md does not have"
    for key in NOT_YET:
        excused = [rule for rule in coverage.rules if excuse(rule) == key]
        if excused and all(map(coverage.proved, excused)):
            yield f"NOT_YET excuses {key}, but all of it is proved: take it out"


# --- The page ---------------------------------------------------------------------------------


def row(*cells: object) -> str:
    """One line of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", r"\|") for cell in cells) + " |"


def some(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = [f"… {len(names) - EXAMPLES} more"] if len(names) > EXAMPLES else []
    return "<br>".join([*names[:EXAMPLES], *more])


def rule_rows(coverage: Coverage) -> Iterator[str]:
    """The table of rules."""
    yield from (row("Rule", "Scenarios", "Tests", "For example"), "|---|--:|--:|---|")
    for rule in coverage.rules:
        played, tested = coverage.scenarios_for_rule(rule), coverage.tests_for_rule(rule)
        key = excuse(rule)
        missing = f"*not yet: {NOT_YET[key]}*" if key else "**nothing**"
        yield row(rule, len(played), len(tested), some(played + tested) or missing)


def item_rows(coverage: Coverage, of: Iterable[Item]) -> Iterator[str]:
    """The table of one faction's cards and bases."""
    yield from (row("Name", "Kind", "Scenarios", "For example"), "|---|---|--:|---|")
    for item in of:
        names = coverage.scenarios_for_item(item)
        yield row(item.label, item.kind, len(names), some(names) or "**nothing**")


def faction_parts(coverage: Coverage) -> Iterator[str]:
    """A heading for every set, and below it a table for every faction."""
    sets = list(dict.fromkeys(item.set for item in coverage.items))
    factions = list(dict.fromkeys(item.faction for item in coverage.items))
    ordered = sorted(
        coverage.items, key=lambda item: (sets.index(item.set), factions.index(item.faction))
    )
    for slug, of_set in groupby(ordered, key=lambda item: item.set):
        yield f"## Cards and bases: {slug.replace('_', ' ')}"
        for faction, of_faction in groupby(of_set, key=lambda item: item.faction):
            yield f"### {faction}"
            yield "\n".join(item_rows(coverage, of_faction))


def test_rows(coverage: Coverage) -> Iterator[str]:
    """The table of marked Python tests."""
    yield from (row("Test", "Rules"), "|---|---|")
    for test in coverage.tests:
        yield row(f"`{test.name}`", ", ".join(test.rules))


def summary(coverage: Coverage) -> str:
    """The figures in one paragraph."""
    rules = sum(map(coverage.proved, coverage.rules))
    shown = sum(bool(coverage.scenarios_for_item(item)) for item in coverage.items)
    waiting = f" {coverage.waiting} more wait for cards that are not in yet."
    return (
        f"{rules} of {len(coverage.rules)} rules and {shown} of {len(coverage.items)} cards and "
        f"bases are proved by {len(coverage.scenarios)} scenarios and {len(coverage.tests)} "
        f"marked Python tests." + (waiting if coverage.waiting else "")
    )


def page(coverage: Coverage) -> str:
    """The whole of docs/coverage.md."""
    parts = [
        "# What is proved by what",
        "Made by `make coverage`; `make test` fails when it is out of date or has a gap.",
        summary(coverage),
        "## Rules",
        "\n".join(rule_rows(coverage)),
        *faction_parts(coverage),
        "## Python tests that prove rules",
        "\n".join(test_rows(coverage)) if coverage.tests else "None yet.",
    ]
    return "\n\n".join(parts) + "\n"


# --- The command ------------------------------------------------------------------------------


def check(coverage: Coverage) -> int:
    """Print what is wrong; 1 if anything is."""
    problems = list(gaps(coverage))
    if not TABLE.exists() or TABLE.read_text("utf-8") != page(coverage):
        problems.append("docs/coverage.md is out of date: run `make coverage`")
    print("\n".join(problems) or f"Coverage: {summary(coverage)}")
    return 1 if problems else 0


def write(coverage: Coverage) -> int:
    """Write the table, and say what is still missing; that is no failure here."""
    TABLE.write_text(page(coverage), "utf-8")
    print("\n".join([*gaps(coverage), f"Wrote docs/coverage.md: {summary(coverage)}"]))
    return 0


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on a gap")
    arguments = parser.parse_args()
    return (check if arguments.check else write)(measure())


if __name__ == "__main__":
    sys.exit(main())
