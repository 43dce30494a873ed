"""Custom ids of buttons, menus and modals, and their parsed form `Press`.

    bj2 : page : action : values
    bj2 : table : action : table,round,… : seats : counters

`values` are whole numbers, or `-`. A custom id contains all state, so buttons work after a restart;
a client can forge it, so answers check the values. A board's buttons carry the seats they were
drawn for and their command counters, or `-` for any player: the table refuses a click meant for an
earlier hand.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from cogs.pages.old_presses import renewed
from cogs.pages.parts import BLUE, GREEN, RED, Style
from engine.round.moves import Verb

VERSION: Final = "bj2"
NOTHING: Final = "-"

NUMBER: Final = r"(?:0|[1-9][0-9]{0,15})"
"""At most 16 digits, so that it fits into a database integer, also as a page number."""

_LIST = rf"{NOTHING}|{NUMBER}(?:,{NUMBER})*"

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<page>[a-z]+):(?P<action>[a-z]+(?:-[a-z]+)*):(?P<values>{_LIST})"
    rf"(?::(?P<seats>{_LIST}):(?P<counters>{_LIST}))?"
)


class Page(StrEnum):
    """The part of the bot that answers a click; the second field of a custom id."""

    TABLE = "table"
    MORE = "more"
    AGAIN = "again"
    """Opens a table like a closed one."""
    DONOR = "donor"
    HINT = "hint"
    REVIEW = "review"
    PRACTICE = "practise"
    REPLAY = "replay"
    ROUNDS = "rounds"
    HISTORY = "history"
    MISTAKES = "mistakes"
    SITTING = "sitting"
    VERIFY = "verify"
    SHARE = "share"
    RULES = "rules"
    STRATEGY = "strategy"
    LEADERS = "leaders"
    ACHIEVEMENTS = "honours"
    DAILY = "daily"
    DUEL = "duel"
    HELP = "help"
    PRIVACY = "privacy"
    PAUSE = "pause"
    HOUSE = "void"
    """Asks whether to end a round or close a table."""


class Act(StrEnum):
    BET = "bet"
    OTHER = "other"  # asks for the amount
    JOIN = "join"  # for the next round, in mid-round too
    PLAY_AGAIN = "repeat"  # the last bet
    DEAL = "deal"
    LEAVE = "leave"
    HALF = "half"  # half of the bet
    RULE_SET = "ruleset"  # the opener's menu
    WORDS = "words"  # to add to the shuffle


class DuelAction(StrEnum):
    """Actions in a duel besides moves; the first three are on public messages."""

    PLAY = "play"
    CALL_OFF = "off"
    LOOK = "look"
    ASK = "ask"


OF_TABLE: Final = "of"
"""On a public message; names a round by table and round number."""

OF_ROUND: Final = "round"

LIST: Final = "list"

PICK: Final = "pick"

COMPANY: Final = "company"

TAKE: Final = "take"

AMOUNT: Final = "amount"

WORDS: Final = "words"

MOVE_STYLES: Mapping[str, Style] = MappingProxyType(
    {Verb.HIT: GREEN, Verb.STAND: RED, Verb.DOUBLE: BLUE, Verb.SPLIT: BLUE, Verb.SURRENDER: RED}
)
"""Green moves draw a card, blue ones cost another bet, red ones end the hand.

Insurance has no colour: it loses money in the long run and should not attract clicks.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """The parsed custom id of a button, menu or modal.

    On a board's buttons, `counters` count commands by seat number. One message's buttons differ in
    page or action.
    """

    page: str
    action: str
    values: tuple[int, ...] = ()
    counters: Mapping[int, int] = field(default_factory=dict)

    @property
    def round(self) -> tuple[int, int] | None:
        """The table id and round number of a board's button; None for other buttons."""
        match self.values:
            case (table_id, number, *_) if self.page == Page.TABLE:
                return table_id, number
            case _:
                return None

    def custom_id(self) -> str:
        """Return the custom id, at most 100 characters."""
        of_seats = f":{_joined(self.counters)}:{_joined(self.counters.values())}"
        text = f"{VERSION}:{self.page}:{self.action}:{_joined(self.values)}"
        return f"{text}{of_seats}" if self.page == Page.TABLE else text


class BoardIds:
    def __init__(self, table_id: int, round_number: int, counters: Mapping[int, int]) -> None:
        self._values = f"{table_id},{round_number}"
        self._seats = f"{_joined(counters)}:{_joined(counters.values())}"

    def of(self, action: str, number: int | None = None) -> str:
        """Return a button's custom id; `number` is in cents."""
        more = "" if number is None else f",{number}"
        return f"{VERSION}:{Page.TABLE}:{action}:{self._values}{more}:{self._seats}"


def of_table(page: Page, *numbers: int) -> Press:
    """Return the parsed custom id of a table's button; `numbers`: the table's id and, for a round, its number."""
    return Press(page=page, action=OF_TABLE, values=numbers)


def donor_press(*numbers: int) -> Press:
    """Return the press of a button for free play money; `numbers`: a table's id and round number, or nothing."""
    return Press(page=Page.DONOR, action=TAKE, values=numbers)


OPEN_REPLAY: Final = Press(page=Page.REPLAY, action="open")
"""A menu in a message that stays; the answer is a new message."""


def replays_of(table_id: int, first: int, last: int | None = None) -> Press:
    """Return the parsed custom id of a replay button for a table's rounds; without `last`, for one round."""
    return of_table(Page.REPLAY, table_id, first, *(() if last is None else (last,)))


def parse_press(text: str) -> Press | None:
    found = _CUSTOM_ID.fullmatch(text) or _CUSTOM_ID.fullmatch(renewed(text))
    if found is None or (found["seats"] is None) is (found["page"] == Page.TABLE):
        return None
    counters = _counters(found["seats"] or NOTHING, found["counters"] or NOTHING)
    if counters is None:
        return None
    values = _numbers(found["values"])
    return Press(page=found["page"], action=found["action"], values=values, counters=counters)


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(map(int, text.split(",")))


def _counters(seats: str, counters: str) -> dict[int, int] | None:
    """Parse counters by seat number; None if the lists do not match."""
    of, counts = _numbers(seats), _numbers(counters)
    if len(of) != len(counts) or len(set(of)) != len(of):
        return None
    return dict(zip(of, counts, strict=True))


def _joined(values: Any) -> str:
    return ",".join(map(str, values)) or NOTHING
