"""`archive`: old rounds into a file of their own; what is said, what is refused, and `audit` of both.

What a kill leaves is tested in `tests/bank/test_archiving.py`.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cogs.coaching.judging import PERIOD
from cogs.tools.database import DAYS
from engine.bank.sqlite.lock import only_bot
from tests.bank.outside import tamper
from tests.bot.process import Finished

from .conftest import Tool

PUT_AWAY = ("archive", "--before", "2020-01-02", "old.db")
WHOLE = "The books are in order."


@pytest.fixture
def old(database: Path) -> Path:
    """The database, whose evening was long ago; all has been said."""
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE round SET ended_at = 1577836800.5 WHERE ended_at IS NOT NULL")
        file.execute("UPDATE result SET ended_at = 1577836800.5")
        file.execute("UPDATE game_table SET said_goodbye = 1")
    return database


def left(database: Path) -> tuple[int, int]:
    """How many moves there are, and how many rounds are put away."""
    with closing(sqlite3.connect(database)) as file:
        (moves,) = file.execute("SELECT COUNT(*) FROM move").fetchone()
        (gone,) = file.execute("SELECT COUNT(archive) FROM round").fetchone()
    return moves, gone


def test_it_says_what_it_does(old: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a bot; then each is audited alone, and both together. A bot that is given an archive does not start."""
    with only_bot(old):
        told = tool(*PUT_AWAY)
    assert (told.status, told.errors) == (0, "")
    assert told.output.splitlines() == [
        "27 rounds are copied. Their books:",
        WHOLE,
        "27 rounds are put away. Keep old.db: it alone has their cards and payments.",
    ]
    assert left(old) == (0, 27)
    assert left(Path("old.db"))[0] > 27
    with closing(sqlite3.connect(old)) as file:
        searched = file.execute("SELECT COUNT(*), SUM(rounds) FROM honour_search").fetchone()
        assert searched == (18, 54), "what they earned is found while their cards are here"
    assert Path("old.db").stat().st_mode & 0o777 == 0o600
    assert {path.name for path in old.parent.iterdir()} == {"casino.db", "old.db"}
    audit = "\n".join([WHOLE, "The books of old.db:", WHOLE, "It is what was put away.\n"])
    assert tool("audit", "old.db") == Finished(status=0, output=audit, errors="")
    nothing = "No round that ended before 2020-01-02 can be put away.\n"
    assert tool(*PUT_AWAY[:3], "older.db") == Finished(status=0, output=nothing, errors="")
    assert not Path("older.db").exists()
    monkeypatch.setenv("DATABASE", "old.db")
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    refused = tool()
    assert refused.status == 2
    assert "old.db is an archive: set DATABASE to what" in refused.errors


def test_an_archive_that_is_another(old: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command does the rest of what was ended in the middle. What differs later is a finding; status 1."""
    with monkeypatch.context() as patch:
        patch.setattr("engine.bank.archiving._name", None)
        with pytest.raises(TypeError):
            tool(*PUT_AWAY)
    told = tool(*PUT_AWAY)
    assert (told.status, left(old)) == (0, (0, 27))
    assert told.output.startswith("An archive was begun in old.db: it is finished now.\n")
    tamper(Path("old.db"), "UPDATE move SET at = at + 1")
    told = tool("audit", "old.db")
    last = "old.db is not what it was when rounds were put away into it"
    assert (told.status, told.output.splitlines()[-1]) == (1, last)
    Path("old.db").unlink()
    told = tool("audit", "old.db")
    assert told.status == 2
    assert "There is no file old.db." in told.errors


def test_it_is_refused(old: Path, tool: Tool, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, and nothing changes; the last days stay, longer than rounds are judged and practised.

    Where the books are not in order nothing is put away; status 1.
    """
    assert DAYS * 86_400 > PERIOD
    newest = datetime.now(UTC).date() - timedelta(days=DAYS)
    before = left(old)
    for day, file, sentence in (
        ("2020-01-02", "casino.db", "casino.db exists already: choose another name"),
        ("2020-01-02", "no/old.db", "there is no directory no"),
        (str(newest + timedelta(days=1)), "old.db", f"The last {DAYS} days stay: name {newest} or"),
    ):
        told = tool("archive", "--before", day, file)
        assert told.status == 2
        assert sentence in told.errors
    with pytest.raises(SystemExit):
        tool("archive", "--before", "yesterday", "old.db")
    assert "a day is written as 2026-01-31, not 'yesterday'" in capsys.readouterr().err
    tamper(old, "UPDATE move SET text = 'deal Zz' WHERE n = 1 AND round_id = 1")
    told = tool(*PUT_AWAY)
    assert told.status == 1
    assert told.output.endswith("Findings: 2.\nNothing is put away.\n")
    assert left(old) == before
    assert {path.name for path in old.parent.iterdir()} == {"casino.db"}
