"""What an attack does to everybody else: honest tables before it, during it and after it.

The server, with the processes that think for its bots, has one core; those who attack and the
honest players share the other. Tables of people measure how long their answers wait; at tables with
a bot it is counted how often the bot moves. Who has played to the end sits down to a new game.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import random
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from proofs.client import Player, Tally
from proofs.crowd import make_tables, playing
from proofs.figures import Finding, percentile
from proofs.kills import lengthen
from proofs.running import SMASHUP, Server, apart, running
from proofs.tables import Table, make_table, source_of

MOST_WAIT = 0.250  # seconds, at the 99th percentile, or twice what it was before
_PEOPLE = 8  # tables of four people
_WITH_BOT = 3  # tables of a person and a bot
_AMONG_PEOPLE, _BESIDE_A_BOT = (0.2, 0.6), (1.0, 1.6)  # seconds that an honest player thinks
_PATIENCE = 60.0  # seconds until something must have happened
_STILL_MOVING = 0.2  # of their moves before, that bots must make during an attack
FIRST = _PEOPLE + _WITH_BOT
"""The number of the first table that is no honest one."""


class Attack:
    """One way to take the server from the others."""

    claim = ""
    program = SMASHUP
    """The server that it is tried on."""

    def prepare(self, server: Server) -> None:
        """Done before anybody plays; the server may be stopped and started."""

    async def run(self, server: Server) -> None:
        """The attack itself: until it is cancelled, or through."""
        raise NotImplementedError

    @property
    def was_tried(self) -> bool:
        """Whether it came so far that it tells something."""
        raise NotImplementedError

    def judge(self, server: Server, result: Finding) -> None:
        """Adds what the attack did, and what it should not have been able to do."""


#: Starts the process of an attack that would otherwise take its time from the honest players.
SPAWN = multiprocessing.get_context("spawn")
_LOOK = 0.01  # seconds after which it is looked whether such a process goes on


async def attacking(attack: Callable[..., None], *given: Any) -> None:
    """Lets a process of its own attack, until it ends or nobody waits for it any more."""
    attacker = SPAWN.Process(target=attack, args=given, daemon=True)
    attacker.start()
    try:
        while attacker.is_alive():
            await asyncio.sleep(_LOOK)
    finally:
        attacker.kill()
        attacker.join()


def long_games(server: Server, count: int, answers: int) -> list[Table]:
    """So many games of that many answers, which all belong to one address that is no honest one."""
    tables = make_tables(server.port, count, first=FIRST)
    server.kill()
    asyncio.run(lengthen(server.folder, tables, answers))
    server.start()
    return [replace(table, source=source_of(FIRST)) for table in tables]


@dataclass
class Spell:
    """What honest players saw for a while."""

    waits: list[float] = field(default_factory=list)
    bots: float = 0.0
    """Moves of bots a second."""
    busy: float = 0.0
    """The share of its core that the server itself took."""


def prove(folder: Path, attack: Attack, seconds: float, whole: bool = False) -> Finding:
    """Honest tables play for so long before, during and after; `whole`: until it is through.

    On a busy machine each takes longer, until there is something to tell.
    """
    with apart() as core, running(folder, core=core, program=attack.program) as server:
        honest = [_honest_table(server.port, number) for number in range(FIRST)]
        attack.prepare(server)
        result = asyncio.run(_prove(server, honest, attack, seconds, whole))
        attack.judge(server, result)
        server.stop()
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


def _honest_table(port: int, number: int, game: int = 0) -> Table:
    """The table of that number, for the first game there or a later one."""
    seed = number + game * FIRST
    if number < _PEOPLE:
        return make_table(port, number, seed=seed)
    return make_table(port, number, seats=1, bots=1, strength="easy", seed=seed)


async def _prove(
    server: Server, honest: list[Table], attack: Attack, seconds: float, whole: bool
) -> Finding:
    result = Finding(attack.claim)
    crowd = Crowd(server, honest)
    async with crowd.playing():
        await asyncio.sleep(seconds / 5)
        before = await crowd.spell(seconds, crowd.bots_have_moved)
        task = asyncio.create_task(attack.run(server))
        through = task.done if whole else lambda: attack.was_tried or task.done()
        during = await crowd.spell(seconds, through, _PATIENCE * (60 if whole else 1))
        task.cancel()
        ended = await asyncio.gather(task, return_exceptions=True)
        after = await crowd.spell(seconds, lambda: True)
    broke = [each for each in ended if isinstance(each, Exception)]
    result.require(not broke, f"the attack broke off: {broke[:1]!r}")
    result.require(attack.was_tried, "nothing was tried")
    _tell(result, crowd.tally, before, during, after)
    return result


class Crowd:
    """The honest players of a server."""

    def __init__(self, server: Server, tables: list[Table]) -> None:
        self.tally = Tally()
        self._server = server
        self._dice = random.Random(1)
        self._beside_bots: list[Player] = []
        self._moves_before = 0  # as the spell began
        self._first = [self._players(table) for table in tables]

    def _players(self, table: Table) -> list[Player]:
        alone = len(table.tokens) == 1
        think = partial(self._dice.uniform, *(_BESIDE_A_BOT if alone else _AMONG_PEOPLE))
        players = [
            Player(self._server.port, table, seat, self.tally, think)
            for seat in range(len(table.tokens))
        ]
        if alone:
            self._beside_bots += players
        return players

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """They are welcomed and play inside the block."""
        tasks = [asyncio.create_task(self._play_on(n, each)) for n, each in enumerate(self._first)]
        try:
            await asyncio.gather(*(one.welcomed.wait() for each in self._first for one in each))
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for broken in ended:
            if isinstance(broken, Exception):
                raise broken

    async def _play_on(self, number: int, players: list[Player]) -> None:
        """Game after game, so that there is somebody to measure however long it takes."""
        for game in itertools.count(1):
            async with playing(players):
                await asyncio.gather(*(player.over.wait() for player in players))
                await asyncio.gather(*(player.settled() for player in players))
            table = await asyncio.to_thread(_honest_table, self._server.port, number, game)
            players = self._players(table)

    async def spell(
        self, seconds: float, enough: Callable[[], bool], patience: float = _PATIENCE
    ) -> Spell:
        """What they see for so long, and until somebody was answered and it is enough."""
        self.tally.waits.clear()
        moves, busy, began = self._moves(), self._server.processor_seconds(), time.monotonic()
        self._moves_before = moves
        lasted = 0.0
        while lasted < seconds or (lasted < patience and not (self.tally.waits and enough())):
            await asyncio.sleep(seconds / 10)
            lasted = time.monotonic() - began
        return Spell(
            self.tally.waits[:],
            (self._moves() - moves) / lasted,
            (self._server.processor_seconds() - busy) / lasted,
        )

    def bots_have_moved(self) -> bool:
        """Whether bots of honest tables have, since the spell began."""
        return self._moves() > self._moves_before

    def _moves(self) -> int:
        """How often bots have moved: what moved a game on and was nobody's answer."""
        rooms = {player.table.room for player in self._beside_bots}
        answers = sum(each.room in rooms for each in self.tally.acknowledged)
        return sum(max(0, player.v) for player in self._beside_bots) - answers


def _tell(result: Finding, tally: Tally, *spells: Spell) -> None:
    before, during, after = spells
    result.figures |= {
        "honest answers before, during, after": ", ".join(f"{len(s.waits):,}" for s in spells),
        "their 99th percentile": ", ".join(_ms(s, 0.99) for s in spells),
        "their median": ", ".join(_ms(s, 0.5) for s in spells),
        "moves a second of honest tables' bots": ", ".join(f"{s.bots:.1f}" for s in spells),
        "the server took of its core": ", ".join(f"{s.busy:.0%}" for s in spells),
    }
    calm, stormy = (percentile(s.waits, 0.99) for s in (before, during))
    result.require(not tally.refused, f"honest answers were refused: {tally.refused[:3]}")
    result.require(not tally.gaps and not tally.lost, "honest tables lost messages")
    result.require(bool(before.waits), "honest tables did not play before the attack")
    result.require(before.bots > 0, "bots of honest tables did not move before the attack")
    result.require(bool(during.waits), "honest tables came to a stop")
    result.require(bool(after.waits), "honest tables did not play on after the attack")
    result.require(stormy <= max(MOST_WAIT, 2 * calm), "honest tables were slowed by the attack")
    result.require(
        during.bots >= _STILL_MOVING * before.bots, "bots of honest tables hardly moved any more"
    )


def _ms(spell: Spell, share: float) -> str:
    return f"{1000 * percentile(spell.waits, share):.0f} ms"
