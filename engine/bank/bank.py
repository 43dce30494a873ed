"""The class `Bank`, with a method for each read and change of the database."""

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
from engine.values.played import Leaderboard, MoneyEntry

P = ParamSpec("P")
T = TypeVar("T")

_Method = Callable[Concatenate["Bank", P], Coroutine[Any, Any, T]]


def _method(
    function: Callable[..., T],
    way: Literal["run", "run_idempotent", "read", "read_in_background"],
    given: Callable[["Bank"], tuple[Any, ...]] = lambda _: (),
) -> Callable[..., Coroutine[Any, Any, T]]:
    """Make a `Bank` method that runs `function`, with the `given` values first, by the store's method `way`."""

    @wraps(function)
    async def method(bank: "Bank", /, *args: Any, **kwargs: Any) -> T:
        values = *given(bank), *args
        run: Callable[[Function[T]], Coroutine[Any, Any, T]] = getattr(bank._store, way)
        return await run(lambda database: function(database, *values, **kwargs))

    return method


def _reads(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    return _method(function, "read")


def _reads_in_background(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    return _method(function, "read_in_background")


def _reads_own_guilds(function: Callable[[Database, IsOurs], T]) -> _Method[[], T]:
    return _method(function, "read", lambda bank: (bank._share.has,))


def _writes(function: Callable[Concatenate[Database, P], T]) -> _Method[P, T]:
    return _method(function, "run")


def _commits(function: Callable[Concatenate[Database, str, P], T]) -> _Method[P, T]:
    return _method(function, "run_idempotent", lambda bank: (bank._process,))


def _writes_now(function: Callable[Concatenate[Database, float, P], T]) -> _Method[P, T]:
    return _method(function, "run", lambda bank: (bank._now(),))


def _writes_now_idempotently(
    function: Callable[Concatenate[Database, float, P], T],
) -> _Method[P, T]:
    return _method(function, "run_idempotent", lambda bank: (bank._now(),))


def _reads_now(function: Callable[Concatenate[Database, float, P], T]) -> _Method[P, T]:
    return _method(function, "read", lambda bank: (bank._now(),))


def _reads_about(
    function: Callable[Concatenate[Database, int | None, P], T],
) -> _Method[Concatenate[int, P], T]:
    """Make a `Bank` method that takes a user id, of a read that takes a person's internal number."""

    @wraps(function)
    def of_user(database: Database, user_id: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(database, people.find(database, user_id), *args, **kwargs)

    return _method(of_user, "read_in_background")


class Bank:
    """The database of play money and tables. A change is durable when its method returns.

    Most methods are explained at the function that they run. If a method raises a `BankError`, nothing is saved; after
    `CommitOutcomeUnknown` this is unknown: send the same `Change` again.
    """

    def __init__(self, store: Store, now: Callable[[], float], share: ShardRange = NOTHING) -> None:
        self._store = store
        self._now = now
        self._share = share
        self._process = token_hex(8)
        self._all_time: leaderboards.AllTime | None = None
        self._all_time_lock = asyncio.Lock()
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

        `where` is a file's path or a server's address, `postgresql://…`. `now` returns Unix seconds; `busy_timeout` is
        the wait for other writers in milliseconds. With `call_later`, the bank checks its files once a second, or
        renews its leases, and detects a restored backup. A `tool` may run next to a bot, but needs an up-to-date
        schema. On a server, `share` selects the Discord shards of this process.

        Raises `BankError` with one sentence for the bot's host.
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

    async def claim(self) -> bool:
        """Become the owner of this process's tables; see `Store.claim`."""
        return await self._store.claim(self._now())

    open_tables = _reads_own_guilds(tables.open_tables)
    owed_farewells = _reads_own_guilds(tables.owed_farewells)
    noted_messages = _reads_own_guilds(notes.noted_messages)
    departures = _reads_own_guilds(notes.departures)
    guilds_in_use = _reads_own_guilds(notes.guilds_in_use)

    commit = _commits(changes.commit)
    remember_message = _writes(tables.remember_message)
    say_farewell = _writes(tables.say_farewell)

    open_table = _writes_now_idempotently(changes.open_table)
    seated_balances = _reads(tables.seated_balances)
    close_table = _writes_now(changes.close_table)

    wallet = _writes_now(donor.wallet)
    known_wallet = _reads(donor.known_wallet)
    donate = _writes_now(donor.donate)

    pause = _writes_now(pauses.begin)
    paused_until = _reads_now(pauses.paused_until)
    require_no_pause = _reads_now(pauses.require_none)

    channel_settings = _reads(channels.channel_settings)
    change_settings = _writes_now(channels.change_settings)
    drop_settings = _writes(channels.drop_settings)
    admin_log = _reads(admins.admin_log)
    settings_log = _reads(channels.settings_log)
    last_rule_set = _reads(channels.last_rule_set)

    statistics = _reads_about(sums.statistics)
    earned_in_round = _reads(earned.earned_in_round)
    achievements = _reads(earned.achievements)
    achievements_ahead = _reads_about(earned.progress)
    balance_over_time = _reads_about(sums.balance_over_time)
    names = _reads(people.names)
    leaderboard_since = _reads_about(leaderboards.leaderboard_since)
    history = _reads_about(histories.history)
    saved_round = _reads(histories.saved_round)
    round_of_table = _reads(histories.round_of_table)
    rounds_before = _reads_in_background(histories.rounds_before)
    rounds_of_table = _reads(histories.rounds_of_table)
    sitting = _reads_in_background(sums.sitting)
    last_round = _reads_about(histories.last_round)
    own_rounds = _reads_about(histories.own_rounds)
    rounds_to_review = _reads_about(histories.rounds_to_review)
    rules_of_table = _reads(tables.rules_of_table)

    unjudged_rounds = _reads_in_background(skills.unjudged_rounds)
    rounds_before_each = _reads_in_background(histories.rounds_before_each)
    save_judged = _writes(skills.save_judged)
    skill = _reads(skills.skill)
    rounds_by_book = _reads_about(skills.rounds_by_book)
    skill_board = _reads_about(skills.skill_board)

    daily_secret = _writes(daily.daily_secret)
    daily_game = _reads(daily.daily_game)
    save_daily = _writes_now(daily.save_daily)
    daily_board = _reads(daily.daily_board)
    daily_streak = _reads(daily.daily_streak)
    daily_posts = _reads_own_guilds(posts.daily_posts)
    save_daily_post = _writes(posts.save_daily_post)

    unsettled_duels = _reads_own_guilds(duels.unsettled_duels)
    challenge = _writes_now(duels.challenge)
    duel = _reads(duels.duel)
    duel_secret = _writes(duels.duel_secret)
    save_duel = _writes_now(duels.save_duel)
    decline_duel = _writes_now(duels.decline_duel)
    note_duel_post = _writes_now(duels.note_duel_post)
    settle_duel = _writes(duels.settle_duel)
    note_challenge = _writes(duels.note_challenge)
    ended_challenges = _reads_own_guilds(duels.ended_challenges)
    drop_challenge = _writes(duels.drop_challenge)

    shoes_of_channel = _reads_in_background(shoes.shoes_of_channel)
    public_shoe = _reads(shoes.public_shoe)
    last_shoe = _reads(shoes.last_shoe)
    shoe_rounds = _reads_in_background(shoes.shoe_rounds)
    shoes_after = _reads(shoes.shoes_after)
    header_after = _reads(shoes.header_after)

    settled_rounds = _reads_in_background(audits.settled_rounds)
    audit = _reads(audits.audit)

    newest_round = _reads(notes.newest_round)
    rounds_since = _reads_in_background(notes.rounds_since)
    size = _reads(notes.size)

    note_message = _writes(notes.note_message)
    drop_message = _writes(tables.drop_message)

    note_departure = _writes_now(notes.note_departure)
    drop_departure = _writes(notes.drop_departure)

    saved_text = _reads(notes.saved_text)
    save_text = _writes(notes.save_text)
    applications = _reads(notes.applications)

    async def leaderboard(
        self, user_id: int, guild_id: int | None, offset: int, limit: int
    ) -> Leaderboard[MoneyEntry]:
        """Return a page of a guild's leaderboard, or of everywhere if `guild_id` is None, by net result, highest first.

        It lists players with at least `LEAST_ROUNDS` rounds, without deleted users, and has the place of the reader,
        `user_id`. The list of everywhere is up to a minute old.
        """
        read = self._store.read_in_background
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
        """Pass all data about a user to `make`, and return its result. Takes seconds in the background."""
        about: dict[str, Any] = {"at": self._now(), "user_id": user_id}
        return await self._store.read_long(partial(personal.personal_data, make=make, **about))

    async def find_achievements(
        self, user_id: int, looking: AchievementSearch
    ) -> AchievementsFound:
        """Search the next rounds of a user for achievements in the background; save and return new ones."""
        search = partial(earned.search, user_id=user_id, looking=looking)
        found, new = await self._store.read_in_background(search), tuple[Achievement, ...]()
        if found.is_news:
            save = partial(earned.save_achievements, user_id=user_id, findings=found)
            new = await self._store.run(save)
        return AchievementsFound(new, found.searched.rounds, found.rounds)

    async def forget(self, user_id: int) -> bool:
        """Remove the user's id and names from the database; return False for an unknown user. Raises `StillPlaying`."""
        # A caller that is cancelled in between must not stop the second half.
        return await asyncio.shield(self._forget(user_id))

    async def _forget(self, user_id: int) -> bool:
        forget = partial(personal.forget, user_id=user_id, at=self._now())
        if known := await self._store.run(forget):
            await self._store.wipe()
        return known
