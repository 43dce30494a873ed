"""Messages of the bot that are to be deleted."""

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.bank.bank import Bank
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import open_connection

from .values import NOW


async def test_messages_are_kept_until_they_are_dropped(where: Path | str) -> None:
    """By channel, oldest first; what is noted or dropped twice makes no difference."""
    async with Bank.open(where, lambda: NOW) as bank:
        for channel, message in ((7, 30), (8, 10), (7, 20), (8, 10)):
            await bank.note_message(channel, message)
        for message in (20, 20, 40):
            await bank.drop_message(message)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.noted_messages() == [(8, 10), (7, 30)]


async def test_the_pings_of_an_older_file_are_taken_over(path: Path) -> None:
    """They stood as one text for each channel, which goes; other texts stay."""
    older = await open_connection(path, NOW, busy_timeout=1, migrations=known_migrations()[:4])
    await older.close()
    texts = [("nudges:7", "20 30"), ("nudges:8", "10"), ("nudges:9", ""), ("commands:1", "20 30")]
    with closing(sqlite3.connect(path)) as file:
        file.executemany("INSERT INTO setting (key, value) VALUES (?, ?)", texts)
        file.commit()
    async with Bank.open(path, lambda: NOW) as bank:
        assert await bank.noted_messages() == [(8, 10), (7, 20), (7, 30)]
        assert [await bank.kept_text(key) for key, _ in texts] == [None, None, None, "20 30"]
