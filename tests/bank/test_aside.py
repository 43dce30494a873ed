"""What takes long is read on the side: everybody else is served meanwhile."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import BankClosed, StorageFailed
from engine.bank.players import personal

from .test_forgetting import after_an_evening
from .values import ANN, BEN, CAT, NOW, WELCOME, bet, change, opened

FOR_EVER = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"

SECONDS = 60
"""After which a thread gives up on a loop that does not answer, so that a test that fails also ends."""

Reading = Callable[..., dict[str, Any]]


@contextmanager
def reading_by(reading: Callable[[Reading], Reading]) -> Iterator[None]:
    """Personal data is read by what this makes of the real function."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(personal, "personal_data", reading(personal.personal_data))
        yield


async def test_others_are_served_while_a_long_history_is_read(bank: Bank) -> None:
    """Ben reads and bets before Ann has her data; hers is the state in which her reading began."""
    await after_an_evening(bank)
    table = await opened(bank, channel_id=12)
    before = await bank.personal_data(ANN)
    loop = asyncio.get_running_loop()
    served: list[object] = []

    async def others() -> None:
        served.append(await bank.known_wallet(BEN))
        served.append(await bank.statistics(BEN))
        served.append((await bank.commit(change(table, postings=(bet(ANN, 500),))))[ANN])

    def held(real: Reading) -> Reading:
        def read(connection: sqlite3.Connection, **values: Any) -> dict[str, Any]:
            connection.execute("SELECT COUNT(*) FROM posting").fetchall()
            try:
                asyncio.run_coroutine_threadsafe(others(), loop).result(SECONDS)
            except Late:
                served.append("nobody")
            return real(connection, **values)

        return read

    with reading_by(held):
        data = await bank.personal_data(ANN)
    assert len(served) == 3
    assert served[2] == WELCOME - 500
    assert data == before
    assert (await bank.personal_data(ANN))["account"]["in_play"] == 500


async def test_one_history_is_read_at_a_time(bank: Bank) -> None:
    """However many ask at once; each has their own."""
    await after_an_evening(bank)
    wanted = {user: await bank.personal_data(user) for user in (ANN, BEN)}
    under_way, most = 0, 0

    def counted(real: Reading) -> Reading:
        def read(connection: sqlite3.Connection, **values: Any) -> dict[str, Any]:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            data = real(connection, **values)
            under_way -= 1
            return data

        return read

    with reading_by(counted):
        users = [ANN, BEN] * 10
        answers = await asyncio.gather(*map(bank.personal_data, users))
    assert most == 1
    assert answers == [wanted[user] for user in users]


async def test_a_stranger_asks_nothing_of_the_file(bank: Bank) -> None:
    """Who is not known is told so without a look through the books."""

    def never(_: Reading) -> Reading:
        def read(*_: Any, **__: Any) -> dict[str, Any]:
            raise AssertionError("a stranger's data was looked for")

        return read

    await after_an_evening(bank)
    shape = (await bank.personal_data(ANN)).keys()
    with reading_by(never):
        data = await bank.personal_data(CAT)
    assert data.keys() == shape
    assert data == {**{key: [] for key in shape}, "user_id": CAT, "account": None}


def _endless(begun: Event) -> Callable[[Reading], Reading]:
    def made(_: Reading) -> Reading:
        def read(connection: sqlite3.Connection, **_: Any) -> dict[str, Any]:
            begun.set()
            return {"rows": connection.execute(FOR_EVER).fetchall()}

        return read

    return made


async def test_who_stops_waiting_ends_the_reading(bank: Bank) -> None:
    """A history without an end: its reader goes away, and the next one has their turn."""
    await after_an_evening(bank)
    begun = Event()
    with reading_by(_endless(begun)):
        asking = asyncio.create_task(bank.personal_data(ANN))
        assert await asyncio.to_thread(begun.wait, SECONDS)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert (await bank.personal_data(BEN))["user_id"] == BEN


async def test_a_bank_that_closes_waits_for_no_history(path: Path) -> None:
    """Who reads and who waits for a turn are told that the bank is closed."""
    async with Bank.open(path, lambda: NOW) as bank:
        await after_an_evening(bank)
        begun = Event()
        with reading_by(_endless(begun)):
            asking = [asyncio.create_task(bank.personal_data(user)) for user in (ANN, BEN)]
            assert await asyncio.to_thread(begun.wait, SECONDS)
            await bank.close()
            answers = await asyncio.gather(*asking, return_exceptions=True)
        assert [type(answer) for answer in answers] == [BankClosed, BankClosed]


async def test_a_file_that_is_gone_is_not_made_anew(bank: Bank, path: Path) -> None:
    """The reader opens the file by its name, but never creates it."""
    await after_an_evening(bank)
    elsewhere = path.with_name("elsewhere.db")
    await asyncio.to_thread(path.rename, elsewhere)
    with pytest.raises(StorageFailed):
        await bank.personal_data(ANN)
    assert not await asyncio.to_thread(path.exists)
    await asyncio.to_thread(elsewhere.rename, path)
