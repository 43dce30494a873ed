"""A message as it was drawn, in the form in which discord.py takes it."""

from typing import Any, cast

from discord import ui

from cogs.table.components import Component

MOST_COMPONENTS = 40
"""In one message, as Discord counts them: what is within others, too."""

MOST_CHARACTERS = 4_000
"""Over all texts of one message, as Discord counts them."""


class Layout(ui.LayoutView):
    """Components that are sent as they are; discord.py takes it wherever it takes a view.

    It is only drawn: nothing waits for its clicks, which come in through the router, and the library does not store it.
    """

    def __init__(self, *components: Component) -> None:
        """Raises `ValueError` for more components than a message may have."""
        super().__init__(timeout=None)
        self._components = cast("list[dict[str, Any]]", [*components])
        self._count, self._characters = _weight(self._components)
        if self._count > MOST_COMPONENTS:
            raise ValueError(f"a message of {self._count} components")

    def to_components(self) -> list[dict[str, Any]]:
        """What is sent."""
        return self._components

    def has_components_v2(self) -> bool:
        """Whether the message has texts among its components: always."""
        return True

    def is_finished(self) -> bool:
        """Whether nothing waits for clicks: always."""
        return True

    def is_dispatchable(self) -> bool:
        """Whether the library is to look for callbacks: never."""
        return False

    @property
    def total_children_count(self) -> int:
        """How many components there are, with those within others."""
        return self._count

    def content_length(self) -> int:
        """How many characters its texts have."""
        return self._characters


def _weight(nodes: list[dict[str, Any]]) -> tuple[int, int]:
    """How many components these are, with those within others, and how many characters their texts have."""
    count, characters = len(nodes), 0
    for node in nodes:
        if "content" in node:
            characters += len(node["content"])
        elif "components" in node:
            inner_count, inner_characters = _weight(node["components"])
            count += inner_count + ("accessory" in node)
            characters += inner_characters
    return count, characters
