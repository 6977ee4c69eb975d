"""Looking into a store behind the server's back, and spoiling it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

TABLES = ("layout", "room", "entry", "ticket", "replay")  # as the first version made them
_ROOM = "number, name, head, state, length, created"  # without what was added later
_NUMBER = "(SELECT number FROM room WHERE name = ?)"
_SPOIL = {
    "entry": "UPDATE entry SET {} WHERE kind = 'answer' AND room = " + _NUMBER,
    "start": "UPDATE entry SET {} WHERE kind = 'start' AND room = " + _NUMBER,
    "room": "UPDATE room SET {} WHERE name = ?",
    "aside": "INSERT INTO entry SELECT number, length - 1, 'set_aside', -1, '', "
    "CAST('{{}}' AS BLOB), 0.0 FROM room WHERE name = ?",
}


def damage(folder: Path, room: str, what: str, change: str = "", position: int = -1) -> None:
    """Changes rows of one room in an SQLite store: all of a kind, or the one at a position."""
    statement = _SPOIL[what].format(change)
    if position >= 0:
        statement += f" AND position = {position}"
    with closing(sqlite3.connect(folder / "games.sqlite")) as database:
        assert database.execute(statement, (room,)).rowcount >= 1
        database.commit()


def replaced(column: str, old: str, new: str) -> str:
    """An assignment that replaces a part of a body."""
    return f"{column} = CAST(replace(CAST({column} AS TEXT), '{old}', '{new}') AS BLOB)"


def contents(place: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a store in a folder or a database, but for what only saves time."""
    statements = {table: f"SELECT * FROM {table} ORDER BY 1, 2" for table in TABLES[1:]}
    statements["layout"] = "SELECT * FROM layout"
    statements["room"] = statements["room"].replace("*", _ROOM)
    if isinstance(place, str):
        with psycopg.connect(place) as base:
            return {table: base.execute(text).fetchall() for table, text in statements.items()}
    with closing(sqlite3.connect(place / "games.sqlite")) as file:
        return {table: file.execute(text).fetchall() for table, text in statements.items()}
