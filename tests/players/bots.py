"""Bots that do what no bot should; tests name them as anybody's bot is: by the path of a file."""

import random
from pathlib import Path

from smashup import Decision, Observation
from smashup.players import GreedyPlayer

HERE = Path(__file__)


def path_of(bot: type) -> str:
    """How the bot is named on the command line."""
    return f"{HERE}:{bot.__name__}"


class Blindfolded:
    """Thinks like greedy, but the options are shuffled between its choice and its answer."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._player = GreedyPlayer(seed)

    def choose(self, observation: Observation, decision: Decision) -> int:
        shuffled = list(range(len(decision.options)))
        self._rng.shuffle(shuffled)
        return shuffled[self._player.choose(observation, decision)]


class Peeking:
    """Answers by what the others hold in hand."""

    def choose(self, observation: Observation, decision: Decision) -> int:
        s = observation._game.rules.s
        others = [hand for seat, hand in enumerate(s.hands) if seat != decision.seat]
        return sum(s.defn[card] for hand in others for card in hand) % len(decision.options)


class Raising:
    """Plays along for a while."""

    def __init__(self, seed: int) -> None:
        self._answers = 0

    def choose(self, observation: Observation, decision: Decision) -> int:
        self._answers += 1
        if self._answers > 3:
            raise ValueError("I have lost count")
        return 0


class Leaving:
    def choose(self, observation: Observation, decision: Decision) -> int:
        raise SystemExit("had enough")


class Interrupted:
    """Thinks until somebody presses Ctrl-C."""

    def choose(self, observation: Observation, decision: Decision) -> int:
        raise KeyboardInterrupt


class OutOfRange:
    def choose(self, observation: Observation, decision: Decision) -> int:
        return len(decision.options)


class Negative:
    def choose(self, observation: Observation, decision: Decision) -> int:
        return -1


class WrongType:
    def choose(self, observation: Observation, decision: Decision) -> str:
        return "0"


class Truthful:
    def choose(self, observation: Observation, decision: Decision) -> bool:
        return False


class Tampering:
    def choose(self, observation: Observation, decision: Decision) -> int:
        decision.options.clear()
        return 0


class Stillborn:
    """Can be made once, with the seed by which bots are checked, and never again."""

    def __init__(self, seed: int) -> None:
        if seed:
            raise RuntimeError("not today")

    def choose(self, observation: Observation, decision: Decision) -> int:
        return 0


class NoBot:
    """Has nothing to say."""


an_instance = OutOfRange()


def factory_by_position(number: int) -> Peeking:
    return Peeking()
