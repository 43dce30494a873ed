"""What is set for channels: kept with the log of who set it, through a restart."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.books.channels import last_rule_set
from engine.values.tables import SavedSettings, SettingChange

from .outside import REFUSALS, another_program
from .played import play, start, table_in, void
from .values import ANN, BEN, NOW, opened


def settings(channel_id: int, texts: Mapping[str, str]) -> SavedSettings:
    """The settings of a channel."""
    return SavedSettings(guild_id=20, channel_id=channel_id, texts=texts)


async def test_settings_come_back_after_a_restart(where: Path | str) -> None:
    """Those of every channel where something is set, whole, in place of what was set before."""
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.channel_settings() == []
        await bank.change_settings(settings(11, {"seats": "2", "tables": "off"}), ANN)
        await bank.change_settings(settings(10, {"lowest": "$5"}), ANN)
        await bank.change_settings(settings(11, {"tables": "off", "language": "de"}), BEN)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.channel_settings() == [
            settings(10, {"lowest": "$5"}),
            settings(11, {"tables": "off", "language": "de"}),
        ]


async def test_every_difference_is_logged(where: Path | str) -> None:
    """Who changed what from what to what and when, the newest first; what stays the same is no change."""
    moment = NOW
    async with Bank.open(where, lambda: moment) as bank:
        await bank.change_settings(settings(10, {"seats": "2", "lowest": "$5"}), ANN)
        moment = NOW + 60
        await bank.change_settings(settings(10, {"seats": "3", "lowest": "$5"}), BEN)
        await bank.change_settings(settings(11, {"seats": "1"}), BEN)
        moment = NOW + 90
        await bank.change_settings(settings(10, {}), ANN)
        await bank.change_settings(settings(10, {}), BEN)
        found = await bank.settings_log(10, 9)
    assert [change.number for change in found] == [6, 5, 3, 2, 1]
    assert [(c.at - NOW, c.admin_id, c.what, c.old, c.new) for c in found] == [
        (90, ANN, "seats", "3", None),
        (90, ANN, "lowest", "$5", None),
        (60, BEN, "seats", "2", "3"),
        (0, ANN, "seats", None, "2"),
        (0, ANN, "lowest", None, "$5"),
    ]


async def test_the_log_is_read_in_pages(bank: Bank) -> None:
    """Each page goes on where the one before ended."""
    for seats in "123414":
        await bank.change_settings(settings(10, {"seats": seats}), ANN)
    pages = list[list[str | None]]()
    before = None
    while page := await bank.settings_log(10, 2, before):
        pages.append([change.new for change in page])
        before = page[-1].number
    assert pages == [["4", "1"], ["4", "3"], ["2", "1"]]


async def test_a_reset_leaves_nothing_but_its_log(bank: Bank) -> None:
    """The channel is like any other again, and who reset it is known."""
    await bank.change_settings(settings(10, {"seats": "2"}), ANN)
    await bank.change_settings(settings(10, {}), BEN)
    assert await bank.channel_settings() == []
    newest = (await bank.settings_log(10, 1))[0]
    assert newest == SettingChange(number=2, at=NOW, admin_id=BEN, what="seats", old="2", new=None)


async def test_the_settings_of_a_guild_are_dropped(bank: Bank) -> None:
    """Of all its channels, and of no other guild; the log still says who set them."""
    for channel_id in (10, 11):
        await bank.change_settings(settings(channel_id, {"seats": "2", "talk": "off"}), ANN)
    other = SavedSettings(guild_id=21, channel_id=12, texts={"seats": "3"})
    await bank.change_settings(other, ANN)
    assert await bank.drop_settings(20) == {10, 11}
    assert await bank.channel_settings() == [other]
    assert len(await bank.settings_log(10, 9)) == 2
    assert await bank.guilds_in_use() == {21}


async def test_a_departure_is_kept_since_it_was_noted_first(where: Path | str) -> None:
    """A guild is in use that has settings or an open table."""
    for now in (NOW, NOW + 1):
        async with Bank.open(where, partial(float, now)) as bank:
            await bank.note_departure(20)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.departures() == {20: NOW}
        await bank.drop_departure(20)
        assert await bank.departures() == {}
        table = await table_in(bank, 20, 10, ANN)
        assert await bank.guilds_in_use() == {20}
        await bank.close_table(table.table_id, ANN)
        assert await bank.guilds_in_use() == set()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE setting_change SET new = '4'",
        "UPDATE setting_change SET at = 0.0",
        "UPDATE setting_change SET admin = 2",
        "DELETE FROM setting_change",
    ],
)
async def test_the_log_is_append_only(where: Path | str, sql: str) -> None:
    """Not even another program changes or removes an entry."""
    async with Bank.open(where, lambda: NOW) as bank:
        await bank.change_settings(settings(10, {"seats": "2"}), ANN)
    with (
        pytest.raises(REFUSALS, match="append-only"),
        another_program(where) as connection,
    ):
        connection.execute(sql)


async def test_what_was_played_last_is_known(bank: Bank) -> None:
    """By which rules cards were last dealt in a channel, at whatever table; a table that was only opened is none."""
    assert await bank.last_rule_set(10) is None
    table = await table_in(bank, 20, 10, ANN)
    assert await bank.last_rule_set(10) is None
    table = await play(bank, table, {ANN: 0}, rules="private")
    await play(bank, table, {ANN: 0}, rules="vegas")
    other = await table_in(bank, 20, 11, BEN)
    await play(bank, other, {BEN: 0}, rules="european")
    assert await bank.last_rule_set(10) == "vegas"
    await bank.close_table(table.table_id, ANN)
    await bank.close_table((await table_in(bank, 20, 10, ANN)).table_id, ANN)
    assert await bank.last_rule_set(10) == "vegas"
    await start(bank, await table_in(bank, 20, 10, ANN), ANN, rules="downtown")
    assert await bank.last_rule_set(10) == "downtown"
    assert await bank.last_rule_set(11) == "european"


async def test_what_was_played_in_its_threads_was_played_in_the_channel(bank: Bank) -> None:
    """Whatever was dealt last counts, there or in a thread that was made for a table."""
    await play(bank, await table_in(bank, 20, 10, ANN), {ANN: 0}, rules="private")
    await play(bank, await table_in(bank, 20, 12, BEN, parent_id=10), {BEN: 0}, rules="vegas")
    assert await bank.last_rule_set(10) == "vegas"
    assert await bank.last_rule_set(12) == "vegas"
    await bank.close_table(1, ANN)
    await play(bank, await table_in(bank, 20, 10, ANN), {ANN: 0}, rules="european")
    assert await bank.last_rule_set(10) == "european"


async def test_a_round_that_was_voided_was_played(bank: Bank) -> None:
    """Its cards were dealt, whatever became of it."""
    await void(bank, await table_in(bank, 20, 10, ANN), ANN)
    assert await bank.last_rule_set(10) == "hotseat"


async def test_what_was_played_last_is_found_by_indexes(bank: Bank, path: Path) -> None:
    """Neither all tables nor all rounds are looked through, and nothing is sorted."""
    await opened(bank)
    asked: list[str] = []
    with closing(sqlite3.connect(path)) as connection:
        connection.set_trace_callback(asked.append)
        assert last_rule_set(connection, 10) is None
        connection.set_trace_callback(None)
        for query in asked:
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
            assert len(plan) == 2
            assert all(step.startswith("SEARCH ") and "INDEX" in step for step in plan), plan
    assert len(asked) == 2, "for the channel, and for its threads"


async def test_settings_of_a_whole_server_are_kept_like_a_channels(where: Path | str) -> None:
    """By minus its id, which is no channel's: also one whose first channel has the id of the server."""
    async with Bank.open(where, lambda: NOW) as bank:
        await bank.change_settings(settings(-20, {"seats": "2"}), ANN)
        await bank.change_settings(settings(20, {"seats": "3"}), ANN)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.channel_settings() == [
            settings(-20, {"seats": "2"}),
            settings(20, {"seats": "3"}),
        ]
        ((change,), told) = await bank.settings_log(-20, 9), await bank.personal_data(ANN)
        assert change.new == "2"
        changed = told["settings_changed"]
        assert [row["channel_id"] for row in changed] == [None, 20]
        assert await bank.guilds_in_use() == {20}
        assert await bank.drop_settings(20) == {-20, 20}
        assert await bank.channel_settings() == []
