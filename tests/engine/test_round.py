"""Single promises of the round that no script can tell: stakes, order, splits, what is certain, and whole cents."""

from fractions import Fraction

import pytest

from engine.round.hands import Hand, Status
from engine.round.moves import Deal, Double, Hit, Split, Stand, Surrender
from engine.round.payout import Reason, certain_reason, settle, times
from engine.round.round import TRANSITIONS, NextCard, NextReveal, Phase, Round, legal
from engine.rules.cards import parse_card
from engine.rules.refusals import IllegalMove, Why
from engine.rules.rule_sets import BICYCLE, HOTSEAT, PRIVATE, RULE_SETS, VEGAS
from engine.rules.rules import Pair, Rules
from tests.engine.after import after
from tests.engine.faced import faced, nets, until
from tests.engine.variants import CASINO, NO_HOLE, NO_PEEK, WITHOUT_END

SPLITTING = {key: rules for key, rules in RULE_SETS.items() if rules.split is not Pair.NONE}
RESPLITTING = {key: rules for key, rules in SPLITTING.items() if rules.max_hands != 2}

by_all_that_split = pytest.mark.parametrize("rules", SPLITTING.values(), ids=SPLITTING)
by_all_that_resplit = pytest.mark.parametrize("rules", RESPLITTING.values(), ids=RESPLITTING)


def dealt(rules: Rules, cards: str, *seats: int) -> Round:
    """A round in which so many cards have come out; everybody has staked $10."""
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
    """Nobody, too many, and stakes outside the limits are refused before a card is dealt."""
    with pytest.raises(ValueError, match="stake"):
        Round.start(rules, stakes)


def test_who_gets_which_card() -> None:
    """Around the table twice with one dealer; seat by seat where each has its own."""
    assert _due(HOTSEAT, 5, 1, 3) == [1, 3, None, 1, 3, None]
    assert _due(PRIVATE, 5, 1, 3) == [1, 1, None, 3, 3, None]
    assert _due(NO_HOLE, 4, 1, 3) == [1, 3, None, 1, 3]


def _due(rules: Rules, count: int, *seats: int) -> list[int | None]:
    cards = ["2c", "3d", "4h", "5s", "6c"]
    rounds = [dealt(rules, " ".join(cards[:n]), *seats) for n in range(count + 1)]
    return [now.awaits.seat for now in rounds if isinstance(now.awaits, NextCard)]


def test_the_hole_card_is_turned_over_before_a_card_is_drawn() -> None:
    """The dealer takes no other action first."""
    now = after(dealt(HOTSEAT, "Th 2c Td 3c"), Stand(1))
    assert now.awaits == NextReveal(0)
    with pytest.raises(IllegalMove) as refused:
        now.push(Deal(parse_card("4c")))
    assert refused.value.refusal.why is Why.NOT_NOW


def test_nothing_leads_out_of_the_end_and_nobody_is_paid_before_it() -> None:
    """The table of transitions has no line for a round that is over."""
    assert Phase.OVER not in {phase for phase, _ in TRANSITIONS}
    with pytest.raises(ValueError, match="over"):
        settle(dealt(HOTSEAT, "5h 9c 6d 8c"))


def test_what_is_certain_before_the_end() -> None:
    """A bust is; a surrender may still lose all; a natural is, once the dealer can have none, or it is paid at once."""
    given_up = after(dealt(CASINO, "Th 9c 6d 8c"), Surrender(1))
    bust = after(dealt(HOTSEAT, "Th 9c 6d 8c"), Hit(1), Deal(parse_card("Kc")))
    assert [_decided(now) for now in (given_up, bust)] == [None, Reason.BUST]
    for rules, cards, certain in (
        (WITHOUT_END, "A 9 2 F 8 3", True),
        (NO_PEEK, "Ah 9c 2d Kc 8c 3d", True),
        (NO_PEEK, "Ah 9c Td Kc 8c 3d", False),
        (CASINO, "Ah 9c Td Kc 8c 3d", True),
        (CASINO, "Ah 9c Ad Kc 8c 3d", False),
    ):
        assert (_decided(dealt(rules, cards, 1, 2)) is Reason.NATURAL) is certain


def _decided(now: Round) -> Reason | None:
    return certain_reason(now, 1, hands(now)[0])


# Splits


def hands(now: Round) -> list[Hand]:
    """The hands of seat 1, from left to right."""
    box = now.find(1)
    assert box is not None
    return box.hands


def ranks(now: Round) -> list[str]:
    """Their cards."""
    found = ("".join(card.rank.value for card in hand.cards) for hand in hands(now))
    return [cards.replace("F", "T") for cards in found]


@by_all_that_split
def test_both_halves_get_a_card_the_left_one_first(rules: Rules) -> None:
    """Before anybody decides; then each may hit and stand, and double where the rules say so."""
    now = until(rules, "8823", "95", "split")
    assert (ranks(now), now.active_hand(1)) == (["82", "83"], 0)
    dealt = now.moves.index(Split(1)) + 1
    assert [str(move)[:6] for move in now.moves[dealt:]] == ["deal 2", "deal 3"]
    on_total = rules.double_totals is None or 10 in rules.double_totals
    double = (Double(1),) * (rules.double_after_split and on_total)
    assert legal(now, 1) == (Hit(1), Stand(1), *double)


@by_all_that_split
def test_hands_are_played_from_left_to_right(rules: Rules) -> None:
    """The second is asked when the first has stood, is bust or has 21; cards go to the one that asks."""
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
    """One wins what another loses: stake, reason and cents are told apart."""
    over = faced(rules, "99T2", "98", "split", "stand", "stand")
    found = [(o.hand, o.reason, o.stake, o.returned) for o in settle(over)]
    assert found == [(0, Reason.HIGHER, 1_000, 2_000), (1, Reason.LOWER, 1_000, 0)]


@by_all_that_resplit
def test_a_doubled_hand_of_a_split_has_twice_the_stake(rules: Rules) -> None:
    """Doubling one hand leaves the bet on the other as it is."""
    for verbs, stakes in (
        (("double", "stand"), [2_000, 1_000]),
        (("stand", "double"), [1_000, 2_000]),
    ):
        over = faced(rules, "8832T", "98", "split", *verbs)
        assert [outcome.stake for outcome in settle(over)] == stakes


@by_all_that_resplit
@pytest.mark.parametrize(
    ("mine", "verbs", "found", "active"),
    [
        ("888234", ("split",), ["83", "84", "82"], 0),
        ("882834", ("stand", "split"), ["82", "83", "84"], 1),
        ("8838T45", ("double", "split"), ["83T", "84", "85"], 1),
        ("88828334", ("split", "split"), ["83", "84", "83", "82"], 0),
    ],
)
def test_the_halves_of_a_resplit_lie_where_the_pair_lay(
    rules: Rules, mine: str, verbs: tuple[str, ...], found: list[str], active: int
) -> None:
    """Side by side, the hands to their right moved on by one, and the left half is asked next; bets stay."""
    now = until(rules, mine, "95", "split", *verbs)
    assert (ranks(now), now.active_hand(1)) == (found, active)
    doubled = [hand.status is Status.DOUBLED for hand in hands(now)]
    assert [hand.at_stake for hand in hands(now)] == [2_000 if one else 1_000 for one in doubled]


# Whole cents


def test_every_remainder_goes_to_the_nearest_cent() -> None:
    """For each of a hundred endings no cent nearer exists, and half a cent is the player's."""
    for numerator, denominator in ((1, 2), (3, 2), (6, 5), (2, 1), (1, 3)):
        ratio = Fraction(numerator, denominator)
        for stake in (*range(100), *range(10**12, 10**12 + 100)):
            assert -Fraction(1, 2) < times(stake, ratio) - stake * ratio <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("rules", "mine", "dealers", "verb", "gains"),
    [
        (RULE_SETS["six-to-five"], "AT", "98", None, {1_001: 1_201, 1_002: 1_202, 1_003: 1_204}),
        (VEGAS, "AT", "98", None, {1_000: 1_500, 1_001: 1_502, 1_003: 1_505}),
        (VEGAS, "T6", "98", "surrender", {1_000: -500, 1_001: -500, 1_003: -501}),
    ],
)
def test_odd_cents_in_a_round(
    rules: Rules, mine: str, dealers: str, verb: str | None, gains: dict[int, int]
) -> None:
    """What is paid for a natural, and what is lost by a surrender: half a cent is the player's."""
    verbs = () if verb is None else (verb,)
    assert {s: nets(faced(rules, mine, dealers, *verbs, stake=s))[0] for s in gains} == gains


def test_insurance_pays_2_to_1_of_any_amount() -> None:
    """Any part of half of the bet can be insured; a 21 of three cards pays nothing."""
    for cents in (1, 333, 500):
        assert nets(faced(BICYCLE, "T9", "AT", f"insure {cents}", stake=1_001)) == [
            -1_001,
            2 * cents,
        ]
    assert nets(faced(BICYCLE, "T9", "A46", "insure 500", "stand")) == [-1_000, -500]
