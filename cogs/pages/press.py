"""Custom ids: what a click on a button, a menu or a modal asks for.

    bj2 : page : action : values
    bj2 : table : action : table,round,… : seats : counters

`values` are whole numbers separated by commas, or `-` if there are none. A custom id contains everything needed, so
buttons work after a restart; a client can forge it, so answers check the values. Buttons of a board also carry the
seats they were drawn for and the seats' counters in the same order, or `-` for a button that any player may use: the
table refuses a click that is meant for an earlier hand.
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
"""A number in a custom id: at most 16 digits, so that it fits into a database integer, also as a page number."""

_LIST = rf"{NOTHING}|{NUMBER}(?:,{NUMBER})*"

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<page>[a-z]+):(?P<action>[a-z]+(?:-[a-z]+)*):(?P<values>{_LIST})"
    rf"(?::(?P<seats>{_LIST}):(?P<counters>{_LIST}))?"
)


class Page(StrEnum):
    """What answers a click; the first part of a custom id."""

    TABLE = "table"
    """The board: bets, moves and the table's modals."""
    MORE = "more"
    """The private page of the board's `⋯` button."""
    AGAIN = "again"
    """Opens a table like a closed one."""
    DONOR = "donor"
    HINT = "hint"
    REVIEW = "review"
    PRACTICE = "practise"
    REPLAY = "replay"
    ROUNDS = "rounds"
    """Rounds of a table, to pick one."""
    HISTORY = "history"
    MISTAKES = "mistakes"
    """The user's rounds with mistakes."""
    SITTING = "sitting"
    """The user's own rounds at a table."""
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
    """The question whether to end a round or close a table."""


class Act(StrEnum):
    """Actions of a board's buttons besides moves."""

    BET = "bet"  # with an amount in cents
    OTHER = "other"  # asks for the amount of a bet
    JOIN = "join"  # asks for a bet on the next round, in mid-round too
    PLAY_AGAIN = "repeat"  # places the clicker's last bet again
    DEAL = "deal"
    LEAVE = "leave"
    HALF = "half"  # insures for half of the bet
    RULE_SET = "ruleset"  # the menu of rule sets for the opener
    WORDS = "words"  # asks for words to add to the shuffle


class DuelAction(StrEnum):
    """Actions of a duel's buttons next to moves; the first three are on public messages."""

    PLAY = "play"
    CALL_OFF = "off"
    LOOK = "look"
    """Shows the user's own game after the result."""
    ASK = "ask"
    """Explains how to challenge a player."""


OF_TABLE: Final = "of"
"""The action of a button on a public message; it names a round by table and round number."""

OF_ROUND: Final = "round"
"""The action of a button for the round with this id."""

LIST: Final = "list"
"""The action of a button to a page of a list."""

PICK: Final = "pick"
"""The action of a list's menu; the picked value comes with the click."""

COMPANY: Final = "company"
"""The action of the button that seats an AI player."""

TAKE: Final = "take"
"""The action of the donor's offer."""

AMOUNT: Final = "amount"
"""The custom id of a modal's text input for an amount."""

WORDS: Final = "words"
"""The custom id of a modal's text input for words."""

MOVE_STYLES: Mapping[str, Style] = MappingProxyType(
    {Verb.HIT: GREEN, Verb.STAND: RED, Verb.DOUBLE: BLUE, Verb.SPLIT: BLUE, Verb.SURRENDER: RED}
)
"""Green moves draw a card, blue ones cost another bet, red ones end the hand: on boards, charts and in the daily ten.

Insurance has no colour, because it loses money in the long run and should not attract clicks.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A click; `counters` by seat number, for buttons of a board. Buttons of one message differ in page or action."""

    page: str
    action: str
    values: tuple[int, ...] = ()
    counters: Mapping[int, int] = field(default_factory=dict)

    @property
    def round(self) -> tuple[int, int] | None:
        """The table's id and the number of the round that a board's button was drawn for; None for other buttons."""
        match self.values:
            case (table_id, number, *_) if self.page == Page.TABLE:
                return table_id, number
            case _:
                return None

    def custom_id(self) -> str:
        """Return the text that Discord returns with a click; at most 100 characters."""
        of_seats = f":{_joined(self.counters)}:{_joined(self.counters.values())}"
        text = f"{VERSION}:{self.page}:{self.action}:{_joined(self.values)}"
        return f"{text}{of_seats}" if self.page == Page.TABLE else text


class BoardIds:
    """Writes the custom ids of one board's buttons, which differ in action and number only."""

    def __init__(self, table_id: int, round_number: int, counters: Mapping[int, int]) -> None:
        self._values = f"{table_id},{round_number}"
        self._seats = f"{_joined(counters)}:{_joined(counters.values())}"

    def of(self, action: str, number: int | None = None) -> str:
        """Return the custom id of a button; `number` is an amount in cents."""
        more = "" if number is None else f",{number}"
        return f"{VERSION}:{Page.TABLE}:{action}:{self._values}{more}:{self._seats}"


def of_table(page: Page, *numbers: int) -> Press:
    """Return a button at a table; `numbers` are the table's id and, if the page is about a round, its number."""
    return Press(page=page, action=OF_TABLE, values=numbers)


def donor_press(*numbers: int) -> Press:
    """Return the button that accepts the donor's offer; at a table with the table's id and the round's number."""
    return Press(page=Page.DONOR, action=TAKE, values=numbers)


OPEN_REPLAY: Final = Press(page=Page.REPLAY, action="open")
"""The menu of rounds in a message that stays; the picked round is shown in a new message."""


def replays_of(table_id: int, first: int, last: int | None = None) -> Press:
    """Return the button below finished rounds in their channel; without `last`, below a single round."""
    return of_table(Page.REPLAY, table_id, first, *(() if last is None else (last,)))


def parse_press(text: str) -> Press | None:
    """Parse a custom id; None for a text that neither this version nor the one before writes."""
    found = _CUSTOM_ID.fullmatch(text) or _CUSTOM_ID.fullmatch(renewed(text))
    if found is None or (found["seats"] is None) is (found["page"] == Page.TABLE):
        return None
    counters = _counters(found["seats"] or NOTHING, found["counters"] or NOTHING)
    if counters is None:
        return None
    values = tuple(_numbers(found["values"]))
    return Press(page=found["page"], action=found["action"], values=values, counters=counters)


def _numbers(text: str) -> list[int]:
    """Parse a list of numbers of a custom id."""
    return [] if text == NOTHING else [int(number) for number in text.split(",")]


def _counters(seats: str, counters: str) -> dict[int, int] | None:
    """Return the counters by seat; None if they don't match."""
    of, counts = _numbers(seats), _numbers(counters)
    if len(of) != len(counts) or len(set(of)) != len(of):
        return None
    return dict(zip(of, counts, strict=True))


def _joined(values: Any) -> str:
    return ",".join(map(str, values)) or NOTHING
