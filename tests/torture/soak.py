"""A soak: all that the torture does, at many tables, for as long as is said, and whether the bots stay as they were.

Two processes share the tables on a PostgreSQL. People chat above their boards while they play. Each process is killed,
stopped and replaced, the server crashes and restarts, and Discord fails in every way that the sandbox knows.

One process is spared for most of the time: what it has must not grow. A life that was long enough is cut into
quarters, and the last one is held beside the second one, for a bot fills its caches in the first.
"""

import asyncio
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median

from sandbox import Refused, Sandbox
from tests.postgres import Postgres

from . import crowd
from .books import Books
from .run import Outcome, Plan, alongside
from .several import Place, SeveralTorture, torture_several
from .trouble import PAUSE, Trouble

CLICKS = 60
"""What all people click in a second, together: two cores bear it."""
ANSWERS_A_TABLE = 8
"""The most answers between two blows, for each table."""
TABLES_A_LOOK = 30
"""So many tables for each blow between two looks: of many tables the books are thick."""
TABLES_A_FAULT = 1
"""So many tables for each answer between two faults."""
SAMPLE, CHAT = 1 / 6, 1 / 10
"""Answers between two samples, and between two messages, for each table."""
SPARED = 0.8
"""The part of the time in which the last process is neither killed nor stopped."""
PAGE, MB = os.sysconf("SC_PAGE_SIZE"), 1024**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What a process has at some moment (monotonic seconds): memory in bytes, sockets, and other open files."""

    at: float
    memory: int
    sockets: int
    files: int


@dataclass(frozen=True, slots=True)
class Limit:
    """How much more a figure may be in the last quarter of a life than in the second: a share of it, and some units.

    It is asked of lives with this many `samples` or more.
    """

    samples: int
    share: float
    more: float


FILES = Limit(samples=20, share=0.0, more=3)
"""Two pipes lead to the process in which charts and skill are worked out, and from Python 3.12 on a handle, too, from
its first question on."""
SOCKETS = Limit(samples=20, share=0.0, more=300)
"""When Discord is back, all boards of a process are drawn at once, and the connections for that are used by turns."""
MEMORY = Limit(samples=300, share=0.05, more=8 * MB)


def quarters(figures: Sequence[float]) -> tuple[float, float]:
    """The medians of the second and of the last quarter."""
    length = len(figures) // 4
    return median(figures[length : 2 * length]), median(figures[-length:])


def growth(life: Sequence[Sample]) -> Iterator[str]:
    """A line for each figure that has grown."""
    for name, limit, figures in (
        ("open files", FILES, [one.files for one in life]),
        ("sockets", SOCKETS, [one.sockets for one in life]),
        ("bytes of memory", MEMORY, [one.memory for one in life]),
    ):
        if len(figures) >= limit.samples:
            second, last = quarters(figures)
            if last > second * (1 + limit.share) + limit.more:
                yield f"a process grew from {second:,.0f} to {last:,.0f} {name}: {figures}"


async def soak(plan: Plan, folder: Path) -> Outcome:
    """Run on a new server, for the plan's minutes or, if there are none, for so many blows as it has `kills`."""
    whole = replace(
        plan,
        processes=2,
        answers=ANSWERS_A_TABLE * plan.tables,
        faults=True,
        leave=True,
        # A table has two to three people.
        pause=max(crowd.PAUSE, 2.5 * plan.tables / CLICKS),
    )
    return await torture_several(whole, folder, Soak)


class Soak(SeveralTorture):
    """A run in progress."""

    def __init__(
        self, plan: Plan, sandbox: Sandbox, places: list[Place], server: Postgres, address: str
    ) -> None:
        super().__init__(plan, sandbox, places, server, address)
        self._trouble = Trouble(
            sandbox,
            self._witness,
            self._channels,
            Random(f"{plan.seed}:trouble"),
            pause=max(PAUSE, plan.tables / TABLES_A_FAULT),
            guilds=list(sandbox.world.guilds.values()),
        )
        self._blows += [self._restart, self._restart_server]
        self._begun = time.monotonic()
        self._needs: dict[int, list[Sample]] = defaultdict(list)
        """By process."""
        self._open: list[int] = []
        """How many tables were open at each sample."""

    async def _lives(self) -> None:
        async with alongside(self._watch()), alongside(self._chat()):
            await super()._lives()

    def _done(self) -> float:
        if not self._plan.minutes:
            return super()._done()
        return (time.monotonic() - self._begun) / 60 / self._plan.minutes

    def _victim(self) -> Place:
        return super()._victim() if self._done() > SPARED else self._places[0]

    def _glance(self) -> None:
        if self._fallen % max(1, self._plan.tables // TABLES_A_LOOK) == 0:
            self._look()

    async def _restart(self, place: Place) -> None:
        self._counts["restarted"] += 1
        if await place.bot.terminate():
            self._judge.accuse(f"SIGTERM did not end it well: {place.bot.log[-2000:]}")
        await place.bot.start()
        self._counts["starts"] += 1

    async def _restart_server(self, _: Place) -> None:
        self._counts["servers restarted"] += 1
        await asyncio.to_thread(self._server.stop, "fast")
        await asyncio.to_thread(self._server.start)

    async def _watch(self) -> None:
        """Note again and again what the processes have, and how many tables are open."""
        while True:
            await self._some_answers(SAMPLE)
            self._open.append(sum(not one.closed for one in self._witness.newest.values()))
            for place in self._places:
                with suppress(FileNotFoundError, ProcessLookupError):
                    self._needs[place.bot.pid].append(_needs(place.bot.pid))

    async def _chat(self) -> None:
        """People write above their boards."""
        while True:
            await self._some_answers(CHAT)
            person = self._choose.choice(self._people)
            for number in range(self._choose.choice((1, 2, 8))):
                with suppress(Refused):
                    person.user.say(self._choose.choice(person.places), f"Is that {number}?")
                    self._counts["messages of people"] += 1

    async def _some_answers(self, for_each: float) -> None:
        wanted = len(self._witness.replies) + max(1, round(for_each * self._plan.tables))
        await self._sandbox.wait_for(
            lambda: len(self._witness.replies) >= wanted, crowd.LONGEST_AWAY
        )

    async def _stop(self) -> None:
        await super()._stop()
        for life in self._needs.values():
            for grown in growth(life):
                self._judge.accuse(grown)

    def _figures(self, final: Books) -> dict[str, int]:
        longest = max(self._needs.values(), key=len)
        rounds = Counter(final.channels[one.table_id] for one in final.rounds.values() if one.dealt)
        return super()._figures(final) | {
            "messages of people": self._counts["messages of people"],
            "tables open, median": round(median(self._open)),
            "rounds in the channel with the fewest": min(
                rounds[place.id] for place in self._channels
            ),
            "minutes of the longest life": round((longest[-1].at - longest[0].at) / 60),
            "samples of it": len(longest),
            **dict(_in_quarters("kB", [one.memory // 1024 for one in longest])),
            **dict(_in_quarters("sockets", [one.sockets for one in longest])),
            **dict(_in_quarters("other open files", [one.files for one in longest])),
        }


def _in_quarters(what: str, figures: Sequence[int]) -> Iterator[tuple[str, int]]:
    for which, figure in zip(("second", "last"), quarters(figures), strict=True):
        yield f"{what} in its {which} quarter", round(figure)


def _needs(pid: int) -> Sample:
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    opened = [os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()]
    sockets = sum(one.startswith("socket:") for one in opened)
    return Sample(
        at=time.monotonic(),
        memory=int(pages) * PAGE,
        sockets=sockets,
        files=len(opened) - sockets,
    )
