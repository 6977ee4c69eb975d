"""Words: sentences with gaps, and what goes into the gaps.

A sentence in English is its own key: another language is a table of sentences for sentences. So a
sentence is never put together from pieces of English; what varies is a value, or another sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from smashup.model.ids import Seat

#: A sentence in English, or part of one, in the source; so declared, it is one to be translated.
Sentence: TypeAlias = str


class Player(NamedTuple):
    """A player who is named in a sentence; whoever shows it knows what they are called."""

    seat: Seat


#: What fills a gap: the name of a card, base or faction, a number, a player, or words in turn.
Value: TypeAlias = "str | int | Player | Words"


class Words:
    """A sentence with `{names}` where its values go.

    >>> move = Words("Move {minion} to which base?", minion="Zapbot")
    >>> move.sentence, move.text()
    ('Move {minion} to which base?', 'Move Zapbot to which base?')
    """

    __slots__ = ("sentence", "values")

    def __init__(self, sentence: Sentence, /, **values: Value) -> None:
        self.sentence = sentence
        self.values: Mapping[str, Value] = values

    def text(self, who: Callable[[Seat], str] | None = None) -> str:
        """The sentence filled in; `who` says what the player at a seat is called."""
        if not self.values:
            return self.sentence
        return self.sentence.format_map(
            {name: _text(value, who or numbered) for name, value in self.values.items()}
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied in a way that the sources and the compiled engine both know."""
        return filled, (self.sentence, dict(self.values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Words):
            return NotImplemented
        return self.sentence == other.sentence and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.sentence, tuple(self.values.items())))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Words {self.text()!r}>"


def filled(sentence: Sentence, values: Mapping[str, Value]) -> Words:
    """A sentence with these values in it."""
    return Words(sentence, **values)


#: A sentence that names nothing is simply itself.
Phrase: TypeAlias = Sentence | Words


def as_words(phrase: Phrase) -> Words:
    """The same as words, whether it names something or not."""
    return Words(phrase) if isinstance(phrase, str) else phrase


def text_of(phrase: Phrase, who: Callable[[Seat], str] | None = None) -> str:
    """The phrase filled in; `who` says what the player at a seat is called."""
    return phrase if isinstance(phrase, str) else phrase.text(who)


def numbered(seat: Seat) -> str:
    """What a player is called where nobody has named them."""
    return f"player {seat + 1}"


def called(names: Sequence[str], reader: Seat | None) -> Callable[[Seat], str]:
    """What players are called when told to one of them, who is "you", or to a spectator.

    >>> who = called(["Ann", "Bo"], reader=1)
    >>> Words("{first} and {last} share the win.", first=Player(0), last=Player(1)).text(who)
    'Ann and you share the win.'
    """
    return lambda seat: "you" if seat == reader else names[seat]


def listed(items: Sequence[Value]) -> Value:
    """At least one thing, as a list is said.

    >>> as_words(listed(["Zapbot", "Scout", "Invader"])).text()
    'Zapbot, Scout and Invader'
    """
    *firsts, last = items
    return Words("{first} and {last}", first=in_a_row(firsts), last=last) if firsts else last


def in_a_row(items: Sequence[Value]) -> Value:
    """At least one thing, one after the other: `Zapbot, Scout`."""
    row, *others = items
    for item in others:
        row = Words("{first}, {next}", first=row, next=item)
    return row


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def _text(value: Value, who: Callable[[Seat], str]) -> str:
    if isinstance(value, Words):
        return value.text(who)
    return who(value.seat) if isinstance(value, Player) else str(value)
