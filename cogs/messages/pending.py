"""What is still to be shown of a table: views in order, as far as they are still worth showing."""

from collections.abc import Iterable

from engine.game import Phase
from engine.table import Stage, TableView


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

    def thin_out(self, shown: int) -> None:
        """Of earlier boards keep the end of the one that the message shows, and of the last: not all the rounds of an
        evening one after another. `shown` is the number of the message's board."""
        board = self._views[-1].board
        ends = {view.board: view for view in self._views if view.board < board}
        numbers = {shown, max(ends, default=0)}
        now = [view for view in self._views if view.board == board]
        self._views = [*(end for number, end in ends.items() if number in numbers), *now]

    def replace(self, views: Iterable[TableView]) -> None:
        """These and no others are to be shown."""
        self._views = [*views]

    def take(self) -> TableView:
        """The oldest one."""
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
