"""Expectations of a scenario: what must be true, and what is true instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smashup.model.errors import SmashUpError
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import PHASE_NAMES
from smashup.scenarios.names import BadStep, Target, whole_target

if TYPE_CHECKING:
    from smashup.scenarios.runner import Runner


class NotAsExpected(Exception):
    """An expectation that does not hold."""


class Expecting:
    """Checks expectations against a game."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.game = runner.game
        self.columns = runner.game.columns
        self.seats = runner.seats

    def check(self, expected: dict[str, Any]) -> list[str]:
        """A line for each expectation that does not hold."""
        failures: list[str] = []
        for key, value in expected.items():
            try:
                getattr(self, f"_check_{key}")(value)
            except NotAsExpected as failure:
                failures.append(f"{key}: {failure}")
            except BadStep as failure:
                failures.append(f"{key}: {failure}")
            except (SmashUpError, TypeError, AttributeError, ValueError) as failure:
                failures.append(f"{key}: cannot be read: {failure}")
        return failures

    # -- helpers -----------------------------------------------------------------------

    def _same(self, what: str, expected: Any, actual: Any) -> None:
        if expected != actual:
            raise NotAsExpected(f"{what} should be {expected}, is {actual}")

    def _multiset(self, what: str, expected: Iterable[Any], actual: Iterable[str]) -> None:
        wanted = Counter(_plain(name) for name in expected or ())
        found = Counter(_plain(name) for name in actual)
        if wanted != found:
            shown = ", ".join(sorted(found.elements())) or "nothing"
            raise NotAsExpected(
                f"{what} should be {', '.join(sorted(wanted.elements())) or 'nothing'}; is {shown}"
            )

    def _seat(self, name: Any) -> Seat:
        if str(name) not in self.seats:
            raise NotAsExpected(f"{name} is not a seat")
        return Seat(self.seats.index(str(name)))

    def _by_seat(self, value: dict[Any, Any], check: Callable[[str, Seat, Any], None]) -> None:
        for seat, expected in value.items():
            check(str(seat), self._seat(seat), expected)

    def _names(self, cards: Iterable[CardId]) -> list[str]:
        return [self.game.name(card) for card in cards]

    def _with_seat(self, cards: Iterable[CardId]) -> list[str]:
        return [f"{self.game.name(c)}/{self.seats[self.game.controller(c)]}" for c in cards]

    def _listed(self, what: str, expected: list[str], cards: Sequence[CardId]) -> None:
        """Cards with or without the seat behind them, as the scenario writes them."""
        shown = self._with_seat(cards)
        if expected and not any(str(e).rpartition("/")[2] in self.seats for e in expected):
            shown = self._names(cards)
        self._multiset(what, expected, shown)

    def _card(self, text: Any) -> CardId:
        target: Target = whole_target(str(text), self.seats)
        cards = self.runner.finder.cards(target)
        if not cards:
            raise NotAsExpected(f"{target} is not in play")
        if len(cards) > 1:
            raise NotAsExpected(f"{target} fits {len(cards)} cards in play; say which")
        return cards[0]

    def _place(self, name: Any) -> PlaceId:
        target = whole_target(str(name), self.seats)
        for place in self.columns.row:
            if self.runner.finder.is_place(target, place):
                return place
        raise NotAsExpected(f"{name} is not in play")

    # -- players -----------------------------------------------------------------------

    def _check_vp(self, value: dict[str, int]) -> None:
        self._by_seat(value, lambda name, seat, n: self._same(name, n, self.columns.vp[seat]))

    def _check_hand(self, value: dict[str, list[str]]) -> None:
        self._by_seat(
            value,
            lambda name, seat, cards: self._multiset(
                name, cards, self._names(self.columns.hands[seat])
            ),
        )

    def _check_discard(self, value: dict[str, list[str]]) -> None:
        self._by_seat(
            value,
            lambda name, seat, cards: self._multiset(
                name, cards, self._names(self.columns.discards[seat])
            ),
        )

    def _check_hand_size(self, value: dict[str, int]) -> None:
        self._by_seat(
            value, lambda name, seat, n: self._same(name, n, len(self.columns.hands[seat]))
        )

    def _check_deck_size(self, value: dict[str, int]) -> None:
        self._by_seat(
            value, lambda name, seat, n: self._same(name, n, len(self.columns.decks[seat]))
        )

    def _deck(self, seat: Seat) -> list[str]:
        return [_plain(name) for name in self._names(reversed(self.columns.decks[seat]))]

    def _check_deck(self, value: dict[str, list[str]]) -> None:
        self._by_seat(
            value, lambda name, seat, cards: self._same(name, _plains(cards), self._deck(seat))
        )

    def _check_deck_top(self, value: dict[str, list[str]]) -> None:
        self._by_seat(
            value,
            lambda name, seat, cards: self._same(
                name, _plains(cards), self._deck(seat)[: len(cards)]
            ),
        )

    def _check_deck_bottom(self, value: dict[str, list[str]]) -> None:
        self._by_seat(
            value,
            lambda name, seat, cards: self._same(
                name, _plains(cards), self._deck(seat)[-len(cards) :] if cards else []
            ),
        )

    def _check_box(self, value: list[str]) -> None:
        self._multiset("the box", value, self._names(self.columns.box))

    # -- bases -------------------------------------------------------------------------

    def _check_bases(self, value: dict[str, dict[str, Any]]) -> None:
        for name, expected in value.items():
            place = self._place(name)
            for key, wanted in (expected or {}).items():
                self._check_base(str(name), place, str(key), wanted)

    def _check_base(self, name: str, place: PlaceId, key: str, wanted: Any) -> None:
        game = self.game
        here = game.columns.places[place]
        if key == "power":
            for seat, power in wanted.items():
                actual = game.player_powers(place)[self._seat(seat)]
                self._same(f"power of {seat} at {name}", power, actual)
        elif key == "total":
            self._same(f"total at {name}", wanted, game.total_power(place))
        elif key == "breakpoint":
            self._same(f"breakpoint of {name}", wanted, game.breakpoint(place))
        elif key == "minions":
            self._listed(f"minions at {name}", wanted, here.minions)
        elif key == "actions":
            self._listed(f"actions on {name}", wanted, here.actions)
        elif key == "buried":
            for seat, count in wanted.items():
                owners = [game.controller(card) for card in here.buried]
                actual = owners.count(self._seat(seat))
                self._same(f"cards buried at {name} by {seat}", count, actual)
        else:
            raise NotAsExpected(
                f"{key} is nothing to expect of a base: power, total, breakpoint, minions,"
                " actions, buried"
            )

    def _base_names(self, places: Iterable[PlaceId]) -> list[str]:
        return [_plain(self.game.base_card(place).name) for place in places]

    def _check_bases_in_play(self, value: list[str]) -> None:
        self._same("they", _plains(value), self._base_names(self.columns.row))

    def _check_base_deck_top(self, value: list[str]) -> None:
        top = [_plain(name) for name in self._names(reversed(self.columns.base_deck))]
        self._same("it", _plains(value), top[: len(value)])

    def _check_base_discard(self, value: list[str]) -> None:
        self._multiset("it", value, self._names(self.columns.base_discard))

    # -- cards in play -----------------------------------------------------------------

    def _check_power(self, value: dict[str, int]) -> None:
        for target, power in value.items():
            self._same(target, power, self.game.power(self._card(target)))

    def _check_counters(self, value: dict[str, int]) -> None:
        for target, count in value.items():
            self._same(target, count, self.game.counters(self._card(target)))

    def _check_attached(self, value: dict[str, list[str]]) -> None:
        for target, actions in value.items():
            self._listed(str(target), actions, self.game.actions_on(self._card(target)))

    def _check_controller(self, value: dict[str, str]) -> None:
        for target, seat in value.items():
            self._same(target, str(seat), self.seats[self.game.controller(self._card(target))])

    # -- the game ----------------------------------------------------------------------

    def _check_turn(self, value: str) -> None:
        self._same("it", str(value), self.seats[self.columns.turn])

    def _check_phase(self, value: str) -> None:
        self._same("it", str(value), PHASE_NAMES[self.columns.phase])

    def _check_pending(self, value: Any) -> None:
        decision = self.game.decision
        actual = "none" if decision is None else self.seats[decision.seat]
        expected = "none" if value is None else str(value)
        if expected != actual:
            raise NotAsExpected(f"it should be {expected}; {self.runner.pending()}")

    def _check_can(self, value: dict[str, Any]) -> None:
        for seat, steps in value.items():
            for step in _steps(steps):
                if not self.runner.can(str(seat), step):
                    raise NotAsExpected(f"{seat} cannot {step}; {self.runner.pending()}")

    def _check_cannot(self, value: dict[str, Any]) -> None:
        for seat, steps in value.items():
            for step in _steps(steps):
                if self.runner.can(str(seat), step):
                    raise NotAsExpected(f"{seat} can {step}")

    def _check_over(self, value: bool) -> None:
        self._same("it", value, self.game.over)

    def _check_winner(self, value: Any) -> None:
        expected = [str(seat) for seat in (value if isinstance(value, list) else [value])]
        actual = [self.seats[seat] for seat in self.game.winners]
        self._multiset("it", expected, actual)


def _plain(name: Any) -> str:
    """A name for comparing: without the faction that may stand before it, in any case."""
    text = str(name).lower()
    head, slash, tail = text.partition("/")
    from smashup.cards import FACTIONS

    return tail if slash and head in {f.lower() for f in FACTIONS} else text


def _plains(names: Iterable[Any] | None) -> list[str]:
    return [_plain(name) for name in names or ()]


def _steps(value: Any) -> list[Any]:
    """Steps as they are read elsewhere: words, or a mapping for lists of picks."""
    listed = value if isinstance(value, list) else [value]
    return [
        step if isinstance(step, dict) else {True: "yes", False: "no"}.get(step, str(step))
        for step in listed
    ]
