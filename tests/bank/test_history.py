"""A user's history, statistics and balance over time, display names, and the results of a table."""

from dataclasses import replace
from itertools import pairwise

from engine.bank.bank import Bank
from engine.values.played import (
    BalancePoint,
    BestRound,
    BiggestWin,
    Counts,
    DailyGame,
    Earned,
    Ending,
    JudgedSeat,
    PlayedRound,
    Sat,
    SavedMove,
    SavedRound,
    Statistics,
)
from engine.values.rounds import DealtSeat
from engine.values.tables import (
    MOST_OF_A_NAME,
    Character,
    DisplayName,
    SavedSettings,
    SavedTable,
    member_id,
)

from .played import STAKE, bet, dealt_in, play, returned, start, table_in, void, won
from .test_achievements import SampleAchievements
from .users import ANN, BEN, CAT
from .values import NOW, SEATS, WELCOME, change, commit, money, opened, table


async def test_the_history_has_the_newest_round_first(bank: Bank) -> None:
    """By the time of the end, including voided rounds, each with its table and result.

    Each ended round is available for its replay, with its log, the times of its moves, and how it ended. A running one
    is not, because its log has the hole card.
    """
    first = await table_in(bank, 1, 11, ANN, BEN)
    second = await table_in(bank, 2, 12, ANN)
    first = await play(bank, first, {ANN: 1_500, BEN: -1_000}, at=NOW + 1)
    second = await play(bank, second, {ANN: -1_000}, at=NOW + 3, rules="vegas")
    first = await void(bank, first, ANN, BEN, at=NOW + 2)
    await start(bank, second, ANN, at=NOW + 4)
    history = await bank.history(ANN, 0, 10)
    settled = PlayedRound(
        round_id=1,
        table_id=1,
        number=1,
        channel_id=11,
        guild_id=1,
        rule_set="hotseat",
        ending=Ending.SETTLED,
        ended_at=NOW + 1,
        hands=1,
        staked=STAKE,
        net=1_500,
    )
    voided = replace(settled, round_id=3, number=2, ended_at=NOW + 2, ending=Ending.VOIDED)
    voided = replace(voided, hands=0, staked=0, net=0)
    elsewhere = replace(settled, round_id=2, table_id=2, channel_id=12, guild_id=2)
    elsewhere = replace(elsewhere, rule_set="vegas", ended_at=NOW + 3, net=-1_000)
    assert history.rounds == (elsewhere, voided, settled)
    assert history.count == 3
    saved, ended, running = [await bank.saved_round(number) for number in (2, 3, 4)]
    assert saved == SavedRound(
        round_id=2,
        table_id=2,
        number=1,
        channel_id=12,
        guild_id=2,
        rules="downtown",
        ending=Ending.SETTLED,
        ended_at=NOW + 3,
        dealt=(DealtSeat(seat=1, user_id=ANN, stake=STAKE),),
        moves=(SavedMove("deal Ah", NOW + 3),),
    )
    assert ended is not None
    assert (ended.ending, running) == (Ending.VOIDED, None)


async def test_statistics_are_the_sum_of_the_rounds(bank: Bank) -> None:
    """By rule set and in total, over all guilds; voided and running rounds do not count."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    there = await table_in(bank, 2, 12, ANN)
    for net in (1_500, -1_000, -1_000, 0):
        here = await play(bank, here, {ANN: net, BEN: -1_000})
    here = await void(bank, here, ANN, BEN)
    await start(bank, here, ANN, BEN)
    there = await play(bank, there, {ANN: 1_500}, rules="vegas")
    there = await play(bank, there, {ANN: -500}, rules="vegas")
    hotseat = Counts(rounds=4, won=1, lost=2, naturals=1, staked=4_000, net=-500)
    vegas = Counts(rounds=2, won=1, lost=1, naturals=1, staked=2_000, net=1_000)
    assert await bank.statistics(ANN) == Statistics(
        total=Counts(rounds=6, won=2, lost=3, naturals=2, staked=6_000, net=500),
        by_rule_set={"hotseat": hotseat, "vegas": vegas},
        biggest_win=BiggestWin(round_id=1, net=1_500),
    )
    assert (hotseat.even, vegas.even) == (1, 0)
    assert (await bank.statistics(BEN)).biggest_win is None


async def test_the_balance_over_time_ignores_stakes(bank: Bank) -> None:
    """A point for the welcome gift, for each settled round and each gift.

    `rounds_since` includes its moment; running and voided rounds do not count.
    """
    of = await table_in(bank, 1, 11, ANN)
    await bank.wallet(ANN)
    for number, net in enumerate((1_500, -1_000, 0), start=1):
        of = await play(bank, of, {ANN: net}, at=NOW + number)
    of = await void(bank, of, ANN, at=NOW + 4)
    of = await play(bank, of, {ANN: -1_000}, at=NOW + 5)
    await start(bank, of, ANN, at=NOW + 6)
    after = {0: 0, 1: 1_500, 2: 500, 3: 500, 5: -500}
    points = tuple(BalancePoint(NOW + at, WELCOME + net) for at, net in after.items())
    assert await bank.balance_over_time(ANN, 10) == points
    assert sum(await money(bank, ANN)) == WELCOME - 500
    assert [await bank.rounds_since(NOW + after) for after in (0, 2, 2.5, 6)] == [4, 3, 2, 0]


async def test_the_balance_over_time_after_a_clock_was_set_back(bank: Bank) -> None:
    """The welcome gift moves to the first round's time; otherwise the curve would begin below zero."""
    of = await table_in(bank, 1, 11, ANN)
    of = await play(bank, of, {ANN: -1_000}, at=NOW - 900)
    await play(bank, of, {ANN: 500}, at=NOW - 1_000)
    assert await bank.balance_over_time(ANN, 10) == (
        BalancePoint(NOW - 1_000, WELCOME),
        BalancePoint(NOW - 1_000, WELCOME + 500),
        BalancePoint(NOW - 900, WELCOME - 500),
    )


async def test_the_balance_over_time_has_every_gift(bank: Bank) -> None:
    """A player who went broke starts again from the donor's gift."""
    of = await table_in(bank, 1, 11, ANN)
    await play(bank, of, {ANN: -WELCOME}, at=NOW - 5, stake=WELCOME, freed=(1,))
    gift = (await bank.donate(ANN)).balance
    assert await bank.balance_over_time(ANN, 10) == (
        BalancePoint(NOW - 5, WELCOME),
        BalancePoint(NOW - 5, 0),
        BalancePoint(NOW, gift),
    )


async def test_a_voided_round_has_results_of_people_only(bank: Bank) -> None:
    """A natural paid before the void counts for a person, and not for an AI player."""
    of = await table_in(bank, 1, 11, ANN)
    book = member_id(of.table_id, Character.BOOK)
    users = {1: ANN, 2: book}
    bets = tuple(bet(user, 1_000, seat=number) for number, user in users.items())
    dealt = tuple(
        DealtSeat(seat=number, user_id=user, stake=1_000) for number, user in users.items()
    )
    await commit(bank, change(of, postings=bets, dealt=dealt, moves=("deal",), rule_set="endless"))
    paid = [
        posting
        for number, user in users.items()
        for posting in (returned(user, 1_000, seat=number), won(user, 1_500, seat=number))
    ]
    await commit(bank, change(of, postings=tuple(paid)))
    await commit(bank, change(of._replace(round_number=2), round_number=1, voided_by=1))
    assert (await bank.statistics(ANN)).total.rounds == 1
    assert (await bank.statistics(book)).total.rounds == 0
    assert [
        one.user_id for one in (await bank.leaderboard_since(ANN, 1, 0.0, 1, 0, 9)).entries
    ] == [ANN]


async def test_a_long_curve_is_thinned_evenly(bank: Bank) -> None:
    """At most as many points as requested, all on the curve, including the first and the last, with even gaps."""
    await bank.wallet(ANN)
    of = await table_in(bank, 1, 11, ANN)
    for number in range(1, 8):
        of = await play(bank, of, {ANN: 100 * number}, at=NOW + number)
    whole = await bank.balance_over_time(ANN, 99)
    assert len(whole) == 8
    for points in (2, 3, 7, 9):
        thinned = await bank.balance_over_time(ANN, points)
        assert len(thinned) == min(points, 8)
        assert (thinned[0], thinned[-1]) == (whole[0], whole[-1])
        gaps = [after - before for before, after in pairwise(map(whole.index, thinned))]
        assert min(gaps) >= 1
        assert max(gaps) - min(gaps) <= 1


async def test_actions_store_the_display_name(bank: Bank) -> None:
    """Opening a table, acting at one, changing a setting, playing a daily. The name in a guild is used in that guild
    only.

    The last name replaces the one before, whatever its length; an empty one removes it.
    """
    await bank.open_table(table(seats=SEATS), None, DisplayName(ANN, "Annie", "Ann"))
    of = await opened(bank, channel_id=11)
    await commit(bank, change(of, display_name=DisplayName(BEN, "Ben", "Ben")))
    settings = SavedSettings(guild_id=21, channel_id=12, texts={})
    await bank.change_settings(settings, CAT, DisplayName(CAT, "Boss", "Cat"))
    begun, after = DailyGame(day=9), DailyGame(day=9, moves="hit")
    assert await bank.save_daily(CAT + 1, 21, begun, after, DisplayName(CAT + 1, "Daily", "Dan"))
    users = [ANN, BEN, CAT, CAT + 1, CAT + 2]
    here = {ANN: "Annie", BEN: "Ben", CAT: "Cat", CAT + 1: "Dan"}
    everywhere = {ANN: "Ann", BEN: "Ben", CAT: "Cat", CAT + 1: "Dan"}
    assert await bank.names(20, users) == here
    assert await bank.names(21, users) == everywhere | {CAT: "Boss", CAT + 1: "Daily"}
    assert await bank.names(None, users) == everywhere
    assert await bank.names(20, []) == {}
    longest = "\N{CHEQUERED FLAG}" * MOST_OF_A_NAME
    for here_now, name in (("Annie", "Ann"), (longest, longest), ("A", "Ann Other")):
        await commit(bank, change(of, display_name=DisplayName(ANN, here_now, name)))
        assert await bank.names(20, [ANN]) == {ANN: here_now}
        assert await bank.names(None, [ANN]) == {ANN: name}
    await commit(bank, change(of, display_name=DisplayName(ANN, "", "")))
    assert await bank.names(20, [ANN]) == {}


async def test_an_open_table_has_the_names_of_all_shown_players(bank: Bank, of: SavedTable) -> None:
    """Of seated players, and of players of its last round who have left; as used in its guild."""
    await commit(bank, dealt_in(of, display_name=DisplayName(ANN, "Annie", "Ann")))
    await commit(bank, change(of, voided_by=CAT, display_name=DisplayName(BEN, "Benny", "Ben")))
    await commit(bank, change(of._replace(round_number=2), freed=(1,)))
    elsewhere = await opened(bank, channel_id=11, guild_id=21)
    await commit(bank, change(elsewhere, display_name=DisplayName(BEN, "Big Ben", "Ben")))
    first, second = await bank.open_tables()
    assert first.names == {ANN: "Annie", BEN: "Benny"}
    assert second.names == {ANN: "Ann", BEN: "Big Ben"}


async def test_the_results_of_a_table(bank: Bank) -> None:
    """The highest gain first; a running round and other tables do not count.

    A player's own rounds include voided ones, the newest first.
    """
    of = await table_in(bank, 20, 11, ANN, BEN, CAT)
    of = await play(bank, of, {ANN: -500, BEN: 200}, at=NOW)
    of = await play(bank, of, {ANN: 300, BEN: 200, CAT: 1_500}, at=NOW + 300)
    of = await void(bank, of, ANN, BEN, at=NOW + 600)
    await start(bank, of, ANN, at=NOW + 900)
    other = await table_in(bank, 20, 12, ANN)
    await play(bank, other, {ANN: 1_000})
    found = await bank.sitting(of.table_id)
    assert found is not None
    assert (found.rounds, found.seconds) == (3, 600)
    assert found.players == (
        Sat(CAT, 1, 1_500, BestRound(2, 1_500, natural=True)),
        Sat(BEN, 2, 400, BestRound(1, 200, natural=False)),
        Sat(ANN, 2, -200, BestRound(2, 300, natural=False)),
    )
    assert found.achievements == ()
    assert [(o.number, o.ending, o.net) for o in await bank.own_rounds(ANN, of.table_id)] == [
        (3, Ending.VOIDED, 0),
        (2, Ending.SETTLED, 300),
        (1, Ending.SETTLED, -500),
    ]
    assert len(await bank.own_rounds(CAT, of.table_id)) == 1
    assert await bank.own_rounds(BEN, of.table_id + 1) == ()


async def test_the_achievements_of_a_table(bank: Bank) -> None:
    """In the order of earning, without achievements from other tables."""
    of = await table_in(bank, 20, 11, ANN, BEN)
    other = await table_in(bank, 20, 12, BEN)
    other = await play(bank, other, {BEN: 0}, at=NOW - 60)
    await play(bank, other, {BEN: 0}, at=NOW - 30)
    for number in range(2):
        of = await play(bank, of, {ANN: 0, BEN: 0}, at=NOW + number)
    for user in (ANN, BEN):
        await bank.find_achievements(user, SampleAchievements())
    found = await bank.sitting(of.table_id)
    assert found is not None
    assert found.achievements == (Earned(ANN, "second"), Earned(ANN, "two"))


async def test_rounds_to_review(bank: Bank) -> None:
    """A player's settled rounds, from a given one backwards, with the rounds before them at the table."""
    of = await table_in(bank, 20, 11, ANN, BEN)
    for later in range(3):
        of = await play(bank, of, {ANN: -500, BEN: 200}, at=NOW + later)
    of = await play(bank, of, {BEN: 200}, at=NOW + 3)
    of = await void(bank, of, ANN, at=NOW + 4)
    await start(bank, of, ANN, at=NOW + 5)
    asked: list[int | None] = []

    def two(gone: int | None) -> int:
        asked.append(gone)
        return 2

    async def numbers(user: int, since: float, last: int, limit: int) -> list[list[int]]:
        found = await bank.rounds_to_review(user, since, last, limit, two)
        return [[one.saved.number, *(saved.number for saved in one.earlier)] for one in found]

    assert await numbers(ANN, NOW, 0, 9) == [[3, 2, 1], [2, 1], [1]]
    assert await numbers(ANN, NOW + 1, 0, 9) == [[3, 2, 1], [2, 1]]
    second = await bank.round_of_table(of.table_id, 2)
    assert second
    assert await numbers(ANN, NOW, second, 1) == [[2, 1]]
    assert await numbers(ANN, NOW, second, 9) == [[2, 1], [1]]
    assert len(await numbers(BEN, NOW, 0, 9)) == 4
    saved = await bank.saved_round(second)
    assert saved
    await bank.save_judged([(saved, [JudgedSeat(ANN, 1, 0, good=1, by_book=True)])])
    assert await numbers(ANN, NOW, 0, 9) == [[3, 2, 1], [1]]
    assert len(await numbers(BEN, NOW, 0, 9)) == 4
    assert await numbers(CAT, NOW, 0, 9) == []
    assert len(await bank.rounds_to_review(ANN, NOW, 0, 9, lambda _: 0)) == 2
    assert asked
