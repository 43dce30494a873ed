"""At what pace steps are shown that nobody decides: the dealer's, and the hands of players of the house."""

from dataclasses import dataclass

from engine.table import DealerView, Stage, TableView

FIRST_PAUSE = 0.5
"""Seconds after a first failure; twice as many after each further one, up to `Pace.retry`."""

COMPANY_SECONDS = 4.0
"""So long the hands of all players of the house in a round may take together."""

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
        """Without some of the hands that were played for the house, where there are more than time or requests for."""
        hands = [number for number, view in enumerate(frames) if is_companys(view)]
        most = min(MOST_HANDS, int(COMPANY_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # The last one stays: after it the dealer plays.
        kept = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        dropped = set(hands) - kept
        return tuple(view for number, view in enumerate(frames) if number not in dropped)


def is_companys(view: TableView) -> bool:
    """Whether this shows a hand that was played for the house: no person is to decide any more, and no dealer has
    played yet."""
    nobody_asked = view.stage is Stage.PLAYING and not view.awaited
    return nobody_asked and all(_has_not_played(box.dealer) for box in view.boxes)


def _has_not_played(dealer: DealerView) -> bool:
    return len(dealer.cards) - dealer.cards.count(None) == 1
