"""A table's current state, and the views of it that players see."""

from collections.abc import Iterable, Mapping

from engine.table.draft import Accepted
from engine.table.resuming import without_name
from engine.table.state import Stage, TableState
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.tables import DisplayName, Names, Saved, TableMessage


class ShownTable:
    """A table's state with names, balances and the previous round; the view is cached."""

    __slots__ = ("_balances", "_before", "_names", "_view", "state")

    def __init__(
        self,
        state: TableState,
        balances: Mapping[int, int],
        names: Names,
        before: TableView | None,
    ) -> None:
        self.state = state
        self._balances = dict(balances)
        self._names = dict(names)
        self._before = before
        """The previous round's end, during the next one."""
        self._view: TableView | None = None

    @property
    def balances(self) -> Mapping[int, int]:
        """Balances in cents by user id, of users seated or in the last round."""
        return self._balances

    @property
    def view(self) -> TableView:
        if self._view is None:
            self._view = self._look(self.state)
        return self._view

    def views(self, frames: Iterable[TableState]) -> tuple[TableView, ...]:
        """Return views of the states that a command led through, in order; the last is current."""
        *before, _ = frames
        return (*map(self._look, before), self.view)

    def new_name(
        self, display_name: DisplayName | None, accepted: Accepted, *, is_admin: bool
    ) -> DisplayName | None:
        """Return this display name if it is new and its user acted as an admin, or sat here before or after."""
        if display_name is None or self._names.get(display_name.user_id) == display_name.here:
            return None
        sits = (state.seat_of(display_name.user_id) for state in (accepted.state, self.state))
        return display_name if is_admin or any(sits) else None

    def adopt(self, accepted: Accepted, saved: Saved, display_name: DisplayName | None) -> None:
        """Make a saved change the table's current state."""
        if display_name is not None:
            self._names[display_name.user_id] = display_name.here
        self._before = self.view.last or self._before
        last = accepted.state.last
        if last is not None and last.round_number == accepted.change.round_number:
            last = last._replace(round_id=saved.round_id)
        self.state = accepted.state._replace(message=self.state.message, last=last)
        self._balances |= saved.balances
        self._view = None

    def prune(self) -> None:
        """Drop balances and names of users neither seated nor in the last round."""
        shown = {seat.user_id for seat in self.state.seats}
        if self.state.last is not None:
            shown |= {seat.user_id for seat in self.state.last.seats}
        self._balances = {u: cents for u, cents in self._balances.items() if u in shown}
        self._names = {u: name for u, name in self._names.items() if u in shown}

    def postpone(self, seconds: float) -> None:
        self.state = self.state.postponed(seconds)
        self._view = None

    def note_balance(self, user_id: int, cents: int) -> None:
        if user_id in self._balances:
            self._balances[user_id] = cents
            self._view = None

    def note_message(self, message: TableMessage) -> None:
        self.state = self.state._replace(message=message)

    def forget(self, user_id: int) -> bool:
        """Remove a user's name from the last round. Return True if a view showed it."""
        last, before = self.state.last, self._before
        self._names.pop(user_id, None)
        in_last = last is not None and last.seat_of(user_id) is not None
        if last is not None and in_last:
            self.state = self.state._replace(last=without_name(last, user_id))
        in_before = before is not None and before.seat_of(user_id) is not None
        if in_before:
            self._before = None
        if in_last or in_before:
            self._view = None
        return in_last or in_before

    def _look(self, state: TableState) -> TableView:
        view = view_of(state, self._balances, self._names)
        return view._replace(before=self._before) if view.stage is Stage.PLAYING else view
