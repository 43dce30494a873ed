"""The bot's command line: starts the bot, or runs one of its tools for the host.

`STATUSES` lists the exit statuses. Functions import slow modules themselves, because health checks,
run twice a minute, would spend most of their time on imports.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs import PACKAGE, installed_version
from cogs.discord_link.retry import CannotStart
from cogs.host.environment import SANDBOX, find_settings, misspelt, of_a_sandbox
from cogs.host.process import look_for_later, missing_named, set_up_logging
from cogs.host.settings import SETTINGS, own_shards
from cogs.tools.command_line import LIGHT, add_tools, number, run_tool
from cogs.tools.output import LOST, safe_output
from engine.clock import Clock, RealClock, call_later, wall_time

if TYPE_CHECKING:
    from cogs.host.health import Pulse
    from cogs.host.metrics import Metrics, Watched
    from cogs.startup.client import BlackjackBot
    from engine.bank.bank import Bank
    from engine.bank.store import ShardRange
    from engine.round.shoe import RandomBytes

log = logging.getLogger("bot")

STATUSES = """
Exit status:
  0  a bot that Ctrl-C or SIGTERM stopped; a tool that succeeded
  1  an unexpected error, also of a disk; a tool that Ctrl-C stopped, or whose database is unreachable; findings, also
     of copy and restore
  2  an error that the host has to fix, in one sentence: settings, token, intents, database, libraries, a port in use
  3  as 0, but standard output was closed or full: the tool succeeded, and not all lines were printed"""

SANDBOX_PORT = 8600
MOST_PROCESSES = 8


# Putting it together


@asynccontextmanager
async def running_bot(
    settings: Mapping[str, Any],
    *,
    clock: Clock,
    random_bytes: "RandomBytes",
    invites: bool = True,
    metrics: "Metrics | None" = None,
) -> AsyncIterator["BlackjackBot"]:
    """Yield a bot that has opened its database but isn't connected to Discord.

    `random_bytes` returns 32 random bytes; with `invites`, the bot may log its invitation link.
    """
    from cogs.host.process import rare_collections

    async with open_bank(settings, clock, metrics) as bank:
        # Slow imports: only once the bank is open.
        from discord import VoiceClient

        from cogs.discord_link.payloads import NO_GAUGES
        from cogs.startup.client import BlackjackBot

        # The bot uses no voice channels: suppress warnings about voice libraries.
        VoiceClient.warn_nacl = VoiceClient.warn_dave = False
        gauges = metrics or NO_GAUGES
        bot = BlackjackBot(
            bank, settings, clock=clock, random_bytes=random_bytes, invites=invites, gauges=gauges
        )
        async with bot:
            with rare_collections():
                yield bot


@asynccontextmanager
async def open_bank(
    settings: Mapping[str, Any], clock: Clock, metrics: "Metrics | None" = None
) -> AsyncIterator["Bank"]:
    """Yield the bank, the bot's database: a locked SQLite file, or a PostgreSQL server."""
    from cogs.discord_link.retry import until_there
    from engine.bank.bank import Bank
    from engine.bank.sqlite.lock import only_bot

    database = settings["DATABASE"]
    async with AsyncExitStack() as stack:
        if isinstance(database, Path):
            stack.enter_context(only_bot(database))
        # Shorter than Discord waits, so that the player gets an error message.
        opening = partial(
            Bank.open,
            database,
            partial(wall_time, clock),
            busy_timeout=2_000,
            call_later=partial(call_later, clock),
            share=share_of(settings),
            gauges=metrics,
        )
        yield await until_there(clock, lambda: stack.enter_async_context(opening()))


def watched(bot: "BlackjackBot", pulse: "Pulse", settings: Mapping[str, Any]) -> "Watched":
    from cogs.host.metrics import Watched
    from cogs.tools.files import disk_of

    return Watched(
        bot=bot,
        tables=bot.house,
        pulse=pulse,
        judging_behind=bot.judging.behind,
        loops=bot.loops,
        disk=lambda: disk_of(settings, wall_time(bot.clock)),
    )


def share_of(settings: Mapping[str, Any]) -> "ShardRange":
    """Return the shards that this process serves, and Discord's formula for a guild's shard."""
    from engine.bank.store import ShardRange

    if (own := own_shards(settings)) is None:
        return ShardRange()
    count = settings["SHARDS"]
    return ShardRange(tuple(own), count, lambda guild_id: (guild_id >> 22) % count)


# The command line


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    width = max(len(setting.name) for setting in SETTINGS)
    lines = [f"  {s.name:<{width}}  {s.meaning} (default: {s.default or 'none'})" for s in SETTINGS]
    parser = argparse.ArgumentParser(
        description="Hosts blackjack tables on Discord.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(
            ["Settings, from the environment or from the file .env:", *lines, STATUSES]
        ),
    )
    parser.add_argument(
        "--sandbox",
        action="store_true",
        help="start a small simulated Discord on this machine, with a page to play on and the database "
        f"{SANDBOX['DATABASE']}; needs no token",
    )
    parser.add_argument(
        "--port",
        type=partial(number, least=0, most=65_535),
        help=f"the sandbox's port (default: {SANDBOX_PORT})",
    )
    parser.add_argument(
        "--processes",
        type=partial(number, least=1, most=MOST_PROCESSES),
        metavar="N",
        help="run N processes in the sandbox, with one server each; "
        "they share the DATABASE=postgresql://... of the environment",
    )
    version = f"{PACKAGE} {installed_version()}"
    parser.add_argument("--version", action="version", version=version)
    add_tools(parser)
    options = parser.parse_args(arguments)
    for name, default in (("port", SANDBOX_PORT), ("processes", 1)):
        if getattr(options, name) is None:
            setattr(options, name, default)
        elif not options.sandbox:
            parser.error(f"--{name} is the sandbox's: use it with --sandbox")
    return options


async def run(options: argparse.Namespace, settings: dict[str, Any]) -> None:
    """Connect the bot and run it until cancelled. Raises `CannotStart` for an error that the host has to fix."""
    import secrets

    from cogs.host.health import pulse
    from cogs.tools.files import backups, look_around, sign_of
    from engine.round.shoe import SEED_BYTES

    async with AsyncExitStack() as stack:
        if settings["SENTRY_DSN"]:
            from cogs.host.reports import reported

            await stack.enter_async_context(reported(settings["SENTRY_DSN"]))
        token = settings["DISCORD_TOKEN"]
        if options.sandbox:
            from cogs.tools.trial import SANDBOX_TOKEN, sandbox_at, tell_where_to_play

            sandbox = await stack.enter_async_context(sandbox_at(options.port))
            settings, token = settings | {"DISCORD_API_URL": sandbox.api_url}, SANDBOX_TOKEN
        clock, random_bytes = RealClock(), partial(secrets.token_bytes, SEED_BYTES)
        look_around(settings, wall_time(clock))
        metrics = None
        if settings["METRICS_PORT"] is not None:
            from cogs.host.metrics import Metrics

            metrics = Metrics(clock)
        invites = not options.sandbox
        running = running_bot(
            settings, clock=clock, random_bytes=random_bytes, invites=invites, metrics=metrics
        )
        bot = await stack.enter_async_context(running)
        if options.sandbox:
            tell_where_to_play(bot, sandbox.url)
        await stack.enter_async_context(backups(settings, clock, bot.loops))
        signs = await stack.enter_async_context(
            pulse(
                bot,
                bot.bank,
                sign_of(settings),
                clock,
                plays=lambda: bot.ownership.is_ours,
                loops=bot.loops,
            )
        )
        if metrics is not None:
            from cogs.host.metrics import endpoint

            metrics.look_at(watched(bot, signs, settings))
            host, port = settings["METRICS_HOST"], settings["METRICS_PORT"]
            await stack.enter_async_context(endpoint(host, port, signs, metrics))
        await bot.start(token)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot or a tool; return the exit status (see `STATUSES`)."""
    with safe_output() as output:
        status = _main(arguments)
    return LOST if output.lost and not status else status


def _main(arguments: Sequence[str] | None) -> int:
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        with missing_named():
            own = of_a_sandbox(os.environ, options.processes) if options.sandbox else {}
            find = partial(find_settings, os.environ, Path(".env"), own)
            return (
                run_tool(options, find) if options.tool in LIGHT else _with_database(options, find)
            )
    except KeyboardInterrupt:
        return 1 if options.tool else 0
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 2


def _with_database(options: argparse.Namespace, find: Callable[[], dict[str, Any]]) -> int:
    """Run the bot, or a tool that needs the database; return the exit status. Raises `CannotStart`."""
    from engine.bank.errors import BankError, DatabaseAway

    try:
        return run_tool(options, find) if options.tool else _serve(options, find())
    except DatabaseAway as error:
        print(error, file=sys.stderr)
        return 1
    except BankError as error:
        raise CannotStart(str(error)) from error


def _serve(options: argparse.Namespace, settings: dict[str, Any]) -> int:
    from cogs.host.process import until_stopped

    look_for_later()
    if not settings["DISCORD_TOKEN"] and not options.sandbox:
        how = f"or try the bot without one: {PACKAGE} --sandbox"
        lacking = f"Put your bot's token as DISCORD_TOKEN=... into the file .env, {how}"
        raise CannotStart("\n".join([lacking, *misspelt(os.environ)]))
    set_up_logging(
        settings["LOG_LEVEL"],
        settings["LOG_FORMAT"],
        process=settings["PROCESS"],
        processes=settings["PROCESSES"],
    )
    for slip in misspelt(os.environ):
        log.warning("%s", slip)
    if options.processes > 1:
        from cogs.tools.trial import run_together

        program, port = [sys.executable, __file__], settings["METRICS_PORT"]
        work = run_together(program, options.processes, options.port, port)
    else:
        work = run(options, settings)
    asyncio.run(until_stopped(work))
    return 0


if __name__ == "__main__":
    sys.exit(main())
