"""Killed between the commit and the board: what was decided is shown after the next start, and it is true."""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest

from sandbox import Answer, MessageView, Sandbox
from tests.bot.process import BotProcess, bot_process
from tests.bot.process_table import board, deal
from tests.patient import sandbox_for_processes

from .trouble import ROUTES


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox


@pytest.fixture
async def process(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot at whose table two users are in mid-round."""
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [sandbox.user(1), sandbox.user(2)])
        yield process


def typed(sandbox: Sandbox, command: str, user: int) -> Coroutine[Any, Any, Answer]:
    """A user types a command."""
    return sandbox.user(user).command(sandbox.channel("blackjack"), command)


async def unseen(
    sandbox: Sandbox, process: BotProcess, *acts: Coroutine[Any, Any, Answer]
) -> MessageView:
    """Users do something, the bot is killed before Discord takes what came of it, and starts again.

    Returns the table's message as it stood in that round.
    """
    shown = board(sandbox)
    holds = [sandbox.faults.hold(*route, times=9) for route in ROUTES]
    acting = [asyncio.ensure_future(act) for act in acts]
    # The board is on its way once, an answer for each user: everything is kept by then.
    await sandbox.wait_for(lambda: sandbox.faults.waiting == 1 + len(acts))
    await process.kill()
    for task in acting:
        task.cancel()
    for hold in holds:
        hold.release()
    sandbox.faults.clear()
    await process.start()
    return shown


async def test_a_table_that_was_closed_says_goodbye(sandbox: Sandbox, process: BotProcess) -> None:
    """The admin's word was kept: nothing can be decided any more."""
    question = (await typed(sandbox, "house close", 1)).message
    assert question
    shown = await unseen(sandbox, process, sandbox.user(1).click(question, "Close the table"))
    await sandbox.wait_for(lambda: "The table is closed" in board(sandbox).text)
    labels = [button.label for button in board(sandbox).buttons]
    assert [button.label for button in shown.buttons] == labels == ["New table", "My rounds"]


async def test_who_left_sees_the_result(sandbox: Sandbox, process: BotProcess) -> None:
    """Everybody got up, so the round was settled and the table closed: the goodbye tells what everybody has won."""
    shown = await unseen(sandbox, process, *(typed(sandbox, "leave", n) for n in (1, 2)))
    await sandbox.wait_for(lambda: "The table is closed" in board(sandbox).text)
    assert board(sandbox).id == shown.id
    assert len(re.findall(r"^\S+ · \*\*[^*]+\*\*", shown.text, re.MULTILINE)) == 2
