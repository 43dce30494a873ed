"""Values that the bank saves and loads: tables, their changes, names and channel settings. Also AI players.

The bank saves one `Change` per accepted command, in one transaction. Moves name face-down cards, so every `repr` hides
moves and seeds.
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
"""By user id; users without a name are missing."""

NO_NAMES: Final[Names] = MappingProxyType({})


class DisplayName(NamedTuple):
    """A user's display name in a server, and their global one; empty without one. Sanitized."""

    user_id: int
    here: str
    everywhere: str


ToWallTime = Callable[[float], float]
"""Turns a time of `Clock.now` into Unix seconds, UTC."""


class TableMessage(NamedTuple):
    """The Discord message that shows a table."""

    id: int | None = None
    """None before the first message."""
    first: int = 0
    """The first round on it."""


class SavedSeat(NamedTuple):
    """A player's seat as saved. Amounts in cents."""

    number: int
    user_id: int
    counter: int = 0
    """Accepted commands; buttons with another count are stale."""
    missed: int = 0
    """Rounds in a row without a bet."""
    stake: int = 0
    """For the coming or running round."""
    last_stake: int = 0
    leaving: bool = False
    """The hands stand, and the seat is free after the round."""


HOST = 0
"""The host as the user who voided a round by restoring a backup."""


class SavedTable(NamedTuple):
    """A table as saved between two commands; with its round's log, all that a restart needs.

    `table_id` is 0 until the bank numbers the table. `version` counts saved commands. `rules` is the text form, `phase`
    the table's stage; `asked` is true while the first player has yet to bet. `deadline` in Unix seconds, UTC.
    `shoe_seed` (32 bytes; a sealed shoe's secret) and `shoe_dealt` (cards dealt before the running round) rebuild the
    shoe. `last_seat` is the highest seat number given. `closed` frees the channel. `locale` is Discord's code of the
    opener's language; `parent_id` the channel of a thread made for the table.

    Columns are for SQL; the bank saves the other fields as one JSON value, so a new one needs a default and no
    migration.
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
        return TableMessage(self.message_id, self.message_round)

    def dated(self, shown: ToWallTime) -> "SavedTable":
        return self._replace(deadline=None if self.deadline is None else shown(self.deadline))


class OpenTable(NamedTuple):
    """An open table as loaded when the bot starts, with its running and previous round."""

    table: SavedTable
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    ended: EndedRound | None = None
    shoe: SavedShoe | None = None
    """None for a shoe from before shoes were sealed."""
    voided: tuple[EndedRound, ...] = ()
    """Voided rounds of this shoe."""
    names: Names = NO_NAMES
    rolled_back: bool = False
    """True if the database was rolled back, so the shoe must be replaced."""
    restored: bool = False
    """True if the shoe was replaced, and no card dealt since."""

    def __repr__(self) -> str:
        return without(self, "moves")


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """Saved settings of a channel, or of a server under minus its id; `texts` by name, without defaults."""

    guild_id: int
    channel_id: int
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SettingChange:
    """An admin's change of a setting; None is the default. `number` grows with every change."""

    number: int
    at: float
    admin_id: int
    what: str
    old: str | None
    new: str | None


class AdminEnd(StrEnum):
    """What an admin ended: a round or a table."""

    ROUND = "round"
    TABLE = "table"


class EndedByAdmin(NamedTuple):
    what: AdminEnd
    admin_id: int


class AdminAct(NamedTuple):
    """An entry in a server's log of admins' actions; `at` in Unix seconds, UTC.

    If it `is_end`, `what` is an `AdminEnd`, and `new` the round's number. Otherwise `what` is a setting, changed from
    `old` to `new` (None: the default); for a whole server, `channel_id` is minus the server's id.
    """

    is_end: bool
    at: float
    admin_id: int
    channel_id: int
    what: str
    old: str | None
    new: str | None


class Change(NamedTuple):
    """The result of an accepted command, which the bank saves in one transaction. `at` in Unix seconds, UTC.

    - `table` is the table afterwards, with the next `version`.
    - `command` numbers the commands of a process; a retried change keeps its number.
    - `round_number` is the round of postings and moves; `table` may be at the next one, or, with bets placed ahead, at
      the previous one.
    - `first_move` is the index of `moves[0]` in the round; moves are text forms.
    - `dealt` and `drawn_from` come with the deal: the shoe's number (None if unsealed) and the cards dealt before.
    - `settled` ends the round, whose stake account must then be zero; `results` are of people.
    - `voided_by` is an admin's user id, or `HOST`: the bank voids the round and returns its unsettled stakes.
    - `shoe` is new or got a player's words, `revealed` is a finished one; `restored` if a rollback replaced it.
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
    drawn_from: tuple[int | None, int] | None = None
    shoe: SavedShoe | None = None
    revealed: RevealedShoe | None = None
    display_name: DisplayName | None = None
    restored: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")

    def dated(self, shown: ToWallTime) -> "Change":
        """Return a copy in wall times, because saved times outlive this process's clock."""
        at = shown(self.at)
        if at == self.at:
            return self
        ahead = at - self.at  # read once, as the wall clock may be set now
        return self._replace(at=at, table=self.table.dated(lambda when: when + ahead))


class Saved(NamedTuple):
    balances: Balances
    """For all affected users."""
    round_id: int | None
    """The change's round; None if it is not open yet."""


class Character(StrEnum):
    """A kind of AI player; each sits at a table at most once."""

    BOOK = "book"
    MIRROR = "mirror"
    """Plays like the dealer."""
    CAREFUL = "careful"
    """Never busts."""
    GAMBLER = "gambler"
    """Puts as much money on the table as possible."""
    COUNTER = "counter"
    NOVICE = "novice"
    """Makes typical beginners' mistakes."""


_PLACES = dict(enumerate(Character, 1))
_PLACE_OF = {character: place for place, character in _PLACES.items()}

_IDS_OF_A_TABLE = 8

_ABOVE_PEOPLE = 2**62
"""Discord's ids encode the time, and reach this number in 2049. Deleted users have ids below zero."""


def ai_player_id(table_id: int, character: Character) -> int:
    """Return the user id of an AI player, unique to the table and above people's ids.

    Raises `ValueError` unless the table's id is positive.
    """
    if table_id < 1:
        raise ValueError("a table's id is positive")
    return _ABOVE_PEOPLE + _IDS_OF_A_TABLE * table_id + _PLACE_OF[character]


def character_of(user_id: int) -> Character | None:
    """Return the AI player with this user id, or None."""
    return _PLACES.get(user_id % _IDS_OF_A_TABLE) if user_id > _ABOVE_PEOPLE else None
