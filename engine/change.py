"""What a table asks the bank to keep, as plain values.

A table never writes. It hands the bank one `Change` for each accepted command: the table as it will stand, the
moves that were added to its round, and the money that moved with them. The bank makes all of it durable in one
transaction, or raises and makes none of it durable. Seeds and moves, which name cards that lie face down, are kept and
never printed: no `repr` shows them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

Shown = Callable[[float], float]
"""What people's clocks show at a moment of a table's clock; both in Unix seconds, UTC."""


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
    """What comes back when a round is ended without a result."""
    STAKE_RETURNED = "stake_returned"
    WINNINGS = "winnings"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """`cents` (above zero) go from `source` to `target`.

    Within a round, `(seat, hand, kind, step)` is unique: the same posting made twice moves money once. `step` is the
    seat's counter when the command was accepted, so that a bet changed before the deal has a key of its own.
    """

    source: Account
    target: Account
    cents: int
    kind: PostingKind
    seat: int
    hand: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSeat:
    """One seat. `stake` and `last_stake` in cents; a stake of 0 is no bet for the coming round."""

    number: int
    user_id: int
    counter: int = 0
    missed: int = 0
    stake: int = 0
    last_stake: int = 0
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedTable:
    """A table as it stands between two commands; with the stakes and moves of its round, all that a restart needs.

    `rules` is the text form of the rule set with its options. `deadline` in Unix seconds, UTC. `shoe_seed` (32 bytes)
    and `shoe_dealt` (cards gone before the running round's first) rebuild the shoe. `last_seat` is the highest seat
    number given so far. `message_id` is the message that shows round `message_round`. `table_id` 0 is a table that
    the bank has not numbered yet; `closed` frees its channel.
    """

    table_id: int
    channel_id: int
    guild_id: int
    rules: str
    phase: str
    asked: bool
    deadline: float | None
    round_number: int
    shoe_seed: bytes = field(repr=False)
    shoe_dealt: int
    last_seat: int
    seats: tuple[SavedSeat, ...]
    closed: bool = False
    message_id: int | None = None
    message_round: int = 0

    def dated(self, shown: Shown) -> "SavedTable":
        """With the deadline as people's clocks show it."""
        return replace(self, deadline=None if self.deadline is None else shown(self.deadline))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtSeat:
    """Who played a round from which seat, and the first stake in cents."""

    seat: int
    user_id: int
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What a settled round came to for a seat: how many hands, and cents.

    `staked` is all that was put in, with doubles, splits and insurance; `naturals` counts the hands paid as such.
    """

    seat: int
    user_id: int
    hands: int
    staked: int
    net: int
    naturals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One accepted command, ready to be made durable in one transaction.

    `round_number` names the round that postings and moves belong to; `table` may be at the next one already.
    `dealt` is given once, with the deal. `moves` are text forms to be appended; `first_move` is the index of the first
    of them within the round. `settled` ends the round: its stake account must be zero afterwards; `results` say what it
    came to for everybody who was dealt in. `rule_set` is the key of the round's rule set, given with both. `voided_by`,
    the user id of an admin, ends the round without a result: the bank returns what every player has put in. `at` in
    Unix seconds, UTC.
    """

    table: SavedTable
    round_number: int
    at: float
    postings: tuple[Posting, ...] = ()
    dealt: tuple[DealtSeat, ...] = ()
    moves: tuple[str, ...] = field(default=(), repr=False)
    first_move: int = 0
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    rule_set: str | None = None
    voided_by: int | None = None

    def dated(self, shown: Shown) -> "Change":
        """With the times that people's clocks show: what is kept outlives the clock of this process."""
        at = shown(self.at)
        if at == self.at:
            return self  # nobody has set them, as nearly always, and copies take time
        ahead = at - self.at  # not asked for again: somebody may be setting them now
        return replace(self, at=at, table=self.table.dated(lambda when: when + ahead))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedRound:
    """A round of a table that has ended; without `dealt` and `moves` where it ended before the deal."""

    number: int
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """What the bank gives back at the start: a table that was open, and its round if one was dealt.

    `unseen` are rounds before that whose end the table's message may not show: the one that it shows, and the last.
    """

    table: SavedTable
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...] = field(repr=False)
    unseen: tuple[EndedRound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMoney:
    """What a seat put into a round and what came back to it, in cents."""

    seat: int
    put_in: int
    came_back: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledRound:
    """A settled round as the bank kept it: its log, the money that moved for it, and its results.

    `rule_set` and `results` are missing while a round of an older schema is not counted.
    """

    round_id: int
    rules: str
    rule_set: str | None
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...] = field(repr=False)
    money: tuple[SeatMoney, ...]
    results: tuple[SeatResult, ...]


GIFT: Final = 1_000_000
"""Cents of the donor's welcome, and of each donation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wallet:
    """What a user has: `balance` and `in_play` in cents, and how often the donor has given."""

    balance: int
    in_play: int
    donations: int

    @property
    def is_broke(self) -> bool:
        """Less than a dollar, and nothing in play that could still come back: the donor helps."""
        return self.balance < 100 and self.in_play == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSettings:
    """What is set for a channel: texts by the name of the setting; what has its default is not among them."""

    guild_id: int
    channel_id: int
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """A setting of a channel was changed by an admin; `old` or `new` is None where it is the default.

    `number` grows with every change. `at` in Unix seconds, UTC.
    """

    number: int
    at: float
    admin_id: int
    what: str
    old: str | None
    new: str | None


class StillPlaying(Exception):
    """Who has a seat, or money in play, can't be forgotten yet; nothing was changed. `channels` says where."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"the user still plays in {len(channels)} channels")
        self.channels = channels


class InsufficientFunds(Exception):
    """A posting would take a balance below zero; nothing was saved. Amounts in cents."""

    def __init__(self, user_id: int, *, needed: int, balance: int) -> None:
        super().__init__(f"user {user_id} has {balance} cents and needs {needed}")
        self.user_id = user_id
        self.needed = needed
        self.balance = balance


class StorageTrouble(Exception):
    """The storage can't do what was asked. The message is a sentence for the host, who can help; no fault of ours."""


class OutcomeUnknown(StorageTrouble):
    """The storage failed in such a way that nobody can tell yet whether this was saved.

    Whoever asked goes on as before, and asks for the same again until it is answered: it is saved once at the most.
    """


class DoesNotFit(StorageTrouble):
    """What was to be saved does not fit what is saved already: nothing was, and to ask again never helps."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """The donor gives to the broke alone; nothing was saved. `wallet` says why."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet


Balances = Mapping[int, int]
"""Cents by user id."""
