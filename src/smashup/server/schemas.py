"""The bodies of REST calls, checked on the way in and described in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Label = Annotated[str, Field(max_length=40)]
Secret = Annotated[str, Field(max_length=100)]
FactionName = Annotated[str, Field(max_length=40)]
StrengthName = Literal["beginner", "easy", "normal", "hard", "expert"]
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class Strict(BaseModel):
    """Whoever misspells a field should hear of it."""

    model_config = ConfigDict(extra="forbid")


class NewSeat(Strict):
    """`human`: the creator's own; `open`: free for who joins; `bot`: of a strength."""

    kind: Literal["human", "open", "bot"]
    name: Label = ""
    strength: StrengthName = "normal"


class NewOptions(Strict):
    """How the table plays besides the rules."""

    open_hands: bool = Field(default=False, description="Spectators see hands.")
    timer: float | None = Field(
        default=None,
        ge=5,
        le=86_400,
        description="Seconds a decision may take; then a bot answers it.",
    )
    takeover: float | None = Field(
        default=None,
        ge=0,
        le=86_400,
        description="Seconds of absence after which a bot takes the seat until its player is back.",
    )
    pool: list[FactionName] = Field(default=[], max_length=100)
    same_faction: bool = False
    first: SeatNumber | None = None
    seed: int | None = Field(default=None, ge=0, lt=2**53)
    ask_everyone: bool = Field(default=False, description="Everybody is asked in every window.")


class NewRoom(Strict):
    """A room to be made."""

    name: Label = ""
    seats: list[NewSeat] = Field(min_length=2, max_length=4)
    factions: (
        Literal["draft", "random"]
        | Annotated[
            list[Annotated[list[FactionName], Field(min_length=2, max_length=2)] | None],
            Field(max_length=4),
        ]
    ) = "random"
    edition: Label = "oops"
    options: NewOptions = NewOptions()


class Join(Strict):
    """Coming in by an invite."""

    invite: Secret
    name: Label = ""
    seat: SeatNumber | None = None


class Watch(Strict):
    """Coming in to watch."""

    invite: Secret
    name: Label = ""


class Share(Strict):
    """Asking for a link; `token`: of one's seat, while the game is still going on."""

    token: Secret | None = None


class Continue(Strict):
    """Going on from a move of a replay, against bots."""

    move: Annotated[int, Field(ge=0, le=100_000)]
    seat: SeatNumber
    name: Label = ""
    strength: StrengthName = "normal"


class SeatToken(BaseModel):
    """The right to a seat: it is shown once."""

    seat: int
    token: str


class Made(BaseModel):
    """A room that was made, with the caller's seats."""

    room: str
    invite: str | None
    seats: list[SeatToken]


class Joined(BaseModel):
    """A seat that was taken; null: the caller watches."""

    room: str
    seat: int | None
    token: str


class Health(BaseModel):
    """That the server is there."""

    ok: bool
    version: str
    rooms: int


class Link(BaseModel):
    """The public name of a replay."""

    link: str


class ErrorBody(BaseModel):
    """What was wrong and what to do."""

    code: str
    message: str
    next: str
    retry_after: float | None = None


class Failure(BaseModel):
    """Every error looks like this."""

    error: ErrorBody


class SeatShown(BaseModel):
    """A seat and who is in it."""

    seat: int
    kind: str
    name: str
    strength: str | None
    taken: bool
    present: bool
    conceded: bool
    bot_sits_in: bool


class RoomShown(BaseModel):
    """A room as one of its readers is told of it."""

    room: str
    state: Literal["waiting", "playing", "over", "set_aside"]
    host: int | None
    seats: list[SeatShown]
    options: dict[str, Any] | None
    edition: str | None
    factions: Any
    created: float
    turn: int | None
    vp: list[int] | None
    winners: list[int]
    v: int
    yours: int | None
    your_move: bool
    replay: str | None
    rematch: str | None


class TurnMark(BaseModel):
    """At which move a turn began."""

    turn: int
    seat: int
    move: int


class ReplayShown(BaseModel):
    """A game that can be stepped through: `moves` answers, and who gave each."""

    replay: str
    room: str
    seats: list[SeatShown]
    edition: str
    factions: list[list[str]]
    created: float
    moves: int
    deciders: list[int]
    turns: list[TurnMark]
    vp: list[int]
    winners: list[int]
    seat: int | None
    open: bool


class Moment(BaseModel):
    """The table after some move, as a seat or nobody saw it."""

    view: dict[str, Any]
    events: list[dict[str, Any]]
    chances: list[float] | None
