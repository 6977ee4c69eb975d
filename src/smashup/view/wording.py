"""Words as they travel to a client."""

from __future__ import annotations

from msgspec import UNSET

from smashup.model import words
from smashup.protocol.things import Words


def sent(phrase: words.Phrase) -> Words:
    """The words of a phrase: sentence, values, and the seats of players.

    >>> sent(words.Words("{card} of {player}", card="Zapbot", player=words.Player(1)))
    Words(sentence='{card} of {player}', values={'card': 'Zapbot'}, players={'player': 1})
    """
    if isinstance(phrase, str):
        return Words(phrase)
    values: dict[str, str | int | Words] = {}
    players: dict[str, int] = {}
    for name, value in phrase.values.items():
        if isinstance(value, words.Player):
            players[name] = value.seat
        else:
            values[name] = sent(value) if isinstance(value, words.Words) else value
    return Words(phrase.sentence, values or UNSET, players or UNSET)
