"""The bank as the rest of the program sees it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from engine.bank import ledger, rounds, settings, tables
from engine.bank.audit import audit
from engine.bank.commit import close_table, commit
from engine.bank.connection import Connection
from engine.bank.migrate import known_migrations
from engine.bank.opening import open_connection
from engine.change import Balances, Change, OpenTable, SavedTable, SettledRound, Wallet


class Bank:
    """Keeps money and tables in one SQLite file: what a method has returned from survives the process.

    Every method may raise a `BankError`, and then nothing of what it was to do is kept.
    """

    def __init__(self, connection: Connection, now: Callable[[], float]) -> None:
        self._connection = connection
        self._now = now

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, now: Callable[[], float], *, busy_timeout: int = 5_000
    ) -> AsyncIterator["Bank"]:
        """Open or create the file, bring its schema up to date, and close it at the end.

        `now` gives Unix seconds; `busy_timeout` in milliseconds is the patience with other programs that write to the
        file. Raises `BankError` with one sentence that says why the file can't be used.
        """
        connection = await open_connection(
            path, now(), busy_timeout=busy_timeout, migrations=known_migrations()
        )
        try:
            yield cls(connection, now)
        finally:
            await connection.close()

    async def close(self) -> None:
        """Make durable what was asked for, then close the file; leaving `open` does it too."""
        await self._connection.close()

    async def wallet(self, user_id: int) -> Wallet:
        """Return what a user has; on first sight the donor opens the account with its welcome."""
        return await self._connection.run(partial(ledger.wallet, user_id=user_id, at=self._now()))

    async def donate(self, user_id: int) -> Wallet:
        """Help a user who is broke with nothing in play. Raises `DonorRefuses` for all others."""
        return await self._connection.run(partial(ledger.donate, user_id=user_id, at=self._now()))

    async def open_table(self, table: SavedTable) -> int:
        """Keep a new table and return its id. Raises `ChannelTaken`."""
        return await self._connection.run(partial(tables.open_table, table=table))

    async def commit(self, change: Change) -> Balances:
        """Keep a change, once even if asked twice.

        Returns the balances in cents of all who sit at the table and of all whose money moved. Raises
        `InsufficientFunds`, or `Contradiction` if the change does not fit what is kept.
        """
        return await self._connection.run(partial(commit, change=change))

    async def close_table(self, table_id: int, by: int) -> None:
        """Close a table that can't be played on: its round is void and every stake goes back. `by` is the admin."""
        await self._connection.run(partial(close_table, table_id=table_id, by=by, at=self._now()))

    async def open_tables(self) -> list[OpenTable]:
        """Return the tables that are not closed, with the running round and the one before."""
        return await self._connection.read(tables.open_tables)

    async def owed_goodbyes(self) -> list[OpenTable]:
        """Return the closed tables whose message does not say so yet, with their last round."""
        return await self._connection.read(tables.owed_goodbyes)

    async def say_goodbye(self, table_id: int) -> None:
        """Keep that the message of a closed table says so."""
        await self._connection.run(partial(tables.say_goodbye, table_id=table_id))

    async def settled_rounds(self, after: int, limit: int) -> list[SettledRound]:
        """Return at most `limit` settled rounds whose ids come after this one, in order."""
        return await self._connection.read(partial(rounds.settled_rounds, after=after, limit=limit))

    async def remember_message(self, table_id: int, message_id: int, round_number: int) -> None:
        """Keep which message shows a table, and which round it shows; `commit` leaves both alone."""
        await self._connection.run(
            partial(
                tables.remember_message,
                table_id=table_id,
                message_id=message_id,
                round_number=round_number,
            )
        )

    async def setting(self, key: str) -> str | None:
        """Return the text kept under a key."""
        return await self._connection.read(partial(settings.setting, key=key))

    async def set_setting(self, key: str, value: str) -> None:
        """Keep a text under a key, in place of any other."""
        await self._connection.run(partial(settings.set_setting, key=key, value=value))

    async def audit(self) -> list[str]:
        """Return one line for each thing that is wrong with the books; none if all is well."""
        return await self._connection.read(audit)
