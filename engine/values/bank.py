"""What the tables, the house, the audit and the gateway ask of a bank, and how it refuses. `engine.bank` has the one
that keeps everything.

Every method may raise `StorageTrouble`, and then nothing of what it was to do is kept; but see `OutcomeUnknown`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.values.money import Balances, Wallet
from engine.values.rounds import SettledRound
from engine.values.shoes import KeptShoe, SavedShoe, ShoeRound
from engine.values.tables import (
    Called,
    Change,
    Kept,
    OpenTable,
    SavedSeat,
    SavedSettings,
    SavedTable,
    TableMessage,
)


class StillPlaying(Exception):
    """The user has a seat or money in play (in `channels`) and can't be forgotten yet; nothing was changed."""

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
    """The user is on a break until this moment (Unix seconds) and starts nothing new; nothing was saved."""

    def __init__(self, until: float) -> None:
        super().__init__("the user is on a break")
        self.until = until


class StorageTrouble(Exception):
    """The storage can't do what was asked. The message tells the host why, in one sentence."""


class StorageAway(StorageTrouble):
    """The storage is not there for a while: nobody has to mend anything, and asking again later helps."""


class OutcomeUnknown(StorageTrouble):
    """The storage failed, and it is not known yet whether this was saved.

    Ask for the same again until there is an answer: it is saved once at most.
    """


class DoesNotFit(StorageTrouble):
    """This contradicts what is saved already: nothing was saved, and asking again does not help."""


class PlayedElsewhere(StorageTrouble):
    """Another process plays these tables."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """The player is not broke (see `wallet`), so the donor gives nothing; nothing was saved."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet


class TableBank(Protocol):
    """What a table needs."""

    async def commit(self, change: Change) -> Kept:
        """Keep a change, once even if asked twice.

        Raises `InsufficientFunds`, `Paused`, and `OutcomeUnknown`: then the change has to be asked for again. That may
        raise `DoesNotFit`: then the table can't go on.
        """

    async def remember_message(
        self, table_id: int, message: TableMessage, left: int | None = None
    ) -> None:
        """Save which message shows a table, and the first round that was played on it.

        In the same transaction, drop the note that the message it has `left` is to be deleted.
        """

    async def say_goodbye(self, table_id: int) -> None:
        """Note that the message of this closed table says so."""

    async def make_sure(self) -> None:
        """Return if this process plays its tables, as far as the server has told. Costs next to nothing.

        Raises `PlayedElsewhere`, and what else is `StorageTrouble` while nobody can tell.
        """


class HouseBank(TableBank, Protocol):
    """What the house needs, beside what its tables do."""

    async def open_table(
        self,
        table: SavedTable,
        seats: Sequence[SavedSeat],
        first_shoe: Callable[[int], SavedShoe] | None = None,
        called: Called | None = None,
    ) -> int:
        """Keep a new table with its seats, and return its number. Raises `ChannelTaken`, and `Paused`.

        `first_shoe` seals its shoe under that number; without it, the cards are not sealed. `called` is what its opener
        is called.
        """

    async def open_tables(self) -> list[OpenTable]:
        """The tables that are not closed, oldest first, with the running round and those that have ended."""

    async def seated_balances(self) -> Balances:
        """The balances of everybody with a seat at an open table, in cents by user id."""

    async def owed_goodbyes(self) -> list[OpenTable]:
        """The closed tables whose message does not say so yet, with their last rounds."""

    async def wallet(self, user_id: int) -> Wallet:
        """What a user has; on first sight the donor opens the account with its welcome."""

    async def close_table(self, table_id: int, by: int) -> None:
        """Close a table that can't be played on: its round is void, its stakes go back. `by` is the admin."""

    async def channel_settings(self) -> list[SavedSettings]:
        """The settings of every channel where something is set."""

    async def change_settings(
        self, settings: SavedSettings, admin_id: int, called: Called | None = None
    ) -> None:
        """Keep the settings of a channel in place of all that was set there, and log who changed what.

        `called` is what the admin is called.
        """

    async def drop_settings(self, guild_id: int) -> set[int]:
        """Delete the settings of a guild's channels, and return those; the log of changes stays."""

    async def last_shoe(self, channel_id: int) -> tuple[KeptShoe, Sequence[ShoeRound]] | None:
        """The shoe that was sealed last in a channel, with the rounds that were dealt from it."""

    async def last_rule_set(self, channel_id: int) -> str | None:
        """The key of the rule set by which cards were last dealt in a channel; None where none ever were."""


class AuditedBank(Protocol):
    """What an audit needs."""

    async def audit(self) -> list[str]:
        """A line for each thing that is wrong with the books; none if all is well."""

    async def newest_round(self) -> int:
        """The id of the round that was opened last; 0 where there is none."""

    async def settled_rounds(self, first: int, last: int) -> list[SettledRound]:
        """The settled rounds with ids from `first` to `last`, in order."""

    async def shoes_after(self, table_id: int, number: int, limit: int) -> list[KeptShoe]:
        """At most `limit` sealed shoes that come after this one, in the order of tables and numbers."""

    async def shoe_rounds(
        self, table_id: int, first: int, last: int
    ) -> Mapping[int, Sequence[ShoeRound]]:
        """The ended rounds that were dealt from the shoes `first` to `last` of a table, by the shoe's number."""


Told = Iterator[tuple[str, Any]]
"""All that is kept about a user, name by name: a plain value, or things one by one, to be read before the next name."""


class Turn(Protocol):
    """Something that one process does at a time."""

    async def end(self) -> None:
        """Let another process have its turn."""


class SharedBank(Protocol):
    """A bank on a server may have several processes, each with tables of its own. One in a file has one process."""

    async def claim(self) -> bool:
        """Become the process that plays its tables. True for the one process that does what is done once for all.

        Raises `PlayedElsewhere` while another process plays any of them.
        """

    async def until_lost(self) -> None:
        """Return when another process has taken the tables over; then nothing of them can be kept any more."""

    async def take_turn(self, bucket: int) -> Turn | None:
        """Take the turn of this number among all processes; None while another one has it.

        It ends with the process, too.
        """
