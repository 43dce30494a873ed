"""The blackjack bot: settings, the bank, the house, the cogs; how it starts and how it stops."""

import argparse
import asyncio
import logging
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.http import Route
from dotenv import dotenv_values

from cogs.client import BlackjackBot
from cogs.screen import Pace
from engine.bank import Bank, BankError
from engine.clock import Clock, RealClock
from engine.draft import Seconds
from engine.shoe import SEED_BYTES
from engine.table import Luck
from sandbox import PortInUseError, Sandbox

log = logging.getLogger("bot")

SANDBOX_TOKEN = "sandbox"  # noqa: S105 - the sandbox takes any token


class CannotStart(Exception):
    """The bot can't start; the message is one sentence for the host."""


# Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One environment variable: how it is read, its default as text, and what `--help` says of it."""

    name: str
    default: str
    meaning: str
    read: Callable[[str], Any]


def _number(text: str, *, least: float, most: float) -> float:
    value = float(text)
    if not least <= value <= most:
        raise ValueError
    return value


def _url(text: str) -> str:
    url = yarl.URL(text)
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError
    return text.rstrip("/")


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def _level(text: str) -> str:
    if text.upper() not in LEVELS:
        raise ValueError
    return text.upper()


def _path(text: str) -> Path:
    if not text:
        raise ValueError
    return Path(text)


SETTINGS = (
    Setting(
        name="DISCORD_TOKEN",
        default="",
        meaning="the token of your Discord application's bot",
        read=str.strip,
    ),
    Setting(
        name="DISCORD_API_URL",
        default="https://discord.com/api/v10",
        meaning="base address of Discord's REST API, or of a server that speaks it; the gateway is asked of it",
        read=_url,
    ),
    Setting(
        name="DATABASE",
        default="blackjack.db",
        meaning="path of the SQLite file that keeps balances and open tables",
        read=_path,
    ),
    Setting(
        name="BET_SECONDS",
        default="60",
        meaning="seconds to place a bet, from 5 to 3600",
        read=partial(_number, least=5, most=3600),
    ),
    Setting(
        name="TURN_SECONDS",
        default="45",
        meaning="seconds for each decision, from 5 to 3600; after that the hand stands",
        read=partial(_number, least=5, most=3600),
    ),
    Setting(
        name="DEALER_SECONDS",
        default="1",
        meaning="seconds between two steps of the dealer's play, from 0 (all at once) to 10",
        read=partial(_number, least=0, most=10),
    ),
    Setting(
        name="LOG_LEVEL",
        default="INFO",
        meaning="how much is logged: DEBUG, INFO, WARNING, ERROR or CRITICAL",
        read=_level,
    ),
)


def read_settings(environment: Mapping[str, str | None]) -> dict[str, Any]:
    """The value of every setting by name. Raises `CannotStart` for a value that can't be used."""
    values = {}
    for setting in SETTINGS:
        text = environment.get(setting.name) or setting.default
        try:
            values[setting.name] = setting.read(text)
        except ValueError:
            raise CannotStart(
                f"{setting.name} can't be {text!r}: it is {setting.meaning}."
            ) from None
    return values


# Putting it together


@asynccontextmanager
async def running_bot(
    settings: Mapping[str, Any], *, clock: Clock, luck: Luck
) -> AsyncIterator[BlackjackBot]:
    """A bot with its bank open, not connected yet; `luck` gives 32 random bytes a call. Raises `BankError`."""
    Route.BASE = settings["DISCORD_API_URL"]
    seconds = Seconds(bet=settings["BET_SECONDS"], turn=settings["TURN_SECONDS"])
    async with Bank.open(settings["DATABASE"], clock.now) as bank:
        pace = Pace(dealer=settings["DEALER_SECONDS"])
        bot = BlackjackBot(bank, clock=clock, luck=luck, seconds=seconds, pace=pace)
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
    return parser.parse_args(arguments)


async def run(options: argparse.Namespace, settings: dict[str, Any]) -> None:
    """Run until cancelled. Raises `CannotStart`."""
    async with AsyncExitStack() as stack:
        token = settings["DISCORD_TOKEN"]
        if options.sandbox:
            sandbox = await stack.enter_async_context(Sandbox(port=options.port))
            settings = settings | {"DISCORD_API_URL": sandbox.api_url}
            token = SANDBOX_TOKEN
            print(f"Play at {sandbox.url} (Ctrl-C stops)", flush=True)
        luck = partial(secrets.token_bytes, SEED_BYTES)
        bot = await stack.enter_async_context(running_bot(settings, clock=RealClock(), luck=luck))
        await bot.start(token)


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the bot; the exit status is 0 after Ctrl-C or SIGTERM, 2 where it can't start."""
    # This bot never joins a voice channel: what is missing for that concerns no host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        settings = read_settings({**dotenv_values(".env"), **os.environ})
        if not settings["DISCORD_TOKEN"] and not options.sandbox:
            raise CannotStart(
                "Put your bot's token as DISCORD_TOKEN=... into the file .env, "
                "or try the bot without one: python bot.py --sandbox"
            )
        _set_up_logging(settings["LOG_LEVEL"])
        asyncio.run(_until_stopped(run(options, settings)))
    except KeyboardInterrupt:
        return 0
    except (CannotStart, BankError, PortInUseError) as error:
        print(error, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("Discord does not accept this DISCORD_TOKEN.", file=sys.stderr)
        return 2
    except discord.HTTPException as error:
        print(f"DISCORD_API_URL answers with {error.status} instead of a login.", file=sys.stderr)
        return 2
    except aiohttp.ClientError:
        print("There is no connection to DISCORD_API_URL.", file=sys.stderr)
        return 2
    return 0


def _set_up_logging(level: str) -> None:
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
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
