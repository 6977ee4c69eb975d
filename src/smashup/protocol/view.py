"""What one seat is shown: nothing in it is hidden from that seat (docs/protocol.md, "The view")."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from smashup.model import card, decision, event, state
from smashup.protocol.things import Key, SeatNumber, Words

Phase: TypeAlias = Annotated[state.PhaseName, Meta(title="Phase")]
PlayedType: TypeAlias = Annotated[card.PlayedType, Meta(title="PlayedType")]
DecisionKind: TypeAlias = Annotated[
    decision.DecisionKind,
    Meta(
        title="DecisionKind",
        description=(
            "`play`: the Play Cards decision; `choose`: a card, base, player or word, or a card to "
            "be played at once; `yes_no`: whether to do what a card allows; `window`: abilities "
            "that may be used now; `order`: which of several simultaneous things comes next; "
            "`now`: whether an extra play is taken at once or kept for later in the phase."
        ),
    ),
]
EventKind: TypeAlias = Annotated[
    event.EventKind, Meta(title="EventKind", description="What happened.")
]
Verb: TypeAlias = Annotated[decision.Verb, Meta(title="Verb")]


# -- the table, the same for everybody ---------------------------------------------------------


class Named(Struct):
    """A card whose name the reader may know."""

    key: Key
    name: str


class Part(Struct):
    """A part of a number: the printed one, or what a card adds."""

    label: Words
    amount: int
    card: Annotated[Key | None, Meta(description="the card it comes from")]


class Piece(Named):
    """A card in play."""

    controller: SeatNumber
    owner: SeatNumber
    counters: Annotated[int, Meta(description="+1 power counters on it")]
    actions: Annotated[list[Piece], Meta(description="the actions on it")]
    power: Annotated[int | UnsetType, Meta(description="only of minions")] = UNSET
    parts: Annotated[
        list[Part] | UnsetType, Meta(description="only where the power is not simply printed")
    ] = UNSET


class Buried(Struct):
    """A card buried at a base."""

    key: Key
    controller: SeatNumber
    name: Annotated[str | None, Meta(description="where everybody knows it")]


class Award(Struct):
    """Who would take an award if the base scored now."""

    position: Annotated[int, Meta(ge=0, le=2, description="0: the first award")]
    seats: list[SeatNumber]
    vp: Annotated[list[int], Meta(description="for each of `seats`")]


class BaseView(Struct):
    """A base in play and what lies there."""

    key: Key
    id: Annotated[int, Meta(description="the number of its place")]
    card: Key
    name: str
    breakpoint: int
    breakpoint_parts: list[Part]
    total: Annotated[int, Meta(description="the power of all players there")]
    ready: Annotated[bool, Meta(description="whether the breakpoint is reached")]
    powers: Annotated[list[int], Meta(description="of each seat")]
    awards: list[Award]
    minions: list[Piece]
    actions: list[Piece]
    buried: list[Buried]


class PlayerView(Struct):
    """What everybody knows of a player."""

    factions: list[str]
    vp: int
    hand: Annotated[int, Meta(description="how many cards")]
    deck: Annotated[int, Meta(description="how many cards")]
    discard: list[Named]


class Play(Struct):
    """Something that the current player may still play."""

    type: PlayedType
    words: Words
    extra: Annotated[bool, Meta(description="on top of the free play")]


class Duel(Struct):
    """A duel that is going on."""

    minions: list[Key]
    laid: Annotated[list[SeatNumber], Meta(description="who has laid a card face down")]


class PublicView(Struct):
    """What everybody sees."""

    edition: str
    turn: SeatNumber
    turn_number: int
    phase: Phase
    waiting: Annotated[SeatNumber | None, Meta(description="whose answer is awaited")]
    plays: list[Play]
    players: list[PlayerView]
    bases: list[BaseView]
    base_deck: Annotated[int, Meta(description="how many bases")]
    base_discard: Annotated[list[str], Meta(description="names")]
    box: Annotated[list[str], Meta(description="names of the cards that are out of the game")]
    duel: Duel | None
    pool: Annotated[list[str], Meta(description="the factions to choose from, while drafting")]
    banned: Annotated[
        list[list[str]], Meta(description="the factions that each seat banned, while drafting")
    ]
    winners: list[SeatNumber]


# -- one seat's own ----------------------------------------------------------------------------


class Known(Struct):
    """What a seat knows of cards that lie face down."""

    hands: Annotated[list[list[str]], Meta(description="names, for each seat")]
    decks: Annotated[
        list[list[str | None]],
        Meta(description="for each seat, from the top as far as anything is known"),
    ]
    base_deck: Annotated[list[str | None], Meta(description="the same of the base deck")]


class Option(Struct):
    """One legal answer. A client lights up what it points at, and sends `i`."""

    i: Annotated[int, Meta(description="its index, which is the answer")]
    label: Annotated[Words, Meta(description="no two of a decision are alike")]
    verb: Verb
    card: Annotated[
        Key | None,
        Meta(description="one that lies nowhere in the view is shown with the prompt"),
    ]
    name: Annotated[str | None, Meta(description="of the card, where the reader may know it")]
    place: Key | None
    host: Annotated[Key | None, Meta(description="the card that it goes on")]
    seat: SeatNumber | None
    word: str | None


class Decision(Struct):
    """What the seat is asked."""

    kind: DecisionKind
    source: Annotated[Named | None, Meta(description="the card that asks")]
    moment: Annotated[
        Words | None,
        Meta(description="when it is asked, if not because the card that asks was just played"),
    ]
    prompt: Annotated[Words, Meta(description="the question")]
    least: Annotated[int, Meta(description="how many picks the whole row takes at least")]
    most: int
    picked: Annotated[list[Words], Meta(description="the picks before this one")]
    chosen: Annotated[list[Key], Meta(description="the cards and bases that are picked already")]
    options: list[Option]


class PrivateView(Struct):
    """What only this seat sees."""

    seat: Annotated[SeatNumber | None, Meta(description="null: who watches")]
    hand: list[Named]
    known: Known
    buried: Annotated[
        dict[Key, str],
        Meta(description="names of the face-down buried cards that it may look at, by key"),
    ]
    laid: Annotated[
        list[str | None],
        Meta(description="the cards laid face down for the duel, as it knows them"),
    ]
    decision: Annotated[Decision | None, Meta(description="null: it is not asked")]


class View(Struct):
    """The whole view of a seat."""

    public: PublicView
    private: PrivateView


class Changes(Struct):
    """The sections of a view that changed; one that is left out is as it was."""

    public: PublicView | UnsetType = UNSET
    private: PrivateView | UnsetType = UNSET


# -- what happened -----------------------------------------------------------------------------


class GameEvent(Struct):
    """Something that happened. Cards that the reader did not see are left out."""

    e: Annotated[int, Meta(description="its number in the game's log")]
    kind: EventKind
    text: Annotated[Words, Meta(description="for the log, where it begins with a capital")]
    minor: Annotated[bool, Meta(description="whether it needs no line of its own")]
    seat: SeatNumber | None
    card: Named | None
    cards: Annotated[list[Named], Meta(description="where several are told of at once")]
    place: Key | None
    to: Annotated[Key | None, Meta(description="the place something went to")]
    on: Annotated[Named | None, Meta(description="the minion that an action went on")]
    amount: int
    by: Annotated[Named | None, Meta(description="the card that did it")]
    by_seat: SeatNumber | None
    rank: Annotated[
        int | None,
        Meta(description="of `base scored`: which award the player took, 0 is the first"),
    ]
    power: Annotated[
        int | None, Meta(description="of `base scored`: the power the player had there")
    ]
