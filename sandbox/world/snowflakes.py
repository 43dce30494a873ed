"""Ids that grow and carry the time of their making, as Discord's do."""

import time
from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000
FOUNDING_MS = 283_996_800_000
"""When the first guilds, their people and their channels were made, in milliseconds of Discord's epoch."""

ANOTHER_WORKER = 1 << 17


class Snowflakes:
    """Makes ids."""

    def __init__(self, unix: Callable[[], float] = time.time) -> None:
        self._unix = unix
        self._last = 0
        self._founded = FOUNDING_MS << 22

    def founding(self) -> int:
        """An id for what is there from the start; the same ones after each start."""
        self._founded += 1 << 22
        return self._founded

    @staticmethod
    def neighbour(number: int, distance: int) -> int:
        """The id that another worker made so many milliseconds after this one.

        Neighbours of one guild that follow each other lie on shards that follow each other.
        """
        return (number + (distance << 22)) | ANOTHER_WORKER

    def next(self, age: float = 0.0) -> int:
        """A new id, as if made `age` seconds ago."""
        milliseconds = int((self._unix() - age) * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last if not age else (milliseconds << 22) + (self._last & 0x3FFFFF)
