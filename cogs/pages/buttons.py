"""Writes and parses the custom ids of a table's buttons.

    bj1 : table : round : seats : counters : verb

`seats` are the seats that the button was drawn for, and `counters` their counts in the same order, separated by
commas; `-` for a button that any player may use. The table checks every click.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from cogs.pages.parts import BLUE, GREEN, RED, Style
from engine.round.moves import Verb


class Act(StrEnum):
    """Actions of buttons besides moves; the value is the verb in the custom id."""

    BET = "bet"  # with an amount in cents
    OTHER = "other"  # asks for the amount of a bet
    JOIN = "join"  # asks for a bet on the next round, in mid-round too
    PLAY_AGAIN = "repeat"  # places the clicker's last bet again
    DEAL = "deal"
    LEAVE = "leave"
    HALF = "half"  # insures for half of the bet
    RULE_SET = "ruleset"  # the menu of rule sets for the opener
    WORDS = "words"  # asks for words to add to the shuffle
    HINT = "hint"  # asks for the values of the moves
    MORE = "more"  # opens a private page with the rest of the actions
    DONOR = "donor"  # accepts the donor's offer at the table
    TAKE_GIFT = "take-gift"  # accepts it after leaving
    REPLAY = "replay"  # opens a round's replay; with a number, all rounds up to it
    NEW_TABLE = "new-table"  # opens a table like the closed one
    MY_ROUNDS = "my-rounds"  # shows the clicker's rounds at a table, privately


# The custom ids of text inputs.
AMOUNT: Final = "amount"

WORDS: Final = "words"

MOVE_STYLES: Mapping[str, Style] = MappingProxyType(
    {Verb.HIT: GREEN, Verb.STAND: RED, Verb.DOUBLE: BLUE, Verb.SPLIT: BLUE, Verb.SURRENDER: RED}
)
"""Green moves draw a card, blue ones cost another bet, red ones end the hand: on boards, charts and in the daily ten.

Insurance has no colour, because it loses money in the long run and should not attract clicks.
"""

VERSION = "bj1"

ANYBODY = "-"

NUMBER: Final = r"(?:0|[1-9][0-9]{0,15})"
"""A number in a custom id: at most 16 digits, so that it fits into a database integer, also as a page number."""

_LIST = rf"{ANYBODY}|{NUMBER}(?:,{NUMBER})*"

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<table>{NUMBER}):(?P<round>{NUMBER}):"
    rf"(?P<seats>{_LIST}):(?P<counters>{_LIST}):(?P<verb>[a-z]+(?:-[a-z]+)*)(?:-(?P<number>{NUMBER}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A click: a verb for a table and its round; `counters` by seat number.

    `number` is an amount in cents or another argument of the verb.
    """

    table_id: int
    round_number: int
    verb: str
    counters: Mapping[int, int] = field(default_factory=dict)
    number: int | None = None

    def custom_id(self) -> str:
        """The text that Discord returns with a click; at most 100 characters."""
        address = address_of(self.table_id, self.round_number, self.counters)
        return addressed(address, self.verb, self.number)


def address_of(table_id: int, round_number: int, counters: Mapping[int, int]) -> str:
    """The common start of the custom ids of a board's buttons."""
    seats = ",".join(map(str, counters)) or ANYBODY
    counts = ",".join(map(str, counters.values())) or ANYBODY
    return f"{VERSION}:{table_id}:{round_number}:{seats}:{counts}"


def addressed(address: str, verb: str, number: int | None = None) -> str:
    """The custom id of a button of the board with this address."""
    return f"{address}:{verb}" if number is None else f"{address}:{verb}-{number}"


def parse_custom_id(text: str) -> Press | None:
    """Parse a custom id; None for a text that `Press.custom_id` does not write."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None:
        return None
    seats, counters = _numbers(found["seats"]), _numbers(found["counters"])
    if len(seats) != len(counters) or len(set(seats)) != len(seats):
        return None
    return Press(
        table_id=int(found["table"]),
        round_number=int(found["round"]),
        verb=found["verb"],
        counters=dict(zip(seats, counters, strict=True)),
        number=int(found["number"]) if found["number"] else None,
    )


def _numbers(text: str) -> list[int]:
    return [] if text == ANYBODY else [int(number) for number in text.split(",")]
