"""What messages are made of, as the dictionaries that Discord is sent: a container of texts, lines and rows of buttons.

>>> container(text("Hello"), LINE, row(button("Hit", "hit", style=GREEN)), colour=0xFFFFFF)["components"][0]
{'type': 10, 'content': 'Hello'}
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NotRequired, TypedDict

Style = Literal[1, 2, 3, 4]
"""The colour of a button."""

BLUE: Final = 1
GREY: Final = 2
GREEN: Final = 3
RED: Final = 4

LONGEST_CUSTOM_ID = 100
"""Characters."""

ROOM, BETWEEN, LEAST_WIDTH, PADDING = 304, 8, 60, 28
"""Px: what a phone of 400 px has for a row of buttons; between two of them; and of what a button's width is made."""

NARROW, USUAL, WIDE = 5.5, 8.6, 12.0
"""Px of a letter of a label."""

_NARROW, _WIDE = frozenset("fijlrtIJ.,:'’() \u00a0\u202f"), frozenset("mwMW…⋯")


class Text(TypedDict):
    """A text in Discord's Markdown."""

    type: Literal[10]
    content: str


class Line(TypedDict):
    """A line between two parts."""

    type: Literal[14]
    divider: bool
    spacing: int


class Button(TypedDict):
    """A button; a click on it brings its custom id."""

    type: Literal[2]
    style: Style
    disabled: bool
    label: str
    custom_id: str


class Link(TypedDict):
    """A button that leads to a page; nothing is told of its clicks."""

    type: Literal[2]
    style: Literal[5]
    label: str
    url: str


class Option(TypedDict):
    """A line of a menu; the description stands below its label, and is not there once the line was picked."""

    label: str
    value: str
    default: bool
    description: NotRequired[str]


class Menu(TypedDict):
    """A menu of which one line can be picked."""

    type: Literal[3]
    custom_id: str
    min_values: int
    max_values: int
    disabled: bool
    required: bool
    placeholder: str
    options: list[Option]


class Row(TypedDict):
    """At most five buttons, or one menu."""

    type: Literal[1]
    components: list[Button] | list[Menu]


class Links(TypedDict):
    """Links side by side."""

    type: Literal[1]
    components: list[Link]


class Section(TypedDict):
    """Texts, and a button to the right of them."""

    type: Literal[9]
    components: list[Text]
    accessory: Button


class Media(TypedDict):
    """Where a picture is."""

    url: str


class Picture(TypedDict):
    """A picture, and what it shows in words."""

    media: Media
    spoiler: bool
    description: str


class Gallery(TypedDict):
    """Pictures side by side."""

    type: Literal[12]
    items: list[Picture]


Part = Text | Line | Row | Links | Section | Gallery
"""What a container holds."""


class Container(TypedDict):
    """Parts from top to bottom in a frame, whose left edge has a colour."""

    type: Literal[17]
    accent_color: int | None
    spoiler: bool
    components: list[Part]


Component = Text | Section | Container
"""What a message holds."""

NO_HINTS: Final[Mapping[str, str]] = MappingProxyType({})

LINE: Final[Line] = {"type": 14, "divider": True, "spacing": 1}


def text(content: str) -> Text:
    """A text in Discord's Markdown."""
    return {"type": 10, "content": content}


def button(label: str, custom_id: str, *, style: Style = GREY, enabled: bool = True) -> Button:
    """A button. Raises `ValueError` for a custom id that Discord would refuse."""
    return {
        "type": 2,
        "style": style,
        "disabled": not enabled,
        "label": label,
        "custom_id": _checked(custom_id),
    }


def row(*buttons: Button) -> Row:
    """Buttons side by side."""
    return {"type": 1, "components": list(buttons)}


def fits(*buttons: Button) -> bool:
    """Whether a phone shows these side by side, as far as their labels tell."""
    return sum(_width(one["label"]) for one in buttons) + BETWEEN * (len(buttons) - 1) <= ROOM


def _width(label: str) -> float:
    """Of a button, in px."""
    letters = (NARROW if one in _NARROW else WIDE if one in _WIDE else USUAL for one in label)
    return max(LEAST_WIDTH, PADDING + sum(letters))


def section(content: Text, beside: Button) -> Section:
    """A text with a button to the right of it: less high than a row of one button."""
    return {"type": 9, "components": [content], "accessory": beside}


def menu(
    custom_id: str,
    placeholder: str,
    options: Iterable[tuple[str, str]],
    chosen: str = "",
    hints: Mapping[str, str] = NO_HINTS,
) -> Row:
    """A menu of labels with their values, in a row of its own; of a `chosen` value if there is one.

    `hints` stand below the labels, by value. Raises `ValueError` as `button` does.
    """
    lines: list[Option] = []
    for label, value in options:
        line: Option = {"label": label, "value": value, "default": value == chosen}
        if value in hints:
            line["description"] = hints[value]
        lines.append(line)
    one: Menu = {
        "type": 3,
        "custom_id": _checked(custom_id),
        "min_values": 1,
        "max_values": 1,
        "disabled": False,
        "required": True,
        "placeholder": placeholder,
        "options": lines,
    }
    return {"type": 1, "components": [one]}


def links(named: Iterable[tuple[str, str]]) -> list[Links]:
    """A row of links, by their labels and addresses; no row where there are none."""
    found: list[Link] = [
        {"type": 2, "style": 5, "label": label, "url": url} for label, url in named
    ]
    return [{"type": 1, "components": found}] if found else []


def picture(file_name: str, description: str) -> Gallery:
    """A picture that is sent along as a file."""
    media: Media = {"url": f"attachment://{file_name}"}
    return {
        "type": 12,
        "items": [{"media": media, "spoiler": False, "description": description}],
    }


def container(*parts: Part, colour: int | None = None) -> Container:
    """Parts from top to bottom; `colour` as 0xRRGGBB."""
    return {
        "type": 17,
        "accent_color": colour,
        "spoiler": False,
        "components": list(parts),
    }


def _checked(custom_id: str) -> str:
    if len(custom_id) > LONGEST_CUSTOM_ID:
        raise ValueError(f"a custom id of {len(custom_id)} characters: {custom_id}")
    return custom_id
