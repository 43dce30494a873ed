"""Background loops: command registration, the invitation link, removed servers, and retries."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.ownership import Ownership
from cogs.host.health import pulse
from cogs.interactions.permissions import invite_link
from cogs.language import ENGLISH
from cogs.startup import registration
from cogs.startup.departures import DAY_SECONDS, DAYS
from cogs.startup.tasks import FULL_DAY_PAUSE
from engine.bank.bank import Bank
from sandbox import AnswerKind
from tests.clock import ManualClock
from tests.driver import PATIENCE
from tests.waiting import until_true

from .casino import Casino
from .reading import hands
from .scenes import check_stakes_returned, two_in_play
from .test_admin import DAMAGE, damage_table

REGISTRATION = "/applications/*/commands"
REGISTERS = True


@pytest.mark.parametrize(("method", "status"), [("GET", 503), ("PUT", 503)])
async def test_command_registration_is_retried(
    casino: Casino, caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    """Registration is retried with a single warning, while play continues."""
    alice, _ = await two_in_play(casino)
    await casino.stop()
    casino.sandbox.world.commands.clear()
    casino.waits_for_commands = False
    casino.sandbox.faults.fail(method, REGISTRATION, status, times=3)
    await casino.start()
    await casino.quiet()
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3
    settled = asyncio.ensure_future(casino.bot.background.settled(Loop.COMMANDS))
    while not settled.done():
        casino.clock.advance(1)
        await asyncio.sleep(0.001)
    records = [r for r in caplog.records if r.name == "cogs.discord_link.loops"]
    assert not [r for r in records if r.exc_info or "\n" in r.getMessage()]
    lines = [r.getMessage() for r in records if r.levelno == logging.WARNING]
    (line,) = [line for line in lines if line.startswith(Loop.COMMANDS)]
    assert str(status) in line
    assert casino.sandbox.world.commands


async def test_command_registration_waits_for_the_daily_limit(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """At the daily limit of new commands, registration is retried once an hour, while play continues."""
    alice, _ = await two_in_play(casino)
    await casino.stop()
    casino.sandbox.world.commands.clear()
    casino.waits_for_commands = False
    casino.sandbox.faults.limit_commands(5)
    before = len(casino.sandbox.requests_to("PUT", REGISTRATION))

    def tries() -> int:
        return len(casino.sandbox.requests_to("PUT", REGISTRATION)) - before

    await casino.start()
    await until_true(lambda: Loop.COMMANDS in casino.bot.loops.failing)
    await casino.press(alice, "Hit")
    casino.clock.advance(FULL_DAY_PAUSE - 1)
    await casino.quiet()
    assert tries() == 1
    casino.clock.advance(1)
    await casino.sandbox.wait_for(lambda: tries() == 2)
    assert not casino.sandbox.world.commands
    casino.sandbox.faults.limit_commands(200)
    async with asyncio.timeout(PATIENCE):
        while not casino.sandbox.world.commands:
            casino.clock.advance(FULL_DAY_PAUSE / 2)
            await asyncio.sleep(0.001)
    await casino.bot.background.settled(Loop.COMMANDS)
    lines = [r.getMessage() for r in caplog.records if r.name == "cogs.discord_link.loops"]
    (line,) = [line for line in lines if line.startswith(f"{Loop.COMMANDS} failed")]
    assert "30034" in line


async def newer_than(definition: Callable[..., Awaitable[Any]], *given: Any) -> dict[str, Any]:
    """Return a command as a newer version of the bot defines it."""
    return {**await definition(*given), "description": "A newer command"}


async def test_commands_return_with_a_backup(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After going back to an older version and its database. A further start registers nothing."""

    def described() -> set[str]:
        return {command["description"] for command in casino.sandbox.world.commands.values()}

    async def restart() -> int:
        before = len(casino.sandbox.requests_to("PUT", REGISTRATION))
        await casino.restart()
        await casino.bot.background.settled(Loop.COMMANDS)
        return len(casino.sandbox.requests_to("PUT", REGISTRATION)) - before

    await casino.stop()
    old, backup = described(), casino.database.read_bytes()
    await casino.start()
    with monkeypatch.context() as patch:
        patch.setattr(registration, "_definition", partial(newer_than, registration._definition))
        assert await restart() == 1
    assert described() == {"A newer command"}
    await casino.stop()
    casino.database.write_bytes(backup)
    await casino.start()
    await casino.bot.background.settled(Loop.COMMANDS)
    assert described() == old
    assert await restart() == 0


async def test_first_start_logs_the_invitation_link(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The link contains no token; a second start of the same application does not log it."""
    caplog.set_level(logging.INFO)
    await casino.stop()
    casino.database = casino.database.with_name("new.db")
    await casino.start()
    await casino.restart()
    (record,) = [one for one in caplog.records if "oauth2" in one.getMessage()]
    link = invite_link(casino.bot.application_id or 0)
    start = "the bot has started for the first time: invite it to a server with "
    assert (record.levelname, record.getMessage()) == ("INFO", f"{start}{link}")
    assert "test-token" not in caplog.text


@pytest.mark.parametrize(
    ("loop", "where"),
    [
        (Loop.JUDGING, "bank.unjudged_rounds"),
        (Loop.DEPARTURES, "bank.departures"),
        (Loop.DAILY, "bank.daily_posts"),
        (Loop.DUELS, "bank.unsettled_duels"),
        (Loop.COMMANDS, "tree.get_commands"),
        (Loop.HEALTH, "bank.beat"),
    ],
)
async def test_loop_continues_after_a_temporary_error(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, loop: Loop, where: str
) -> None:
    """Every loop survives an unexpected error."""
    bot, passes = casino.bot, False
    of, name = where.split(".")
    does = getattr(getattr(bot, of), name)

    def fails(*given: Any) -> Any:
        if not passes:
            raise RuntimeError("can't start new thread")
        return does(*given)

    monkeypatch.setattr(getattr(bot, of), name, fails)
    async with pulse(
        bot, bot.bank, casino.database.with_name("sign"), casino.clock, loops=bot.loops
    ):
        bot._begin_background(is_caretaker=True)
        bot.dispatch("online")
        bot.duels.look()
        casino.clock.advance(DAY_SECONDS)
        await until_true(lambda: loop in bot.loops.failing)
        passes = True
        casino.clock.advance(60)
        await until_true(lambda: loop not in bot.loops.failing)
    assert bot.loops.failures[loop] == 1


class LosingBank(Bank):
    """A database that loses its tables to another process once, after which some claims fail."""

    def __init__(self, fails: int = 0) -> None:
        self.claims = 0
        self.fails = fails

    async def claim(self) -> bool:
        """Claim the tables."""
        self.claims += 1
        if 1 < self.claims <= 1 + self.fails:
            raise RuntimeError("can't start new thread")
        return True

    async def take_turn(self, bucket: int) -> None:
        """Let no shard start a session."""

    async def until_lost(self) -> None:
        """Return at once the first time."""
        if self.claims > 1:
            await asyncio.Event().wait()


async def test_claims_again_after_failing_to_leave() -> None:
    """An error while leaving the tables must not end the loop, or no process would run them."""
    bank, clock = LosingBank(), ManualClock()

    async def begin(_: bool) -> None:
        """Resume nothing."""

    async def leave() -> None:
        """Fail."""
        raise OSError("no room")

    ownership = Ownership(bank, clock, begin, leave, Loops(clock))
    await ownership.start()
    await until_true(lambda: bank.claims == 2 and ownership.is_ours)
    await ownership.stop()


async def test_failed_claim_is_retried() -> None:
    """Claims are retried after any error, and the loop counts as failing until then."""
    bank, clock = LosingBank(fails=2), ManualClock()
    loops = Loops(clock)

    async def nothing(_: bool = False) -> None:
        """Stand in for both callbacks."""

    ownership = Ownership(bank, clock, nothing, nothing, loops)
    await ownership.start()
    await until_true(lambda: loops.failures[Loop.TABLES] == 1)
    assert loops.failing.keys() == {Loop.TABLES}
    clock.advance(60)
    await until_true(lambda: loops.failures[Loop.TABLES] == 2)
    clock.advance(60)
    await until_true(lambda: ownership.is_ours)
    assert (bank.claims, loops.failing) == (4, {})
    await ownership.stop()


MONTH = DAYS * DAY_SECONDS


async def departure_saved(casino: Casino) -> None:
    """Wait until the bank has saved that the bot left or rejoined a server."""
    before = await casino.bot.bank.departures()
    while await casino.bot.bank.departures() == before:
        pass


async def test_settings_are_deleted_a_month_after_leaving_a_server(casino: Casino) -> None:
    """A daily check deletes them; rejoining earlier keeps everything."""

    def seats() -> int | None:
        return casino.bot.house.settings_of(casino.channel.id).seats

    await casino.set("seats", "2")
    guild, bank, faults = casino.channel.guild, casino.bot.bank, casino.sandbox.faults
    faults.send_away(guild)
    await departure_saved(casino)
    casino.clock.advance(MONTH / 2)
    faults.invite(guild)
    await departure_saved(casino)
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert seats() == 2
    faults.send_away(guild)
    await departure_saved(casino)
    casino.clock.advance(MONTH - 1)
    await casino.bot.departures.look()
    assert (seats(), await bank.guilds_in_use()) == (2, {guild.id})
    casino.clock.advance(DAY_SECONDS)
    await departure_saved(casino)
    assert (seats(), await bank.guilds_in_use(), await bank.departures()) == (None, set(), {})


async def test_outage_does_not_count_as_departure(casino: Casino) -> None:
    """An unavailable server is kept for any time, also by a bot that starts during the outage."""
    await casino.set("seats", "2")
    casino.sandbox.faults.break_down(casino.channel.guild)
    for _ in range(2):
        await casino.bot.departures.look()
        casino.clock.advance(MONTH)
        assert await casino.bot.bank.departures() == {}
        await casino.restart()
    await casino.bot.departures.look()
    assert casino.bot.house.settings_of(casino.channel.id).seats == 2


async def test_stakes_are_returned_after_leaving_a_server(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A table that cannot be resumed has no timer, but its stakes are returned, too."""
    _, alice, bob = await damage_table(casino, DAMAGE["an invalid move"], caplog)
    casino.sandbox.faults.send_away(casino.channel.guild)
    await departure_saved(casino)
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert not casino.bot.house.is_broken(casino.channel.id)
    await check_stakes_returned(casino, alice, bob, damaged=True)


async def test_invited_without_member_it_shows_the_link(casino: Casino) -> None:
    """Without its member in the server the bot could not edit a board after 15 minutes."""
    guild, (alice,) = casino.channel.guild, casino.users(1)
    casino.sandbox.faults.send_away(guild)
    casino.sandbox.faults.invite(guild, as_member=False)
    answer = await alice.command(casino.channel, "blackjack")
    link = invite_link(casino.bot.application_id or 0)
    assert (answer.kind, answer.text) == (
        AnswerKind.MESSAGE,
        ENGLISH("sorry-not-in-server", link=link),
    )
    assert casino.tables() == []
    casino.sandbox.faults.invite(guild)
    await casino.open(alice)
