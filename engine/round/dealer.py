"""When the dealer is due a card; on which totals the rules have the dealer draw, `Rules.dealer_draws` says."""

from engine.round.box import PLAYS_AGAINST_TOTAL, DealerGroup, Status
from engine.rules.rules import Rules, may_hide_a_natural


def dealer_draws(rules: Rules, group: DealerGroup) -> bool:
    """Whether the dealer is due a card: somebody plays against the total, or against a natural that may still come."""
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
    """Whether somebody plays against the dealer's total."""
    for box in group.boxes:
        for hand in box.hands:
            if hand.status in PLAYS_AGAINST_TOTAL:
                return True
    return False
