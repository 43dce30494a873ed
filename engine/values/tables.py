"""Saved tables, the changes that commands make to them, names, AI players and channel settings.

A table hands the bank one `Change` per accepted command, which the bank saves in one transaction, entirely or not at
all.

Moves name face-down cards, so every `repr` hides moves and seeds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.values.money import Balances, Posting
from engine.values.rounds import DealtSeat, EndedRound, SeatResult, without
from engine.values.shoes import RevealedShoe, SavedShoe

MOST_OF_A_NAME: Final = 32
"""Characters."""

Names = Mapping[int, str]
"""Display names by user id; users without a name are missing."""

NO_NAMES: Final[Names] = MappingProxyType({})


class DisplayName(NamedTuple):
    """A user's display name in the server where they have just acted, and their global one; empty if they have none.

    The caller has removed invisible characters.
    """

    user_id: int
    here: str
    everywhere: str


ToWallTime = Callable[[float], float]
"""Turns a time by the clock's `now` into wall time; both in Unix seconds, UTC."""


class TableMessage(NamedTuple):
    """The message that shows a table."""

    id: int | None = None
    """None before the first message."""
    first: int = 0
    """The first round played on it."""


class SavedSeat(NamedTuple):
    """One seat. Amounts in cents."""

    number: int
    user_id: int
    counter: int = 0
    """The seat's accepted commands; a button with another count is stale."""
    missed: int = 0
    """Rounds in a row without a bet."""
    stake: int = 0
    """The bet for the coming or running round; 0 without one."""
    last_stake: int = 0
    """The previous bet."""
    leaving: bool = False
    """The player left during the round: their hands stand, and the seat is free after it."""


HOST = 0
"""Stands for the host as the user who voided a round by restoring a backup; no Discord user has this id."""


class SavedTable(NamedTuple):
    """A table between two commands; with its round, all that a restart needs.

    `table_id` is 0 until the bank numbers the table. `version` counts the commands that the bank has saved. `rules` is
    the text form of the rule set with its options. `deadline` in Unix seconds, UTC. `shoe_seed` (32 bytes; for a sealed
    shoe, the secret) and `shoe_dealt` (cards dealt before the running round) rebuild the shoe. `last_seat` is the
    highest seat number given so far. `closed` frees the channel. `message_id` and `message_round` form a
    `TableMessage`. `locale` is Discord's code of the language in which the table was opened; empty if unknown.
    `parent_id` is the channel of the thread that was made for the table.

    A field that SQL asks for is a column; the bank saves all others as one JSON value, so a new one needs a default and
    no migration.
    """

    table_id: int
    channel_id: int
    guild_id: int
    rules: str
    phase: str
    asked: bool
    deadline: float | None
    round_number: int
    shoe_seed: bytes
    shoe_dealt: int
    last_seat: int
    seats: tuple[SavedSeat, ...] = ()
    """By number."""
    version: int = 0
    closed: bool = False
    message_id: int | None = None
    message_round: int = 0
    locale: str = ""
    parent_id: int | None = None

    def __repr__(self) -> str:
        return without(self, "shoe_seed")

    @property
    def message(self) -> TableMessage:
        """The message that shows the table."""
        return TableMessage(self.message_id, self.message_round)

    def dated(self, shown: ToWallTime) -> "SavedTable":
        """Return it with the deadline in wall time."""
        return self._replace(deadline=None if self.deadline is None else shown(self.deadline))


class OpenTable(NamedTuple):
    """A saved table, as loaded at the start: its round if one was dealt, and the previous one."""

    table: SavedTable
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    ended: EndedRound | None = None
    shoe: SavedShoe | None = None
    """None for a shoe from before shoes were sealed."""
    voided: tuple[EndedRound, ...] = ()
    """The voided rounds of this shoe, some of whose cards stayed unseen."""
    names: Names = NO_NAMES
    """The players' display names in the table's server."""
    rolled_back: bool = False
    """True if its shoe must be replaced first, because the database was rolled back."""
    restored: bool = False
    """True if the shoe was replaced, and no card has been dealt since."""

    def __repr__(self) -> str:
        return without(self, "moves")


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """The settings of a channel or a whole server, for which `channel_id` is minus the guild's id.

    `texts` has the text form by the setting's name, without defaults.
    """

    guild_id: int
    channel_id: int
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SettingChange:
    """An admin's change of a setting; `old` or `new` is None for the default.

    `number` grows with every change. `at` in Unix seconds, UTC.
    """

    number: int
    at: float
    admin_id: int
    what: str
    old: str | None
    new: str | None


class AdminEnd(StrEnum):
    """A round or a table, as ended by an admin; the value is the text form."""

    ROUND = "round"
    TABLE = "table"


class EndedByAdmin(NamedTuple):
    """An admin's end of a round or table."""

    what: AdminEnd
    admin_id: int


class AdminAct(NamedTuple):
    """An admin's action, from the log of a guild. `at` in Unix seconds, UTC.

    If it `is_end`, `what` is the text form of an `AdminEnd`, and `new` the number of the round. Otherwise `what` is a
    setting, changed from `old` to `new` (None for the default); for a setting of a whole server, `channel_id` is minus
    the guild's id.
    """

    is_end: bool
    at: float
    admin_id: int
    channel_id: int
    what: str
    old: str | None
    new: str | None


class Change(NamedTuple):
    """One accepted command, to be saved in one transaction.

    - `table` is the table afterwards; its `version` is the next one after the saved version.
    - `command` tells this command from others of the same process: a change that is sent again keeps its number.
    - `round_number` is the round of postings and moves. `table` may already be at the next round, or, if the postings
      are for bets placed ahead, still at the previous one.
    - `moves` are text forms to append; `first_move` is the first one's index in the round.
    - `dealt` and `drawn_from` come with the deal; `drawn_from` is the shoe's number (None if unsealed) and how many
      cards it had dealt before.
    - `settled` ends the round, whose stake account must then be zero; `results` has all dealt people's results.
      `rule_set` is the key of the round's rule set.
    - `voided_by` is the user id of an admin, or `HOST`: the bank voids unsettled rounds and returns their stakes.
    - `shoe` is the table's shoe if it is new or got a player's words, `revealed` a finished shoe. `restored` is true if
      the shoe is replaced because the database was rolled back.
    - `display_name` has the new names of a user at the table. `at` in Unix seconds, UTC.
    """

    table: SavedTable
    round_number: int
    at: float
    command: int = 0
    postings: tuple[Posting, ...] = ()
    dealt: tuple[DealtSeat, ...] = ()
    moves: tuple[str, ...] = ()
    first_move: int = 0
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    rule_set: str | None = None
    voided_by: int | None = None
    ended: EndedByAdmin | None = None
    """The round or table that an admin has ended, for the log of their actions."""
    drawn_from: tuple[int | None, int] | None = None
    shoe: SavedShoe | None = None
    revealed: RevealedShoe | None = None
    display_name: DisplayName | None = None
    restored: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")

    def dated(self, shown: ToWallTime) -> "Change":
        """Return it with wall times, because saved times outlive this process's clock."""
        at = shown(self.at)
        if at == self.at:
            return self  # the usual case: the wall clock was not set
        ahead = at - self.at  # read once, as the wall clock may be set now
        return self._replace(at=at, table=self.table.dated(lambda when: when + ahead))


class Saved(NamedTuple):
    """The bank's answer to a saved change."""

    balances: Balances
    """The balances of all affected users."""
    round_id: int | None
    """The bank's id of the change's round; None if the round is not open yet."""


class Character(StrEnum):
    """An AI player's way to play; each sits at a table at most once. The value is the text form."""

    BOOK = "book"
    """Plays by the strategy chart."""
    MIRROR = "mirror"
    """Plays as the dealer does."""
    CAREFUL = "careful"
    """Never busts."""
    GAMBLER = "gambler"
    """Puts as much money on the table as possible."""
    COUNTER = "counter"
    """Counts cards."""
    NOVICE = "novice"
    """Makes typical beginners' mistakes."""


_PLACES = dict(enumerate(Character, 1))
_PLACE_OF = {character: place for place, character in _PLACES.items()}

_IDS_OF_A_TABLE = 8

_ABOVE_PEOPLE = 2**62
"""Discord's ids encode the time, and reach this number in 2049. Deleted users have ids below zero."""


def ai_player_id(table_id: int, character: Character) -> int:
    """Return the user id of a character at a table: above all people's ids, and unique to the table.

    Raises `ValueError` unless the table's id is positive.
    """
    if table_id < 1:
        raise ValueError("a table's id is positive")
    return _ABOVE_PEOPLE + _IDS_OF_A_TABLE * table_id + _PLACE_OF[character]


def character_of(user_id: int) -> Character | None:
    """Return the AI player with this user id; None for people."""
    return _PLACES.get(user_id % _IDS_OF_A_TABLE) if user_id > _ABOVE_PEOPLE else None
