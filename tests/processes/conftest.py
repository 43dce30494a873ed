"""Several bots on a Discord with two servers, each on a shard of its own, and on one database."""

from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from tests.bot.casino import Ids
from tests.bot.conftest import _impatient
from tests.clock import ManualClock
from tests.patient import AT_ONCE, PatientClock
from tests.postgres import Postgres, postgres

from .hosts import Hosts, hosts_on

__all__ = ["_impatient", "postgres"]


@pytest.fixture
async def hosts(postgres: Postgres, _impatient: None) -> AsyncIterator[Hosts]:
    """Where bots are started."""
    clock = ManualClock()
    with postgres.database("template1") as address:
        async with Sandbox(clock=PatientClock(), starts=AT_ONCE, guilds=2) as sandbox:
            sandbox.world.snowflakes = Ids(clock)
            async with hosts_on(sandbox, address, clock) as hosts:
                yield hosts
