"""What is worked out beside the bot's own process."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from cogs.coaching import thoughts
from cogs.coaching.aside import MOST_WAITING, Aside, Died
from cogs.coaching.coach import ANSWERS, Coach
from cogs.language.sentences import Sorry
from engine.rules.rule_sets import RULE_SETS
from engine.values.played import BalancePoint

from .casino import Casino
from .past import played
from .test_stats import shown

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds after which a process that should have ended is a failure."""


def ended(pid: int) -> bool:
    """Whether a process has ended, once it has."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], PATIENCE)[0])
    finally:
        os.close(watched)


class Counting:
    """Counts what is worked aside, and does nothing else."""

    def __init__(self) -> None:
        self.worked = 0
        self.fails = False

    async def do(self, _work: object) -> object:
        """Something new, or that too many ask."""
        self.worked += 1
        await asyncio.sleep(0)
        if self.fails:
            raise Sorry("sorry-many-ask")
        return object()


async def test_questions_are_answered_in_another_process() -> None:
    """In turn, errors included; what it imports is not in the bot's."""
    aside = Aside()
    pids = await asyncio.gather(*(aside.do(os.getpid) for _ in range(3)))
    assert len({*pids, os.getpid()}) == 2
    with pytest.raises(ValueError, match="invalid literal"):
        await aside.do(partial(int, "x"))
    sheet, picture = await aside.do(partial(thoughts.chart, RULE_SETS["vegas"]))
    assert (sheet.edge, picture[:4]) == (33, b"\x89PNG")
    nice = partial(os.getpriority, os.PRIO_PROCESS, 0)
    assert await aside.do(nice) == min(nice() + 10, 19)
    await aside.close()
    assert ended(pids[0])
    with pytest.raises(Sorry, match="why-house-closing"):
        await aside.do(os.getpid)


async def test_a_process_that_died_is_begun_anew() -> None:
    """Its question is asked once more, and no third time."""
    aside = Aside()
    first = await aside.do(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert ended(first)
    assert await aside.do(os.getpid) != first
    with pytest.raises(Died):
        await aside.do(partial(signal.raise_signal, signal.SIGKILL))
    assert await aside.do(partial(int, "7")) == 7
    await aside.close()


async def test_who_leaves_takes_nobody_elses_answer() -> None:
    """One in work is finished, one in the queue is not begun; too many are refused."""
    aside = Aside()
    asked = [asyncio.create_task(aside.do(partial(int, str(n)))) for n in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Sorry, match="sorry-many-ask"):
        await aside.do(os.getpid)
    for one in asked[:2]:
        one.cancel()
    assert await asyncio.gather(*asked[2:]) == [*range(2, MOST_WAITING)]
    await aside.close()


async def test_what_many_ask_for_is_worked_out_once(casino: Casino) -> None:
    """Also what comes later, but for failures; who leaves takes it from nobody; others take its place in time."""
    aside = Counting()
    coach, points = Coach(casino.bot.bank, cast(Aside, aside)), [BalancePoint(1.0, 2)]
    vegas, other = RULE_SETS["vegas"], RULE_SETS["downtown"]
    aside.fails = True
    failed = await asyncio.gather(*(coach.chart(vegas) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(one, Sorry) for one in failed)
    assert aside.worked == 1
    aside.fails = False
    asked = [asyncio.create_task(coach.chart(vegas)) for _ in range(MOST_WAITING + 1)]
    await asyncio.sleep(0)
    asked[0].cancel()
    assert len({id(one) for one in await asyncio.gather(*asked[1:])}) == 1
    assert (await coach.chart(vegas), aside.worked) == (await coach.chart(vegas), 2)
    await coach.chart(other)
    assert aside.worked == 3
    for number in range(2 * ANSWERS):
        await coach.balance_picture([*points, BalancePoint(2.0, number)], {"title": "x"})
    assert aside.worked == 3 + 2 * ANSWERS
    await coach.chart(vegas)
    assert aside.worked == 4 + 2 * ANSWERS


def test_it_ends_with_a_bot_that_is_killed() -> None:
    """Nobody is left to tell it so: its input ends."""
    program = (
        "import asyncio, os\nfrom cogs.coaching.aside import Aside\n"
        "async def main():\n    print(await Aside().do(os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\nasyncio.run(main())"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert ended(int(killed.stdout))


async def test_the_bot_draws_aside(casino: Casino) -> None:
    """As a host has it, without the thread of the other tests."""
    casino.thinks_on_a_thread = False
    await casino.restart()
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 1_500})
    assert len((await shown(casino, ann)).attachments) == 1
