"""One bot per database, and its stop: quick, announced to players, and without loss."""

import asyncio
import gc
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

import bot
from cogs.host.process import SELDOM, SIGNALS, rare_collections, until_stopped
from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.lock import only_bot
from tests.bot.process import TOKEN, BotProcess, bot_process, run_bot, running
from tests.bot.process_table import balance, board, deal
from tests.bot.reading import awaited, hands
from tests.driver import Sandbox

CLOSING = "The house is closing for a moment."
AWAY = "The house was closed for a moment; everything is as you left it"


async def stop(process: BotProcess) -> None:
    """Stop a bot with SIGTERM; assert status 0 and no traceback."""
    assert await process.terminate() == 0
    assert "Traceback" not in process.log
    assert process.log.rstrip().endswith("stopped")


async def test_boards_announce_the_stop(sandbox: Sandbox, tmp_path: Path) -> None:
    """SIGTERM in mid-round: the board announces the break, and the next start continues the round."""
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
        net = hands(shown)[user.name].net
        assert net is not None
        assert await balance(sandbox, user) == had + 50_00 + net


HURRIED = {"cogs.discord_link.requests.STOP_SECONDS": 0.5}
"""A tenth of the usual time for requests in progress at the stop."""


async def test_a_hanging_discord_does_not_delay_the_stop(sandbox: Sandbox, tmp_path: Path) -> None:
    """The log names the board that was not updated."""
    user = sandbox.user(1)
    async with running(BotProcess(sandbox, tmp_path, {}, instead=HURRIED)) as process:
        await deal(sandbox, [user])
        hold = sandbox.faults.hold("PATCH", "**/messages/*", times=10)
        await stop(process)
        hold.release()
        assert process.log.count("the stop left the board unfinished") == 1


async def test_further_signals_do_not_shorten_the_stop() -> None:
    """A second Ctrl-C or SIGTERM is ignored while answers are finished."""
    heard, answered = asyncio.Event(), False
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, heard.set)

    async def work() -> None:
        nonlocal answered
        signal.raise_signal(signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        finally:
            for number in (*SIGNALS, signal.SIGUSR1):
                signal.raise_signal(number)
            await heard.wait()  # signals arrive in order; this one is the last
            answered = True

    await until_stopped(work())
    assert answered


def ways_to(database: Path) -> Iterator[Path]:
    """Yield the paths of a symbolic link, a hard link, and the file itself after its lock file was deleted."""
    link = database.parent / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(database)
    yield link
    hard = database.with_name("hard.db")
    hard.hardlink_to(database)
    yield hard
    database.with_name(database.name + ".lock").unlink(missing_ok=True)
    yield database


async def test_a_second_bot_is_refused_by_any_path(sandbox: Sandbox, tmp_path: Path) -> None:
    """Status 2 and one sentence, while the first bot plays on."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        for path in ways_to(process.database):
            second = await run_bot(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE=str(path))
            assert (second.status, second.output) == (2, ""), path
            (sentence,) = second.errors.splitlines()
            assert f"another bot uses {path}" in sentence
        for tool in (("audit",), ("backup", "copy.db")):
            assert (await run_bot(tmp_path, *tool, DATABASE="casino.db")).status == 0
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))


def start_elsewhere(path: Path, itself: bool) -> str:
    """Lock the file in another process; return its errors."""
    code = (
        "import pathlib, sys\nfrom engine.bank.sqlite import lock\n"
        "if sys.argv[2] == 'False': lock._lock_itself = lambda path: None\n"
        "with lock.only_bot(pathlib.Path(sys.argv[1])): pass"
    )
    command = [sys.executable, "-c", code, str(path), str(itself)]
    environment = {**os.environ, "PYTHONPATH": str(Path(bot.__file__).parent)}
    return subprocess.run(command, capture_output=True, text=True, env=environment).stderr


@pytest.mark.parametrize("itself", [True, False], ids=["the file", "a lock file"])
async def test_the_lock_survives_other_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, itself: bool
) -> None:
    """Backups and other connections; also on systems that can't lock the file itself."""
    if not itself:
        monkeypatch.setattr("engine.bank.sqlite.lock._lock_itself", lambda path: None)
    path = tmp_path / "one.db"
    with only_bot(path):
        async with Bank.open(path, time.time) as bank:
            await bank.wallet(1)
            assert "BankInUse" in start_elsewhere(path, itself)
            backup(path, tmp_path / "copy.db")
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("SELECT * FROM account").fetchall()
            await bank.wallet(2)
            assert "BankInUse" in start_elsewhere(path, itself)
    assert start_elsewhere(path, itself) == ""


def test_garbage_collection_settings_are_restored() -> None:
    """While the bot runs, modules and classes are frozen and collections are rare; also restored after an error."""
    before = gc.get_threshold()
    with suppress(KeyError), rare_collections():
        inside = (gc.get_threshold()[0], gc.get_freeze_count() > 1_000)
        raise KeyError
    assert inside == (SELDOM, True)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
