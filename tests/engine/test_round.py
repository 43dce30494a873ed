"""Single promises of the round that no script can tell."""

import pytest

from engine.round.box import Status
from engine.round.moves import Deal, Double, Hit, Split, Stand, Surrender
from engine.round.payout import Reason, certain_reason, settle
from engine.round.phases import TRANSITIONS, NextCard, NextReveal, Phase
from engine.round.round import Round, legal
from engine.rules.cards import parse_card
from engine.rules.refusals import IllegalMove, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.rules.rules import Rules
from tests.engine.after import after
from tests.engine.variants import CASINO, NO_HOLE, NO_PEEK, WITHOUT_END


def dealt(rules: Rules, cards: str, *seats: int) -> Round:
    """A round in which so many cards have come out; everybody has staked $10."""
    now = Round.start(rules, dict.fromkeys(seats or (1,), 1_000))
    for card in cards.split():
        now.push(Deal(parse_card(card)))
    return now


@pytest.mark.parametrize(
    ("rules", "stakes"),
    [
        (HOTSEAT, {}),
        (HOTSEAT, {0: 100}),
        (HOTSEAT, {-1: 100}),
        (HOTSEAT, dict.fromkeys(range(1, 6), 100)),
        (NO_HOLE, dict.fromkeys(range(1, 5), 1_000)),
        (HOTSEAT, {1: 99}),
        (HOTSEAT, {1: 0}),
        (HOTSEAT, {1: 100, 2: -100}),
        (CASINO, {1: 499}),
        (CASINO, {1: 50_001}),
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


def test_a_copy_goes_its_own_way() -> None:
    """A move leaves the round that was copied as it was, so that a failed save loses nothing."""
    before = dealt(HOTSEAT, "5h 9c 6d 8c")
    hit, doubled = after(before, Hit(1)), after(before, Double(1))
    assert before == dealt(HOTSEAT, "5h 9c 6d 8c")
    assert before != hit != doubled
    assert legal(before, 1) == (Hit(1), Stand(1), Double(1))


def test_both_hands_of_a_split_get_their_card_before_anybody_decides() -> None:
    """Cards come before decisions, from left to right."""
    now = after(dealt(CASINO, "8h 9c 8d 7c"), Split(1))
    assert now.awaits == NextCard(0, 1, 0)
    now.push(Deal(parse_card("2c")))
    assert now.awaits == NextCard(0, 1, 1)
    now.push(Deal(parse_card("3c")))
    assert now.active_hand(1) == 0


def test_a_doubled_split_hand_is_no_longer_a_pair() -> None:
    """The stake of each hand is its own: doubling one leaves the other as it is."""
    now = after(dealt(CASINO, "8h 9c 8d 7c"), Split(1))
    for card in ("2c", "3c"):
        now.push(Deal(parse_card(card)))
    now = after(now, Double(1), Deal(parse_card("Th")))
    box = now.find(1)
    assert box is not None
    assert [hand.at_stake for hand in box.hands] == [2_000, 1_000]
    assert [hand.status for hand in box.hands] == [Status.DOUBLED, Status.ACTIVE]


def test_nothing_leads_out_of_the_end() -> None:
    """The table of transitions has no line for a round that is over."""
    assert Phase.OVER not in {phase for phase, _ in TRANSITIONS}


def test_a_round_that_is_not_over_is_not_settled() -> None:
    """Nobody is paid early by mistake."""
    with pytest.raises(ValueError, match="over"):
        settle(dealt(HOTSEAT, "5h 9c 6d 8c"))


def test_a_surrender_is_open_until_the_dealer_shows() -> None:
    """A bust is lost at once; a surrender may still lose everything; a natural paid at once is won."""
    given_up = after(dealt(CASINO, "Th 9c 6d 8c"), Surrender(1))
    bust = after(dealt(HOTSEAT, "Th 9c 6d 8c"), Hit(1), Deal(parse_card("Kc")))
    assert _decided(given_up) is None
    assert _decided(bust) is Reason.BUST
    assert _decided(dealt(WITHOUT_END, "A 9 2 F 8 3", 1, 2)) is Reason.NATURAL


def test_a_natural_is_won_once_the_dealer_can_have_none() -> None:
    """By the upcard, or by the peek; while insurance is asked for, and without a peek, it is open."""
    assert _decided(dealt(NO_PEEK, "Ah 9c 2d Kc 8c 3d", 1, 2)) is Reason.NATURAL
    assert _decided(dealt(NO_PEEK, "Ah 9c Td Kc 8c 3d", 1, 2)) is None
    assert _decided(dealt(CASINO, "Ah 9c Td Kc 8c 3d", 1, 2)) is Reason.NATURAL
    assert _decided(dealt(CASINO, "Ah 9c Ad Kc 8c 3d", 1, 2)) is None


def _decided(now: Round) -> Reason | None:
    box = now.find(1)
    assert box is not None
    return certain_reason(now, 1, box.hands[0])
