"""What the operator's own programs can ask: is it alive, is it ready, how much does it do.

It has a port of its own, so that it need not be open to who plays:

- `/live`: the process answers. It looks at nothing else: a server is not started anew because the
  disk is full.
- `/ready`: the store took a write just now; 503 and why, if not.
- `/metrics`: numbers for Prometheus.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from smashup.server import metrics
from smashup.server.doors import Doors, protocols
from smashup.server.lobby import Lobby

CONNECTIONS = 64
_TEXT = "text/plain; charset=utf-8"


class Operations:
    """Listens at a socket for who looks after the server."""

    def __init__(self, lobby: Lobby, listening: socket.socket) -> None:
        self._lobby = lobby
        self._listening = listening
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Answers from now on."""
        http, ws = protocols(Doors(CONNECTIONS, CONNECTIONS))
        config = uvicorn.Config(
            self.answer,
            interface="asgi3",
            http=http,
            ws=ws,
            lifespan="off",
            log_config=None,
            proxy_headers=False,
        )
        config.load()
        state = ServerState()
        self._server = await asyncio.get_running_loop().create_server(
            lambda: http(config=config, server_state=state, app_state={}), sock=self._listening
        )

    def close(self) -> None:
        """Answers no more."""
        if self._server is not None:
            self._server.close()

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, as an ASGI application answers it."""
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        status, kind, body = await self._find(scope["path"])
        headers = [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        sent = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": sent})

    async def _find(self, path: str) -> tuple[int, str, bytes]:
        if path == "/live":
            return 200, _TEXT, b"alive\n"
        if path == "/ready":
            trouble = await self._lobby.pulse.trouble()
            return (503, _TEXT, f"{trouble}\n".encode()) if trouble else (200, _TEXT, b"ready\n")
        if path == "/metrics":
            await self._lobby.pulse.trouble()  # whether the store is up is among them
            return 200, metrics.TYPE, metrics.read(self._lobby)
        return 404, _TEXT, b"There are /live, /ready and /metrics.\n"
