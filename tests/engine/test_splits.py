"""Splits: where the hands lie, in which order they are played, and that each has a bet of its own."""

import pytest

from engine.round.box import Hand
from engine.round.moves import Double, Hit, Split, Stand
from engine.round.payout import Reason, settle
from engine.round.phases import NextCard
from engine.round.round import Round, legal
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.seen import look
from tests.engine.after import after
from tests.engine.faced import faced, until
from tests.engine.sitting import ANN, Sitting

SPLITTING = ["endless", "bicycle", "surrender", "vegas", "downtown", "european", "six-to-five"]
RESPLITTING = ["endless", "vegas", "downtown", "european"]

by_all_that_split = pytest.mark.parametrize(
    "rules", [RULE_SETS[key] for key in SPLITTING], ids=SPLITTING
)
by_all_that_resplit = pytest.mark.parametrize(
    "rules", [RULE_SETS[key] for key in RESPLITTING], ids=RESPLITTING
)


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
    """Before anybody decides, the left hand is dealt the first card and the right hand the second."""
    now = until(rules, "8823", "95", "split")
    assert ranks(now) == ["82", "83"]
    dealt = now.moves.index(Split(1)) + 1
    assert [str(move)[:6] for move in now.moves[dealt:]] == ["deal 2", "deal 3"]
    assert now.active_hand(1) == 0


@by_all_that_split
def test_hands_are_played_from_left_to_right(rules: Rules) -> None:
    """The second is asked when the first has stood, and cards go to the one that asks."""
    first = until(rules, "88232", "95", "split", "hit")
    assert (ranks(first), first.active_hand(1)) == (["822", "83"], 0)
    second = until(rules, "882324", "95", "split", "hit", "stand", "hit")
    assert (ranks(second), second.active_hand(1)) == (["822", "834"], 1)


@by_all_that_split
def test_a_bust_hand_is_followed_by_the_next(rules: Rules) -> None:
    """Bust or 21, the left hand ends and the right one is asked."""
    bust = until(rules, "99459", "95", "split", "hit")
    assert (ranks(bust), bust.active_hand(1)) == (["949", "95"], 1)
    done = until(rules, "99359", "95", "split", "hit")
    assert (ranks(done), done.active_hand(1)) == (["939", "95"], 1)


@by_all_that_split
def test_each_hand_has_its_own_result(rules: Rules) -> None:
    """One wins what another loses: stake, reason and cents are told apart."""
    over = faced(rules, "99T2", "98", "split", "stand", "stand")
    found = [(o.hand, o.reason, o.stake, o.returned) for o in settle(over)]
    assert found == [(0, Reason.HIGHER, 1_000, 2_000), (1, Reason.LOWER, 1_000, 0)]


@by_all_that_resplit
@pytest.mark.parametrize("doubled", [0, 1])
def test_a_doubled_hand_of_a_split_has_twice_the_stake(rules: Rules, doubled: int) -> None:
    """Doubling one hand leaves the bet on the other as it is."""
    verbs = ["double", "stand"] if doubled == 0 else ["stand", "double"]
    over = faced(rules, "8832T", "98", "split", *verbs)
    stakes = [1_000, 1_000]
    stakes[doubled] = 2_000
    assert [outcome.stake for outcome in settle(over)] == stakes
    assert [hand.doubled for hand in hands(over)] == [doubled == 0, doubled == 1]


@by_all_that_resplit
@pytest.mark.parametrize(
    ("mine", "verbs", "found", "active"),
    [
        ("888234", ("split", "split"), ["83", "84", "82"], 0),
        ("882834", ("split", "stand", "split"), ["82", "83", "84"], 1),
    ],
)
def test_the_halves_of_a_resplit_lie_where_the_pair_lay(
    rules: Rules, mine: str, verbs: tuple[str, ...], found: list[str], active: int
) -> None:
    """Side by side, the hands to their right moved on by one, and the left half is asked next."""
    now = until(rules, mine, "95", *verbs)
    assert ranks(now) == found
    assert now.active_hand(1) == active


@by_all_that_resplit
def test_a_hand_that_was_played_keeps_its_place_and_its_bet(rules: Rules) -> None:
    """A hand that was doubled before its neighbour is split is not touched by it."""
    now = until(rules, "8838T45", "95", "split", "double", "split")
    assert ranks(now) == ["83T", "84", "85"]
    assert [hand.at_stake for hand in hands(now)] == [2_000, 1_000, 1_000]
    assert now.active_hand(1) == 1


@by_all_that_resplit
def test_four_hands(rules: Rules) -> None:
    """Three splits in a row make four hands, all of them eights, in the order in which they came apart."""
    now = until(rules, "88828384", "95", "split", "split")
    assert ranks(now) == ["88", "83", "82"]
    again = after(now, Split(1))
    assert len(hands(again)) == 4
    assert again.awaits == NextCard(0, 1, 0)


@pytest.mark.parametrize("rules", [RULE_SETS[key] for key in SPLITTING[1:]], ids=SPLITTING[1:])
def test_every_split_costs_a_stake(rules: Rules) -> None:
    """A split is never free: as much again leaves the balance, and lies on the table."""
    table = Sitting.at(rules)
    hole = ["5c"] if rules.hole_card else []
    table.stack(" ".join(["8h", "9c", "8d", *hole, "3h", "2h"]))
    table.bet(ANN, 1_001)
    table.move(ANN, "split")
    assert (table.gain(ANN), table.journal.at_stake) == (-2_002, 2_002)
    seat = look(table.state, {}).seat(1)
    assert [hand.at_stake for hand in seat.hands] == [1_001, 1_001]
    assert [hand.active for hand in seat.hands] == [True, False]


@by_all_that_split
def test_a_hand_after_a_split_can_hit_and_stand(rules: Rules) -> None:
    """Whatever else the rules allow it."""
    now = until(rules, "8823", "95", "split")
    assert legal(now, 1)[:2] == (Hit(1), Stand(1))
    on_total = rules.double_totals is None or 10 in rules.double_totals
    assert (Double(1) in legal(now, 1)) == (rules.double_after_split and on_total)
