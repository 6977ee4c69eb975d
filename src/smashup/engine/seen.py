"""The columns of a position with everything taken out that a seat may not know."""

from __future__ import annotations

from typing import TypeVar

from smashup.model.columns import Columns
from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId
from smashup.model.state import Lasting, Permission, Place, Played, State

UNSEEN = -1  # in a column; in a list of cards it is NO_CARD
T = TypeVar("T", bound=int)
FIELDS = [name for name in vars(Columns) if not name.startswith("_") and name != "places"]


def seen_columns(state: State, bit: int) -> State:
    """What the seat with this bit may know.

    A card that it does not know has -1 in every column but that of its owner, and stands as -1 in
    the lists: where a certain slot is would tell which card it is, if it was seen there before.
    """
    known = state.known
    hidden = [slot for slot, knowing in enumerate(known) if not knowing & bit]
    shown = State(state.seats, state.edition, 0)
    shown.defn = _masked(state.defn, hidden, UNSEEN)
    shown.owner = state.owner
    shown.controller = _masked(state.controller, hidden, NO_SEAT)
    shown.zone = _masked(state.zone, hidden, UNSEEN)
    shown.place = _masked(state.place, hidden, NO_PLACE)
    shown.counters = _masked(state.counters, hidden, UNSEEN)
    shown.life = _masked(state.life, hidden, UNSEEN)
    shown.known = [knowing & bit for knowing in known]
    shown.hands = [_listed(cards, known, bit) for cards in state.hands]
    shown.decks = [_listed(cards, known, bit) for cards in state.decks]
    shown.discards = [_listed(cards, known, bit) for cards in state.discards]
    shown.vp = state.vp[:]
    shown.factions = state.factions
    shown.row = state.row[:]
    shown.places = {place: _seen_place(here, known, bit) for place, here in state.places.items()}
    shown.attached = state.attached.copy()
    shown.hosts = state.hosts.copy()
    shown.base_deck = _listed(state.base_deck, known, bit)
    shown.base_discard = _listed(state.base_discard, known, bit)
    shown.box = _listed(state.box, known, bit)
    shown.laid = _listed(state.laid, known, bit)
    shown.turn = state.turn
    shown.turn_number = state.turn_number
    shown.phase = state.phase
    shown.budgets = state.budgets[:]
    shown.pool = state.pool
    shown.winners = state.winners
    shown.moved = _listed(state.moved, known, bit)
    shown.permissions = [_seen_permission(play, known, bit) for play in state.permissions]
    shown.lasting = [_seen_lasting(effect, known, bit) for effect in state.lasting]
    shown.played = [_seen_played(play, known, bit) for play in state.played]
    return shown


def facts(columns: Columns) -> tuple[object, ...]:
    """Everything in columns as values that can be compared."""
    places = [
        (place, here.base, here.minions, here.actions, here.buried)
        for place, here in columns.places.items()
    ]
    return places, [getattr(columns, name) for name in FIELDS]


def _masked(column: list[T], hidden: list[int], unseen: T) -> list[T]:
    shown = column[:]
    for slot in hidden:
        shown[slot] = unseen
    return shown


def _listed(cards: list[CardId], known: list[int], bit: int) -> list[CardId]:
    return [card if known[card] & bit else NO_CARD for card in cards]


def _seen_place(here: Place, known: list[int], bit: int) -> Place:
    """A place is never changed, so it is the same one where nothing there is hidden."""
    if not here.buried:
        return here
    return Place(here.base, here.minions, here.actions, _listed(here.buried, known, bit))


def _seen_permission(play: Permission, known: list[int], bit: int) -> Permission:
    source, card = _now(play.source, known, bit), _now(play.card, known, bit)
    if source == play.source and card == play.card:
        return play
    return play._replace(source=source, card=card)


def _seen_lasting(effect: Lasting, known: list[int], bit: int) -> Lasting:
    source = _now(effect.source, known, bit)
    return effect if source == effect.source else effect._replace(source=source)


def _seen_played(play: Played, known: list[int], bit: int) -> Played:
    card = _now(play.card, known, bit)
    return play if card == play.card else play._replace(card=card)


def _now(card: CardId, known: list[int], bit: int) -> CardId:
    """A card that is remembered, and may have been shuffled away since."""
    return card if card < 0 or known[card] & bit else NO_CARD
