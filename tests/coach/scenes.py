"""Hands out of small packs, and the coach beside the truth about them."""

import pytest

from engine.coach.worth import worth
from engine.round.moves import DeclineInsurance, Verb
from engine.round.round import INSURANCE
from engine.rules.rules import Rules
from tests.coach.brute import Belief, asked, dealt, moved, split_by_own_cards, values
from tests.coach.situations import by_own_cards, seen_in

EXACT = 1e-12


def deal(rules: Rules, hand: str, up: str, pack: str) -> Belief:
    """Rounds in which one seat has this hand, and decides or answers whether it insures."""
    one, other = hand[0], hand[1]
    cards = (one, other, up) if rules.dealer_each else (one, up, other)
    return asked(dealt(rules, "".join(cards), pack))


def past_insurance(belief: Belief) -> Belief:
    """The same once insurance is declined, where it is offered."""
    if belief and belief[0].round.phase is INSURANCE:
        return moved(belief, DeclineInsurance(1))
    return belief


def assert_exact(belief: Belief) -> None:
    """Each move is worth what every order of the cards says, splitting apart."""
    found, wanted = worth(seen_in(belief), exact=True), values(belief)
    assert found.keys() - {Verb.SPLIT} == wanted.keys()
    for move, value in wanted.items():
        assert found[move] == pytest.approx(float(value), abs=EXACT), move


def best_split(belief: Belief) -> tuple[float, list[float]]:
    """What splitting is worth by the coach, and in truth with two, three, … hands at the most."""
    situation = seen_in(belief)
    policy, most = by_own_cards(situation), situation.rules.max_hands or 4
    limits = range(2, most + 1) if situation.hand[0] != 1 else [2]
    truth = [float(split_by_own_cards(belief, policy, limit)) for limit in limits]
    return worth(situation, exact=True)[Verb.SPLIT], truth
