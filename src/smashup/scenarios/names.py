"""Targets as scenario files write them: `Card@Base/SEAT#2`, `Card of SEAT`, a base, a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from smashup.cards.registry import CARDS, FACTIONS, changes
from smashup.engine.game import Game
from smashup.engine.ordering import Pending
from smashup.model.decision import Option
from smashup.model.ids import CardId, PlaceId, Seat


class BadStep(Exception):
    """A step or target that cannot be understood; the message says why."""


@dataclass(frozen=True)
class Target:
    """What a scenario names. `name` is a card, base, seat, faction, number or label.

    `seat` is the controller or holder, `owner` who owns it, where that must be said (SETUP-2).
    """

    name: str
    base: str = ""
    seat: str = ""
    number: int = 0
    owner: str = ""

    def __str__(self) -> str:
        words = self.name
        if self.base:
            words += f"@{self.base}"
        if self.seat:
            words += f"/{self.seat}"
        if self.number:
            words += f"#{self.number}"
        return words + (f" of {self.owner}" if self.owner else "")


@lru_cache(maxsize=1)
def _known_names(changes: int) -> dict[str, list[str]]:
    """The names of cards, bases and factions by their first letter, longest first; once the box has
    seen so many changes."""
    names = {card.name for card in CARDS}
    names |= {f"{card.faction}/{card.name}" for card in CARDS}
    names |= set(FACTIONS)
    by_letter: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        by_letter.setdefault(name[0].lower(), []).append(name)
    return by_letter


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
    owner, rest = _take_owner(rest, seats)
    return Target(name, base, seat, number, owner), rest


def _take_owner(rest: str, seats: Sequence[str]) -> tuple[str, str]:
    """`of SEAT` after a card: who owns it."""
    for seat in sorted(seats, key=len, reverse=True):
        words = f" of {seat}"
        if rest.startswith(words) and rest[len(words) : len(words) + 1] in ("", " ", ",", "]"):
            return seat, rest[len(words) :]
    return "", rest


def _take_name(text: str, more: Iterable[str]) -> tuple[str, str]:
    lower = text.lower()
    for name in (*_known_names(changes()).get(lower[:1], ()), *more):
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

    def is_card(self, target: Target, card: CardId) -> bool:
        """Whether a card is the one (or one of those) that the target names."""
        game = self.game
        if game.name(card).lower() != target.name.lower():
            return False
        if target.base and not self._lies_at(card, target.base):
            return False
        if target.seat and self.seats[self.whose(card)] != target.seat:
            return False
        if target.owner and self.seats[game.columns.owner[card]] != target.owner:
            return False
        if target.number and card in self.on_table():
            alike = [c for c in self.on_table() if self.is_card(_unnumbered(target), c)]
            return target.number <= len(alike) and alike[target.number - 1] == card
        return True  # copies in a hand or pile are all the same

    def _lies_at(self, card: CardId, base: str) -> bool:
        place = self.game.place(card)
        in_play = place in self.game.columns.places
        return in_play and self.game.base_card(place).name.lower() == base.lower()

    def whose(self, card: CardId) -> Seat:
        """The controller of a card in play, the holder of one out of play."""
        return self.game.controller(card)

    def on_table(self) -> list[CardId]:
        """All cards on the table, in table order."""
        s = self.game.columns
        found: list[CardId] = []
        for place in s.row:
            here = s.places[place]
            for minion in here.minions:
                found.append(minion)
                found += s.attached.get(minion, ())
            found += [*here.actions, *here.buried]
        return found

    def cards(self, target: Target) -> list[CardId]:
        """The cards on the table that a target names."""
        return [card for card in self.on_table() if self.is_card(target, card)]

    def is_place(self, target: Target, place: PlaceId) -> bool:
        s = self.game.columns
        if place not in s.places or target.base or target.seat or target.owner:
            return False
        if self.game.base_card(place).name.lower() != target.name.lower():
            return False
        if target.number:
            alike = [p for p in s.row if self.is_place(_unnumbered(target), p)]
            return target.number <= len(alike) and alike[target.number - 1] == place
        return True

    def matches(self, target: Target, option: Option) -> bool:
        """Whether a `choose` or `order` option is what the target names."""
        if option.word and option.word.lower() == target.name.lower():
            return True
        if isinstance(option.via, Pending):
            return self._is_ability(target, option.via)
        if option.card >= 0:
            return self.is_card(target, option.card)
        if option.place >= 0:
            return self.is_place(target, option.place)
        if option.seat >= 0:
            return self.seats[option.seat] == target.name
        return False

    def _is_ability(self, target: Target, pending: Pending) -> bool:
        """Whether a waiting ability is what the target names: `CARD`, `CARD/SEAT` (ORDER-8)."""
        if pending.me < 0:
            return False
        if pending.seat >= 0 and target.seat == self.seats[pending.seat]:
            target = replace(target, seat="")  # one card can speak to several players
        return self.is_card(target, pending.me)


def _unnumbered(target: Target) -> Target:
    return replace(target, number=0)
