"""What players are asked: the corpus of 2,000 random games, and the rules for how it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.lab.invariants import setup_for
from smashup.lab.questions import Question, collected, questions_of, read, write
from smashup.sentences import sentences

CORPUS = Path(__file__).parent / "questions.yaml"
SEEDS = range(100, 112)  # some of the games that the corpus was made of


@pytest.fixture(scope="module")
def corpus() -> list[Question]:
    return read(CORPUS)


def test_every_question_says_what_it_is_about(corpus: list[Question]) -> None:
    faults = [f"{one.words!r} {fault}" for one in corpus for fault in one.faults()]
    assert not faults, "\n".join(faults)
    assert len(corpus) > 200


def test_the_corpus_knows_what_games_ask(corpus: list[Question]) -> None:
    known = {(one.words, one.kind): one for one in corpus}
    for one in collected(questions_of(setup_for(seed)) for seed in SEEDS):
        kept = known.get((one.words, one.kind))
        assert kept is not None, f"run scripts/questions.py: {one.words!r} is new"
        assert one.askers <= kept.askers
        assert one.answers <= kept.answers, f"run scripts/questions.py: {one.words!r} has others"


def test_the_corpus_holds_nothing_that_nobody_asks(corpus: list[Question]) -> None:
    said = {found.sentence for found in sentences()}
    gone = [one.words for one in corpus if one.words not in said]
    assert not gone, "run scripts/questions.py --fresh"


@pytest.mark.parametrize(
    ("words", "kind", "asker", "answer", "fault"),
    [
        ("Which ability comes first?", "order", "Igor", "use nothing", "rulebook"),
        ("Use one of these?", "window", "", "use nothing", "neither"),
        ("Discard {card}?", "choose", "Walker", "top", "does not say what follows"),
        ("Discard {card}?", "choose", "Walker", "pass now", "rulebook"),
    ],
)
def test_what_the_rules_find(words: str, kind: str, asker: str, answer: str, fault: str) -> None:
    (found,) = Question(words, kind, {asker}, {answer}).faults()
    assert fault in found


def test_a_corpus_is_read_as_it_was_written(tmp_path: Path) -> None:
    asked = Question("Move {minion}?", "yes_no", {"Igor · after {card} scored"}, {"move it"})
    write(tmp_path / "one.yaml", [asked])
    assert read(tmp_path / "one.yaml") == [asked]
