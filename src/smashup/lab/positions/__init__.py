"""Positions with a clearly best or clearly foolish answer: what any bot should get right."""

from smashup.lab.positions.grading import Exam, Mark, markdown, rows, to_json, wrong_ones
from smashup.lab.positions.position import BadPosition, Position, read_positions

__all__ = [
    "BadPosition",
    "Exam",
    "Mark",
    "Position",
    "markdown",
    "read_positions",
    "rows",
    "to_json",
    "wrong_ones",
]
