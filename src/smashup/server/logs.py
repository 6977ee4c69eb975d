"""What the server writes about itself: a line for each thing, as text or as JSON.

A line has a time, a level, the room it is about if it is about one, and words. It never holds a
token, an invite or a card. What an error says may name a card or repeat what a client sent, so of
errors only the kind and the place are written, and what they say only where it is about the
machine: the disk, the database, a process. The level "debug" writes all of it.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from typing import Any, TextIO, TypeAlias

import msgspec

from smashup.server import metrics
from smashup.server.errors import Refused, store_down, unexpected
from smashup.server.fold import BadLog
from smashup.server.log_rate import LogRate
from smashup.server.storage import StorageError, is_down

#: Errors that speak of the machine or of a log, never of a card.
_OF_THE_MACHINE = (OSError, StorageError, MemoryError, BadLog)


class RoomLog(logging.LoggerAdapter[logging.Logger]):
    """Writes about one room."""

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        return msg, {**kwargs, "extra": self.extra}


def about(log: logging.Logger, room: str) -> RoomLog:
    """A log whose lines are about a room."""
    return RoomLog(log, {"room": room})


Log: TypeAlias = logging.Logger | RoomLog


def failed(error: Exception, words: str, log: Log) -> Refused:
    """Writes and counts an error that nobody expected; gives what its client is told."""
    if isinstance(error, StorageError) and is_down(error):
        log.error("%s: %s", words, error)
        return store_down()
    metrics.ERRORS.inc()
    log.error(words, exc_info=error)
    return unexpected(error)


class Line(logging.Formatter):
    """What both forms share."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self._whole = whole  # with all that errors say

    def parts(self, record: logging.LogRecord) -> Mapping[str, str]:
        """What a line says, by name; what there is not is left out."""
        when = datetime.fromtimestamp(record.created, UTC)
        told = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "room": str(getattr(record, "room", "")),
            "from": record.name,
            "message": record.getMessage(),
            "error": self._error(record),
        }
        return {name: words for name, words in told.items() if words}

    def _error(self, record: logging.LogRecord) -> str:
        if not record.exc_info or record.exc_info[1] is None:
            return ""
        error = record.exc_info[1]
        if self._whole:
            return "".join(traceback.format_exception(error)).strip()
        lines = [f"  {f.filename}:{f.lineno} in {f.name}" for f in _frames(error)]
        return "\n".join([f"Traceback: {kind(error)}", *lines])


class Text(Line):
    """For people: one line, and below it where an error comes from."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        room = f" room {parts['room']}:" if "room" in parts else ""
        error = f"\n{parts['error']}" if "error" in parts else ""
        return f"{parts['time']} {parts['level']}{room} {on_one_line(parts['message'])}{error}"


class Json(Line):
    """For programs: one object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(self.parts(record)).decode()


def kind(error: BaseException) -> str:
    """What kind of error it is, with what it says if that can be written."""
    name = type(error).__qualname__
    return f"{name}: {on_one_line(str(error))}" if isinstance(error, _OF_THE_MACHINE) else name


def on_one_line(words: str) -> str:
    """The words without breaks and signs that are none: nobody outside can write a line of ours."""
    return "".join(sign if sign.isprintable() else " " for sign in " ".join(words.split()))


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    return list(traceback.extract_tb(error.__traceback__))


def begin(form: str, level: str, to: TextIO | None = None) -> None:
    """Lets everything that is logged in this process be written so, to standard error."""
    handler = logging.StreamHandler(to or sys.stderr)
    whole = level == "debug"
    handler.setFormatter(Json(whole) if form == "json" else Text(whole))
    handler.addFilter(_is_our_business)
    handler.addFilter(LogRate())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "asyncio", "websockets", "psycopg"):  # speak of themselves
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("smashup").setLevel(level.upper())


def _is_our_business(record: logging.LogRecord) -> bool:
    """A client that sends no proper text is cut off; it shall not fill our log besides."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence")
