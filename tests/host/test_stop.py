"""One bot a database, and how it stops: soon, told to the players, and with nothing lost."""

from pathlib import Path

import pytest

from engine.bank.lock import BankInUse, only_bot
from sandbox import Sandbox
from tests.bot.process import TOKEN, BotProcess, bot_process, run_bot
from tests.bot.process_table import balance, board, deal
from tests.bot.reading import awaited, hands

CLOSING = "The house closes for a moment."
AWAY = "The house was away for a moment; everything is as it was"


async def stop(process: BotProcess) -> None:
    """SIGTERM ends it with status 0 and without a traceback."""
    assert await process.terminate() == 0
    assert "Traceback" not in process.log
    assert process.log.rstrip().endswith("stopped")


async def test_players_are_told_that_the_house_closes(sandbox: Sandbox, tmp_path: Path) -> None:
    """SIGTERM in mid-round: the board says that the table waits, and at the next start it goes on as it was."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        cards, had = hands(board(sandbox)), await balance(sandbox, user)
        await stop(process)
        assert CLOSING in board(sandbox).text
        assert hands(board(sandbox)) == cards
        await process.start()
        assert await balance(sandbox, user) == had
        await sandbox.wait_for(lambda: AWAY in board(sandbox).text)
        assert CLOSING not in board(sandbox).text
        assert hands(board(sandbox)) == cards
        shown = board(sandbox)
        await user.click(shown, "Stand")
        await sandbox.wait_for(lambda: not awaited(shown))
        net = hands(shown)[user.id].net
        assert net is not None
        assert await balance(sandbox, user) == had + 50_00 + net


async def test_a_discord_that_hangs_keeps_nobody_waiting(sandbox: Sandbox, tmp_path: Path) -> None:
    """When the players can't be told, the bot stops all the same while they wait, and the log says so."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        hold = sandbox.faults.hold("PATCH", "/channels/*/messages/*", times=10)
        await stop(process)
        hold.release()
        assert "1 tables could not be shown to the end" in process.log


async def test_a_second_bot_is_refused(sandbox: Sandbox, tmp_path: Path) -> None:
    """Status 2 and one sentence; the first one plays on, and after a kill -9 the next one may start."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        second = await run_bot(
            tmp_path,
            DISCORD_TOKEN=TOKEN,
            DISCORD_API_URL=sandbox.api_url,
            DATABASE=str(process.database),
        )
        assert (second.status, second.output) == (2, "")
        assert len(second.errors.splitlines()) == 1
        assert "another bot uses" in second.errors
        assert "casino.db" in second.errors
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))
        await process.kill()
        await process.start()
        await balance(sandbox, user)


def test_the_lock_is_free_when_the_bot_is_gone(tmp_path: Path) -> None:
    """Two can't hold it, neighbours have locks of their own, and after the first one the next may have it."""
    with only_bot(tmp_path / "one.db"), only_bot(tmp_path / "other.db"):
        with pytest.raises(BankInUse), only_bot(tmp_path / "one.db"):
            pass
        with pytest.raises(BankInUse), only_bot(tmp_path / "one.db"):
            pass
    with only_bot(tmp_path / "one.db"):
        pass
