"""What a host is told of the bank."""

from pathlib import Path

from engine.bank.bank import Bank
from engine.values.rounds import DealtSeat

from .values import ANN, NOW, bet, change, lost, opened, returned


def size_of(path: Path) -> int:
    """The bytes of a file that is not empty."""
    size = path.stat().st_size
    assert size
    return size


async def test_played_rounds_are_counted(bank: Bank) -> None:
    """Since a moment, that moment among them; rounds that run or were voided do not count."""
    of = await opened(bank)
    for number in (1, 2, 3):
        of = of._replace(round_number=number)
        paid = (bet(ANN, 500), lost(500))
        dealt = (DealtSeat(seat=1, user_id=ANN, stake=500),)
        over = change(of, postings=paid, dealt=dealt, settled=True, at=NOW + number)
        await bank.commit(over._replace(rule_set="downtown"))
    await bank.commit(change(of._replace(round_number=4), postings=(bet(ANN, 5),), at=NOW + 9))
    assert [await bank.rounds_since(NOW + after) for after in (0, 2, 2.5, 4)] == [3, 2, 1, 0]
    await bank.commit(change(of._replace(round_number=4), voided_by=ANN, at=NOW + 9))
    assert await bank.rounds_since(NOW) == 3


async def test_a_round_that_nobody_was_dealt_in_was_not_played(bank: Bank) -> None:
    """The table closed before the deal, and the bet went back."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    await bank.commit(change(of._replace(closed=True), postings=(returned(ANN, 500, step=1),)))
    assert await bank.rounds_since(NOW) == 0


async def test_each_database_has_a_size(bank: Bank) -> None:
    """A server tells it in another way."""
    assert await bank.size() > 10_000


async def test_the_size_is_that_of_the_file(path: Path) -> None:
    """Before and after what is written ahead has come into the file."""
    async with Bank.open(path, lambda: NOW) as bank:
        for channel in range(100):
            await opened(bank, channel_id=channel)
        told = await bank.size()
    assert told == size_of(path)
