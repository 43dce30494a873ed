"""Tables as they are kept: all that a restart needs, what a command changes of it, what people are called, who plays
for the house, and what is set for channels.

A table never writes. It hands the bank one `Change` for each accepted command. The bank makes all of it durable in one
transaction, or raises and makes none of it durable.

Seeds and moves, which name cards that lie face down, are kept and never printed: no `repr` shows them.
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
"""What people are called, by user id; who has no name is missing."""

NO_NAMES: Final[Names] = MappingProxyType({})


class Called(NamedTuple):
    """What a user is called in the server where they have just done something, and everywhere; empty without a name.

    Names come here without what is not seen.
    """

    user_id: int
    here: str
    everywhere: str


ToWallTime = Callable[[float], float]
"""Turns a moment of a table's clock into wall time; both in Unix seconds, UTC."""


class TableMessage(NamedTuple):
    """The message that shows a table."""

    id: int | None = None
    """None where there is none yet."""
    first: int = 0
    """The first round that was played on it."""


class SavedSeat(NamedTuple):
    """One seat. Amounts in cents."""

    number: int
    user_id: int
    counter: int = 0
    """Of the seat's accepted commands: a button that carries another count is stale."""
    missed: int = 0
    """Rounds in a row that went by without a bet."""
    stake: int = 0
    """The bet for the coming or running round; 0 is none."""
    last_stake: int = 0
    """The bet before that."""
    leaving: bool = False
    """Gone in mid-round: their hands stand, and the seat is free after the round."""


HOST = 0
"""Stands for the host, who restored a backup, as the user who voided a round; no user of Discord has this id."""


class SavedTable(NamedTuple):
    """A table as it stands between two commands; with its seats and its round, all that a restart needs.

    `locale` is the language that it was opened in, as Discord writes it; empty where nobody knows. `rules` is the text
    form of the rule set with its options. `deadline` in Unix seconds, UTC. `shoe_seed` (32 bytes)
    and `shoe_dealt` (cards gone before the running round's first) rebuild the shoe; of a sealed one, `shoe_seed` is the
    secret part. `last_seat` is the highest seat number given so far. `message_id` and `message_round` are
    a `TableMessage`. `parent_id` is the channel in which it was asked for, where it stands in a thread that was
    made for it. `table_id` 0 is a table that the bank has not numbered yet; `closed` frees its channel.
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
    closed: bool = False
    message_id: int | None = None
    message_round: int = 0
    locale: str = ""
    parent_id: int | None = None

    def __repr__(self) -> str:
        return without(self, "shoe_seed")

    @property
    def message(self) -> TableMessage:
        """The message that shows it."""
        return TableMessage(self.message_id, self.message_round)

    def dated(self, shown: ToWallTime) -> "SavedTable":
        """With the deadline in wall time."""
        return self._replace(deadline=None if self.deadline is None else shown(self.deadline))


class OpenTable(NamedTuple):
    """What the bank gives back at the start: an open table, its seats by number, and its round if one was dealt.

    `ended` is the round before that, if there was one.
    """

    table: SavedTable
    seats: tuple[SavedSeat, ...]
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    ended: EndedRound | None = None
    shoe: SavedShoe | None = None
    """None where the table was opened before shoes were sealed, and has not shuffled since."""
    voided: tuple[EndedRound, ...] = ()
    """The rounds that were dealt from this shoe and voided: some of their cards nobody saw."""
    names: Names = NO_NAMES
    """What all of them are called in the server of the table."""
    rolled_back: bool = False
    """True if its shoe has to be broken off before anything else, because the database was rolled back."""
    restored: bool = False
    """True if that was done, and no card has been dealt since."""

    def __repr__(self) -> str:
        return without(self, "moves")


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """What is set for a channel, or for a whole server, whose `channel_id` is minus the guild's: texts by the name of
    the setting; what holds anyway is not among them.
    """

    guild_id: int
    channel_id: int
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
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


class Change(NamedTuple):
    """One accepted command, ready to be made durable in one transaction.

    `seats` are those that are new or have changed, `freed` the numbers of those that are free now; all other seats are
    as they were. A seat that goes to another user is freed first.
    `round_number` names the round that postings and moves belong to; `table` may be at the next one already, or, where
    there is only money of bets ahead, at the one before, which is played. `dealt` is given once, with the deal. `moves`
    are text forms to be appended; `first_move` is the index of the first of them within the round. `settled` ends the
    round: its stake account must be zero afterwards; `results` say what it came to for everybody who was dealt in, but
    the players of the house. `rule_set` is the key of the round's rule set, given with both. `voided_by` is the user id
    of an admin who closes the table: the bank returns what lies on rounds that are not settled. `drawn_from`, given
    with the deal, is the number of the shoe (None where it is not sealed) and how many of its cards were gone before.
    `shoe` is the table's shoe where it is new or was cut, `revealed` the one that has come to its end. `called` is
    what a user at the table is called, where that is new. `restored` says that the shoe is broken off because the
    database was rolled back. `at` in Unix seconds, UTC.
    """

    table: SavedTable
    round_number: int
    at: float
    seats: tuple[SavedSeat, ...] = ()
    freed: tuple[int, ...] = ()
    postings: tuple[Posting, ...] = ()
    dealt: tuple[DealtSeat, ...] = ()
    moves: tuple[str, ...] = ()
    first_move: int = 0
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    rule_set: str | None = None
    voided_by: int | None = None
    drawn_from: tuple[int | None, int] | None = None
    shoe: SavedShoe | None = None
    revealed: RevealedShoe | None = None
    called: Called | None = None
    restored: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")

    def dated(self, shown: ToWallTime) -> "Change":
        """With wall times: what is kept outlives the clock of this process."""
        at = shown(self.at)
        if at == self.at:
            return self  # nobody has set them, as nearly always, and copies take time
        ahead = at - self.at  # not asked for again: somebody may be setting them now
        return self._replace(at=at, table=self.table.dated(lambda when: when + ahead))


class Kept(NamedTuple):
    """What the bank answers to a change that it has made durable."""

    balances: Balances
    """The cents of everybody whom it concerns."""
    round_id: int | None
    """What the bank calls the change's round; None where that has not been opened yet."""


class Character(StrEnum):
    """Each plays in a way of its own, and sits at a table at most once; the value is its text form."""

    BOOK = "book"
    """Plays by the strategy chart."""
    MIRROR = "mirror"
    """Plays as the dealer does."""
    CAREFUL = "careful"
    """Never busts."""
    GAMBLER = "gambler"
    """Wants as much on the table as can be."""
    COUNTER = "counter"
    """Counts cards."""
    NOVICE = "novice"
    """Makes the mistakes that most people begin with."""


_PLACES = dict(enumerate(Character, 1))
_PLACE_OF = {character: place for place, character in _PLACES.items()}

_IDS_OF_A_TABLE = 8

_ABOVE_PEOPLE = 2**62
"""Discord's ids are moments, and come there in 2049. Those below zero belong to people who were forgotten."""


def member_id(table_id: int, character: Character) -> int:
    """The user id of a character at a table: above all people's, and the same at no other table.

    Raises `ValueError` unless the table's id is positive.
    """
    if table_id < 1:
        raise ValueError("a table's id is positive")
    return _ABOVE_PEOPLE + _IDS_OF_A_TABLE * table_id + _PLACE_OF[character]


def character_of(user_id: int) -> Character | None:
    """Who has this user id; None for people."""
    return _PLACES.get(user_id % _IDS_OF_A_TABLE) if user_id > _ABOVE_PEOPLE else None
