"""Settings of channels and servers, their effect on tables, and leaving all tables."""

import asyncio
import logging

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import StorageFailed
from engine.live.open_tables import House
from engine.live.table import Table
from engine.rules.options import Options
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, VEGAS
from engine.table.all_settings import whole_server
from engine.table.channel_settings import ChannelSettings
from engine.table.commands import CloseTable, PlaceBet
from engine.table.state import Stage
from engine.values.tables import SavedSettings
from tests.clock import START, ManualClock
from tests.engine.sitting import ANN, BEN
from tests.engine.storing import house_of

ADMIN, GUILD, CHANNEL, OTHER = 900, 30, 20, 21


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def house(bank: Bank, clock: ManualClock) -> House:
    return house_of(bank, clock)


async def opened(house: House, options: Options | None = None, channel: int = CHANNEL) -> Table:
    return await house.open(HOTSEAT, options, channel_id=channel, guild_id=GUILD, opener=ANN)


async def change(house: House, **texts: str | None) -> None:
    await house.change_settings(GUILD, CHANNEL, texts, ADMIN)


async def test_a_table_is_opened_as_the_channel_allows(house: House, bank: Bank) -> None:
    """Limits apply there only; a forbidden table is refused."""
    await change(house, lowest="$5", seats="2", rule_sets="hotseat,vegas")
    settings = house.settings_of(CHANNEL)
    with pytest.raises(Refused) as refused:
        await opened(house, Options(seats=3))
    assert refused.value.refusal.why is Why.SEATS_OUT_OF_RANGE
    assert await bank.open_tables() == []
    rules = (await opened(house, Options(max_bet=5_000))).view.rules
    assert (rules.min_bet, rules.max_bet, rules.seats) == (500, 5_000, 2)
    assert (await opened(house, channel=OTHER)).view.rules == HOTSEAT
    other = settings.rules_instead(VEGAS, rules)
    assert (other.key, other.seats, other.min_bet, other.max_bet) == ("vegas", 2, 500, 50_00)
    for closed in (settings, ChannelSettings(tables=False)):
        with pytest.raises(Refused):
            closed.rules_instead(PRIVATE, rules)
    await house.stop()


async def test_new_seconds_count_from_the_next_deadline_on(
    house: House, clock: ManualClock
) -> None:
    """Displayed deadlines do not move."""
    await change(house, bet_seconds="20")
    table = await opened(house)
    assert table.view.deadline == START + 20
    await table.submit(PlaceBet(user_id=BEN, cents=100))
    await change(house, bet_seconds="99", turn_seconds="10")
    assert table.view.deadline == START + 20
    clock.advance(5)
    view = await table.submit(PlaceBet(user_id=ANN, cents=100))
    assert view.stage is Stage.PLAYING
    assert [seat.deadline for seat in view.seats] == [START + 15, None]
    await house.stop()


async def test_settings_survive_a_restart(house: House, bank: Bank, clock: ManualClock) -> None:
    """For resumed tables and new ones."""
    settings = ChannelSettings(bet_seconds=20, card_pictures=False, language="de", tables=False)
    await opened(house)
    await opened(house, channel=OTHER)
    await change(house, bet_seconds="20", card_pictures="off", language="de", tables="off")
    await house.change_settings(GUILD, OTHER, {"seats": "1"}, ADMIN)
    await house.change_settings(GUILD, OTHER, {"seats": None}, ADMIN)
    await house.change_settings(GUILD, whole_server(GUILD), {"bet_seconds": "30"}, ADMIN)
    await house.stop()
    clock.advance(1_000)
    again = house_of(bank, clock)
    assert again.settings_of(CHANNEL) == ChannelSettings()
    tables = await again.resume()
    assert [table.view.deadline for table in tables] == [START + 1_020, START + 1_030]
    assert again.settings_of(CHANNEL) == settings
    assert again.settings_of(OTHER) == ChannelSettings(bet_seconds=30)
    await again.stop()


@pytest.mark.parametrize("scope", [CHANNEL, whole_server(GUILD)], ids=["channel", "server"])
async def test_unreadable_settings_open_no_table(
    house: House, bank: Bank, caplog: pytest.LogCaptureFixture, scope: int
) -> None:
    """The log names the channel or server. No table opens until the settings are reset or the bot is removed."""
    texts = {"rule_sets": "gone", "lowest": "$5"}
    await bank.change_settings(SavedSettings(guild_id=GUILD, channel_id=scope, texts=texts), ADMIN)
    with caplog.at_level(logging.ERROR):
        assert await house.resume() == []
    assert (f"channel {CHANNEL}" if scope == CHANNEL else f"server {GUILD}") in caplog.text
    with pytest.raises(Refused):
        await opened(house)
    reset = {"rule_sets": None, "lowest": None, "tables": None, "seats": "2"}
    await house.change_settings(GUILD, scope, reset, ADMIN)
    await opened(house)
    assert house.settings_of(CHANNEL) == ChannelSettings(seats=2)
    await house.close_guild(GUILD, ADMIN)
    assert house.settings_of(CHANNEL) == ChannelSettings()


async def test_saved_settings_are_used(
    house: House, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the admin's command is cancelled in between; every change is logged."""

    async def lost(*_: object) -> None:
        raise StorageFailed("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Bank, "change_settings", lost)
        with pytest.raises(StorageFailed):
            await change(house, tables="off")
    assert house.settings_of(CHANNEL) == ChannelSettings()
    new = ChannelSettings(seats=2)
    command = asyncio.create_task(change(house, seats="2"))
    await asyncio.sleep(0)
    command.cancel()
    with pytest.raises(asyncio.CancelledError):
        await command
    for _ in range(20_000):  # PostgreSQL commits it concurrently.
        if (log := await bank.settings_log(CHANNEL, 9)) and house.settings_of(CHANNEL) == new:
            break
    assert [entry.new for entry in log] == ["2"]
    assert house.settings_of(CHANNEL) == new


# Leaving all tables


async def dealt_to_ann(house: House) -> Table:
    """Return a table where Ann is to decide."""
    while True:
        table = await opened(house)
        for user in (BEN, ANN):
            await table.submit(PlaceBet(user_id=user, cents=700))
        if [seat.user_id for seat in table.view.awaited] == [ANN]:
            return table
        await table.submit(CloseTable(admin_id=ADMIN))


async def test_a_user_leaves_every_table(house: House, bank: Bank) -> None:
    """Undealt bets are returned, and tables without players close. Hands in play stand, and their channels are
    returned. Idempotent.
    """
    first, second = await opened(house), await opened(house, channel=OTHER)
    await second.submit(PlaceBet(user_id=BEN, cents=700))
    assert await house.unseat(BEN) == ()
    assert (await bank.wallet(BEN)).in_play == 0
    for _ in range(2):
        assert await house.unseat(ANN) == ()
        assert (len(house), house.find(first.table_id)) == (0, None)
    table = await dealt_to_ann(house)
    assert table.view.stage is Stage.PLAYING
    for _ in range(2):
        assert await house.unseat(BEN) == (CHANNEL,)
        assert (await bank.wallet(BEN)).in_play == 700
    assert await house.unseat(ANN) == ()
    assert (await bank.wallet(BEN)).in_play == 0
    assert await house.unseat(BEN) == ()
