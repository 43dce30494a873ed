"""The one that commands ask: what `engine.lessons` has to say, worked out beside the event loop.

`engine.lessons` brings numpy, and the pictures bring Pillow: both are imported on the threads, when somebody asks.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from cogs.coaching.worker import Worker
from engine.daily import Day
from engine.game import Round
from engine.rules import Card, Rules, parse_rules
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
        earlier = await self._earlier(kept.table_id, kept.number, kept.gone)
        return await self._quick.do(partial(_review, kept, seat, earlier))

    async def daily_hands(self, secret: bytes, day: int) -> Day:
        """The hands of the daily ten on a day. The first time takes as long as a chart. Raises `Sorry`."""
        return await self._slow.do(partial(_daily_hands, secret, day))

    async def review_hands(self, rounds: Sequence[Round], seat: int) -> Sequence["Review"]:
        """A seat's decisions in rounds each of which was dealt from a fresh shoe. Raises `Sorry`."""
        return await self._quick.do(partial(_review_hands, rounds, seat))

    async def skill(self, kept: KeptRound) -> Sequence[JudgedSeat]:
        """What the decisions in a settled round come to. Raises as `review` does."""
        earlier = await self._earlier(kept.table_id, kept.number, kept.gone)
        return await self._slow.do(partial(_skill, kept, earlier))

    async def hint(self, question: Question) -> "Hint":
        """What the moves are worth to a player who is to decide. Raises `Sorry`."""
        earlier = await self._earlier(question.table_id, question.round_number, question.gone)
        return await self._quick.do(partial(_hint, question, earlier))

    async def _earlier(self, table_id: int, number: int, gone: int | None) -> list[KeptRound]:
        """The rounds before this one that cards of its shoe may have gone in: each took three at least."""
        most = EARLIER if gone is None else min(gone // 3, EARLIER)
        return await self._bank.rounds_before(table_id, number, most) if most else []

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
    from engine.lessons import review

    return review(kept, seat, _seen(kept, earlier))


def _daily_hands(secret: bytes, day: int) -> Day:
    from engine.lessons import hands_of

    return hands_of(secret, day)


def _review_hands(rounds: Sequence[Round], seat: int) -> Sequence["Review"]:
    from engine.lessons import review_moves

    return [review_moves(one.rules, one.stakes, one.moves, seat, ()) for one in rounds]


def _skill(kept: KeptRound, earlier: Sequence[KeptRound]) -> Sequence[JudgedSeat]:
    from engine.lessons import skill

    return skill(kept, _seen(kept, earlier))


def _seen(kept: KeptRound, earlier: Sequence[KeptRound]) -> tuple[Card, ...] | None:
    from engine.lessons import cards_before

    complete = len(earlier) < EARLIER
    return cards_before(parse_rules(kept.rules), kept.gone, earlier, complete=complete)


def _hint(question: Question, earlier: Sequence[KeptRound]) -> "Hint":
    from engine.lessons import cards_before, hint

    complete = len(earlier) < EARLIER
    seen = cards_before(question.round.rules, question.gone, earlier, complete=complete)
    return hint(question, seen)
