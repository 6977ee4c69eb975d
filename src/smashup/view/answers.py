"""Answers that are no cards: what is said on a button tells what follows from it.

The engine's own words for them (`top`, `pass`, `yes`) are those of scenario steps; a player should
not need to know them. What an answer means depends on the question, and the question begins with
its verb: so its first word is what these tables go by.
"""

from __future__ import annotations

from smashup.model.decision import SILENT_PASS, Decision, Option
from smashup.model.words import Sentence, Words, as_words

#: What it means to choose nothing, by the first word of the question.
NOTHING: dict[str, Sentence] = {
    "Bury": "bury nothing",
    "Destroy": "destroy nothing",
    "Discard": "discard nothing",
    "Duel": "start no duel",
    "Give": "leave their power as it is",
    "Have": "start no duel",
    "Move": "move nothing",
    "Place": "place nothing",
    "Play": "play nothing",
    "Remove": "remove nothing",
    "Return": "return nothing",
    "Shuffle": "shuffle nothing",
    "Take": "take nothing",
    "Transfer": "transfer nothing",
    "Uncover": "uncover nothing",
    "Who": "nobody else moves",
    "{mine}": "lay no card",
}
#: Yes and no, by the verb of the question.
YES: dict[str, Sentence] = {
    "Ignore": "ignore the base",
    "Move": "move it",
    "Place": "place it",
    "Play": "play it",
    "Put": "put it there",
    "Remove": "remove it",
    "Reveal": "reveal it",
    "Take": "take it into your hand",
    "Your": "draw five new cards",
}
NO: dict[str, Sentence] = {
    "Ignore": "do what the base says",
    "Move": "leave it where it is",
    "Place": "do not place it",
    "Play": "do not play it",
    "Put": "leave it where it is",
    "Remove": "leave it there",
    "Reveal": "reveal nothing",
    "Take": "leave it where it is",
    "Your": "keep this hand",
}
#: Ways to go on that have a word, in general and after a question with that verb.
WAYS: dict[str, Sentence] = {
    "bury": "bury a card",
    "counters": "place the counters",
    "deck": "search the deck instead",
    "discard": "discard it",
    "draw": "draw it",
    "free": "your usual play of the turn",
    "hand": "take it into your hand",
    "top": "keep it on top",
    "uncover": "uncover a buried card",
}
WAYS_AFTER: dict[tuple[str, str], Sentence] = {
    ("Counters", "draw"): "draw the cards",
    ("Put", "top"): "on top of the deck",
    ("Put", "bottom"): "under the deck",
    ("Take", "deck"): "from your deck",
    ("Take", "discard"): "from your discard pile",
}


#: The same after questions of other words, as packs may have them.
YES_TO_ANYTHING: Sentence = "yes, do that"
NO_TO_ANYTHING: Sentence = "no, leave it"
NOTHING_AT_ALL: Sentence = "choose nothing"


def answer_words(decision: Decision, option: Option) -> Words | None:
    """What an answer says that names no card; None if it names one, or the engine's words do."""
    verb = as_words(decision.question).sentence.split()[0]
    if option.verb == "yes":
        return Words(YES.get(verb, YES_TO_ANYTHING))
    if option.word:
        way = WAYS_AFTER.get((verb, option.word)) or WAYS.get(option.word)
        return None if way is None else Words(way)
    if option.verb == "no":
        saving = decision.kind == "window"
        return Words("let it be destroyed" if saving else NO.get(verb, NO_TO_ANYTHING))
    return Words(_declined(decision, option, verb)) if option.verb == "pass" else None


def _declined(decision: Decision, option: Option, verb: str) -> Sentence:
    """What it means to pass."""
    if option is SILENT_PASS:
        return "go on"
    if decision.kind == "now":
        return "keep it for later"
    if decision.picked:
        return "that is all"
    if decision.kind == "window":
        return "use nothing"
    if decision.kind == "order":
        return "use none of your own"
    return NOTHING.get(verb, NOTHING_AT_ALL)
