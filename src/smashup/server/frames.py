"""Messages and bodies as bytes: reading what a client sends, writing what it is sent."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Raw

from smashup.protocol.messages import ClientMessage, ErrorWords, Pong, Refusal
from smashup.server.errors import Refused
from smashup.server.limits import MAX_MESSAGE

T = TypeVar("T")

encode = msgspec.json.Encoder().encode
PONG = encode(Pong())

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def decode(message: str | bytes) -> ClientMessage:
    """A client's message, or `Refused` with what is wrong with it."""
    if len(message) > MAX_MESSAGE:
        raise Refused("too_large", f"A message has at most {MAX_MESSAGE} bytes.")
    return read(_decoder, message, "See docs/protocol.md.")


def read(decoder: msgspec.json.Decoder[T], text: str | bytes, then: str) -> T:
    """What a client wrote, or `Refused`; `then`: where to look up how it should be."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        words = str(error)
        if words.endswith("`$.t`"):
            raise Refused("unknown_message", f"There is no such message: {words}", then) from error
        raise Refused("bad_request", words[:500], then) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_request", f"That is not JSON: {error}") from error


def written(text: bytes) -> Any:
    """A part of a message that is JSON already, in place of the structure it was made of."""
    return Raw(text)


def error_words(error: Refused) -> ErrorWords:
    """A refusal as a REST call tells it."""
    after = UNSET if error.retry_after is None else error.retry_after
    return ErrorWords(error.code, error.message, error.then, after)


def refusal(error: Refused, id: str | None = None, v: int | None = None) -> Refusal:
    """A refusal as a message."""
    words = error_words(error)
    return Refusal(
        words.code,
        words.message,
        words.next,
        words.retry_after,
        UNSET if id is None else id,
        UNSET if v is None else v,
    )
