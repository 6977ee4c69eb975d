"""What players are told: sentences of a finite set, every gap filled, every value used."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from smashup import Game
from smashup.chronicle import Chronicle
from smashup.model.decision import Decision
from smashup.model.edition import EDITIONS
from smashup.model.words import Phrase, Player, Value, Words, as_words, called, listed
from smashup.players.reasons import Reasons
from smashup.sentences import Unsayable, sentences, values_of
from smashup.view.phrases import kind_of, option_words, play_words

GAMES = 150
OFTEN = 4  # the options of every fourth question are looked at
Seen: TypeAlias = dict[str, set[tuple[str, ...]]]  # sentences with the names of their values
FOUND = sentences()
KNOWN = {found.sentence for found in FOUND}


def said_in(game: Game, rng: random.Random) -> Iterator[Phrase]:
    """Plays a random game to its end; gives what anybody is told on the way."""
    while (decision := game.decision) is not None:
        yield decision.question
        if len(game.answers) % OFTEN == 0:
            yield from offered(game, decision)
        game.decide(rng.randrange(len(decision.options)))
    for reader in (0, None):
        yield from (words for _, words in Chronicle(game, reader).told())


def offered(game: Game, decision: Decision) -> Iterator[Phrase]:
    """What can be done, and why other things cannot."""
    yield from option_words(game, decision.options)
    yield from option_words(game, decision.picked)
    yield from (play_words(game, play) for play in game.columns.permissions)
    for card in game.hand(decision.seat):
        yield kind_of(game.card(card))
        yield from (reason.words for reason in game.why_not(decision.seat, card))


def parts(value: Value) -> Iterator[Words]:
    """Words, and the words within them."""
    if isinstance(value, Words):
        yield value
        for inner in value.values.values():
            yield from parts(inner)


@pytest.fixture(scope="module")
def seen() -> Seen:
    """The sentences of many games."""
    found: Seen = {}
    editions = list(EDITIONS)
    for seed in range(GAMES):
        rng = random.Random(seed)
        how = "draft" if seed % 10 == 0 else "random"
        game = Game.new(
            how, players=2 + seed % 3, seed=seed, edition=editions[seed % len(editions)]
        )
        for phrase in said_in(game, rng):
            for words in parts(as_words(phrase)):
                found.setdefault(words.sentence, set()).add(tuple(sorted(words.values)))
    return found


def test_every_gap_is_filled_and_every_value_is_named(
    seen: dict[str, set[tuple[str, ...]]],
) -> None:
    assert len(seen) > 250
    for sentence, given in seen.items():
        assert given == {tuple(sorted(values_of(sentence)))}, sentence


def test_every_sentence_of_a_game_is_found_in_the_source(seen: Seen) -> None:
    with_words = {sentence for sentence in seen if any(map(str.isalpha, without_gaps(sentence)))}
    assert with_words - KNOWN == set()


def test_every_sentence_of_a_hint_is_found_in_the_source() -> None:
    for seed in range(3):
        game = Game.new("random", players=2, seed=seed)
        while (decision := game.decision) is not None and game.turn_number < 3:
            words = Reasons(game.observe(decision.seat), decision, seed).words(0)
            told = {part.sentence for part in parts(words)}
            with_words = {each for each in told if any(map(str.isalpha, without_gaps(each)))}
            assert with_words <= KNOWN
            game.decide(0)


def without_gaps(sentence: str) -> str:
    return sentence.format_map(dict.fromkeys(values_of(sentence), ""))


def test_no_name_of_a_player_or_a_card_is_part_of_a_sentence() -> None:
    assert not [sentence for sentence in KNOWN if "Player" in sentence or "Zapbot" in sentence]


def test_a_sentence_says_where_it_is_and_what_it_names() -> None:
    found = next(f for f in FOUND if f.sentence == "Move {minion} to which base?")
    assert found.values == ("minion",)
    assert len(found.places) > 3
    assert all(place.startswith(("cards/", "engine/")) for place in found.places)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('yield from g.choose(you, cards, "Choose a card")', ["Choose a card"]),
        ('p = "One" if x else "Two"; yield from g.choose(you, cards, p)', ["One", "Two"]),
        ('yield from g.choose(you, cards, Words("Take {card}?", card=n))', ["Take {card}?"]),
        ('ways = ["a"]; ways.append("b"); yield from g.choose_word(you, ways, "?!x")', "?!x a b"),
        ("yield from g.choose(you, cards, asked.question)", []),
        ('yield from g.choose(you, cards, Words("{card}", card=n))', []),
    ],
)
def test_sentences_are_found_in_the_files_of_a_folder(
    tmp_path: Path, source: str, found: list[str] | str
) -> None:
    (tmp_path / "cards.py").write_text(f"def ability(g, you, cards, x, n, asked):\n    {source}\n")
    wanted = found.split() if isinstance(found, str) else found
    assert [each.sentence for each in sentences(tmp_path)] == wanted


def test_a_sentence_made_of_pieces_is_refused(tmp_path: Path) -> None:
    source = 'def ability(g, you, cards):\n    yield from g.choose(you, cards, f"Take {cards}?")\n'
    (tmp_path / "bad.py").write_text(source)
    with pytest.raises(Unsayable, match=r"bad.py:2: a sentence is put together from pieces"):
        sentences(tmp_path)


def test_words_are_told_to_each_with_names() -> None:
    inner = Words("{card} of {player}", card="Zapbot", player=Player(1))
    words = Words("use {card} or {other}", card=inner, other=listed(["A", "B", "C"]))
    assert words.text() == str(words) == "use Zapbot of player 2 or A, B and C"
    assert words.text(called(["Ann", "Bo"], reader=1)) == "use Zapbot of you or A, B and C"
    assert words.text(called(["Ann", "Bo"], reader=0)) == "use Zapbot of Bo or A, B and C"


def test_words_are_equal_by_what_they_say() -> None:
    one, same = Words("Move {card}?", card="A"), Words("Move {card}?", card="A")
    assert one == same and hash(one) == hash(same)
    assert one != Words("Move {card}?", card="B")
    assert one != "Move A?"
