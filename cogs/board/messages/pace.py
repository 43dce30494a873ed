"""Which views of a table are worth showing, and at what pace."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.round.round import Phase
from engine.table.state import Stage
from engine.table.view import TableView

FIRST_PAUSE = 0.5
"""Seconds after a first failure; twice as many after each further one, up to `Pace.retry`."""

AI_SECONDS = 4.0
"""So long the hands of all AI players in a round may take together."""

MOST_HANDS = 4
"""So many of these hands are shown at the most: each is a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds between two steps that nobody decides, and at most between two tries after a failure."""

    dealer: float = 1.0
    retry: float = 5.0

    def pause(self, failures: int) -> float:
        """How long to wait after so many failures in a row."""
        return min(FIRST_PAUSE * 2.0 ** min(failures - 1, 10), self.retry)

    def thinned(self, frames: tuple[TableView, ...]) -> tuple[TableView, ...]:
        """Without some of the AI players' hands, where there are more than time or requests for."""
        hands = [number for number, view in enumerate(frames) if is_ai_hand(view)]
        most = min(MOST_HANDS, int(AI_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # The last one stays: after it the dealer plays.
        kept = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        return tuple(one for at, one in enumerate(frames) if at in kept or at not in hands)


def is_ai_hand(view: TableView) -> bool:
    """Whether this shows an AI player's hand: no person is to decide any more, and no dealer has played yet."""
    nobody_asked = view.stage is Stage.PLAYING and not view.awaited
    shown = [group.dealer.cards for group in view.groups]
    return nobody_asked and all(len(cards) - cards.count(None) == 1 for cards in shown)


def not_superseded(older: Iterable[TableView], newer: TableView) -> list[TableView]:
    """The views still worth showing before a newer one: of earlier boards, and steps of the dealer's play, which a bet
    on the next round takes not away."""
    return [
        one
        for one in older
        if one.board < newer.board
        or (one.phase is Phase.DEALER and one.round_number < newer.round_number)
    ]
