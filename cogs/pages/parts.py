"""Message components, as the dictionaries that Discord receives, and a view that discord.py can send.

>>> container(text("Hello"), LINE, row(button("Hit", "hit", style=GREEN)), colour=0xFFFFFF)["components"][0]
{'type': 10, 'content': 'Hello'}
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NewType

from discord import Colour, ui

from cogs.language import Language

Style = Literal[1, 2, 3, 4]
BLUE: Final = 1
GREY: Final = 2
GREEN: Final = 3
RED: Final = 4

Button = NewType("Button", dict[str, Any])
"""Its custom id comes back with a click."""

Part = NewType("Part", dict[str, Any])

MOST_COMPONENTS = 40
"""Per message, nested ones included."""

MOST_CHARACTERS = 4_000
"""Per message."""

LONGEST_CUSTOM_ID = 100

MOST_OPTIONS = 25

LONGEST_LABEL = 100

ROOM, BETWEEN, LEAST_WIDTH, PADDING = 304, 8, 60, 28
"""Px on a phone of 400 px: a row, gap between two buttons, least width and padding of a button."""

NARROW, USUAL, WIDE = 5.5, 8.8, 12.0
"""Px per letter of a label."""

_NARROW, _WIDE = frozenset("fijlrtIJ.,:'’() \u00a0\u202f"), frozenset("mwMW…⋯")

LINE: Final = Part({"type": 14, "divider": True, "spacing": 1})


def text(*lines: str) -> Part:
    return Part({"type": 10, "content": "\n".join(lines)})


def fitting(lines: Iterable[str], room: int) -> Iterator[str]:
    """Yield the first lines that fit into this number of characters."""
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return
        yield line


def button(label: str, custom_id: str, *, style: Style = GREY, enabled: bool = True) -> Button:
    """Return a button. Raises `ValueError` for too long a custom id."""
    custom_id = _checked(custom_id)
    return Button(
        {"type": 2, "style": style, "disabled": not enabled, "label": label, "custom_id": custom_id}
    )


def row(*buttons: Button) -> Part:
    """Return a row of at most five buttons."""
    return Part({"type": 1, "components": list(buttons)})


def fits(*buttons: Button) -> bool:
    """Return True if a phone shows these buttons in one row, estimated from their labels."""
    return sum([_width(one["label"]) for one in buttons]) + BETWEEN * (len(buttons) - 1) <= ROOM


@lru_cache(2_048)
def _width(label: str) -> float:
    letters = (NARROW if one in _NARROW else WIDE if one in _WIDE else USUAL for one in label)
    return max(LEAST_WIDTH, PADDING + sum(letters))


def section(content: Part, accessory: Button) -> Part:
    """Return a text with a button to its right, less high than a row of buttons."""
    return Part({"type": 9, "components": [content], "accessory": accessory})


def menu(
    custom_id: str,
    placeholder: str,
    options: Iterable[tuple[str, str]],
    chosen: str = "",
    hints: Mapping[str, str] | None = None,
) -> Part:
    """Return a row with a menu of (label, value) `options`.

    `hints` are texts below the labels, by value. Raises `ValueError` for too long a custom id.
    """
    lines: list[dict[str, Any]] = []
    for label, value in options:
        hint = {"description": hints[value]} if hints and value in hints else {}
        lines.append({"label": label, "value": value, "default": value == chosen, **hint})
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
    """Return buttons that open the host's web pages: URLs by label key; empty ones are left out."""
    named = [(lang(name), url) for name, url in pages.items() if url]
    found = [{"type": 2, "style": 5, "label": label, "url": url} for label, url in named]
    return [Part({"type": 1, "components": found})] if found else []


def picture(file_name: str, description: str) -> Part:
    media = {"url": f"attachment://{file_name}"}
    item = {"media": media, "spoiler": False, "description": description}
    return Part({"type": 12, "items": [item]})


def container(*parts: Part, colour: int | None = None) -> Part:
    """Return parts in a frame; `colour` as 0xRRGGBB."""
    return Part({"type": 17, "accent_color": colour, "spoiler": False, "components": list(parts)})


def _checked(custom_id: str) -> str:
    if len(custom_id) > LONGEST_CUSTOM_ID:
        raise ValueError(f"a custom id of {len(custom_id)} characters: {custom_id}")
    return custom_id


class Layout(ui.LayoutView):
    """A drawn message, which discord.py accepts as a view.

    The bot's router receives its clicks, so the library need not store it.
    """

    timeout = None

    def __init__(self, *parts: Part) -> None:
        """Initialise; raise `ValueError` for too many components.

        The base class is not initialised: its future, random id and items are not used.
        """
        self._parts: list[dict[str, Any]] = [*parts]
        self._count, self._characters = _weight(self._parts)
        if self._count > MOST_COMPONENTS:
            raise ValueError(f"a message of {self._count} components")

    def to_components(self) -> list[dict[str, Any]]:
        return self._parts

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    @property
    def total_children_count(self) -> int:
        return self._count

    def content_length(self) -> int:
        return self._characters


def framed(*parts: Part, colour: Colour | None = None) -> Layout:
    return Layout(container(*parts, colour=None if colour is None else colour.value))


def _weight(nodes: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    count, characters = len(nodes), 0
    for node in nodes:
        if "content" in node:
            characters += len(node["content"])
        elif "components" in node:
            inner_count, inner_characters = _weight(node["components"])
            count += inner_count + ("accessory" in node)
            characters += inner_characters
    return count, characters
