"""The part of a view that is the same for everybody: what lies open on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from smashup.engine.game import Game
from smashup.engine.strength import Part
from smashup.model.scoring import Scoring
from smashup.model.state import DRAFT, PHASE_NAMES, SPECTATOR
from smashup.view.keys import card_key, place_key
from smashup.view.phrases import play_words

if TYPE_CHECKING:
    from smashup.engine.observation import Observation


def public(observation: Observation) -> dict[str, Any]:
    """All that everybody sees."""
    game = observation._game
    s = game.s
    decision = game.decision
    return {
        "edition": s.edition.name,
        "turn": s.turn,
        "turn_number": s.turn_number,
        "phase": PHASE_NAMES[s.phase],
        "waiting": None if decision is None else decision.seat,
        "plays": [
            {"type": p.type, "words": play_words(game, p), "extra": p.source >= 0}
            for p in s.permissions
        ],
        "players": [_player(game, seat) for seat in range(s.seats)],
        "bases": [_base(game, place) for place in s.row],
        "base_deck": len(s.base_deck),
        "base_discard": [game.name(base) for base in s.base_discard],
        "box": [game.name(card) for card in s.box],
        "duel": _duel(game),
        "pool": list(s.pool) if s.phase == DRAFT else [],
        "winners": list(s.winners),
    }


def _player(game: Game, seat: int) -> dict[str, Any]:
    s = game.s
    return {
        "factions": list(s.factions[seat]),
        "vp": s.vp[seat],
        "hand": len(s.hands[seat]),
        "deck": len(s.decks[seat]),
        "discard": [named(game, card) for card in s.discards[seat]],
    }


def named(game: Game, card: int) -> dict[str, Any]:
    """A card that the reader may know."""
    return {"key": f"c{card}", "name": game.name(card)}


def _base(game: Game, place: int) -> dict[str, Any]:
    here = game.at(place)
    powers = [game.player_power(place, seat) for seat in range(game.s.seats)]
    breakpoint = game.breakpoint(place)
    total = sum(powers)
    return {
        "key": place_key(place),
        "id": place,
        "card": f"c{here.base}",
        "name": game.base_card(place).name,
        "breakpoint": breakpoint,
        "breakpoint_parts": _parts(game, game.breakpoint_parts(place)),
        "total": total,
        "ready": total >= breakpoint,
        "powers": powers,
        "awards": _awards(game, place),
        "minions": [_piece(game, card) for card in here.minions],
        "actions": [_piece(game, card) for card in here.actions],
        "buried": [_buried(game, card) for card in here.buried],
    }


def _awards(game: Game, place: int) -> list[dict[str, Any]]:
    """Who would take which award if the base scored now."""
    return [
        {
            "position": position,
            "seats": seats,
            "vp": [game.awards(place, position, seat) for seat in seats],
        }
        for position, seats in Scoring(place, -1, game.ranked_powers(place)).places()
        if position < 3
    ]


def _buried(game: Game, card: int) -> dict[str, Any]:
    open_to_all = bool(game.s.known[card] & SPECTATOR)
    return {
        "key": card_key(game, card),
        "controller": game.controller(card),
        "name": game.name(card) if open_to_all else None,
    }


def _piece(game: Game, card: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        **named(game, card),
        "controller": game.controller(card),
        "owner": game.owner(card),
        "counters": game.counters(card),
        "actions": [_piece(game, action) for action in game.actions_on(card)],
    }
    if game.is_minion(card):
        parts = game.power_parts(card)
        shown["power"] = max(0, sum(part.amount for part in parts))
        if len(parts) > 1:
            shown["parts"] = _parts(game, parts)
    return shown


def _parts(game: Game, parts: list[Part]) -> list[dict[str, Any]]:
    return [_part(game, part) for part in parts]


def _part(game: Game, part: Part) -> dict[str, Any]:
    source = part.source
    if source >= 0 and not game.s.known[source] & SPECTATOR:  # its card was shuffled away since
        return {"label": "a card that is gone", "amount": part.amount, "card": None}
    return {
        "label": part.label,
        "amount": part.amount,
        "card": f"c{source}" if source >= 0 else None,
    }


def _duel(game: Game) -> dict[str, Any] | None:
    """The two minions, and who has laid a card face down."""
    if not game.duellists:
        return None
    return {
        "minions": [f"c{minion}" for minion in game.duellists],
        "laid": [game.controller(card) for card in game.s.laid],
    }
