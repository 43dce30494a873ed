"""The steps of the dealer and AI players: their pace, and which of them are shown."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.round.round import Phase
from engine.table.state import Stage
from engine.table.view import TableView

AI_SECONDS = 4.0
"""The longest time for all AI players' hands of a round."""

MOST_HANDS = 4
"""The most hands of AI players shown in a round; each is a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Times in seconds."""

    dealer: float = 1.0
    """Between two steps of the dealer or AI players."""
    retry: float = 5.0
    """The longest pause between retries."""
    late: float = 30.0
    """After this, Discord no longer executes an abandoned request."""

    def thinned(self, frames: tuple[TableView, ...]) -> tuple[TableView, ...]:
        """Drop AI players' hands beyond `AI_SECONDS` or `MOST_HANDS`."""
        hands = [number for number, view in enumerate(frames) if is_ai_hand(view)]
        most = min(MOST_HANDS, int(AI_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # Keep the last one, because the dealer plays next.
        shown = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        return tuple(one for at, one in enumerate(frames) if at in shown or at not in hands)


def is_ai_hand(view: TableView) -> bool:
    """Return True if this shows an AI player's hand: after the last person's decision, before the dealer plays."""
    none_awaited = view.stage is Stage.PLAYING and not view.awaited
    shown = [group.dealer.cards for group in view.groups]
    return none_awaited and all(len(cards) - cards.count(None) == 1 for cards in shown)


def not_superseded(older: Iterable[TableView], newer: TableView) -> list[TableView]:
    """Return views worth showing before a newer one: earlier boards, and an earlier round's dealer."""
    return [
        one
        for one in older
        if one.board < newer.board
        or (one.phase is Phase.DEALER and one.round_number < newer.round_number)
    ]
