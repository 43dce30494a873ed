"""One bot a database, and how it stops: soon, told to the players, and with nothing lost."""

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
from cogs.startup.process import SELDOM, SIGNALS, rare_collections, until_stopped
from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.lock import only_bot
from sandbox import Sandbox
from tests.bot.process import TOKEN, BotProcess, bot_process, run_bot, running
from tests.bot.process_table import balance, board, deal
from tests.bot.reading import awaited, hands

CLOSING = "The house is closing for a moment."
AWAY = "The house was closed for a moment; everything is as you left it"


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
        net = hands(shown)[user.name].net
        assert net is not None
        assert await balance(sandbox, user) == had + 50_00 + net


HURRIED = {"cogs.gateway.requests.STOP_SECONDS": 0.5}
"""A tenth of the usual time for what is on its way when the bot stops."""


async def test_a_discord_that_hangs_keeps_nobody_waiting(sandbox: Sandbox, tmp_path: Path) -> None:
    """When the players can't be told, the bot stops all the same while they wait, and the log says so."""
    user = sandbox.user(1)
    async with running(BotProcess(sandbox, tmp_path, {}, instead=HURRIED)) as process:
        await deal(sandbox, [user])
        hold = sandbox.faults.hold("PATCH", "**/messages/*", times=10)
        await stop(process)
        hold.release()
        assert "could not finish showing 1 boards" in process.log


async def test_a_further_signal_does_not_cut_the_stop_short() -> None:
    """Whoever presses Ctrl-C again, or sends SIGTERM after it, changes nothing: what is being answered is answered."""
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
            await heard.wait()  # signals come in order: this one is the last
            answered = True

    await until_stopped(work())
    assert answered


def ways_to(database: Path) -> Iterator[Path]:
    """By a link in another folder, by another name of the file, and by its own after somebody tidied up beside it."""
    link = database.parent / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(database)
    yield link
    hard = database.with_name("hard.db")
    hard.hardlink_to(database)
    yield hard
    database.with_name(database.name + ".lock").unlink(missing_ok=True)
    yield database


async def test_a_second_bot_is_refused_however_it_comes(sandbox: Sandbox, tmp_path: Path) -> None:
    """By a link, by another name, with the lock file gone: status 2 and one sentence, and the first one plays on."""
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
    """What another process is told that wants to be the bot of this file."""
    code = (
        "import pathlib, sys\nfrom engine.bank.sqlite import lock\n"
        "if sys.argv[2] == 'False': lock._lock_itself = lambda path: None\n"
        "with lock.only_bot(pathlib.Path(sys.argv[1])): pass"
    )
    command = [sys.executable, "-c", code, str(path), str(itself)]
    environment = {**os.environ, "PYTHONPATH": str(Path(bot.__file__).parent)}
    return subprocess.run(command, capture_output=True, text=True, env=environment).stderr


@pytest.mark.parametrize("itself", [True, False], ids=["the file", "one beside it"])
async def test_nothing_that_the_bot_does_drops_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, itself: bool
) -> None:
    """Backups and other connections come and go; also where a system can't lock the file itself."""
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


def test_what_was_there_before_is_left_alone_only_while_the_bot_runs() -> None:
    """Modules and classes are not looked at; afterwards, and after an error, all is as it was."""
    before = gc.get_threshold()
    with suppress(KeyError), rare_collections():
        inside = (gc.get_threshold()[0], gc.get_freeze_count() > 1_000)
        raise KeyError
    assert inside == (SELDOM, True)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
