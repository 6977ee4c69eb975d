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
from smashup.engine.game import Game
from smashup.engine.rules import Rules
from smashup.model.decision import Ability, Option
from smashup.model.errors import SmashUpError

CALLS = "_calls_made"  # the attribute under which watched rules keep them

Verb: TypeAlias = Callable[..., Ability[Any]]
Found: TypeAlias = tuple[type | ModuleType, str, FunctionType]


class DroppedVerb(SmashUpError):
    """A verb was called and never carried out: a forgotten `yield from`."""


class Call(NamedTuple):
    """A verb that was called, and by which card (-1: by the rules)."""

    made: Ability[Any]
    verb: str
    card: int


@contextmanager
def watched_verbs() -> Iterator[None]:
    """Meanwhile a verb that is dropped raises `DroppedVerb`, with the card that called it.

    It is noticed when what the card does ends, or at the latest at the next Play Cards decision.
    """
    replaced: list[Found] = []

    def replace(holder: type | ModuleType, name: str, by: Callable[..., Any]) -> None:
        replaced.append((holder, name, vars(holder)[name]))
        setattr(holder, name, by)

    for holder, name, verb in [*_verbs(), *_helpers()]:
        replace(holder, name, _noted(_ending(verb) if name == "carry_out" else verb, name))
    replace(Game, "_advance", _advancing(vars(Game)["_advance"]))
    try:
        yield
    finally:
        for holder, name, verb in reversed(replaced):
            setattr(holder, name, verb)


def _verbs() -> list[Found]:
    """The engine's methods that give an `Ability`."""
    found: list[Found] = [
        (layer, name, method)
        for layer in Rules.__mro__
        for name, method in vars(layer).items()
        if isinstance(method, FunctionType)
        and str(method.__annotations__.get("return")).startswith("Ability")
    ]
    if not found:
        raise SmashUpError(
            "No verb of this engine can be watched: it is compiled. Watch the one in Python."
        )
    return found


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
    """The verb, which also keeps what it made until it is seen to be carried out."""

    @functools.wraps(verb)
    def noting(g: Rules, *arguments: Any, **named: Any) -> Ability[Any]:
        made = verb(g, *arguments, **named)
        calls = g.__dict__.get(CALLS)
        if calls is not None:
            calls.append(Call(made, name, g.asker))
        return made

    return noting


def _ending(carry_out: Verb) -> Verb:
    """`carry_out`, at the end of which everything that was called since must have been begun."""

    @functools.wraps(carry_out)
    def carrying_out(g: Rules, *arguments: Any, **named: Any) -> Ability[None]:
        calls = g.__dict__.get(CALLS, [])
        before = len(calls)
        yield from carry_out(g, *arguments, **named)
        _require_begun(g, calls[before:])
        del calls[before:]

    return carrying_out


def _advancing(advance: Callable[[Game, Option | None], None]) -> Callable[..., None]:
    """`Game._advance`, after which nothing may be left over where nothing is under way."""

    @functools.wraps(advance)
    def advancing(game: Game, option: Option | None) -> None:
        g = game.rules
        if option is None:
            g.__dict__[CALLS] = []  # a new generator: what an old one had made is void
        advance(game, option)
        if game.decision is None or game.decision.kind == "play":
            calls = g.__dict__.get(CALLS, [])
            _require_begun(g, calls)
            calls.clear()

    return advancing


def _require_begun(g: Rules, calls: list[Call]) -> None:
    for call in reversed(calls):  # a verb that hands another one on comes after it
        if inspect.getgeneratorstate(call.made) == inspect.GEN_CREATED:
            caller = g.name(call.card) if call.card >= 0 else "The rules"
            raise DroppedVerb(
                f"{caller} called {call.verb}(…) and did not carry it out; "
                f"write `yield from g.{call.verb}(…)`."
            )
