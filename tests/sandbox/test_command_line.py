"""The sandbox's command line."""

import asyncio
import signal
import sys
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from sandbox import PortInUseError
from tests.driver import Sandbox

ROOT = Path(__file__).parents[2]


async def start(*arguments: str) -> asyncio.subprocess.Process:
    """Run `python -m sandbox`; restore SIGINT, which shells ignore in background jobs."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "sandbox",
        *arguments,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


async def test_prints_its_addresses() -> None:
    """It prints the page's address and the bot's setting, and ends without errors when interrupted."""
    process = await start("--port", "0", "--users", "2")
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode().split() for _ in range(2)]
    async with (
        aiohttp.ClientSession() as session,
        session.get(lines[1][1] + "/gateway") as response,
    ):
        gateway = (await response.json())["url"]
    process.send_signal(signal.SIGINT)
    _, errors = await process.communicate()

    assert [line[0] for line in lines] == ["Page:", "DISCORD_API_URL:"]
    assert lines[1][1] == lines[0][1] + "/api/v10"
    assert gateway == lines[0][1].replace("http", "ws") + "/gateway"
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.parametrize("limits", [[], ["--limits"]])
async def test_limits_are_turned_on(limits: list[str]) -> None:
    """With --limits, more than 50 requests in a second are refused."""
    process = await start("--port", "0", *limits)
    assert process.stdout is not None
    _, (_, url) = [(await process.stdout.readline()).decode().split() for _ in range(2)]
    async with aiohttp.ClientSession(headers={"Authorization": "Bot token"}) as session:
        asked = [session.get(f"{url}/users/@me") for _ in range(300)]
        statuses = {answer.status for answer in await asyncio.gather(*asked)}
    process.send_signal(signal.SIGINT)
    await process.communicate()
    assert statuses == ({200, 429} if limits else {200})


async def test_port_in_use_is_reported() -> None:
    """Both the class and the command line report a port in use in plain words."""
    async with Sandbox() as sandbox:
        port = int(sandbox.url.rpartition(":")[2])
        with pytest.raises(PortInUseError, match=f"Port {port} on 127.0.0.1 is in use"):
            await Sandbox(port=port).start()
        process = await start("--port", str(port))
        _, errors = await process.communicate()

    assert process.returncode == 1
    text = f"The sandbox did not start: Port {port} on 127.0.0.1 is in use; choose another one.\n"
    assert errors.decode() == text
