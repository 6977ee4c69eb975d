"""What runs in a worker process: bots, advice and replays, away from the event loop."""

from __future__ import annotations

import os
import signal
import struct
import sys
import traceback
from collections import OrderedDict
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, TypeVar

import msgspec

from smashup import memory, view
from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.model.ids import as_seat
from smashup.players import Player
from smashup.protocol.calls import Moment, TurnMark, Verdict
from smashup.protocol.view import View
from smashup.server.advice import advise, chances
from smashup.server.course import Recorder
from smashup.server.hindsight import Hindsight
from smashup.server.jobs import (
    Advise,
    Choose,
    Estimate,
    Job,
    Judge,
    Look,
    Outline,
    Position,
    Recount,
    Reply,
    encode,
    job_decoder,
)
from smashup.server.strengths import make_bot
from smashup.server.views import private

REMEMBERED = 64  # games, and as many bots
LENGTH = struct.Struct("!I")
READY = b"ready"  # what a process says before all replies

Key = TypeVar("Key")
Value = TypeVar("Value")

_games: OrderedDict[str, Game] = OrderedDict()
_bots: OrderedDict[tuple[str, int, str], tuple[int, Player | None]] = OrderedDict()


class GivenUp(Exception):
    """Nobody waits any more for what is being done."""


class _Attention:
    """While a job is done, the server may say that nobody waits for it (SIGUSR1). Long ones look
    up now and then; in between nothing is left half-way."""

    def __init__(self) -> None:
        self._given_up = False

    def begin(self) -> None:
        """For the next job."""
        self._given_up = False

    def give_up(self, number: int, frame: FrameType | None) -> None:
        """What the signal does."""
        self._given_up = True

    def look_up(self) -> None:
        """Ends what nobody waits for."""
        if self._given_up:
            raise GivenUp


_attention = _Attention()


def work(job: Job) -> Reply:
    """Does one job; what goes wrong is told, never raised."""
    _attention.begin()
    try:
        return Reply(msgspec.json.encode(_do(job)))
    except Exception as error:  # a bot may do anything
        _games.pop(job.game.key, None)  # it may have been left half-way
        return Reply(error=_place(error))


def _place(error: Exception) -> str:
    """What kind of error and where; what it says may name a card that is nobody's business."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} ({Path(last.filename).name}:{last.lineno})"


def _do(job: Job) -> Any:
    match job:
        case Choose():
            return _choose(job)
        case Advise():
            return advise(at(job.game), job.seed, job.hurried)
        case Estimate():
            return chances(at(job.game))
        case Look():
            return _look(job)
        case Outline():
            return _outline(job)
        case Recount():
            game = Game.from_setup(job.game.setup.setup())
            return Recorder(game, _attention.look_up).record(job.game.answers)
        case Judge():
            return _judge(job)


def at(position: Position) -> Game:
    """The game at that moment, gone on from where it was remembered if that leads there."""
    game = _games.pop(position.key, None)
    answers = position.answers
    if game is None or game.answers != answers[: len(game.answers)]:
        game = Game.from_setup(position.setup.setup())
    for answer in answers[len(game.answers) :]:
        game.decide(answer)
    remember(_games, position.key, game)
    return game


def remember(known: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """As the latest; the oldest makes room for it."""
    known[key] = value
    if len(known) > REMEMBERED:
        known.popitem(last=False)


def _choose(job: Choose) -> int:
    game = at(job.game)
    decision = game.decision
    if decision is None:
        raise SmashUpError("The game is over: there is nothing to choose.")
    whose, asked = (job.game.key, decision.seat, job.strength), len(game.answers)
    before, bot = _bots.pop(whose, (asked, None))
    if bot is None or before >= asked:  # new here, or the game was taken back
        bot = make_bot(job.strength, job.seed)
    option = bot.choose(game.observe(decision.seat), decision)
    if type(option) is not int or not 0 <= option < len(decision.options):
        raise SmashUpError(f"The bot chose {option!r}, which is not among the options.")
    remember(_bots, whose, (asked, bot))  # it knows what it has spent on this turn
    return option


def _look(job: Look) -> Moment:
    answers = job.game.answers
    before = Position(job.game.key, job.game.setup, answers[: job.since])
    game = at(before)
    since = len(game.log) if job.since else 0
    game = at(job.game)
    story = view.Storyteller(game.observe(as_seat(job.seat)), job.open_hands)
    seen = View(view.public(game.observe(None)), private(game, job.seat, job.open_hands))
    return Moment(seen, story.events(since), chances(game) if job.chances else [])


def _outline(job: Outline) -> dict[str, Any]:
    """Who was asked at each move, and at which moves turns began."""
    game = Game.from_setup(job.game.setup.setup())
    seats: list[int] = []
    turns: list[TurnMark] = []
    for move, answer in enumerate(job.game.answers):
        assert game.decision is not None
        if not turns or turns[-1].turn != game.turn_number:
            turns.append(TurnMark(game.turn_number, game.turn, move))
        seats.append(game.decision.seat)
        game.decide(answer)
    return {
        "deciders": seats,
        "turns": turns,
        "factions": game.factions,
        "vp": game.vp,
        "winners": game.winners,
    }


def _judge(job: Judge) -> Verdict:
    answers = job.game.answers
    game = at(Position(job.game.key, job.game.setup, answers[: job.since]))
    return Hindsight(game, job.hurried, _attention.look_up).verdict(answers[job.since :])


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers jobs until there are no more."""
    while True:
        head = source.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return
        job = job_decoder.decode(source.read(LENGTH.unpack(head)[0]))
        reply = encode(work(job))
        sink.write(LENGTH.pack(len(reply)) + reply)
        sink.flush()


def main() -> None:
    """The life of a worker process. What a bot prints must not get between the replies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends its workers
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, _attention.give_up)
    memory.settle()
    try:
        sink.write(READY)
        sink.flush()
        serve(sys.stdin.buffer, sink)
    except BrokenPipeError:  # the server has ended, and waits for no reply
        os._exit(0)  # in order it would try to send the rest of it once more
