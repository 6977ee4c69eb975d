"""Oops, You Did It Again, 2018."""

from smashup.cards.oops_you_did_it_again.ancient_egyptians import ancient_egyptians
from smashup.cards.oops_you_did_it_again.cowboys import cowboys
from smashup.cards.oops_you_did_it_again.samurai import samurai
from smashup.cards.oops_you_did_it_again.vikings import vikings
from smashup.model.pack import Pack

PACK = Pack(
    "oops_you_did_it_again",
    "Oops, You Did It Again",
    [ancient_egyptians, cowboys, samurai, vikings],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
