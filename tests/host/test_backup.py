"""Backups: whole copies of books that are being written, which can be put in the place of the original."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

import bot
from engine.bank.bank import Bank
from engine.bank.errors import BankError
from engine.bank.sqlite.backup import backup, backup_into, seconds_left, to_its_end
from engine.records.counting import recount
from sandbox import Sandbox
from tests.bot.process import bot_process, run_bot
from tests.bot.process_table import balance, board, deal, is_done
from tests.bot.reading import awaited, hands, round_of, rounds_over

from .evening import play_evening

HOUR = 3_600.0
TEN = 1_800_000_000.0
"""Unix seconds, UTC: 2027-01-15 08:00:00."""
MOMENTS = 8
"""Of the play, at each of which a copy is made."""


def replace(database: Path, copy: Path) -> None:
    """Put a copy in the place of the database, as docs/running.md says."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    copy.rename(database)


async def findings(database: Path) -> list[str]:
    """What the whole audit says of a file."""
    async with Bank.open(database, time.time) as bank:
        return [finding async for finding in recount(bank)]


def count(database: Path, what: str) -> int:
    """How many rows a table of the file has."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute(f"SELECT COUNT(*) FROM {what}").fetchone()[0])


def test_a_copy_holds_everything(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The tool copies the whole file, leaves nothing else behind, and says where the copy is."""
    before = database.read_bytes()
    assert bot.main(["backup", "copy.db"]) == 0
    assert capsys.readouterr() == ("The database is copied to copy.db.\n", "")
    assert database.read_bytes() == before
    for what in ("posting", "move", "round", "account"):
        assert count(Path("copy.db"), what) == count(database, what) > 0
    assert sorted(path.name for path in Path().iterdir()) == ["casino.db", "copy.db"]
    assert asyncio.run(findings(Path("copy.db"))) == []


def test_a_copy_never_replaces_a_file(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is there already stays: status 2, and one sentence."""
    Path("copy.db").write_text("precious")
    assert bot.main(["backup", "copy.db"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "copy.db exists already" in told.err
    assert Path("copy.db").read_text() == "precious"
    assert bot.main(["backup", "casino.db"]) == 2


@pytest.mark.parametrize("content", [None, b"Dear dealer, " * 100])
def test_what_can_not_be_copied_is_named(
    database: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no database: status 2, one sentence, and no file."""
    database.unlink()
    if content is not None:
        database.write_bytes(content)
    assert bot.main(["backup", "copy.db"]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "casino.db" in told
    assert not Path("copy.db").exists()


def test_a_folder_that_is_not_there_is_named(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2, one sentence, and nothing is made."""
    assert bot.main(["backup", "nowhere/copy.db"]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "nowhere" in told


def test_a_damaged_database_is_not_copied(database: Path) -> None:
    """A copy that would be useless is not made, so that it can't be taken for a good one."""
    content = bytearray(database.read_bytes())
    page = 4_096
    content[4 * page : 40 * page] = b"\xff" * (36 * page)
    database.write_bytes(content)
    with pytest.raises(BankError):
        backup(database, Path("copy.db"))
    assert not list(Path().glob("copy*"))


async def test_a_copy_is_whole_while_the_bank_writes(tmp_path: Path) -> None:
    """Copies that are made in the middle of the play are in order, each at some moment of it."""
    database = tmp_path / "casino.db"
    async with Bank.open(database, time.time) as bank:
        evenings = asyncio.create_task(play_on(bank, enough := asyncio.Event()))
        copies, postings = list[Path](), list[int]()
        while len(set(postings)) < MOMENTS and not evenings.done():
            copies.append(tmp_path / f"copy-{len(copies)}.db")
            await asyncio.to_thread(backup, database, copies[-1])
            postings.append(count(copies[-1], "posting"))
        enough.set()
        await evenings
    assert postings == sorted(postings)
    assert len(set(postings)) == MOMENTS
    for copy in copies:
        assert await findings(copy) == []


async def play_on(bank: Bank, enough: asyncio.Event) -> None:
    """One short evening after another, with other cards each."""
    evening = 0
    while not enough.is_set():
        evening += 1
        await play_evening(bank, 1, seed=evening)


async def test_a_restored_copy_goes_on_where_it_was_made(sandbox: Sandbox, tmp_path: Path) -> None:
    """Stop, replace, start: balances and cards are those of the copy, and its round is played to the end."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path) as process:
        await deal(sandbox, [user])
        number, cards = round_of(board(sandbox)), hands(board(sandbox))
        had = await balance(sandbox, user)
        copied = await run_bot(tmp_path, "backup", "copy.db", DATABASE="casino.db")
        assert (copied.status, copied.errors) == (0, "")
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: rounds_over(board(sandbox)) == number)
        assert await process.terminate() == 0
        replace(process.database, tmp_path / "copy.db")
        await process.start()
        assert await balance(sandbox, user) == had
        shown = board(sandbox)
        await sandbox.wait_for(lambda: awaited(shown) and hands(shown) == cards)
        await user.click(shown, "Stand")
        await sandbox.wait_for(lambda: not awaited(shown))
        won = hands(shown)[user.name].net
        assert won is not None
        assert await balance(sandbox, user) == had + 50_00 + won
        assert is_done(sandbox, user)
        assert await process.terminate() == 0
    assert await findings(process.database) == []


def page_count(database: Path) -> int:
    """How many pages a database has."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


class _Writer(Event):
    """Somebody who commits whenever it is asked whether to go on, and has enough of it after so many times."""

    def __init__(self, database: Path, patience: int) -> None:
        super().__init__()
        self._database = database
        self._patience = patience
        self.commits = 0

    def is_set(self) -> bool:
        self.commits += 1
        with closing(sqlite3.connect(self._database, isolation_level=None)) as other:
            other.execute("REPLACE INTO setting VALUES ('commits', ?)", (str(self.commits),))
        return self.commits > self._patience


async def test_a_copy_ends_though_somebody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever commits between its steps neither holds it up nor gets into it: it takes as many as it has pages."""
    step = 5
    monkeypatch.setattr("engine.bank.sqlite.backup.STEP", step)
    database, copy = tmp_path / "casino.db", tmp_path / "copy.db"
    async with Bank.open(database, time.time) as bank:
        await play_evening(bank, 1)
        await bank.keep_text("commits", "0")
        pages = page_count(database)
        writer = _Writer(database, patience=2 * pages // step)
        await asyncio.to_thread(backup, database, copy, writer)
        assert 2 * step < pages
        assert writer.commits >= pages // step
    async with Bank.open(copy, time.time) as bank:
        assert await bank.kept_text("commits") == "0"
    assert await findings(copy) == []


# Regular backups


def test_without_a_name_it_is_the_next_regular_one(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For a timer: named by the time, in the folder of the settings, which keeps so many."""
    monkeypatch.setenv("BACKUP_DIRECTORY", "safe")
    monkeypatch.setenv("BACKUP_KEEP", "2")
    for hour in range(3):
        monkeypatch.setattr("engine.clock.RealClock.now", lambda _, at=hour: TEN + at * HOUR)
        assert bot.main(["backup"]) == 0
    names = sorted(path.name for path in Path("safe").iterdir())
    assert names == [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert capsys.readouterr().out.endswith(f"The database is copied to safe/{names[-1]}.\n")
    Path("file").touch()
    monkeypatch.setenv("BACKUP_DIRECTORY", "file")
    assert bot.main(["backup"]) == 2
    assert "can't write to file" in capsys.readouterr().err


def test_the_newest_are_kept(database: Path) -> None:
    """After six hours there are the last three of the hourly backups, named by their time, and each is whole."""
    folder = Path("kept", "safe")
    for hour in range(6):
        backup_into(folder, database, TEN + hour * HOUR, 3)
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"blackjack-20270115-{hour}0000.db" for hour in (11, 12, 13)]
    for name in names:
        assert asyncio.run(findings(folder / name)) == []


def test_what_is_not_ours_stays(database: Path) -> None:
    """Files that the host put beside the backups are neither counted nor deleted."""
    folder = Path("backups")
    folder.mkdir()
    others = ["blackjack-before.db", "blackjack-20270115.db", "notes.txt"]
    for other in others:
        (folder / other).write_text("mine")
    for hour in range(2):
        backup_into(folder, database, TEN + hour * HOUR, 1)
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == sorted([*others, "blackjack-20270115-090000.db"])
    assert all((folder / other).read_text() == "mine" for other in others)


def test_the_next_one_is_due_when_the_newest_is_old(database: Path) -> None:
    """At once where there is none, and otherwise counted from the newest, however often the bot was started."""
    folder = Path("backups")
    assert seconds_left(folder, HOUR, TEN) == 0
    backup_into(folder, database, TEN - HOUR, 7)
    backup_into(folder, database, TEN, 7)
    assert seconds_left(folder, HOUR, TEN + 600) == HOUR - 600
    assert seconds_left(folder, HOUR, TEN + 2 * HOUR) == 0


def test_a_name_that_is_no_time_is_not_a_backup_of_ours(tmp_path: Path) -> None:
    """A file of the host's that is named almost like a backup neither counts nor makes backups without end."""
    (tmp_path / "blackjack-20261399-000000.db").touch()
    (tmp_path / "blackjack-20200101-000000.db").touch()
    assert seconds_left(tmp_path, 60, 1_577_836_800 + 20) == 40


def test_a_name_in_the_future_stops_no_backup(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The clock was wrong by years once: backups go on in time, the real newest stay, and the log names the odd one."""
    folder = Path("backups")
    folder.mkdir()
    odd = folder / "blackjack-20990101-000000.db"
    odd.write_text("from a time to come")
    assert seconds_left(folder, HOUR, TEN) == 0
    for hour in range(3):
        backup_into(folder, database, TEN + hour * HOUR, 2)
        assert seconds_left(folder, HOUR, TEN + hour * HOUR + 60) == HOUR - 60
    kept = [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert sorted(path.name for path in folder.iterdir()) == [*kept, odd.name]
    assert odd.name in caplog.text


async def test_a_backup_ends_before_the_database_is_closed() -> None:
    """Whoever cancels regular backups waits until no copy is in work any more."""
    loop, begun, ended = asyncio.get_running_loop(), asyncio.Event(), Event()

    def copying(halt: Event) -> None:
        loop.call_soon_threadsafe(begun.set)
        halt.wait()
        ended.set()
        raise BankError("the bot stops")

    task = asyncio.create_task(to_its_end(copying))
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert ended.is_set()


def test_a_backup_that_is_halted_leaves_nothing(database: Path) -> None:
    """Neither a copy nor half of one."""
    halt = Event()
    halt.set()
    with pytest.raises(BankError, match="stops"):
        backup(database, Path("copy.db"), halt)
    assert not list(Path().glob("copy.db*"))


def test_a_failed_backup_deletes_nothing(database: Path) -> None:
    """Older copies are all the more precious when no new one can be made."""
    folder = Path("backups")
    backup_into(folder, database, TEN, 1)
    database.unlink()
    with pytest.raises(BankError):
        backup_into(folder, database, TEN + HOUR, 1)
    assert [path.name for path in folder.iterdir()] == ["blackjack-20270115-080000.db"]


async def test_the_bot_makes_them(sandbox: Sandbox, tmp_path: Path) -> None:
    """With BACKUP_HOURS the first start makes the first backup, and the log says where it is."""
    settings = {"BACKUP_HOURS": "24", "BACKUP_DIRECTORY": "safe"}
    async with bot_process(sandbox, tmp_path, **settings) as process:
        await sandbox.user(1).command(sandbox.channel("blackjack"), "balance")
        assert await process.terminate() == 0
        (made,) = (tmp_path / "safe").glob("blackjack-*.db")
        assert f"backed up to {Path('safe', made.name)}" in process.log
    assert await findings(made) == []
