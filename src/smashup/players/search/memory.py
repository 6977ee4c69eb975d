"""What a search remembers from one answer to the next: the part of its tree that came true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from smashup.engine.observation import Observation
from smashup.players.search.tree import Key, Node

#: What may be asked after an answer, and what was seen to come of it.
Grown: TypeAlias = dict[Key, Node]
#: A turn, and of each slot whether a seat can look into it.
Knowledge: TypeAlias = tuple[int, Sequence[int]]

NOTHING: Grown = {}


class Memory:
    """Keeps what grew behind the answer given, as long as the turn lasts and nothing is revealed:
    what was found out for other cards is not worth keeping."""

    def __init__(self) -> None:
        self._grown = NOTHING
        self._knowledge: Knowledge = (-1, [])

    def recall(self, observation: Observation) -> Grown:
        """What is known of the next question already."""
        return self._grown if self._knowledge == _knowledge(observation) else NOTHING

    def keep(self, observation: Observation, grown: Grown) -> None:
        """Remembers what grew behind the answer that is given now."""
        self._grown, self._knowledge = grown, _knowledge(observation)


def _knowledge(observation: Observation) -> Knowledge:
    return observation.turn_number, observation.columns().known
