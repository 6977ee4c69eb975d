"""The messages of the socket, in and out. What comes in has its size bounded."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from smashup.protocol.room import RoomInfo
from smashup.protocol.things import Key, SeatNumber, Version, Words
from smashup.protocol.view import Changes, GameEvent, View

LARGEST = 2**53  # what a browser can count exactly

Word: TypeAlias = Annotated[str, Meta(max_length=100)]
RoomName: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")]
Id: TypeAlias = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00-\x1f]+$")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Label: TypeAlias = Annotated[str, Meta(max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
EmoteName: TypeAlias = Annotated[
    Literal["hello", "well_played", "thanks", "oops", "wow", "thinking", "hurry", "good_game"],
    Meta(title="EmoteName"),
]


class Message(Struct, tag_field="t"):
    """Anything on the socket: `t` says what it is."""


# -- from the client ---------------------------------------------------------------------------


class Hello(Message, tag="hello"):
    """Takes the seat. What came after `last` is sent again, or a fresh `welcome` if that is no
    longer kept."""

    room: RoomName
    token: Word
    last: Annotated[Count, Meta(description="the number of the last message seen, 0 for none")] = 0


class Ack(Message, tag="ack"):
    """Has seen all messages up to that number."""

    n: Count


class Ping(Message, tag="ping"):
    """Is answered by `pong`."""


class Asking(Message):
    """What is answered by its id; a repeated id changes nothing and is answered the same."""

    id: Id


class Answer(Asking, tag="answer"):
    """Answers the decision of version `v` with the option of that index."""

    v: Count
    option: Count


class Undo(Asking, tag="undo"):
    """Asks to take the seat's last answer back."""

    v: Count
    all: Annotated[bool, Meta(description="of a puzzle: every answer, back to where it begins")] = (
        False
    )


class Consent(Asking, tag="consent"):
    """Answers another's wish to undo."""

    yes: bool


class AskHint(Asking, tag="hint"):
    """Asks for advice; it comes as `hint`."""

    v: Count


class AskWhy(Asking, tag="why"):
    """Asks why a card in hand cannot be played; it comes as `why`."""

    v: Count
    key: Word


class Say(Asking, tag="chat"):
    """Says something to the table, at most 500 characters."""

    text: Text


class ShowEmote(Asking, tag="emote"):
    """Shows the table what one feels; each client says it in its own language."""

    emote: EmoteName


class EndGame(Asking, tag="end"):
    """Proposes to end the game as it stands, or answers such a proposal. It ends when all people
    who play agree; one who does not, ends the proposal."""

    yes: bool = True


class Concede(Asking, tag="concede"):
    """Gives the game up: a bot plays the seat on, as long as a person and one more seat play; else
    the game is over, and the one seat that is left has won."""


class Leave(Asking, tag="leave"):
    """Hands the seat to a bot until one is back; a table that all people have left waits. Before
    the start the seat is free again, and the right to it ends."""


class Cut(Asking, tag="cut"):
    """Gives a number of one's own for the deal (`fairness`), before the game starts."""

    number: Annotated[int, Meta(ge=0, lt=LARGEST)]


class Settings(Asking, tag="settings"):
    """Changes the label of the seat."""

    name: Label | None = None


Request: TypeAlias = (
    Answer
    | Undo
    | Consent
    | AskHint
    | AskWhy
    | Say
    | ShowEmote
    | EndGame
    | Concede
    | Leave
    | Cut
    | Settings
)
ClientMessage: TypeAlias = Hello | Ack | Ping | Request


# -- news, which are numbered ------------------------------------------------------------------


class ChatLine(Struct):
    """A line of the chat."""

    seat: Annotated[SeatNumber | None, Meta(description="null: the table itself")]
    name: str
    text: str
    at: Annotated[float, Meta(description="seconds since 1970")]
    emote: Annotated[
        EmoteName | None, Meta(description="which one it is; `text` has it in English")
    ]
    words: Annotated[
        Words | None,
        Meta(
            description="what the table itself says; `text` has it in English. "
            "Null of lines that earlier versions wrote"
        ),
    ] = None


class UndoWish(Struct):
    """A seat wishes to take back that many answers."""

    seat: SeatNumber
    answers: int


class Meanwhile(Struct):
    """What was done in a player's place since they acted last."""

    since: Annotated[float, Meta(description="seconds since 1970")]
    answers: Annotated[int, Meta(description="how many a bot gave for them")]
    undone: Annotated[int, Meta(description="how many of others were taken back")]


OwnAnswers = Annotated[
    int | None,
    Meta(description="how many answers the seat has given that still hold; null: it is not told"),
]


class Numbered(Message):
    """News. Each has the number after that of the one before; the first is anywhere."""

    n: int


class Welcome(Numbered, tag="welcome"):
    """Where things stand, whole. `n` is the number of the last message it includes."""

    room: RoomInfo
    seat: Annotated[SeatNumber | None, Meta(description="null: who watches")]
    v: Version
    view: Annotated[View | None, Meta(description="null before the start")]
    events: Annotated[list[GameEvent], Meta(description="the last 120")]
    chat: list[ChatLine]
    chances: Annotated[
        list[float] | None,
        Meta(description="each seat's chance to win; null: not estimated yet"),
    ]
    undo: Annotated[UndoWish | None, Meta(description="that still waits for consent")]
    ending: Annotated[
        SeatNumber | None,
        Meta(description="who proposes to end the game, as long as not all have answered"),
    ]
    meanwhile: Annotated[Meanwhile | None, Meta(description="null: nothing")]
    own_answers: OwnAnswers = None


class Update(Numbered, tag="update"):
    """Something happened; `view` holds only the sections that changed."""

    v: Version
    view: Changes
    events: list[GameEvent]


class Undone(Numbered, tag="undone"):
    """It was taken back. `events` are the last 120 that still hold, in place of all sent before."""

    v: Version
    view: View
    events: list[GameEvent]
    own_answers: OwnAnswers = None


class RoomNews(Numbered, tag="room"):
    """Who sits where, who is away, that it started or is over, a rematch."""

    room: RoomInfo


class Chat(ChatLine, tag="chat", tag_field="t", kw_only=True):
    """Something was said."""

    n: int


class UndoAsked(Numbered, tag="undo_asked"):
    """A seat wishes to take back that many answers: answer with `consent`."""

    seat: SeatNumber
    answers: int


class EndAsked(Numbered, tag="end_asked"):
    """A seat proposes to end the game: answer with `end`. Null: the proposal is over."""

    seat: SeatNumber | None


class ClockNews(Numbered, tag="clock"):
    """The time left for the decision, where the table has a clock."""

    seat: SeatNumber
    seconds: float
    reserves: Annotated[
        list[float] | None,
        Meta(description="what each seat has in store, as the decision began; null: nothing"),
    ]


class Chances(Numbered, tag="chances"):
    """Each seat's chance to win, as far as a spectator can tell; about once a turn, when the
    server has time for it."""

    v: Version
    chances: list[float]


News: TypeAlias = (
    Welcome | Update | Undone | RoomNews | Chat | UndoAsked | EndAsked | ClockNews | Chances
)


# -- replies -----------------------------------------------------------------------------------


class Ok(Message, tag="ok"):
    """The message with this id is done and on disk."""

    id: str
    v: Version


class ErrorWords(Struct):
    """What was wrong, and what to do."""

    code: Annotated[str, Meta(description="for programs; see Errors")]
    message: Annotated[str, Meta(description="in plain words")]
    next: Annotated[str, Meta(description="what to do; may be empty")]
    retry_after: Annotated[
        float | UnsetType, Meta(description="seconds, where it was too much at once")
    ] = UNSET


class Refusal(ErrorWords, tag="error", tag_field="t"):
    """It was refused, and nothing changed. `stale` is followed by a fresh `welcome`;
    `undo_refused` comes later, with the id of the `undo`, when another seat said no; `revoked`
    comes without an id when the right to the seat ends, and is the last message."""

    id: Annotated[str | UnsetType, Meta(description="of the message, where it had one")] = UNSET
    v: Annotated[Version | UnsetType, Meta(description="where the game stands")] = UNSET


class Advised(Struct):
    """An option that was looked at for a hint."""

    option: int
    label: Words
    chance: Annotated[float, Meta(description="to win by it")]


class Hint(Message, tag="hint"):
    """Advice. The first of `options` is the one advised."""

    id: str
    option: int
    sentence: Words
    options: list[Advised]
    chances: Annotated[list[float], Meta(description="each seat's to win, by that option")]


class Obstacle(Struct):
    """Why a card cannot be played."""

    words: Words
    rule: Annotated[str, Meta(description="the id of the rule")]
    card: Annotated[Key | None, Meta(description="the card that forbids it")]


class Why(Message, tag="why"):
    """Why a card in hand cannot be played."""

    id: str
    key: Key
    reasons: list[Obstacle]


class Pong(Message, tag="pong"):
    """The answer to `ping`."""


Reply: TypeAlias = Ok | Refusal | Hint | Why
ServerMessage: TypeAlias = News | Reply | Pong
