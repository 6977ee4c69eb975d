"""A server as people start it: `smashup serve`, on a free port."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Server:
    """Where it is, and the means to stop it."""

    url: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    def call(self, path: str, body: object = None) -> Any:
        """One REST call, without a browser: for setting a table."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path.lstrip("/"), data=data)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def stop(self) -> None:
        """Ends it as Ctrl+C does, and waits until it is gone."""
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def running_server(data: Path, port: int = 0, *options: str) -> Iterator[Server]:
    """Starts one, with these options besides, and stops it in the end."""
    smashup = [sys.executable, "-c", "from smashup.cli import main; main()"]
    command = [*smashup, "serve", "--no-open", "--workers", "1"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data), *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server did not start: {said!r}"
        yield Server(found[0], process)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
