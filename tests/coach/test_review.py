"""Reviews of rounds: each decision beside the best one."""

import pytest

from engine.coach.review import review
from engine.round.moves import Insure, Move, Origin, Verb, parse_move
from engine.rules.cards import parse_card
from engine.rules.refusals import IllegalMove
from engine.rules.rule_sets import RULE_SETS

VEGAS = RULE_SETS["vegas"]


def moves(text: str) -> list[Move]:
    """Moves by their text forms, `;` between them; a card alone is dealt."""
    return [parse_move(f"deal {one}" if len(one) == 2 else one) for one in text.split("; ")]


def test_a_blunder_and_what_it_cost() -> None:
    """Standing on eleven against a six, where doubling wins a third of the stake twice."""
    log = moves("6h; 6c; 5d; Tc; 1 stand; reveal; Td")
    (found,) = review(VEGAS, {1: 1000}, log, 1)
    assert found.number == 4
    assert found.move == parse_move("1 stand")
    assert found.best is Verb.DOUBLE
    assert found.value == found.values[Verb.STAND]
    assert found.cost == pytest.approx(found.values[Verb.DOUBLE] - found.values[Verb.STAND])
    assert found.cost > 0.7


def test_the_best_move_costs_nothing() -> None:
    """Whatever came of it."""
    log = moves("6h; 6c; 5d; Tc; 1 double; 2s; reveal; 4d")
    (found,) = review(VEGAS, {1: 1000}, log, 1)
    assert found.best is Verb.DOUBLE
    assert found.cost == 0


def test_insurance_costs_by_its_amount() -> None:
    """Half of the highest amount loses half as much on average; none loses nothing."""
    costs = []
    for answer in ("1 insure 500", "1 insure 250", "1 decline"):
        log = moves(f"Th; Ac; 9d; 8c; {answer}; 1 stand; reveal")
        insured, stood = review(VEGAS, {1: 1000}, log, 1)
        assert insured.best is Verb.DECLINE
        assert stood.cost == 0
        costs.append(insured.cost)
    assert costs[0] == pytest.approx(2 * costs[1])
    assert costs == sorted(costs, reverse=True)
    assert costs[2] == 0 < costs[1]


def test_insurance_is_good_when_tens_are_left() -> None:
    """With all small cards gone it wins more often than one time in three."""
    gone = [parse_card(f"{rank}{suit}") for rank in "23456" for suit in "cdhs"] * 5
    log = moves("Th; Ac; 9d; 8c; 1 decline; 1 stand; reveal")
    fresh, later = (review(VEGAS, {1: 1000}, log, 1, cards)[0] for cards in ([], gone))
    assert fresh.best is Verb.DECLINE
    assert later.best is Verb.INSURE
    assert later.cost > 0


def test_each_seat_has_a_review_of_its_own() -> None:
    """And the hands of a split pair are reviewed one by one; moves of the house are there, and say so."""
    log = moves(
        "8h; Th; 6c; 8d; 9d; Tc; 1 split; 3s; Ts; 1 double; 9c; 1 stand late; 2 stand; reveal; Td"
    )
    stakes = {1: 1000, 2: 1000}
    mine, other = (review(VEGAS, stakes, log, seat) for seat in (1, 2))
    assert [str(one.move) for one in mine] == ["1 split", "1 double", "1 stand late"]
    assert [str(one.move) for one in other] == ["2 stand"]
    assert getattr(mine[-1].move, "origin", None) is Origin.LATE


def test_a_log_that_is_none() -> None:
    """A move that the rules do not allow is refused as in play."""
    with pytest.raises(IllegalMove):
        review(VEGAS, {1: 1000}, [Insure(1, 500)], 1)
