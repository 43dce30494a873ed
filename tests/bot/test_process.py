"""The bot as a process: killed at the worst moments, it comes back with every cent."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from sandbox import Sandbox
from tests.patient import sandbox_for_processes

from .process import TOKEN, BotProcess, bot_process
from .process_table import balance, board, deal, is_done
from .reading import awaited, fair, hands, round_of, rounds_over

SHOWING = (("POST", "/interactions/*/*/callback"), ("PATCH", "**/messages/*"))
"""The requests that show a board: as the answer to a click, or for itself."""


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox


async def books_are_in_order(process: BotProcess) -> None:
    """The file is opened as the next start would, and audited."""
    async with Bank.open(process.database, time.time) as bank:
        assert await bank.audit() == []


async def test_killed_after_every_move_it_loses_nothing(sandbox: Sandbox, tmp_path: Path) -> None:
    """kill -9 after the deal and after every decision: stakes, cards and balances are the same, and the round ends."""
    users = [sandbox.user(1), sandbox.user(2)]
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, users)
        number = round_of(board(sandbox))
        before = {user: await balance(sandbox, user) + 50_00 for user in users}
        while waiting := awaited(board(sandbox)):
            cards = hands(board(sandbox))
            await process.kill()
            await process.start()
            assert [await balance(sandbox, user) + 50_00 for user in users] == [*before.values()]
            assert hands(board(sandbox)) == cards
            shown = board(sandbox)
            user = next(user for user in users if user.name == waiting[0])
            await user.click(shown, "Stand")
            await sandbox.wait_for(partial(is_done, sandbox, user))
        await sandbox.wait_for(lambda: rounds_over(board(sandbox)) == number)
        for user in users:
            hand = hands(shown)[user.name]
            assert hand.net == fair(hand, ties_lose=False)
            assert await balance(sandbox, user) == before[user] + hand.net
        assert await process.terminate() == 0
        await books_are_in_order(process)


async def test_a_settlement_that_was_not_shown_is_shown_after_the_kill(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Paid, but Discord was down and then the bot was killed: the next start shows it, and pays no second time."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        before = await balance(sandbox, user) + 50_00
        shown, number = board(sandbox), round_of(board(sandbox))
        for route in SHOWING:
            sandbox.faults.fail(*route, 500, times=100)
        standing = user.click(shown, "Stand")
        click = asyncio.ensure_future(standing)
        await sandbox.wait_for(lambda: [r for r in sandbox.requests if r.status == 500])
        await process.kill()
        click.cancel()
        assert hands(shown)[user.name].net is None
        sandbox.faults.clear()
        await process.start()
        await sandbox.wait_for(lambda: rounds_over(board(sandbox)) == number)
        hand = hands(shown)[user.name]
        assert hand.net == fair(hand, ties_lose=False)
        assert await balance(sandbox, user) == before + hand.net
        assert await process.terminate() == 0
        await books_are_in_order(process)


async def test_no_token_is_ever_logged(sandbox: Sandbox, tmp_path: Path) -> None:
    """Even the fullest log of a whole round holds neither the bot's token nor one of an interaction."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path, LOG_LEVEL="DEBUG") as process:
        await deal(sandbox, [user])
        answer = await user.click(board(sandbox), "Stand")
        refused = await user.command(sandbox.channel("blackjack"), "bet", amount="plenty")
        assert await process.terminate() == 0
    assert "dealt" in process.log
    assert TOKEN not in process.log
    for interaction_id in (answer.interaction_id, refused.interaction_id):
        interaction = sandbox.actions.interactions.find(interaction_id)
        assert interaction
        assert interaction.token not in process.log


async def test_a_stop_in_mid_round_is_orderly(sandbox: Sandbox, tmp_path: Path) -> None:
    """SIGTERM ends the process with status 0, and the round goes on at the next start."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        assert await process.terminate() == 0
        assert "Traceback" not in process.log
        await process.start()
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))
