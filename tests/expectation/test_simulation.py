"""The engine with its shoe, rounds played one after the other, beside exact and published figures."""

from functools import cache
from math import sqrt

import pytest

from tests.expectation.card_text import ENDLESS_DECK
from tests.expectation.columns import COLUMNS
from tests.expectation.plans import MIMIC, NEVER_BUST, STAND, Plan
from tests.expectation.published import ONE_DECK_DEALER, WHOLE_SHOE, natural_frequency
from tests.expectation.scenes import ALL_RULES
from tests.expectation.second_opinion import BUST, Game, Pack, expectation
from tests.expectation.simulation import STAKE, Estimate, Tally, simulate

STANDARD_ERRORS = 3


@pytest.mark.parametrize("plan", [MIMIC, NEVER_BUST], ids=lambda plan: plan.name)
def test_the_endless_deck(plan: Plan) -> None:
    """Within three standard errors of the exact expectation with cards drawn with replacement."""
    game = Game(COLUMNS["endless"], plan, Pack.of(ENDLESS_DECK, endless=True), STAKE)
    exact = float(expectation(game)) / STAKE
    tally = simulate(ALL_RULES["endless"], plan, rounds=1000, seed=1)
    assert Estimate.of(tally.nets).errors_from(exact) < STANDARD_ERRORS


@pytest.mark.parametrize("key", WHOLE_SHOE)
def test_whole_shoes(key: str) -> None:
    """Within three standard errors of what mimicking the dealer brings with whole decks."""
    tally = simulate(ALL_RULES[key], MIMIC, rounds=150, seed=2, seats=3)
    assert Estimate.of(tally.nets).errors_from(WHOLE_SHOE[key][0]) < STANDARD_ERRORS


@cache
def one_deck() -> Tally:
    """Four seats that always stand, each against a dealer's hand of its own; fresh cards for every round."""
    return simulate(ALL_RULES["private"], STAND, rounds=700, seed=4, seats=4)


def test_how_often_a_natural_is_dealt() -> None:
    """Within three standard errors of the formula."""
    naturals = Estimate.of(one_deck().naturals)
    assert naturals.errors_from(float(natural_frequency(1))) < STANDARD_ERRORS


def test_how_often_the_dealer_busts() -> None:
    """By upcard, within three standard errors of the published chance."""
    for up, ends in ONE_DECK_DEALER.items():
        dealt, chance = one_deck().dealers[up], ends[BUST]
        error = sqrt(chance * (1 - chance) / dealt)
        assert abs(one_deck().busts[up] / dealt - chance) < STANDARD_ERRORS * error
