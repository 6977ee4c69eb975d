"""It's Your Fault!, 2016."""

from smashup.cards.its_your_fault.dragons import dragons
from smashup.cards.its_your_fault.mythic_greeks import mythic_greeks
from smashup.cards.its_your_fault.sharks import sharks
from smashup.cards.its_your_fault.superheroes import superheroes
from smashup.cards.its_your_fault.tornados import tornados
from smashup.model.pack import Pack

PACK = Pack(
    "its_your_fault",
    "It's Your Fault!",
    [dragons, mythic_greeks, sharks, superheroes, tornados],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
