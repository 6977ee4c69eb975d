"""Sees to it, while games are played, that every verb that is called is carried out.

For tests and random games only: it costs time at every call. What it can see that the source does
not tell (smashup.lab.dropped) is a generator that was kept and then forgotten on some path.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine import watching
from smashup.engine.rules import Rules
from smashup.lab.dropped import declared_verbs
from smashup.model.decision import Ability
from smashup.model.errors import SmashUpError
from smashup.model.ids import CardId

Verb: TypeAlias = Callable[..., Ability[Any]]
Found: TypeAlias = tuple[type | ModuleType, str, Verb]


class DroppedVerb(SmashUpError):
    """A verb was called and never carried out: a forgotten `yield from`."""


class Call(NamedTuple):
    """A verb that was called, and by which card (-1: by the rules)."""

    made: Ability[Any]
    verb: str
    card: CardId


class Calls:
    """The verbs called at one table (`smashup.engine.watching.Watcher`)."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def note(self, made: Ability[Any], verb: str, card: CardId) -> Ability[Any]:
        """Keeps what a verb made; gives the same, of which can be told whether it was begun."""
        noted = _carried_out(made)
        self._calls.append(Call(noted, verb, card))
        return noted

    def called(self) -> int:
        """How many there are."""
        return len(self._calls)

    def require_begun(self, g: Rules, since: int) -> None:
        """Raises `DroppedVerb` for the first of those after that many that was not begun."""
        for call in reversed(
            self._calls[since:]
        ):  # a verb that hands another one on comes after it
            if inspect.getgeneratorstate(call.made) == inspect.GEN_CREATED:
                caller = g.name(call.card) if call.card >= 0 else "The rules"
                raise DroppedVerb(
                    f"{caller} called {call.verb}(…) and did not carry it out; "
                    f"write `yield from g.{call.verb}(…)`."
                )
        del self._calls[since:]

    def forget(self) -> None:
        """What an old generator had made is void."""
        self._calls.clear()


def _carried_out(made: Ability[Any]) -> Ability[Any]:
    return (yield from made)


@contextmanager
def watched_verbs() -> Iterator[None]:
    """Meanwhile a verb that is dropped raises `DroppedVerb`, with the card that called it.

    It is noticed when what the card does ends, or at the latest at the next Play Cards decision.
    Where the engine is compiled, only the calls of cards and helpers that are not are seen: what
    the compiled ones call is to be watched in their sources (`smashup.lab.sources`).
    """
    replaced: list[Found] = []
    for holder, name, verb in [*_verbs(), *_helpers()]:
        replaced.append((holder, name, verb))
        setattr(holder, name, _noted(verb, name))
    before, watching.make = watching.make, Calls
    try:
        yield
    finally:
        watching.make = before
        for holder, name, verb in reversed(replaced):
            setattr(holder, name, verb)


def _verbs() -> list[Found]:
    """The engine's methods that give an `Ability`."""
    verbs = declared_verbs()
    return [
        (layer, name, method)
        for layer in Rules.__mro__
        for name, method in vars(layer).items()
        if name in verbs
    ]


def _helpers() -> list[Found]:
    """The functions by which card files carry out what several of their cards do."""
    return [
        (module, name, function)
        for module in _card_files()
        for name, function in vars(module).items()
        if name != "_" and isinstance(function, FunctionType)
        if inspect.isgeneratorfunction(function)
    ]


def _card_files() -> list[ModuleType]:
    hung: list[object] = [card.on_play_ability for card in CARDS]
    hung += [use.run for card in CARDS for use in card.uses]
    hung += [reaction.run for card in CARDS for reaction in card.reactions]
    names = {run.__module__ for run in hung if isinstance(run, FunctionType)}
    return [sys.modules[name] for name in sorted(names)]


def _noted(verb: Verb, name: str) -> Verb:
    """The verb, which also tells the watcher what it made."""

    @functools.wraps(verb)
    def noting(g: Rules, *arguments: Any, **named: Any) -> Ability[Any]:
        made = verb(g, *arguments, **named)
        watcher = g.watcher
        return watcher.note(made, name, g.asker) if isinstance(watcher, Calls) else made

    return noting
