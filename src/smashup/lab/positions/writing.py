"""Positions as their files write them: tables, steps, and what a check has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from smashup.cards import find_card
from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.lab.arena import Rate
from smashup.model.errors import SmashUpError
from smashup.model.ids import CardId, PlaceId
from smashup.scenarios.wording import Wording

SEATS = "ABCD"
NEXT = "---\n"  # between the documents of a file
CHECKED = "checked:"


def with_checked(text: str, number: int, rates: Mapping[str, Rate]) -> str:
    """The text of a file in which one position, counted from 1, says what its check has found.

    It is the last thing that a position says. Of each answer: how often it won, on how many worlds.

    >>> with_checked("name: a\\nbest: [end]\\n", 1, {"end": Rate.of(3, 4)})
    'name: a\\nbest: [end]\\nchecked:\\n  end: [3.0, 4]\\n'
    """
    documents = text.split(NEXT)
    kept, _, _ = documents[number - 1].partition(f"\n{CHECKED}")
    lines = [kept.rstrip("\n"), CHECKED]
    for step, rate in rates.items():
        line = yaml.safe_dump(
            {step: [round(float(rate.wins), 2), rate.games]}, default_flow_style=None
        )
        lines.append(f"  {line.strip()}")
    documents[number - 1] = "\n".join(lines) + "\n"
    return NEXT.join(documents)


def table_of(game: Game) -> dict[str, Any]:
    """The fields of a scenario that lay this table; to be taken at the start of Play Cards.

    What lasts for some time and who has seen which card is not among them.
    """
    s = game.columns
    return {
        "players": {
            SEATS[seat]: {
                "vp": s.vp[seat],
                "hand": _names(game, s.hands[seat]),
                "deck": _names(game, reversed(s.decks[seat])),
                "discard": _names(game, s.discards[seat]),
            }
            for seat in game.seats
        },
        "bases": [_base(game, place) for place in s.row],
        "base_deck": _names(game, reversed(s.base_deck)),
        "base_discard": _names(game, s.base_discard),
        "turn": SEATS[game.turn],
        "edition": game.edition,
    }


def steps_of(game: Game, answers: Sequence[int]) -> list[dict[str, str]]:
    """These answers, given from here on, as the steps of a scenario; the game is not touched."""
    game = game.copy()
    steps = []
    for answer in answers:
        assert game.decision is not None
        steps.append({SEATS[game.decision.seat]: step_of(game, answer)})
        game.decide(answer)
    return steps


def step_of(game: Game, answer: int) -> str:
    """An answer to the pending question, as a step; of equal copies the first is named."""
    decision = game.decision
    assert decision is not None
    wording = Wording(game, SEATS[: game.players])
    label = wording.label(decision.options[answer])
    alike = [option for option in decision.options if wording.label(option) == label]
    for option in [decision.options[answer], *alike]:
        try:
            return wording.words(decision, option)
        except SmashUpError:
            continue
    raise SmashUpError(f"No step says {label!r}.")


def _names(game: Game, cards: Iterable[CardId]) -> list[str]:
    return [_name(game, card) for card in cards]


def _name(game: Game, card: CardId) -> str:
    """The name that a file finds this card by."""
    printed = CARDS[game.columns.defn[card]]
    return (
        printed.name if find_card(printed.name) is printed else f"{printed.faction}/{printed.name}"
    )


def _base(game: Game, place: PlaceId) -> str | dict[str, Any]:
    here = game.columns.places[place]
    laid = {
        "minions": [_laid(game, card) for card in here.minions],
        "actions": [_laid(game, card) for card in here.actions],
        "buried": [_laid(game, card) for card in here.buried],
    }
    filled = {field: cards for field, cards in laid.items() if cards}
    name = _name(game, here.base)
    return {"base": name, **filled} if filled else name


def _laid(game: Game, card: CardId) -> str | dict[str, Any]:
    s = game.columns
    by, owner = SEATS[s.controller[card]], SEATS[s.owner[card]]
    more: dict[str, Any] = {}
    if owner != by:
        more["owner"] = owner
    if s.counters[card]:
        more["counters"] = s.counters[card]
    if s.attached.get(card):
        more["actions"] = [_laid(game, action) for action in s.attached[card]]
    name = _name(game, card)
    return {"card": name, "by": by, **more} if more else f"{name}/{by}"
