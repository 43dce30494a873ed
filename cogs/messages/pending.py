"""What is still to be shown of a table: views in order, as far as they are still worth showing, and at what pace."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.round.phases import Phase
from engine.table.state import Stage
from engine.table.view import DealerView, TableView

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
    return nobody_asked and all(_has_not_played(group.dealer) for group in view.groups)


def _has_not_played(dealer: DealerView) -> bool:
    return len(dealer.cards) - dealer.cards.count(None) == 1


class Pending:
    """The views that are not shown yet, the oldest first."""

    def __init__(self) -> None:
        self._views: list[TableView] = []

    def __bool__(self) -> bool:
        return bool(self._views)

    @property
    def says_goodbye(self) -> bool:
        """Whether the last of them is that of a closed table."""
        return bool(self._views) and self._views[-1].stage is Stage.CLOSED

    def add(self, frames: tuple[TableView, ...]) -> None:
        """These come next. Older ones of the same board are superseded; but a bet on the next round takes no step of
        the dealer's play away."""
        self._views = [*(view for view in self._views if _is_before(view, frames[0])), *frames]

    def replace(self, views: Iterable[TableView]) -> None:
        """These and no others are to be shown."""
        self._views = [*views]

    @property
    def first(self) -> TableView:
        """The oldest one."""
        return self._views[0]

    def skip_steps(self) -> None:
        """Keep the newest alone."""
        del self._views[:-1]

    def take(self) -> TableView:
        """The oldest one, which is no longer to be shown."""
        return self._views.pop(0)

    def put_back(self, view: TableView) -> None:
        """It could not be shown: it comes first, unless there is a newer one of its board."""
        if not any(newer.board == view.board for newer in self._views):
            self._views.insert(0, view)

    def goes_on(self, view: TableView) -> bool:
        """Whether the next one is of the same board as this one."""
        return bool(self._views) and self._views[0].board == view.board


def _is_before(older: TableView, newer: TableView) -> bool:
    """Whether a view is still worth showing when there is a newer one."""
    is_step = older.phase is Phase.DEALER and older.round_number < newer.round_number
    return older.board < newer.board or is_step
