"""The bank, as tables, the house and Discord's side see it. `engine.bank` has one that keeps all in a file.

Every method may raise `StorageTrouble`, and then nothing of what it was to do is kept; but see `OutcomeUnknown`.
The parts beside `PublicBank` are protocols of their own because tests have banks that do no more than that part.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from engine.values.changes import Change
from engine.values.daily import DailyBank
from engine.values.money import Balances, Wallet
from engine.values.played import (
    BalancePoint,
    CountedRound,
    History,
    Honour,
    HonourSearch,
    HonoursFound,
    KeptRound,
    Leaderboard,
    PlayedRound,
    Progress,
    RoundOfTable,
    RoundToReview,
    Sitting,
    Standing,
    Statistics,
)
from engine.values.rounds import SettledRound
from engine.values.settings import SavedSettings, SettingChange
from engine.values.shoes import KeptShoe, SavedShoe, ShoeRound, Shoes
from engine.values.skill import SkillBank
from engine.values.tables import Called, Names, OpenTable, SavedSeat, SavedTable, TableMessage


class TableBank(Protocol):
    """What a table needs."""

    async def commit(self, change: Change) -> Balances:
        """Keep a change, once even if asked twice; the balances in cents of everybody whom it concerns.

        Raises `InsufficientFunds`, and `OutcomeUnknown`: then the change has to be asked for again. That may raise
        `DoesNotFit`: then the table can't go on.
        """

    async def remember_message(self, table_id: int, message: TableMessage) -> None:
        """Keep which message shows a table, and which round it shows.

        `commit` leaves both alone where a change does not name them.
        """

    async def say_goodbye(self, table_id: int) -> None:
        """Keep that the message of this closed table says so."""

    async def make_sure(self) -> None:
        """Return where this process plays its tables, as far as the server has told. Costs next to nothing.

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
        """Keep a new table with its seats, and return its number. Raises `ChannelTaken`.

        `first_shoe` seals its shoe under that number; without it, the cards are not sealed. `called` is what its opener
        is called.
        """

    async def open_tables(self) -> list[OpenTable]:
        """The tables that are not closed, oldest first, with the running round and those that have ended."""

    async def seated_balances(self) -> Balances:
        """What everybody has who has a seat at an open table, in cents by user id."""

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
        """Keep no longer what is set for the channels of a guild. Returns the channels; the log of changes stays."""

    async def last_shoe(self, channel_id: int) -> tuple[KeptShoe, Sequence[ShoeRound]] | None:
        """The shoe that was sealed last in a channel, with the rounds that were dealt from it."""

    async def last_rule_set(self, channel_id: int) -> str | None:
        """The key of the rule set by which cards were last dealt in a channel; None where none ever were."""


class UncountedRounds(Protocol):
    """What counting the rounds of an older schema needs."""

    async def uncounted_rounds(self, after: int, limit: int) -> list[KeptRound]:
        """At most `limit` ended rounds without their results whose ids come after this one, in order."""

    async def keep_counted(self, rounds: Sequence[CountedRound]) -> None:
        """Keep what earlier rounds came to, once even if asked twice. Raises `DoesNotFit`."""


class PersonalRecords(Protocol):
    """What users may ask for about themselves."""

    async def personal_data(self, user_id: int) -> dict[str, Any]:
        """All that is kept about a user, as plain values; `engine.bank.players.personal` says in which shape.

        A long history takes seconds, and keeps nobody waiting but others who ask for theirs.
        """

    async def forget(self, user_id: int) -> bool:
        """Take the user's id out of all that is kept, and out of the file; the books stay in order.

        Returns whether it was there. Raises `StillPlaying` for who has a seat at an open table or money in play.
        Twice is once.
        """


class Turn(Protocol):
    """Something that one process does at a time."""

    async def end(self) -> None:
        """Let another process have its turn."""


class SharedBank(Protocol):
    """A bank on a server may have several processes, each with tables of its own. One in a file has one process."""

    async def claim(self) -> bool:
        """Become the process that plays its tables; whether it is the one that does what is done once for all.

        Raises `PlayedElsewhere` while another process plays any of them.
        """

    async def until_lost(self) -> None:
        """Return when another process has taken the tables over; then nothing of them can be kept any more."""

    async def take_turn(self, bucket: int) -> Turn | None:
        """Take the turn of this number among all processes; None while another one has it.

        It ends with the process, too.
        """


class PublicBank(
    HouseBank, SharedBank, UncountedRounds, PersonalRecords, SkillBank, DailyBank, Protocol
):
    """All that a bank does for others."""

    async def known_wallet(self, user_id: int) -> Wallet | None:
        """What a user has whose account is open; asking opens none."""

    async def donate(self, user_id: int) -> Wallet:
        """Help a user who is broke with nothing in play. Raises `DonorRefuses` for all others."""

    async def names(self, guild_id: int | None, user_ids: Collection[int]) -> Names:
        """What these users were called last in a guild, or (None, or where nobody knows) everywhere."""

    async def statistics(self, user_id: int) -> Statistics:
        """What all settled rounds of a user come to."""

    async def honours(self, user_id: int) -> tuple[Honour, ...]:
        """What was found in a user's rounds so far, the oldest first."""

    async def earned_in_round(self, table_id: int, number: int) -> tuple[tuple[str, int], ...]:
        """What was found to be earned in a round of a table: the keys of honours, each with the user's id."""

    async def find_honours(self, user_id: int, looking: HonourSearch) -> HonoursFound:
        """Search some more of a user's rounds, keep what is found, and tell what of it is new.

        That takes a part of a second, and keeps nobody waiting but others who ask for such long reads.
        """

    async def honours_ahead(self, user_id: int, looking: HonourSearch) -> Mapping[str, Progress]:
        """How far a user is on the way to honours, by their keys: reached or not. It is read like a search."""

    async def balance_over_time(self, user_id: int, points: int) -> tuple[BalancePoint, ...]:
        """What a user had after gifts and settled rounds: at most `points`, evenly thinned, in time order.

        Raises `ValueError` for fewer than two points.
        """

    async def leaderboard(
        self, user_id: int, guild_id: int | None, least: int, offset: int, limit: int
    ) -> Leaderboard[Standing]:
        """A page of those who have most beyond what the donor gave, of at least so many settled rounds, for a user.

        In a guild, rounds are those at its tables. Like the next one it may take a while, and keeps nobody waiting but
        others who ask for such long reads.
        """

    async def leaderboard_since(
        self, user_id: int, guild_id: int | None, since: float, offset: int, limit: int
    ) -> Leaderboard[Standing]:
        """A page of those who have won most since this moment (Unix seconds), for a user."""

    async def history(self, user_id: int, offset: int, limit: int) -> History:
        """A page of the rounds that a user was dealt into and that have ended, the newest first."""

    async def kept_round(self, round_id: int) -> KeptRound | None:
        """A round that was dealt and has ended, for its replay; None for any other."""

    async def round_of_table(self, table_id: int, number: int) -> int | None:
        """The id of the round of this number at a table; None where there was none."""

    async def rounds_of_table(
        self, table_id: int, first: int, last: int
    ) -> tuple[RoundOfTable, ...]:
        """The rounds of a table with these numbers that were dealt and have ended, the oldest first."""

    async def sitting(self, table_id: int) -> Sitting | None:
        """All rounds of a table that were dealt and have ended; None where there are none."""

    async def own_rounds(self, table_id: int, user_id: int) -> tuple[PlayedRound, ...]:
        """The rounds of a table that a user was dealt into and that have ended, the newest first."""

    async def rounds_to_review(
        self,
        user_id: int,
        since: float,
        last: int,
        limit: int,
        earlier: Callable[[int | None], int],
    ) -> list[RoundToReview]:
        """At most `limit` settled rounds of a user since this moment (Unix seconds), the newest first; from the `last`
        one back, where they have played that. Those that are judged to be played by the book are left out.

        `earlier` says how many rounds before one that began with so many cards gone may have seen its shoe.
        """

    async def rules_of_table(self, table_id: int) -> str | None:
        """The text form of the rules of a table, open or closed; None where there was none."""

    async def rounds_before(self, table_id: int, number: int, limit: int) -> list[KeptRound]:
        """At most `limit` rounds of a table that were dealt and have ended, before this one, the newest first."""

    async def shoes_of_channel(self, channel_id: int, offset: int, limit: int) -> Shoes:
        """A page of the sealed shoes of a channel's tables, the newest first."""

    async def kept_shoe(self, table_id: int, number: int) -> KeptShoe | None:
        """A sealed shoe by its table and its number there; None where there is none."""

    async def shoe_rounds(
        self, table_id: int, first: int, last: int
    ) -> Mapping[int, Sequence[ShoeRound]]:
        """The ended rounds that were dealt from the shoes `first` to `last` of a table, by the shoe's number."""

    async def shoes_after(self, table_id: int, number: int, limit: int) -> list[KeptShoe]:
        """At most `limit` sealed shoes that come after this one, in the order of tables and numbers."""

    async def settled_rounds(self, first: int, last: int) -> list[SettledRound]:
        """The settled rounds with ids from `first` to `last`, in order."""

    async def newest_round(self) -> int:
        """The id of the round that was opened last; 0 where there is none."""

    async def settings_log(
        self, channel_id: int, limit: int, before: int | None = None
    ) -> list[SettingChange]:
        """At most `limit` changes of a channel's settings, newest first.

        `before` is the number of the last change of the page before this one.
        """

    async def rounds_since(self, at: float) -> int:
        """How many rounds were settled since this moment, in Unix seconds."""

    async def size(self) -> int:
        """The bytes that all of it takes."""

    async def note_message(self, channel_id: int, message_id: int) -> None:
        """Keep that a message is to be deleted; once is enough. Raises `PlayedElsewhere`."""

    async def drop_message(self, message_id: int) -> None:
        """Keep no longer that a message is to be deleted."""

    async def noted_messages(self) -> list[tuple[int, int]]:
        """Channel and message of all that are to be deleted, oldest first."""

    async def note_departure(self, guild_id: int) -> None:
        """Keep that the bot is not in a guild any more, since now; the first time counts."""

    async def drop_departure(self, guild_id: int) -> None:
        """Keep that no longer."""

    async def departures(self) -> dict[int, float]:
        """Since when the bot is known not to be in guilds any more, in Unix seconds, by the guild's id."""

    async def guilds_in_use(self) -> set[int]:
        """The guilds for which settings or an open table are kept."""

    async def kept_text(self, key: str) -> str | None:
        """The text kept under a key."""

    async def keep_text(self, key: str, value: str) -> None:
        """Keep a text under a key, in place of any other."""

    async def audit(self) -> list[str]:
        """A line for each thing that is wrong with the books; none if all is well."""
