"""Duels in the bank."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.values.bank import Paused
from engine.values.duels import DUEL_SECONDS, OPEN_DUELS, Duel, Duelist, Unable
from engine.values.tables import DisplayName

from .users import ANN, BEN, CAT
from .values import NOW, Rows, kept_of

SECRET = bytes(range(32))


def name_of(user: int) -> DisplayName:
    """A display name for this user."""
    return DisplayName(user, f"Player {user % 10}", f"P{user % 10}")


async def begun(bank: Bank, user: int = ANN, other: int = BEN) -> Duel:
    """A new duel, with its secret drawn."""
    made = await bank.challenge((20, 10), "de", name_of(user), name_of(other))
    assert not isinstance(made, Unable)
    assert made[1]
    await bank.duel_secret(made[0].duel_id, SECRET)
    return await current(bank, made[0])


async def current(bank: Bank, of: Duel) -> Duel:
    """The duel's current state."""
    found = await bank.duel(of.duel_id)
    assert found is not None
    return found


def done(of: Duelist, lost: int) -> Duelist:
    """This side with all hands played."""
    return replace(of, moves="stand", squares="g" * 10, lost=lost, decisions=9, good=8, over=True)


async def test_a_break_includes_duels(bank: Bank) -> None:
    """A user on a break sends no challenge and decides nothing; the other player continues."""
    duel = await begun(bank)
    until = await bank.pause(ANN, NOW + 86_400, SECRET)
    hit = replace(duel.challenger, moves="hit")
    for asked in (
        bank.challenge((20, 10), "de", name_of(ANN), name_of(CAT)),
        bank.save_duel(duel, duel.challenger, hit, SECRET),
    ):
        with pytest.raises(Paused) as refused:
            await asked
        assert refused.value.until == until
    assert await bank.save_duel(duel, duel.challenged, done(duel.challenged, 4), SECRET)
    assert (await current(bank, duel)).challenger == duel.challenger


async def test_a_duel_is_played_once_and_settled_once(bank: Bank) -> None:
    """A decision replaces only the state before it; the players' sides are separate; a finished side is final."""
    duel = await begun(bank)
    assert (duel.guild_id, duel.channel_id, duel.locale) == (20, 10, "de")
    assert duel.ends_at == NOW + DUEL_SECONDS
    assert [one.user_id for one in duel.duelists] == [ANN, BEN]
    assert await bank.duel_secret(duel.duel_id, bytes(32)) == SECRET
    mine = duel.challenger
    hit = replace(mine, moves="hit")
    assert await bank.save_duel(duel, mine, hit, SECRET)
    assert not await bank.save_duel(duel, mine, replace(mine, moves="stand"), SECRET)
    assert not await bank.save_duel(duel, hit, done(hit, 5), bytes(32)), "other hands"
    assert await bank.save_duel(duel, hit, done(hit, 5), SECRET)
    assert not await bank.save_duel(duel, done(hit, 5), done(hit, 4), SECRET)
    assert not await bank.save_duel(duel, Duelist(user_id=CAT), done(mine, 0), SECRET)
    assert await bank.save_duel(duel, duel.challenged, done(duel.challenged, 4), SECRET)
    now = await current(bank, duel)
    assert (now.challenger.lost, now.challenged.lost) == (5, 4)
    assert now.is_decided(NOW)
    assert now.winner == now.challenged
    assert await bank.unsettled_duels() == [now]
    assert await bank.note_duel_post(now)
    assert (await current(bank, duel)).posting_at == NOW
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
    """Two players have one at a time; declined and expired duels don't count."""
    duel = await begun(bank)
    assert await bank.challenge((20, 10), "de", name_of(BEN), name_of(ANN)) == (duel, False)
    for other in range(1, OPEN_DUELS):
        await begun(bank, ANN, other)
    assert (
        await bank.challenge((20, 10), "de", name_of(ANN), name_of(CAT)) is Unable.CHALLENGER_FULL
    )
    assert (
        await bank.challenge((20, 10), "de", name_of(CAT), name_of(ANN)) is Unable.CHALLENGED_FULL
    )
    assert await bank.decline_duel(duel, BEN)
    assert not await bank.decline_duel(duel, BEN)
    assert not await bank.save_duel(duel, duel.challenger, done(duel.challenger, 1), SECRET)
    await begun(bank, CAT, ANN)


async def test_a_finished_side_frees_its_place(bank: Bank) -> None:
    """While the other player still plays: the player can do nothing more in this duel, but can't begin another with
    the same player."""
    duel, *_ = [await begun(bank, ANN, other) for other in range(1, OPEN_DUELS + 1)]
    assert await bank.save_duel(duel, duel.challenger, done(duel.challenger, 1), SECRET)
    again = await bank.challenge((20, 10), "de", name_of(ANN), name_of(1))
    assert again == (await current(bank, duel), False)
    await begun(bank, CAT, ANN)
    assert (
        await bank.challenge((20, 10), "de", name_of(ANN), name_of(BEN)) is Unable.CHALLENGER_FULL
    )


async def test_declining_ends_with_the_first_decision(bank: Bank) -> None:
    """The challenged player can decline until then, even after the challenger's decisions; the challenger can't."""
    duel = await begun(bank)
    assert not await bank.decline_duel(duel, CAT)
    assert await bank.save_duel(duel, duel.challenged, done(duel.challenged, 1), SECRET)
    assert not await bank.decline_duel(duel, ANN)
    assert not await bank.decline_duel(duel, BEN)
    other = await begun(bank, ANN, CAT)
    assert await bank.save_duel(other, other.challenger, done(other.challenger, 1), SECRET)
    assert await bank.decline_duel(other, CAT)


async def test_an_expired_duel_is_final(where: Path | str) -> None:
    """After a day no decision is saved, and the result is to be posted, also after a restart."""
    async with Bank.open(where, lambda: NOW) as bank:
        duel = await begun(bank)
    async with Bank.open(where, lambda: NOW + DUEL_SECONDS) as bank:
        assert not await bank.save_duel(duel, duel.challenger, done(duel.challenger, 1), SECRET)
        assert not await bank.decline_duel(duel, BEN)
        assert await bank.unsettled_duels() == [duel]
        assert isinstance(await bank.challenge((20, 10), "de", name_of(ANN), name_of(BEN)), tuple)


async def test_forgetting_leaves_the_other_players_result(bank: Bank, rows: Rows) -> None:
    """No link and no decision of the forgotten player is left; without players the duel is deleted, and its id, which
    is in old buttons, is not used again. The export has no secret."""
    duel = await begun(bank)
    for one in duel.duelists:
        assert await bank.save_duel(duel, one, done(one, 1), SECRET)
    (exported,) = (await kept_of(bank, ANN))["duels"]
    assert (exported["challenger"], exported["moves"], exported["over"]) == (1, "stand", 1)
    assert not {SECRET.hex(), str(BEN)} & {str(value) for value in exported.values()}
    assert await bank.forget(ANN)
    now = await current(bank, duel)
    assert now.challenger == Duelist(user_id=None)
    assert now.challenged == done(duel.challenged, 1)
    assert now.winner == now.challenged
    assert await bank.forget(BEN)
    assert (rows("SELECT 1 FROM duel"), rows("SELECT 1 FROM duelist")) == ([], [])
    assert (await begun(bank, BEN, CAT)).duel_id > duel.duel_id


async def test_an_ended_challenge_is_listed_until_its_buttons_are_gone(bank: Bank) -> None:
    """From the settlement or refusal of its duel on."""
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
    assert (await current(bank, settled)).challenge_id is None
