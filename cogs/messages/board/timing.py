"""The pace of the dealer's and AI players' steps, and which are left out."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.round.round import Phase
from engine.table.state import Stage
from engine.table.view import TableView

AI_SECONDS = 4.0
"""For all AI players' hands of a round."""

MOST_HANDS = 4
"""AI players' hands shown per round; each is a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Pauses in seconds: after the dealer's steps, before retries, and until late requests are impossible."""

    dealer: float = 1.0
    retry: float = 5.0
    late: float = 30.0
    """After this, Discord executes no abandoned request."""

    def thinned(self, frames: tuple[TableView, ...]) -> tuple[TableView, ...]:
        """Return the views without AI players' hands beyond `MOST_HANDS` or `AI_SECONDS`."""
        hands = [number for number, view in enumerate(frames) if is_ai_hand(view)]
        most = min(MOST_HANDS, int(AI_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # The last one stays, because the dealer plays next.
        shown = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        return tuple(one for at, one in enumerate(frames) if at in shown or at not in hands)


def is_ai_hand(view: TableView) -> bool:
    """Return True if a view is after the last person's decision and before the dealer's play."""
    none_awaited = view.stage is Stage.PLAYING and not view.awaited
    shown = [group.dealer.cards for group in view.groups]
    return none_awaited and all(len(cards) - cards.count(None) == 1 for cards in shown)


def not_superseded(older: Iterable[TableView], newer: TableView) -> list[TableView]:
    """Return the views worth showing before a newer one: earlier boards, and an earlier round's dealer."""
    return [
        one
        for one in older
        if one.board < newer.board
        or (one.phase is Phase.DEALER and one.round_number < newer.round_number)
    ]
