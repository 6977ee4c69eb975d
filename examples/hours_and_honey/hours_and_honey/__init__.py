"""Hours and Honey: two factions of our own invention, as an example of a pack."""

from hours_and_honey.beekeepers import beekeepers
from hours_and_honey.clockmakers import clockmakers
from smashup.packs import Pack

PACK = Pack(
    "hours_and_honey",
    "Hours and Honey",
    [clockmakers, beekeepers],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
