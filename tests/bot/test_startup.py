"""Settings and the command line: what is wrong is said in one sentence."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from cogs.settings import SETTINGS, read_settings
from sandbox import Sandbox

from .process import TOKEN, run_bot

EXAMPLE = Path(bot.__file__).with_name(".env.example")

WRONG = {
    "DISCORD_API_URL": ["discord.com", "ftp://discord.com", "https://"],
    "BET_SECONDS": ["soon", "4.9", "3601", "nan", "-1"],
    "TURN_SECONDS": ["4", "1e9", "inf", "5s"],
    "DEALER_SECONDS": ["-0.1", "10.1", "fast"],
    "LOG_LEVEL": ["LOUD", "10", "NOTSET"],
}


@pytest.fixture(autouse=True)
def _clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


def sentence(text: str) -> bool:
    """Whether this is one line that ends like a sentence or a command."""
    return len(text.splitlines()) == 1 and "Traceback" not in text


def test_without_a_token_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, and one sentence that names the setting and the way to try the bot without one."""
    assert bot.main([]) == 2
    told = capsys.readouterr().err
    assert sentence(told)
    assert "DISCORD_TOKEN" in told
    assert "--sandbox" in told


async def test_the_process_ends_with_status_2_without_a_token(tmp_path: Path) -> None:
    """`python bot.py` itself, in an empty folder."""
    finished = await run_bot(tmp_path)
    assert (finished.status, finished.output) == (2, "")
    assert sentence(finished.errors)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_named(
    name: str, value: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2, and one sentence with the setting, the value and what it should be."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    assert bot.main([]) == 2
    told = capsys.readouterr().err
    assert sentence(told)
    assert name in told
    assert repr(value) in told
    assert TOKEN not in told


def test_a_setting_can_stand_in_the_env_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`.env` in the working folder is read."""
    (tmp_path / ".env").write_text("BET_SECONDS=never\n")
    assert bot.main([]) == 2
    assert "BET_SECONDS can't be 'never'" in capsys.readouterr().err


def test_the_environment_wins_over_the_env_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is set for this start counts."""
    (tmp_path / ".env").write_text("BET_SECONDS=never\n")
    monkeypatch.setenv("BET_SECONDS", "30")
    assert bot.main([]) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err


def test_an_empty_value_is_the_default() -> None:
    """A line of the example file that is copied and not filled in changes nothing."""
    empty = {setting.name: "" for setting in SETTINGS}
    assert read_settings(empty) == read_settings({})


def test_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` lists each setting with its meaning and default, and ends with status 0."""
    with pytest.raises(SystemExit) as ended:
        bot.main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    for setting in SETTINGS:
        assert f"  {setting.name} " in told
        assert f"{setting.meaning} (default: {setting.default or 'none'})" in told


def test_help_says_what_the_exit_status_means(capsys: pytest.CaptureFixture[str]) -> None:
    """A service manager has to know which one is not worth another start."""
    with pytest.raises(SystemExit):
        bot.main(["--help"])
    told = capsys.readouterr().out
    assert bot.STATUSES in told
    assert [line[2] for line in bot.STATUSES.splitlines()[2:]] == ["0", "1", "2"]


def example() -> Iterator[tuple[str, str, str]]:
    """Name, default and comment of each setting in the example file."""
    for block in EXAMPLE.read_text().split("\n\n"):
        *comments, line = block.strip().splitlines()
        if found := re.fullmatch(r"([A-Z_]+)=(.*)", line):
            yield found[1], found[2], " ".join(comments).removeprefix("# ")


def test_the_example_file_lists_every_setting_with_its_default() -> None:
    """`.env.example` and the code say the same, in the same order and the same words."""
    in_code = [(s.name, s.default, s.meaning.lower()) for s in SETTINGS]
    in_file = [
        (name, default, comment.removesuffix(".").lower()) for name, default, comment in example()
    ]
    assert in_file == in_code


def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2, one sentence, and the file is as it was."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear dealer, " * 100)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", str(file))
    assert bot.main([]) == 2
    told = capsys.readouterr().err
    assert sentence(told)
    assert "letter.txt" in told
    assert file.read_text() == "Dear dealer, " * 100


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database's folder must exist."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", str(tmp_path / "nowhere" / "casino.db"))
    assert bot.main([]) == 2
    told = capsys.readouterr().err
    assert sentence(told)
    assert "nowhere" in told


@pytest.mark.parametrize(("status", "word"), [(401, "DISCORD_TOKEN"), (404, "DISCORD_API_URL")])
async def test_a_login_that_is_refused_is_explained(tmp_path: Path, status: int, word: str) -> None:
    """A wrong token, and an address behind which there is no Discord: status 2, and no traceback."""
    async with Sandbox() as sandbox:
        sandbox.faults.fail("GET", "/users/@me", status)
        finished = await run_bot(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=sandbox.api_url)
    assert finished.status == 2
    assert "Traceback" not in finished.errors
    assert word in finished.errors.splitlines()[-1]
    assert TOKEN not in finished.errors


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_can_not_be_is_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no port is refused in one sentence, before anything starts."""
    try:
        status: object = bot.main(["--sandbox", "--port", port])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert "--port" in capsys.readouterr().err.splitlines()[-1]


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """`--sandbox` on a taken port: status 2, and one sentence with the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert bot.main(["--sandbox", "--port", port]) == 2
    told = capsys.readouterr().err
    assert sentence(told)
    assert port in told
