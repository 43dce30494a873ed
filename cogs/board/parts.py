"""What messages are made of, as the dictionaries that Discord is sent, and how discord.py takes them; and what a button
of a table says when it is clicked: its custom id is written and read here alone.

>>> container(text("Hello"), LINE, row(button("Hit", "hit", style=GREEN)), colour=0xFFFFFF)["components"][0]
{'type': 10, 'content': 'Hello'}

    bj1 : table : round : seats : counters : verb

`seats` and `counters` are the seats that the button was drawn for and their counts, in the same order, with commas
between; `-` where the button is for anybody. A click is a hint that the table checks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Literal, NewType

from discord import Colour, ui

from cogs.language import Language
from engine.round.moves import Verb

Style = Literal[1, 2, 3, 4]
"""The colour of a button."""
BLUE: Final = 1
GREY: Final = 2
GREEN: Final = 3
RED: Final = 4

Button = NewType("Button", dict[str, Any])
"""A button; a click on it brings its custom id."""

Part = NewType("Part", dict[str, Any])
"""What stands below each other in a message: a text, a line, a row, a section, a picture, a container of them."""

MOST_COMPONENTS = 40
"""In one message, as Discord counts them: nested ones too."""

MOST_CHARACTERS = 4_000
"""Over all texts of one message, as Discord counts them."""

LONGEST_CUSTOM_ID = 100
"""Characters."""

ROOM, BETWEEN, LEAST_WIDTH, PADDING = 304, 8, 60, 28
"""Px: what a phone of 400 px has for a row; between two buttons; and of what a button's width is made."""

NARROW, USUAL, WIDE = 5.5, 8.6, 12.0
"""Px of a letter of a label."""

_NARROW, _WIDE = frozenset("fijlrtIJ.,:'’() \u00a0\u202f"), frozenset("mwMW…⋯")

LINE: Final = Part({"type": 14, "divider": True, "spacing": 1})


def text(*lines: str) -> Part:
    """Lines of text in Discord's Markdown."""
    return Part({"type": 10, "content": "\n".join(lines)})


def button(label: str, custom_id: str, *, style: Style = GREY, enabled: bool = True) -> Button:
    """A button. Raises `ValueError` for a custom id that Discord would refuse."""
    custom_id = _checked(custom_id)
    return Button(
        {"type": 2, "style": style, "disabled": not enabled, "label": label, "custom_id": custom_id}
    )


def row(*buttons: Button) -> Part:
    """Buttons side by side, five at most."""
    return Part({"type": 1, "components": list(buttons)})


def fits(*buttons: Button) -> bool:
    """Whether a phone shows these side by side, as far as their labels tell."""
    return sum(_width(one["label"]) for one in buttons) + BETWEEN * (len(buttons) - 1) <= ROOM


def _width(label: str) -> float:
    """A button's width in px."""
    letters = (NARROW if one in _NARROW else WIDE if one in _WIDE else USUAL for one in label)
    return max(LEAST_WIDTH, PADDING + sum(letters))


def section(content: Part, beside: Button) -> Part:
    """A text with a button to its right: less high than a row of one button."""
    return Part({"type": 9, "components": [content], "accessory": beside})


def menu(
    custom_id: str,
    placeholder: str,
    options: Iterable[tuple[str, str]],
    chosen: str = "",
    hints: Mapping[str, str] | None = None,
) -> Part:
    """A menu of labels with their values, in a row of its own; `chosen` is the value picked already.

    `hints` stand below the labels, by value. Raises `ValueError` as `button` does.
    """
    lines: list[dict[str, Any]] = []
    for label, value in options:
        below = {"description": hints[value]} if hints and value in hints else {}
        lines.append({"label": label, "value": value, "default": value == chosen, **below})
    one = {
        "type": 3,
        "custom_id": _checked(custom_id),
        "min_values": 1,
        "max_values": 1,
        "disabled": False,
        "required": True,
        "placeholder": placeholder,
        "options": lines,
    }
    return Part({"type": 1, "components": [one]})


def links(pages: Mapping[str, str], lang: Language) -> list[Part]:
    """A row of buttons that open the host's pages; no row without any.

    The addresses come by the keys of their names, empty for a missing page.
    """
    named = [(lang(name), url) for name, url in pages.items() if url]
    found = [{"type": 2, "style": 5, "label": label, "url": url} for label, url in named]
    return [Part({"type": 1, "components": found})] if found else []


def picture(file_name: str, description: str) -> Part:
    """A picture that is sent along as a file."""
    media = {"url": f"attachment://{file_name}"}
    item = {"media": media, "spoiler": False, "description": description}
    return Part({"type": 12, "items": [item]})


def container(*parts: Part, colour: int | None = None) -> Part:
    """Parts from top to bottom in a frame; `colour` as 0xRRGGBB."""
    return Part({"type": 17, "accent_color": colour, "spoiler": False, "components": list(parts)})


def _checked(custom_id: str) -> str:
    if len(custom_id) > LONGEST_CUSTOM_ID:
        raise ValueError(f"a custom id of {len(custom_id)} characters: {custom_id}")
    return custom_id


class Layout(ui.LayoutView):
    """A drawn message; discord.py takes it wherever it takes a view.

    The router hears its clicks, so the library need not store it.
    """

    timeout = None

    def __init__(self, *parts: Part) -> None:
        """Raises `ValueError` for more components than a message may have.

        The library's own way to begin is left out: nothing uses the future, the random id and the items that it makes.
        """
        self._parts: list[dict[str, Any]] = [*parts]
        self._count, self._characters = _weight(self._parts)
        if self._count > MOST_COMPONENTS:
            raise ValueError(f"a message of {self._count} components")

    def to_components(self) -> list[dict[str, Any]]:
        """What is sent."""
        return self._parts

    def has_components_v2(self) -> bool:
        """Always: texts stand among its components."""
        return True

    def is_finished(self) -> bool:
        """Always: nothing waits for clicks."""
        return True

    def is_dispatchable(self) -> bool:
        """Never: there are no callbacks."""
        return False

    @property
    def total_children_count(self) -> int:
        """How many components there are, nested ones too."""
        return self._count

    def content_length(self) -> int:
        """How many characters its texts have."""
        return self._characters


def framed(*parts: Part, colour: Colour | None = None) -> Layout:
    """A message of parts from top to bottom in a frame."""
    return Layout(container(*parts, colour=None if colour is None else colour.value))


def _weight(nodes: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """How many components these are, nested ones too, and how many characters their texts have."""
    count, characters = len(nodes), 0
    for node in nodes:
        if "content" in node:
            characters += len(node["content"])
        elif "components" in node:
            inner_count, inner_characters = _weight(node["components"])
            count += inner_count + ("accessory" in node)
            characters += inner_characters
    return count, characters


class Act(StrEnum):
    """What a button does that is no move; the value is its verb."""

    BET = "bet"  # with an amount in cents
    OTHER = "other"  # asks for the amount of a bet
    JOIN = "join"  # asks for a bet on the next round, in mid-round too
    PLAY_AGAIN = "repeat"  # places the clicker's last bet again
    DEAL = "deal"
    LEAVE = "leave"
    HALF = "half"  # insures for half of the bet
    RULE_SET = "ruleset"  # the menu from which the opener picks what is played
    CUT = "cut"  # asks for the words of a cut
    HINT = "hint"  # asks what the moves are worth now
    MORE = "more"  # opens what does not stand on the board, for the clicker alone
    DONOR = "donor"  # accepts the donor's offer at the table
    TAKE_GIFT = "take-gift"  # accepts it after leaving
    REPLAY = "replay"  # opens a round's replay; with a number, those up to that one
    NEW_TABLE = "new-table"  # opens a table like the closed one
    MY_ROUNDS = "my-rounds"  # shows the clicker's rounds at a table, for them alone


# The custom ids of text inputs.
AMOUNT: Final = "amount"
WORDS: Final = "words"

MOVE_STYLES: Mapping[str, Style] = MappingProxyType(
    {Verb.HIT: GREEN, Verb.STAND: RED, Verb.DOUBLE: BLUE, Verb.SPLIT: BLUE, Verb.SURRENDER: RED}
)
"""Green moves bring a card, blue ones cost another bet, red ones end the hand: on boards, charts and in the daily ten.

Insurance has no colour: it costs money in the long run, and nobody should be led to it.
"""

VERSION = "bj1"
ANYBODY = "-"

_NUMBER = r"(?:0|[1-9][0-9]{0,18})"
_LIST = rf"{ANYBODY}|{_NUMBER}(?:,{_NUMBER})*"
_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<table>{_NUMBER}):(?P<round>{_NUMBER}):"
    rf"(?P<seats>{_LIST}):(?P<counters>{_LIST}):(?P<verb>[a-z]+(?:-[a-z]+)*)(?:-(?P<number>{_NUMBER}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A verb for a table and its round; `counters` by seat number.

    `number` is an amount in cents, or whatever else the verb is about.
    """

    table_id: int
    round_number: int
    verb: str
    counters: Mapping[int, int] = field(default_factory=dict)
    number: int | None = None

    def custom_id(self) -> str:
        """The text that Discord gives back with a click; at most 100 characters."""
        address = address_of(self.table_id, self.round_number, self.counters)
        return addressed(address, self.verb, self.number)


def address_of(table_id: int, round_number: int, counters: Mapping[int, int]) -> str:
    """How the custom ids of all buttons of a board begin."""
    seats = ",".join(map(str, counters)) or ANYBODY
    counts = ",".join(map(str, counters.values())) or ANYBODY
    return f"{VERSION}:{table_id}:{round_number}:{seats}:{counts}"


def addressed(address: str, verb: str, number: int | None = None) -> str:
    """The custom id of a button of the board with this address."""
    return f"{address}:{verb}" if number is None else f"{address}:{verb}-{number}"


def parse_custom_id(text: str) -> Press | None:
    """What was pressed, or None for a text that `Press.custom_id` does not write."""
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
