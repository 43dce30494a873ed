"""The disk full, the file locked, damaged or not ours: a clear sentence, nothing lost, and play goes on after."""

import logging
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

import bot
from cogs.language import ENGLISH
from cogs.startup.settings import SETTINGS
from engine.rules.rule_sets import RULE_SETS
from sandbox import User
from tests.bank.disk import Disk, disk
from tests.bot.casino import WELCOME, Casino
from tests.bot.luck import Layout, seed_where
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN, Finished, run_bot
from tests.bot.reading import awaited, hands

HOTSEAT = RULE_SETS["hotseat"]
PAGE = 4_096

__all__ = ["disk"]


def two_low_hands(dealt: Layout) -> bool:
    """Both players are asked, and asked again after a card."""
    return dealt.points(1) <= 10 and dealt.points(2) <= 10


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """The first of two players is to decide; both bet $100.00."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_low_hands))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow beyond its first page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def told_to_the_host(caplog: pytest.LogCaptureFixture) -> str:
    """The errors in the log with their causes; they are expected, and taken out of it."""
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    text = "\n".join(f"{r.getMessage()}: {r.exc_info[1] if r.exc_info else ''}" for r in errors)
    caplog.clear()
    return text


# The disk is full


async def test_a_move_on_a_full_disk_is_not_made(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The player is told, the host is told why, and the same button works when there is room again."""
    alice, _ = await two_in_play(casino)
    with casino.nothing_changes(), full_disk():
        answer = await casino.press(alice, "Hit")
    assert answer.text == ENGLISH("sorry-our-fault")
    assert "the database failed: " in told_to_the_host(caplog)
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3


async def test_a_deadline_on_a_full_disk_is_kept_later(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A time-out that can't be saved is tried again: nobody waits for ever."""
    _, bob = await two_in_play(casino)
    with casino.nothing_changes(), full_disk():
        await casino.let_pass(45)
        await casino.let_pass(5)
    assert "a deadline could not be kept" in told_to_the_host(caplog)
    await casino.let_pass(5)
    assert awaited(casino.board()) == [bob.name]


async def test_a_crash_on_a_full_disk_loses_nothing(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """What was refused is not there after the next start either, and all that was accepted is."""
    alice, bob = await two_in_play(casino)
    await casino.press(alice, "Hit")
    books, cards = casino.books(), hands(casino.board())
    with full_disk():
        await casino.press(alice, "Hit")
    assert told_to_the_host(caplog)
    await casino.crash()
    await casino.quiet()
    assert (casino.books(), hands(casino.board())) == (books, cards)
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


# The disk fails at the end of a commit


async def test_a_move_in_doubt_is_made_once_later(
    disk: Disk, casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The player hears that the outcome is unknown. When the disk works again, the table shows the move by itself."""
    alice, bob = await two_in_play(casino)
    with casino.nothing_changes(), disk.dies():
        assert (await casino.press(alice, "Hit")).text == ENGLISH("sorry-in-doubt")
        casino.clock.advance(5)
        for label in ("Hit", "Stand"):
            assert (await casino.press(alice, label)).text == ENGLISH("sorry-our-fault")
    told = told_to_the_host(caplog)
    assert "outcome is unknown" in told
    assert "a deadline could not be kept" in told
    await casino.let_pass(5)
    assert len(hands(casino.board())[alice.name].cards) == 3
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 4
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_a_kill_in_doubt_leaves_one_truth(
    disk: Disk, casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The next start finds the move in the log: board and books agree, and the round is played to its end."""
    alice, bob = await two_in_play(casino)
    with disk.dies():
        assert (await casino.press(alice, "Hit")).text == ENGLISH("sorry-in-doubt")
        left = casino.database.with_name("left.db")
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{casino.database}{suffix}", f"{left}{suffix}")
    assert told_to_the_host(caplog)
    await casino.stop()
    casino.database = left
    await casino.start()
    await casino.quiet()
    assert len(hands(casino.board())[alice.name].cards) == 3
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


# Somebody else has the file


# Somebody takes the file away


async def test_a_file_that_is_taken_away(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """A second later the host is told, once; no move is made or shown; with the file in its place play goes on."""
    alice, bob = await two_in_play(casino)
    board, path, away = casino.board().text, casino.database, casino.database.with_name("away.db")
    os.rename(path, away)
    for _ in range(3):
        casino.clock.advance(1)
        await casino.bot.bank.kept_text("nothing")
    assert told_to_the_host(caplog).count("Stop the bot") == 1
    for label in ("Hit", "Stand"):
        assert (await casino.press(alice, label)).text == ENGLISH("sorry-our-fault")
    assert "was deleted or moved while it was in use" in told_to_the_host(caplog)
    assert casino.board().text == board
    await casino.bot.close()
    os.rename(away, path)
    await casino.restart()
    await casino.quiet()
    assert [len(hand.cards) for hand in hands(casino.board()).values()] == [2, 2]
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


# The start


async def start(casino: Casino) -> Finished:
    """Start `python bot.py` on the file of a casino that is closed."""
    return await run_bot(casino.database.parent, DISCORD_TOKEN=TOKEN, DATABASE=casino.database.name)


def is_one_sentence(finished: Finished, *words: str) -> bool:
    """Whether the host is told in one line, with these words in it."""
    return (
        finished.status == 2
        and len(finished.errors.splitlines()) == 1
        and all(word in finished.errors for word in words)
    )


def damage(database: Path) -> None:
    """Write nonsense over everything behind the first two pages."""
    sound = database.read_bytes()
    database.write_bytes(sound[: 2 * PAGE] + Random(1).randbytes(len(sound) - 2 * PAGE))


def from_the_future(database: Path) -> None:
    """Make it a file of a future version."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO migration VALUES (9999, 'roulette', 0)")


@pytest.mark.parametrize(
    ("spoil", "word"),
    [(damage, "damaged"), (from_the_future, "run the newer version")],
    ids=["damaged", "newer"],
)
async def test_a_file_that_can_not_be_used_is_left_alone(
    casino: Casino, spoil: Callable[[Path], None], word: str
) -> None:
    """The start is refused in one sentence, the file is as it was, and with the right file in place play goes on."""
    alice, bob = await two_in_play(casino)
    await casino.stop()
    sound = casino.database.read_bytes()
    spoil(casino.database)
    spoilt = casino.database.read_bytes()
    finished = await start(casino)
    assert is_one_sentence(finished, casino.database.name, word), finished
    assert casino.database.read_bytes() == spoilt
    casino.database.write_bytes(sound)
    await casino.start()
    await casino.quiet()
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A token, and a Discord that does not accept it."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        yield monkeypatch


def test_a_start_on_a_full_disk_leaves_nothing_half_made(
    tmp_path: Path, settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence names the file; the next start makes it, and gets as far as to Discord."""
    settings.chdir(tmp_path)
    with full_disk():
        status = bot.main([])
    told = capsys.readouterr().err
    assert (status, len(told.splitlines())) == (2, 1)
    assert "blackjack.db" in told
    assert bot.main([]) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err
