"""The dealer's hand, and the rule by which the dealer draws."""

from dataclasses import dataclass

from engine.round.hands import PLAYS_AGAINST_TOTAL, Box, Held, Status
from engine.rules.rules import Rules, may_hide_a_natural


@dataclass(slots=True)
class DealerGroup:
    """A dealer's hand and the players' boxes that play against it."""

    boxes: tuple[Box, ...]
    dealer: Held
    revealed: bool = False
    """True after the hole card was turned over."""

    def box(self, seat: int) -> Box:
        """Return this seat's box (its hands). Raises `KeyError`."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise KeyError(seat)

    def copy(self) -> "DealerGroup":
        copy = DealerGroup.__new__(DealerGroup)
        copy.boxes = tuple([box.copy() for box in self.boxes])
        copy.dealer, copy.revealed = self.dealer.copy(), self.revealed
        return copy


def dealer_draws(rules: Rules, group: DealerGroup) -> bool:
    """Return True if the dealer has to draw a card now.

    If no hand plays against the dealer's total, the dealer only draws a second card, for bets that a natural decides.
    """
    dealer = group.dealer
    if _is_contested(group):
        return rules.dealer_draws(dealer.total)
    if len(dealer.cards) > 1 or not may_hide_a_natural(dealer.cards[0].rank):
        return False
    statuses = [hand.status for box in group.boxes for hand in box.hands]
    insured = any(box.insurance for box in group.boxes)
    natural = Status.NATURAL in statuses and not rules.natural_paid_at_once
    return insured or natural or Status.SURRENDERED in statuses


def _is_contested(group: DealerGroup) -> bool:
    for box in group.boxes:
        for hand in box.hands:
            if hand.status in PLAYS_AGAINST_TOTAL:
                return True
    return False
