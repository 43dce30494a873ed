"""Settings and the command line, with one error message per mistake."""

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import bot
from cogs.discord_link.retry import CannotStart
from cogs.host.settings import SETTINGS, read_settings

from .process import TOKEN, line_of, sandboxed_bot

EXAMPLE = Path(bot.__file__).with_name(".env.example")

WRONG = {
    "PRIVACY_URL": ["example.org", "mailto:me@example.org"],
    "TERMS_URL": ["javascript:alert(1)"],
    "SUPPORT_URL": ["https://"],
    "DISCORD_API_URL": ["discord.com", "ftp://discord.com", "https://"],
    "BET_SECONDS": ["soon", "4.9", "3601", "nan", "-1", "6_0", "1e2", "+60", "٦٠"],
    "TURN_SECONDS": ["4", "1e9", "inf", "5s"],
    "DEALER_SECONDS": ["-0.1", "10.1", "fast"],
    "BACKUP_KEEP": ["0", "7.5", "1_0", "inf"],
    "PROCESS": ["-1", "first", "1000"],
    "PROCESSES": ["0", "1001", "2.0"],
    "SHARDS": ["0", "many", "16385"],
    "METRICS_PORT": ["0", "65536", "-1", "9460.0", "on"],
    "METRICS_HOST": ["localhost", "0.0.0", "*", "127.0.0.1:9460"],
    "LOG_LEVEL": ["LOUD", "10", "NOTSET"],
}


@pytest.fixture(autouse=True)
def _clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty folder and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Start a bot that must fail with status 2, and return its errors, which must not contain the token."""

    def start() -> str:
        assert bot.main([]) == 2
        errors = capsys.readouterr().err
        assert "Traceback" not in errors
        assert TOKEN not in errors
        return errors

    return start


def test_missing_token_is_explained(
    refused: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the setting and the sandbox. A token of two lines is refused without being shown."""
    (line,) = refused().splitlines()
    assert "DISCORD_TOKEN" in line
    assert "--sandbox" in line
    monkeypatch.setenv("DISCORD_TOKEN", f"{TOKEN}\n{TOKEN}")
    (line,) = refused().splitlines()
    assert line.startswith("DISCORD_TOKEN can't be what was given")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_named(
    name: str, refused: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message has the setting, its value and the valid values."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for value in WRONG[name]:
        monkeypatch.setenv(name, value)
        (line,) = refused().splitlines()
        assert name in line
        assert repr(value) in line


def test_all_mistakes_are_reported_together(
    tmp_path: Path, refused: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line each for the file and the environment, which has priority; other programs' names are ignored."""
    (tmp_path / ".env").write_text(
        "BET_SECONDS=never\nTURN_SECONDS=never\nBET_SECOND=30\nFLAVOUR=mint\n"
    )
    for name, value in (("LOG_LEVEL", "LOUD"), ("DISCORD_TOKN", TOKEN), ("TURN_SECONDS", "30")):
        monkeypatch.setenv(name, value)
    lines = refused().splitlines()
    assert lines[0] == ".env: BET_SECOND is no setting; did you mean BET_SECONDS?"
    assert [line.partition(" can't be ")[0] for line in lines[1:3]] == ["BET_SECONDS", "LOG_LEVEL"]
    assert lines[3:] == ["DISCORD_TOKN is no setting; did you mean DISCORD_TOKEN?"]


def test_a_broken_line_of_the_env_file_is_named(
    tmp_path: Path, refused: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    """The message has the line's number; other lines are still parsed."""
    (tmp_path / ".env").write_text(f"# ours\nDISCORD_TOKEN='{TOKEN}\nBET_SECONDS=never\n")
    first, second = refused().splitlines()
    assert first == ".env, line 2, can't be read; is a quote missing?"
    assert second.startswith("BET_SECONDS can't be 'never'")
    assert caplog.text == ""


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Each setting with meaning and default, and the version of `pyproject.toml`; both end with status 0."""
    output = {}
    for option in ("--help", "--version"):
        with pytest.raises(SystemExit) as ended:
            bot.main([option])
        assert ended.value.code == 0
        output[option] = capsys.readouterr().out
    assert bot.STATUSES in output["--help"]
    for setting in SETTINGS:
        assert f"  {setting.name} " in output["--help"]
        assert f"{setting.meaning} (default: {setting.default or 'none'})" in output["--help"]
    project = tomllib.loads(EXAMPLE.with_name("pyproject.toml").read_text(encoding="utf-8"))
    assert output["--version"] == f"blackjack-table {project['project']['version']}\n"


def test_the_example_file_lists_every_setting_with_its_default() -> None:
    """Names, defaults, descriptions and order match the code."""
    found = re.findall(r"^((?:# .*\n)+)([A-Z_]+)=(.*)$", EXAMPLE.read_text(), re.MULTILINE)
    in_file = [
        (name, default, comment.replace("\n# ", " ").strip("# \n").removesuffix(".").lower())
        for comment, name, default in found
    ]
    assert in_file == [(s.name, s.default, s.meaning.lower()) for s in SETTINGS]


def test_file_without_a_database_is_refused(
    tmp_path: Path, refused: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the file, which stays unchanged."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear dealer, " * 100)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", str(file))
    (line,) = refused().splitlines()
    assert "letter.txt" in line
    assert file.read_text() == "Dear dealer, " * 100


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_invalid_port_is_reported(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid port is refused with one message before the start."""
    try:
        status: object = bot.main(["--sandbox", "--port", port])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert "--port" in capsys.readouterr().err.splitlines()[-1]


async def test_sandbox_uses_a_separate_file(tmp_path: Path) -> None:
    """The real bot's database, backups and token are not used."""
    real = {"DATABASE": "casino.db", "BACKUP_HOURS": "1", "DISCORD_TOKEN": TOKEN}
    (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in real.items()))
    async with sandboxed_bot(tmp_path, DATABASE="other.db") as process:
        place = await line_of(process)
        assert re.fullmatch(r"Play at http://127\.0\.0\.1:\d+/? \(Ctrl-C stops\)\n", place)
        made = os.listdir(tmp_path)
    assert "sandbox.db" in made
    assert not [name for name in made if name.startswith(("casino", "other", "backups"))]


PROCESSES = {"DATABASE": "postgresql://bot@host/bank", "PROCESSES": "4", "SHARDS": "8"}


@pytest.mark.parametrize(
    ("settings", "beginning"),
    [
        ({"PROCESS": "4"}, "PROCESS can't be 4: "),
        ({"PROCESSES": "1", "PROCESS": "1"}, "PROCESS can't be 1: "),
        ({"DATABASE": "casino.db"}, "PROCESSES can't be 4: several processes need DATABASE=post"),
        ({"SHARDS": "auto"}, "SHARDS can't be 'auto': "),
        ({"SHARDS": "3"}, "SHARDS can't be 3: "),
    ],
)
def test_settings_of_several_processes_are_consistent(
    settings: dict[str, str], beginning: str
) -> None:
    """Each contradiction has its own message."""
    assert read_settings(PROCESSES)["SHARDS"] == 8
    with pytest.raises(CannotStart) as error:
        read_settings(PROCESSES | settings)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(beginning)
