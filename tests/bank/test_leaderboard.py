"""Leaderboards by gains beyond the donor's gifts: all-time and since Monday, of all servers and of a guild."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.players.leaderboards import ALL_TIME_SECONDS
from engine.bank.store import Function
from engine.clock import WEEK, week_began
from engine.values.played import LEAST_ROUNDS, JudgedSeat, Leaderboard, MoneyEntry
from engine.values.tables import SavedTable

from .played import play, start, table_in, void
from .users import ANN, BEN, CAT
from .values import NOW, WELCOME, change, commit

DAN = CAT + 1


@dataclass
class WallClock:
    """A clock set by tests."""

    now: float = NOW

    def __call__(self) -> float:
        """Return Unix seconds."""
        return self.now


@pytest.fixture
def wall() -> WallClock:
    """The clock of the bank."""
    return WallClock()


@pytest_asyncio.fixture
async def bank(where: Path | str, wall: WallClock) -> AsyncIterator[Bank]:
    """An open bank with a clock set by the test; its audit must have no findings at the end."""
    async with Bank.open(where, wall) as opened:
        yield opened
        assert await opened.audit() == []


def entry(
    rank: int, user: int, net: int, *, rounds: int = 1, total: int | None = None
) -> MoneyEntry:
    """A leaderboard entry; `all_in_all` is the user's total gain if it differs from `net`."""
    balance = WELCOME + (net if total is None else total)
    return MoneyEntry(rank=rank, user_id=user, balance=balance, rounds=rounds, net=net)


async def play_often(
    bank: Bank,
    of: SavedTable,
    nets: Mapping[int, int],
    rounds: int = LEAST_ROUNDS,
    rules: str = "hotseat",
) -> SavedTable:
    """Play this many rounds; the users have these gains in the first one."""
    for number in range(rounds):
        of = await play(bank, of, nets if number == 0 else dict.fromkeys(nets, 0), rules=rules)
    return of


async def test_the_highest_gain_comes_first(bank: Bank) -> None:
    """Over all servers, with all rounds of a user, or in a guild; users with too few rounds are not listed."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    await play_often(bank, here, {ANN: -300, BEN: 200})
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play_often(bank, there, {CAT: 200, ANN: 100}, rules="vegas")
    await play(bank, there, {CAT: 100, ANN: 0}, rules="private")
    theirs = await table_in(bank, 2, 13, DAN)
    theirs = await play_often(bank, theirs, {DAN: 999}, rounds=9)
    await start(bank, await void(bank, theirs, DAN), DAN)
    everywhere = (
        entry(1, CAT, 300, rounds=11),
        entry(2, BEN, 200, rounds=10),
        entry(3, ANN, -200, rounds=21),
    )
    for user, rank in ((BEN, 2), (CAT, 1), (DAN, None), (999, None)):
        found = await bank.leaderboard(user, None, 0, 10)
        assert found == Leaderboard(
            entries=everywhere, count=3, rank=rank, position=rank, read_at=NOW
        )
    in_guild = (entry(1, BEN, 200, rounds=10), entry(2, ANN, -200, rounds=10))
    found = await bank.leaderboard(CAT, 1, 0, 10)
    assert found == Leaderboard(entries=in_guild, count=2, rank=None, position=None)
    empty: Leaderboard[MoneyEntry] = Leaderboard(entries=(), count=0, rank=None, position=None)
    assert await bank.leaderboard(ANN, 3, 0, 10) == empty


async def test_gifts_do_not_count_as_gains(bank: Bank) -> None:
    """A player who lost everything twice ranks behind one with a small loss, despite a higher balance."""
    table = await table_in(bank, 1, 11, ANN, BEN)
    for _ in range(2):
        table = await play(bank, table, {ANN: 0, BEN: -WELCOME}, stake=WELCOME)
        await bank.donate(BEN)
    for _ in range(7):
        table = await play(bank, table, {ANN: 0, BEN: 0})
    await play(bank, table, {ANN: -200, BEN: 900})
    for guild in (None, 1):
        found = (await bank.leaderboard(BEN, guild, 0, 9)).entries
        assert [(one.user_id, one.net, one.balance) for one in found] == [
            (ANN, -200, WELCOME - 200),
            (BEN, 900 - 2 * WELCOME, WELCOME + 900),
        ]


USERS: Final = [700, 300, 500, 100, 600, 400, 900, 200]
"""In the order of their accounts."""


@dataclass
class Scores:
    """Independent sums of the rounds played in a bank."""

    bank: Bank
    wall: WallClock
    nets: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)

    async def play(
        self, of: SavedTable, *nets: Mapping[int, int], freed: tuple[int, ...] = ()
    ) -> SavedTable:
        """Play rounds at a table; at the end of each, these seats become free."""
        for some in nets:
            of = await play(self.bank, of, some, freed=freed)
            self.nets.update(some)
            self.rounds.update(some.keys())
        return of

    async def compare(self, *forgotten: int) -> None:
        """A minute later, compare each page and each rank with a plain sort, and audit the books."""
        self.wall.now += ALL_TIME_SECONDS
        listed = [u for u in USERS if self.rounds[u] >= LEAST_ROUNDS and u not in forgotten]
        listed.sort(key=lambda user: -self.nets[user])
        nets = [self.nets[user] for user in listed]
        ranks = {user: nets.index(self.nets[user]) + 1 for user in listed}
        places = [(ranks[u], u, self.rounds[u], self.nets[u]) for u in listed]
        for user in (*USERS, 999):
            position = listed.index(user) + 1 if user in listed else None
            for offset in range(0, len(listed) + 2, 2):
                found = await self.bank.leaderboard(user, None, offset, 2)
                page = [(one.rank, one.user_id, one.rounds, one.net) for one in found.entries]
                assert page == places[offset : offset + 2]
                assert [one.balance for one in found.entries] == [
                    WELCOME + self.nets[one.user_id] for one in found.entries
                ]
                assert (found.count, found.rank) == (len(listed), ranks.get(user))
                assert found.position == position
        assert await self.bank.audit() == []


async def test_ranks_match_a_plain_sort(bank: Bank, wall: WallClock) -> None:
    """Equal gains share a rank, and the older account comes first. Users with too few rounds and forgotten ones have
    none.

    This holds for users who sit, get up, whose table was closed, or who sit down again.
    """
    for user in USERS:
        await bank.wallet(user)
    scores = Scores(bank, wall)
    gains: list[dict[int, int]] = [dict.fromkeys(USERS[:4], 50), dict.fromkeys(USERS[4:], 50)]
    tables = [await table_in(bank, 1 + n, 10 + n, *nets) for n, nets in enumerate(gains)]
    await scores.compare()
    nothing = [dict.fromkeys(nets, 0) for nets in gains]
    here = await scores.play(tables[0], gains[0], *[nothing[0]] * 9)
    there = await scores.play(tables[1], gains[1], *[nothing[1]] * 8)
    await scores.compare()
    # Some get up after a round, others at the end of one, which may be the first of its rule set in its guild.
    await commit(bank, change(here, freed=(1, 3)))
    there = await scores.play(there, {900: -60, 200: 60, 600: 1}, freed=(1, 3))
    await scores.compare()
    once = await table_in(bank, 4, 40, 600, 900)
    await scores.play(once, {600: -70, 900: 5}, freed=(1,))
    await scores.compare()
    await bank.close_table(once.table_id, BEN)
    await bank.close_table(here.table_id, BEN)
    await bank.close_table(there.table_id, BEN)
    await scores.compare()
    # Seated again, users overtake others, fall behind again, and enter the list.
    again = await table_in(bank, 3, 30, 100, 400, 700)
    for nets in ({100: 5, 400: 50, 700: -51}, {100: -80, 400: 0, 700: 51}):
        again = await scores.play(again, nets)
        await scores.compare()
    for user in (300, 900):
        await bank.forget(user)
    await scores.compare(300, 900)
    await commit(bank, change(again, freed=(1, 2, 3)))
    await scores.compare(300, 900)


async def test_the_all_time_list_is_cached_for_a_minute(bank: Bank, wall: WallClock) -> None:
    """With its balances. A clock that was set back expires it, too."""
    table = await play_often(bank, await table_in(bank, 1, 11, ANN, BEN), {ANN: 100, BEN: 200})
    first = await bank.leaderboard(ANN, None, 0, 9)
    assert (first.rank, first.read_at) == (2, NOW)
    table = await play(bank, table, {ANN: 900, BEN: -900})
    wall.now += ALL_TIME_SECONDS - 0.5
    assert await bank.leaderboard(ANN, None, 0, 9) == first
    assert (await bank.leaderboard(ANN, 1, 0, 9)).rank == 1
    wall.now += 0.5
    second = await bank.leaderboard(ANN, None, 0, 9)
    assert (second.rank, second.read_at, second.entries) == (
        1,
        NOW + ALL_TIME_SECONDS,
        (entry(1, ANN, 1_000, rounds=11), entry(2, BEN, -700, rounds=11)),
    )
    await play(bank, table, {ANN: -1_000, BEN: 900})
    wall.now = NOW
    assert (await bank.leaderboard(ANN, None, 0, 9)).rank == 2


async def test_concurrent_requests_share_a_read(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the first caller is cancelled, the next caller's read serves the others."""
    await play_often(bank, await table_in(bank, 1, 11, ANN), {ANN: 100})
    read_in_background, reads = bank._store.read_in_background, list[Function[Any]]()

    async def read(function: Function[Any]) -> Any:
        reads.append(function)
        return await read_in_background(function)

    monkeypatch.setattr(bank._store, "read_in_background", read)
    first = asyncio.create_task(bank.leaderboard(ANN, None, 0, 9))
    while not reads:  # noqa: ASYNC110 - the bank has no event
        await asyncio.sleep(0)
    asking = [asyncio.ensure_future(bank.leaderboard(user, None, 0, 9)) for user in [ANN, BEN] * 5]
    first.cancel()
    assert [page.rank for page in await asyncio.gather(*asking)] == [1, None] * 5
    assert (len(reads), first.cancelled()) == (2, True)


async def test_forgetting_expires_other_processes_caches(
    bank: Bank, wall: WallClock, where: Path | str
) -> None:
    table = await play_often(bank, await table_in(bank, 1, 11, ANN, BEN), {ANN: 100, BEN: 200})
    await bank.close_table(table.table_id, by=0)
    async with Bank.open(where, wall, tool=True) as other:
        before = await other.leaderboard(ANN, None, 0, 9)
        assert (before.count, before.rank) == (2, 2)
        await bank.forget(BEN)
        after = await other.leaderboard(ANN, None, 0, 9)
        assert after == replace(
            before, entries=(entry(1, ANN, 100, rounds=10),), count=1, rank=1, position=1
        )


async def test_forgotten_people_are_not_listed(bank: Bank) -> None:
    """By money, of the week and by skill; of all servers and of a guild. The others move up."""
    of = await play_often(bank, await table_in(bank, 1, 11, ANN, BEN), {ANN: 100, BEN: 200})
    saved = await bank.unjudged_rounds(0.0, LEAST_ROUNDS)
    await bank.save_judged([(one, [JudgedSeat(ANN, 9, 9), JudgedSeat(BEN, 9, 0)]) for one in saved])
    await bank.close_table(of.table_id, by=0)

    async def lists(asker: int) -> list[tuple[list[int], int, int | None]]:
        found = [
            one
            for guild in (None, 1)
            for one in (
                await bank.leaderboard(asker, guild, 0, 9),
                await bank.leaderboard_since(asker, guild, 0.0, 1, 0, 9),
                await bank.skill_board(asker, guild, 0.0, 1, 0, 9),
            )
        ]
        return [([one.user_id for one in page.entries], page.count, page.rank) for page in found]

    assert await lists(ANN) == [([BEN, ANN], 2, 2)] * 6
    await bank.forget(BEN)
    assert await lists(ANN) == [([ANN], 1, 1)] * 6


async def test_equals_share_a_rank(bank: Bank) -> None:
    """By money, of the week and by skill; of all servers and of a guild."""
    nets = {ANN: 100, BEN: 100, CAT: 50}
    of = await play_often(bank, await table_in(bank, 1, 11, *nets), nets)
    judged = [JudgedSeat(ANN, 9, 9), JudgedSeat(BEN, 9, 9), JudgedSeat(CAT, 9, 90)]
    saved = await bank.unjudged_rounds(0.0, LEAST_ROUNDS)
    await bank.save_judged([(one, judged) for one in saved])
    await bank.close_table(of.table_id, by=0)
    for guild in (None, 1):
        for page in (
            await bank.leaderboard(BEN, guild, 0, 9),
            await bank.leaderboard_since(BEN, guild, 0.0, 1, 0, 9),
            await bank.skill_board(BEN, guild, 0.0, 1, 0, 9),
        ):
            assert [one.rank for one in page.entries] == [1, 1, 3]
            assert page.rank == 1


async def test_pages_of_a_guild(bank: Bank) -> None:
    """Together they list every player once. Equals share the first rank, and the position leads to the player's
    page."""
    users = USERS[:5]
    for user in users:
        await bank.wallet(user)
    await play_often(bank, await table_in(bank, 1, 10, *users), dict.fromkeys(users, 50))
    pages = [await bank.leaderboard(100, 1, offset, 2) for offset in (0, 2, 4, 6)]
    assert [len(page.entries) for page in pages] == [2, 2, 1, 0]
    listed = [(one.rank, one.user_id) for page in pages for one in page.entries]
    assert listed == [(1, user) for user in users]
    assert {(page.count, page.rank, page.position) for page in pages} == {(5, 1, 4)}


MONDAY = 1_699_833_600.0
"""13 November 2023, 00:00 UTC."""


@pytest.mark.parametrize("at", [MONDAY, NOW, MONDAY + WEEK - 1e-3])
def test_a_week_begins_on_monday(at: float) -> None:
    """At 00:00 UTC."""
    assert week_began(at) == MONDAY
    assert week_began(MONDAY + WEEK) == MONDAY + WEEK
    assert week_began(-1.0) == -3 * 86_400.0  # 1970 began on a Thursday


async def test_the_week_has_rounds_settled_since_monday(bank: Bank) -> None:
    """The highest net first; equals share a rank."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    here = await play(bank, here, {ANN: 900, BEN: -900}, at=MONDAY - 1)
    here = await play(bank, here, {ANN: -300, BEN: 200}, at=MONDAY)
    await start(bank, await void(bank, here, ANN, BEN, at=MONDAY + 1), ANN, at=MONDAY + 2)
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play(bank, there, {CAT: 100, ANN: 100}, at=MONDAY + 60)
    await play(bank, there, {CAT: 0, ANN: 400}, at=MONDAY + 90)
    found = await bank.leaderboard_since(CAT, None, MONDAY, 1, 0, 10)
    assert (found.count, found.rank) == (3, 3)
    assert found.entries == (
        entry(1, ANN, 200, rounds=3, total=100),
        entry(1, BEN, 200, total=-700),
        entry(3, CAT, 100, rounds=2),
    )
