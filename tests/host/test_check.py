"""`check`: a line for each thing that a host has set up, with what to do, and no secret in any of them."""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogs.board.cards import NAMES
from cogs.gateway.discord_time import DRIFT
from cogs.startup.process import EXTRAS, LATER
from cogs.tools.check import (
    FEW,
    LEAST,
    Level,
    about_clock,
    about_libraries,
    about_room,
    looks_like_a_token,
)
from engine.bank.sqlite.backup import NAME
from engine.bank.sqlite.lock import only_bot
from sandbox import Sandbox
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN, bot_process, run_bot

from .conftest import Tool

NOW = 1_800_000_000.0
"""Unix seconds, UTC: 2027-01-15 08:00:00."""

Checked = Callable[..., dict[str, str]]


def lines(told: str) -> dict[str, str]:
    """What is said of each thing, with its level."""
    parts = [line.split(": ", 2) for line in told.splitlines()]
    return {about: f"{level}: {text}" for level, about, text in parts}


@pytest.fixture
def checked(tool: Tool) -> Checked:
    """What a check in this folder says, that is not well for it has no token."""

    def run(*arguments: str, status: int = 2) -> dict[str, str]:
        told = tool(*arguments, "check")
        assert (told.status, told.errors) == (status, "")
        return lines(told.output)

    return run


async def test_beside_a_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    """Discord is asked who the bot is, and no session is begun."""
    async with bot_process(sandbox, tmp_path):
        sessions = sandbox.sessions
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": sandbox.api_url}
        told = await run_bot(tmp_path, "check", DATABASE="casino.db", **settings)
        assert sandbox.sessions == sessions
    assert (told.status, told.errors) == (0, "")
    said = lines(told.output)
    assert said["token"].startswith("ok: Discord knows it: the bot is ")
    assert said["application"].startswith("ok: ")
    assert said["pictures"] == f"ok: 0 of {len(NAMES)} are there: the bot uploads the rest."
    assert said["database"].startswith("ok: it is sound and up to date, and a healthy bot ")
    assert said["backups"].startswith("warning: there is none in backups")
    assert TOKEN not in told.output


def test_without_a_token(database: Path, checked: Checked) -> None:
    """The bot would not start, and its database is looked at; a sandbox needs none, and has a database of its own.

    A token that the whole machine reads is worth a warning, and no error.
    """
    Path(".env").write_text("BET_SECONDS=30\n")
    database.chmod(0o600)
    for mode, told in ((0o640, "warning: other users"), (0o600, "ok: ")):
        Path(".env").chmod(mode)
        rights = checked()["rights"]
        assert rights.startswith(told)
        assert ("chmod 600 .env" in rights) == (mode != 0o600)
    said = checked()
    assert said["token"].startswith("wrong: there is none: put DISCORD_TOKEN=")
    assert said["database"] == "ok: it is sound and up to date, and no bot plays on it."
    with only_bot(database):
        assert "a bot has it open, but is not healthy" in checked()["database"]
    said = checked("--sandbox", status=0)
    assert said["token"] == "ok: a sandbox needs none."
    assert said["database"].startswith("ok: there is none at sandbox.db yet")
    assert "backups" not in said


def test_the_form_of_a_token() -> None:
    """As Discord makes them; neither a client's secret nor half of one."""
    number = urlsafe_b64encode(b"123456789012345678").decode().rstrip("=")
    assert looks_like_a_token(f"{number}.GabcDE.{'x' * 38}")
    secret = os.urandom(24).hex()
    for other in (secret, f"{number}.GabcDE", f"{'x' * 24}.GabcDE.{'x' * 38}", ""):
        assert not looks_like_a_token(other)


def test_what_is_wrong(folder: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that Discord refuses; a database that can't be used: everything else is looked at all the same.

    One sentence says why, and shows no secret.
    """
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        for address, told in (
            ("casino.db", "ok: there is none at casino.db yet"),
            ("/nowhere/x.db", "wrong: there is no directory /nowhere"),
        ):
            monkeypatch.setenv("DATABASE", address)
            said = checked()
            refused = "wrong: Discord refuses it: reset it on the portal's page Bot."
            assert said["token"] == refused
            assert said["database"].startswith(told)
            assert TOKEN not in str(said)


def test_how_old_the_last_backup_is(
    database: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what BACKUP_HOURS promises, or a day."""
    monkeypatch.setattr("engine.clock.RealClock.now", lambda _: NOW)
    Path("backups").mkdir()
    for hours, setting, level in ((30, "0", "ok"), (30, "12", "warning"), (50, "0", "warning")):
        made = Path("backups", datetime.fromtimestamp(NOW - hours * 3_600, UTC).strftime(NAME))
        made.touch()
        monkeypatch.setenv("BACKUP_HOURS", setting)
        said = checked()["backups"]
        assert said.startswith(f"{level}: the last one in backups is {hours} hours old")
        made.unlink()


@pytest.mark.parametrize(
    ("free", "level"), [(LEAST - 1, Level.WRONG), (LEAST, Level.WARNING), (FEW, Level.OK)]
)
def test_free_disk(
    tmp_path: Path, free: int, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line for one disk, whose backups are not made yet."""
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr("cogs.tools.check.shutil.disk_usage", lambda _: usage)
    settings = {"DATABASE": tmp_path / "casino.db", "BACKUP_DIRECTORY": tmp_path / "not" / "yet"}
    (found,) = about_room(settings)
    assert found.level is level


def test_extras_that_settings_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those alone, and what every player needs; each with what to type."""
    monkeypatch.setattr("cogs.tools.check.find_spec", lambda _: None)
    none = {"METRICS_PORT": None, "DATABASE": Path("casino.db"), "SENTRY_DSN": ""}
    assert len([*about_libraries(none)]) == len(LATER)
    every = {"METRICS_PORT": 9460, "DATABASE": "postgresql://", "SENTRY_DSN": "https://"}
    found = [*about_libraries(every)]
    assert len(found) == len(LATER) + len(EXTRAS)
    assert all(one.level is Level.WRONG for one in found)
    for _, extra in EXTRAS.values():
        assert any(one.text.endswith(f"pip install -e '.[{extra}]'") for one in found)


def test_the_clock() -> None:
    """Discord says what time it is; what is off is told with its direction."""
    date = format_datetime(datetime.fromtimestamp(NOW, UTC), usegmt=True)
    for ahead in (0.0, DRIFT, -DRIFT):
        assert str(about_clock(date, NOW + ahead)) == "ok: clock: as Discord's."
    for ahead, how in ((60.0, "ahead of"), (-60.0, "behind")):
        assert str(about_clock(date, NOW + ahead)).startswith(f"warning: clock: 60 s {how} ")
