"""The errors of the bank (`engine/bank/bank.py`), and values that it returns."""

from collections.abc import Iterator
from typing import Any, Protocol

from engine.values.money import Wallet


class StillPlaying(Exception):
    """The user has a seat or money in play in `channels`, so their data can't be deleted."""

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


class Paused(Exception):
    """The user is on a break until this time (Unix seconds); nothing was saved."""

    def __init__(self, until: float) -> None:
        super().__init__("the user is on a break")
        self.until = until


class StorageTrouble(Exception):
    """The storage failed. The message is a sentence for the host."""


class StorageAway(StorageTrouble):
    """Temporary; retry later."""


class OutcomeUnknown(StorageTrouble):
    """The change may have been saved or not. Retry it until that is known; it is saved at most once."""


class DoesNotFit(StorageTrouble):
    """The change contradicts the saved data. Nothing was saved, and retrying does not help."""


class PlayedElsewhere(StorageTrouble):
    """Another process plays these tables."""


class ChannelTaken(Exception):
    """The channel already has an open table; nothing was saved."""


class DonorRefuses(Exception):
    """The player is not broke (see `wallet`), so the donor gives nothing."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet


ExportedData = Iterator[tuple[str, Any]]
"""A user's exported data: names with a plain value, or with an iterator to be consumed first."""


class Turn(Protocol):
    """A lock that one process holds at a time."""

    async def end(self) -> None:
        """Release the lock."""
