"""What people are called: in each guild as they were called there last, and everywhere."""

from engine.bank.bank import Bank
from engine.values.played import DailyGame
from engine.values.tables import MOST_OF_A_NAME, Called, SavedSettings

from .values import ANN, BEN, CAT, DEALT, SEATS, bet, change, opened, table


async def test_a_name_is_kept_with_what_its_user_does(bank: Bank) -> None:
    """Opening a table, something at a table, a setting, a daily; elsewhere the guild's name is not told."""
    await bank.open_table(table(), SEATS, None, Called(ANN, "Annie", "Ann"))
    of = await opened(bank, channel_id=11)
    await bank.commit(change(of, called=Called(BEN, "Ben", "Ben")))
    settings = SavedSettings(guild_id=21, channel_id=12, texts={})
    await bank.change_settings(settings, CAT, Called(CAT, "Boss", "Cat"))
    begun, after = DailyGame(day=9), DailyGame(day=9, moves="hit")
    assert await bank.keep_daily(CAT + 1, 21, begun, after, Called(CAT + 1, "Daily", "Dan"))
    users = [ANN, BEN, CAT, CAT + 1, CAT + 2]
    here = {ANN: "Annie", BEN: "Ben", CAT: "Cat", CAT + 1: "Dan"}
    everywhere = {ANN: "Ann", BEN: "Ben", CAT: "Cat", CAT + 1: "Dan"}
    assert await bank.names(20, users) == here
    assert await bank.names(21, users) == everywhere | {CAT: "Boss", CAT + 1: "Daily"}
    assert await bank.names(None, users) == everywhere
    assert await bank.names(20, []) == {}


async def test_the_last_name_counts(bank: Bank) -> None:
    """However long or short the one before was; who has none any more has none here."""
    of = await opened(bank)
    longest = "\N{CHEQUERED FLAG}" * MOST_OF_A_NAME
    for here, everywhere in (("Annie", "Ann"), (longest, longest), ("A", "Ann Other")):
        await bank.commit(change(of, called=Called(ANN, here, everywhere)))
        assert await bank.names(20, [ANN]) == {ANN: here}
        assert await bank.names(None, [ANN]) == {ANN: everywhere}
    await bank.commit(change(of, called=Called(ANN, "", "")))
    assert await bank.names(20, [ANN]) == {}


async def test_a_table_comes_back_with_the_names_of_all_whom_it_shows(bank: Bank) -> None:
    """Those who sit there, and those who have played its last round and left; in its own guild."""
    of = await opened(bank)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    deal = change(of, postings=bets, dealt=DEALT, moves=("deal",), rule_set="downtown")
    await bank.commit(deal._replace(called=Called(ANN, "Annie", "Ann")))
    await bank.commit(change(of, voided_by=CAT, called=Called(BEN, "Benny", "Ben")))
    of = of._replace(round_number=2)
    await bank.commit(change(of, freed=(1,)))
    elsewhere = await opened(bank, channel_id=11, guild_id=21)
    await bank.commit(change(elsewhere, called=Called(BEN, "Big Ben", "Ben")))
    first, second = await bank.open_tables()
    assert first.names == {ANN: "Annie", BEN: "Benny"}
    assert second.names == {ANN: "Ann", BEN: "Big Ben"}
