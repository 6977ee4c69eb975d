"""Bots may be anybody's work: what they answer is checked, and one that fails is replaced."""

from __future__ import annotations

from collections.abc import Callable
from operator import index

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError
from smashup.players.greedy import GreedyPlayer
from smashup.players.player import Player

STAND_IN = "greedy"  # the level that takes the place of a bot that failed
LONGEST = 200  # characters of what a bot raised or answered that people are shown


class BotFailed(SmashUpError):
    """What a bot did instead of answering, as the rest of a sentence that its name begins."""


class BotRaised(BotFailed):
    """It raised; the error is the cause of this one."""


class BotAnsweredIllegally(BotFailed):
    """Its answer is not the index of an option, or it tampered with the options."""


def answer_of(player: Player, observation: Observation, decision: Decision) -> int:
    """What the player answers, which is legal; else `BotFailed`, and the game is as it was."""
    options, offered = decision.options, decision.options[:]
    try:
        answer = player.choose(observation, decision)
    except BotFailed:
        raise  # it has been said already, by who knows better
    except (Exception, SystemExit) as error:
        raise BotRaised(f"raised {said(error)}") from error
    finally:
        tampered = decision.options != offered
        if tampered:
            options[:] = offered
            decision.options = options
    if tampered:
        raise BotAnsweredIllegally("changed the options it was offered")
    return _checked(answer, len(offered))


def _checked(answer: object, count: int) -> int:
    """Whole numbers of any make are taken (numpy has its own), truth values are not."""
    if isinstance(answer, bool) or not hasattr(answer, "__index__"):
        raise BotAnsweredIllegally(
            f"answered {_short(repr(answer))}, which is no whole number: the index of an option"
        )
    number = index(answer)
    if not 0 <= number < count:
        raise BotAnsweredIllegally(f"answered {number}, but the options are 0 to {count - 1}")
    return number


def said(error: BaseException) -> str:
    """An error in one line.

    >>> said(ValueError("no such card"))
    'ValueError: no such card'
    """
    return _short(": ".join(filter(None, (type(error).__name__, str(error)))))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


class GuardedPlayer:
    """A bot in a game with people: once it fails, `greedy` plays on in its place.

    `tell` is called with the failure, once: people should know who they are playing against.
    """

    def __init__(self, player: Player, seed: int, tell: Callable[[BotFailed], None]) -> None:
        self._player = player
        self._seed = seed
        self._tell = tell
        self.replaced = False

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The answer of the bot, or of the one in its place."""
        if not self.replaced:
            try:
                return answer_of(self._player, observation, decision)
            except BotFailed as failure:
                self._player, self.replaced = GreedyPlayer(self._seed), True
                self._tell(failure)
        return self._player.choose(observation, decision)
