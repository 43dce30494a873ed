"""Accounts of play money, payments between them, and wallets. Amounts in cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class AccountKind(StrEnum):
    PLAYER = "player"
    """A user's balance; never below zero."""
    STAKE = "stake"
    """The stakes of a round; never below zero, and zero once it is settled."""
    HOUSE = "house"
    """Pays winnings and collects losses, without limit."""
    DONOR = "donor"
    """Gives first balances and helps broke players, without limit."""


class PostingKind(StrEnum):
    WELCOME = "welcome"
    DONATION = "donation"
    BET = "bet"
    BET_RETURNED = "bet_returned"
    """Withdrawn or changed before the deal."""
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    VOIDED = "voided"
    """Stakes of a round without a result were returned."""
    STAKE_RETURNED = "stake_returned"
    WINNINGS = "winnings"
    LOST = "lost"


class Account(NamedTuple):
    """An account of money; `owner` is a user id for players, else 0."""

    kind: AccountKind
    owner: int = 0


STAKE = Account(kind=AccountKind.STAKE)


HOUSE = Account(kind=AccountKind.HOUSE)


DONOR = Account(kind=AccountKind.DONOR)


def player(user_id: int) -> Account:
    """Return the account that holds a user's balance."""
    return Account(kind=AccountKind.PLAYER, owner=user_id)


class Posting(NamedTuple):
    """A payment of `cents` (above zero) from `source` to `target`.

    Within a round, `(seat, hand, kind, step)` is the idempotency key. `step` is the seat's counter, which tells a
    changed bet from the first; for a gift to an AI player, the coming round's number.
    """

    source: Account
    target: Account
    cents: int
    kind: PostingKind
    seat: int
    hand: int = 0
    step: int = 0


GIFT: Final = 1_000_000
"""The donor's welcome, and each donation."""


LITTLE: Final = 100
"""A user with less and nothing in play is broke."""


@dataclass(frozen=True, slots=True)
class Wallet:
    """A user's `balance`, stakes `in_play`, and number of gifts when broke."""

    balance: int
    in_play: int
    donations: int

    @property
    def is_broke(self) -> bool:
        """True if the user has next to no money and may ask for a gift."""
        return self.balance < LITTLE and self.in_play == 0


Balances = Mapping[int, int]
"""Cents by user id."""
