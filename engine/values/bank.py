"""Errors of the bank (`engine/bank/bank.py`), which saves games and money, and values that it returns."""

from collections.abc import Iterator
from typing import Any, Protocol

from engine.values.money import Wallet


class StillPlaying(Exception):
    """Raised if a user's data can't be deleted: they have a seat or money in play in `channels`."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"the user still plays in {len(channels)} channels")
        self.channels = channels


class InsufficientFunds(Exception):
    """Raised if a payment would take a balance below zero; nothing was saved. Amounts in cents."""

    def __init__(self, user_id: int, *, needed: int, balance: int) -> None:
        super().__init__(f"user {user_id} has {balance} cents and needs {needed}")
        self.user_id = user_id
        self.needed = needed
        self.balance = balance


class Paused(Exception):
    """Raised if a user is on a break from playing until a time (Unix seconds); nothing was saved."""

    def __init__(self, until: float) -> None:
        super().__init__("the user is on a break")
        self.until = until


class StorageTrouble(Exception):
    """Raised if the database failed. The message is a sentence for the bot's host."""


class StorageAway(StorageTrouble):
    """Raised if the database is temporarily unavailable; retry later."""


class OutcomeUnknown(StorageTrouble):
    """Raised if a change may have been saved or not. Retry until that is known; it is saved at most once."""


class DoesNotFit(StorageTrouble):
    """Raised if a change contradicts the saved data; nothing was saved. Retrying does not help."""


class PlayedElsewhere(StorageTrouble):
    """Raised if another process of the bot owns these tables."""


class ChannelTaken(Exception):
    """Raised if a channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """Raised if a player asks for money but is not broke."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet


ExportedData = Iterator[tuple[str, Any]]
"""A user's exported data: names with a plain value, or with an iterator to be consumed first."""


class BucketLock(Protocol):
    """A lock for a rate-limit bucket of Discord's gateway, held by one process at a time."""

    async def end(self) -> None:
        """Release the lock."""
