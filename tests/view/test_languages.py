"""Other languages: everything that English says, with the same values, or it is found here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smashup import languages
from smashup.languages import faults, words_of


@pytest.mark.parametrize("language", languages.languages())
def test_a_language_says_everything_with_the_same_values(language: str) -> None:
    assert faults(language) == []


def test_german_is_there() -> None:
    assert "de" in languages.languages()


@pytest.fixture
def altered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """German copied to another place, to be changed there."""
    (tmp_path / "de").mkdir()
    for file in ("sentences", "catalogue"):
        (tmp_path / "de" / f"{file}.json").write_text(json.dumps(words_of("de", file)))
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    return tmp_path / "de"


def test_sentences_that_lack_differ_or_are_said_no_more_are_found(altered: Path) -> None:
    sentences = words_of("de", "sentences")
    del sentences["Name a faction"]
    sentences["Use {card}?"] = "Die Fähigkeit nutzen?"
    sentences["Never said"] = "Nie gesagt"
    (altered / "sentences.json").write_text(json.dumps(sentences))
    assert faults("de") == [
        "lacks: Name a faction",
        "other values: Use {card}?",
        "is said no more: Never said",
    ]


def test_cards_and_words_that_lack_or_differ_are_found(altered: Path) -> None:
    catalogue = words_of("de", "catalogue")
    del catalogue["cards"]["Aliens"]["Scout"]
    catalogue["cards"]["Aliens"]["Invader"] = "Du bekommst 2 SP."
    catalogue["cards"]["Aliens"]["Stranger"] = "Keine Fähigkeit."
    del catalogue["terms"]["duel"]
    catalogue["editions"]["newest"] = "2030"
    (altered / "catalogue.json").write_text(json.dumps(catalogue))
    assert faults("de") == [
        "other numbers: the words of Invader (Aliens)",
        "lacks: the words of Scout (Aliens)",
        "no such card: Stranger (Aliens)",
        "no such editions: newest",
        "lacks: duel of terms",
    ]


def test_a_language_without_files_lacks_everything(altered: Path) -> None:
    assert "lacks: Name a faction" in faults("xx")
    assert "lacks: the words of Zapbot (Robots)" in faults("xx")
