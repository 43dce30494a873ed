"""What a host is told of the bank."""

from pathlib import Path

from engine.bank import Bank

from .values import ANN, NOW, bet, change, lost, opened


def size_of(path: Path) -> int:
    """The bytes of a file that is not empty."""
    size = path.stat().st_size
    assert size
    return size


async def test_settled_rounds_are_counted(bank: Bank) -> None:
    """Since a moment, that moment among them; rounds that run or were voided do not count."""
    of = await opened(bank)
    for number in (1, 2, 3):
        of = of._replace(round_number=number)
        paid = (bet(ANN, 500), lost(500))
        await bank.commit(change(of, postings=paid, settled=True, at=NOW + number))
    await bank.commit(change(of._replace(round_number=4), postings=(bet(ANN, 5),), at=NOW + 9))
    assert [await bank.rounds_since(NOW + after) for after in (0, 2, 2.5, 4)] == [3, 2, 1, 0]
    await bank.commit(change(of._replace(round_number=4), voided_by=ANN, at=NOW + 9))
    assert await bank.rounds_since(NOW) == 3


async def test_the_size_is_that_of_the_files(bank: Bank, path: Path) -> None:
    """The database and what is written ahead; it grows as rounds are kept."""
    before = await bank.size()
    await opened(bank)
    assert before < await bank.size() == size_of(path) + size_of(Path(f"{path}-wal"))
