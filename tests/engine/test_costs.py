"""What moves cost, and what comes back."""

import pytest

from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from tests.engine.sitting import ANN, Sitting, postings, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def test_a_double_costs_another_stake() -> None:
    """The same amount again, booked with the card that it buys."""
    table = Sitting.at(HOTSEAT)
    table.stack("5h 9c 6d 8c Td")
    table.bet(ANN, 1_235)
    decision = table.move(ANN, "double")
    assert postings(decision) == [("double", 1_235), ("stake_returned", 2_470), ("winnings", 2_470)]
    assert table.gain(ANN) == 2_470


def test_a_split_and_insurance_cost_what_they_say() -> None:
    """Each is paid when it is decided, and each bet is settled by itself."""
    table = Sitting.at(CASINO)
    table.stack("8h Ac 8d 9c Th Td")
    table.bet(ANN, 1_001)
    assert postings(table.move(ANN, "insure 300")) == [("insurance", 300)]
    assert postings(table.move(ANN, "split")) == [("split", 1_001)]
    table.move(ANN, "stand")
    decision = table.move(ANN, "stand")
    assert postings(decision) == [("lost", 1_001), ("lost", 1_001), ("lost", 300)]
    assert table.gain(ANN) == -2_302


def test_a_surrender_is_half_returned_and_half_lost() -> None:
    """Half a cent goes to the player."""
    table = Sitting.at(CASINO)
    table.stack("Th 9c 6d 8c")
    table.bet(ANN, 1_001)
    assert postings(table.move(ANN, "surrender")) == [("stake_returned", 501), ("lost", 500)]


def test_a_refused_move_costs_nothing() -> None:
    """Doubling three cards is refused before any money moves."""
    table = turns()
    table.stack("2s")
    table.move(ANN, "hit")
    before = dict(table.journal.accounts)
    assert table.why(table.click(ANN, "double")) is Why.DOUBLE_FIRST_DECISION
    assert table.journal.accounts == before


def test_insurance_that_is_too_high_is_refused_with_the_highest() -> None:
    """The figure that counts comes with the refusal."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_001)
    refusal = table.refused(table.click(ANN, "insure 501"))
    assert (refusal.why, refusal.cents) == (Why.INSURANCE_TOO_HIGH, 500)
