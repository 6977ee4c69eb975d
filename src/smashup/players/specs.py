"""Players as they are written on the command line: `greedy`, `search:2s`, `hard+bold`,
`my_bot.py:MyBot`."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any
from zlib import crc32

from smashup.model.errors import SmashUpError, nearest
from smashup.players.guard import said
from smashup.players.player import Factory, Player
from smashup.players.styles import STYLES, in_style

FILE = ".py"
BUDGET = re.compile(r"(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<iterations>\d+))(?::(?P<workers>\d+))?")


@dataclass(frozen=True)
class Spec:
    """A player that can be made: how it is usually spelled, and what makes one from a seed."""

    text: str
    make: Factory


def resolve(
    spec: str,
    levels: Mapping[str, Factory],
    strengths: Mapping[str, Factory],
    rulers: Mapping[str, Factory] = MappingProxyType({}),
) -> Spec:
    """Finds what a spec means; `SmashUpError` says what is wrong with it.

    Levels may take a budget, strengths and rulers take none, and rulers are not proposed to who
    mistypes; anything else with a colon in it is the place of a bot. A bot's own module is
    imported here, which can do whatever its author liked.
    """
    spec = spec.strip()
    plain, plus, style = spec.rpartition("+")
    if plus and not _is_import_path(spec):
        return _styled(resolve(plain, levels, strengths, rulers), style.casefold())
    name, colon, budget = spec.partition(":")
    name = name.casefold()
    make = levels.get(name) or strengths.get(name) or rulers.get(name)
    if make is not None:
        if not colon:
            return Spec(name, make)
        if name not in levels or not takes_budget(make):
            raise SmashUpError(f"{name} takes no budget: write {name}, not {spec}.")
        return Spec(f"{name}:{budget}", partial(make, **_limits(name, budget)))
    if _is_import_path(spec):
        return Spec(spec, partial(_make, spec, _load(spec)))
    raise SmashUpError(_unknown(spec, levels, strengths))


def _styled(spec: Spec, style: str) -> Spec:
    """The same player in a style; only who judges positions can have one."""
    if "judge" not in inspect.signature(spec.make).parameters:
        raise SmashUpError(f"{spec.text} has no style: write {spec.text} alone.")
    if style not in STYLES:
        raise SmashUpError(f"There is no style {style!r}. The styles are {', '.join(STYLES)}.")
    return Spec(f"{spec.text}+{style}", in_style(spec.make, STYLES[style]))


def display_name(spec: str) -> str:
    """What the player of a spec is called at the table.

    >>> display_name("search:2s"), display_name("hard+bold"), display_name("bots/my_bot.py:MyBot")
    ('Search 2s', 'Hard, bold', 'MyBot')
    """
    if _is_import_path(spec):
        return spec.rpartition(":")[2]
    words = spec.replace(":", " ").replace("+", ", ")
    return words[:1].upper() + words[1:]


def _is_import_path(spec: str) -> bool:
    where, _, name = spec.rpartition(":")
    return bool(where) and name.isidentifier()


def _unknown(spec: str, levels: Mapping[str, Factory], strengths: Mapping[str, Factory]) -> str:
    if spec.endswith(FILE):
        return f"{spec!r} is a file: name the class in it too, as in {spec}:MyBot."
    close = nearest(spec.partition(":")[0], [*levels, *strengths])
    sentences = [f"There is no level {spec!r}.", f"The levels are {', '.join(levels)}."]
    if strengths:
        sentences.append(f"Named strengths: {', '.join(strengths)}.")
    sentences.append("A bot of your own is package.module:MyBot or my_bot.py:MyBot.")
    if close.startswith("Did you mean"):
        sentences.append(close)
    return " ".join(sentences)


# -- budgets ---------------------------------------------------------------------------------------


def takes_budget(factory: Callable[..., Player]) -> bool:
    """Whether a level can be told how long to think."""
    return "seconds" in inspect.signature(factory).parameters


def _limits(name: str, budget: str) -> dict[str, Any]:
    """How many seconds or iterations for a turn, on how many processes."""
    match = BUDGET.fullmatch(budget)
    if match is None or not all(float(number) for number in match.groups() if number):
        raise SmashUpError(
            f"{budget!r} is no budget for {name}. Write {name}:2s for two seconds a turn, "
            f"{name}:400 for 400 iterations, {name}:2s:4 to think on four processes."
        )
    limits: dict[str, Any] = {"workers": int(match["workers"] or 1)}
    if match["seconds"]:
        limits["seconds"] = float(match["seconds"])
    else:
        limits["iterations"] = int(match["iterations"])
    return limits


# -- bots by import path ---------------------------------------------------------------------------


def _load(path: str) -> Callable[..., object]:
    """The class or function at an import path."""
    where, _, name = path.rpartition(":")
    try:
        module = _module_in(Path(where).resolve()) if where.endswith(FILE) else _module(where)
    except (Exception, SystemExit) as error:
        raise SmashUpError(f"{where} cannot be imported. {said(error)}.") from error
    thing = getattr(module, name, None)
    if thing is None:
        theirs = [word for word, value in vars(module).items() if inspect.isclass(value)]
        raise SmashUpError(f"There is no {name!r} in {where}. {nearest(name, theirs)}".rstrip())
    if not callable(thing):
        raise SmashUpError(f"{path} is no bot: name a class, or a function that makes one.")
    found: Callable[..., object] = thing
    return found


def _module(name: str) -> ModuleType:
    """A module by name, also one in the folder where the command was called."""
    _search_in(Path.cwd())
    return import_module(name)


@cache
def _module_in(file: Path) -> ModuleType:
    """The module in a file, which may import its neighbours; once, as if imported by name."""
    _search_in(file.parent)
    spec = spec_from_file_location(f"{file.stem}_{crc32(str(file).encode()):08x}", file)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


def _search_in(folder: Path) -> None:
    """Behind all other places, so that nothing there takes the place of a known module."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _make(path: str, factory: Callable[..., object], seed: int) -> Player:
    try:
        player: Any = _call(factory, seed)
    except (Exception, SystemExit) as error:
        raise SmashUpError(f"{path} could not be made with seed {seed}. {said(error)}.") from error
    if not callable(getattr(player, "choose", None)):
        raise SmashUpError(
            f"{path} is no bot: what it makes has no method choose(observation, decision)."
        )
    made: Player = player
    return made


def _call(factory: Callable[..., object], seed: int) -> object:
    """With the seed by its name or as the only argument; without, if it takes none."""
    signature = inspect.signature(factory)
    takes = {parameter.kind for parameter in signature.parameters.values()}
    if "seed" in signature.parameters or inspect.Parameter.VAR_KEYWORD in takes:
        return factory(seed=seed)
    return factory(seed) if takes else factory()
