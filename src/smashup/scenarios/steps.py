"""The words of a step of a scenario, in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smashup.scenarios.names import BadStep, Target, take_list, take_target, whole_target

ZONES = ("hand", "discard", "deck")
DECLINE = ("pass", "no")


@dataclass(frozen=True)
class Step:
    """A step in parts. `verb`: play, use, choose (also said `uncover`), order, yes, no, end."""

    verb: str
    target: Target | None = None
    zone: str = ""
    where: Target | None = None
    using: str = ""
    pay_as: str = ""
    beyond: str = ""  # words at its end that say nothing


@dataclass(frozen=True)
class Row:
    """A step that says several things in a row: `choose [T1, T2]` or `order [T1, T2]`."""

    verb: str
    targets: tuple[Target, ...]


def read_step(answer: Any, seats: Sequence[str]) -> Step | Row:
    """Reads what a seat answers: words, or a mapping of `choose` or `order` to a list."""
    if isinstance(answer, dict):
        ((verb, targets),) = answer.items()
        return Row(verb, tuple(whole_target(target, seats) for target in targets))
    verb, _, rest = answer.partition(" ")
    if verb in ("choose", "order") and rest.strip().startswith("["):
        return Row(verb, tuple(take_list(rest, seats)))
    return parse(answer, seats)


def in_words(answer: Any) -> str:
    """An answer as a scenario file writes it."""
    if isinstance(answer, dict):
        ((verb, targets),) = answer.items()
        return f"{verb} [{', '.join(targets)}]"
    return str(answer)


def parse(text: str, seats: Sequence[str]) -> Step:
    """Reads a step with one target."""
    words = text.strip()
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    rest = rest.strip()
    if words.lower() in ("yes", "end"):
        return Step(words.lower())
    if words.lower() in DECLINE:
        return Step("no")
    if verb == "play" and rest:
        return _parse_play(rest, seats)
    if verb == "use" and rest:
        target, rest = take_target(rest, seats)
        zone, rest = _take_zone(rest)
        return Step("use", target, zone, beyond=rest.strip())
    if verb in ("choose", "uncover") and rest:
        zone = next((zone for zone in ZONES if rest.endswith(f" from {zone}")), "")
        name = rest.removesuffix(f" from {zone}")
        return Step("choose", whole_target(name, seats), zone)
    if verb == "order" and rest:
        return Step("order", whole_target(rest, seats))
    raise BadStep(
        f"{text!r} is not a step; steps begin with play, use, choose, order, uncover,"
        " or are yes, no, pass, end"
    )


def _take_zone(rest: str) -> tuple[str, str]:
    for zone in ZONES:
        if rest.startswith(f" from {zone}"):
            return zone, rest[len(f" from {zone}") :]
    return "", rest


def _parse_play(rest: str, seats: Sequence[str]) -> Step:
    target, rest = take_target(rest, seats)
    zone, rest = _take_zone(rest)
    where = None
    using = pay_as = ""
    while rest:
        if rest.startswith((" at ", " on ")):
            where, rest = take_target(rest[4:], seats)
        elif rest.startswith(" using "):
            giver, rest = take_target(rest[7:], seats)
            using = giver.name
        elif rest.startswith(" as "):
            word, _, tail = rest[4:].partition(" ")
            pay_as, rest = word, f" {tail}" if tail else ""
        else:
            raise BadStep(f"{rest.strip()!r} is not understood after play {target}")
    return Step("play", target, zone, where, using, pay_as)
