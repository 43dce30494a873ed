"""The log of the admins' actions in a guild."""

from engine.bank.bank import Bank
from engine.values.tables import AdminEnd, EndedByAdmin, SavedSettings

from .played import bet, dealt_in
from .users import ANN, BEN, CAT
from .values import NOW, change, commit, kept_of, opened


async def entries(bank: Bank, limit: int = 9, guild: int = 20) -> list[tuple[object, ...]]:
    """The log, without times."""
    acts = await bank.admin_log(guild, limit)
    return [(a.is_end, a.admin_id, a.channel_id, a.what, a.old, a.new) for a in acts]


async def test_the_log_has_each_action_once(bank: Bank) -> None:
    """Ends of rounds and tables, and changed settings, of one guild, the newest first; repeated commits add nothing."""
    of = await opened(bank)
    await commit(bank, dealt_in(of))
    ended = change(of, at=NOW - 2, ended=EndedByAdmin(AdminEnd.ROUND, CAT), voided_by=CAT)
    for _ in range(2):
        await commit(bank, ended)
    for seats, channel in (("2", 10), ("3", -20)):
        await bank.change_settings(SavedSettings(20, channel, {"seats": seats}), ANN)
    of = of._replace(round_number=2)
    await commit(bank, change(of, at=NOW + 1, postings=(bet(ANN, 5),)))
    await bank.close_table(of.table_id, BEN)
    other = await opened(bank, guild_id=21, channel_id=11)
    closed = other._replace(closed=True, phase="closed")
    await commit(bank, change(closed, ended=EndedByAdmin(AdminEnd.TABLE, BEN)))
    acts = [
        (False, ANN, 10, "seats", None, "2"),
        (False, ANN, -20, "seats", None, "3"),
        (True, BEN, 10, "table", None, "0"),
    ]
    log = await entries(bank)
    assert sorted(log[:3], key=str) == sorted(acts, key=str)
    assert log[3:] == [(True, CAT, 10, "round", None, "1")]
    assert len(await entries(bank, limit=2)) == 2
    assert await entries(bank, guild=21) == [(True, BEN, 11, "table", None, "1")]
    assert [one["what"] for one in (await kept_of(bank, BEN))["ended"]] == ["table", "table"]
