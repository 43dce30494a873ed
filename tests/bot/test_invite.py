"""The link by which a host invites the bot: told when it is of use, with exactly what is needed, and once."""

import logging
from pathlib import Path

import pytest
import yarl

from cogs.answers.permissions import invite_link
from cogs.startup.settings import read_settings
from sandbox import Permission
from tests.clock import ManualClock

from .casino import Casino
from .hosted import hosted_bot
from .luck import Luck, seed_where
from .reading import round_of
from .scenes import HOTSEAT


def links(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of the log with an invitation."""
    lines = (record for record in caplog.records if "oauth2" in record.getMessage())
    return [f"{record.levelname} {record.getMessage()}" for record in lines]


def test_the_link_asks_for_what_is_needed_and_no_more() -> None:
    """Both scopes; to view a channel, to write there, and in threads."""
    link = yarl.URL(invite_link(42))
    needed = (
        Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    )
    assert (link.host, link.path) == ("discord.com", "/oauth2/authorize")
    assert dict(link.query) == {
        "client_id": "42",
        "scope": "bot applications.commands",
        "permissions": str(int(needed)),
    }


async def test_the_first_start_tells_the_link_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line, with no token in it; the second start of the same application tells nothing."""
    caplog.set_level(logging.INFO)
    await casino.stop()
    casino.database = casino.database.with_name("new.db")
    await casino.start()
    application = casino.bot.application_id or 0
    line = (
        "INFO the bot has started for the first time: invite it to a server with "
        f"{invite_link(application)}"
    )
    assert links(caplog) == [line]
    assert "test-token" not in line
    caplog.clear()
    await casino.restart()
    assert links(caplog) == []


async def test_a_bot_in_no_server_tells_it_at_every_start(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Once each, however often it connects; from the moment a server has it, no more."""
    caplog.set_level(logging.INFO)
    guilds = casino.sandbox.world.guilds
    home = dict(guilds)
    guilds.clear()
    await casino.restart()
    line = (
        "INFO the bot is in no server yet: invite it to one with "
        f"{invite_link(casino.bot.application_id or 0)}"
    )
    await casino.sandbox.faults.drop_gateway(resumable=False)
    await casino.sandbox.wait_for(lambda: not casino.sandbox.bot_online)
    await casino.sandbox.bot_ready()
    assert links(caplog) == [line]
    guilds.update(home)
    caplog.clear()
    await casino.restart()
    assert links(caplog) == []


async def test_nobody_is_told_to_invite_a_bot_to_a_sandbox(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that was started with one of its own is there already."""
    caplog.set_level(logging.INFO)
    settings = read_settings({"DATABASE": str(tmp_path / "casino.db")})
    clock, luck = ManualClock(), Luck()
    async with hosted_bot(settings, clock=clock, luck=luck, invites=False) as running:
        await running._invitation.at_start(42)
        running._invitation.connected(42, servers=0)
    assert links(caplog) == []


async def test_what_the_link_asks_for_is_enough(casino: Casino) -> None:
    """Without any other permission a table opens, is played, and reminds those who let others wait."""
    needed = (
        Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    )
    casino.sandbox.faults.forbid(casino.channel, ~needed)
    casino.nudge_seconds = "20"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "10", bob: "10"})
    await casino.let_pass(20)
    await casino.sandbox.wait_for(lambda: bool(alice.pings(casino.channel)))
    await casino.stand_all()
    casino.write()
    first = casino.board()
    await casino.bet({alice: "10", bob: "10"})
    assert first.text.startswith("-# Round 1 · ")
    assert [round_of(board) for board in casino.boards()] == [2]
