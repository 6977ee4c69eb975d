"""What Were We Thinking?, 2017."""

from smashup.cards.what_were_we_thinking.explorers import explorers
from smashup.cards.what_were_we_thinking.grannies import grannies
from smashup.cards.what_were_we_thinking.rock_stars import rock_stars
from smashup.cards.what_were_we_thinking.teddy_bears import teddy_bears
from smashup.model.pack import Pack

PACK = Pack(
    "what_were_we_thinking",
    "What Were We Thinking?",
    [explorers, grannies, rock_stars, teddy_bears],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
