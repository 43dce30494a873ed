"""State that survives a restart: tables, seats, messages and settings, with the log of their changes."""

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from engine.bank.bank import Bank
from engine.values.bank import ChannelTaken
from engine.values.rounds import EndedRound
from engine.values.tables import OpenTable, SavedSettings, SavedTable, TableMessage

from .played import bet, lost, play, start, table_in
from .users import ANN, BEN, CAT
from .values import (
    NOW,
    SEATS,
    change,
    commit,
    file_of,
    kept_of,
    money,
    opened,
    refused,
    seat,
    table,
)


async def test_a_table_survives_a_restart(where: Path | str) -> None:
    """Every field of the table and of its seats; seats that a change does not name stay."""
    stays = seat(3, CAT + 1, missed=1)
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, seats=(*SEATS, stays), message_round=3, parent_id=5)
        # A change built before the message id was known does not reset it.
        await bank.remember_message(of.table_id, 0, TableMessage(2**60, 3))
        changed = of._replace(
            rules="single deck",
            phase="playing",
            asked=True,
            deadline=None,
            round_number=3,
            shoe_seed=bytes(range(100, 132)),
            shoe_dealt=52,
            last_seat=4,
        )
        ben = seat(2, BEN, counter=9, missed=1, stake=500, last_stake=400, leaving=True)
        await commit(bank, change(changed, seats=(ben, seat(4, CAT)), freed=(1,)))
    before = EndedRound(number=2, dealt=(), moves=())
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.audit() == []
        (saved,) = await bank.open_tables()
    assert saved == OpenTable(
        table=changed._replace(message_id=2**60, version=1, seats=(ben, stays, seat(4, CAT))),
        dealt=(),
        moves=(),
        ended=before,
    )


async def test_a_table_has_one_channel_and_one_seat_per_player(bank: Bank) -> None:
    """Of five tables opened at once in a channel one is saved. A change must name its table and channel, and a table
    closes only without stakes."""
    fresh = [table(round_number=5, seats=SEATS, shoe_seed=bytes([n]) * 32) for n in range(5)]
    opening = [bank.open_table(one) for one in fresh]
    answers = await asyncio.gather(*opening, return_exceptions=True)
    (table_id,) = [answer for answer in answers if not isinstance(answer, ChannelTaken)]
    assert isinstance(table_id, int)
    of = fresh[answers.index(table_id)]._replace(table_id=table_id)
    (before,) = await bank.open_tables()
    playing = of._replace(phase="playing")
    others = playing._replace(table_id=999), playing._replace(channel_id=11)
    for wrong in others:
        await refused(bank, change(wrong), "there is no table")
    await refused(bank, change(of, seats=(seat(3, ANN),)))
    assert await bank.open_tables() == [before]
    await commit(bank, change(of, postings=(bet(ANN, 500),)))
    closed = of._replace(closed=True)
    await refused(bank, change(closed), "500 cents")
    await commit(bank, change(closed, postings=(lost(500),)))
    assert await bank.open_tables() == []
    assert (await money(bank, ANN))[1] == 0


async def test_seated_balances_match_the_wallets(bank: Bank, of: SavedTable) -> None:
    """For all seated users, after bets; users who have left are not listed."""
    closing = await opened(bank, channel_id=11, seats=(seat(1, CAT),))
    await bank.wallet(CAT)
    await commit(bank, change(of, postings=(bet(ANN, 500),)))
    await commit(bank, change(closing._replace(closed=True), freed=(1,)))
    balances = {user: (await bank.wallet(user)).balance for user in (ANN, BEN)}
    assert await bank.seated_balances() == balances


async def test_a_start_reads_only_open_tables(path: Path) -> None:
    """Closed tables and users without a seat add no work to its statements."""
    async with Bank.open(path, lambda: NOW) as bank:
        await opened(bank)
        few = await steps_of_a_start(bank)
        for channel in range(100, 140):
            of = await opened(bank, channel_id=channel)
            await commit(bank, change(of._replace(closed=True), freed=(1, 2)))
            await bank.say_farewell(of.table_id, 1)
        await asyncio.gather(*map(bank.wallet, range(1, 200)))
        assert await steps_of_a_start(bank) == few


async def steps_of_a_start(bank: Bank) -> int:
    """Count SQLite's instructions of a start, after the opening of the file."""
    steps: list[int] = []
    file = file_of(bank)
    await file.between_transactions(
        lambda connection: connection.set_progress_handler(partial(steps.append, 0), 1)
    )
    assert (len(await bank.open_tables()), len(await bank.seated_balances())) == (1, 2)
    for read in (bank.owed_farewells, bank.noted_messages, bank.departures):
        assert not await read()
    await bank.guilds_in_use()
    await file.between_transactions(lambda connection: connection.set_progress_handler(None, 1))
    return len(steps)


async def test_notes_survive_a_restart(where: Path | str) -> None:
    """Texts with any characters, messages by channel until they are dropped, and the first time of a departure. A
    guild with settings or an open table is in use."""
    texts = ("", "x'); DROP TABLE setting; --", "♠️ 🂡 ä", "%s ? :key")
    for now in (NOW, NOW + 1):  # repeated notes and drops have no effect
        async with Bank.open(where, partial(float, now)) as bank:
            for text in texts:
                await bank.save_text(text, f"{text}{text}")
            for channel, message in ((7, 30), (8, 10), (7, 20)):
                await bank.note_message(channel, message)
            for message in (20, 40):
                await bank.drop_message(message)
            await bank.note_departure(20)
    async with Bank.open(where, lambda: NOW) as bank:
        assert [await bank.saved_text(text) for text in texts] == [2 * text for text in texts]
        assert await bank.noted_messages() == [(8, 10), (7, 30)]
        assert await bank.departures() == {20: NOW}
        await bank.drop_departure(20)
        assert await bank.departures() == {}
        table = await table_in(bank, 20, 10, ANN)
        assert await bank.guilds_in_use() == {20}
        await bank.close_table(table.table_id, ANN)
        assert await bank.guilds_in_use() == set()


def settings(channel_id: int, texts: Mapping[str, str]) -> SavedSettings:
    """The settings of a channel."""
    return SavedSettings(guild_id=20, channel_id=channel_id, texts=texts)


async def test_every_changed_setting_is_logged(where: Path | str) -> None:
    """With the admin, the old and new value, and the time, the newest first; unchanged settings are not logged."""
    moment = NOW
    async with Bank.open(where, lambda: moment) as bank:
        for after, channel, texts, admin in (
            (0, 10, {"seats": "2", "lowest": "$5"}, ANN),
            (60, 10, {"seats": "3", "lowest": "$5"}, BEN),
            (60, 11, {"seats": "1"}, BEN),
            (90, 10, {}, ANN),
            (90, 10, {}, BEN),
        ):
            moment = NOW + after
            await bank.change_settings(settings(channel, texts), admin)
        found = await bank.settings_log(10, 9)
    assert [change.number for change in found] == [6, 5, 3, 2, 1]
    assert [(c.at - NOW, c.admin_id, c.what, c.old, c.new) for c in found] == [
        (90, ANN, "seats", "3", None),
        (90, ANN, "lowest", "$5", None),
        (60, BEN, "seats", "2", "3"),
        (0, ANN, "seats", None, "2"),
        (0, ANN, "lowest", None, "$5"),
    ]


async def test_the_settings_of_a_guild_are_dropped(bank: Bank) -> None:
    """In all its channels, and in no other guild; the log stays.

    Server-wide settings have minus the guild's id as channel id, because the first channel may have the guild's id.
    """
    for channel_id in (10, 20, -20):
        await bank.change_settings(settings(channel_id, {"seats": "2", "talk": "off"}), ANN)
    other = SavedSettings(guild_id=21, channel_id=12, texts={"seats": "3"})
    await bank.change_settings(other, BEN)
    assert len(await bank.channel_settings()) == 4
    changed = (await kept_of(bank, ANN))["settings_changed"]
    assert [row["channel_id"] for row in changed] == [10, 10, 20, 20, None, None]
    assert await bank.guilds_in_use() == {20, 21}
    assert await bank.drop_settings(20) == {10, 20, -20}
    assert await bank.channel_settings() == [other]
    assert len(await bank.settings_log(-20, 9)) == 2
    assert await bank.guilds_in_use() == {21}


async def test_the_last_rule_set_of_a_channel(bank: Bank) -> None:
    """It was dealt last in the channel or its threads; a table without a deal does not count."""
    table = await table_in(bank, 20, 10, ANN)
    assert await bank.last_rule_set(10) is None
    table = await play(bank, table, {ANN: 0}, rules="private")
    await play(bank, table, {ANN: 0}, rules="vegas")
    await play(bank, await table_in(bank, 20, 11, BEN), {BEN: 0}, rules="european")
    await bank.close_table(table.table_id, ANN)
    await bank.close_table((await table_in(bank, 20, 10, ANN)).table_id, ANN)
    assert await bank.last_rule_set(10) == "vegas"
    await start(bank, await table_in(bank, 20, 10, ANN), ANN, rules="downtown")
    assert (await bank.last_rule_set(10), await bank.last_rule_set(11)) == ("downtown", "european")
    thread = await table_in(bank, 20, 12, BEN, parent_id=10)
    await play(bank, thread, {BEN: 0}, rules="bicycle")
    assert {await bank.last_rule_set(10), await bank.last_rule_set(12)} == {"bicycle"}
