"""Other languages than English: a folder for each, named by its code, with nothing but words.

Whoever adds one needs no code (docs/translating.md). `screens.json` has the words of the table in
the browser, `sentences.json` those that the game itself says, `catalogue.json` those on the cards.
What a language lacks is said in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from smashup.sentences import sentences, values_of

FOLDER = Path(__file__).parent

#: A sentence, or one for each plural form of what is counted.
Template: TypeAlias = str | Mapping[str, str]


def languages() -> list[str]:
    """The codes of all languages that there are besides English."""
    return sorted(path.parent.name for path in FOLDER.glob("*/sentences.json"))


def words_of(language: str, file: str) -> dict[str, Any]:
    """One file of a language, such as `sentences`; empty if it has none."""
    path = FOLDER / language / f"{file}.json"
    if not path.exists():
        return {}
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


def faults(language: str) -> list[str]:
    """What a language lacks, has too much, or says with other values than English.

    The words of the screens are not looked at here but by the tests of the front end.
    """
    return [*_faults_of_sentences(language), *_faults_of_catalogue(language)]


def _faults_of_sentences(language: str) -> Iterator[str]:
    said = words_of(language, "sentences")
    known = {found.sentence: found.values for found in sentences()}
    for sentence, values in known.items():
        if sentence not in said:
            yield f"lacks: {sentence}"
        elif not names_the_same(values, said[sentence]):
            yield f"other values: {sentence}"
    yield from (f"is said no more: {sentence}" for sentence in said if sentence not in known)


def names_the_same(values: tuple[str, ...], template: Template) -> bool:
    """Whether a sentence names exactly these values; `other` all of them, other plural
    forms some.

    >>> names_the_same(("number",), {"one": "a card", "other": "{number} cards"})
    True
    >>> names_the_same(("player",), "{players}")
    False
    """
    forms = {"other": template} if isinstance(template, str) else template
    named = {form: set(values_of(sentence)) for form, sentence in forms.items()}
    return named.get("other") == set(values) and all(each <= set(values) for each in named.values())


# -- what is on the cards ----------------------------------------------------------------------


def _faults_of_catalogue(language: str) -> Iterator[str]:
    from smashup.server.catalogue import TERMS, own_cards, titles

    said = words_of(language, "catalogue")
    texts = {(faction, card.name): card.text for faction, card in own_cards()}
    given = {
        (faction, name): text
        for faction, cards in said.get("cards", {}).items()
        for name, text in cards.items()
    }
    for key, text in texts.items():
        if key not in given:
            yield f"lacks: the words of {key[1]} ({key[0]})"
        elif numbers_in(given[key]) != numbers_in(text):
            yield f"other numbers: the words of {key[1]} ({key[0]})"
    yield from (f"no such card: {name} ({faction})" for faction, name in given.keys() - texts)
    for part, names in {**titles(), "terms": [word for word, *_ in TERMS]}.items():
        yield from (f"lacks: {name} of {part}" for name in names if name not in said.get(part, {}))
        yield from (f"no such {part}: {name}" for name in said.get(part, {}) if name not in names)


def numbers_in(text: str) -> list[str]:
    """The numbers of a card's words, without their minus: another language may say it by a word.

    >>> numbers_in("+1 power for each, then -4 until Microbot 3 is gone.")
    ['+1', '3', '4']
    """
    return sorted(re.findall(r"\+?\d+", text))
