"""A server that goes away at any moment: nobody is told what is not so, and the bank is well when it is back."""

import logging
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import CommitInDoubt, StorageFailed
from tests.postgres import Postgres

from .values import ANN, NOW, WELCOME, bet, change, opened
from .wire import Cut, Wire, wire

COMMIT = "COMMIT\0"
"""As it is sent: the beginning of a transaction has the word in it, too."""

MOMENTS: tuple[Cut, ...] = ("before", "after", "unnoticed")


@pytest.fixture
def line(postgres: Postgres) -> Iterator[Wire]:
    """A wire to a new bank."""
    folder = Path(tempfile.mkdtemp(prefix="bj-wire-"))
    try:
        with postgres.database("template1") as address, wire(address, folder) as opened:
            yield opened
    finally:
        shutil.rmtree(folder)


@pytest.fixture
async def far(line: Wire) -> AsyncIterator[Bank]:
    """A bank at the end of the wire."""
    async with Bank.open(line.address, lambda: NOW) as bank:
        yield bank
        assert await bank.audit() == []


@pytest.mark.parametrize("cut", ["after", "unnoticed"])
async def test_a_commit_whose_answer_is_lost_is_kept(
    line: Wire, far: Bank, caplog: pytest.LogCaptureFixture, cut: Cut
) -> None:
    """The server is asked, and the caller has the answer as if nothing had been."""
    of = await opened(far)
    line.cut_at(COMMIT, cut)
    with caplog.at_level(logging.WARNING):
        balances = await far.commit(change(of, postings=(bet(ANN, 500),)))
    assert line.cuts == 1
    assert balances[ANN] == WELCOME - 500
    assert "was carried out" in caplog.text
    assert (await far.wallet(ANN)).in_play == 500


async def test_a_commit_that_never_arrives_is_not_kept(line: Wire, far: Bank) -> None:
    """The server is asked, and the caller is told; the same change passes when it is asked for again."""
    of = await opened(far)
    wanted = change(of, postings=(bet(ANN, 500),))
    line.cut_at(COMMIT, "before")
    with pytest.raises(StorageFailed) as told:
        await far.commit(wanted)
    assert not isinstance(told.value, CommitInDoubt)
    assert (await far.wallet(ANN)).balance == WELCOME
    assert (await far.commit(wanted))[ANN] == WELCOME - 500


@pytest.mark.parametrize("cut", MOMENTS)
async def test_while_nobody_can_be_asked_it_is_in_doubt(line: Wire, far: Bank, cut: Cut) -> None:
    """Asked for again, the change is kept once, whether the first had arrived or not."""
    of = await opened(far)
    wanted = change(of, postings=(bet(ANN, 500),))
    line.cut_at(COMMIT, cut, stay=True)
    with pytest.raises(CommitInDoubt):
        await far.commit(wanted)
    with pytest.raises(StorageFailed, match="can't be reached"):
        await far.commit(wanted)
    line.mend()
    assert (await far.commit(wanted))[ANN] == WELCOME - 500
    assert (await far.wallet(ANN)).in_play == 500


@pytest.mark.parametrize("cut", MOMENTS)
@pytest.mark.parametrize("word", ["BEGIN", "UPDATE", "INSERT"])
async def test_what_is_cut_off_before_its_commit_is_done_again(
    line: Wire, far: Bank, word: str, cut: Cut
) -> None:
    """Nothing of it is kept, so nobody needs to know."""
    of = await opened(far)
    line.cut_at(word, cut)
    assert (await far.commit(change(of, postings=(bet(ANN, 500),))))[ANN] == WELCOME - 500
    assert line.cuts == 1
    assert (await far.wallet(ANN)).in_play == 500


async def test_a_server_that_was_away_is_back_at_once(line: Wire, far: Bank) -> None:
    """All connections are cut, and for a while there are no new ones: each call says so, and the next one passes."""
    of = await opened(far)
    line.is_cut = True
    line.cut_all()
    for _ in range(3):
        with pytest.raises(StorageFailed, match="the database can't be reached"):
            await far.wallet(ANN)
    line.mend()
    line.cut_all()
    for step in range(20):
        await far.commit(change(of, postings=(bet(ANN, 5, step=step),)))
        await far.known_wallet(ANN)
    assert (await far.wallet(ANN)).in_play == 100


async def test_personal_data_is_read_again_after_a_cut(line: Wire, far: Bank) -> None:
    """What is read on the side has a connection of its own each time."""
    await far.wallet(ANN)
    line.cut_at("posting.kind", "before")
    with pytest.raises(StorageFailed):
        await far.personal_data(ANN)
    assert (await far.personal_data(ANN))["user_id"] == ANN
