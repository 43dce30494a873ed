"""`--sandbox --processes N`: several processes of the bot on one page and one PostgreSQL."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import bot
from tests.bot.process import PROGRAM, line_of, run_bot, sandboxed_bot
from tests.databases import postgres
from tests.driver import PATIENCE
from tests.postgres import Postgres

__all__ = ["postgres"]


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database."""
    with postgres.database() as address:
        yield address


async def online(page: aiohttp.ClientWebSocketResponse, *expected: bool) -> None:
    """Wait until the page shows whether the bot is online in these servers."""
    while True:
        frame: dict[str, Any] = json.loads(await page.receive_str(timeout=PATIENCE))
        if [guild["bot_online"] for guild in frame.get("guilds", ())] == [*expected]:
            return


async def test_a_process_can_be_killed_and_started_again(tmp_path: Path, database: str) -> None:
    """Only its server loses the bot; the printed command starts it again."""
    async with sandboxed_bot(tmp_path, "--processes", "2", DATABASE=database) as processes:
        pids = [int((await line_of(processes)).split()[-1]) for _ in range(2)]
        place = (await line_of(processes)).split()[2]
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{place}/page", origin=place) as page,
        ):
            await online(page, True, True)
            os.kill(pids[1], signal.SIGKILL)
            await online(page, False, True)
            assert (await line_of(processes)).startswith("Process 1 has ended.")
            *settings, python, program = (await line_of(processes)).split()
            assert (python, program) == (sys.executable, PROGRAM)
            again = await asyncio.create_subprocess_exec(
                python,
                program,
                cwd=tmp_path,
                env={
                    **os.environ,
                    "DATABASE": database,
                    **dict(one.split("=") for one in settings),
                },
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                await online(page, True, True)
            finally:
                again.terminate()
                await again.wait()
        processes.terminate()
        async with asyncio.timeout(PATIENCE):
            assert await processes.wait() == 0
        with pytest.raises(ProcessLookupError):
            os.kill(pids[0], 0)


async def test_a_process_that_can_not_start_ends_all(tmp_path: Path) -> None:
    """Each process prints its error, and the last line explains the end."""
    nowhere = "postgresql://nobody@127.0.0.1/nothing?nonsense=1"
    finished = await run_bot(
        tmp_path, "--sandbox", "--port", "0", "--processes", "2", DATABASE=nowhere
    )
    assert finished.status == 2
    assert "Play at" not in finished.output
    assert "Traceback" not in finished.errors
    errors = finished.errors.splitlines()
    assert errors[-1] == "A process has ended before anybody could play; it has said why."
    assert any("the address of the database can't be read" in line for line in errors[:-1])


def test_invalid_numbers_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, and nothing is started."""
    for arguments, error in (
        (["--sandbox", "--processes", "0"], "it is a number from 1 to 8, not '0'"),
        (["--sandbox", "--processes", "two"], "it is a number from 1 to 8, not 'two'"),
        (["--processes", "2"], "--processes is the sandbox's: use it with --sandbox"),
    ):
        with pytest.raises(SystemExit) as ended:
            bot.main(arguments)
        assert ended.value.code == 2
        assert capsys.readouterr().err.endswith(f"{error}\n")
