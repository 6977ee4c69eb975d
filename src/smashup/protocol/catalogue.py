"""All there is to read about the game: cards, bases, editions, strengths and words."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from smashup.model import card
from smashup.protocol.room import StrengthName
from smashup.protocol.view import PlayedType

PlaysOn: TypeAlias = Annotated[
    card.PlaysOn,
    Meta(title="PlaysOn", description="What an action is played on; `standard`: on nothing."),
]


class CardDef(Struct):
    """A card as it is printed."""

    name: str
    type: PlayedType
    power: Annotated[int | None, Meta(description="of a minion")]
    copies: int
    plays_on: PlaysOn
    text: str
    rulings: list[str]
    tags: list[str]


class BaseDef(Struct):
    """A base as it is printed."""

    name: str
    type: Literal["base"]
    breakpoint: int
    vp: Annotated[list[int], Meta(description="of the first, second and third award")]
    text: str
    rulings: list[str]


class FactionDef(Struct):
    """A faction with all its cards."""

    name: str
    set: str
    cards: list[CardDef]
    bases: list[BaseDef]


class EditionDef(Struct):
    """An edition of the rules."""

    name: str
    title: str


class StrengthDef(Struct):
    """A kind of bot, by how hard it is to beat."""

    name: StrengthName
    title: str
    description: str


class Term(Struct):
    """A word on cards that a new player may ask about."""

    word: str
    meaning: str
    rule: str


class Catalogue(Struct):
    """Everything."""

    factions: list[FactionDef]
    editions: list[EditionDef]
    strengths: list[StrengthDef]
    terms: list[Term]
