"""One run: the bot is started and killed again and again, the books are checked after each kill and at the end."""

import asyncio
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sandbox import PATIENCE, AnswerKind, Channel, Sandbox
from tests.patient import sandbox_for_processes
from tests.waiting import until

from . import books
from .books import Books
from .bots import Bots, bots
from .crowd import PAUSE, Crowd, Person
from .judge import Judge
from .trouble import ROUTES, Trouble
from .witness import Witness

ADMIN = 1
"""The number of the user who may manage the server."""
SECONDS = 5
"""Seconds to bet and to decide, the least that the bot allows; people who think for longer have more."""
SLOWER = 5
"""Real seconds in one of Discord's seconds: a click that a death or a fault has left open fails after fifteen."""
LATENCY = 0.03 / SLOWER
"""Discord's seconds that each request is delayed, so that a kill can come between what is kept and what is shown."""
LONGEST_END = 5 * PATIENCE
"""Seconds after which a table that was left to its deadlines and has not closed counts as stuck."""
MOST_CHANGES = 9
"""The most changes in the sandbox to wait for: a bot's start makes about as many."""
MOST_TURNS = 300
"""The most turns of this process's loop after a burst of clicks: some tens of milliseconds on an idle machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How often to kill the bot, and the most `answers` that people get in each of its lives, or in the only one.

    Before each click a person thinks for `pause` seconds. With `leave` everybody gets up at the end, which saves the
    wait for the last deadlines. Several `processes` share the tables, and a PostgreSQL. A plan that `soaks` may go by
    `minutes`.
    """

    kills: int
    answers: int
    seed: int
    tables: int = 8
    processes: int = 1
    minutes: float = 0
    soaks: bool = False
    faults: bool = False
    leave: bool = False
    pause: float = PAUSE


@dataclass(kw_only=True)
class Outcome:
    """The outcome of a run: figures by name, and a line for each promise that was broken."""

    figures: dict[str, int] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    witness: Witness
    books: Books


async def torture(plan: Plan, folder: Path) -> Outcome:
    """Run the plan on a new file in this folder."""
    names = [f"table-{number}" for number in range(1, plan.tables + 1)]
    async with sandbox_for_processes(SLOWER, users=users_of(plan), channels=names) as sandbox:
        slow_down(sandbox)
        async with bots(folder, settings_on(sandbox, plan) | {"DATABASE": "casino.db"}) as process:
            return await Torture(plan, sandbox, process, folder / "casino.db").run()


def settings_on(sandbox: Sandbox, plan: Plan) -> dict[str, str]:
    """The bot's settings, but for its database."""
    seconds = max(SECONDS, round(4 * plan.pause))
    return {
        "DISCORD_TOKEN": "a-token",
        "DISCORD_API_URL": sandbox.api_url,
        "BET_SECONDS": str(seconds),
        "TURN_SECONDS": str(seconds),
        "DEALER_SECONDS": "0",
        "JOIN_SECONDS": "0",
        "CARD_PICTURES": "off",
    }


def slow_down(sandbox: Sandbox) -> None:
    """Requests take a while, as over a network."""
    for method, path in ROUTES:
        sandbox.faults.delay(method, path, LATENCY, times=sys.maxsize)


COUNTED = ("kills", "starts", "clicks cut short", "stray boards")


class Torture:
    """A run in progress."""

    def __init__(self, plan: Plan, sandbox: Sandbox, process: Bots, database: Path | str) -> None:
        self._plan = plan
        self._sandbox = sandbox
        self._process = process
        self._database = database
        self._choose = Random(plan.seed)
        self._counts: Counter[str] = Counter()
        self._channels = [sandbox.channel(index) for index in range(plan.tables)]
        self._witness = Witness(sandbox)
        self._judge = Judge(self._witness, hurt=plan.processes > 1)
        self._trouble = Trouble(
            sandbox, self._witness, self._channels, Random(f"{plan.seed}:trouble")
        )
        self._people = list(_people(plan, sandbox, self._channels))
        self._crowd = Crowd(
            sandbox, self._witness, self._people, kept=self._kept, over=self._over, pause=plan.pause
        )

    def _over(self, _: Channel) -> asyncio.Event:
        """What is set while nobody plays the tables of a channel."""
        return self._process.ended

    async def run(self) -> Outcome:
        """Lives and deaths, then the end."""
        async with alongside(self._crowd.live()), AsyncExitStack() as beside:
            if self._plan.faults:
                await beside.enter_async_context(alongside(self._trouble.live()))
            await self._lives()
        final = await self._end()
        return Outcome(
            figures=self._figures(final),
            faults=self._trouble.counts,
            violations=self._judge.violations,
            witness=self._witness,
            books=final,
        )

    async def _lives(self) -> None:
        for _ in range(self._plan.kills):
            await self._start()
            await self._let_live()
            await self._kill()
        await self._start()
        if not self._plan.kills:
            await self._connected()
            await self._answered(self._plan.answers)

    async def _start(self) -> None:
        await self._process.start()
        self._counts["starts"] += 1

    async def _let_live(self) -> None:
        """Wait for a random moment: during the start, in quiet play, or in the middle of a burst of clicks."""
        dice = self._choose.random()
        if dice < 0.15:
            await self._changed(self._choose.randint(0, MOST_CHANGES))
            return
        await self._connected()
        await self._answered(self._choose.randint(1, self._plan.answers))
        if dice < 0.75:
            await self._crowd.burst(self._choose.randint(2, 12), self._choose)
            if dice < 0.35:
                await self._on_the_way(self._choose.randint(1, 3))
            else:
                await _turns(self._choose.randint(0, MOST_TURNS))

    async def _connected(self) -> None:
        await self._until(lambda: self._sandbox.bot_online)

    async def _answered(self, count: int) -> None:
        """Wait for `count` more answers."""
        wanted = len(self._witness.replies) + count
        await self._until(lambda: len(self._witness.replies) >= wanted)

    async def _changed(self, count: int) -> None:
        """Wait for `count` more changes in the sandbox."""
        left = iter(range(count, 0, -1))
        await self._until(lambda: next(left, 0) == 0)

    async def _on_the_way(self, count: int) -> None:
        """Wait until `count` answers and boards are on their way, or no request waits for an answer."""
        faults, witness = self._sandbox.faults, self._witness
        await self._until(lambda: faults.waiting >= count or not witness.waiting)

    async def _until(self, predicate: Callable[[], bool]) -> None:
        """Return when this is so, or when the bot has ended."""
        await until(self._sandbox.wait_for(predicate), end=self._process.ended.wait())

    async def _kill(self) -> None:
        self._counts["clicks cut short"] += self._witness.waiting
        await self._killed(self._process)
        await self._sandbox.wait_for(lambda: not self._sandbox.bot_online)
        self._look()

    async def _killed(self, bot: Bots) -> None:
        self._is_alive(bot)
        self._counts["kills"] += await bot.end(signal.SIGKILL) == -signal.SIGKILL

    async def _terminate(self, bot: Bots) -> None:
        if await bot.end(signal.SIGTERM):
            self._judge.accuse(f"SIGTERM did not end it well: {bot.log[-2000:]}")

    def _is_alive(self, bot: Bots) -> bool:
        """Whether it has not ended by itself, which none may."""
        if bot.ended.is_set():
            self._judge.accuse(f"the bot ended by itself: {bot.log[-2000:]}")
        return not bot.ended.is_set()

    def _look(self) -> Books:
        found = books.read(self._database)
        self._judge.look(found)
        return found

    async def _end(self) -> Books:
        """Check that everything ends by itself when nobody clicks and nothing is broken."""
        self._trouble.mend()
        await self._connected()
        if self._plan.leave:
            await self._crowd.leave()
        try:
            await self._sandbox.wait_for(
                lambda: not books.count(self._database, books.OPEN_TABLES), LONGEST_END
            )
        except TimeoutError as error:
            self._judge.accuse(f"a table is stuck: {error}")
        await self._stop()
        final = self._look()
        audit = await self._process.tool("audit")
        if audit.status:
            self._judge.accuse(f"the audit says: {audit}")
        self._judge.conclude(final, self._log(), all_shown=not self._plan.faults)
        for stray in self._witness.live_boards(self._channels):
            self._counts["stray boards"] += 1
            self._judge.accuse(f"a board of a table that has closed can be clicked on: {stray}")
        return final

    async def _stop(self) -> None:
        await self._terminate(self._process)

    def _log(self) -> str:
        """What the bots have logged that should not be there if it is an error."""
        return self._process.log

    def _kept(self, otherwise: int) -> int:
        # The file is not touched while no bot has it open: the next bot has to recover it by itself.
        if not self._sandbox.bot_online or self._process.ended.is_set():
            return otherwise
        try:
            return books.count(self._database, books.NEWEST_POSTING)
        except sqlite3.OperationalError:
            return otherwise

    def _figures(self, final: Books) -> dict[str, int]:
        kinds = Counter(reply.kind for reply in self._witness.replies)
        moves = [move.text for one in final.rounds.values() for move in one.moves]
        states = Counter(one.state for one in final.rounds.values() if one.dealt)
        return {
            **{name: self._counts[name] for name in COUNTED},
            "tables": len(final.channels),
            "rounds settled": states["settled"],
            "rounds voided": states["voided"],
            "moves": sum(not text.startswith(("deal", "reveal")) for text in moves),
            "cards": sum(text.startswith("deal") for text in moves),
            "postings": len(final.postings),
            "requests": len(self._witness.requests),
            "taken": sum(reply.taken for reply in self._witness.replies),
            "told something": kinds[AnswerKind.MESSAGE],
            "not answered": len(self._witness.requests)
            - len(self._witness.replies)
            + kinds[AnswerKind.FAILED],
            "boards": len(self._witness.boards),
            **self._judge.figures,
        }


def users_of(plan: Plan) -> int:
    """How many people there are."""
    return max(4, 2 * plan.tables)


def _people(plan: Plan, sandbox: Sandbox, channels: Sequence[Channel]) -> Iterator[Person]:
    """Each channel has one to four players; some play at two tables or more, the admin at every other one."""
    choose = Random(f"{plan.seed}:people")
    numbers = range(1, users_of(plan) + 1)
    players = [set(choose.sample(numbers, choose.randint(1, 4))) for _ in channels]
    for at_table in players[::2]:
        at_table.add(ADMIN)
    for number in numbers:
        places = [place for place, who in zip(channels, players, strict=True) if number in who]
        if places:
            yield Person(
                user=sandbox.user(number),
                places=places,
                choose=Random(f"{plan.seed}:{number}"),
                admin=number == ADMIN,
            )


async def _turns(count: int) -> None:
    """Let the event loop turn `count` times: a short moment that waits for nothing."""
    for _ in range(count):
        await asyncio.sleep(0)


@asynccontextmanager
async def alongside(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run `work` while the block runs; raise its error at the end."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()
