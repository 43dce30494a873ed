"""Stopping has bounded waits, and closes nothing that is still in use."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from cogs.discord_link import requests
from cogs.discord_link.loops import bounded
from cogs.language import ENGLISH
from tests.driver import PATIENCE, MessageView, User
from tests.pages import page
from tests.waiting import until_true

from .casino import Casino
from .test_headlines import leave

ROOT = Path(__file__).parent.parent.parent


async def closed_table(casino: Casino, user: User) -> MessageView:
    """Return the board of a closed table whose round is not judged, as the coach's process is suspended."""
    casino.thinks_on_a_thread = False
    await casino.open(user)
    await casino.bet({user: "10"})
    await casino.stand_all()
    board = casino.board()
    await leave(casino, user)
    await casino.restart()
    await casino.typed(user, "balance")  # connections for answers are opened by the first one
    os.kill(await casino.bot.worker.do(os.getpid), signal.SIGSTOP)
    return board


async def in_progress(casino: Casino, asking: Awaitable[Any]) -> "asyncio.Task[Any]":
    """Start a request and wait until its question is with the coach's process."""
    asked = asyncio.ensure_future(asking)
    pool = casino.bot.worker._pool
    assert pool is not None
    await until_true(lambda: bool(pool._pending_work_items))
    return asked


async def test_answers_end_before_connections_close(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A stop during "My rounds" is answered with a message, without a traceback."""
    (ann,) = casino.users(1)
    board = await closed_table(casino, ann)
    asked = await in_progress(casino, ann.click(board, "My rounds"))
    await casino.stop(in_vain=True)
    assert (await asked).text == ENGLISH("why-house-closing")
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert "the stop cancelled 1 answers" in caplog.text
    await casino.start()


async def test_a_bot_that_stops_takes_no_new_questions(casino: Casino) -> None:
    """New requests during the stop are refused with a message."""
    ann, bob = casino.users(2)
    board = await closed_table(casino, ann)
    asked = await in_progress(casino, ann.click(board, "My rounds"))
    stopping = asyncio.create_task(casino.stop(in_vain=True))
    await asyncio.sleep(0)
    assert (await bob.command(casino.channel, "rules")).text == ENGLISH("why-house-closing")
    await asked
    await stopping
    await casino.start()


async def test_judging_ends_quietly(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """The coach refuses its rounds before the task is cancelled."""
    (ann,) = casino.users(1)
    await casino.open(ann)
    await casino.bet({ann: "10"})
    await casino.stand_all()
    casino.bot.coach.refuse()
    assert await casino.bot.judging._judge_all() > 0
    assert casino.sql("SELECT count(*) FROM round WHERE state = 'settled'") == [(1,)]
    assert not [record for record in caplog.records if record.exc_info]


async def test_steps_match_the_page(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/tasks-and-threads.md lists the steps in order, with their names from the log."""
    steps = list[str]()

    async def noted(what: str, seconds: float, work: Awaitable[object]) -> bool:
        steps.append(what)
        return await bounded(what, seconds, work)

    monkeypatch.setattr("cogs.startup.client.bounded", noted)
    await casino.stop()
    _, _, listed = page("docs/tasks-and-threads.md").partition(
        "the only list of steps, in this order:"
    )
    listed, rest = " ".join(listed.partition("\n\nEach step")[0].lower().split()), ""
    assert len(steps) == 13
    for step in steps:
        _, found, rest = (rest or listed).partition(step.lower())
        assert found, f"{step} is not the next step of the page"
    await casino.start()


Hang = Callable[[Casino, Event], Awaitable[object]]


async def a_stopped_process(casino: Casino, _: Event) -> object:
    """The coach's process is suspended."""
    os.kill(await casino.bot.worker.do(os.getpid), signal.SIGSTOP)
    return await casino.bot.worker.do(os.getpid)


async def a_thread(casino: Casino, over: Event) -> object:
    """A hint never finishes."""
    return await casino.bot.coach._quick.do(over.wait)


async def the_database(casino: Casino, over: Event) -> object:
    """A transaction never finishes."""
    return await casino.bot.bank._store.run(lambda _: over.wait())


async def a_long_read(casino: Casino, over: Event) -> object:
    """A read never finishes."""
    return await casino.bot.bank._store.read_in_background(lambda _: over.wait())


async def discord(casino: Casino, _: Event) -> object:
    """No request is answered."""
    for method in ("POST", "PATCH", "PUT", "DELETE", "GET"):
        casino.sandbox.faults.hold(method, "**", times=1_000)
    return await casino.users(1)[0].command(casino.channel, "balance")


@pytest.mark.parametrize("hangs", [a_stopped_process, a_thread, the_database, a_long_read, discord])
async def test_nothing_delays_a_stop(
    casino: Casino, hangs: Hang, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever hangs in mid-round, the bot stops; after a restart the round continues."""
    casino.thinks_on_a_thread = False
    await casino.restart()
    (ann,), over = casino.users(1), Event()
    await casino.open(ann)
    await casino.bet({ann: "10"})
    monkeypatch.setattr("cogs.startup.client.STEP_SECONDS", 0.1)
    monkeypatch.setattr(requests, "STOP_SECONDS", 0.1)
    hanging = asyncio.ensure_future(hangs(casino, over))
    await asyncio.wait([hanging], timeout=0.1)
    assert not hanging.done()
    with monkeypatch.context() as patch:
        patch.setattr("cogs.startup.client.STEP_SECONDS", 0.1)
        patch.setattr(requests, "STOP_SECONDS", 0.1)
        try:
            async with asyncio.timeout(PATIENCE):
                await casino.bot.close()
        finally:
            over.set()
    casino.sandbox.faults.clear()
    hanging.cancel()
    await asyncio.wait([hanging])
    await casino.closed()
    await casino.start()
    await casino.press(ann, "Stand")


PROGRAM = """
import asyncio, os, signal, sys, threading, time
from cogs.host import process
process.STOP_SECONDS = 1
async def hang():
    asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
    try:
        await asyncio.Event().wait()
    finally:
        {how}
asyncio.run(process.until_stopped(hang()))
"""


@pytest.mark.parametrize(
    "how",
    [
        "await asyncio.Event().wait()",
        "time.sleep(600)",
        "threading.Thread(target=time.sleep, args=(600,)).start()",
        "asyncio.get_running_loop().run_in_executor(None, time.sleep, 600)",
    ],
    ids=["a task", "the event loop", "a thread", "an executor"],
)
def test_sigterm_always_ends_the_process(how: str) -> None:
    """With status 1, and the stacks of all threads."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(how=how)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 1
    assert "Timeout (0:00:01)!" in ended.stderr
    assert "most recent call first" in ended.stderr
