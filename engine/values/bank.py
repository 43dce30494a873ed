"""The bank's interface for tables, house, audit and gateway, and its errors. `engine.bank` implements it.

Every method may raise `StorageTrouble`; then nothing was saved, except as `OutcomeUnknown` says.
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
    """The user has a seat or money in play in `channels`, so their data can't be deleted yet; nothing was changed."""

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
    """The user is on a break until this time (Unix seconds) and can't start anything new; nothing was saved."""

    def __init__(self, until: float) -> None:
        super().__init__("the user is on a break")
        self.until = until


class StorageTrouble(Exception):
    """The storage failed. The message is a sentence for the host that says why."""


class StorageAway(StorageTrouble):
    """Temporary; retry later."""


class OutcomeUnknown(StorageTrouble):
    """The storage failed, and the change may have been saved or not.

    Retry the same change until the outcome is known; it is saved at most once.
    """


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


class TableBank(Protocol):
    """The bank's interface for a table."""

    async def commit(self, change: Change) -> Saved:
        """Save a change as the table's next version; saving it again has no effect.

        Raises `InsufficientFunds`, `Paused`, `PlayedElsewhere` if another process has saved a version, and
        `OutcomeUnknown`, after which the same change must be retried. The retry may raise `DoesNotFit`; then the table
        can't go on.
        """

    async def remember_message(
        self, table_id: int, version: int, message: TableMessage, left: int | None = None
    ) -> None:
        """Save which message shows a table, and the first round played on it, if the table is at this version.

        In the same transaction, drop the note to delete the message that it has `left`.
        """

    async def say_farewell(self, table_id: int, version: int) -> None:
        """Save that this closed table's message announces its end, if the table is at this version."""

    async def ensure_owner(self) -> None:
        """Check that this process owns its tables, by the last news from the server. Cheap.

        Raises `PlayedElsewhere`, or another `StorageTrouble` while this is unknown.
        """


class HouseBank(TableBank, Protocol):
    """The bank's interface for the house and its tables."""

    async def open_table(
        self,
        table: SavedTable,
        first_shoe: Callable[[int], SavedShoe] | None = None,
        display_name: DisplayName | None = None,
    ) -> int:
        """Save a new table with its seats, and return its number. Raises `ChannelTaken` and `Paused`.

        `first_shoe` seals a shoe for that number; without it, the cards are not sealed. `display_name` is the opener's.
        """

    async def open_tables(self) -> list[OpenTable]:
        """Return the open tables, oldest first, with their running and last rounds."""

    async def seated_balances(self) -> Balances:
        """Return the balances of all users with a seat at an open table."""

    async def owed_farewells(self) -> list[OpenTable]:
        """Return the closed tables whose message has yet to announce the end, with their last rounds."""

    async def wallet(self, user_id: int) -> Wallet:
        """Return a user's wallet; open a new user's account with the donor's welcome."""

    async def close_table(self, table_id: int, by: int) -> None:
        """Close a table that can't go on: void its round and return its stakes. `by` is the admin."""

    async def channel_settings(self) -> list[SavedSettings]:
        """Return the settings of all channels that have any."""

    async def change_settings(
        self, settings: SavedSettings, admin_id: int, display_name: DisplayName | None = None
    ) -> None:
        """Replace the settings of a channel, and log the changes of the admin. `display_name` is their display name."""

    async def drop_settings(self, guild_id: int) -> set[int]:
        """Delete the settings of a guild's channels, and return the channels. The log of changes stays."""

    async def last_shoe(self, channel_id: int) -> tuple[PublicShoe, Sequence[ShoeRound]] | None:
        """Return the last sealed shoe of a channel, with the rounds dealt from it."""

    async def last_rule_set(self, channel_id: int) -> str | None:
        """Return the key of the rule set of a channel's last deal; None if there was none."""


class AuditedBank(Protocol):
    """The bank's interface for an audit."""

    async def audit(self) -> list[str]:
        """Return a line for each error in the books."""

    async def newest_round(self) -> int:
        """Return the id of the newest round; 0 if there is none."""

    async def settled_rounds(self, first: int, last: int) -> list[SettledRound]:
        """Return the settled rounds with ids from `first` to `last`, in order."""

    async def shoes_after(self, table_id: int, number: int, limit: int) -> list[PublicShoe]:
        """Return at most `limit` sealed shoes after this one, by table and number."""

    async def shoe_rounds(
        self, table_id: int, first: int, last: int
    ) -> Mapping[int, Sequence[ShoeRound]]:
        """Return the ended rounds of the shoes `first` to `last` of a table, by the shoe's number."""


ExportedData = Iterator[tuple[str, Any]]
"""A user's exported data: names with a plain value, or with an iterator to be consumed before the next name."""


class BucketLock(Protocol):
    """A lock that one process holds at a time."""

    async def end(self) -> None:
        """Release the lock."""


class SharedBank(Protocol):
    """The bank's interface for several processes on one server, each with its own tables. A file has one process."""

    async def claim(self) -> bool:
        """Become the owner of this process's tables. True for the one process that also does the shared tasks.

        Raises `PlayedElsewhere` while another process owns any of them.
        """

    async def until_lost(self) -> None:
        """Return once another process has taken the tables over, after which this one can't save their changes."""

    async def take_turn(self, bucket: int) -> BucketLock | None:
        """Take the lock `bucket`; None while another process holds it. The end of this process releases it, too."""
