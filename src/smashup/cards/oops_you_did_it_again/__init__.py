"""Oops, You Did It Again, 2018."""

from smashup.cards.oops_you_did_it_again.samurai import samurai
from smashup.cards.oops_you_did_it_again.vikings import vikings

FACTIONS = (samurai, vikings)
