"""What a start does not need is not imported by it: a health check is made every half minute, and memory is dear.

Where something is imported late, the function that needs it does so itself; `bot.py` says why.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from engine.bank.file.lock import only_bot

ROOT = Path(bot.__file__).parent

SERVING = (
    "bot, cogs.startup.client, cogs.startup.frontend, engine.bank, engine.house, engine.review"
)
"""All that a bot is built of."""

DRAWS = {"PIL", "matplotlib", "numpy"}
"""Pictures are drawn at the very first start, and when somebody asks for a chart."""

FORMATS = {"dotenv", "pythonjsonlogger"}
"""Where there is an `.env`, and for `LOG_FORMAT=json`."""

OTHERS = {
    *("sandbox", "filelock", "psycopg", "prometheus_client", "sentry_sdk"),
    *("tests", "pytest"),
}
"""For `--sandbox`, for systems that can't lock a part of a file, for what only some hosts want, and for nobody."""

LIBRARIES = {"discord", "aiohttp", "aiosqlite", "sqlite3", "fluent", "babel"}


def imported_by(modules: str) -> set[str]:
    """The top names of all that a new process has imported together with these modules."""
    program = f"import sys, {modules}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def imported_by_a_start(database: Path) -> set[str]:
    """The same of a bot that is refused this file."""
    program = "import sys, bot; status = bot.main([]); print(status, *sys.modules)"
    settings = {"DATABASE": str(database), "DISCORD_TOKEN": "a-token", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=database.parent,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    status, *modules = done.stdout.split()
    assert status == "2"
    assert "another bot uses" in done.stderr
    return {name.partition(".")[0] for name in modules}


@pytest.mark.parametrize(
    ("modules", "late"),
    [
        ("bot", DRAWS | FORMATS | OTHERS | LIBRARIES),
        ("bot, cogs.monitoring.health", DRAWS | FORMATS | OTHERS | LIBRARIES),
        (
            "bot, engine.bank, engine.review",
            DRAWS | FORMATS | OTHERS | (LIBRARIES - {"aiosqlite", "sqlite3"}),
        ),
        (SERVING, DRAWS | FORMATS | OTHERS),
    ],
    ids=["the command line", "a health check", "an audit", "a bot"],
)
def test_what_is_not_needed_is_not_imported(modules: str, late: set[str]) -> None:
    """None of these comes along."""
    assert imported_by(modules) & late == set()


def test_what_is_imported_is_seen() -> None:
    """The test above could fail: what a bot is built of brings its libraries."""
    assert imported_by(SERVING) >= LIBRARIES - {"babel"}


def test_a_bot_that_is_refused_imports_no_library_for_it(tmp_path: Path) -> None:
    """Another one plays on its file: that is said before anything of Discord is imported."""
    with only_bot(tmp_path / "casino.db"):
        imported = imported_by_a_start(tmp_path / "casino.db")
    assert imported & (DRAWS | FORMATS | OTHERS | LIBRARIES) <= {"aiosqlite", "sqlite3"}
