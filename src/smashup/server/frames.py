"""The messages of the socket (docs/protocol.md), in and out, with their sizes bounded."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct, field

from smashup.server.errors import Refused
from smashup.server.limits import MAX_MESSAGE

Word: TypeAlias = Annotated[str, Meta(max_length=100)]
RoomName: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")]
Id: TypeAlias = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00-\x1f]+$")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]


# -- from the client ---------------------------------------------------------------------------


class Hello(Struct, tag="hello", tag_field="t"):
    room: RoomName
    token: Word
    last: Count = 0


class Ack(Struct, tag="ack", tag_field="t"):
    n: Count


class Ping(Struct, tag="ping", tag_field="t"):
    pass


class Answer(Struct, tag="answer", tag_field="t"):
    id: Id
    v: Count
    option: Count


class Undo(Struct, tag="undo", tag_field="t"):
    id: Id
    v: Count


class Consent(Struct, tag="consent", tag_field="t"):
    id: Id
    yes: bool


class AskHint(Struct, tag="hint", tag_field="t"):
    id: Id
    v: Count


class AskWhy(Struct, tag="why", tag_field="t"):
    id: Id
    v: Count
    key: Word


class Say(Struct, tag="chat", tag_field="t"):
    id: Id
    text: Text


class Concede(Struct, tag="concede", tag_field="t"):
    id: Id


class Leave(Struct, tag="leave", tag_field="t"):
    id: Id


class Settings(Struct, tag="settings", tag_field="t"):
    id: Id
    name: Name | None = None


Incoming: TypeAlias = (
    Hello
    | Ack
    | Ping
    | Answer
    | Undo
    | Consent
    | AskHint
    | AskWhy
    | Say
    | Concede
    | Leave
    | Settings
)
_decoder: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def decode(message: str | bytes) -> Incoming:
    """A client's message, or `Refused` with what is wrong with it."""
    if len(message) > MAX_MESSAGE:
        raise Refused("too_large", f"A message has at most {MAX_MESSAGE} bytes.")
    try:
        return _decoder.decode(message)
    except msgspec.ValidationError as error:
        words = str(error)
        if words.endswith("`$.t`"):
            raise Refused(
                "unknown_message", f"There is no such message: {words}", "See docs/protocol.md."
            ) from error
        raise Refused("bad_request", words, "See docs/protocol.md.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_request", f"That is not JSON: {error}") from error


# -- from the server ---------------------------------------------------------------------------


class View(Struct, omit_defaults=True):
    """The sections that are sent; one that is left out is as it was."""

    public: Raw | None = None
    private: Raw | None = None


class ChatLine(Struct):
    seat: int | None
    name: str
    text: str
    at: float


class Welcome(Struct, tag="welcome", tag_field="t"):
    n: int
    room: Raw
    seat: int | None
    v: int
    view: View | None
    events: Raw
    chat: list[ChatLine]
    chances: list[float] | None


class Update(Struct, tag="update", tag_field="t"):
    n: int
    v: int
    view: View
    events: Raw


class Undone(Struct, tag="undone", tag_field="t"):
    n: int
    v: int
    view: View
    events: Raw


class RoomNews(Struct, tag="room", tag_field="t"):
    n: int
    room: Raw


class Chat(Struct, tag="chat", tag_field="t"):
    n: int
    seat: int | None
    name: str
    text: str
    at: float


class UndoAsked(Struct, tag="undo_asked", tag_field="t"):
    n: int
    seat: int
    answers: int


class ClockNews(Struct, tag="clock", tag_field="t"):
    n: int
    seat: int
    seconds: float


class Chances(Struct, tag="chances", tag_field="t"):
    n: int
    v: int
    chances: list[float]


Numbered: TypeAlias = Welcome | Update | Undone | RoomNews | Chat | UndoAsked | ClockNews | Chances


class Ok(Struct, tag="ok", tag_field="t"):
    id: str
    v: int


class Error(Struct, tag="error", tag_field="t", omit_defaults=True):
    code: str
    message: str
    then: str = field(name="next", default="")
    id: str | None = None
    v: int | None = None
    retry_after: float | None = None


class Hint(Struct, tag="hint", tag_field="t"):
    id: str
    option: int
    sentence: str
    options: list[dict[str, Any]]
    chances: list[float] | None


class Reason(Struct):
    words: str
    rule: str
    card: str | None


class Why(Struct, tag="why", tag_field="t"):
    id: str
    key: str
    reasons: list[Reason]


class Pong(Struct, tag="pong", tag_field="t"):
    pass


encode = msgspec.json.Encoder().encode
PONG = encode(Pong()).decode()


def refusal(error: Refused, id: str | None = None, v: int | None = None) -> Error:
    """A refusal as a message."""
    return Error(error.code, error.message, error.then, id, v, error.retry_after)
