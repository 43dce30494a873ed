"""The bank as the rest of the program sees it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.bank.books import people
from engine.bank.books.audit import audit, settled_rounds
from engine.bank.books.channels import (
    change_settings,
    channel_settings,
    departures,
    drop_departure,
    drop_settings,
    guilds_in_use,
    last_rule_set,
    note_departure,
    settings_log,
)
from engine.bank.books.ledger import donate, known_wallet, wallet
from engine.bank.books.messages import drop_message, note_message, noted_messages
from engine.bank.books.people import names
from engine.bank.books.results import keep_counted
from engine.bank.books.shoes import kept_shoe, last_shoe, shoe_rounds, shoes_after, shoes_of_channel
from engine.bank.books.tables import (
    open_tables,
    owed_goodbyes,
    remember_message,
    rules_of_table,
    say_goodbye,
    seated_balances,
)
from engine.bank.books.texts import keep_text, kept_text
from engine.bank.commit import close_table, commit, open_table
from engine.bank.database import Database
from engine.bank.players import forgetting, personal
from engine.bank.players.daily import (
    daily_board,
    daily_game,
    daily_secret,
    daily_streak,
    keep_daily,
)
from engine.bank.players.history import (
    history,
    kept_round,
    round_of_table,
    rounds_before,
    rounds_of_table,
    uncounted_rounds,
)
from engine.bank.players.honours import earned_in_round, honours, keep_honours, progress, search
from engine.bank.players.leaderboard import leaderboard
from engine.bank.players.practice import rounds_to_review
from engine.bank.players.sitting import own_rounds, sitting
from engine.bank.players.skill import (
    keep_judged,
    rounds_by_book,
    skill,
    skill_board,
    unjudged_rounds,
)
from engine.bank.players.statistics import balance_over_time, statistics
from engine.bank.players.week import leaderboard_since
from engine.bank.shard_range import NOTHING, ShardRange
from engine.bank.sqlite.store import open_file
from engine.bank.status import newest_round, rounds_since, size
from engine.bank.store import CallLater, Gauges, Measured, Store
from engine.values.bank import Turn
from engine.values.played import Honour, HonourSearch, HonoursFound, Progress
from engine.values.tables import OpenTable

P = ParamSpec("P")
T = TypeVar("T")

_Method = Callable[Concatenate["Bank", P], Coroutine[Any, Any, T]]


def _reads(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    """Make a method that runs this function as a read, on one state of the database."""

    @wraps(function)
    async def method(bank: "Bank", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await bank._store.read(lambda database: function(database, *args, **kwargs))

    return method


def _keeps(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    """Make a method that runs this function as a transaction."""

    @wraps(function)
    async def method(bank: "Bank", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await bank._store.run(lambda database: function(database, *args, **kwargs))

    return method


def _dates(function: Callable[Concatenate[Database, float, P], T]) -> _Method[P, T]:
    """Make a method that runs this function as a transaction, with the time of the call in Unix seconds."""

    @wraps(function)
    async def method(bank: "Bank", /, *args: P.args, **kwargs: P.kwargs) -> T:
        at = bank._now()
        return await bank._store.run(lambda database: function(database, at, *args, **kwargs))

    return method


def _ranks(
    function: Callable[Concatenate[Database, int | None, P], T],
) -> _Method[Concatenate[int, P], T]:
    """Make a method that is given a user's id and runs this function, which takes their number, as a read aside."""

    @wraps(function)
    async def method(bank: "Bank", user_id: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        person = await bank._store.read(partial(people.find, user_id=user_id))
        return await bank._store.read_aside(
            lambda database: function(database, person, *args, **kwargs)
        )

    return method


class Bank:
    """Keeps money and tables in a SQLite file or on a server: once a method has returned, its work survives a crash.

    It is an `engine.values.PublicBank`, which describes each method.

    Every method may raise a `BankError`, and then nothing of its work is kept. There is one exception: after
    `CommitInDoubt` nobody knows yet whether it is. The bank refuses everything else until that is known: ask for the
    same `Change` again.
    """

    def __init__(self, store: Store, now: Callable[[], float], share: ShardRange = NOTHING) -> None:
        self._store = store
        self._now = now
        self._share = share

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: Path | str,
        now: Callable[[], float],
        *,
        busy_timeout: int = 5_000,
        call_later: CallLater | None = None,
        tool: bool = False,
        share: ShardRange = NOTHING,
        gauges: Gauges | None = None,
    ) -> AsyncIterator["Bank"]:
        """Open or create the database, bring its schema up to date, and close it at the end.

        `where` is the path of a file, or the address of a database on a server: `postgresql://…`.

        `now` returns Unix seconds; `busy_timeout` is how many milliseconds to wait for others that write. With
        `call_later`, the bank checks once a second whether its files are still there, or its lock on the shards;
        before each commit it always checks. A `tool` may run beside a bot: it needs a schema that is up to date, and
        cleans nothing up. On a server, `share` says whose tables this process plays from its `claim` on. `gauges` are
        told how long transactions take, and of failures.

        Raises `BankError` with one sentence that says why the database can't be used.
        """
        store: Store
        if isinstance(where, Path):
            store = await open_file(
                where, now(), busy_timeout=busy_timeout, call_later=call_later, tool=tool
            )
        else:
            # Its library is an extra, and not there for those who have a file.
            from engine.bank.postgres.opening import open_server

            store = await open_server(
                where,
                now(),
                busy_timeout=busy_timeout,
                call_later=call_later,
                tool=tool,
                share=share,
            )
        bank = cls(store if gauges is None else Measured(store, gauges), now, share)
        try:
            yield bank
        finally:
            await bank.close()

    async def close(self) -> None:
        """Finish the pending work, then close the database; leaving `open` does this too."""
        await self._store.close()

    async def claim(self) -> bool:
        """Become the process that plays the tables of its share. See `SharedBank`."""
        return await self._store.claim()

    async def until_lost(self) -> None:
        """Return when another process plays them. See `SharedBank`."""
        await self._store.until_lost()

    async def make_sure(self) -> None:
        """Return where this process plays its tables. See `TableBank`."""
        await self._store.make_sure()

    async def take_turn(self, bucket: int) -> Turn | None:
        """Take a turn among all processes. See `SharedBank`."""
        return await self._store.take_turn(bucket)

    async def open_tables(self) -> list[OpenTable]:
        """Return the tables of its share that are not closed. See `HouseBank`."""
        return await self._store.read(partial(open_tables, is_ours=self._share.has))

    async def owed_goodbyes(self) -> list[OpenTable]:
        """Return those of its share that are closed and do not say so yet. See `HouseBank`."""
        return await self._store.read(partial(owed_goodbyes, is_ours=self._share.has))

    async def noted_messages(self) -> list[tuple[int, int]]:
        """Return what is to be deleted in channels of its share. See `HouseBank`."""
        return await self._store.read(partial(noted_messages, is_ours=self._share.has))

    async def departures(self) -> dict[int, float]:
        """Return when the bot was found to be gone from guilds of its share. See `PublicBank`."""
        return await self._store.read(partial(departures, is_ours=self._share.has))

    async def guilds_in_use(self) -> set[int]:
        """Return the guilds of its share that have settings or a table. See `PublicBank`."""
        return await self._store.read(partial(guilds_in_use, is_ours=self._share.has))

    commit = _keeps(commit)
    remember_message = _keeps(remember_message)
    say_goodbye = _keeps(say_goodbye)

    open_table = _dates(open_table)
    seated_balances = _reads(seated_balances)
    close_table = _dates(close_table)

    wallet = _dates(wallet)
    known_wallet = _reads(known_wallet)
    donate = _dates(donate)

    channel_settings = _reads(channel_settings)
    change_settings = _dates(change_settings)
    drop_settings = _keeps(drop_settings)
    settings_log = _reads(settings_log)
    last_rule_set = _reads(last_rule_set)

    statistics = _reads(statistics)
    honours = _reads(honours)
    earned_in_round = _reads(earned_in_round)
    balance_over_time = _reads(balance_over_time)
    names = _reads(names)
    leaderboard = _ranks(leaderboard)
    leaderboard_since = _ranks(leaderboard_since)
    history = _reads(history)
    kept_round = _reads(kept_round)
    round_of_table = _reads(round_of_table)
    rounds_before = _reads(rounds_before)
    rounds_of_table = _reads(rounds_of_table)
    sitting = _reads(sitting)
    own_rounds = _reads(own_rounds)
    rounds_to_review = _ranks(rounds_to_review)
    rules_of_table = _reads(rules_of_table)

    unjudged_rounds = _reads(unjudged_rounds)
    keep_judged = _keeps(keep_judged)
    skill = _reads(skill)
    rounds_by_book = _reads(rounds_by_book)
    skill_board = _ranks(skill_board)

    daily_secret = _keeps(daily_secret)
    daily_game = _reads(daily_game)
    keep_daily = _keeps(keep_daily)
    daily_board = _reads(daily_board)
    daily_streak = _reads(daily_streak)

    shoes_of_channel = _reads(shoes_of_channel)
    kept_shoe = _reads(kept_shoe)
    last_shoe = _reads(last_shoe)
    shoe_rounds = _reads(shoe_rounds)
    shoes_after = _reads(shoes_after)

    settled_rounds = _reads(settled_rounds)
    uncounted_rounds = _reads(uncounted_rounds)
    keep_counted = _keeps(keep_counted)
    audit = _reads(audit)

    newest_round = _reads(newest_round)
    rounds_since = _reads(rounds_since)
    size = _reads(size)

    note_message = _keeps(note_message)
    drop_message = _keeps(drop_message)

    note_departure = _dates(note_departure)
    drop_departure = _keeps(drop_departure)

    kept_text = _reads(kept_text)
    keep_text = _keeps(keep_text)

    async def personal_data(self, user_id: int) -> dict[str, Any]:
        """Return all that is kept about a user; read on a connection of its own, because it may take seconds."""
        person = await self._store.read(partial(people.find, user_id=user_id))
        if person is None:
            return personal.nothing(user_id)
        read = partial(personal.personal_data, user_id=user_id, person=person)
        return await self._store.read_aside(read)

    async def find_honours(self, user_id: int, looking: HonourSearch) -> HonoursFound:
        """Search some of a user's rounds, aside as well, and keep what is found."""
        person = await self._store.read(partial(people.find, user_id=user_id))
        if person is None:
            return HonoursFound((), 0, 0)
        found = await self._store.read_aside(partial(search, person=person, looking=looking))
        new: tuple[Honour, ...] = ()
        if found.is_news:
            keep = partial(keep_honours, user_id=user_id, person=person, findings=found)
            new = await self._store.run(keep)
        return HonoursFound(new, found.searched.rounds, found.rounds)

    async def honours_ahead(self, user_id: int, looking: HonourSearch) -> Mapping[str, Progress]:
        """Look aside how far a user is on the way to honours."""
        person = await self._store.read(partial(people.find, user_id=user_id))
        if person is None:
            return {}
        return await self._store.read_aside(partial(progress, person=person, looking=looking))

    async def forget(self, user_id: int) -> bool:
        """Remove the user's id from the books, then its bytes from the file; return whether it was known.

        Raises `StillPlaying`.
        """
        # A caller that is cancelled in between must not stop the second half.
        return await asyncio.shield(self._forget(user_id))

    async def _forget(self, user_id: int) -> bool:
        forget = partial(forgetting.forget, user_id=user_id, at=self._now())
        if known := await self._store.run(forget):
            await self._store.wipe()
        return known
