"""A backup is put in the place of the database while the bot runs: nobody plays on in a file that is gone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cogs.language import ENGLISH
from sandbox import Sandbox
from tests.bot.process import bot_process, run_bot
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited, hands


def moved(copy: Path, database: Path) -> None:
    """The files are deleted, and the copy takes their name."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    copy.rename(database)


def copied(copy: Path, database: Path) -> None:
    """The copy is written over the database, as `cp` does it."""
    shutil.copyfile(copy, database)


def tidied(database: Path) -> None:
    """What the log line asks for before the next start: nothing of another database lies beside the right one."""
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)


@pytest.mark.parametrize("put", [moved, copied])
async def test_a_backup_under_a_running_bot(
    sandbox: Sandbox, tmp_path: Path, put: Callable[[Path, Path], None]
) -> None:
    """No move counts from then on, the log says once what to do, and after that the backup's round is played."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        cards = hands(board(sandbox))
        assert (await run_bot(tmp_path, "backup", "copy.db", DATABASE="casino.db")).status == 0
        shutil.copyfile(tmp_path / "copy.db", tmp_path / "right.db")
        put(tmp_path / "copy.db", process.database)
        for _ in range(2):
            answer = await user.click(board(sandbox), "Stand")
            assert answer.text == ENGLISH("sorry-our-fault")
        assert hands(board(sandbox)) == cards
        assert await process.terminate() == 0
        lines = [line for line in process.log.splitlines() if "Stop the bot" in line]
        assert len(lines) == 1, process.log
        assert " ERROR " in lines[0]
        shutil.copyfile(tmp_path / "right.db", process.database)
        tidied(process.database)
        await process.start()
        shown = board(sandbox)
        await user.click(shown, "Stand")
        await sandbox.wait_for(lambda: not awaited(shown))
    audit = await run_bot(tmp_path, "audit", DATABASE="casino.db")
    assert (audit.status, audit.errors) == (0, "")
