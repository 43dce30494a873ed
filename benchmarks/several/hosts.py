"""Bots on a PostgreSQL server that is as durable as a host's, and what each part has worked."""

import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

from benchmarks.bots.watched import QUICK, Figures
from benchmarks.bots.watching import Watched, process_of
from tests.postgres import Postgres, new_server, stop_for_good

DURABLE = {"fsync": "on", "full_page_writes": "on", "wal_level": "replica"}
"""As a host's server is, and unlike that of the tests."""

TICKS = os.sysconf("SC_CLK_TCK")

SETTINGS = {"DEALER_SECONDS": "0", "JOIN_SECONDS": "0"}


class Processes:
    """The processes of one bot."""

    def __init__(self, processes: Sequence[Watched]) -> None:
        self._processes = processes

    async def size(self) -> Figures:
        """Their memory, work, tables and tasks together."""
        sizes = [await process.size() for process in self._processes]
        return {name: sum(size[name] for size in sizes) for name in sizes[0]}


@asynccontextmanager
async def hosted(api_url: str, database: str, processes: int = 1) -> AsyncIterator[Processes]:
    """Our bot in so many processes."""
    async with AsyncExitStack() as stack:
        started = [
            await stack.enter_async_context(one(api_url, database, number, processes))
            for number in range(processes)
        ]
        yield Processes(started)


@asynccontextmanager
async def one(api_url: str, database: str, number: int, processes: int) -> AsyncIterator[Watched]:
    """One of the processes."""
    command = "benchmarks.bots.watched", QUICK
    settings: Mapping[str, str] = SETTINGS | {"DATABASE": database}
    if processes > 1:
        shares = {"PROCESS": str(number), "PROCESSES": str(processes), "SHARDS": str(processes)}
        settings = {**settings, **shares}
    async with process_of(*command, api_url=api_url, settings=settings) as process:
        await process.size()  # it answers as soon as its bank is open
        yield process


@contextmanager
def server() -> Iterator[Postgres]:
    """A server that is stopped at the end of the block."""
    started = new_server(**DURABLE)
    try:
        yield started
    finally:
        stop_for_good(started)


def worked_by(of: Postgres) -> float:
    """Seconds of work of a server's processes that live; 0 where the system does not tell."""
    postmaster = (of.folder / "data" / "postmaster.pid").read_text().split()[0]
    return sum(_seconds(pid, postmaster) for pid in os.listdir("/proc") if pid.isdigit())


def _seconds(pid: str, parent: str) -> float:
    with suppress(OSError):
        fields = Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
        if parent in (pid, fields[1]):
            return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0
