"""What decisions cost: sums by person, guild and day; what is judged, and what is not yet."""

from dataclasses import replace

from engine.bank.bank import Bank
from engine.values.played import KeptRound
from engine.values.skill import JudgedSeat, Skill

from .played import play, start, table_in, void
from .values import ANN, BEN, CAT, NOW, Rows

DAY = 86_400.0


async def unjudged(bank: Bank, since: float = 0.0, limit: int = 10) -> list[KeptRound]:
    """What is not judged yet."""
    return await bank.unjudged_rounds(since, limit)


async def judged(bank: Bank, *seats: tuple[int, ...], guild: int = 1, at: float = NOW) -> None:
    """A settled round of these users: their decisions, what those cost, and if need be how many were good or hinted."""
    users = {user: 0 for user, *_ in seats}
    of = await table_in(bank, guild, 10_000 + len(await unjudged(bank)), *users)
    await play(bank, of, users, at=at)
    await bank.close_table(of.table_id, by=0)
    (kept,) = await unjudged(bank)
    found = []
    for seat in seats:
        user, decisions, lost, good, hinted = (*seat, 0, 0)[:5]
        found.append(JudgedSeat(user, decisions, lost, good, hinted))
    await bank.keep_judged([(kept, found)])


async def test_settled_rounds_wait_to_be_judged(bank: Bank) -> None:
    """In the order of their ends; neither those that run, nor voided ones, nor those before the moment."""
    of = await table_in(bank, 1, 11, ANN, BEN)
    of = await play(bank, of, {ANN: 0, BEN: 0}, at=NOW + 10)
    of = await void(bank, of, ANN)
    of = await play(bank, of, {ANN: 0}, at=NOW + 20)
    await start(bank, of, ANN)
    first, second = await unjudged(bank)
    assert (first.number, second.number) == (1, 3)
    assert [kept.number for kept in await unjudged(bank, since=NOW + 15)] == [3]
    assert [kept.number for kept in await unjudged(bank, limit=1)] == [1]
    await bank.keep_judged([(first, [])])
    assert await unjudged(bank) == [second]


async def test_skill_is_what_is_lost_a_decision(bank: Bank) -> None:
    """Of all guilds, since the day of the moment; in tenths of a percent, rounded."""
    await judged(bank, (ANN, 3, 10_000, 1), (BEN, 2, 0, 2, 7))
    await judged(bank, (ANN, 1, 30_000), guild=2, at=NOW + 2 * DAY)
    assert await bank.skill(ANN, NOW) == Skill(decisions=4, good=1, lost=40_000)
    assert (await bank.skill(ANN, NOW)).permille == 10
    assert await bank.skill(ANN, NOW + DAY) == Skill(decisions=1, lost=30_000)
    assert await bank.skill(BEN, NOW) == Skill(decisions=2, good=2, lost=0, hinted=7)
    assert await bank.skill(CAT, NOW) == Skill()
    assert Skill().permille == 0
    assert [Skill(decisions=2, lost=lost).permille for lost in (999, 1_000)] == [0, 1]


async def test_who_has_decided_often_enough_is_listed(bank: Bank) -> None:
    """In a guild or everywhere; since the day of the moment."""
    await judged(bank, (ANN, 60, 60_000), (BEN, 60, 30_000), (CAT, 49, 0))
    await judged(bank, (CAT, 60, 60_000), guild=2)
    everywhere = await bank.skill_board(CAT, None, NOW, 50, 0, 10)
    assert [(one.rank, one.user_id, one.skill.decisions) for one in everywhere.standings] == [
        (1, CAT, 109),
        (2, BEN, 60),
        (3, ANN, 60),
    ]
    assert (everywhere.count, everywhere.rank) == (3, 1)
    here = await bank.skill_board(CAT, 1, NOW, 50, 1, 10)
    assert [(one.rank, one.user_id) for one in here.standings] == [(2, ANN)]
    assert (here.count, here.rank) == (2, None)
    assert (await bank.skill_board(ANN, None, NOW + DAY, 50, 0, 10)).count == 0


async def test_few_decisions_prove_little_and_hints_nothing(bank: Bank) -> None:
    """Whoever has the lowest rating comes first, as `Skill` reckons it: each is mixed with an ordinary player."""
    found = {
        1: Skill(decisions=1_000, good=990, lost=1_000_000),  # a good player, 0.1 % each
        2: Skill(decisions=200, good=200),  # plays by the chart
        3: Skill(decisions=50, good=50),  # was lucky with the hands
        4: Skill(decisions=200, good=200, hinted=400),  # knows what a hint says
        5: Skill(decisions=400, lost=8_000_000),  # 2 % each
    }
    for user, one in found.items():
        await judged(bank, (user, one.decisions, one.lost, one.good, one.hinted))
    listed = (await bank.skill_board(4, None, NOW, 50, 0, 9)).standings
    assert [one.user_id for one in listed] == [1, 2, 3, 4, 5]
    assert [one.skill for one in listed] == [*found.values()]
    assert sorted(found.values(), key=lambda one: one.rating) == [*found.values()]


async def test_who_is_forgotten_between_thinking_and_keeping_is_not_kept(
    bank: Bank, rows: Rows
) -> None:
    """The judge still knows the id, the bank does not."""
    of = await table_in(bank, 1, 12, ANN)
    await play(bank, of, {ANN: 0})
    await bank.close_table(of.table_id, by=0)
    (kept,) = await unjudged(bank)
    await bank.forget(ANN)
    await bank.keep_judged([(replace(kept), [JudgedSeat(ANN, 1, 1)])])
    assert rows("SELECT * FROM skill") == []
    assert await unjudged(bank) == []
