"""The generous reading of scenarios, for files written for another implementation.

An engine may ask a little more or less than a scenario spells out. Here a step is first read as
`runner.Runner` reads it, then in the ways of `readings.READINGS`, one after the other:

- a card and its base, or a base or player and the card there, may be named in one step or in two;
- a step that spells out what was forced, or where a minion had to go, is skipped, and so is a
  `pass` where nothing else was possible;
- an order that is not asked for is kept for when it is; one that is asked for and not said is
  taken as it stands, and who is next among several players is left to the others (ORDER-8);
- `use X` and `yes` agree to the pick that X then asks for; one `pass` declines what copies offer;
- whether to play an extra card at once is answered only by a play.

A step that could mean two things has two readings: `Lenient.readings` says which is taken, and
`running.run` tries the other if the first leads nowhere. Nothing is used or played that no step
names.
"""

from smashup.scenarios.lenient.taking import Lenient

__all__ = ["Lenient"]
