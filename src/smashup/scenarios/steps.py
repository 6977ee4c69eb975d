"""The words of a step of a scenario, in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smashup.scenarios.names import BadStep, Target, take_target, whole_target

ZONES = ("hand", "discard", "deck")
DECLINE = ("pass", "no")


@dataclass(frozen=True)
class Step:
    """A step in parts. `verb`: play, use, choose, yes, no, end."""

    verb: str
    target: Target | None = None
    zone: str = ""
    where: Target | None = None
    using: str = ""
    pay_as: str = ""


def parse(text: str, seats: Sequence[str]) -> Step:
    """Reads a step with one target (lists are `choose` and `order`, see `Runner.take`)."""
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
        return Step("use", target, zone=_take_zone(rest)[0])
    if verb in ("choose", "uncover", "order") and rest:
        return Step("choose", whole_target(rest, seats))
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
