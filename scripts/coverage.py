"""Which rule, card and base is proved by which scenario or test: writes docs/coverage.md.

    python scripts/coverage.py                  write the table
    python scripts/coverage.py --check          write nothing; exit 1 if it is old or has a gap
    python scripts/coverage.py --pack FOLDER    the cards of a pack and its own scenarios

A scenario counts for the ids in its `rules` and for its cards (smashup.lab.coverage), a Python test
for the ids in its `@pytest.mark.rules(…)`. The table is of the printed sets; packs that are found
(docs/adding-a-faction.md) are told of in a line each, with their gaps.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from smashup import packs
from smashup.cards import CARDS, PRINTED
from smashup.lab.coverage import Names, Proof, scenarios, unproved
from smashup.model.card import BASE, Card
from smashup.model.errors import SmashUpError

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules.md"
TABLE = ROOT / "docs" / "coverage.md"
TESTS = ROOT / "tests"
SCENARIOS = TESTS / "scenarios"

# Rule ids, or the first part of several, that nothing can prove yet, and why.
# An entry whose ids are all proved is reported, so that none outlives its reason.
NOT_YET: dict[str, str] = {}

EXAMPLES = 3  # how many names a table row shows before it only counts


# --- What has to be proved --------------------------------------------------------------------


def rule_ids(text: str) -> list[str]:
    """The ids of docs/rules.md, in its order; each begins a paragraph in bold (`**TURN-5**`)."""
    return re.findall(r"^\*\*([A-Z]+(?:-\w+)+)\*\*", text, re.MULTILINE)


def excuse(rule: str) -> str | None:
    """The entry of NOT_YET that covers this rule id, if one does."""
    return next((key for key in NOT_YET if rule == key or rule.startswith(f"{key}-")), None)


# --- What proves it ---------------------------------------------------------------------------


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
    cards: list[Card]  # and bases
    scenarios: list[Proof]  # those that can run
    waiting: int  # how many cannot yet
    tests: list[Proof]

    def scenarios_for_rule(self, rule: str) -> list[str]:
        """Names of the scenarios about a rule."""
        return [one.name for one in self.scenarios if rule in one.rules]

    def tests_for_rule(self, rule: str) -> list[str]:
        """Names of the Python tests about a rule."""
        return [one.name for one in self.tests if rule in one.rules]

    def scenarios_for_card(self, card: Card) -> list[str]:
        """Names of the scenarios about a card or base."""
        return [one.name for one in self.scenarios if card.name in one.cards]

    def proved(self, rule: str) -> bool:
        """Whether anything is about this rule."""
        return bool(self.scenarios_for_rule(rule) or self.tests_for_rule(rule))


def measure() -> Coverage:
    """Read the rules, the package, the scenarios and the tests."""
    if not RULES.exists():
        sys.exit(f"{RULES} is missing: the rule ids are read from it")
    printed = [card for pack in PRINTED for card in pack.cards]
    found = list(scenarios(SCENARIOS, Names(printed)))
    running = [one for one in found if one.runs]
    return Coverage(
        rules=rule_ids(RULES.read_text("utf-8")),
        cards=printed,
        scenarios=running,
        waiting=len(found) - len(running),
        tests=list(python_tests(TESTS)),
    )


def gap(card: Card) -> str:
    """A card or base without a scenario, as a sentence."""
    return f"{kind(card)} {card.name} ({card.faction}) has no scenario"


def kind(card: Card) -> str:
    """What it is, in a word."""
    return "base" if card.type == BASE else "card"


def gaps(coverage: Coverage) -> Iterator[str]:
    """Everything that is not as it should be, a sentence each."""
    for rule in coverage.rules:
        if not coverage.proved(rule) and excuse(rule) is None:
            yield f"rule {rule} has no scenario and no test"
    yield from map(gap, unproved(coverage.cards, coverage.scenarios))
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


def card_rows(coverage: Coverage, of: Iterable[Card]) -> Iterator[str]:
    """The table of one faction's cards and bases."""
    yield from (row("Name", "Kind", "Scenarios", "For example"), "|---|---|--:|---|")
    for card in of:
        names = coverage.scenarios_for_card(card)
        yield row(card.name, kind(card), len(names), some(names) or "**nothing**")


def faction_parts(coverage: Coverage) -> Iterator[str]:
    """A heading for every set, and below it a table for every faction."""
    for slug, of_set in groupby(coverage.cards, key=lambda card: card.set):
        yield f"## Cards and bases: {slug.replace('_', ' ')}"
        for faction, of_faction in groupby(of_set, key=lambda card: card.faction):
            yield f"### {faction}"
            yield "\n".join(card_rows(coverage, of_faction))


def test_rows(coverage: Coverage) -> Iterator[str]:
    """The table of marked Python tests."""
    yield from (row("Test", "Rules"), "|---|---|")
    for test in coverage.tests:
        yield row(f"`{test.name}`", ", ".join(test.rules))


def summary(coverage: Coverage) -> str:
    """The figures in one paragraph."""
    rules = sum(map(coverage.proved, coverage.rules))
    shown = len(coverage.cards) - len(unproved(coverage.cards, coverage.scenarios))
    waiting = f" {coverage.waiting} more wait for cards that are not in yet."
    return (
        f"{rules} of {len(coverage.rules)} rules and {shown} of {len(coverage.cards)} cards and "
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


# --- Packs ------------------------------------------------------------------------------------


def check_pack(pack: packs.Pack) -> int:
    """Print what of a pack is proved by its own scenarios; 1 if something of it is not."""
    proofs = list(scenarios(pack.scenarios, Names(CARDS)))
    missing = unproved(pack.cards, proofs)
    shown = len(pack.cards) - len(missing)
    print(
        f"{pack.title}: {shown} of {len(pack.cards)} cards and bases are proved by "
        f"{len(proofs)} scenarios."
    )
    for card in missing:
        print(f"  {gap(card)}")
    return 1 if missing else 0


def packs_to_check(folder: Path | None) -> list[packs.Pack]:
    """Those of a folder, or else all that were found besides the printed sets."""
    if folder is None:
        return [pack for pack in packs.loaded() if pack not in PRINTED]
    try:
        return packs.load(folder)
    except SmashUpError as error:
        sys.exit(str(error))


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
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="only the packs in this folder")
    arguments = parser.parse_args()
    gaps_in_packs = [check_pack(pack) for pack in packs_to_check(arguments.pack)]
    if arguments.pack is not None:
        return max(gaps_in_packs)
    return (check if arguments.check else write)(measure())


if __name__ == "__main__":
    sys.exit(main())
