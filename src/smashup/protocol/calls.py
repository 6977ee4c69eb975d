"""What REST calls take and give. A body with a misspelt field is refused."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from smashup.protocol.messages import LARGEST, Advised, ErrorWords, Label
from smashup.protocol.room import (
    Dealt,
    FactionName,
    Notice,
    RoomOptions,
    SeatInfo,
    SeatKind,
    StrengthName,
)
from smashup.protocol.things import MOST_SEATS, SeatNumber, Words
from smashup.protocol.view import GameEvent, View

MOST_MOVES = 100_000  # of a game

Secret: TypeAlias = Annotated[str, Meta(max_length=100)]
Anew: TypeAlias = Annotated[
    Literal["same", "random", "draft"],
    Meta(title="Anew", description="The factions of a rematch: those just played, or others."),
]
Difficulty: TypeAlias = Annotated[
    Literal["easy", "middling", "hard"],
    Meta(title="Difficulty", description="By how many turns played at random win."),
]
Pair: TypeAlias = tuple[FactionName, FactionName]


# -- bodies ------------------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True):
    """What a call takes."""


class NewSeat(Body):
    """A seat of a room to be made."""

    kind: SeatKind
    name: Label = ""
    strength: Annotated[StrengthName, Meta(description="of a bot")] = "normal"


class NewRoom(Body):
    """A room to be made. Several seats of kind `human` are played on one screen: there is a token
    for each. A room without open seats starts at once."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    name: Annotated[Label, Meta(description="of its first person, where the seat has none")] = ""
    factions: Annotated[
        Dealt | Annotated[list[Pair | None], Meta(max_length=MOST_SEATS)],
        Meta(description="a pair for each seat; null: drawn at random"),
    ] = "random"
    edition: Label = "oops"
    options: RoomOptions = field(default_factory=RoomOptions)


class Join(Body):
    """Coming in by an invite."""

    invite: Secret
    name: Label = ""
    seat: Annotated[SeatNumber | None, Meta(description="null: the first open one")] = None
    number: Annotated[
        Annotated[int, Meta(ge=0, lt=LARGEST)] | None,
        Meta(description="of one's own for the deal; see `cut`"),
    ] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, lt=LARGEST)] | None,
        Meta(description="where the host chose one: that one has seen it and agrees"),
    ] = None
    open_hands: Annotated[
        bool,
        Meta(description="where spectators see all hands: that one has seen that and agrees"),
    ] = False


class Watch(Body):
    """Coming in to watch."""

    invite: Secret
    name: Label = ""


class Remove(Body):
    """Sending somebody away."""

    seat: SeatNumber


class TakeOver(Body):
    """Taking a seat over from another device."""

    code: Secret


class Share(Body):
    """Asking for a link to a game."""

    token: Annotated[
        Secret | None,
        Meta(description="of one's seat; of who watches too, once the game is over"),
    ] = None


class Continue(Body):
    """Going on from a move of a replay, against bots."""

    move: Annotated[int, Meta(ge=0, le=MOST_MOVES)]
    seat: SeatNumber
    name: Label = ""
    strength: StrengthName = "normal"


class Solve(Body):
    """Sitting down to a puzzle."""

    name: Label = ""


# -- answers -----------------------------------------------------------------------------------


class SeatToken(Struct):
    """The right to a seat: it is shown once."""

    seat: SeatNumber
    token: str


class Made(Struct):
    """A room that was made, with the caller's seats."""

    room: str
    invite: Annotated[str | None, Meta(description="null: somebody else made the rematch")]
    seats: list[SeatToken]


class Joined(Struct):
    """A seat that was taken."""

    room: str
    seat: Annotated[SeatNumber | None, Meta(description="null: the caller watches")]
    token: str


class Invitation(Struct):
    """The secret that lets others into a room, in place of all earlier ones."""

    invite: str


class Handover(Struct):
    """What lets another device take a seat, once."""

    code: str
    seconds: Annotated[float, Meta(description="for how long")]


class Health(Struct):
    """That the server is there."""

    ok: bool
    version: str
    rooms: Annotated[int, Meta(description="how many are open")]


class Reach(Struct):
    """Under which addresses other devices find the server, the best first."""

    addresses: Annotated[
        list[str],
        Meta(description="each with scheme and port; empty: only its own machine can reach it"),
    ]


class Link(Struct):
    """The public id of a replay."""

    link: str


class Failure(Struct):
    """Every error of a call looks like this."""

    error: ErrorWords


class TurnMark(Struct):
    """At which move a turn began."""

    turn: int
    seat: SeatNumber
    move: int


class ReplayInfo(Struct):
    """A game that can be stepped through."""

    replay: str
    room: str
    seats: list[SeatInfo]
    edition: str
    factions: list[list[str]]
    created: Annotated[float, Meta(description="seconds since 1970")]
    moves: Annotated[int, Meta(description="how many answers of it can be shown")]
    deciders: Annotated[list[SeatNumber], Meta(description="who gave each")]
    turns: list[TurnMark]
    vp: list[int]
    winners: list[SeatNumber]
    seat: Annotated[
        SeatNumber | None, Meta(description="whose view it is, while the game is still going on")
    ]
    open: Annotated[bool, Meta(description="whether every hand may be seen")]
    notice: Notice


class Moment(Struct):
    """The table after some move, as a seat or nobody saw it."""

    view: View
    events: list[GameEvent]
    chances: Annotated[
        list[float],
        Meta(description="each seat's to win; none while a game goes on whose table is told none"),
    ]


# -- after the game ----------------------------------------------------------------------------


class Gain(Struct):
    """What a player took of a base."""

    seat: SeatNumber
    power: int
    vp: int


class Taken(Struct):
    """A base that scored."""

    base: str
    turn: int
    move: Annotated[int, Meta(description="how many answers there were then")]
    gains: Annotated[list[Gain], Meta(description="the best first")]


class Deed(Struct):
    """What a card did for a player, all copies of it together."""

    seat: SeatNumber
    name: str
    points: Annotated[
        float,
        Meta(
            description="victory points it gave, and its part of those of bases, by its power "
            "there when last anybody was asked before"
        ),
    ]
    destroyed: Annotated[int, Meta(description="minions of others it destroyed")]


class Course(Struct):
    """How a finished game went, as everybody could see it."""

    turns: list[TurnMark]
    points: Annotated[
        list[list[int]], Meta(description="of each seat, as each turn began and at the end")
    ]
    chances: Annotated[
        list[list[float]],
        Meta(description="each seat's to win, likewise, from what a spectator may know"),
    ]
    turning: Annotated[
        list[int], Meta(description="the turns, by their place in `turns`, that changed most")
    ]
    taken: list[Taken]
    deeds: Annotated[list[Deed], Meta(description="of each seat a few, the best first")]


class Verdict(Struct):
    """A turn looked at again, on what its player could know then: the answer by which most was
    lost."""

    move: Annotated[int, Meta(description="how many answers there were before it")]
    question: Annotated[Words | None, Meta(description="null: a card was to be played")]
    played: Advised | None
    better: Annotated[Advised | None, Meta(description="null: nothing better was found")]
    sentence: Annotated[Words | None, Meta(description="what speaks for the better one")]


# -- puzzles -----------------------------------------------------------------------------------


class PuzzleInfo(Struct):
    """A position in which whoever is to move can win this turn, without luck."""

    number: Annotated[int, Meta(description="from 1")]
    seat: Annotated[SeatNumber, Meta(description="who is to move")]
    turn: Annotated[int, Meta(description="the number of the turn")]
    factions: Annotated[list[list[str]], Meta(description="of each seat")]
    vp: Annotated[list[int], Meta(description="of each seat")]
    plays: Annotated[int, Meta(description="the fewest plays that win")]
    difficulty: Difficulty


class Puzzles(Struct):
    """All puzzles."""

    today: Annotated[int, Meta(description="the number of the day's, the same for everybody")]
    puzzles: list[PuzzleInfo]


class PuzzleStep(Struct):
    """An answer of a solution."""

    option: Annotated[int, Meta(description="its index among those offered")]
    card: Annotated[str | None, Meta(description="the name of the card that asks")]
    words: Words


class Solution(Struct):
    """One way to win: the answers in turn, to the end of the turn."""

    steps: list[PuzzleStep]
