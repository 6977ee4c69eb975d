"""The rulers: bots that never change again, so that what is measured with them can be compared."""

from smashup.players.rulers.tuned import TunedRuler

__all__ = ["TunedRuler"]
