"""Bots that are processes of their own, in any language: a line of JSON is asked, one answers.

The protocol is in docs/opponents.md. What such a bot does wrong is a `BotFailed` of its own: it
takes too long, ends, or says what is no answer. It has a limit of time for each answer and, where
the system can hold it to one (Linux), of memory.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.errors import BadSetup, SmashUpError
from smashup.players import BotAnsweredIllegally, BotRaised, Player, check_player, make_player
from smashup.view import plain

PREFIX = "run:"  # before the command, where a player is named
PROTOCOL = 1
SHOWN = 120  # characters of what it said that people are shown
LONGEST_LINE = 65_536  # bytes; nobody needs so many to answer
LARGEST_FILE = 64 * 2**20  # bytes, of complaints and all else that it writes
FAREWELL = 1.0  # seconds that it has to end by itself
ENDING = 5.0  # seconds until who speaks no more has ended, if that is why
MEGABYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """What a bot that is a process may use."""

    seconds: float = 10.0  # for an answer
    starting: float = 30.0  # seconds until it is ready
    megabytes: int = 4096

    def check(self) -> None:
        """`BadSetup` where nobody could keep them."""
        if min(self.seconds, self.starting, self.megabytes) <= 0:
            raise BadSetup("The limits of time and memory have to be more than nothing.")


#: What holds where nobody says otherwise.
USUAL = Limits()


def is_process(spec: str) -> bool:
    """Whether a player is named by a command.

    >>> is_process("run:node bot.js"), is_process("greedy")
    (True, False)
    """
    return spec.strip().startswith(PREFIX)


def make_entrant(spec: str, seed: int, limits: Limits) -> Player:
    """Whoever may enter an arena: a player as everywhere, or a process (`run:node bot.js`)."""
    return (
        ProcessPlayer(_command(spec), seed, limits) if is_process(spec) else make_player(spec, seed)
    )


def check_entrant(spec: str) -> str:
    """The spec in its usual spelling; `SmashUpError` if there is no such player."""
    if not is_process(spec):
        return check_player(spec)
    return f"{PREFIX}{shlex.join(_command(spec))}"


def _command(spec: str) -> list[str]:
    text = spec.strip().removeprefix(PREFIX)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SmashUpError(f"{text!r} is no command: {error}.") from error
    if not words:
        raise SmashUpError(f"{PREFIX} needs a command behind it, such as {PREFIX}'node bot.js'.")
    if shutil.which(words[0]) is None:
        raise SmashUpError(f"There is no program {words[0]!r} to be run.")
    return words


class ProcessPlayer:
    """A bot that runs by itself for one game; `close` ends it."""

    def __init__(self, command: list[str], seed: int, limits: Limits) -> None:
        self._limits = limits
        self._said = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # so that whatever it starts ends with it
                bufsize=0,
            )
        except OSError as error:
            self._errors.close()
            raise SmashUpError(f"{shlex.join(command)} cannot be run: {error.strerror}.") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._asks, self._answers = self._process.stdin, self._process.stdout
        for end in (self._asks, self._answers):
            os.set_blocking(end.fileno(), False)
        self._hold_to_limits()
        hello = {
            "type": "game",
            "protocol": PROTOCOL,
            "seed": seed,
            "seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            ready = self._ask(hello, limits.starting)
            if not isinstance(ready, dict) or ready.get("ready") is not True:
                raise BotAnsweredIllegally(f"said {_short(ready)} and not that it is ready")
        except BaseException:
            self.close()
            raise

    def choose(self, observation: Observation, decision: Decision) -> int:
        """What the process answers; `answer_of` says whether that is an option."""
        question = {
            "type": "decide",
            "view": plain(observation),
            "prompt": decision.prompt,
            "labels": [observation.label(option) for option in decision.options],
        }
        said = self._ask(question, self._limits.seconds)
        if not isinstance(said, dict) or "answer" not in said:
            raise BotAnsweredIllegally(f"said {_short(said)}, which has no answer")
        answer: int = said["answer"]
        return answer

    def close(self) -> None:
        """Says that the game is over and ends the process and all it has started."""
        if self._errors.closed:
            return
        with suppress(OSError):  # it may not listen any more
            os.write(self._asks.fileno(), b'{"type": "over"}\n')
        self._asks.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        with suppress(ProcessLookupError):  # all of them may have ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._answers.close()
        self._errors.close()

    def _hold_to_limits(self) -> None:
        try:
            import resource
        except ImportError:  # on Windows nothing is held to limits of memory
            return
        if not hasattr(resource, "prlimit"):
            return
        memory = self._limits.megabytes * MEGABYTE
        with suppress(ProcessLookupError):  # it may have ended, as asking it will show
            resource.prlimit(self._process.pid, resource.RLIMIT_AS, (memory, memory))
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))

    def _ask(self, question: dict[str, Any], seconds: float) -> object:
        """Sends a line and gives what the next line says, both within so many seconds."""
        if self._said or self._heard():
            raise BotAnsweredIllegally(f"said {_short(self._said)} without being asked")
        line = self._line(json.dumps(question).encode() + b"\n", monotonic() + seconds, seconds)
        try:
            said: object = json.loads(line)
        except ValueError:
            raise BotAnsweredIllegally(f"said {_short(line)}, which is no JSON") from None
        return said

    def _line(self, to_say: bytes, deadline: float, seconds: float) -> bytes:
        with selectors.DefaultSelector() as ready:
            ready.register(self._answers, selectors.EVENT_READ)
            ready.register(self._asks, selectors.EVENT_WRITE)
            while b"\n" not in self._said:
                left = deadline - monotonic()
                if left <= 0:
                    raise BotRaised(f"did not answer within {seconds:g} seconds")
                for key, _ in ready.select(left):
                    if key.fileobj is self._answers:
                        if not self._heard():
                            raise BotRaised(self._how_it_ended())
                    elif not (to_say := self._tell(to_say)):
                        ready.unregister(self._asks)
        line, _, self._said = self._said.partition(b"\n")
        return line

    def _tell(self, words: bytes) -> bytes:
        """Sends as much as it takes now; gives the rest."""
        try:
            return words[os.write(self._asks.fileno(), words) :]
        except BlockingIOError:
            return words
        except OSError:
            return b""  # it listens no more; whether it still speaks is heard

    def _heard(self) -> bool:
        """Whether there was something to be heard, which is kept."""
        try:
            words = os.read(self._answers.fileno(), LONGEST_LINE)
        except BlockingIOError:
            return False
        self._said += words
        if len(self._said) > LONGEST_LINE:
            raise BotAnsweredIllegally(f"said {_short(self._said)} and did not stop")
        return bool(words)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().splitlines()[-1:]
        return f"{how} instead of answering{f' ({_short(last[0])})' if last else ''}"


def _short(said: object) -> str:
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    line = repr(text.strip() if isinstance(text, str) else text)
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
