"""Shortcuts for postings and for whole rounds with given gains."""

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
    """A player's stake, moved to the table."""
    return Posting(player(user_id), ON_THE_TABLE, cents, PostingKind.BET, seat, step=step)


def returned(user_id: int, cents: int, *, seat: int = 1, step: int = 0) -> Posting:
    """A stake, moved back to its player."""
    return Posting(
        ON_THE_TABLE, player(user_id), cents, PostingKind.STAKE_RETURNED, seat, step=step
    )


def won(user_id: int, cents: int, *, seat: int = 1) -> Posting:
    """Winnings from the house."""
    return Posting(HOUSE, player(user_id), cents, PostingKind.WINNINGS, seat)


def lost(cents: int, *, seat: int = 1) -> Posting:
    """A stake, moved to the house."""
    return Posting(ON_THE_TABLE, HOUSE, cents, PostingKind.LOST, seat)


def dealt_in(of: SavedTable, **parts: Any) -> Change:
    """The deal after bets of $5 by Ann and $7 by Ben."""
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    deal = change(of, postings=bets, dealt=DEALT, moves=("deal",), rule_set="downtown")
    return deal._replace(**parts)


async def table_in(
    bank: Bank, guild: int, channel: int, *users: int, parent_id: int | None = None
) -> SavedTable:
    """Open a table of these users in a guild's channel, or in a thread of the parent channel."""
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
    """Play a round with these gains in cents, at least minus the stake; return the table after it.

    The users at the `freed` seats get up at its end.
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
    """Place these users' bets and deal; return the table as it will be after the round."""
    places = list(enumerate(users, start=1))
    bets = tuple(bet(user, stake, seat=number) for number, user in places)
    dealt = tuple(DealtSeat(seat=number, user_id=user, stake=stake) for number, user in places)
    begun = change(of, at=at, postings=bets, dealt=dealt, moves=("deal Ah",), rule_set=rules)
    await commit(bank, begun)
    return of._replace(round_number=of.round_number + 1)


async def void(bank: Bank, of: SavedTable, *users: int, at: float = NOW) -> SavedTable:
    """Play a round of these users that an admin voids."""
    after = await start(bank, of, *users, at=at)
    await commit(bank, change(after, round_number=of.round_number, at=at, voided_by=1))
    return after


def _payments(user: int, net: int, number: int, stake: int) -> list[Posting]:
    if net < 0:
        rest = [returned(user, stake + net, seat=number)] if stake + net else []
        return [*rest, lost(-net, seat=number)]
    back = returned(user, stake, seat=number)
    return [back, won(user, net, seat=number)] if net else [back]
