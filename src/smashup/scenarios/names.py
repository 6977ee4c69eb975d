"""Targets as scenario files write them: `Card@Base/SEAT#2`, a base, a seat, a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from smashup.cards import CARDS, FACTIONS
from smashup.engine.game import Game
from smashup.model.decision import Option


class BadStep(Exception):
    """A step or target that cannot be understood; the message says why."""


@dataclass(frozen=True)
class Target:
    """What a scenario names. `name` is a card, base, seat, faction, number or label."""

    name: str
    base: str = ""
    seat: str = ""
    number: int = 0

    def __str__(self) -> str:
        words = self.name
        if self.base:
            words += f"@{self.base}"
        if self.seat:
            words += f"/{self.seat}"
        return words + (f"#{self.number}" if self.number else "")


@lru_cache(maxsize=1)
def _known_names() -> list[str]:
    names = {card.name for card in CARDS}
    names |= {f"{card.faction}/{card.name}" for card in CARDS}
    names |= set(FACTIONS)
    return sorted(names, key=len, reverse=True)


def take_target(text: str, seats: Sequence[str]) -> tuple[Target, str]:
    """Reads one target from the beginning of a text; gives the rest of the text too."""
    name, rest = _take_name(text, [*seats])
    base = seat = ""
    number = 0
    while rest and rest[0] in "@/#":
        mark, rest = rest[0], rest[1:]
        if mark == "@":
            base, rest = _take_name(rest, [])
        elif mark == "/":
            seat, rest = _take_word(rest, seats)
        else:
            digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
            if not digits:
                raise BadStep(f"a number should follow # in {text!r}")
            number, rest = int(digits), rest[len(digits) :]
    return Target(name, base, seat, number), rest


def _take_name(text: str, more: Iterable[str]) -> tuple[str, str]:
    lower = text.lower()
    for name in (*_known_names(), *more):
        if lower.startswith(name.lower()):
            rest = text[len(name) :]
            if not rest or rest[0] in "@/#,] ":
                return name.rsplit("/", 1)[-1], rest
    return _take_label(text)


def _take_label(text: str) -> tuple[str, str]:
    """A word or number that is no name of a card: up to the next mark of the format."""
    end = len(text)
    for mark in (" at ", " on ", " from ", " using ", " as ", ",", "]", "@", "#"):
        found = text.find(mark)
        if 0 <= found < end:
            end = found
    label = text[:end].strip()
    if not label:
        raise BadStep(f"a name should stand at {text!r}")
    return label, text[end:]


def _take_word(text: str, words: Sequence[str]) -> tuple[str, str]:
    for word in sorted(words, key=len, reverse=True):
        if text.startswith(word):
            return word, text[len(word) :]
    raise BadStep(f"{text!r} should begin with a seat: {', '.join(words)}")


def whole_target(text: str, seats: Sequence[str]) -> Target:
    """A target that is the whole text."""
    if text.lower() == "top of the base deck":
        return Target(text)
    target, rest = take_target(text.strip(), seats)
    if rest.strip():
        # Not a known name with something after it: take the text as it is, as a label.
        return Target(text.strip())
    return target


def take_list(text: str, seats: Sequence[str]) -> list[Target]:
    """Several targets with commas between them, in square brackets or not."""
    rest = text.strip()
    if rest.startswith("["):
        rest = rest[1:].removesuffix("]")
    targets: list[Target] = []
    while rest.strip():
        target, rest = take_target(rest.strip(), seats)
        targets.append(target)
        rest = rest.strip().removeprefix(",")
    return targets


class Finder:
    """Finds what targets mean on the table of a game."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = list(seats)

    def is_card(self, target: Target, card: int) -> bool:
        """Whether a card is the one (or one of those) that the target names."""
        game = self.game
        if game.name(card).lower() != target.name.lower():
            return False
        if target.base and not self._lies_at(card, target.base):
            return False
        if target.seat and self.seats[self.whose(card)] != target.seat:
            return False
        if target.number and card in self.on_table():
            alike = [c for c in self.on_table() if self.is_card(_unnumbered(target), c)]
            return target.number <= len(alike) and alike[target.number - 1] == card
        return True  # copies in a hand or pile are all the same

    def _lies_at(self, card: int, base: str) -> bool:
        place = self.game.place(card)
        return (
            place in self.game.s.places and self.game.base_card(place).name.lower() == base.lower()
        )

    def whose(self, card: int) -> int:
        """The controller of a card in play, the holder of one out of play."""
        return self.game.controller(card)

    def on_table(self) -> list[int]:
        """All cards on the table, in table order."""
        s = self.game.s
        found: list[int] = []
        for place in s.row:
            here = s.places[place]
            for minion in here.minions:
                found.append(minion)
                found += s.attached.get(minion, ())
            found += here.actions + here.buried
        return found

    def cards(self, target: Target) -> list[int]:
        """The cards on the table that a target names."""
        return [card for card in self.on_table() if self.is_card(target, card)]

    def is_place(self, target: Target, place: int) -> bool:
        s = self.game.s
        if place not in s.places or target.base or target.seat:
            return False
        if self.game.base_card(place).name.lower() != target.name.lower():
            return False
        if target.number:
            alike = [p for p in s.row if self.is_place(_unnumbered(target), p)]
            return target.number <= len(alike) and alike[target.number - 1] == place
        return True

    def names_of(self, option: Option) -> list[Target]:
        """What a scenario could call the things of an option, as they are named now."""
        game = self.game
        found: list[Target] = []
        for card in (option.card, option.host):
            if card >= 0:
                place = game.place(card)
                base = game.base_card(place).name if place in game.s.places else ""
                seat = self.seats[self.whose(card)] if not game.is_base(card) else ""
                found.append(Target(game.name(card), base, seat))
        if option.place in game.s.places:
            found.append(Target(game.base_card(option.place).name))
        if option.seat >= 0:
            found.append(Target(self.seats[option.seat]))
        if option.word:
            found.append(Target(option.word))
        return found

    def matches(self, target: Target, option: Option) -> bool:
        """Whether a `choose` or `order` option is what the target names."""
        if option.word and option.word.lower() == target.name.lower():
            return True
        if option.card >= 0:
            return self.is_card(target, option.card)
        if option.place >= 0:
            return self.is_place(target, option.place)
        if option.seat >= 0:
            return self.seats[option.seat] == target.name
        return False


def fits_name(target: Target, name: Target) -> bool:
    """Whether a target means what had this name."""
    return (
        target.name.lower() == name.name.lower()
        and target.base.lower() in ("", name.base.lower())
        and target.seat in ("", name.seat)
    )


def _unnumbered(target: Target) -> Target:
    return Target(target.name, target.base, target.seat)
