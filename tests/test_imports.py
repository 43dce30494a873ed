"""What a start does not need is not imported by it: a health check is made every half minute, and memory is dear.
What is needed and not there is named.

Where something is imported late, the function that needs it does so itself; `bot.py` says why.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from cogs.startup.process import EXTRAS, LATER, OURS
from engine.bank.sqlite.lock import only_bot
from tests.bot.process import Finished, run_fresh_bot
from tests.pages import ROOT
from tests.test_architecture import HOUSE, imports

SERVING = "bot, cogs.startup.client, engine.bank.bank, engine.live.open_tables, engine.records.achievements"
"""All that a bot is built of."""

DRAWS = {"PIL", "numpy"}
"""Pictures are drawn at the very first start, and when somebody asks for a chart."""

FORMATS = {"dotenv", "pythonjsonlogger"}
"""Where there is an `.env`, and for `LOG_FORMAT=json`."""

OTHERS = {
    *("sandbox", "filelock", "psycopg", "prometheus_client", "sentry_sdk"),
    *("tests", "pytest"),
}
"""For `--sandbox`, for systems that can't lock a part of a file, for what only some hosts want, and for nobody."""

DSN, SERVER = "https://key@sentry.example/42", "postgresql://user:password@localhost/name"

LIBRARIES = {"discord", "aiohttp", "aiosqlite", "sqlite3", "fluent", "babel"}


def new_process(program: str, folder: Path = ROOT, **settings: str) -> tuple[str, list[str]]:
    """What a new interpreter says of what went wrong, and the words that it prints."""
    command = [sys.executable, "-c", program]
    own = os.environ | settings
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=True)
    return done.stderr, done.stdout.split()


def tops(names: Iterable[str]) -> set[str]:
    """The first words of dotted names."""
    return {name.partition(".")[0] for name in names}


@cache
def imported_by(modules: str) -> set[str]:
    """The top names of all that a new process has imported together with these modules."""
    return tops(new_process(f"import sys, {modules}; print(*sys.modules)")[1])


@pytest.mark.parametrize(
    ("modules", "late"),
    [
        ("bot, cogs.health.health", DRAWS | FORMATS | OTHERS | LIBRARIES),
        (
            "bot, engine.bank, engine.records",
            DRAWS | FORMATS | OTHERS | (LIBRARIES - {"aiosqlite", "sqlite3"}),
        ),
        (SERVING, DRAWS | FORMATS | OTHERS),
    ],
    ids=["a health check", "an audit", "a bot"],
)
def test_what_is_not_needed_is_not_imported(modules: str, late: set[str]) -> None:
    """None of these comes along."""
    assert imported_by(modules) & late == set()


def test_a_bot_that_is_refused_imports_no_library_for_it(tmp_path: Path) -> None:
    """Another one plays on its file: that is said before anything of Discord is imported."""
    program = (
        "import sys, bot; status = bot.main([]);"
        # A namespace without code costs nothing.
        "print(status, *(name for name, one in sys.modules.items() if getattr(one, '__file__', 0)))"
    )
    settings = {"DATABASE": "casino.db", "DISCORD_TOKEN": "a-token", "PYTHONPATH": str(ROOT)}
    with only_bot(tmp_path / "casino.db"):
        errors, (status, *modules) = new_process(program, tmp_path, **settings)
    assert status == "2"
    assert "another bot uses" in errors
    assert tops(modules) & (DRAWS | FORMATS | OTHERS | LIBRARIES) <= {"aiosqlite", "sqlite3"}


def test_what_is_imported_later_is_known() -> None:
    """Each library that the program imports: with the bot, or when somebody plays, or where a host asks for it."""
    every = tops(name for path in HOUSE for name in imports(path))
    libraries = every - OURS - sys.stdlib_module_names
    later = libraries - imported_by(SERVING) | {"fluent"}
    assert later == {*tops(LATER), *EXTRAS, *FORMATS, "filelock"}


async def run_after(line: str, folder: Path, *arguments: str, **settings: str) -> Finished:
    """How a bot or a tool ends in a process that begins with this line, which knows `modules`."""
    (folder / "sitecustomize.py").write_text(f"from sys import modules; {line}\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return await run_fresh_bot(
        folder, *arguments, PYTHONPATH=path, **({"DISCORD_TOKEN": "token"} | settings)
    )


@pytest.mark.parametrize(
    ("module", "arguments", "settings", "who", "what"),
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
    who: str,
    what: str,
) -> None:
    """Which says what needs it, and what to type."""
    (tmp_path / ".env").write_text("BET_SECONDS=30\n")
    told = await run_after(f"modules[{module!r}] = None", tmp_path, *arguments, **settings)
    assert told.status == 2
    (line,) = told.errors.splitlines()
    assert line.startswith(who)
    assert f" needs {module}" in line
    assert line.endswith(f" type: {sys.executable} -m pip install -e {what}")


@pytest.mark.parametrize(
    "line",
    ["modules['cogs.startup.client'] = None", "import discord; del discord.VoiceClient"],
)
async def test_another_error_of_an_import_is_not_taken_for_it(tmp_path: Path, line: str) -> None:
    """A module of its own, one of Python, and a name that a library does not have: the trace says where."""
    told = await run_after(line, tmp_path)
    assert told.status == 1
    assert "\nTraceback" in told.errors
