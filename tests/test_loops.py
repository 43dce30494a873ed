"""docs/tasks-and-threads.md lists every background task and wait; a failing loop is logged and retried."""

import ast
import asyncio
import errno
import re
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from cogs.discord_link.loops import Loop, Loops, Repeating, bounded
from cogs.discord_link.request_errors import REQUEST_ERRORS, passes
from tests.clock import ManualClock
from tests.waiting import until_true

ROOT = Path(__file__).parent.parent
PATIENCE = 20.0
"""Seconds after which a step that should be cut off counts as hanging."""

STARTS = {"create_task", "Errands", "Repeating"}
"""The calls that start tasks. `Errands` are named where they are created, and `Repeating` by its `Loop`."""

WAITS = {
    "acquire",
    "bounded",
    "gather",
    "poll",
    "run_in_executor",
    "shield",
    "sleep",
    "timeout",
    "timeout_at",
}
WAITS |= {"to_thread", "wait", "wait_for", "within"}
"""Calls that wait, whatever their arguments."""

WAITS_ALONE = {"get", "join"}
"""Calls that wait if they have no arguments, like `Queue.get`."""


def code() -> Iterator[ast.Module]:
    """Yield the syntax trees of the bot's files."""
    for file in (*ROOT.glob("cogs/**/*.py"), *ROOT.glob("engine/**/*.py"), ROOT / "bot.py"):
        if file.name != "trial.py":  # only for the sandbox
            yield ast.parse(file.read_text("utf-8"))


def tasks() -> Iterator[str]:
    """Yield the names of the tasks that the code starts, without numbers in them."""
    for tree in code():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and last_name(node.func) in STARTS:
                if last_name(node.func) == "Repeating":
                    yield last_name(node.args[1]).lower()
                    continue
                given = [one.value for one in node.keywords if one.arg == "name"] or node.args
                name = ast.unparse(given[-1]).strip("f'\"").partition(" {")[0]
                if not name.startswith("self._"):
                    yield name


def waits(tree: ast.Module) -> Iterator[str]:
    """Yield the qualified names of the functions in this file that wait."""
    made = [
        (node.value, node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
    ]
    locks = {
        target(node)
        for value, node in made
        if value is not None and re.search(r"(Lock|Semaphore)\(", ast.unparse(value))
    }
    variables = {
        target(node)
        for value, node in made
        if value is not None and "ContextVar" in ast.unparse(value)
    }

    def is_wait(node: ast.AST) -> bool:
        if isinstance(node, ast.With | ast.AsyncWith):
            return any(last_name(item.context_expr) in locks for item in node.items)
        if not isinstance(node, ast.Call):
            return False
        name = last_name(node.func)
        if name in WAITS_ALONE and isinstance(node.func, ast.Attribute):
            return (
                not node.args and not node.keywords and last_name(node.func.value) not in variables
            )
        return name in WAITS

    def inside(node: ast.AST, names: tuple[str, ...]) -> Iterator[str]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = (*names, node.name)
        if is_wait(node):
            yield ".".join(names)
        for child in ast.iter_child_nodes(node):
            yield from inside(child, names)

    return inside(tree, ())


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name."""
    return ast.unparse(node).split(".")[-1]


def target(node: ast.Assign | ast.AnnAssign) -> str:
    """Return the last part of the assigned name."""
    return last_name(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def listed(heading: str) -> list[str]:
    """Return the names in the first column of the tables below a heading of docs/tasks-and-threads.md."""
    page = (ROOT / "docs" / "tasks-and-threads.md").read_text("utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(.+?)`", row)]


def test_the_page_lists_every_task() -> None:
    assert sorted(listed("What runs in the background")) == sorted({*tasks()})


def test_the_page_lists_every_wait() -> None:
    assert sorted(listed("Waits")) == sorted({place for tree in code() for place in waits(tree)})


def test_local_errors_are_not_network_errors() -> None:
    """A full disk or too many open files is not Discord's fault; a broken connection may be."""
    ours = [BlockingIOError(errno.EAGAIN, ""), OSError(errno.EMFILE, ""), FileNotFoundError()]
    theirs = [ConnectionResetError(), TimeoutError(), socket.gaierror(), aiohttp.ClientError()]
    assert [isinstance(one, REQUEST_ERRORS) for one in (*ours, *theirs)] == [False] * 3 + [True] * 4
    assert [passes(one) for one in (*ours, *theirs)] == [False] * 3 + [True] * 4


async def test_a_failing_loop_is_logged_and_retried(caplog: pytest.LogCaptureFixture) -> None:
    """Each cause is logged once, bugs with a traceback; after a success, a new failure is logged again.

    Retries are spaced.
    """
    clock = ManualClock()
    loops, errors = Loops(clock), [OSError("full"), OSError("full"), KeyError("oops"), None]

    async def work() -> None:
        if (error := errors.pop(0)) is not None:
            raise error

    def are_left(count: int) -> bool:
        return len(errors) == count

    for count in (3, 4):
        errors[:] = [OSError("full"), OSError("full"), KeyError("oops"), None]
        working = asyncio.create_task(loops.until_done(Loop.BACKUPS, work))
        for left in (3, 2, 1, 0):
            await until_true(partial(are_left, left))
            for _ in range(5):
                await asyncio.sleep(0)
            assert are_left(left)
            assert (Loop.BACKUPS in loops.failing) is (left > 0)
            clock.advance(60)
        await working
        assert loops.failures == {Loop.BACKUPS: 3 * (count - 2)}
    lines = [record for record in caplog.records if record.levelname == "WARNING"]
    assert [bool(record.exc_info) for record in lines] == [True, True] * 2
    assert lines[0].getMessage() == "regular backups failed, the bot tries again (full)"


async def test_repeated_work_runs_when_due() -> None:
    """It runs after the time that it returns, or when it is woken, and not between a stop and the next start."""
    clock, runs = ManualClock(), list[float]()
    next_in: float | None = 10

    async def work() -> float | None:
        runs.append(clock.now())
        return next_in

    async def rested(count: int) -> None:
        await until_true(lambda: len(runs) >= count)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(runs) == count

    repeating = Repeating(Loops(clock), Loop.DUELS, work)
    repeating.start(10)
    await rested(0)
    clock.advance(10)
    await rested(1)
    clock.advance(9)
    await rested(1)
    next_in = None
    clock.advance(1)
    await rested(2)
    clock.advance(10)
    await rested(2)
    repeating.wake()
    await rested(3)
    await repeating.stop()
    repeating.wake()
    await rested(3)
    repeating.start()
    await rested(4)
    await repeating.stop()
    repeating.start(0)
    await rested(5)
    await repeating.stop()


async def test_stopped_work_is_cancelled() -> None:
    """The stop waits for its end and forgets its failures; a cancelled timer makes nothing due later."""
    clock, ended, endless = ManualClock(), list[str](), asyncio.Event()
    loops = Loops(clock)

    async def work() -> None:
        loops.note(Loop.DUELS)
        try:
            await endless.wait()
        finally:
            await asyncio.sleep(0)
            ended.append("work")

    repeating = Repeating(loops, Loop.DUELS, work)
    repeating.start(10)
    await asyncio.sleep(0)
    await repeating.stop()
    clock.advance(10)
    repeating.start()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not loops.failing
    repeating.wake()
    await until_true(lambda: bool(loops.failing))
    await repeating.stop()
    assert (ended, loops.failing) == (["work"], {})


async def test_a_shutdown_step_delays_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """If it fails, hangs, or ignores its cancellation, it is logged and skipped."""
    over = asyncio.Event()

    async def fail() -> None:
        raise OSError("gone")

    async def cling() -> None:
        try:
            await over.wait()
        finally:
            await over.wait()

    clinging = asyncio.ensure_future(cling())
    try:
        async with asyncio.timeout(PATIENCE):
            assert await bounded("a good step", 0.01, asyncio.sleep(0))
            assert not await bounded("a bad step", 0.01, fail())
            assert not await bounded("a long step", 0.01, over.wait())
            assert not await bounded("a stubborn step", 0.01, clinging)
    finally:
        over.set()
        await asyncio.wait([clinging])
    named = [re.search(r"a \w+ step", line) for line in caplog.messages]
    assert [one and one[0] for one in named] == ["a bad step", "a long step", "a stubborn step"]
