"""The bank: the interface of the storage to the rest of the program."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial, wraps
from pathlib import Path
from secrets import token_hex
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from engine.bank import commit as changes
from engine.bank.books import admins, channels, donor, notes, pauses, people, shoes, tables
from engine.bank.books import audit as audits
from engine.bank.database import Database, IsOurs
from engine.bank.players import achievements as earned
from engine.bank.players import daily, duels, leaderboards, personal
from engine.bank.players import daily_posts as posts
from engine.bank.players import history as histories
from engine.bank.players import skill as skills
from engine.bank.players import statistics as sums
from engine.bank.sqlite.store import open_file
from engine.bank.store import NOTHING, CallLater, Function, Gauges, ShardRange, Store
from engine.values.achievements import Achievement, AchievementSearch, AchievementsFound
from engine.values.bank import ExportedData
from engine.values.played import Leaderboard, Standing

P = ParamSpec("P")
T = TypeVar("T")

_Method = Callable[Concatenate["Bank", P], Coroutine[Any, Any, T]]


def _method(
    function: Callable[..., T],
    way: Literal["run", "run_again", "read", "read_aside"],
    given: Callable[["Bank"], tuple[Any, ...]] = lambda _: (),
) -> Callable[..., Coroutine[Any, Any, T]]:
    """Make a method that has the store run this function on the database, the `given` values and its arguments."""

    @wraps(function)
    async def method(bank: "Bank", /, *args: Any, **kwargs: Any) -> T:
        values = *given(bank), *args
        run: Callable[[Function[T]], Coroutine[Any, Any, T]] = getattr(bank._store, way)
        return await run(lambda database: function(database, *values, **kwargs))

    return method


def _reads(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    """Wrap a read on one state of the database."""
    return _method(function, "read")


def _reads_aside(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    """Wrap a background read, which delays no click."""
    return _method(function, "read_aside")


def _ours(function: Callable[[Database, IsOurs], T]) -> _Method[[], T]:
    """Wrap a read for the guilds of the bank's share."""
    return _method(function, "read", lambda bank: (bank._share.has,))


def _keeps(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    """Wrap a transaction."""
    return _method(function, "run")


def _plays(function: Callable[Concatenate[Database, str, P], T]) -> _Method[P, T]:
    """Wrap an idempotent transaction that takes the name of the process."""
    return _method(function, "run_again", lambda bank: (bank._process,))


def _dates(function: Callable[Concatenate[Database, float, P], T]) -> _Method[P, T]:
    """Wrap a transaction that takes the time of the call in Unix seconds."""
    return _method(function, "run", lambda bank: (bank._now(),))


def _reads_now(function: Callable[Concatenate[Database, float, P], T]) -> _Method[P, T]:
    """Wrap a read that takes the time of the call in Unix seconds."""
    return _method(function, "read", lambda bank: (bank._now(),))


def _about(
    function: Callable[Concatenate[Database, int | None, P], T],
) -> _Method[Concatenate[int, P], T]:
    """Wrap a background read that takes a person's number, as a method that takes a user's id."""

    @wraps(function)
    def of_user(database: Database, user_id: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(database, people.find(database, user_id), *args, **kwargs)

    return _method(of_user, "read_aside")


class Bank:
    """Stores money and tables in a SQLite file or on a server. A change is durable when its method returns.

    Each method is a function of the books or of `engine.bank.players` and documented there; the tables and the rest of
    the bot use it through the protocols in `engine/values/bank.py`. Reads that take longer the more was played run in
    the background. `claim` and the other methods about the process belong to the store.

    Every method may raise a `BankError` and then saves nothing. The exception is `CommitInDoubt`: the outcome is
    unknown, and the bank refuses everything else until it is known. Send the same `Change` again.
    """

    def __init__(self, store: Store, now: Callable[[], float], share: ShardRange = NOTHING) -> None:
        self._store = store
        self._now = now
        self._share = share
        self._process = token_hex(8)
        """Identifies the commands of this process."""
        self._all_time: leaderboards.AllTime | None = None
        self._all_time_lock = asyncio.Lock()
        self.claim = store.claim
        self.until_lost = store.until_lost
        self.take_turn = store.take_turn
        self.ensure_owner = store.ensure_owner
        self.beat = store.beat
        self.close = store.close

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

        `where` is the path of a file or the address of a server's database: `postgresql://…`.

        `now` returns Unix seconds; `busy_timeout` is the wait for other writers in milliseconds. With `call_later`, the
        bank checks once a second that its files are still there (before each commit it always checks), or renews its
        leases on the shards, and it detects a database that was rolled back. A `tool` may run next to a bot: it needs
        an up-to-date schema and cleans nothing up. On a server, `share` selects the tables that this process plays
        after its `claim`. `gauges` receive commit times and failures.

        Raises `BankError` with one sentence that says why the database can't be used.
        """
        store: Store
        how: dict[str, Any] = {"busy_timeout": busy_timeout, "tool": tool, "gauges": gauges}
        how["claim"] = call_later is not None
        if isinstance(where, Path):
            store = await open_file(where, now(), **how)
        else:
            # Imported here because its library is an optional extra.
            from engine.bank.postgres.opening import open_server

            store = await open_server(where, now(), share=share, **how)
        if call_later is not None:
            store.watch(call_later)
        bank = cls(store, now, share)
        try:
            yield bank
        finally:
            await bank.close()

    open_tables = _ours(tables.open_tables)
    owed_farewells = _ours(tables.owed_farewells)
    noted_messages = _ours(notes.noted_messages)
    departures = _ours(notes.departures)
    guilds_in_use = _ours(notes.guilds_in_use)

    commit = _plays(changes.commit)
    remember_message = _keeps(tables.remember_message)
    say_farewell = _keeps(tables.say_farewell)

    open_table = _dates(changes.open_table)
    seated_balances = _reads(tables.seated_balances)
    close_table = _dates(changes.close_table)

    wallet = _dates(donor.wallet)
    known_wallet = _reads(donor.known_wallet)
    donate = _dates(donor.donate)

    pause = _dates(pauses.begin)
    paused_until = _reads_now(pauses.paused_until)
    require_no_pause = _reads_now(pauses.require_none)

    channel_settings = _reads(channels.channel_settings)
    change_settings = _dates(channels.change_settings)
    drop_settings = _keeps(channels.drop_settings)
    admin_log = _reads(admins.admin_log)
    settings_log = _reads(channels.settings_log)
    last_rule_set = _reads(channels.last_rule_set)

    statistics = _about(sums.statistics)
    earned_in_round = _reads(earned.earned_in_round)
    achievements = _reads(earned.achievements)
    achievements_ahead = _about(earned.progress)
    balance_over_time = _about(sums.balance_over_time)
    names = _reads(people.names)
    leaderboard_since = _about(leaderboards.leaderboard_since)
    history = _about(histories.history)
    saved_round = _reads(histories.saved_round)
    round_of_table = _reads(histories.round_of_table)
    rounds_before = _reads_aside(histories.rounds_before)
    rounds_of_table = _reads(histories.rounds_of_table)
    sitting = _reads_aside(sums.sitting)
    own_rounds = _about(histories.own_rounds)
    rounds_to_review = _about(histories.rounds_to_review)
    rules_of_table = _reads(tables.rules_of_table)

    unjudged_rounds = _reads_aside(skills.unjudged_rounds)
    rounds_before_each = _reads_aside(histories.rounds_before_each)
    save_judged = _keeps(skills.save_judged)
    skill = _reads(skills.skill)
    rounds_by_book = _about(skills.rounds_by_book)
    skill_board = _about(skills.skill_board)

    daily_secret = _keeps(daily.daily_secret)
    daily_game = _reads(daily.daily_game)
    save_daily = _dates(daily.save_daily)
    daily_board = _reads(daily.daily_board)
    daily_streak = _reads(daily.daily_streak)
    daily_posts = _ours(posts.daily_posts)
    save_daily_post = _keeps(posts.save_daily_post)

    unsettled_duels = _ours(duels.unsettled_duels)
    challenge = _dates(duels.challenge)
    duel = _reads(duels.duel)
    duel_secret = _keeps(duels.duel_secret)
    save_duel = _dates(duels.save_duel)
    decline_duel = _dates(duels.decline_duel)
    note_duel_post = _dates(duels.note_duel_post)
    settle_duel = _keeps(duels.settle_duel)
    note_challenge = _keeps(duels.note_challenge)
    ended_challenges = _ours(duels.ended_challenges)
    drop_challenge = _keeps(duels.drop_challenge)

    shoes_of_channel = _reads_aside(shoes.shoes_of_channel)
    public_shoe = _reads(shoes.public_shoe)
    last_shoe = _reads(shoes.last_shoe)
    shoe_rounds = _reads_aside(shoes.shoe_rounds)
    shoes_after = _reads(shoes.shoes_after)
    header_after = _reads(shoes.header_after)

    settled_rounds = _reads_aside(audits.settled_rounds)
    audit = _reads(audits.audit)

    newest_round = _reads(notes.newest_round)
    rounds_since = _reads_aside(notes.rounds_since)
    size = _reads(notes.size)

    note_message = _keeps(notes.note_message)
    drop_message = _keeps(tables.drop_message)

    note_departure = _dates(notes.note_departure)
    drop_departure = _keeps(notes.drop_departure)

    saved_text = _reads(notes.saved_text)
    save_text = _keeps(notes.save_text)
    applications = _reads(notes.applications)

    async def leaderboard(
        self, user_id: int, guild_id: int | None, offset: int, limit: int
    ) -> Leaderboard[Standing]:
        """Return a page of players with `LEAST_ROUNDS`, the highest net first; `guild_id` None means everywhere.

        The list of everywhere may be a minute old, as its `read_at` shows, but forgotten users are never on it.
        """
        read = self._store.read_aside
        person, forgotten = await self._store.read(partial(leaderboards.asker, user_id=user_id))
        if guild_id is not None:
            page: dict[str, Any] = {"guild_id": guild_id, "offset": offset, "limit": limit}
            return await read(partial(leaderboards.leaderboard_in_guild, person=person, **page))
        async with self._all_time_lock:  # all users who ask during a read wait for it
            now, found = self._now(), self._all_time
            if found is None or not found.serves(now, forgotten):
                found = await read(partial(leaderboards.AllTime.read, now=now))
                self._all_time = found
        return found.page(person, offset, limit)

    async def personal_data(self, user_id: int, make: Callable[[ExportedData], T]) -> T:
        """Return `make` applied to all data about a user, in a background read that may take seconds."""
        about: dict[str, Any] = {"at": self._now(), "user_id": user_id}
        return await self._store.read_long(partial(personal.personal_data, make=make, **about))

    async def find_achievements(
        self, user_id: int, looking: AchievementSearch
    ) -> AchievementsFound:
        """Search some of a user's rounds in a background read, and save the new findings."""
        search = partial(earned.search, user_id=user_id, looking=looking)
        found, new = await self._store.read_aside(search), tuple[Achievement, ...]()
        if found.is_news:
            keep = partial(earned.save_achievements, user_id=user_id, findings=found)
            new = await self._store.run(keep)
        return AchievementsFound(new, found.searched.rounds, found.rounds)

    async def forget(self, user_id: int) -> bool:
        """Remove the user's id from the books, then its bytes from the file; return True if the user was known.

        Raises `StillPlaying`.
        """
        # A caller that is cancelled in between must not stop the second half.
        return await asyncio.shield(self._forget(user_id))

    async def _forget(self, user_id: int) -> bool:
        forget = partial(personal.forget, user_id=user_id, at=self._now())
        if known := await self._store.run(forget):
            await self._store.wipe()
        return known
