"""What all tests share."""

import pytest

from smashup.players import LEVELS
from smashup.players.specs import takes_budget

LITTLE = 6  # iterations for a level that takes a budget


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `every_level` is run for each, with little to think about."""
    if "every_level" in metafunc.fixturenames:
        specs = [
            f"{name}:{LITTLE}" if takes_budget(made) else name for name, made in LEVELS.items()
        ]
        metafunc.parametrize("every_level", specs)
