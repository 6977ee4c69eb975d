"""The loop's time is shared out: who asks for most of it waits, and nobody for them."""

from __future__ import annotations

import asyncio

import pytest

from smashup.server.loop_time import MOST, WINDOW, LoopTime

pytestmark = pytest.mark.anyio


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


async def waits(time: LoopTime, who: str) -> bool:
    """Whether somebody would have to wait now."""
    asking = asyncio.ensure_future(time.turn(who))
    await asyncio.sleep(0)
    waiting = not asking.done()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    return waiting


async def test_who_took_most_of_it_waits_and_the_others_do_not() -> None:
    clock = Hand()
    time = LoopTime(clock)
    time.count("greedy", WINDOW)
    time.count("modest", WINDOW / 100)
    assert await waits(time, "greedy")
    assert not await waits(time, "modest")
    assert not await waits(time, "new")


async def test_who_used_more_than_a_share_owes_it() -> None:
    clock = Hand()
    time = LoopTime(clock)
    time.count("greedy", 10 * WINDOW)
    time.count("modest", WINDOW / 100)
    windows = 0
    clock.at += WINDOW * 1.001
    while await waits(time, "greedy"):
        time.count("modest", WINDOW / 100)
        assert not await waits(time, "modest")
        clock.at += WINDOW * 1.001
        windows += 1
        assert windows < 20
    assert windows >= 10


async def test_many_who_ask_for_much_leave_a_share_for_one_who_does_not() -> None:
    clock = Hand()
    time = LoopTime(clock)
    attackers = [f"10.0.0.{number}" for number in range(50)]
    for _ in range(5):
        for who in attackers:
            time.count(who, WINDOW / 10)
        clock.at += WINDOW * 1.001
        await waits(time, "")
    assert not await waits(time, "modest")
    assert all([await waits(time, who) for who in attackers])


async def test_with_time_to_spare_nobody_waits() -> None:
    clock = Hand()
    time = LoopTime(clock)
    for _ in range(20):
        time.count("one", WINDOW * MOST * 0.6)
        time.count("two", WINDOW * MOST * 0.3)
        clock.at += WINDOW * 1.001
        assert not await waits(time, "one")
        assert not await waits(time, "two")


async def test_who_waits_goes_on_by_themselves() -> None:
    time = LoopTime()
    time.count("greedy", WINDOW)
    async with asyncio.timeout(30):
        await time.turn("greedy")


async def test_every_step_of_some_work_is_counted() -> None:
    time = LoopTime()

    async def work() -> str:
        for _ in range(3):
            sum(range(20_000))
            await asyncio.sleep(0)
        return "done"

    assert await time.of("Ada", work()) == "done"
    assert time._used["Ada"] > 0

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError

    with pytest.raises(KeyError):
        await time.of("Ada", fails())
    hanging = asyncio.ensure_future(time.of("Ada", asyncio.Event().wait()))
    await asyncio.sleep(0)
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging


async def test_who_asks_for_one_thing_comes_between_what_another_asks_for() -> None:
    time = LoopTime()
    begun: list[str] = []

    async def do(who: str) -> None:
        await time.turn(who)
        begun.append(who)

    asking = [asyncio.ensure_future(do("greedy")) for _ in range(50)]
    asking += [asyncio.ensure_future(do("modest")) for _ in range(2)]
    for gone in asking[10:20]:
        gone.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert begun.index("modest") == 1
    assert (begun.count("modest"), begun.count("greedy")) == (2, 40)
    await asyncio.sleep(0)
    assert not time._lines
