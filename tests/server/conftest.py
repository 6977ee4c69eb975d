"""What the server's tests share: a PostgreSQL of their own, and stores on either database."""

import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from proofs.postgres import NoPostgres, temporary_postgres
from smashup.server.storage import Storage, open_storage


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody chooses the deal it is the same in every run: no test hangs on luck."""
    rng = random.Random(7)
    dealt = SimpleNamespace(
        randbelow=rng.randrange, token_hex=lambda count: rng.randbytes(count).hex()
    )
    monkeypatch.setattr("smashup.server.charter.secrets", dealt)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL; without one a developer skips, the project does not."""
    try:
        with temporary_postgres() as address:
            yield address
    except NoPostgres as missing:
        if os.environ.get("SMASHUP_NEEDS_POSTGRES"):
            raise
        pytest.skip(str(missing))


@pytest.fixture
def database(postgres: str) -> str:
    """The address of an empty database."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be made, on each database in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    address: str = request.getfixturevalue("database")
    return address


@pytest.fixture
async def store(place: str, anyio_backend: str) -> AsyncIterator[Storage]:
    """An empty store, open."""
    storage = open_storage(place)
    await storage.open()
    yield storage
    await storage.close()
