"""Money: accounts, postings and wallets. Amounts in cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class AccountKind(StrEnum):
    """The kind of an account's owner."""

    PLAYER = "player"
    """A user's balance, by user id. Never below zero."""
    STAKE = "stake"
    """The stakes of one round. Never below zero; zero once the round is settled."""
    HOUSE = "house"
    """Pays winnings and collects losses; unlimited funds."""
    DONOR = "donor"
    """Gives the first balance and helps broke players; unlimited funds."""


class PostingKind(StrEnum):
    """The reason of a posting."""

    WELCOME = "welcome"
    DONATION = "donation"
    BET = "bet"
    BET_RETURNED = "bet_returned"
    """A bet was withdrawn or changed before the deal."""
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    VOIDED = "voided"
    """A round ended without a result, and its remaining stakes were returned."""
    STAKE_RETURNED = "stake_returned"
    WINNINGS = "winnings"
    LOST = "lost"


class Account(NamedTuple):
    """One side of a posting. `owner` is a user id for players and 0 for all others; a stake account belongs to the
    round of the change."""

    kind: AccountKind
    owner: int = 0


STAKE = Account(kind=AccountKind.STAKE)


HOUSE = Account(kind=AccountKind.HOUSE)


DONOR = Account(kind=AccountKind.DONOR)


def player(user_id: int) -> Account:
    """Return the account of a user."""
    return Account(kind=AccountKind.PLAYER, owner=user_id)


class Posting(NamedTuple):
    """A transfer of `cents` (above zero) from `source` to `target`.

    Within a round, `(seat, hand, kind, step)` is the idempotency key. `step` is the seat's counter when the command was
    accepted, which tells a changed bet from the first one. For the donor's help to an AI player, `step` is the number
    of the coming round, so it is given once a round.
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
"""A user with less than this and nothing in play is broke."""


@dataclass(frozen=True, slots=True)
class Wallet:
    """A user's `balance`, their stakes `in_play`, and the number of donations so far."""

    balance: int
    in_play: int
    donations: int

    @property
    def is_broke(self) -> bool:
        """True if the donor helps: the balance is below `LITTLE` and nothing is in play."""
        return self.balance < LITTLE and self.in_play == 0


Balances = Mapping[int, int]
"""Cents by user id."""
