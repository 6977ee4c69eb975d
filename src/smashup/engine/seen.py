"""The columns of a position with everything taken out that a seat may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from smashup.model.columns import Columns
from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId
from smashup.model.state import Place, State

UNSEEN = -1  # in a column; in a list of cards it is NO_CARD
T = TypeVar("T", bound=int)
FIELDS = [name for name in vars(Columns) if not name.startswith("_") and name != "places"]


def seen_columns(state: State, bit: int) -> Columns:
    """What the seat with this bit may know.

    A card that it does not know has -1 in every column but that of its owner, and stands as -1 in
    the lists: where a certain slot is would tell which card it is, if it was seen there before.
    """
    seen = [bool(known & bit) for known in state.known]

    hidden = [slot for slot, sees in enumerate(seen) if not sees]

    def masked(column: Sequence[T], unseen: T) -> list[T]:
        shown = list(column)
        for slot in hidden:
            shown[slot] = unseen
        return shown

    def listed(cards: Sequence[CardId]) -> list[CardId]:
        return [card if seen[card] else NO_CARD for card in cards]

    shown = State(state.seats, state.edition, 0)
    shown.defn = masked(state.defn, UNSEEN)
    shown.owner = state.owner[:]
    shown.controller = masked(state.controller, NO_SEAT)
    shown.zone = masked(state.zone, UNSEEN)
    shown.place = masked(state.place, NO_PLACE)
    shown.counters = masked(state.counters, UNSEEN)
    shown.life = masked(state.life, UNSEEN)
    shown.known = [known & bit for known in state.known]
    shown.hands = [listed(cards) for cards in state.hands]
    shown.decks = [listed(cards) for cards in state.decks]
    shown.discards = [listed(cards) for cards in state.discards]
    shown.vp = state.vp[:]
    shown.factions = state.factions
    shown.row = state.row[:]
    shown.places = {place: _place(here, listed) for place, here in state.places.items()}
    shown.attached = {host: cards[:] for host, cards in state.attached.items()}
    shown.hosts = state.hosts.copy()
    shown.base_deck = listed(state.base_deck)
    shown.base_discard = listed(state.base_discard)
    shown.box = listed(state.box)
    shown.laid = listed(state.laid)
    shown.turn = state.turn
    shown.turn_number = state.turn_number
    shown.phase = state.phase
    shown.budgets = state.budgets[:]
    shown.pool = state.pool
    shown.winners = state.winners
    shown.moved = listed(state.moved)
    _show_memories(state, shown, seen)
    return shown


def facts(columns: Columns) -> tuple[object, ...]:
    """Everything in columns as values that can be compared."""
    places = [
        (place, here.base, here.minions, here.actions, here.buried)
        for place, here in columns.places.items()
    ]
    return places, [getattr(columns, name) for name in FIELDS]


def _place(here: Place, listed: Callable[[Sequence[CardId]], list[CardId]]) -> Place:
    return Place(here.base, here.minions[:], here.actions[:], listed(here.buried))


def _show_memories(state: State, shown: State, seen: list[bool]) -> None:
    """What is remembered of cards that may have been shuffled away since."""

    def now(card: CardId) -> CardId:
        return card if card < 0 or seen[card] else NO_CARD

    shown.permissions = [
        play._replace(source=now(play.source), card=now(play.card)) for play in state.permissions
    ]
    shown.lasting = [effect._replace(source=now(effect.source)) for effect in state.lasting]
    shown.played = [play._replace(card=now(play.card)) for play in state.played]
