"""Who plays the tables of a shard: one process at a time, whatever is cut."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import NotOurs, Occupied
from engine.bank.store import CallLater, ShardRange
from engine.clock import call_later
from engine.values.bank import StorageAway
from engine.values.tables import Kept, SavedSettings, TableMessage
from tests.clock import ManualClock

from .outside import cut_off
from .played import bet
from .users import ANN
from .values import NOW, WELCOME, change, commit, opened, table
from .wire import Wire


def of_four(*numbers: int) -> ShardRange:
    """Some of four shards."""
    return ShardRange(numbers, 4, lambda guild_id: guild_id % 4)


@asynccontextmanager
async def owner(
    address: str, share: ShardRange, call_later: CallLater | None = None
) -> AsyncIterator[Bank]:
    """A bank that has claimed these shards."""
    async with Bank.open(address, lambda: NOW, share=share, call_later=call_later) as bank:
        await bank.claim()
        yield bank


@asynccontextmanager
async def free(address: str) -> AsyncIterator[Bank]:
    """An owner of shard 0, as soon as the server has noticed that the last one is gone."""
    async with Bank.open(address, lambda: NOW, share=of_four(0)) as bank:
        while True:
            with suppress(Occupied):
                await bank.claim()
                break
        yield bank


async def test_a_shard_has_one_process(address: str) -> None:
    """A second one is told so; others have other shards; one that has left makes room."""
    async with owner(address, of_four(0, 1)):
        with pytest.raises(Occupied, match="another bot plays on test_"):
            async with owner(address, of_four(1, 2)):
                pass
        async with owner(address, of_four(2, 3)):
            pass
    async with owner(address, of_four(1, 2)):
        pass


async def test_only_tables_of_ones_own_shards_are_written(address: str) -> None:
    """Money of one's users is everybody's business. Who was never owner writes to no table, not even to a new one."""
    async with Bank.open(address, lambda: NOW, share=of_four(0)) as bank:
        with pytest.raises(NotOurs):
            await opened(bank, guild_id=8)
    async with owner(address, of_four(0)) as even, owner(address, of_four(1)) as odd:
        of = await opened(even, guild_id=8)
        await even.commit(change(of, postings=(bet(ANN, 500),)))
        for refused in (
            commit(odd, change(of, postings=(bet(ANN, 500, step=1),))),
            odd.remember_message(of.table_id, TableMessage(7, 1)),
            odd.say_goodbye(of.table_id),
            odd.note_message(of.channel_id, 7),
            odd.close_table(of.table_id, ANN),
            odd.open_table(table(guild_id=8, channel_id=11), ()),
            odd.change_settings(SavedSettings(guild_id=8, channel_id=10, texts={}), ANN),
        ):
            with pytest.raises(NotOurs):
                await refused
        assert (await odd.wallet(ANN)).balance == WELCOME - 500


async def test_who_was_owner_is_fenced(address: str) -> None:
    """Its session was cut while it lived: the next owner plays on, and it can't write, though it never noticed."""
    async with owner(address, of_four(0)) as first:
        of = await opened(first, guild_id=8)
        cut_off(address)
        await commit(first, change(of, postings=(bet(ANN, 500),)))  # nobody has taken over yet
        async with owner(address, of_four(0)) as second:
            (found,) = await second.open_tables()
            assert found.table.table_id == of.table_id
            with pytest.raises(NotOurs):
                await commit(first, change(of, postings=(bet(ANN, 500, step=1),)))
            kept = await commit(second, change(of, postings=(bet(ANN, 500, step=1),)))
            assert kept.balances[ANN] == WELCOME - 1000
            assert await second.audit() == []


async def test_a_new_number_of_shards_fences_all_who_were_cut_off(address: str) -> None:
    """Guild 3 was on shard 3 of four, and is on shard 1 of two, which only the second process plays."""
    of_two = ShardRange((1,), 2, lambda guild_id: guild_id % 2)
    async with owner(address, of_four(3)) as first:
        of = await opened(first, guild_id=3)
        cut_off(address)
        async with owner(address, ShardRange((0,), 2, lambda guild_id: guild_id % 2)):
            with pytest.raises(NotOurs):
                await commit(first, change(of, postings=(bet(ANN, 500),)))
            async with owner(address, of_two) as second:
                await commit(second, change(of, postings=(bet(ANN, 500),)))


async def test_a_new_owner_waits_for_moves_under_way(address: str) -> None:
    """A move that has begun is either there when the new owner reads the tables, or refused."""
    async with owner(address, of_four(0)) as first:
        of = await opened(first, guild_id=8)
        cut_off(address)
        moves = [
            asyncio.create_task(commit(first, change(of, postings=(bet(ANN, 10, step=step),))))
            for step in range(60)
        ]
        await moves[0]
        async with owner(address, of_four(0)) as second:
            in_play = (await second.wallet(ANN)).in_play
            answers = await asyncio.gather(*moves, return_exceptions=True)
            kept = [answer for answer in answers if isinstance(answer, Kept)]
            assert {type(a) for a in answers if not isinstance(a, Kept)} <= {NotOurs}
            assert (await second.wallet(ANN)).in_play == in_play == 10 * len(kept)


async def test_a_cut_that_nobody_used_is_mended(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The bank looks once a second, and takes the lock again: then others are refused as before."""
    clock = ManualClock()
    async with owner(address, of_four(0), partial(call_later, clock)) as bank:
        of = await opened(bank, guild_id=8)
        cut_off(address)
        while "is held again" not in caplog.text:
            clock.advance(1)
            await bank.known_wallet(ANN)
        with pytest.raises(Occupied):
            async with owner(address, of_four(0)):
                pass
        await commit(bank, change(of, postings=(bet(ANN, 500),)))


async def test_a_cut_that_somebody_used_for_a_while_is_told(
    address: str, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """The locks are free again, but rounds were played meanwhile: what this process knows of its tables is old."""
    clock = ManualClock()
    async with owner(line.address, of_four(0), partial(call_later, clock)) as bank:
        of = await opened(bank, guild_id=8)
        line.cut_all(stay=True)
        async with free(address) as other:
            await commit(other, change(of, postings=(bet(ANN, 500),)))
        line.mend()
        caplog.set_level(logging.INFO)
        told = ("taken these tables over", "is held again")
        while not any(words in caplog.text for words in told):
            clock.advance(1)
            await bank.known_wallet(ANN)
        assert "is held again" not in caplog.text
        with pytest.raises(NotOurs):
            await commit(bank, change(of, postings=(bet(ANN, 500, step=1),)))


async def test_who_was_cut_off_is_sure_of_nothing(address: str, line: Wire) -> None:
    """Not while the server is away, nor when somebody has taken over; nobody has looked before, or has been told.

    Nor is who claims in vain: what it had before is not its own any more.
    """
    clock = ManualClock()
    async with owner(line.address, of_four(0), partial(call_later, clock)) as bank:
        await bank.make_sure()
        line.cut_all(stay=True)
        with pytest.raises(StorageAway):
            await bank.make_sure()
        line.mend()
        await bank.make_sure()
        line.cut_all(stay=True)
        async with free(address):
            line.mend()
            for _ in range(2):
                with pytest.raises(NotOurs):
                    await bank.make_sure()
            with pytest.raises(Occupied):
                await bank.claim()
            with pytest.raises(NotOurs):
                await bank.make_sure()


async def test_the_end_of_a_session_is_noticed_at_once(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The server says so: nobody has to look, and the clock stands still."""
    clock = ManualClock()
    async with owner(address, of_four(0), partial(call_later, clock)):
        for times in (1, 2):
            cut_off(address)
            while caplog.text.count("is held again") < times:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.001)
