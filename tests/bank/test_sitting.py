"""What the rounds of one table come to, in one read, however many there were."""

from engine.bank.bank import Bank
from engine.values.played import BestRound, Earned, Ending, JudgedSeat, Sat

from .played import play, start, table_in, void
from .test_achievements import Looking
from .users import ANN, BEN, CAT
from .values import NOW


async def test_everybody_with_what_they_have_won(bank: Bank) -> None:
    """Who has won most comes first; a running round and other tables are no part of it.

    One's own rounds are told with those that were voided, the newest first.
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


async def test_achievements_of_this_table_alone(bank: Bank) -> None:
    """As they were earned; what was earned elsewhere belongs there."""
    of = await table_in(bank, 20, 11, ANN, BEN)
    other = await table_in(bank, 20, 12, BEN)
    other = await play(bank, other, {BEN: 0}, at=NOW - 60)
    await play(bank, other, {BEN: 0}, at=NOW - 30)
    for number in range(2):
        of = await play(bank, of, {ANN: 0, BEN: 0}, at=NOW + number)
    for user in (ANN, BEN):
        await bank.find_achievements(user, Looking())
    found = await bank.sitting(of.table_id)
    assert found is not None
    assert found.achievements == (Earned(ANN, "second"), Earned(ANN, "two"))


async def test_rounds_to_review(bank: Bank) -> None:
    """The settled ones of one player, from one of them back, with those before them at the table."""
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
        return [[one.kept.number, *(kept.number for kept in one.earlier)] for one in found]

    assert await numbers(ANN, NOW, 0, 9) == [[3, 2, 1], [2, 1], [1]]
    assert await numbers(ANN, NOW + 1, 0, 9) == [[3, 2, 1], [2, 1]]
    second = await bank.round_of_table(of.table_id, 2)
    assert second
    assert await numbers(ANN, NOW, second, 1) == [[2, 1]]
    assert await numbers(ANN, NOW, second, 9) == [[2, 1], [1]]
    assert len(await numbers(BEN, NOW, 0, 9)) == 4
    kept = await bank.kept_round(second)
    assert kept
    await bank.keep_judged([(kept, [JudgedSeat(ANN, 1, 0, good=1, by_book=True)])])
    assert await numbers(ANN, NOW, 0, 9) == [[3, 2, 1], [1]]
    assert len(await numbers(BEN, NOW, 0, 9)) == 4
    assert await numbers(CAT, NOW, 0, 9) == []
    assert len(await bank.rounds_to_review(ANN, NOW, 0, 9, lambda _: 0)) == 2
    assert asked
