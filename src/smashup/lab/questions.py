"""All that players are asked: every question and every answer in words, as random games bring it.

A corpus is kept in the repository (scripts/questions.py), so that what is said to players can be
read in one piece and checked by rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from smashup.engine.setup import Setup
from smashup.lab.nuisance import random_game
from smashup.model.words import Words, as_words
from smashup.view.moments import moment
from smashup.view.phrases import option_words

#: Questions that no card asks: the rules do, and each says why.
BY_THE_RULES = frozenset(
    {
        "Ban a faction: nobody may choose it",
        "Choose your first faction",
        "Choose your second faction",
        "Play cards, use talents, or end your turn",
        "Several bases are ready: which scores first?",
        "You may keep ten cards at most: discard the others",
        "Your opening hand has no minion. Show it, discard it and draw five new cards?",
    }
)
#: Words that only who knows the engine or the rulebook would know.
JARGON = re.compile(r"\b(abilit|free play|phase|skip|pass|special|trigger|frame|resolve)", re.I)
NOBODY = ""  # asks: no card, and nothing that has happened
BETWEEN = " · "  # a card and a moment
WORDS_OF_AN_ANSWER = 2  # at least: one word does not tell what follows from it


@dataclass
class Question:
    """What is asked in these words: by which cards, when, and what can be answered in words.

    An asker is `card · moment`; the card is left out where the rules ask, the moment where the
    card that asks was itself just played.
    """

    words: str
    kind: str
    askers: set[str] = field(default_factory=set)
    answers: set[str] = field(default_factory=set)

    def add(self, other: Question) -> None:
        """Takes in what another game found of the same question."""
        self.askers |= other.askers
        self.answers |= other.answers

    def faults(self) -> Iterator[str]:
        """What is wrong with it, by the rules for what players are asked."""
        if NOBODY in self.askers and "{" not in self.words and self.words not in BY_THE_RULES:
            yield "says neither which card it comes from nor what has just happened"
        for words in (self.words, *self.answers):
            if JARGON.search(words):
                yield f"is said in words of the rulebook: {words!r}"
        for words in self.answers:
            if len(words.split()) < WORDS_OF_AN_ANSWER and not words.startswith("{"):
                yield f"has an answer that does not say what follows from it: {words!r}"


def questions_of(setup: Setup) -> list[Question]:
    """All that is asked in the random game of a setup."""
    found: dict[tuple[str, str], Question] = {}
    for game in random_game(setup):
        decision = game.decision
        assert decision is not None
        sentence = as_words(decision.question).sentence
        one = found.setdefault((sentence, decision.kind), Question(sentence, decision.kind))
        card = "" if decision.source < 0 else game.name(decision.source)
        when = moment(game)
        one.askers.add(f"{card}{BETWEEN}{when.sentence}" if when else card)
        if decision.kind != "play":
            said = zip(decision.options, option_words(game, decision.options), strict=True)
            spoken = [words for option, words in said if option.card < 0 and option.place < 0]
            one.answers |= {_sentence(words) for words in spoken}
    return list(found.values())


def _sentence(words: Words) -> str:
    """The sentence of an answer, without what only tells equal ones apart."""
    option = words.values.get("option")
    return _sentence(option) if isinstance(option, Words) else words.sentence


def collected(games: Iterable[list[Question]]) -> list[Question]:
    """What several games asked, each question once, sorted by its words."""
    found: dict[tuple[str, str], Question] = {}
    for game in games:
        for one in game:
            found.setdefault((one.words, one.kind), Question(one.words, one.kind)).add(one)
    return [found[key] for key in sorted(found)]


# -- the file --------------------------------------------------------------------------------------


def write(path: Path, questions: Iterable[Question]) -> None:
    """Keeps a corpus, one question after the other."""
    plain = [
        {
            "asked": one.words,
            "kind": one.kind,
            "by": sorted(one.askers),
            "answers": sorted(one.answers),
        }
        for one in questions
    ]
    said = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=1000)
    path.write_text(f"# Made by scripts/questions.py: all that players are asked.\n{said}")


def read(path: Path) -> list[Question]:
    """The corpus that was kept."""
    return [
        Question(one["asked"], one["kind"], set(one["by"]), set(one["answers"]))
        for one in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]
