"""The part of a view that is the same for everybody: what lies open on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.engine import powers
from smashup.engine.game import Game
from smashup.engine.shown import BaseShown
from smashup.model.ids import CardId, Seat
from smashup.model.state import DRAFT, PHASE_NAMES, SPECTATOR
from smashup.model.words import Words
from smashup.protocol.view import (
    Award,
    BaseView,
    Buried,
    Duel,
    Named,
    Part,
    Piece,
    Play,
    PlayerView,
    PublicView,
)
from smashup.view.keys import card_key, known_key, place_key
from smashup.view.phrases import play_words
from smashup.view.wording import sent

if TYPE_CHECKING:
    from smashup.engine.observation import Observation


def public(observation: Observation) -> PublicView:
    """All that everybody sees."""
    game = observation._game
    s = game.columns
    decision = game.decision
    return PublicView(
        edition=s.edition.name,
        turn=s.turn,
        turn_number=s.turn_number,
        phase=PHASE_NAMES[s.phase],
        waiting=None if decision is None else decision.seat,
        plays=[
            Play(type=p.type, words=sent(play_words(game, p)), extra=p.source >= 0)
            for p in s.permissions
        ],
        players=[_player(game, seat) for seat in game.seats],
        bases=[_base(game, base) for base in game.bases],
        base_deck=len(s.base_deck),
        base_discard=[game.name(base) for base in s.base_discard],
        box=[game.name(card) for card in s.box],
        duel=_duel(game),
        pool=list(s.pool) if s.phase == DRAFT else [],
        banned=[list(names) for names in game.banned] if s.phase == DRAFT else [],
        winners=list(s.winners),
    )


def _player(game: Game, seat: Seat) -> PlayerView:
    s = game.columns
    return PlayerView(
        factions=list(game.picked[seat] if s.phase == DRAFT else s.factions[seat]),
        vp=s.vp[seat],
        hand=len(s.hands[seat]),
        deck=len(s.decks[seat]),
        discard=[named(game, card) for card in s.discards[seat]],
    )


def named(game: Game, card: CardId) -> Named:
    """A card that the reader may know."""
    return Named(known_key(card), game.name(card))


def _base(game: Game, base: BaseShown) -> BaseView:
    return BaseView(
        key=place_key(base.place),
        id=base.place,
        card=known_key(base.card),
        name=base.name,
        breakpoint=base.breakpoint,
        breakpoint_parts=_parts(game, game.why(base.card)),
        total=base.total,
        ready=game.is_ready(base.place),
        powers=base.powers,
        awards=[Award(award.position, [*award.seats], award.vp) for award in base.awards],
        minions=[_piece(game, card) for card in base.minions],
        actions=[_piece(game, card) for card in base.actions],
        buried=[_buried(game, card) for card in base.buried],
    )


def _buried(game: Game, card: CardId) -> Buried:
    open_to_all = bool(game.columns.known[card] & SPECTATOR)
    return Buried(
        key=card_key(game, card),
        controller=game.controller(card),
        name=game.name(card) if open_to_all else None,
    )


def _piece(game: Game, card: CardId) -> Piece:
    piece = Piece(
        key=known_key(card),
        name=game.name(card),
        controller=game.controller(card),
        owner=game.owner(card),
        counters=game.counters(card),
        actions=[_piece(game, action) for action in game.actions_on(card)],
    )
    if game.is_minion(card):
        parts = game.why(card)
        piece.power = max(0, sum(part.amount for part in parts))
        if len(parts) > 1:
            piece.parts = _parts(game, parts)
    return piece


def _parts(game: Game, parts: list[powers.Part]) -> list[Part]:
    return [_part(game, part) for part in parts]


def _part(game: Game, part: powers.Part) -> Part:
    source = part.source
    # Its card may have been shuffled away since.
    if source >= 0 and not game.columns.known[source] & SPECTATOR:
        return Part(sent("a card that is gone"), part.amount, None)
    if source < 0:
        return Part(sent(part.label), part.amount, None)
    return Part(sent(Words("{card}", card=part.label)), part.amount, known_key(source))


def _duel(game: Game) -> Duel | None:
    """The two minions, and who has laid a card face down."""
    if not game.duellists:
        return None
    return Duel(
        minions=[known_key(minion) for minion in game.duellists],
        laid=[game.controller(card) for card in game.columns.laid],
    )
