"""`archive`: old rounds into a file of their own; what is said, what is refused, and `audit` of both."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import bot
from cogs.coaching.judging import PERIOD
from cogs.tools.database import DAYS
from engine.bank.sqlite.lock import only_bot
from tests.bank.outside import tamper

from .killed import killed_at_every_call, needs_fork

BEFORE = ["--before", "2020-01-02"]
WHOLE = "The books are in order."


def put_away(file: str = "old.db") -> int:
    """The exit status."""
    return bot.main(["archive", *BEFORE, file])


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


def test_it_says_what_it_does(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside a bot; then each is audited alone, and both together."""
    with only_bot(old):
        assert put_away() == 0
    assert capsys.readouterr().out.splitlines() == [
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
    assert bot.main(["audit", "old.db"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        WHOLE,
        "The books of old.db:",
        WHOLE,
        "It is what was put away.",
    ]
    assert put_away("older.db") == 0
    told = capsys.readouterr().out
    assert told == "No round that ended before 2020-01-02 can be put away.\n"
    assert not Path("older.db").exists()


def test_nobody_plays_on_an_archive(
    old: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is given one does not start."""
    assert put_away() == 0
    monkeypatch.setenv("DATABASE", "old.db")
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    assert bot.main([]) == 2
    assert "old.db is an archive: set DATABASE to what" in capsys.readouterr().err


def test_an_archive_that_is_another(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What differs is a finding; status 1."""
    assert put_away() == 0
    tamper(Path("old.db"), "UPDATE move SET at = at + 1")
    assert bot.main(["audit", "old.db"]) == 1
    *_, told = capsys.readouterr().out.splitlines()
    assert told == "old.db is not what it was when rounds were put away into it"
    Path("old.db").unlink()
    assert bot.main(["audit", "old.db"]) == 2
    assert "There is no file old.db." in capsys.readouterr().err


def test_books_that_are_not_in_order(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is put away; status 1."""
    tamper(old, "UPDATE move SET text = 'deal Zz' WHERE n = 1 AND round_id = 1")
    before = left(old)
    assert put_away() == 1
    assert capsys.readouterr().out.endswith("Findings: 2.\nNothing is put away.\n")
    assert left(old) == before
    assert {path.name for path in old.parent.iterdir()} == {"casino.db"}


REFUSED = {
    "a file that is there": (["casino.db"], "casino.db exists already: choose another name"),
    "a folder that is not": (["no/old.db"], "there is no directory no"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused(old: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """One sentence, and nothing changes."""
    arguments, sentence = REFUSED[what]
    before = left(old)
    assert bot.main(["archive", *BEFORE, *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert left(old) == before


def test_the_last_days_stay(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Longer than rounds are judged and practised; a day is written as one."""
    assert DAYS * 86_400 > PERIOD
    newest = datetime.now(UTC).date() - timedelta(days=DAYS)
    tomorrow = str(newest + timedelta(days=1))
    assert bot.main(["archive", "--before", tomorrow, "old.db"]) == 2
    assert f"The last {DAYS} days stay: name {newest} or a day before" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        bot.main(["archive", "--before", "yesterday", "old.db"])
    assert "a day is written as 2026-01-31, not 'yesterday'" in capsys.readouterr().err


@needs_fork
def test_a_kill_at_any_point_loses_nothing(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The books are in order, and the same command does the rest."""
    then = Path("then")
    then.mkdir()
    shutil.copy(old, then)
    folders = killed_at_every_call(then, "archive", *BEFORE, "old.db")
    assert len(folders) > 5
    for folder in folders:
        monkeypatch.chdir(folder)
        assert bot.main(["audit", "--jobs", "1"]) == 0
        put_away()
        assert left(Path("casino.db")) == (0, 27)
        assert bot.main(["audit", "--jobs", "1", "old.db"]) == 0
