"""Small classes of named values: made and read all the time, and never changed.

A `NamedTuple` takes two and a half times as long to make, and longer to read: with the ten busiest
made like this the sources need 0.97 of the instructions for a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(made: type[T]) -> type[T]:
    """Makes a record of a class: its annotated names are what it is made with, in that order.

    Two are equal if they are of one class and have equal values. To change one is an error for
    the type checker only: to prevent it in play takes longer than all else about it.
    """
    own_hash = "__hash__" in vars(made)
    return dataclass(slots=True, unsafe_hash=not own_hash)(made)


class Record:
    """What records can do, besides being made and compared."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]  # their names in order

    def __iter__(self) -> Iterator[Any]:
        """Takes it apart, as a tuple."""
        return iter([getattr(self, name) for name in self.__match_args__])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in a way that the sources and the compiled engine both can read."""
        return type(self), tuple(self)

    def _replace(self, **changes: Any) -> Self:
        """The same with other values for these names."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        assert changes.keys() <= values.keys(), changes
        return type(self)(**(values | changes))
