"""The coach's worker process: answers, failures and its end."""

import asyncio
import errno
import logging
import os
import select
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from multiprocessing import util
from pathlib import Path
from typing import Any, cast

import pytest

from cogs.coaching.coach import ANSWERS, Coach
from cogs.coaching.workers import MOST_WAITING, SECONDS, Busy, NoWorker, WorkerProcess
from cogs.discord_link.loops import Loop
from cogs.host.metrics import Metrics
from cogs.language import ENGLISH
from cogs.language.error_sentences import Sorry
from engine.clock import RealClock
from engine.rules.rule_sets import RULE_SETS
from engine.values.played import BalancePoint
from tests.clock import ManualClock
from tests.waiting import until_true

from .casino import Casino
from .past import played

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 20.0
"""Seconds until a process that should have ended counts as a failure."""


def ended(pid: int) -> bool:
    """Return True once a process has ended."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], PATIENCE)[0])
    finally:
        os.close(watched)


async def open_when_read(fifo: Path) -> Any:
    """Return the writing end of a named pipe once a worker reads it."""
    return await asyncio.to_thread(fifo.open, "w")


async def time_out(clock: ManualClock, asked: Awaitable[object]) -> None:
    """Advance the clock until a question times out."""
    waiting = asyncio.ensure_future(asked)
    async with asyncio.timeout(PATIENCE):
        while not waiting.done():
            clock.advance(SECONDS / 2)
            await asyncio.sleep(0)
    with pytest.raises(NoWorker, match="no answer within 30 s"):
        await waiting


class Counting:
    """Counts questions without real answers."""

    def __init__(self) -> None:
        self.worked = 0
        self.fails = False

    async def do(self, _work: object) -> object:
        """Return a new object, or raise `Busy`."""
        self.worked += 1
        await asyncio.sleep(0)
        if self.fails:
            raise Busy
        return object()


async def test_questions_are_answered_in_another_process() -> None:
    """Errors are returned, too. If the process dies, the question is retried once."""
    worker = WorkerProcess(RealClock())
    pids = await asyncio.gather(*(worker.do(os.getpid) for _ in range(3)))
    assert len({*pids, os.getpid()}) == 2
    with pytest.raises(ValueError, match="invalid literal"):
        await worker.do(partial(int, "x"))
    nice = partial(os.getpriority, os.PRIO_PROCESS, 0)
    assert await worker.do(nice) == min(nice() + 10, 19)
    for number in (signal.SIGINT, signal.SIGTERM):
        await worker.do(partial(signal.raise_signal, number))
    assert await worker.do(os.getpid) == pids[0]
    os.kill(pids[0], signal.SIGKILL)
    assert ended(pids[0])
    again = await worker.do(os.getpid)
    assert again != pids[0]
    with pytest.raises(NoWorker, match="died of a question"):
        await worker.do(partial(signal.raise_signal, signal.SIGKILL))
    assert ended(again)
    last = await worker.do(os.getpid)
    await worker.close()
    assert ended(last)
    with pytest.raises(Sorry, match="why-house-closing"):
        await worker.do(os.getpid)


async def test_cancelled_question_takes_no_other_answer(tmp_path: Path) -> None:
    """A running question is finished, a cancelled one in the queue is skipped, and too many are refused."""
    worker, fifo, begun = WorkerProcess(RealClock()), tmp_path / "fifo", tmp_path / "begun"
    os.mkfifo(fifo)
    work: list[Callable[[], Any]] = [
        fifo.read_text,
        begun.touch,
        *(partial(int, str(n)) for n in range(2, MOST_WAITING)),
    ]
    asked = [asyncio.create_task(worker.do(one)) for one in work]
    with await open_when_read(fifo):
        with pytest.raises(Busy):
            await worker.do(os.getpid)
        for one in asked[:2]:
            one.cancel()
        await asyncio.wait(asked[:2])
    assert await asyncio.gather(*asked[2:]) == [*range(2, MOST_WAITING)]
    assert not begun.exists()
    await worker.close()


async def test_a_process_that_does_not_answer_is_replaced(tmp_path: Path) -> None:
    """A busy or suspended process is replaced after a timeout."""
    clock, fifo = ManualClock(), tmp_path / "fifo"
    worker = WorkerProcess(clock)
    os.mkfifo(fifo)
    busy = await worker.do(os.getpid)
    asked = asyncio.create_task(worker.do(fifo.read_text))
    (await open_when_read(fifo)).close()
    await asked
    asked = asyncio.create_task(worker.do(fifo.read_text))
    with await open_when_read(fifo):
        await time_out(clock, asked)
        assert ended(busy)
    stopped = await worker.do(os.getpid)
    os.kill(stopped, signal.SIGSTOP)
    await time_out(clock, worker.do(os.getpid))
    assert ended(stopped)
    assert await worker.do(os.getpid) not in (busy, stopped)
    await worker.close()


class FullSystem:
    """A system that cannot start processes until `passes` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._spawn = util.spawnv_passfds
        self.passes = False
        monkeypatch.setattr(util, "spawnv_passfds", self._start)

    def _start(self, *arguments: Any) -> int:
        if not self.passes:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return self._spawn(*arguments)


async def test_no_process_can_be_started(
    casino: Casino, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The asker gets a message, the log the cause. Judging fails visibly, and recovers."""
    casino.thinks_on_a_thread = False
    casino.metrics = metrics = Metrics(casino.clock)
    await casino.restart()
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 1_500})
    full, loops = FullSystem(monkeypatch), casino.bot.loops
    caplog.set_level(logging.INFO)
    assert (await casino.shown(ann, "strategy")).text == ENGLISH("sorry-no-worker")
    assert "could not answer" not in caplog.text

    async def until_failing(*failing: Loop) -> str:
        """Advance a minute and wait for exactly these failing loops. Return the admin's status page."""
        casino.clock.advance(60)
        await until_true(lambda: {*failing} == loops.failing.keys())
        return (await casino.shown(ann, "house status")).text

    assert ENGLISH("loop-judging") in await until_failing(Loop.JUDGING)
    assert 'blackjack_loop_failing{loop="judging"} 1.0' in metrics.text().decode()
    count = loops.failures[Loop.JUDGING]
    assert f'blackjack_loop_failures_total{{loop="judging"}} {count}.0' in metrics.text().decode()
    full.passes = True
    assert ENGLISH("loop-judging") not in await until_failing()
    assert await casino.bot.bank.unjudged_rounds(0, 1) == []
    assert len((await casino.shown(ann, "strategy")).attachments) == 1
    (cause, again) = [r.getMessage() for r in caplog.records if r.name == "cogs.discord_link.loops"]
    failed = "judgements of decisions failed, the bot tries again"
    assert cause.startswith(f"{failed} (no process can be started: [Errno 11]")
    assert again == "judgements of decisions work again"


async def test_shared_questions_are_computed_once(casino: Casino) -> None:
    """Answers are shared and cached, but failures are not; cancelling affects no other asker; old answers expire."""
    worker = Counting()
    coach, points = Coach(casino.bot.bank, cast(WorkerProcess, worker)), [BalancePoint(1.0, 2)]
    vegas, other = RULE_SETS["vegas"], RULE_SETS["downtown"]
    worker.fails = True
    failed = await asyncio.gather(*(coach.chart(vegas) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(one, Sorry) for one in failed)
    assert worker.worked == 1
    worker.fails = False
    asked = [asyncio.create_task(coach.chart(vegas)) for _ in range(MOST_WAITING + 1)]
    await asyncio.sleep(0)
    asked[0].cancel()
    assert len({id(one) for one in await asyncio.gather(*asked[1:])}) == 1
    assert (await coach.chart(vegas), worker.worked) == (await coach.chart(vegas), 2)
    await coach.chart(other)
    assert worker.worked == 3
    for number in range(2 * ANSWERS):
        await coach.balance_picture([*points, BalancePoint(2.0, number)], {"title": "x"})
    assert worker.worked == 3 + 2 * ANSWERS
    await coach.chart(vegas)
    assert worker.worked == 4 + 2 * ANSWERS


BOT = """
worker = WorkerProcess(RealClock())
pids = [await worker.do(os.getpid)]
"""
AUDIT = """
async with in_processes(time.sleep, [0, 0, 600, 600], most=2) as done:
    await anext(done)
    pids = [one.pid for one in multiprocessing.active_children()]
"""
HEAD = """
import asyncio, multiprocessing, os, time
from cogs.coaching.workers import WorkerProcess
from engine.bank.processes import in_processes
from engine.clock import RealClock
async def main():
"""
TAIL = """
    print(*pids, flush=True)
    os.kill(os.getpid(), 9)
if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize(("body", "count"), [(BOT, 1), (AUDIT, 2)], ids=["bot", "audit"])
def test_a_killed_program_leaves_no_workers(tmp_path: Path, body: str, count: int) -> None:
    """They import nothing from the working directory, even if a file there has a module's name."""
    folder, program = tmp_path / "cwd", tmp_path / "program" / "main.py"
    program.parent.mkdir()
    program.write_text(HEAD + "\n".join(f"    {line}" for line in body.splitlines()) + TAIL)
    for name in ("cogs", "engine", "multiprocessing"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise SystemExit('this is not ours')")
    said = tmp_path / "said"  # a pipe would stay open while a worker runs
    with said.open("w") as output:
        killed = subprocess.run(
            [sys.executable, str(program)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=output,
            check=False,
        )
    assert killed.returncode == -signal.SIGKILL
    pids = [int(pid) for pid in said.read_text().split()]
    assert len(pids) == count
    assert all(map(ended, pids))


async def test_the_bot_draws_in_a_process(casino: Casino) -> None:
    """As in production, without the other tests' thread."""
    casino.thinks_on_a_thread = False
    await casino.restart()
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 1_500})
    assert len((await casino.shown(ann, "stats")).attachments) == 1
