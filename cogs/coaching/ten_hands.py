"""Games of ten hands: the daily ones and duels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.coaching import tasks
from cogs.coaching.coach import Coach
from engine.advice.daily import SEAT, Day, Ten, ten
from engine.round.moves import Verb

if TYPE_CHECKING:
    from engine.advice.reviews import Review
    from engine.round.round import Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A game after a decision, with a review if that finished a hand."""

    moves: str
    now: Ten
    review: "Review | None" = None


class TenHands:
    """Deals and reviews games in the coach's worker process; raises `Sorry` if it is too busy."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach

    async def deal(self, secret: bytes, number: int) -> Day:
        return await self._coach.ask(tasks.daily_hands, secret, number)

    async def reviews(self, finished: Sequence["Round"]) -> Sequence["Review"]:
        return await self._coach.ask(tasks.review_hands, finished, SEAT)

    async def decide(self, hands: Day, moves: str, squares: str, verb: Verb) -> Decided:
        """Add a decision to `moves`. Raises `ValueError` if it is illegal.

        `squares` has a letter for each finished hand.
        """
        moves = " ".join([*moves.split(), verb.value])
        now = progress(hands, moves)
        if len(now.finished) == len(squares):
            return Decided(moves=moves, now=now)
        (review,) = await self.reviews(now.finished[-1:])
        return Decided(moves=moves, now=now, review=review)


def progress(hands: Day, moves: str) -> Ten:
    """Return a game after its saved decisions. Raises `ValueError` if they don't suit the hands."""
    return ten(hands, [Verb(word) for word in moves.split()])


def decisions(moves: str) -> int:
    return len(moves.split())
