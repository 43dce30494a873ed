"""Properties of a round that scripts can't express: stakes, order, splits, certain results, and rounding."""

from fractions import Fraction

import pytest

from engine.round.costs_and_payouts import OutcomeReason, certain_reason, settle, times
from engine.round.hands import Hand
from engine.round.moves import Deal, Double, Hit, Split, Stand, Surrender
from engine.round.round import TRANSITIONS, Phase, Round, legal
from engine.rules.cards import parse_card
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Pair, Rules
from tests.engine.after import after
from tests.engine.rounds_by_side import faced, until
from tests.engine.variants import CASINO, NO_HOLE, NO_PEEK, WITHOUT_END

SPLITTING = {key: rules for key, rules in RULE_SETS.items() if rules.split is not Pair.NONE}

by_all_that_split = pytest.mark.parametrize("rules", SPLITTING.values(), ids=SPLITTING)


def dealt(rules: Rules, cards: str, *seats: int) -> Round:
    """Return a round after these cards; each seat has bet $10."""
    now = Round.start(rules, dict.fromkeys(seats or (1,), 1_000))
    return after(now, *(Deal(parse_card(card)) for card in cards.split()))


@pytest.mark.parametrize(
    ("rules", "stakes"),
    [
        *((HOTSEAT, {}), (HOTSEAT, {0: 100}), (HOTSEAT, dict.fromkeys(range(1, 6), 100))),
        *((NO_HOLE, dict.fromkeys(range(1, 5), 1_000)), (HOTSEAT, {1: 99}), (HOTSEAT, {1: 0})),
        *((HOTSEAT, {1: 100, 2: -100}), (CASINO, {1: 499}), (CASINO, {1: 50_001})),
    ],
)
def test_a_round_needs_proper_stakes(rules: Rules, stakes: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="stake"):
        Round.start(rules, stakes)


def test_a_round_is_settled_only_at_its_end() -> None:
    assert Phase.OVER not in {phase for phase, _ in TRANSITIONS}
    with pytest.raises(ValueError, match="over"):
        settle(dealt(HOTSEAT, "5h 9c 6d 8c"))


def test_results_that_are_certain_before_the_end() -> None:
    """A bust, or a natural that the dealer can't match or that is paid at once."""
    given_up = after(dealt(CASINO, "Th 9c 6d 8c"), Surrender(1))
    bust = after(dealt(HOTSEAT, "Th 9c 6d 8c"), Hit(1), Deal(parse_card("Kc")))
    assert [_decided(now) for now in (given_up, bust)] == [None, OutcomeReason.BUST]
    for rules, cards, certain in (
        (WITHOUT_END, "A 9 2 F 8 3", True),
        (NO_PEEK, "Ah 9c 2d Kc 8c 3d", True),
        (NO_PEEK, "Ah 9c Td Kc 8c 3d", False),
        (CASINO, "Ah 9c Td Kc 8c 3d", True),
        (CASINO, "Ah 9c Ad Kc 8c 3d", False),
    ):
        assert (_decided(dealt(rules, cards, 1, 2)) is OutcomeReason.NATURAL) is certain


def _decided(now: Round) -> OutcomeReason | None:
    return certain_reason(now, 1, hands(now)[0])


# Splits


def hands(now: Round) -> list[Hand]:
    box = now.find(1)
    assert box is not None
    return box.hands


def ranks(now: Round) -> list[str]:
    found = ("".join(card.rank.value for card in hand.cards) for hand in hands(now))
    return [cards.replace("F", "T") for cards in found]


@by_all_that_split
def test_both_halves_get_a_card_the_left_one_first(rules: Rules) -> None:
    """Before any decision. Then each may hit and stand, and double if allowed."""
    now = until(rules, "8823", "95", "split")
    assert (ranks(now), now.active_hand(1)) == (["82", "83"], 0)
    dealt = now.moves.index(Split(1)) + 1
    assert [str(move)[:6] for move in now.moves[dealt:]] == ["deal 2", "deal 3"]
    on_total = rules.double_totals is None or 10 in rules.double_totals
    double = (Double(1),) * (rules.double_after_split and on_total)
    assert legal(now, 1) == (Hit(1), Stand(1), *double)


@by_all_that_split
def test_hands_are_played_from_left_to_right(rules: Rules) -> None:
    """The next begins when one stands, busts or has 21."""
    for mine, verbs, found, active in (
        ("88232", ("hit",), ["822", "83"], 0),
        ("882324", ("hit", "stand", "hit"), ["822", "834"], 1),
        ("99459", ("hit",), ["949", "95"], 1),
        ("99359", ("hit",), ["939", "95"], 1),
    ):
        now = until(rules, mine, "95", "split", *verbs)
        assert (ranks(now), now.active_hand(1)) == (found, active)


@by_all_that_split
def test_each_hand_has_its_own_result(rules: Rules) -> None:
    over = faced(rules, "99T2", "98", "split", "stand", "stand")
    found = [(o.hand, o.reason, o.stake, o.returned) for o in settle(over)]
    assert found == [(0, OutcomeReason.HIGHER, 1_000, 2_000), (1, OutcomeReason.LOWER, 1_000, 0)]


# Whole cents


def test_every_remainder_goes_to_the_nearest_cent() -> None:
    """Half a cent is the player's."""
    for numerator, denominator in ((1, 2), (3, 2), (6, 5), (2, 1), (1, 3)):
        ratio = Fraction(numerator, denominator)
        for stake in (*range(100), *range(10**12, 10**12 + 100)):
            assert -Fraction(1, 2) < times(stake, ratio) - stake * ratio <= Fraction(1, 2)
