"""Breaks from playing: what they refuse, and for how long."""

from collections.abc import Awaitable
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.values.bank import Paused
from engine.values.daily import DailyGame
from engine.values.tables import Character, ai_player_id

from .played import bet, lost
from .users import ANN, BEN
from .values import NOW, Rows, change, commit, kept_of, opened, seat

KEY = bytes(range(32))
DAY = 86_400.0


async def refused(asked: Awaitable[object]) -> float:
    """Return the end of the break that refuses this."""
    with pytest.raises(Paused) as error:
        await asked
    return error.value.until


async def played_daily(bank: Bank, day: int) -> bool:
    """Let Ann decide the first hand of a day."""
    return await bank.save_daily(ANN, 1, DailyGame(day=day), DailyGame(day=day, moves="hit"))


async def test_nothing_new_begins_in_a_break(bank: Bank) -> None:
    """The user places no bet, opens no table and begins no daily ten. Other users and AI players bet, and rounds in
    play continue.

    Sending a saved bet again is not refused, because its outcome may have been unknown.
    """
    of = await opened(bank)
    until, before = NOW + DAY, change(of._replace(version=1), postings=(bet(ANN, 500),))
    await bank.commit(before)
    assert await bank.pause(ANN, until, KEY) == until
    await bank.commit(before)
    ai_player = ai_player_id(of.table_id, Character.BOOK)
    more, others = bet(ANN, 100, step=1), (bet(BEN, 700, seat=2), bet(ai_player, 5, seat=3))
    here = (seat(3, ai_player),)
    for wrong in ((more,), (*others, more)):
        asked = commit(bank, change(of, seats=here, postings=wrong))
        assert await refused(asked) == until
    assert (await bank.wallet(BEN)).in_play == 0
    assert await refused(opened(bank, channel_id=11)) == until
    assert await refused(played_daily(bank, 9)) == until
    double = bet(ANN, 500)._replace(kind=bet(ANN, 1).kind.DOUBLE)
    await commit(bank, change(of, seats=here, postings=(*others, double)))
    assert (await bank.wallet(ANN)).in_play == 1_000


async def test_a_break_survives_restarts_and_forgetting(where: Path | str, rows: Rows) -> None:
    """Under the first secret, in each process.

    A longer break replaces it, a shorter one does not. After its end its row is deleted, and the user can play.
    """
    now = NOW
    day = int(NOW // DAY)
    async with Bank.open(where, lambda: now) as bank:
        assert await kept_of(bank, ANN) == await kept_of(bank, ANN) | {"paused_until": None}
        of = await opened(bank, seats=(seat(1, ANN),))
        await commit(bank, change(of, postings=(bet(ANN, 5), lost(5)), settled=True, freed=(1,)))
        for days, held in ((1, 1), (30, 30), (7, 30)):
            assert await bank.pause(ANN, NOW + days * DAY, KEY) == NOW + held * DAY
        assert await bank.pause(BEN, NOW + DAY, KEY) == NOW + DAY
        assert await bank.forget(ANN)
        assert (await kept_of(bank, ANN))["paused_until"] == NOW + 30 * DAY
    async with Bank.open(where, lambda: now) as bank:
        assert await bank.pause(ANN, NOW + DAY, bytes(32)) == NOW + 30 * DAY
        assert await refused(opened(bank, seats=(seat(1, ANN),), channel_id=11)) == NOW + 30 * DAY
        now = NOW + 30 * DAY - 1
        assert await refused(played_daily(bank, day)) == NOW + 30 * DAY
        assert rows("SELECT COUNT(*) FROM pause") == [(2,)]  # Ann's transaction was rolled back
        now += 1
        assert await bank.paused_until(ANN) is None
        await opened(bank, seats=(seat(1, ANN),), channel_id=11)
        assert await played_daily(bank, day)
        assert rows("SELECT COUNT(*) FROM pause") == [(0,)]
