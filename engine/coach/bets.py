"""What a stake brings, by how the player's and the dealer's hands end: the payout as an average knows it."""

from functools import lru_cache
from typing import TypeVar

import numpy as np

from engine.coach.dealer_hands import BUST, ENDS, NATURAL
from engine.coach.lines import Array
from engine.rules.hand import BLACKJACK
from engine.rules.rules import Rules

LOST = -1.0


@lru_cache(maxsize=64)
def results(rules: Rules) -> Array:
    """What a stake brings, by the player's value and the dealer's end."""
    return np.array(
        [[result(rules, points, end) for end in range(ENDS)] for points in range(BLACKJACK + 1)]
    )


def result(rules: Rules, points: int, end: int) -> float:
    """What a stake brings on a hand of so many points, no more than 21, when the dealer's hand ends like this."""
    if end == BUST:
        return 1.0
    beats = end == NATURAL and (rules.dealer_natural_beats_21 or points < BLACKJACK)
    dealer = BLACKJACK if end == NATURAL else 17 + end
    if beats or points < dealer:
        return LOST
    if points > dealer:
        return 1.0
    return LOST if rules.ties_lose else 0.0


Chance = TypeVar("Chance", float, Array)


def natural_brings(rules: Rules, natural: Chance) -> Chance:
    """What a stake on a player's natural brings, by the chance of a natural of the dealer's."""
    pays = float(rules.natural_pays or 1)
    return pays * (1 - natural * (not rules.natural_paid_at_once))
