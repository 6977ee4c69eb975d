"""What all tests share."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from smashup.compiled import ENGINE
from smashup.lab.watching import watched_verbs
from smashup.players import LEVELS, RULERS, STRENGTHS
from smashup.players.specs import takes_budget

# Arithmetic on one thread: from Python 3.12 on a process with several is warned when it forks.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

LITTLE = 6  # iterations for a level that takes a budget
#: Strengths and a style; the strongest are `search` with so much to think about that it takes long.
FOR_PEOPLE = [*(name for name in STRENGTHS if name not in ("expert", "master")), "hard+bold"]

# Every run draws the same examples and judges no time: what fails, fails again, and what is right
# never fails. Luck is for `make fuzz`, which tells the seed.
settings.register_profile(
    "same every time", derandomize=True, database=None, deadline=None, max_examples=300
)
settings.load_profile("same every time")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `every_level` is run for each, with little to think about.

    Strengths for people are among them: they are made otherwise, and see less.
    """
    if "every_level" in metafunc.fixturenames:
        specs = [
            f"{name}:{LITTLE}" if takes_budget(made) else name
            for name, made in (LEVELS | RULERS).items()
        ]
        metafunc.parametrize("every_level", [*specs, *FOR_PEOPLE])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What replaces parts of the engine is for the one that notices it."""
    if ENGINE.kind == "compiled":
        for item in items:
            if item.get_closest_marker("sources"):
                item.add_marker(pytest.mark.skip(reason="the engine is compiled"))


@pytest.fixture(scope="module")
def verbs_are_watched() -> Iterator[None]:
    """A card that forgets a `yield from` fails the test that plays it."""
    with watched_verbs():
        yield


@pytest.fixture
def log_is_put_back() -> Iterator[None]:
    """Whatever the test lets be logged and to where, the next one finds the log as it was."""
    loggers = [logging.getLogger(name) for name in (None, *logging.root.manager.loggerDict)]
    levels = [logger.level for logger in loggers]
    handlers = list(logging.root.handlers)
    yield
    logging.root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
