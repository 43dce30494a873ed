"""Money as it is kept: accounts, postings, and what a user has.

Amounts in cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class AccountKind(StrEnum):
    """Whose money it is."""

    PLAYER = "player"
    """A user's balance; the owner is the user id. Never below zero."""
    STAKE = "stake"
    """What lies on the table in one round; the owner is the round. Never below zero, zero when settled."""
    HOUSE = "house"
    """Pays the winnings and collects what is lost; unlimited funds."""
    DONOR = "donor"
    """Gives the first balance and helps the broke; unlimited funds."""


class PostingKind(StrEnum):
    """Why money moved."""

    WELCOME = "welcome"
    DONATION = "donation"
    BET = "bet"
    BET_RETURNED = "bet_returned"
    """A bet that was taken back or changed before the deal."""
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    VOIDED = "voided"
    """What comes back when a round is ended without a result: all that still lay on the table."""
    STAKE_RETURNED = "stake_returned"
    WINNINGS = "winnings"
    LOST = "lost"


class Account(NamedTuple):
    """One side of a posting. `owner` is a user id for players and 0 for all others: the stake account is
    that of the round that the change belongs to."""

    kind: AccountKind
    owner: int = 0


STAKE = Account(kind=AccountKind.STAKE)


HOUSE = Account(kind=AccountKind.HOUSE)


DONOR = Account(kind=AccountKind.DONOR)


def player(user_id: int) -> Account:
    """The account of a user."""
    return Account(kind=AccountKind.PLAYER, owner=user_id)


class Posting(NamedTuple):
    """`cents` (above zero) go from `source` to `target`.

    Within a round, `(seat, hand, kind, step)` is unique: the same posting made twice moves money once. `step` is the
    seat's counter when the command was accepted, so that a bet changed before the deal has a key of its own. Of the
    donor's help for a player of the house, `step` is the number of the round before which it is given, once.
    """

    source: Account
    target: Account
    cents: int
    kind: PostingKind
    seat: int
    hand: int = 0
    step: int = 0


GIFT: Final = 1_000_000
"""Cents of the donor's welcome, and of each donation."""


LITTLE: Final = 100
"""Cents: who has less and nothing in play is broke."""


@dataclass(frozen=True, slots=True)
class Wallet:
    """What a user has: `balance` and `in_play` in cents, and how often the donor has given."""

    balance: int
    in_play: int
    donations: int

    @property
    def is_broke(self) -> bool:
        """Less than a dollar, and nothing in play that could still come back: the donor helps."""
        return self.balance < LITTLE and self.in_play == 0


Balances = Mapping[int, int]
"""Cents by user id."""
