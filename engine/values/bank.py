"""The interface of the bank, which `engine.bank` implements, and its errors.

Every method may raise `StorageTrouble`; then nothing was saved, except after `OutcomeUnknown`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.values.money import Balances, Wallet
from engine.values.rounds import SettledRound
from engine.values.shoes import PublicShoe, SavedShoe, ShoeRound
from engine.values.tables import (
    Change,
    DisplayName,
    OpenTable,
    Saved,
    SavedSettings,
    SavedTable,
    TableMessage,
)


class StillPlaying(Exception):
    """The user still plays in `channels`, so their data can't be deleted yet."""

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
    """The storage failed; the message tells the host why."""


class StorageAway(StorageTrouble):
    """Temporary; retry later."""


class OutcomeUnknown(StorageTrouble):
    """The change may have been saved or not. Retry it until the outcome is known; it is saved at most once."""


class DoesNotFit(StorageTrouble):
    """The change contradicts the saved data; nothing was saved. Retrying does not help."""


class PlayedElsewhere(StorageTrouble):
    """Another process plays these tables."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """The player is not broke."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet


class TableBank(Protocol):
    async def commit(self, change: Change) -> Saved:
        """Save a change as the table's next version. Idempotent.

        Raises `InsufficientFunds`, `Paused`, `PlayedElsewhere`, and `OutcomeUnknown`, after which the same change must
        be retried. If the retry raises `DoesNotFit`, the table can't go on.
        """

    async def remember_message(
        self, table_id: int, version: int, message: TableMessage, left: int | None = None
    ) -> None:
        """Save which message shows a table at this version, and the first round on it.

        Also drop the note to delete the message that it has `left`.
        """

    async def say_farewell(self, table_id: int, version: int) -> None:
        """Save that a closed table's message announces its end."""

    async def ensure_owner(self) -> None:
        """Check, by the last news from the server, that this process owns its tables. Cheap.

        Raises `PlayedElsewhere`, or another `StorageTrouble` while this is unknown.
        """


class HouseBank(TableBank, Protocol):
    async def open_table(
        self,
        table: SavedTable,
        first_shoe: Callable[[int], SavedShoe] | None = None,
        display_name: DisplayName | None = None,
    ) -> int:
        """Save a new table and return its number. Raises `ChannelTaken` and `Paused`.

        `first_shoe` seals a shoe for that number. `display_name` is the opener's.
        """

    async def open_tables(self) -> list[OpenTable]:
        """Return the open tables, oldest first."""

    async def seated_balances(self) -> Balances:
        """Return the balances of all seated users."""

    async def owed_farewells(self) -> list[OpenTable]:
        """Return the closed tables whose message has yet to announce the end."""

    async def wallet(self, user_id: int) -> Wallet:
        """Return a user's wallet; a new user gets the donor's welcome."""

    async def close_table(self, table_id: int, by: int) -> None:
        """Void a broken table's round, return its stakes, and close it; `by` is the admin."""

    async def channel_settings(self) -> list[SavedSettings]:
        """Return the settings of all channels."""

    async def change_settings(
        self, settings: SavedSettings, admin_id: int, display_name: DisplayName | None = None
    ) -> None:
        """Replace the settings of a channel, and log the changes."""

    async def drop_settings(self, guild_id: int) -> set[int]:
        """Delete a guild's settings and return their channels. The log of changes stays."""

    async def last_shoe(self, channel_id: int) -> tuple[PublicShoe, Sequence[ShoeRound]] | None:
        """Return a channel's last sealed shoe and its rounds."""

    async def last_rule_set(self, channel_id: int) -> str | None:
        """Return the key of the rule set of a channel's last deal, or None."""


class AuditedBank(Protocol):
    async def audit(self) -> list[str]:
        """Return a line for each error in the books."""

    async def newest_round(self) -> int:
        """Return the newest round's id; 0 without rounds."""

    async def settled_rounds(self, first: int, last: int) -> list[SettledRound]:
        """Return the settled rounds from `first` to `last`."""

    async def shoes_after(self, table_id: int, number: int, limit: int) -> list[PublicShoe]:
        """Return the next sealed shoes after this one, at most `limit`."""

    async def shoe_rounds(
        self, table_id: int, first: int, last: int
    ) -> Mapping[int, Sequence[ShoeRound]]:
        """Return the ended rounds of a table's shoes `first` to `last`, by shoe."""


ExportedData = Iterator[tuple[str, Any]]
"""A user's data: names with a value, or with an iterator to consume before the next name."""


class BucketLock(Protocol):
    """A lock that one process holds at a time."""

    async def end(self) -> None:
        """Release the lock."""


class SharedBank(Protocol):
    """The bank's interface for several processes on one server, each with its own tables."""

    async def claim(self) -> bool:
        """Become the owner of this process's tables. True for the process with the shared tasks.

        Raises `PlayedElsewhere` while another process owns any of them.
        """

    async def until_lost(self) -> None:
        """Return once another process has taken the tables over."""

    async def take_turn(self, bucket: int) -> BucketLock | None:
        """Take the lock `bucket` until this process ends; None while another process holds it."""
