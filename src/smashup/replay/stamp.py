"""By what a game was played: rules, version and cards; and in words, what is different now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata

from smashup.engine.rules_number import HISTORY, RULES_NUMBER
from smashup.engine.setup import Setup
from smashup.replay.packs import fingerprints


@cache
def package_version() -> str:
    """The version of this package."""
    return metadata.version("smashup")


@dataclass(frozen=True)
class Stamp:
    """What decides how answers play, and the version of the package, for people.

    `rules`: the rules number; None in files from before there was one. `packs`: a fingerprint for
    each pack whose factions play.
    """

    rules: int | None = None
    version: str = ""
    packs: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, setup: Setup) -> Stamp:
        """The stamp of a game that is played here and now."""
        return cls(RULES_NUMBER, package_version(), fingerprints(_factions(setup)))

    def compared(self, setup: Setup) -> str:
        """In words, why a game with this stamp may go another way here."""
        found = [*self._other_rules(), *self._other_packs(setup)]
        if not found:
            found = [
                "By its own account it was played by these very rules and cards: either the file is"
                " not what was written, or the rules changed without their number."
            ]
        return " ".join(found)

    def _other_rules(self) -> Iterator[str]:
        here = f"these are rules {RULES_NUMBER} of version {package_version()}"
        if self.rules is None:
            yield (
                f"The game was played by version {self.version or 'unknown'}, before rules were"
                f" numbered; {here}."
            )
        elif self.rules > RULES_NUMBER:
            yield (
                f"The game was played by rules {self.rules} of version {self.version}, which are"
                f" newer; {here}. A newer version plays it on."
            )
        elif self.rules < RULES_NUMBER:
            since = " ".join(HISTORY[self.rules :])
            yield (
                f"The game was played by rules {self.rules} of version {self.version}; {here}."
                f" Since then: {since}"
            )

    def _other_packs(self, setup: Setup) -> Iterator[str]:
        here = fingerprints(_factions(setup))
        for pack in sorted(self.packs):
            if self.packs[pack] != here.get(pack, self.packs[pack]):
                yield f"The pack {pack} is not the one it was played with."


def _factions(setup: Setup) -> tuple[str, ...]:
    """All that can come into play: what is given, or what can be drafted."""
    if isinstance(setup.factions, str):
        return setup.pool or setup.box
    return tuple(name for pair in setup.factions for name in pair)
