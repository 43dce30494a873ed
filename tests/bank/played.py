"""What is played in a bank, in a few words: postings, and whole rounds by who gained what, where and when."""

from collections.abc import Mapping
from typing import Any

from engine.bank.bank import Bank
from engine.values.money import HOUSE, Posting, PostingKind, player
from engine.values.money import STAKE as ON_THE_TABLE
from engine.values.rounds import DealtSeat, SeatResult
from engine.values.tables import Change, SavedTable

from .users import ANN, BEN
from .values import DEALT, NOW, change, commit, opened, seat

STAKE = 1_000


def bet(user_id: int, cents: int, *, seat: int = 1, step: int = 0) -> Posting:
    """A player's stake on its way to the table."""
    return Posting(player(user_id), ON_THE_TABLE, cents, PostingKind.BET, seat, step=step)


def returned(user_id: int, cents: int, *, seat: int = 1, step: int = 0) -> Posting:
    """A stake on its way back to its player."""
    return Posting(
        ON_THE_TABLE, player(user_id), cents, PostingKind.STAKE_RETURNED, seat, step=step
    )


def won(user_id: int, cents: int, *, seat: int = 1) -> Posting:
    """Winnings from the house."""
    return Posting(HOUSE, player(user_id), cents, PostingKind.WINNINGS, seat)


def lost(cents: int, *, seat: int = 1) -> Posting:
    """A stake that the house collects."""
    return Posting(ON_THE_TABLE, HOUSE, cents, PostingKind.LOST, seat)


def dealt_in(of: SavedTable, **parts: Any) -> Change:
    """Ann bets $5 and Ben $7, and both are dealt in."""
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    deal = change(of, postings=bets, dealt=DEALT, moves=("deal",), rule_set="downtown")
    return deal._replace(**parts)


async def table_in(
    bank: Bank, guild: int, channel: int, *users: int, parent_id: int | None = None
) -> SavedTable:
    """A table of these users in a guild's channel, or in a thread that was made in its parent."""
    seats = tuple(seat(number, user) for number, user in enumerate(users, start=1))
    return await opened(
        bank,
        guild_id=guild,
        channel_id=channel,
        parent_id=parent_id,
        seats=seats,
        last_seat=len(seats),
    )


async def play(
    bank: Bank,
    of: SavedTable,
    nets: Mapping[int, int],
    *,
    at: float = NOW,
    rules: str = "hotseat",
    stake: int = STAKE,
    freed: tuple[int, ...] = (),
) -> SavedTable:
    """A round in which these users gain so many cents; the table as it stands afterwards. At most a stake is lost.

    The users of the seats that are `freed` get up with its end.
    """
    after = await start(bank, of, *nets, at=at, rules=rules, stake=stake)
    paid = [
        posting
        for number, (user, net) in enumerate(nets.items(), start=1)
        for posting in _payments(user, net, number, stake)
    ]
    results = tuple(
        SeatResult(seat=number, user_id=user, hands=1, staked=stake, net=net, naturals=net > stake)
        for number, (user, net) in enumerate(nets.items(), start=1)
    )
    over = change(after, round_number=of.round_number, at=at, postings=tuple(paid), freed=freed)
    await commit(bank, over._replace(settled=True, results=results, rule_set=rules))
    return over.table


async def start(
    bank: Bank,
    of: SavedTable,
    *users: int,
    at: float = NOW,
    rules: str = "hotseat",
    stake: int = STAKE,
) -> SavedTable:
    """These users bet and are dealt in; the table as it stands after the round."""
    places = list(enumerate(users, start=1))
    bets = tuple(bet(user, stake, seat=number) for number, user in places)
    dealt = tuple(DealtSeat(seat=number, user_id=user, stake=stake) for number, user in places)
    begun = change(of, at=at, postings=bets, dealt=dealt, moves=("deal Ah",), rule_set=rules)
    await commit(bank, begun)
    return of._replace(round_number=of.round_number + 1)


async def void(bank: Bank, of: SavedTable, *users: int, at: float = NOW) -> SavedTable:
    """A round of these users that is ended without a result."""
    after = await start(bank, of, *users, at=at)
    await commit(bank, change(after, round_number=of.round_number, at=at, voided_by=1))
    return after


def _payments(user: int, net: int, number: int, stake: int) -> list[Posting]:
    if net < 0:
        kept = [returned(user, stake + net, seat=number)] if stake + net else []
        return [*kept, lost(-net, seat=number)]
    back = returned(user, stake, seat=number)
    return [back, won(user, net, seat=number)] if net else [back]
