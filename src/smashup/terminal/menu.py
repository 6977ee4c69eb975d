"""The options of a decision as a menu: by number, or by typing part of a name.

Playing a card at one of several bases is two picks, the card and then where: otherwise a hand
of seven cards would make a list of thirty lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.model.ids import NO_CARD, CardId, Seat
from smashup.model.state import HAND
from smashup.terminal.screen import holds, words_of
from smashup.view.phrases import option_labels

DECLINING = ("pass", "no", "end")


@dataclass(frozen=True)
class Entry:
    """One line of a menu: its words, and the options it stands for."""

    label: str
    options: tuple[int, ...]
    card: CardId = NO_CARD  # the card that it is about to play, if it stands for that


def _rank(game: Game, card: CardId) -> tuple[int, int, str]:
    """Hands are sorted: minions, the strongest first, then actions; then whatever else there is."""
    if card < 0 or game.columns.zone[card] != HAND:
        return (2, 0, "")
    return (int(not game.is_minion(card)), -game.card(card).power, game.name(card))


def one_of_each(game: Game, cards: list[CardId]) -> list[CardId]:
    """One card of each name."""
    return list({game.name(card): card for card in reversed(cards)}.values())[::-1]


def sorted_hand(game: Game, seat: Seat) -> list[CardId]:
    """A player's hand in the order in which menus show it."""
    return sorted(game.hand(seat), key=lambda card: _rank(game, card))


class Menu:
    """The entries of a decision: those to choose from, and the one that declines, if any."""

    def __init__(
        self, game: Game, decision: Decision, names: Sequence[str], viewer: Seat | None
    ) -> None:
        options = decision.options
        self.labels = option_labels(game, options, names, viewer)
        self._also = [game.label(option) for option in options]  # the words of scenario steps
        declining = [i for i, option in enumerate(options) if option.verb in DECLINING]
        self.decline = self._single(declining[-1]) if declining else None
        rest = [i for i in range(len(options)) if i not in declining[-1:]]
        self.entries = self._grouped(game, decision, rest)

    def _grouped(self, game: Game, decision: Decision, indexes: list[int]) -> list[Entry]:
        """Plays of one card are one entry, unless it is the only card there is to play."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for i in indexes:
            option = decision.options[i]
            key: tuple[object, ...] = (i,)
            if option.verb == "play":
                key = ("play", game.name(option.card), game.columns.zone[option.card])
            groups.setdefault(key, []).append(i)
        plays = [key for key in groups if key[0] == "play"]
        if decision.kind != "play" and len(plays) == 1:
            return [self._single(i) for i in indexes]
        entries = [self._entry(game, decision, group) for group in groups.values()]
        return sorted(entries, key=lambda entry: _rank(game, entry.card))

    def _single(self, index: int) -> Entry:
        return Entry(self.labels[index], (index,))

    def _entry(self, game: Game, decision: Decision, group: list[int]) -> Entry:
        option = decision.options[group[0]]
        if option.verb != "play":
            return self._single(group[0])
        where = "" if game.columns.zone[option.card] == HAND else " from discard"
        label = (
            self.labels[group[0]] if len(group) == 1 else f"play {game.name(option.card)}{where}"
        )
        return Entry(label, tuple(group), option.card)

    def narrowed(self, entry: Entry) -> list[Entry]:
        """The single options an entry stands for, without the words they share."""
        shared = f"{entry.label} "
        return [Entry(self.labels[i].removeprefix(shared), (i,), entry.card) for i in entry.options]

    def find(self, typed: str, among: Sequence[Entry]) -> list[Entry]:
        """The entries meant by a number, a whole name, or parts of words; several if unclear."""
        if typed.isdigit():
            number = int(typed)
            if number == 0 and self.decline is not None:
                return [self.decline]
            return [among[number - 1]] if 1 <= number <= len(among) else []
        return self._by_words(typed, among)

    def _by_words(self, typed: str, among: Sequence[Entry]) -> list[Entry]:
        wanted = words_of(typed)
        if not wanted:
            return []
        if self.decline is not None and self._declines(wanted):
            return [self.decline]
        whole = [entry for entry in among if words_of(entry.label) in (wanted, ["play", *wanted])]
        if whole:
            return whole
        fitting: list[Entry] = []
        for entry in among:
            options = tuple(i for i in entry.options if self._fits(i, entry, wanted))
            if options:
                fitting.append(Entry(self._label(entry, options), options, entry.card))
        return fitting

    def _declines(self, wanted: list[str]) -> bool:
        assert self.decline is not None
        (index,) = self.decline.options
        said = {"pass", "no", "done", words_of(self._also[index])[0]}
        return wanted == words_of(self.decline.label) or (len(wanted) == 1 and wanted[0] in said)

    def _fits(self, index: int, entry: Entry, wanted: list[str]) -> bool:
        words = f"{entry.label} {self.labels[index]} {self._also[index]} choose"
        return holds(words, wanted)

    def _label(self, entry: Entry, options: tuple[int, ...]) -> str:
        return entry.label if len(options) > 1 else self.labels[options[0]]
