"""The level `search`: information-set Monte Carlo tree search, for any number of players."""

from smashup.players.search.limits import Limits
from smashup.players.search.player import SearchPlayer
from smashup.players.search.race import Tally
from smashup.players.search.thinking import Thinking
from smashup.players.search.workers import think

__all__ = ["Limits", "SearchPlayer", "Tally", "Thinking", "think"]
