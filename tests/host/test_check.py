"""`check`: one line for each part of the setup, with advice, and without secrets."""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogs.discord_link.discord_time import DRIFT
from cogs.host.process import EXTRAS, LATER
from cogs.pages.cards import NAMES
from cogs.tools.check import FEW, LEAST, about_backups, about_libraries, about_room
from cogs.tools.check_discord import about_clock, looks_like_a_token
from cogs.tools.output import Level
from engine.bank.sqlite.backup import NAME
from engine.bank.sqlite.lock import only_bot
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN, bot_process, run_bot
from tests.driver import Sandbox

from .conftest import Tool

NOW = 1_800_000_000.0
"""Unix seconds, UTC: 2027-01-15 08:00:00."""

Checked = Callable[..., dict[str, str]]


def lines(output: str) -> dict[str, str]:
    """Parse the output: level and text by subject."""
    parts = [line.split(": ", 2) for line in output.splitlines()]
    return {about: f"{level}: {text}" for level, about, text in parts}


@pytest.fixture
def checked(tool: Tool) -> Checked:
    """Run `check` in this folder; status 2 by default, as there is no token."""

    def run(*arguments: str, status: int = 2) -> dict[str, str]:
        finished = tool(*arguments, "check")
        assert (finished.status, finished.errors) == (status, "")
        return lines(finished.output)

    return run


async def test_next_to_a_running_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    """It asks Discord about the bot without starting a session."""
    async with bot_process(sandbox, tmp_path):
        sessions = sandbox.sessions
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": sandbox.api_url}
        finished = await run_bot(tmp_path, "check", DATABASE="casino.db", **settings)
        assert sandbox.sessions == sessions
    assert (finished.status, finished.errors) == (0, "")
    found = lines(finished.output)
    assert found["token"].startswith("ok: Discord knows it: the bot is ")
    assert found["application"].startswith("ok: ")
    assert found["pictures"] == f"ok: 0 of {len(NAMES)} are there: the bot uploads the rest."
    assert found["database"].startswith("ok: it is sound and up to date, and a healthy bot ")
    assert found["backups"].startswith("warning: there is none in backups")
    assert TOKEN not in finished.output


def test_without_a_token(database: Path, checked: Checked) -> None:
    """An error, but the database is checked; a sandbox needs no token and has its own database.

    A token that other users can read is a warning.
    """
    Path(".env").write_text("BET_SECONDS=30\n")
    database.chmod(0o600)
    for mode, expected in ((0o640, "warning: other users"), (0o600, "ok: ")):
        Path(".env").chmod(mode)
        rights = checked()["rights"]
        assert rights.startswith(expected)
        assert ("chmod 600 .env" in rights) == (mode != 0o600)
    found = checked()
    assert found["token"].startswith("wrong: there is none: put DISCORD_TOKEN=")
    assert found["database"] == "ok: it is sound and up to date, and no bot plays on it."
    with only_bot(database):
        assert "a bot has it open, but is not healthy" in checked()["database"]
    found = checked("--sandbox", status=0)
    assert found["token"] == "ok: a sandbox needs none."
    assert found["database"].startswith("ok: there is none at sandbox.db yet")
    assert "backups" not in found


def test_the_form_of_a_token() -> None:
    """Not a client secret or half of a token."""
    number = urlsafe_b64encode(b"123456789012345678").decode().rstrip("=")
    assert looks_like_a_token(f"{number}.GabcDE.{'x' * 38}")
    secret = os.urandom(24).hex()
    for other in (secret, f"{number}.GabcDE", f"{'x' * 24}.GabcDE.{'x' * 38}", ""):
        assert not looks_like_a_token(other)


def test_errors_do_not_end_the_check(
    folder: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token that Discord rejects, an unusable database: one sentence each, without secrets."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        for address, expected in (
            ("casino.db", "ok: there is none at casino.db yet"),
            ("/nowhere/x.db", "wrong: there is no directory /nowhere"),
        ):
            monkeypatch.setenv("DATABASE", address)
            found = checked()
            refused = "wrong: Discord refuses it: reset it on the portal's page Bot."
            assert found["token"] == refused
            assert found["database"].startswith(expected)
            assert TOKEN not in str(found)


@pytest.mark.parametrize(("answer", "level"), [(404, "wrong"), (429, "warning"), (503, "warning")])
def test_an_address_that_is_not_discords(
    folder: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch, answer: int, level: str
) -> None:
    """The bot does not start with it; other statuses pass."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with no_entry(answer) as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        found = checked(status=2 if level == "wrong" else 0)["Discord"]
    assert found.startswith(f"{level}: ")
    assert ("DISCORD_API_URL" in found) == (level == "wrong")
    assert ("try again later" in found) == (level == "warning")


def test_it_reaches_discord_as_the_bot_does(
    folder: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the proxy of the environment, which discord.py does not use."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for name in ("no_proxy", "NO_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        assert checked()["token"].startswith("wrong: Discord refuses it")


def test_the_age_of_the_last_backup(
    database: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compared with BACKUP_HOURS, or a day."""
    monkeypatch.setattr("engine.clock.RealClock.now", lambda _: NOW)
    Path("backups").mkdir()
    for hours, setting, level in ((30, "0", "ok"), (30, "12", "warning"), (50, "0", "warning")):
        made = Path("backups", datetime.fromtimestamp(NOW - hours * 3_600, UTC).strftime(NAME))
        made.touch()
        monkeypatch.setenv("BACKUP_HOURS", setting)
        found = checked()["backups"]
        assert found.startswith(f"{level}: the last one in backups is {hours} hours old")
        made.unlink()


def test_backups_that_settings_ask_for(tmp_path: Path) -> None:
    """Regular ones of a server prevent the start. Before the first one, the advice fits the setting."""
    server = {"DATABASE": "postgresql://h/n", "BACKUP_DIRECTORY": tmp_path, "BACKUP_HOURS": 24}
    assert about_backups(server, NOW).level is Level.WRONG
    assert about_backups(server | {"BACKUP_HOURS": 0}, NOW).level is Level.OK
    file = server | {"DATABASE": tmp_path / "casino.db"}
    assert "set BACKUP_HOURS" in about_backups(file | {"BACKUP_HOURS": 0}, NOW).text
    found = about_backups(file, NOW)
    assert found.level is Level.WARNING
    assert "set BACKUP_HOURS" not in found.text


@pytest.mark.parametrize(
    ("free", "level"), [(LEAST - 1, Level.WRONG), (LEAST, Level.WARNING), (FEW, Level.OK)]
)
def test_free_disk(
    tmp_path: Path, free: int, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line per disk, even before the backup folder exists."""
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr("cogs.tools.check.shutil.disk_usage", lambda _: usage)
    settings = {"DATABASE": tmp_path / "casino.db", "BACKUP_DIRECTORY": tmp_path / "not" / "yet"}
    (found,) = about_room(settings)
    assert found.level is level


def test_extras_that_settings_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those, and the libraries for play, each with the command to install it."""
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
    """Compared with Discord's time, with the direction of an error."""
    date = format_datetime(datetime.fromtimestamp(NOW, UTC), usegmt=True)
    for ahead in (0.0, DRIFT, -DRIFT):
        assert str(about_clock(date, NOW + ahead)) == "ok: clock: as Discord's."
    for ahead, how in ((60.0, "ahead of"), (-60.0, "behind")):
        assert str(about_clock(date, NOW + ahead)).startswith(f"warning: clock: 60 s {how} ")
