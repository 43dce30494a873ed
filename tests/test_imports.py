"""A process imports only package it needs: a health check runs every half minute, and memory is expensive.

A missing library ends the start with one sentence. Late imports are inside the functions that need them; `bot.py`
explains it.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from cogs.host.process import EXTRAS, LATER, OURS
from engine.bank.sqlite.lock import only_bot
from tests.bot.process import Finished, run_fresh_bot
from tests.pages import ROOT
from tests.test_architecture import HOUSE, imports

SERVING = "bot, cogs.startup.client, engine.bank.bank, engine.live.open_tables, engine.records.achievements"
"""The modules that a running bot needs."""

DRAWS = {"PIL", "numpy"}
"""Pictures are drawn at the first start, and for charts."""

FORMATS = {"dotenv", "pythonjsonlogger"}
"""For a `.env` file, and for `LOG_FORMAT=json`."""

OTHERS = {
    *("sandbox", "filelock", "psycopg", "prometheus_client", "sentry_sdk"),
    *("tests", "pytest"),
}
"""For `--sandbox`, for file systems without byte-range locks, for optional features, and for tests."""

DSN, SERVER = "https://key@sentry.example/42", "postgresql://user:password@localhost/name"

LIBRARIES = {"discord", "aiohttp", "aiosqlite", "sqlite3", "fluent", "babel"}


def new_process(program: str, folder: Path = ROOT, **settings: str) -> tuple[str, list[str]]:
    """Run a program in a new interpreter; return stderr and the words of stdout."""
    command = [sys.executable, "-c", program]
    own = os.environ | settings
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=True)
    return done.stderr, done.stdout.split()


def tops(names: Iterable[str]) -> set[str]:
    """Return the first parts of dotted names."""
    return {name.partition(".")[0] for name in names}


@cache
def imported_by(modules: str) -> set[str]:
    """Return the top-level modules that a new process has loaded after importing these."""
    return tops(new_process(f"import sys, {modules}; print(*sys.modules)")[1])


@pytest.mark.parametrize(
    ("modules", "late"),
    [
        ("bot, cogs.host.health", DRAWS | FORMATS | OTHERS | LIBRARIES),
        (
            "bot, engine.bank, engine.records",
            DRAWS | FORMATS | OTHERS | (LIBRARIES - {"aiosqlite", "sqlite3"}),
        ),
        (SERVING, DRAWS | FORMATS | OTHERS),
    ],
    ids=["a health check", "an audit", "a bot"],
)
def test_unneeded_modules_are_not_imported(modules: str, late: set[str]) -> None:
    assert imported_by(modules) & late == set()


def test_a_bot_on_a_locked_file_exits_before_importing_discord(tmp_path: Path) -> None:
    program = (
        "import sys, bot; status = bot.main([]);"
        # A namespace package without code costs nothing.
        "print(status, *(name for name, one in sys.modules.items() if getattr(one, '__file__', 0)))"
    )
    settings = {"DATABASE": "casino.db", "DISCORD_TOKEN": "a-token", "PYTHONPATH": str(ROOT)}
    with only_bot(tmp_path / "casino.db"):
        errors, (status, *modules) = new_process(program, tmp_path, **settings)
    assert status == "2"
    assert "another bot uses" in errors
    assert tops(modules) & (DRAWS | FORMATS | OTHERS | LIBRARIES) <= {"aiosqlite", "sqlite3"}


def test_late_imports_are_listed() -> None:
    """Each library of the program is imported with the bot, or is in a list of late or optional ones."""
    every = tops(name for path in HOUSE for name in imports(path))
    libraries = every - OURS - sys.stdlib_module_names
    later = libraries - imported_by(SERVING) | {"fluent"}
    assert later == {*tops(LATER), *EXTRAS, *FORMATS, "filelock"}


async def run_after(line: str, folder: Path, *arguments: str, **settings: str) -> Finished:
    """Run a bot or a tool in a process that first executes this line, in which `modules` is `sys.modules`."""
    (folder / "sitecustomize.py").write_text(f"from sys import modules; {line}\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return await run_fresh_bot(
        folder, *arguments, PYTHONPATH=path, **({"DISCORD_TOKEN": "token"} | settings)
    )


@pytest.mark.parametrize(
    ("module", "arguments", "settings", "subject", "package"),
    [
        ("fluent.runtime", (), {}, "The bot", "."),
        ("dotenv", ("health",), {}, "The bot", "."),
        ("sentry_sdk", (), {"SENTRY_DSN": DSN}, "SENTRY_DSN", "'.[sentry]'"),
        ("psycopg", ("audit",), {"DATABASE": SERVER}, "DATABASE=", "'.[postgres]'"),
    ],
)
async def test_a_missing_library_is_one_sentence(
    tmp_path: Path,
    module: str,
    arguments: tuple[str, ...],
    settings: dict[str, str],
    subject: str,
    package: str,
) -> None:
    """It names the feature that needs it, and the command to install it."""
    (tmp_path / ".env").write_text("BET_SECONDS=30\n")
    ended = await run_after(f"modules[{module!r}] = None", tmp_path, *arguments, **settings)
    assert ended.status == 2
    (line,) = ended.errors.splitlines()
    assert line.startswith(subject)
    assert f" needs {module}" in line
    assert line.endswith(f" type: {sys.executable} -m pip install -e {package}")


@pytest.mark.parametrize(
    "line",
    ["modules['cogs.startup.client'] = None", "import discord; del discord.VoiceClient"],
)
async def test_other_import_errors_have_a_traceback(tmp_path: Path, line: str) -> None:
    """A missing module of the bot, and a name that a library lacks."""
    ended = await run_after(line, tmp_path)
    assert ended.status == 1
    assert "\nTraceback" in ended.errors
