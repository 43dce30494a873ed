"""Duels in the bank: one after another, on both databases."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.values.bank import Paused
from engine.values.duels import DUEL_SECONDS, OPEN_DUELS, Duel, Duelist, Unable
from engine.values.tables import Called

from .users import ANN, BEN, CAT
from .values import NOW, Rows, kept_of

SECRET = bytes(range(32))


def called(user: int) -> Called:
    """A display name for this user."""
    return Called(user, f"Player {user % 10}", f"P{user % 10}")


async def begun(bank: Bank, user: int = ANN, other: int = BEN) -> Duel:
    """A new duel, with its secret drawn."""
    made = await bank.challenge((20, 10), "de", called(user), called(other))
    assert not isinstance(made, Unable)
    assert made[1]
    await bank.duel_secret(made[0].duel_id, SECRET)
    return await seen(bank, made[0])


async def seen(bank: Bank, of: Duel) -> Duel:
    """The duel as it is now."""
    found = await bank.duel(of.duel_id)
    assert found is not None
    return found


def done(of: Duelist, lost: int) -> Duelist:
    """This side with all hands played."""
    return replace(of, moves="stand", squares="g" * 10, lost=lost, decisions=9, good=8, over=True)


async def test_a_break_is_a_break_from_duels(bank: Bank) -> None:
    """Whoever is on one challenges nobody and decides nothing; the other player goes on."""
    duel = await begun(bank)
    until = await bank.pause(ANN, NOW + 86_400, SECRET)
    hit = replace(duel.challenger, moves="hit")
    for asked in (
        bank.challenge((20, 10), "de", called(ANN), called(CAT)),
        bank.keep_duel(duel, duel.challenger, hit, SECRET),
    ):
        with pytest.raises(Paused) as refused:
            await asked
        assert refused.value.until == until
    assert await bank.keep_duel(duel, duel.challenged, done(duel.challenged, 4), SECRET)
    assert (await seen(bank, duel)).challenger == duel.challenger


async def test_a_duel_is_played_once_and_settled_once(bank: Bank) -> None:
    """A decision replaces only what it followed; the players' sides are separate; a finished side stays as it is."""
    duel = await begun(bank)
    assert (duel.guild_id, duel.channel_id, duel.locale) == (20, 10, "de")
    assert duel.ends_at == NOW + DUEL_SECONDS
    assert [one.user_id for one in duel.duelists] == [ANN, BEN]
    assert await bank.duel_secret(duel.duel_id, bytes(32)) == SECRET
    mine = duel.challenger
    hit = replace(mine, moves="hit")
    assert await bank.keep_duel(duel, mine, hit, SECRET)
    assert not await bank.keep_duel(duel, mine, replace(mine, moves="stand"), SECRET)
    assert not await bank.keep_duel(duel, hit, done(hit, 5), bytes(32)), "other hands"
    assert await bank.keep_duel(duel, hit, done(hit, 5), SECRET)
    assert not await bank.keep_duel(duel, done(hit, 5), done(hit, 4), SECRET)
    assert not await bank.keep_duel(duel, Duelist(user_id=CAT), done(mine, 0), SECRET)
    assert await bank.keep_duel(duel, duel.challenged, done(duel.challenged, 4), SECRET)
    now = await seen(bank, duel)
    assert (now.challenger.lost, now.challenged.lost) == (5, 4)
    assert now.is_decided(NOW)
    assert now.winner == now.challenged
    assert await bank.unsettled_duels() == [now]
    assert await bank.note_duel_post(now)
    assert (await seen(bank, duel)).posting_at == NOW
    await bank.settle_duel(now, 77)
    await bank.settle_duel(now, 78)
    assert not await bank.note_duel_post(now)
    assert await bank.unsettled_duels() == []


@pytest.mark.parametrize(
    ("losses", "winner"),
    [((3, 4), ANN), ((4, 3), BEN), ((3, 3), None), ((9, None), ANN), ((None, None), None)],
)
def test_the_winner_has_finished_and_lost_less(
    losses: tuple[int | None, int | None], winner: int | None
) -> None:
    """Equal losses are a draw; a player who has not finished can't win."""
    both = [
        Duelist(user_id=user, lost=lost or 0, over=lost is not None)
        for user, lost in zip((ANN, BEN), losses, strict=True)
    ]
    duel = Duel(
        duel_id=1,
        guild_id=2,
        channel_id=3,
        locale="",
        ends_at=9,
        challenger=both[0],
        challenged=both[1],
    )
    assert (duel.winner and duel.winner.user_id) == winner


async def test_a_player_has_few_open_duels(bank: Bank) -> None:
    """Two players have one at a time; a refused or an expired one counts no longer."""
    duel = await begun(bank)
    assert await bank.challenge((20, 10), "de", called(BEN), called(ANN)) == (duel, False)
    for other in range(1, OPEN_DUELS):
        await begun(bank, ANN, other)
    assert await bank.challenge((20, 10), "de", called(ANN), called(CAT)) is Unable.CHALLENGER_FULL
    assert await bank.challenge((20, 10), "de", called(CAT), called(ANN)) is Unable.CHALLENGED_FULL
    assert await bank.decline_duel(duel, BEN)
    assert not await bank.decline_duel(duel, BEN)
    assert not await bank.keep_duel(duel, duel.challenger, done(duel.challenger, 1), SECRET)
    await begun(bank, CAT, ANN)


async def test_declining_ends_with_the_first_decision(bank: Bank) -> None:
    """The challenged player may decline until their own; the challenger may not rob the other of a game."""
    duel = await begun(bank)
    assert not await bank.decline_duel(duel, CAT)
    assert await bank.keep_duel(duel, duel.challenged, done(duel.challenged, 1), SECRET)
    assert not await bank.decline_duel(duel, ANN)
    assert not await bank.decline_duel(duel, BEN)
    other = await begun(bank, ANN, CAT)
    assert await bank.keep_duel(other, other.challenger, done(other.challenger, 1), SECRET)
    assert await bank.decline_duel(other, CAT)


async def test_time_is_up(where: Path | str) -> None:
    """After a day nothing is kept any more, and the result is to be sent, also after a restart."""
    async with Bank.open(where, lambda: NOW) as bank:
        duel = await begun(bank)
    async with Bank.open(where, lambda: NOW + DUEL_SECONDS) as bank:
        assert not await bank.keep_duel(duel, duel.challenger, done(duel.challenger, 1), SECRET)
        assert not await bank.decline_duel(duel, BEN)
        assert await bank.unsettled_duels() == [duel]
        assert isinstance(await bank.challenge((20, 10), "de", called(ANN), called(BEN)), tuple)


async def test_a_forgotten_player_leaves_the_other_ones_result(bank: Bank, rows: Rows) -> None:
    """No link is left, nor any decision; a duel that both have left is gone. The export names no secret."""
    duel = await begun(bank)
    for one in duel.duelists:
        assert await bank.keep_duel(duel, one, done(one, 1), SECRET)
    (told,) = (await kept_of(bank, ANN))["duels"]
    assert (told["challenger"], told["moves"], told["over"]) == (1, "stand", 1)
    assert not {SECRET.hex(), str(BEN)} & {str(value) for value in told.values()}
    assert await bank.forget(ANN)
    now = await seen(bank, duel)
    assert now.challenger == Duelist(user_id=None)
    assert now.challenged == done(duel.challenged, 1)
    assert now.winner == now.challenged
    assert await bank.forget(BEN)
    assert (rows("SELECT 1 FROM duel"), rows("SELECT 1 FROM duelist")) == ([], [])


async def test_a_challenge_is_listed_until_its_buttons_are_gone(bank: Bank) -> None:
    """Once its duel is settled or declined, and not before; other processes list their own."""
    settled, declined = await begun(bank), await begun(bank, ANN, CAT)
    for number, duel in enumerate((settled, declined), start=100):
        await bank.note_challenge(duel, number)
    assert await bank.ended_challenges() == []
    assert await bank.decline_duel(declined, CAT)
    assert [one.challenge_id for one in await bank.ended_challenges()] == [101]
    await bank.settle_duel(settled, 7)
    assert [one.challenge_id for one in await bank.ended_challenges()] == [100, 101]
    await bank.drop_challenge(settled)
    assert [one.duel_id for one in await bank.ended_challenges()] == [declined.duel_id]
    assert (await seen(bank, settled)).challenge_id is None
