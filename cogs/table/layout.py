"""A message as it was drawn, in the form in which discord.py takes it."""

from collections.abc import Iterator
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
        if self.total_children_count > MOST_COMPONENTS:
            raise ValueError(f"a message of {self.total_children_count} components")

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
        return sum(1 for _ in _walk(self._components))

    def content_length(self) -> int:
        """How many characters its texts have."""
        return sum(len(node["content"]) for node in _walk(self._components) if node["type"] == 10)


def _walk(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        if "components" in node:
            yield from _walk(node["components"])
