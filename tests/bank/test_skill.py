"""The cost of decisions: sums by person, guild and day, and the queue of rounds to judge."""

from pathlib import Path

from engine.bank.bank import Bank
from engine.values.skill import JudgedSeat, Skill

from .played import bet, play, returned, start, table_in, void
from .users import ANN, BEN, CAT
from .values import NOW, Rows, change, commit

DAY = 86_400.0
SITTING = ((1, ANN), (2, BEN))
"""Channels, each with the user who plays there alone."""


async def judged(bank: Bank, found: dict[int, Skill], *, guild: int = 1, at: float = NOW) -> None:
    """Settle a round of these users, and save these ratings of their decisions."""
    of = await table_in(bank, guild, 10_000, *found)
    await play(bank, of, dict.fromkeys(found, 0), at=at)
    await bank.close_table(of.table_id, by=0)
    (saved,) = await bank.unjudged_rounds(0.0, 9)
    seats = [
        JudgedSeat(user, one.decisions, one.lost, one.good, one.hinted)
        for user, one in found.items()
    ]
    await bank.save_judged([(saved, seats)])


async def test_settled_rounds_wait_to_be_judged(bank: Bank, rows: Rows) -> None:
    """In the order of their ends; without running and voided rounds, rounds before the moment, and rounds without
    cards. Outdated ones are dropped when the next rounds are judged."""
    of = await table_in(bank, 1, 11, ANN, BEN)
    await commit(bank, change(of, postings=(bet(ANN, 500),)))
    await commit(bank, change(of, postings=(returned(ANN, 500),), settled=True))
    of = await play(bank, of._replace(round_number=2), {ANN: 0, BEN: 0}, at=NOW + 10)
    of = await void(bank, of, ANN)
    for seconds in (20, 30, 40):
        of = await play(bank, of, {ANN: 0}, at=NOW + seconds)
    await start(bank, of, ANN)
    first, second, third, last = await bank.unjudged_rounds(0.0, 10)
    assert [one.number for one in (first, second, third, last)] == [2, 4, 5, 6]
    assert await bank.unjudged_rounds(NOW + 25, 10) == [third, last]
    assert await bank.unjudged_rounds(0.0, 1) == [first]
    await bank.save_judged([(first, [])])
    assert await bank.unjudged_rounds(0.0, 10) == [second, third, last]
    await bank.save_judged([(last, [])], NOW + 25)
    assert rows("SELECT ended_at FROM unjudged") == [(NOW + 30,)]
    await bank.close_table(of.table_id, by=0)
    await bank.forget(ANN)  # the judge still has the id
    ((gone,),) = rows("SELECT user_id FROM person WHERE user_id < 0")
    await bank.save_judged(
        [(third, [JudgedSeat(user, 1, 1, by_book=True) for user in (ANN, gone)])]
    )
    assert rows("SELECT * FROM skill") == rows("SELECT * FROM unjudged") == []
    assert rows("SELECT * FROM by_book") == []


async def test_each_round_is_judged_once(where: Path | str) -> None:
    """Over several starts, including rounds that are saved late and rounds whose judgement was lost."""
    found: list[int] = []
    for begin in range(3):
        async with Bank.open(where, lambda: NOW) as bank:
            tables = [await table_in(bank, 1, 10 * begin + at, user) for at, user in SITTING]
            for _ in range(2):
                tables = [
                    # The tables settle at once; the first end may be saved last.
                    await play(bank, of, {user: 0}, at=NOW + 60 * begin - of.channel_id)
                    for of, (_, user) in zip(tables, SITTING, strict=True)
                ]
            first, *rest = waiting = await bank.unjudged_rounds(0.0, 4)
            assert waiting == sorted(waiting, key=lambda one: one.ended_at)
            lost = rest.pop()  # its bot ends before it saves this
            for some in ([first], [first], [first, *rest]):
                await bank.save_judged([(one, [JudgedSeat(ANN, 1, 10)]) for one in some])
            found += [one.round_id for one in (first, *rest)]
            assert lost in await bank.unjudged_rounds(0.0, 99)
    async with Bank.open(where, lambda: NOW) as bank:
        found += [one.round_id for one in await bank.unjudged_rounds(0.0, 99)]
        assert (await bank.skill(ANN, 0.0)).decisions == 3 * 3
    assert sorted(found) == [*range(1, 3 * 2 * len(SITTING) + 1)]


async def test_skill_is_the_loss_per_decision(bank: Bank) -> None:
    """In all guilds or one, since the moment's day; in tenths of a percent, rounded."""
    ben = Skill(decisions=2, good=2, lost=0, hinted=7)
    await judged(bank, {ANN: Skill(decisions=3, good=1, lost=10_000), BEN: ben})
    await judged(bank, {ANN: Skill(decisions=1, lost=30_000)}, guild=2, at=NOW + 2 * DAY)
    assert await bank.skill(ANN, NOW) == Skill(decisions=4, good=1, lost=40_000)
    assert (await bank.skill(ANN, NOW)).permille == 10
    assert await bank.skill(ANN, NOW + DAY) == Skill(decisions=1, lost=30_000)
    assert await bank.skill(ANN, NOW, 1) == Skill(decisions=3, good=1, lost=10_000)
    assert await bank.skill(ANN, NOW + DAY, 1) == Skill()
    assert await bank.skill(BEN, NOW) == ben
    assert await bank.skill(CAT, NOW) == Skill()
    assert Skill().permille == 0
    assert [Skill(decisions=2, lost=lost).permille for lost in (999, 1_000)] == [0, 1]


async def test_users_with_enough_decisions_are_listed(bank: Bank) -> None:
    """In a guild or over all servers, since the moment's day."""
    worse, better = (Skill(decisions=60, lost=lost) for lost in (60_000, 30_000))
    await judged(bank, {ANN: worse, BEN: better, CAT: Skill(decisions=49)})
    await judged(bank, {CAT: worse}, guild=2)
    everywhere = await bank.skill_board(CAT, None, NOW, 50, 0, 10)
    assert [(one.rank, one.user_id, one.skill.decisions) for one in everywhere.entries] == [
        (1, CAT, 109),
        (2, BEN, 60),
        (3, ANN, 60),
    ]
    assert (everywhere.count, everywhere.rank) == (3, 1)
    here = await bank.skill_board(CAT, 1, NOW, 50, 1, 10)
    assert [(one.rank, one.user_id) for one in here.entries] == [(2, ANN)]
    assert (here.count, here.rank) == (2, None)
    assert (await bank.skill_board(ANN, None, NOW + DAY, 50, 0, 10)).count == 0


async def test_few_decisions_count_little_and_hints_nothing(bank: Bank) -> None:
    """The lowest `Skill.rating` comes first, which mixes each player with an ordinary one."""
    found = {
        1: Skill(decisions=1_000, good=990, lost=1_000_000),  # a good player, 0.1 % each
        2: Skill(decisions=200, good=200),  # plays by the chart
        3: Skill(decisions=50, good=50),  # was lucky with the hands
        4: Skill(decisions=200, good=200, hinted=400),  # knows what a hint says
        5: Skill(decisions=400, lost=8_000_000),  # 2 % each
    }
    await judged(bank, found)
    listed = (await bank.skill_board(4, None, NOW, 50, 0, 9)).entries
    assert [one.user_id for one in listed] == [1, 2, 3, 4, 5]
    assert [one.skill for one in listed] == [*found.values()]
    assert sorted(found.values(), key=lambda one: one.rating) == [*found.values()]
