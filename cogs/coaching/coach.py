"""The one that commands ask: what `engine.lessons` has to say, worked out beside the event loop.

`engine.lessons` brings numpy, and the pictures bring Pillow: both are imported on the threads, when somebody asks.
"""

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from cogs.coaching.worker import Worker
from engine.rules import Rules

if TYPE_CHECKING:
    from engine.lessons import Sheet

SHEETS = 64
"""Pictures of charts that are remembered: of each rule set with each number of decks."""


class Coach:
    """Answers questions of players.

    Charts take a second each, so they have a thread of their own, and nobody's hint waits for one.
    """

    def __init__(self) -> None:
        self._quick = Worker("coach")
        self._slow = Worker("charts of the coach")

    async def sheet(self, rules: Rules) -> "Sheet":
        """The strategy for exactly these rules. Raises `Sorry`."""
        return await self._slow.do(partial(_sheet, rules))

    async def chart(self, rules: Rules) -> tuple["Sheet", bytes]:
        """The strategy for exactly these rules, and its picture as PNG. Raises `Sorry`."""
        return await self._slow.do(partial(_chart, rules))

    async def close(self) -> None:
        """Finish what is in work."""
        await self._quick.close()
        await self._slow.close()


def _sheet(rules: Rules) -> "Sheet":
    from engine.lessons import sheet

    return sheet(rules)


@lru_cache(SHEETS)
def _chart(rules: Rules) -> tuple["Sheet", bytes]:
    from cogs.pictures.strategy import paint

    found = _sheet(rules)
    return found, paint(found)
