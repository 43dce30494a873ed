"""The bank as the rest of the program sees it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from engine.bank.books import (
    channels,
    ledger,
    messages,
    people,
    results,
    rounds,
    status,
    tables,
    texts,
)
from engine.bank.books.audit import audit
from engine.bank.commit import close_table, commit
from engine.bank.file.aside import Aside
from engine.bank.file.connection import Connection
from engine.bank.file.migrate import known_migrations
from engine.bank.file.opening import open_connection
from engine.bank.file.watch import CallLater, Watch
from engine.bank.players import forgetting, history, leaderboard, personal, statistics
from engine.bank.players.wiping import Wiping
from engine.saved import (
    BalancePoint,
    Balances,
    Change,
    CountedRound,
    History,
    KeptRound,
    Leaderboard,
    OpenTable,
    SavedSettings,
    SavedTable,
    SettingChange,
    SettledRound,
    Statistics,
    Wallet,
)


class Bank:
    """Keeps money and tables in one SQLite file: what a method has returned from survives the process.

    Every method may raise a `BankError`, and then nothing of what it was to do is kept. With one exception: after
    `CommitInDoubt` nobody knows yet. The bank refuses everything else until that is decided; whoever has to know asks
    for the same `Change` again.
    """

    def __init__(
        self,
        connection: Connection,
        aside: Aside,
        now: Callable[[], float],
        watch: Watch | None = None,
    ) -> None:
        self._connection = connection
        self._aside = aside
        self._now = now
        self._watch = watch
        self._wiping = Wiping(connection)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: Path,
        now: Callable[[], float],
        *,
        busy_timeout: int = 5_000,
        call_later: CallLater | None = None,
        tool: bool = False,
    ) -> AsyncIterator["Bank"]:
        """Open or create the file, bring its schema up to date, and close it at the end.

        `now` gives Unix seconds; `busy_timeout` in milliseconds is the patience with other programs that write to the
        file. By `call_later`, where it is given, the bank looks once a second whether its files are still there;
        before it keeps anything it looks in any case. A `tool` may run beside a bot: it wants a schema that is up to
        date, and cleans nothing up. Raises `BankError` with one sentence that says why the file can't be used.
        """
        connection = await open_connection(
            path,
            now(),
            busy_timeout=busy_timeout,
            migrations=known_migrations(),
            claim=call_later is not None,
            tool=tool,
        )
        watch = Watch(connection, call_later) if call_later is not None else None
        bank = cls(connection, Aside(path), now, watch)
        try:
            if not tool:
                await connection.alone(forgetting.clean_up)
            await connection.alone(people.index)
            yield bank
        finally:
            await bank.close()

    async def close(self) -> None:
        """Make durable what was asked for, then close the file; leaving `open` does it too."""
        if self._watch is not None:
            self._watch.stop()
        self._wiping.stop()
        await self._aside.close()
        await self._connection.close()

    async def wallet(self, user_id: int) -> Wallet:
        """Return what a user has; on first sight the donor opens the account with its welcome."""
        return await self._connection.run(partial(ledger.wallet, user_id=user_id, at=self._now()))

    async def known_wallet(self, user_id: int) -> Wallet | None:
        """Return what a user has whose account is open; asking opens none."""
        return await self._connection.read(partial(ledger.known_wallet, user_id=user_id))

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

    async def statistics(self, user_id: int) -> Statistics:
        """Return what all settled rounds of a user come to."""
        return await self._connection.read(partial(statistics.statistics, user_id=user_id))

    async def balance_over_time(self, user_id: int, points: int) -> tuple[BalancePoint, ...]:
        """Return what a user had after gifts and settled rounds: at most `points`, evenly thinned, in time order.

        Raises `ValueError` for fewer than two points.
        """
        return await self._connection.read(
            partial(statistics.balance_over_time, user_id=user_id, points=points)
        )

    async def leaderboard(self, guild_id: int | None, offset: int, limit: int) -> Leaderboard:
        """Return a page of the users who have most, of a guild's players or (None) of all."""
        return await self._connection.read(
            partial(leaderboard.leaderboard, guild_id=guild_id, offset=offset, limit=limit)
        )

    async def rank_of(self, user_id: int, guild_id: int | None) -> int | None:
        """Return a user's place in that leaderboard, the first being 1; None for who is not on it."""
        return await self._connection.read(
            partial(leaderboard.rank_of, user_id=user_id, guild_id=guild_id)
        )

    async def history(self, user_id: int, offset: int, limit: int) -> History:
        """Return a page of the rounds that a user was dealt into and that have ended, the newest first."""
        return await self._connection.read(
            partial(history.history, user_id=user_id, offset=offset, limit=limit)
        )

    async def kept_round(self, round_id: int) -> KeptRound | None:
        """Return a round that was dealt and has ended, for its replay; None for any other."""
        return await self._connection.read(partial(history.kept_round, round_id=round_id))

    async def uncounted_rounds(self, after: int, limit: int) -> list[KeptRound]:
        """Return at most `limit` ended rounds without their results whose ids come after this one, in order."""
        return await self._connection.read(
            partial(history.uncounted_rounds, after=after, limit=limit)
        )

    async def keep_counted(self, rounds: Sequence[CountedRound]) -> None:
        """Keep what earlier rounds came to, once even if asked twice. Raises `Contradiction`."""
        await self._connection.run(partial(results.keep_counted, rounds=rounds))

    async def channel_settings(self) -> list[SavedSettings]:
        """Return the settings of every channel where something is set."""
        return await self._connection.read(channels.channel_settings)

    async def change_settings(self, settings: SavedSettings, admin_id: int) -> None:
        """Keep the settings of a channel in place of all that was set there, and log what that changes."""
        await self._connection.run(
            partial(channels.change_settings, settings=settings, admin_id=admin_id, at=self._now())
        )

    async def settings_log(
        self, channel_id: int, limit: int, before: int | None = None
    ) -> list[SettingChange]:
        """Return at most `limit` changes of a channel's settings, newest first.

        `before` is the number of the last change of the page before this one.
        """
        return await self._connection.read(
            partial(channels.settings_log, channel_id=channel_id, limit=limit, before=before)
        )

    async def personal_data(self, user_id: int) -> dict[str, Any]:
        """Return all that is kept about a user, as plain values; `engine.bank.personal` says in which shape.

        A long history takes seconds, and keeps nobody waiting but others who ask for theirs.
        """
        person = await self._connection.read(partial(people.find, user_id=user_id))
        if person is None:
            return personal.nothing(user_id)
        read = partial(personal.personal_data, user_id=user_id, person=person)
        return await self._aside.read(read)

    async def forget(self, user_id: int) -> None:
        """Take the user's id out of all that is kept, and out of the file; the books stay in order.

        Raises `StillPlaying` for who has a seat at an open table or money in play. Twice is once.
        """
        # Who stops waiting in between must not stop the second half.
        await asyncio.shield(self._forget(user_id))

    async def rounds_since(self, at: float) -> int:
        """Return how many rounds were settled since this moment, in Unix seconds."""
        return await self._connection.read(partial(status.rounds_since, at=at))

    async def size(self) -> int:
        """Return the bytes that the database takes, with what is written ahead."""
        return await self._connection.read(status.size)

    async def note_message(self, channel_id: int, message_id: int) -> None:
        """Keep that a message is to be deleted."""
        await self._connection.run(
            partial(messages.note_message, channel_id=channel_id, message_id=message_id)
        )

    async def drop_message(self, message_id: int) -> None:
        """Keep no longer that a message is to be deleted."""
        await self._connection.run(partial(messages.drop_message, message_id=message_id))

    async def noted_messages(self) -> list[tuple[int, int]]:
        """Return channel and message of all that are to be deleted, oldest first."""
        return await self._connection.read(messages.noted_messages)

    async def kept_text(self, key: str) -> str | None:
        """Return the text kept under a key."""
        return await self._connection.read(partial(texts.kept_text, key=key))

    async def keep_text(self, key: str, value: str) -> None:
        """Keep a text under a key, in place of any other."""
        await self._connection.run(partial(texts.keep_text, key=key, value=value))

    async def audit(self) -> list[str]:
        """Return one line for each thing that is wrong with the books; none if all is well."""
        return await self._connection.read(audit)

    async def _forget(self, user_id: int) -> None:
        forget = partial(forgetting.forget, user_id=user_id, at=self._now())
        if await self._connection.run(forget):
            await self._wiping.wipe()
