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


Colour: TypeAlias = Annotated[str, Meta(title="Colour", description="As CSS writes it: `#295400`.")]
Icons: TypeAlias = Annotated[
    str,
    Meta(
        title="Icons",
        description="The address of icons: an object of name and path data, for a square of 512.",
    ),
]


class PackDef(Struct):
    """A set of factions that come together."""

    name: str
    title: str


class FactionDef(Struct):
    """A faction with all its cards."""

    name: str
    set: Annotated[str, Meta(description="the name of its pack")]
    plays: Annotated[str, Meta(description="how it plays, in a sentence")]
    ink: Annotated[Colour, Meta(description="dark, for a cream card")]
    bright: Annotated[Colour, Meta(description="light, for the dark table")]
    soft: Annotated[Colour, Meta(description="pale, to write on")]
    icons: Annotated[Icons, Meta(description="of its cards and bases")]
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
    style: Annotated[str, Meta(description="that it plays in; empty: it only wants to win")]


class Term(Struct):
    """A word on cards that a new player may ask about."""

    word: str
    meaning: str
    rule: str


class Catalogue(Struct):
    """Everything."""

    packs: list[PackDef]
    emblems: Annotated[Icons, Meta(description="of all factions")]
    factions: list[FactionDef]
    editions: list[EditionDef]
    strengths: list[StrengthDef]
    terms: list[Term]


class UsedIcons(Struct):
    """Which icons a faction uses, by the names their makers gave them."""

    faction: str
    emblem: str
    icons: Annotated[dict[str, str], Meta(description="by card or base")]


class PackCredits(Struct):
    """Whom to thank for the icons of a pack."""

    title: str
    credits: str
    factions: list[UsedIcons]
