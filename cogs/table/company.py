"""The players of the house at a table: who sits there, and whether another one may come."""

from engine.characters import Character
from engine.saved import GIFT
from engine.table import TableView


def company_of(view: TableView) -> tuple[Character, ...]:
    """Those who sit here, but for those who get up after the round."""
    return tuple(seat.character for seat in view.seats if seat.character and not seat.leaving)


def may_come(view: TableView, most: int) -> bool:
    """Whether there is a seat for one more, when `most` are allowed, and a bet that they could pay."""
    has_room = bool(view.empty_seats) and len(company_of(view)) < min(most, len(Character))
    return has_room and view.rules.min_bet <= GIFT
