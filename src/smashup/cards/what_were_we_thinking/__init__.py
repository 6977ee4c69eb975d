"""What Were We Thinking?, 2017."""

from smashup.cards.what_were_we_thinking.explorers import explorers
from smashup.cards.what_were_we_thinking.grannies import grannies

FACTIONS = (explorers, grannies)
