"""The quick way beside the exact one, and what has to be true of every value."""

from dataclasses import replace

import numpy as np
import pytest

from engine.coach.dealer import THIN, Dealer
from engine.coach.dealer_hands import ENDS, ends
from engine.coach.lines import FROM_SHORT, LINES, UP_TO
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.situations import decisions, first_decision

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())

PROMISED = 1e-3
"""How far the quick way may be from the exact one, in first stakes."""

USUAL = 1e-4
"""How far it is in play."""


def assert_quick_enough(situation: Situation, within: float = USUAL) -> None:
    """Nearly the same values, and no other best move but one that is as good."""
    quick, exact = worth(situation), worth(situation, exact=True)
    assert quick == pytest.approx(exact, abs=within)
    best = max(exact.values())
    assert best - exact[next(iter(quick))] <= within


@every_rule_set
def test_what_comes_up_in_play(rules: Rules) -> None:
    """Random play through several shoes, one to four seats."""
    for situation in decisions(rules, seed=5, count=50):
        assert_quick_enough(situation)


@pytest.mark.parametrize("hand", ["22", "A2", "33", "23"])
@pytest.mark.parametrize("up", "2A")
def test_hands_that_can_draw_most(hand: str, up: str) -> None:
    """Small cards out of a single deck, where each card counts most."""
    assert_quick_enough(first_decision(RULE_SETS["six-to-five"], hand, up))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [THIN - 8, THIN])
def test_a_shoe_near_its_end(seed: int, count: int) -> None:
    """So few cards as there may be when two decks run out, drawn at random: a thousandth is promised."""
    rng = np.random.default_rng(seed)
    pack = np.repeat(np.arange(10), [8] * 9 + [32])
    for hand in ("23", "22"):
        situation = first_decision(RULE_SETS["downtown"], hand, "T")
        left = np.bincount(rng.permutation(pack)[:count], minlength=10)
        unseen = tuple(map(int, left))
        alike = unseen[1] if Verb.SPLIT in situation.verbs else 0
        assert_quick_enough(replace(situation, unseen=unseen, alike=alike), PROMISED)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("key", ["vegas", "downtown", "endless"])
def test_the_dealer_ends_somehow(key: str, exact: bool) -> None:
    """All chances together are certain, for every line that can be drawn: nothing that is left out becomes a bust."""
    rules = RULE_SETS[key]
    unseen = np.array(first_decision(rules, "T9", "2").unseen, dtype=float)
    possible = (LINES[: UP_TO[9]] <= unseen).all(axis=1)
    for up in range(1, 11):
        dealer = Dealer(rules=rules, up=up, peeked=up in (1, 10))
        found = dealer.ends_by_line(unseen, UP_TO[9], exact=exact)
        assert found[possible].sum(axis=1) == pytest.approx(1, abs=1e-9)
        assert found.shape == (UP_TO[9], ENDS)


def test_short_lines_are_known_exactly() -> None:
    """What is carried over to lines of up to two cards is theirs, and always adds up to a whole."""
    assert FROM_SHORT.sum(axis=1) == pytest.approx(1)
    rules = RULE_SETS["six-to-five"]
    unseen = np.array(first_decision(rules, "T9", "2").unseen, dtype=float)
    dealer = Dealer(rules=rules, up=6, peeked=False)
    quick, exact = (dealer.ends_by_line(unseen, UP_TO[12], exact=way) for way in (False, True))
    short = LINES[: UP_TO[12]].sum(axis=1) <= 2
    assert quick[short] == pytest.approx(exact[short], abs=1e-12)
    assert np.max(abs(quick - exact)) > 1e-9


@pytest.mark.parametrize("up", range(1, 11))
@pytest.mark.parametrize("peeked", [True, False])
def test_some_card_comes_next(up: int, peeked: bool) -> None:
    """With a peek that found nothing, too; then the kind that would have made a natural is likelier to come."""
    dealer = Dealer(rules=RULE_SETS["vegas"], up=up, peeked=peeked)
    left = np.array([3.0, 4, 2, 4, 1, 4, 4, 4, 3, 13])
    chances = dealer.next_card(left)
    assert chances.sum() == pytest.approx(1)
    if peeked and dealer.partner is not None:
        assert chances[dealer.partner] > left[dealer.partner] / left.sum()
    else:
        assert chances == pytest.approx(left / left.sum())


def test_a_card_that_is_gone_never_comes() -> None:
    """Neither to a player nor to the dealer."""
    left = np.array([[0.0, 4, 0, 4, 0, 4, 4, 4, 0, 0]])
    found = ends(RULE_SETS["vegas"], 10, left)
    assert found[0, -1] == 0
    assert found.sum() == pytest.approx(1)
    assert Dealer(rules=RULE_SETS["vegas"], up=10, peeked=True).next_card(left[0])[0] == 0


def test_among_equals_the_quieter_move_comes_first() -> None:
    """Where all is lost whatever is done, one stands."""
    situation = replace(first_decision(RULE_SETS["hotseat"], "T6", "T"), unseen=(0,) * 9 + (30,))
    assert [*worth(situation)] == [Verb.STAND, Verb.HIT, Verb.DOUBLE]
    assert worth(situation)[Verb.STAND] == worth(situation)[Verb.HIT] == -1


@every_rule_set
def test_values_are_possible(rules: Rules) -> None:
    """No move brings more than can be won, or loses more than can be staked; the best one comes first."""
    for situation in decisions(rules, seed=6, count=100):
        found = worth(situation)
        assert [*found.values()] == sorted(found.values(), reverse=True)
        for move, value in found.items():
            hands = (rules.max_hands or 20) if move is Verb.SPLIT else 1
            doubled = 2 if move in (Verb.DOUBLE, Verb.SPLIT) else 1
            assert -hands * doubled <= value <= max(1.5, hands * doubled)
