"""The level `search`: information-set Monte Carlo tree search, for any number of players."""

from smashup.players.search.player import SearchPlayer
from smashup.players.search.thinking import Budget, Candidate, Thinking

__all__ = ["Budget", "Candidate", "SearchPlayer", "Thinking"]
