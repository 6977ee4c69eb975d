"""Many games at once, over processes that share memory with the one that learns."""

from __future__ import annotations

import multiprocessing
import random
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import process_time
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from smashup import memory
from smashup.encoding.layout import MOST_OPTIONS
from smashup.engine.game import Game
from smashup.lab.match import MOST_ANSWERS
from smashup.lab.parallel import seed_of
from smashup.model.errors import BadSetup, SmashUpError
from smashup.rl.dealing import Deals, returns
from smashup.rl.encoder import Encoder, Mask, Row, mask_of

BEGIN, STEP, WANDER, STOP, FAILED = range(5)  # what a process is told to do, or says of itself
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
        size = Encoder(players, plan.most_options).layout.size if plan.encode else 0
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


class _Share:
    """The games of one process: from `start` on, so many."""

    def __init__(self, plan: _Plan, board: _Board, start: int, count: int) -> None:
        self._plan = plan
        self._numbers = range(start, start + count)
        here = slice(start, start + count)
        self._actions, self._options = board.actions[here], board.options[here]
        self._each_row, self._seats = list(board.rows[here]), board.seats[here]
        self._ended, self._returns = board.ended[here], board.returns[here]
        self._encoder = Encoder(plan.deals.players, plan.most_options) if plan.encode else None
        self._dealt = [0] * count
        self._rngs = [random.Random(seed_of(plan.seed, number, 0)) for number in self._numbers]
        self._games: list[Game] = []

    def begin(self) -> None:
        """Deals all games."""
        self._games = [self._deal(which) for which in range(len(self._numbers))]
        self._returns[:] = 0.0
        self._show([self._asked(which) for which in range(len(self._games))], [])

    def step(self) -> None:
        """Answers in all games, and deals new ones where they are over."""
        encoder, games = self._encoder, self._games
        last = self._plan.most_options - 1
        over: list[int] = []
        asked: list[tuple[int, int]] = []
        for which, action in enumerate(self._actions.tolist()):
            game = games[which]
            if encoder is not None and action >= last and game.decision is not None:
                action = encoder.answer(action, len(game.decision.options))
            game.decide(action)
            if game.decision is None or len(game.answers) >= MOST_ANSWERS:
                over.append(which)
                games[which] = self._followed(which, game)
            asked.append(self._asked(which))
        self._show(asked, over)

    def wander(self) -> None:
        """Answers so many times at random in each game, as the actions say; one game after the
        other, which is faster than all of them in turn."""
        over: list[int] = []
        for which, answers in enumerate(self._actions.tolist()):
            game, rng = self._games[which], self._rngs[which]
            for _ in range(answers):
                assert game.decision is not None
                game.decide(int(rng.random() * len(game.decision.options)))
                if game.decision is None or len(game.answers) >= MOST_ANSWERS:
                    over.append(which)
                    game = self._followed(which, game)
            self._games[which] = game
        self._show([self._asked(which) for which in range(len(self._games))], over)

    def work(self, order: int) -> None:
        """Does what it is told."""
        (self.begin, self.step, self.wander)[order]()

    def _followed(self, which: int, game: Game) -> Game:
        """Notes what a game was worth, and deals the next in its place."""
        self._returns[which] = returns(game)
        return self._deal(which)

    def _deal(self, which: int) -> Game:
        """The next game in this place; which one depends on nothing but the plan."""
        number = self._numbers[which] + self._dealt[which] * self._plan.games
        self._dealt[which] += 1
        return self._plan.deals.deal(seed_of(self._plan.seed, number))

    def _asked(self, which: int) -> tuple[int, int]:
        """Who is asked in a game and how many answers there are; what they see is encoded at once,
        as long as the game is at hand."""
        game = self._games[which]
        decision = game.decision
        assert decision is not None
        if self._encoder is not None:
            self._encoder.encode(game.observe(decision.seat), self._each_row[which])
        return decision.seat, len(decision.options)

    def _show(self, asked: list[tuple[int, int]], over: list[int]) -> None:
        seats, options = zip(*asked, strict=True)
        self._seats[:] = seats
        self._options[:] = options
        self._ended[:] = False
        self._ended[over] = True
        if self._encoder is not None:
            np.minimum(self._options, self._plan.most_options, out=self._options)


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
        self._here: _Share | None = None
        self._workers: list[_Worker] = []
        self._begun = self._closed = False
        if processes:
            shared = multiprocessing.RawArray("B", self._board.size)
            self._board = _Board(plan, processes, shared)
            bounds = [games * number // processes for number in range(processes + 1)]
            for number, (start, end) in enumerate(pairwise(bounds)):
                self._workers.append(_Worker(plan, self._board, processes, number, start, end))
        else:
            self._here = _Share(plan, self._board, 0, games)

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
        """The time that its processes have used up."""
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
        wrong = np.flatnonzero((given < 0) | (given >= self._board.options))
        if wrong.size:
            first = wrong[0]
            raise SmashUpError(
                f"Game {first} has no action {given[first]}: they are 0 to "
                f"{self._board.options[first] - 1}."
            )
        self._board.actions[:] = given
        self._tell(STEP)

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

    def _tell(self, order: int) -> None:
        if self._closed:
            raise SmashUpError("These games are closed.")
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
        share = _Share(plan, board, start, count)
        for order in _told(board, number, go):
            share.work(order)
            board.cpu[number] = process_time()
            done.release()
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
        order = int(board.orders[number])
        if order == STOP:
            return
        yield order
