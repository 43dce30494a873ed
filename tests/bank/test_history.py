"""Rounds that have ended, as they are told to those who played them; and nothing of a round that runs."""

from dataclasses import replace
from pathlib import Path

from engine.bank.bank import Bank
from engine.values.played import Ending, KeptMove, KeptRound, PlayedRound
from engine.values.rounds import DealtSeat

from .played import STAKE, play, start, table_in, void
from .values import ANN, BEN, CAT, NOW, bet, change, opened


async def test_the_newest_comes_first(where: Path | str) -> None:
    """By the time of their end, settled and voided ones, each with its table and what came of it."""
    async with Bank.open(where, lambda: NOW) as bank:
        first = await table_in(bank, 1, 11, ANN, BEN)
        second = await table_in(bank, 2, 12, ANN)
        first = await play(bank, first, {ANN: 1_500, BEN: -1_000}, at=NOW + 1)
        second = await play(bank, second, {ANN: -1_000}, at=NOW + 3, rules="vegas")
        first = await void(bank, first, ANN, BEN, at=NOW + 2)
        await start(bank, second, ANN, at=NOW + 4)
    async with Bank.open(where, lambda: NOW) as bank:
        told = await bank.history(ANN, 0, 10)
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
    assert told.rounds == (elsewhere, voided, settled)
    assert told.count == 3


async def test_everybody_has_a_history_of_his_own(bank: Bank) -> None:
    """Who was not dealt in has no part in a round."""
    of = await table_in(bank, 1, 11, ANN, BEN, CAT)
    of = await play(bank, of, {ANN: 0, BEN: 100})
    await void(bank, of, BEN)
    found = {user: await bank.history(user, 0, 10) for user in (ANN, BEN, CAT)}
    assert {user: told.count for user, told in found.items()} == {ANN: 1, BEN: 2, CAT: 0}
    assert [played.round_id for played in found[BEN].rounds] == [2, 1]


async def test_pages_hold_each_round_once(bank: Bank) -> None:
    """Rounds that ended at the same time are told in one order, the later round first."""
    of = await table_in(bank, 1, 11, ANN)
    for number in range(7):
        of = await (void(bank, of, ANN) if number % 3 == 0 else play(bank, of, {ANN: number}))
    pages = [await bank.history(ANN, offset, 3) for offset in (0, 3, 6, 9)]
    assert [[played.round_id for played in page.rounds] for page in pages] == [
        [7, 6, 5],
        [4, 3, 2],
        [1],
        [],
    ]
    assert {page.count for page in pages} == {7}


async def test_a_round_of_before_is_told_by_its_rules(bank: Bank) -> None:
    """A voided round whose rules have no name yet is told all the same."""
    of = await opened(bank, rules="downtown seats=2")
    dealt = (DealtSeat(seat=1, user_id=ANN, stake=STAKE),)
    await bank.commit(change(of, postings=(bet(ANN, STAKE),), dealt=dealt))
    await bank.commit(change(of._replace(round_number=2), round_number=1, voided_by=CAT))
    told = await bank.history(ANN, 0, 1)
    assert [played.rule_set for played in told.rounds] == ["downtown seats=2"]


async def test_a_round_is_kept_for_its_replay(where: Path | str) -> None:
    """With its log, the times of its moves, and where and how it ended."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await table_in(bank, 1, 11, ANN)
        await play(bank, of, {ANN: 0}, at=NOW + 1)
    async with Bank.open(where, lambda: NOW) as bank:
        kept = await bank.kept_round(1)
    assert kept == KeptRound(
        round_id=1,
        table_id=1,
        number=1,
        channel_id=11,
        guild_id=1,
        rules="downtown",
        ending=Ending.SETTLED,
        ended_at=NOW + 1,
        dealt=(DealtSeat(seat=1, user_id=ANN, stake=STAKE),),
        moves=(KeptMove("deal Ah", NOW + 1),),
    )


async def test_a_round_is_found_by_its_table_and_its_number_there(bank: Bank) -> None:
    """Two tables have a first round each; a round that never was has no id."""
    for channel in (11, 12):
        await play(bank, await table_in(bank, 1, channel, ANN), {ANN: 0})
    assert [await bank.round_of_table(table, 1) for table in (1, 2)] == [1, 2]
    assert await bank.round_of_table(1, 2) is None
    assert await bank.round_of_table(3, 1) is None


async def test_a_running_round_is_never_given_out(bank: Bank) -> None:
    """Its log holds the hole card: nobody gets it, nor sees the round in a history, before it has ended."""
    of = await table_in(bank, 1, 11, ANN)
    after = await start(bank, of, ANN)
    assert await bank.kept_round(1) is None
    assert (await bank.history(ANN, 0, 10)).rounds == ()
    await bank.commit(change(after, round_number=1, voided_by=CAT))
    kept = await bank.kept_round(1)
    assert kept is not None
    assert kept.ending is Ending.VOIDED


async def test_a_round_that_was_never_dealt_is_not_kept(bank: Bank) -> None:
    """Neither one whose bets were voided, nor one that does not exist."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    await bank.commit(change(of._replace(round_number=2), round_number=1, voided_by=CAT))
    assert await bank.kept_round(1) is None
    assert await bank.kept_round(2) is None
    assert (await bank.history(ANN, 0, 10)).count == 0
