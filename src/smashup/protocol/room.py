"""A room as its readers are told of it, and as it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from smashup.engine.setup import MOST_BANS
from smashup.model.pack import LONGEST_NAME
from smashup.players.strengths import OPPONENTS
from smashup.protocol.things import SeatNumber, Version

if TYPE_CHECKING:
    StrengthName: TypeAlias = str
else:  # the names stand in the table of strengths, and nowhere else
    StrengthName = Annotated[Literal[tuple(OPPONENTS)], Meta(title="StrengthName")]

SeatKind: TypeAlias = Annotated[
    Literal["human", "open", "bot"],
    Meta(
        title="SeatKind",
        description="`human`: of who made the room; `open`: free for who joins; `bot`.",
    ),
]
RoomState: TypeAlias = Annotated[
    Literal["waiting", "playing", "over", "set_aside"],
    Meta(title="RoomState", description="`set_aside`: it could not be loaded; it is kept."),
]
FactionName: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Dealt: TypeAlias = Annotated[
    Literal["draft", "random"],
    Meta(title="Dealt", description="How factions are dealt where they are not named."),
]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Notice: TypeAlias = Annotated[
    str | None,
    Meta(
        title="Notice",
        description="in words, why this may not be the game that was played: by other rules or "
        "cards it goes another way from some move on, and is shown up to there; null: it is",
    ),
]
DecisionTime: TypeAlias = Annotated[float, Meta(ge=5, le=86_400)]


class SeatInfo(Struct):
    """A seat and who is in it."""

    seat: SeatNumber
    kind: SeatKind
    name: str
    strength: Annotated[StrengthName | None, Meta(description="of a bot")]
    taken: Annotated[bool, Meta(description="whether somebody has it; an open seat may be free")]
    present: bool
    conceded: bool
    bot_sits_in: Annotated[bool, Meta(description="until its player is back")]
    removed: Annotated[bool, Meta(description="by the host: a bot plays it to the end")]


class RoomOptions(Struct, forbid_unknown_fields=True):
    """How the table plays besides the rules. All may be left out when a room is made."""

    open_hands: Annotated[
        bool, Meta(description="spectators see all hands, and whoever has the link can watch")
    ] = False
    timer: Annotated[
        DecisionTime | None,
        Meta(description="seconds a decision may take; then a bot answers that one"),
    ] = None
    reserve: Annotated[
        Seconds | None,
        Meta(
            description="seconds each player has in store for the whole game: what a decision "
            "takes beyond `timer` comes out of it, and a bot answers only when it is used up; "
            "null: none"
        ),
    ] = None
    increment: Annotated[
        Seconds, Meta(description="seconds that each answer adds to the reserve of who gave it")
    ] = 0.0
    hints: Annotated[bool, Meta(description="whether players may ask for advice")] = True
    chances: Annotated[
        bool, Meta(description="whether everybody's chance to win is told during the game")
    ] = True
    undo: Annotated[bool, Meta(description="whether answers may be taken back")] = True
    takeover: Annotated[
        Seconds | None,
        Meta(
            description="seconds of absence after which a bot takes the seat until its player is "
            "back, if somebody else is there to wait"
        ),
    ] = None
    pool: Annotated[
        list[FactionName],
        Meta(max_length=100, description="the factions for draft and random; empty: all"),
    ] = []
    same_faction: Annotated[
        bool, Meta(description="whether two players may have the same faction")
    ] = False
    bans: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_BANS)],
        Meta(description="how many factions each player bans before a draft"),
    ] = 0
    first: Annotated[SeatNumber | None, Meta(description="who begins; null: by chance")] = None
    ask_everyone: Annotated[
        bool,
        Meta(
            description="everybody is asked in every *me first* window, so that time tells nothing"
        ),
    ] = False
    seed: Annotated[
        Annotated[int, Meta(ge=0, lt=2**53)] | None,
        Meta(
            description="told only when the game is over; with it all bots but `master`, which "
            "goes by the clock, play the same again. Where others may join, one that was chosen is "
            "told at once, and who joins has to agree to it"
        ),
    ] = None


class Fairness(Struct):
    """How a deal comes about that nobody could choose; `smashup fairness` checks it."""

    commitment: Annotated[str, Meta(description="the SHA-256 of the server's secret")]
    cut: Annotated[list[bool], Meta(description="which seats have given a number of their own")]
    secret: Annotated[str | None, Meta(description="null until the game is over")]
    numbers: Annotated[
        list[int | None] | None,
        Meta(description="of each seat, where it gave one; null until the game is over"),
    ]


class RoomInfo(Struct):
    """A room as one of its readers is told of it."""

    room: Annotated[str, Meta(description="its public id")]
    state: RoomState
    host: Annotated[
        SeatNumber | None,
        Meta(
            description="who made the room, after them the first who still plays: only the host "
            "can start, send others away and renew the link"
        ),
    ]
    seats: list[SeatInfo]
    options: Annotated[RoomOptions | None, Meta(description="null: set aside")]
    edition: Annotated[str | None, Meta(description="null: set aside and unknown")]
    factions: Annotated[
        Dealt | list[list[str] | None] | None,
        Meta(description="as asked for; once the game has begun, those of each seat"),
    ]
    created: Annotated[float, Meta(description="seconds since 1970")]
    turn: Annotated[SeatNumber | None, Meta(description="null before the start")]
    vp: Annotated[list[int] | None, Meta(description="of each seat; null before the start")]
    winners: list[SeatNumber]
    agreed: Annotated[bool, Meta(description="whether its players agreed to end it")]
    v: Version
    yours: Annotated[SeatNumber | None, Meta(description="the reader's seat; null: who watches")]
    your_move: bool
    replay: Annotated[str | None, Meta(description="the public id of its replay")]
    rematch: Annotated[
        str | None, Meta(description="the room in which the same players play again")
    ]
    challenge: Annotated[
        str | None, Meta(description="the replay whose deal it plays again from the beginning")
    ]
    fairness: Annotated[
        Fairness | None, Meta(description="null: no stranger could join, or the seed was chosen")
    ]
    notice: Notice
    expires: Annotated[
        float | None,
        Meta(
            description="when it is cleared away if nothing more happens in it, in seconds since "
            "1970; null: never"
        ),
    ]
