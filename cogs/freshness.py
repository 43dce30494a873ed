"""Events that come twice, or too late to be answered, are dropped before they can change a game."""

from collections import OrderedDict
from collections.abc import Callable

import discord

LATEST = 3.0
"""Seconds in which Discord takes the first answer to an interaction."""

REMEMBERED = 4_096


class Freshness:
    """Judges interactions by their id and age.

    `now` tells Unix seconds. This machine's clock and Discord's may differ: the smallest difference seen counts as
    none.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._offset: float | None = None

    def accept(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Whether this interaction is new and can still be answered."""
        age = self._now() - interaction.created_at.timestamp()
        self._offset = age if self._offset is None else min(self._offset, age)
        if interaction.id in self._seen or age - self._offset > LATEST:
            return False
        self._seen[interaction.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True
