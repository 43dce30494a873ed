"""Invalid settings are refused with one sentence, before any file is created or server contacted."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from cogs.discord_link.retry import CannotStart
from cogs.host.environment import find_settings
from cogs.host.settings import SETTINGS, Setting
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN

from .conftest import Tool

ENV = Path(".env")
SECRET = "s3cret"

LITERAL = [
    ("DATABASE='postgresql://u:pa${word}9@h/db'", "postgresql://u:pa${word}9@h/db"),
    ('DATABASE="postgresql://u:pa${word}9@h/db"', "postgresql://u:pa${word}9@h/db"),
    ("DATABASE=postgresql://u:p%25%40@h/db", "postgresql://u:p%25%40@h/db"),
    (r"DATABASE=C:\new\table.db", Path(r"C:\new\table.db")),
    ("DATABASE='C:/new folder/table.db' # ours", Path("C:/new folder/table.db")),
    ("DATABASE = my.db  ", Path("my.db")),
    ("DATABASE=ann's.db", Path("ann's.db")),
    ("DATABASE=mail@home.db", Path("mail@home.db")),
    ("DATABASE=   ", Path("blackjack.db")),
]
"""Lines of `.env`, and their values."""

INVALID = {
    "quoted twice": '"my.db"',
    "half a quote": "'my.db",
    "a typographic quote": "“my.db”",
    "a carriage return": "my.db\r",
    "a line break": "my.db\n",
    "a tab": "my\t.db",
    "a space without width": "my.db\u200b",
    "no text": os.fsdecode(b"my\xff.db"),
    "a URI of SQLite": "file:my.db",
    "another URI of SQLite": "FILE:///tmp/my.db?mode=memory",
    "in memory": ":memory:",
    "a variable": "${HOME}/my.db",
    "a home": "~/my.db",
    "a missing slash": f"postgresql:/u:{SECRET}@host/n",
    "no slash": f"postgresql:u:{SECRET}@host/n",
    "no slash and no user": "postgresql:n",
    "a missing colon": f"postgresql//u:{SECRET}@host/n",
    "no scheme": f"u:{SECRET}@host/n",
    "another server": f"mysql://u:{SECRET}@host/n",
    "words for libpq": f"host=h user=u password={SECRET} dbname=n",
    "an unescaped @": f"postgresql://u:{SECRET}@x@host/n",
    "an unescaped %": f"postgresql://u:{SECRET}%x@host/n",
    "a carriage return at an address": f"postgresql://u:{SECRET}@host/n\r",
    "a quoted address": f'"postgresql://u:{SECRET}@host/n"',
}
"""Values of DATABASE."""


@pytest.fixture(autouse=True)
def alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Unset all settings; afterwards, assert that the test created no database."""
    monkeypatch.delenv("DATABASE")
    yield
    assert {*os.listdir(folder)} <= {".env", ".env.txt"}


@pytest.mark.parametrize(("line", "expected"), LITERAL)
def test_values_are_read_literally(
    line: str, expected: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without expansion of variables; empty environment variables hide nothing."""
    monkeypatch.setenv("word", "nothing")
    ENV.write_text(f"{line}\nBET_SECONDS=30\nDISCORD_TOKEN={TOKEN}\n")
    blank = {"DATABASE": "", "BET_SECONDS": "", "DISCORD_TOKEN": " \t"}
    found = find_settings(blank, ENV, {})
    assert found["DATABASE"] == expected
    assert (found["BET_SECONDS"], found["DISCORD_TOKEN"]) == (30, TOKEN)


@pytest.mark.parametrize(
    "line", [r'DATABASE="C:\new\table.db"', r"DATABASE='\\server\a.db'", r'DATABASE="a\"b.db"']
)
def test_backslashes_in_quotes_are_refused(line: str, tool: Tool) -> None:
    """python-dotenv would interpret some of them."""
    ENV.write_text(f"# ours\n{line}\n")
    told = tool("--sandbox", "check")
    assert told.status == 2
    assert told.output.startswith("wrong: settings: .env, line 2: backslashes in quotes")


@pytest.mark.parametrize(
    ("where", "value"),
    [("environment", value) for value in INVALID.values()]
    # Editors do not write the other characters.
    + [("file", value) for value in INVALID.values() if value.isprintable()],
)
def test_invalid_databases_are_refused(
    where: str, value: str, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot, each tool and the arguments of `copy`: the setting is named, no password shown, no file created."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    if where == "environment":
        monkeypatch.setenv("DATABASE", value)
    else:
        mark = '"' if "'" in value else "'"
        ENV.write_text(f"DATABASE={mark}{value}{mark}\n")
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        for arguments in ((), ("check",), ("audit",), ("backup",), ("health",), ("restore", "a")):
            told = tool(*arguments)
            (line,) = f"{told.output}{told.errors}".splitlines()
            assert told.status == 2
            assert "DATABASE can't be " in line
            assert SECRET not in line
    monkeypatch.delenv("DATABASE", raising=False)
    ENV.unlink(missing_ok=True)
    for typed in (("copy", value, "b.db"), ("copy", "a.db", value)):
        with pytest.raises(SystemExit) as ended:
            tool(*typed)
        assert ended.value.code == 2


def test_mistyped_addresses_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The error explains how to escape special characters."""
    with pytest.raises(SystemExit):
        bot.main(["copy", f"postgresql:/u:{SECRET}@host/n", "b.db"])
    told = capsys.readouterr().err
    assert SECRET not in told
    assert all(f"%{ord(sign):02X} for " in told for sign in "%@/:?#")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: str(setting.name))
@pytest.mark.parametrize("form", ['"{}"', "{}\r", "{}\0", "\ufeff{}", "{}'", "{}\udcff"])
def test_malformed_values_of_any_setting(setting: Setting, form: str) -> None:
    """Refused with the setting's name; secret values are not shown."""
    value = form.format(setting.default or SECRET)
    with pytest.raises(CannotStart) as refused:
        find_settings({setting.name: value}, ENV, {})
    (line,) = str(refused.value).splitlines()
    assert line.startswith(f"{setting.name} can't be ")
    assert ("not shown" in line) == (setting.secret or ("://" in value and "@" in value))
    assert not (setting.secret and SECRET in line)


def test_a_file_with_another_ending(tool: Tool) -> None:
    """Some editors add .txt, which Windows hides. It is reported unless the right file exists."""
    Path(".env.txt").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    told = tool()
    assert (told.status, told.errors) == (2, ".env.txt is not read: rename it to .env.\n")
    ENV.write_text("DISCORD_TOKEN=\n")
    assert ".env.txt" not in tool().errors
