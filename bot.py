"""The blackjack bot: settings, the bank, the house, the cogs; how it starts and how it stops."""

import argparse
import asyncio
import logging
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord.http import Route
from dotenv import dotenv_values
from pythonjsonlogger.json import JsonFormatter

from cogs.client import BlackjackBot
from cogs.settings import SETTINGS, CannotStart, read_settings
from cogs.table.screen import Pace
from engine.audit import audit
from engine.bank import Bank, BankError
from engine.bank.backup import backup, regular_backups
from engine.bank.lock import only_bot
from engine.clock import Clock, RealClock
from engine.counting import count_rounds
from engine.draft import Seconds
from engine.shoe import SEED_BYTES
from engine.table import Luck

log = logging.getLogger("bot")

SANDBOX_TOKEN = "sandbox"  # noqa: S105 - the sandbox takes any token


# Putting it together


@asynccontextmanager
async def running_bot(
    settings: Mapping[str, Any], *, clock: Clock, luck: Luck, invites: bool = True
) -> AsyncIterator[BlackjackBot]:
    """A bot with its bank open and counted, not connected yet; `luck` gives 32 random bytes a call.

    `invites` lets it tell the host how to invite it to a server. Raises `BankError`.
    """
    Route.BASE = settings["DISCORD_API_URL"]
    seconds = Seconds(bet=settings["BET_SECONDS"], turn=settings["TURN_SECONDS"])
    with only_bot(settings["DATABASE"]):
        # Less patience with other programs than Discord has with an answer: the player is told.
        async with Bank.open(
            settings["DATABASE"], clock.now, busy_timeout=2_000, call_at=clock.call_at
        ) as bank:
            await count_rounds(bank)
            pace = Pace(dealer=settings["DEALER_SECONDS"])
            bot = BlackjackBot(
                bank,
                clock=clock,
                luck=luck,
                seconds=seconds,
                pace=pace,
                card_pictures=settings["CARD_PICTURES"],
                nudge_seconds=settings["NUDGE_SECONDS"],
                invites=invites,
            )
            async with bot:
                yield bot


# The command line


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    width = max(len(setting.name) for setting in SETTINGS)
    lines = [f"  {s.name:<{width}}  {s.meaning} (default: {s.default or 'none'})" for s in SETTINGS]
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description="Hosts blackjack tables on Discord.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Settings, from the environment or from the file .env:\n" + "\n".join(lines),
    )
    parser.add_argument(
        "--sandbox",
        action="store_true",
        help="start a small Discord of its own on this machine, with a page to play on; needs no token",
    )
    parser.add_argument(
        "--port", type=_port, default=8600, help="the sandbox's port (default: %(default)s)"
    )
    tools = parser.add_subparsers(dest="tool", title="tools, which work while the bot runs, too")
    tools.add_parser("audit", help="hold the books against each other; exit status 1 on findings")
    copy = tools.add_parser("backup", help="copy the database to a new file")
    copy.add_argument("file", type=Path, metavar="FILE", help="the new file")
    return parser.parse_args(arguments)


async def run(options: argparse.Namespace, settings: dict[str, Any]) -> None:
    """Run until cancelled. Raises `CannotStart`."""
    async with AsyncExitStack() as stack:
        token = settings["DISCORD_TOKEN"]
        if options.sandbox:
            api_url = await stack.enter_async_context(sandbox_at(options.port))
            settings, token = settings | {"DISCORD_API_URL": api_url}, SANDBOX_TOKEN
        clock, luck = RealClock(), partial(secrets.token_bytes, SEED_BYTES)
        # Nobody invites the bot to a sandbox: it is there.
        running = running_bot(settings, clock=clock, luck=luck, invites=not options.sandbox)
        bot = await stack.enter_async_context(running)
        async with backups(settings, clock):
            await bot.start(token)


@asynccontextmanager
async def sandbox_at(port: int) -> AsyncIterator[str]:
    """A sandbox on this port; the address of its REST API. Raises `CannotStart`."""
    # Imported here, because only who plays in it needs it: it doubles the time of a start.
    from sandbox import PortInUseError, Sandbox

    sandbox = Sandbox(port=port)
    try:
        await sandbox.start()
    except PortInUseError as error:
        raise CannotStart(str(error)) from None
    try:
        print(f"Play at {sandbox.url} (Ctrl-C stops)", flush=True)
        yield sandbox.api_url
    finally:
        await sandbox.stop()


@asynccontextmanager
async def backups(settings: Mapping[str, Any], clock: Clock) -> AsyncIterator[None]:
    """Makes regular backups meanwhile, where the host wants them."""
    if not settings["BACKUP_HOURS"]:
        yield
        return
    work = regular_backups(
        settings["DATABASE"],
        settings["BACKUP_DIRECTORY"],
        seconds=settings["BACKUP_HOURS"] * 3600,
        keep=settings["BACKUP_KEEP"],
        now=clock.now,
    )
    task = asyncio.create_task(work, name="backups")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])  # no copy may be in work when the database is closed


async def print_audit(settings: Mapping[str, Any]) -> int:
    """Print a line for each finding; the exit status is 1 where there are any."""
    if not settings["DATABASE"].is_file():
        raise CannotStart(f"There is no database at {settings['DATABASE']}.")
    count = 0
    async with Bank.open(settings["DATABASE"], RealClock().now) as bank:
        async for finding in audit(bank):
            print(finding)
            count += 1
    print(f"Findings: {count}." if count else "The books are in order.")
    return 1 if count else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the bot or a tool. The exit status is 0 after Ctrl-C or SIGTERM, 1 for findings, 2 where it can't start."""
    # This bot never joins a voice channel: what is missing for that concerns no host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        settings = read_settings({**dotenv_values(".env"), **os.environ})
        match options.tool:
            case "audit":
                return asyncio.run(print_audit(settings))
            case "backup":
                backup(settings["DATABASE"], options.file)
                return 0
        return _serve(options, settings)
    except KeyboardInterrupt:
        return 0
    except (CannotStart, BankError) as error:
        return _explain(str(error))
    except discord.LoginFailure:
        return _explain("Discord does not accept this DISCORD_TOKEN.")
    except discord.HTTPException as error:
        return _explain(f"DISCORD_API_URL answers with {error.status} instead of a login.")
    except aiohttp.ClientError:
        return _explain("There is no connection to DISCORD_API_URL.")


def _serve(options: argparse.Namespace, settings: dict[str, Any]) -> int:
    if not settings["DISCORD_TOKEN"] and not options.sandbox:
        raise CannotStart(
            "Put your bot's token as DISCORD_TOKEN=... into the file .env, "
            "or try the bot without one: python bot.py --sandbox"
        )
    _set_up_logging(settings["LOG_LEVEL"], settings["LOG_FORMAT"])
    asyncio.run(_until_stopped(run(options, settings)))
    return 0


def _explain(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


def _set_up_logging(level: str, form: str) -> None:
    handler = logging.StreamHandler()
    fields = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    formatter = JsonFormatter(fields) if form == "json" else logging.Formatter(fields)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level, handlers=[handler])
    # Below INFO the library writes out whole events and addresses, with the tokens in them.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))


async def _until_stopped(work: Any) -> None:
    """Run until done, or until SIGTERM, which stops it as Ctrl-C does."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        log.info("stopped")


if __name__ == "__main__":
    sys.exit(main())
