"""All there is to read about the game: cards, bases, editions, strengths and words."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import NamedTuple

import msgspec

from smashup import packs
from smashup.cards.registry import FACTIONS, changes
from smashup.model.card import ACTION, BASE, MINION, Card, Faction
from smashup.model.edition import EDITIONS
from smashup.players.strengths import OPPONENTS
from smashup.protocol.catalogue import (
    BaseDef,
    CardDef,
    Catalogue,
    EditionDef,
    FactionDef,
    PackCredits,
    PackDef,
    StrengthDef,
    Term,
    UsedIcons,
)
from smashup.sentences import SOURCE
from smashup.server.pictures import Pictures, pictures

EDITION_TITLES = {
    "core": "2012: the first rules",
    "monster_smash": "2014: Monster Smash",
    "its_your_fault": "2016: It's Your Fault!",
    "what_were_we_thinking": "2017: What Were We Thinking?",
    "oops": "2018: Oops, You Did It Again",
}

#: Words on cards that a new player may ask about: what they mean, and the rule that says so.
TERMS = (
    ("minion", "A card you play at a base; its power counts there for you.", "PLAY-2"),
    ("action", "A card you carry out and discard, or put on a base or minion.", "PLAY-3"),
    ("breakpoint", "The power all players together need at a base for it to score.", "SCORE-1"),
    ("extra", "A play on top of your free minion and free action.", "PLAY-6"),
    ("talent", "An ability that you may use once in each of your turns.", "PLAY-7"),
    ("Special", "An ability that says itself when it can be used; it costs no play.", "PLAY-8"),
    ("Ongoing", "It works all the time while the card is in play.", "PLAY-1"),
    ("affect", "Move, destroy, return, change its power or control, put something on it.", ""),
    ("control", "Whoever plays a card controls it until something says otherwise.", ""),
    ("owner", "Whoever brought the card; out of play it always goes home to them.", ""),
    ("destroy", "From play to its owner's discard pile.", ""),
    ("discard", "From hand to the discard pile, or from a base that has scored.", ""),
    ("cancel", "The text counts as not printed.", ""),
    ("move", "From one base to another, with everything on it.", ""),
    ("place", "Any other way of putting a card somewhere.", ""),
    ("return", "From a base to its owner's hand; what lay on it is discarded.", ""),
    ("transfer", "An action or counters pass from one card to another.", ""),
    ("in play", "The bases on the table and everything on them.", ""),
    ("power", "The printed number with all changes; out of play, the printed one.", ""),
    ("+1 power counter", "Makes its minion one stronger while it lies there.", ""),
    ("here", "At the base where the card is.", ""),
    ("look", "Only you see it; revealing shows it to everybody.", ""),
    ("standard", "An action that does not go on a base or minion.", ""),
    ("bury", "Put a card face down at a base, to uncover it later.", "BURY-1"),
    ("duel", "Two minions fight; each side may add a card face down.", "DUEL-1"),
)
_TERM_RULES = {"+1 power counter": "TERM-counter"}


class Printed(NamedTuple):
    """The whole of it as JSON, with a mark by which a client knows that it has it already."""

    body: bytes
    packed: bytes  # the same with gzip
    etag: str


def catalogue() -> Printed:
    """Everything, made once for the packs in the box."""
    return _catalogue(changes())


def own_cards() -> list[tuple[str, Card]]:
    """All cards and bases that come with the game, each with its faction."""
    return [
        (faction.name, card)
        for pack in packs.loaded()
        if pack.folder.is_relative_to(SOURCE)
        for faction in pack.factions
        for card in (*faction.cards, *faction.bases)
    ]


def titles() -> dict[str, list[str]]:
    """The names of what has a title or a sentence, by where it stands in the catalogue."""
    factions = list(dict.fromkeys(faction for faction, _ in own_cards()))
    return {"editions": list(EDITIONS), "strengths": list(OPPONENTS), "factions": factions}


def credits() -> list[PackCredits]:
    """Whom to thank for the icons, pack by pack."""
    looks = pictures().looks
    return [
        PackCredits(
            title=pack.title,
            credits=pack.credits,
            factions=[
                UsedIcons(faction.name, looks[faction.name].emblem, looks[faction.name].icons)
                for faction in pack.factions
            ],
        )
        for pack in packs.loaded()
    ]


@lru_cache(maxsize=1)
def _catalogue(changes: int) -> Printed:
    shown = pictures()
    body = msgspec.json.encode(
        Catalogue(
            packs=[PackDef(pack.name, pack.title) for pack in packs.loaded()],
            emblems=shown.emblems,
            factions=[_faction(faction, shown) for faction in FACTIONS.values()],
            editions=[EditionDef(name, EDITION_TITLES[name]) for name in EDITIONS],
            strengths=[
                StrengthDef(known.name, known.title, known.description, known.style)
                for known in OPPONENTS.values()
            ],
            terms=[Term(word, meaning, rule or _term_rule(word)) for word, meaning, rule in TERMS],
        )
    )
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return Printed(body, gzip.compress(body, mtime=0), etag)


def _term_rule(word: str) -> str:
    return _TERM_RULES.get(word, f"TERM-{word.replace(' ', '-')}")


def _faction(faction: Faction, shown: Pictures) -> FactionDef:
    look = shown.looks[faction.name]
    return FactionDef(
        name=faction.name,
        set=faction.set,
        plays=faction.plays,
        ink=look.ink,
        bright=look.bright,
        soft=look.soft,
        icons=shown.icons[faction.name],
        cards=[_card(card) for card in faction.cards],
        bases=[_base(base) for base in faction.bases],
    )


def _card(card: Card) -> CardDef:
    return CardDef(
        name=card.name,
        type=MINION if card.type == MINION else ACTION,
        power=card.power if card.type == MINION else None,
        copies=card.copies,
        plays_on=card.plays_on,
        text=card.text,
        rulings=list(card.rulings),
        tags=sorted(card.tags),
    )


def _base(base: Card) -> BaseDef:
    return BaseDef(
        name=base.name,
        type=BASE,
        breakpoint=base.breakpoint,
        vp=list(base.vp),
        text=base.text,
        rulings=list(base.rulings),
    )
