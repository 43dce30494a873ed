"""The one that commands ask: what `engine.lessons` has to say, worked out beside the event loop.

`engine.lessons` brings numpy, and the pictures bring Pillow: both are imported on the threads, when somebody asks.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from cogs.coaching.worker import Worker
from engine.rules import Rules, parse_rules
from engine.saved import JudgedSeat, KeptRound, PublicBank
from engine.table import Question

if TYPE_CHECKING:
    from engine.lessons import Hint, Review, Sheet

SHEETS = 64
"""Pictures of charts that are remembered: of each rule set with each number of decks."""

EARLIER = 120
"""So many rounds of a table are looked at for the cards that are gone: more than are dealt from any shoe."""


class Coach:
    """Answers questions of players.

    Charts take a second each, so they have a thread of their own, and nobody's hint waits for one.
    """

    def __init__(self, bank: PublicBank) -> None:
        self._bank = bank
        self._quick = Worker("coach")
        self._slow = Worker("charts of the coach")

    async def chart(self, rules: Rules) -> tuple["Sheet", bytes]:
        """The strategy for exactly these rules, and its picture as PNG. Raises `Sorry`."""
        return await self._slow.do(partial(_chart, rules))

    async def review(self, kept: KeptRound, seat: int) -> "Review":
        """A seat's decisions in a round that is over.

        Raises `Sorry`, and `ValueError` or `IllegalMove` for a damaged log.
        """
        earlier = await self._bank.rounds_before(kept.table_id, kept.number, EARLIER)
        return await self._quick.do(partial(_review, kept, seat, earlier))

    async def skill(self, kept: KeptRound) -> Sequence[JudgedSeat]:
        """What the decisions in a settled round come to. Raises as `review` does."""
        earlier = await self._bank.rounds_before(kept.table_id, kept.number, EARLIER)
        return await self._slow.do(partial(_skill, kept, earlier))

    async def hint(self, question: Question) -> "Hint":
        """What the moves are worth to a player who is to decide. Raises `Sorry`."""
        earlier = await self._bank.rounds_before(question.table_id, question.round_number, EARLIER)
        return await self._quick.do(partial(_hint, question, earlier))

    async def close(self) -> None:
        """Finish what is in work."""
        await self._quick.close()
        await self._slow.close()


@lru_cache(SHEETS)
def _chart(rules: Rules) -> tuple["Sheet", bytes]:
    from cogs.pictures.strategy import paint
    from engine.lessons import sheet

    found = sheet(rules)
    return found, paint(found)


def _review(kept: KeptRound, seat: int, earlier: Sequence[KeptRound]) -> "Review":
    from engine.lessons import cards_before, review

    complete = len(earlier) < EARLIER
    seen = cards_before(parse_rules(kept.rules), None, earlier, complete=complete)
    return review(kept, seat, seen)


def _skill(kept: KeptRound, earlier: Sequence[KeptRound]) -> Sequence[JudgedSeat]:
    from engine.lessons import cards_before, skill

    complete = len(earlier) < EARLIER
    seen = cards_before(parse_rules(kept.rules), None, earlier, complete=complete)
    return skill(kept, seen)


def _hint(question: Question, earlier: Sequence[KeptRound]) -> "Hint":
    from engine.lessons import cards_before, hint

    complete = len(earlier) < EARLIER
    seen = cards_before(question.round.rules, question.gone, earlier, complete=complete)
    return hint(question, seen)
