"""Percentiles, and results that can say how they went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies; 0 if there are none.

    >>> percentile([3, 1, 2, 4], 0.5), percentile(range(1000), 0.99)
    (3, 990)
    """
    if not values:
        return 0.0
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


@dataclass
class Finding:
    """One claim tried: what was measured, and what was found wrong."""

    claim: str
    figures: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.faults

    def require(self, truth: bool, fault: str) -> None:
        """Note a fault if it is not so."""
        if not truth:
            self.faults.append(fault)
