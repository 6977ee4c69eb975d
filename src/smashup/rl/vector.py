"""Many games at once, over processes that share memory with the one that learns."""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from time import process_time
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from smashup import memory
from smashup.encoding.layout import MOST_OPTIONS, Layout
from smashup.encoding.reading import Reader
from smashup.encoding.share import Share
from smashup.engine.game import Game
from smashup.lab.match import MOST_ANSWERS
from smashup.lab.parallel import seed_of
from smashup.model.errors import BadSetup, SmashUpError
from smashup.rl.dealing import Deals, returns
from smashup.rl.encoder import Encoder, Mask, Row, mask_of

# What a process is told to do, or says of itself.
BEGIN, STEP, WANDER, CLOCK, STOP, FAILED = range(6)
PATIENCE = 1.0  # seconds after which one looks whether the other side still lives


@dataclass(frozen=True)
class _Plan:
    """All that a process must know."""

    deals: Deals
    seed: int
    games: int
    encode: bool
    most_options: int


class _Board:
    """The arrays that all processes see, in one piece of shared memory."""

    def __init__(self, plan: _Plan, processes: int, memory_: Any) -> None:
        self.memory = memory_
        self._used = 0
        games, players = plan.games, plan.deals.players
        size = Layout(players, plan.most_options).size if plan.encode else 0
        self.cpu = self._array(np.float64, processes)
        self.returns = self._array(np.float32, games, players)
        self.actions = self._array(np.int16, games)
        self.options = self._array(np.int16, games)
        self.rows = self._array(np.int16, games, size)
        self.seats = self._array(np.int8, games)
        self.ended = self._array(np.bool_, games)
        self.orders = self._array(np.int8, processes)

    def _array(self, dtype: Any, *shape: int) -> npt.NDArray[Any]:
        count = int(np.prod(shape))
        start, self._used = self._used, self._used + count * np.dtype(dtype).itemsize
        if self.memory is None:
            return np.zeros(shape, dtype)
        return np.frombuffer(self.memory, dtype, count, start).reshape(shape)

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self._used


class _Part:
    """The games of one process, from `start` on so many, and where they are told of."""

    def __init__(self, plan: _Plan, board: _Board, start: int, count: int) -> None:
        here = slice(start, start + count)
        self._actions, self._ended = board.actions[here], board.ended[here]
        self._returns = board.returns[here]
        reader = Reader(Layout(plan.deals.players, plan.most_options)) if plan.encode else None
        rows = [row.data.cast("B") for row in board.rows[here]] if plan.encode else []
        rngs = [Random(seed_of(plan.seed, start + which, 0)) for which in range(count)]
        self._plan, self._next = plan, list(range(start, start + count))
        seats, options = board.seats[here].data, board.options[here].data
        self._share = Share(rngs, self._deal, returns, MOST_ANSWERS, reader, rows, seats, options)

    def _deal(self, which: int) -> Game:
        """The next game in this place; which one depends on nothing but the plan."""
        number = self._next[which]
        self._next[which] += self._plan.games
        return self._plan.deals.deal(seed_of(self._plan.seed, number))

    def work(self, order: int) -> None:
        """Does what it is told, and shows what came of it."""
        if order == STEP:
            self.step(self._actions.tolist())
            return
        if order == BEGIN:
            self._ended[:] = False
            self._returns[:] = 0.0
            self._share.begin()
        else:
            self._forget()
            self._share.wander(self._actions.tolist())
        self._tell_ends()

    def step(self, actions: list[int]) -> None:
        """Answers in all games, and shows what came of it."""
        share = self._share
        if share.over:  # looked at here: most steps end no game, and a call takes its time
            self._forget()
        share.step(actions)
        if share.over:
            self._tell_ends()

    def illegal(self, actions: list[int]) -> int:
        """The first game that has no such action; -1 where all have."""
        return self._share.illegal(actions)

    def _forget(self) -> None:
        for which in self._share.over:
            self._ended[which] = False

    def _tell_ends(self) -> None:
        share = self._share
        for which, worth in zip(share.over, share.worth, strict=True):
            self._ended[which] = True
            self._returns[which] = worth


class VectorGames:
    """So many games at once, answered all together; games that end are followed by new ones.

    After `reset()` and every `step(actions)` these arrays tell of each game, by its number:
    `seats` (who is asked), `options` (how many answers there are; `mask()` as a mask), `rows` (the
    encoded observation of who is asked; none without `encode`), `ended` (whether this step ended a
    game, so that the rest is of a new one) and `returns` (what it was worth to each seat, if so).
    They are overwritten by the next step: copy what you keep. What is dealt depends on `seed`
    alone, not on `processes`; 0 of them plays in this one.

    >>> with VectorGames(games=3, processes=0, seed=1) as vector:
    ...     vector.reset()
    ...     for _ in range(10):
    ...         vector.step(vector.options - 1)  # everybody ends or declines
    >>> vector.rows.shape == (3, vector.encoder.layout.size)
    True
    """

    def __init__(
        self,
        games: int = 64,
        processes: int = 1,
        players: int = 2,
        factions: Sequence[Sequence[str]] | str = "random",
        edition: str = "oops",
        seed: int = 0,
        encode: bool = True,
        most_options: int = MOST_OPTIONS,
    ) -> None:
        if games < 1 or processes < 0 or processes > games:
            raise BadSetup(
                f"{games} games on {processes} processes cannot be played: there must be a game, "
                "and a game for every process."
            )
        self.games = games
        self.encoder = Encoder(players, most_options)
        deals = Deals.of(players, factions, edition)
        plan = _Plan(deals, seed, games, encode, most_options)
        self._board = _Board(plan, max(1, processes), None)
        self._here: _Part | None = None
        self._workers: list[_Worker] = []
        self._begun = self._closed = False
        if processes:
            shared = multiprocessing.RawArray("B", self._board.size)
            self._board = _Board(plan, processes, shared)
            bounds = [games * number // processes for number in range(processes + 1)]
            for number, (start, end) in enumerate(pairwise(bounds)):
                self._workers.append(_Worker(plan, self._board, processes, number, start, end))
        else:
            self._here = _Part(plan, self._board, 0, games)

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """Who is asked, by game."""
        return self._board.seats

    @property
    def options(self) -> npt.NDArray[np.int16]:
        """How many answers there are, by game; the actions are 0 to one less."""
        return self._board.options

    @property
    def rows(self) -> Row:
        """What who is asked may know, encoded, by game."""
        return self._board.rows

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """In which games the last step was the end of one."""
        return self._board.ended

    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """What the game that ended was worth, by game and seat; else of no meaning."""
        return self._board.returns

    @property
    def cpu_seconds(self) -> float:
        """The time that its processes have used up, by now or until they were closed."""
        if self._workers:
            self._tell(CLOCK)
        return float(self._board.cpu.sum())

    def mask(self) -> Mask:
        """Which actions are legal, by game."""
        return mask_of(self._board.options, self.encoder.layout.most_options)

    def reset(self) -> None:
        """Deals new games in all places."""
        self._tell(BEGIN)
        self._begun = True

    def step(self, actions: npt.ArrayLike) -> None:
        """Answers in every game with the action of its number; `SmashUpError` changes nothing
        where one of them is illegal."""
        if not self._begun:
            raise SmashUpError("There are no games yet: call reset() first.")
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise SmashUpError(
                f"{self.games} whole numbers are needed, one for each game, not an array of "
                f"{given.dtype} of shape {given.shape}."
            )
        if self._here is None:
            # Looked for as a byte: of few games `any` takes longer than all else here.
            wrong = ((given < 0) | (given >= self._board.options)).tobytes()
            self._refuse(given, wrong.find(1))
            self._board.actions[:] = given
            self._tell(STEP)
            return
        self._check_open()
        answers = given.tolist()
        self._refuse(given, self._here.illegal(answers))
        self._here.step(answers)

    def _refuse(self, given: npt.NDArray[Any], game: int) -> None:
        """Says that the action of this game is illegal, if there is one."""
        if game >= 0:
            most = self._board.options[game] - 1
            raise SmashUpError(f"Game {game} has no action {given[game]}: they are 0 to {most}.")

    def wander(self, answers: int) -> None:
        """Answers so many times at random in every game, without telling what was asked: to begin
        in the middle of games, or to play many to their ends. `ended` and `returns` are of the
        last game that ended in each place, if one did."""
        if not self._begun:
            raise SmashUpError("There are no games yet: call reset() first.")
        if not 0 < answers <= MOST_ANSWERS:
            raise SmashUpError(f"1 to {MOST_ANSWERS} answers can be given at once, not {answers}.")
        self._board.actions[:] = answers
        self._tell(WANDER)

    def close(self) -> None:
        """Ends its processes; the arrays stay as they are."""
        self._closed = True
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def _check_open(self) -> None:
        if self._closed:
            raise SmashUpError("These games are closed.")

    def _tell(self, order: int) -> None:
        self._check_open()
        if self._here is not None:
            self._here.work(order)
            return
        for worker in self._workers:
            worker.tell(order)
        for worker in self._workers:
            trouble = worker.trouble()
            if trouble is not None:
                self.close()
                raise SmashUpError(trouble)

    def __enter__(self) -> VectorGames:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


class _Worker:
    """A process with its share of the games, as the one that learns sees it."""

    def __init__(
        self, plan: _Plan, board: _Board, processes: int, number: int, start: int, end: int
    ) -> None:
        self._orders = board.orders
        self._number = number
        self._go, self._done = multiprocessing.Semaphore(0), multiprocessing.Semaphore(0)
        self._says, theirs = multiprocessing.Pipe(duplex=False)
        told = (plan, processes, board.memory, number, start, end - start)
        self._process: BaseProcess = multiprocessing.Process(
            target=_work, args=(*told, self._go, self._done, theirs), daemon=True
        )
        self._process.start()
        theirs.close()

    def tell(self, order: int) -> None:
        """Lets it work; `trouble` waits until it has."""
        self._orders[self._number] = order
        self._go.release()

    def trouble(self) -> str | None:
        """None once it has done its work, else what went wrong."""
        while not self._done.acquire(timeout=PATIENCE):
            if not self._process.is_alive():
                return (
                    f"A process that played games has died (exit code {self._process.exitcode}): "
                    "out of memory, or ended from outside."
                )
        if self._orders[self._number] != FAILED:
            return None
        return f"A process that played games has failed.\n{self._says.recv()}"

    def stop(self) -> None:
        """Ends it, whatever it does."""
        self.tell(STOP)
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()
        self._process.close()
        self._says.close()


def _work(
    plan: _Plan,
    processes: int,
    shared: Any,
    number: int,
    start: int,
    count: int,
    go: Any,
    done: Any,
    says: Connection,
) -> None:
    """What a process does until it is told to stop, or whoever started it is gone."""
    memory.settle()
    board = _Board(plan, processes, shared)
    try:
        part = _Part(plan, board, start, count)
        for order in _told(board, number, go):
            if order in (CLOCK, STOP):  # not every time: it takes as long as half a decision
                board.cpu[number] = process_time()
            else:
                part.work(order)
            done.release()
            if order == STOP:
                return
    except KeyboardInterrupt:
        return  # it is the other side's to say what comes of that
    except Exception:
        says.send(traceback.format_exc())
        board.orders[number] = FAILED
        done.release()


def _told(board: _Board, number: int, go: Any) -> Iterator[int]:
    parent = multiprocessing.parent_process()
    while True:
        while not go.acquire(timeout=PATIENCE):
            if parent is None or not parent.is_alive():
                return
        yield int(board.orders[number])
