"""Dead objects that know each other are found while the server runs, a few at a time."""

from __future__ import annotations

import gc
import weakref
from typing import cast

import pytest
import uvicorn

from smashup import memory
from smashup.server.launch import _Uvicorn
from smashup.server.lobby import Lobby

pytestmark = pytest.mark.anyio


class Ring:
    """Something that knows itself."""

    def __init__(self) -> None:
        self.me = self


async def test_a_tick_of_the_server_finds_them() -> None:
    async def nothing(*_: object) -> None: ...

    server = _Uvicorn(uvicorn.Config(nothing, log_config=None), cast(Lobby, None))
    thresholds = gc.get_threshold()
    memory.settle(full_searches=False)
    try:
        assert not gc.isenabled()
        dead = weakref.ref(Ring())
        assert dead() is not None
        assert not await server.on_tick(1)
        assert dead() is None
    finally:
        gc.unfreeze()
        gc.enable()
    assert gc.get_threshold() == thresholds
