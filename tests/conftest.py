"""What all tests share."""

from collections.abc import Iterator

import pytest

from smashup.lab.watching import watched_verbs
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


@pytest.fixture(scope="module")
def verbs_are_watched() -> Iterator[None]:
    """A card that forgets a `yield from` fails the test that plays it."""
    with watched_verbs():
        yield
