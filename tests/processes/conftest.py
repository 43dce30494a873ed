"""Several bots on a Discord with two servers, one shard each, and one database."""

from collections.abc import AsyncIterator

import pytest

from engine.bank.postgres import leases
from tests.bot.conftest import _impatient
from tests.postgres import Postgres, postgres

from .hosts import Hosts, hosts_on

__all__ = ["_impatient", "postgres"]


@pytest.fixture
async def hosts(
    postgres: Postgres, _impatient: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hosts]:
    """Where bots are started. The lease of one that is cut off ends soon."""
    monkeypatch.setattr(leases, "SECONDS", 1.0)
    with postgres.database("template1") as address:
        async with hosts_on(address) as hosts:
            yield hosts
