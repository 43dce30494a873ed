"""Document 001, the rules of `endless`, from its first sentence to its last.

Other sentences are tested by rounds in `tests/rounds`, as listed in docs/documents.md.
"""

from collections import Counter
from itertools import pairwise

from engine.round.costs_and_payouts import OutcomeReason, certain_reason, settle
from engine.round.moves import Double, Hit, Split, Stand
from engine.round.round import Phase, Turns, legal
from engine.round.shoe import Shoe
from engine.rules.cards import (
    PLAIN_SUIT,
    Card,
    Rank,
    Total,
    is_pair_by_rank,
    is_pair_by_value,
    parse_card,
    total,
)
from engine.rules.refusals import Why
from engine.rules.rule_sets import ENDLESS
from engine.table.viewing import view_of
from tests.engine.games import seed_bytes
from tests.engine.rounds_by_side import faced, nets, until, why_not
from tests.engine.sitting import ANN, BEN, Sitting
from tests.engine.test_round import dealt


def test_the_cards() -> None:
    """001, Terminology, cards: two to nine, ace, and one face card in place of ten, jack, queen and king; no suits."""
    assert {Card(rank) for rank in (*map(Rank, "23456789"), Rank.ACE, Rank.FACE)} == ENDLESS.kinds


def test_a_face_card_four_times_in_thirteen() -> None:
    """001, Terminology, cards: it stands for four ranks of thirteen, every other card for one."""
    assert Counter(PLAIN_SUIT) == {c: 4 if c.rank is Rank.FACE else 1 for c in ENDLESS.kinds}
    assert abs(drawn(2_600).count(Rank.FACE) - 800) < 80  # 3.4 standard deviations


def test_the_pack_never_ends() -> None:
    """001, Terminology, cards: infinitely many decks; drawn cards come again, without a shuffle or a cut."""
    assert min(Counter(drawn(1_000)).values()) > 32
    shoe = Shoe.rebuilt(ENDLESS, seed_bytes(3), 1_000)
    assert (shoe.left, shoe.needs_shuffle) == (None, False)
    assert view_of(Sitting.at(ENDLESS).state, {}).cut_by is None


def drawn(count: int) -> list[Rank]:
    shoe = Shoe.fresh(ENDLESS, seed_bytes(3))
    return [shoe.draw(tuple).rank for _ in range(count)]


def test_a_card_says_nothing_about_the_next() -> None:
    """001, Terminology, cards: after a face card, another is as likely as before."""
    after = [then for one, then in pairwise(drawn(3_900)) if one is Rank.FACE]
    assert abs(after.count(Rank.FACE) / len(after) - 4 / 13) < 0.05


def test_values() -> None:
    """001, Terminology, values: an ace is eleven unless that busts; then the hand is soft."""
    hard = {"2 9": 11, "F 9": 19, "A 6 F": 17, "A A F 9": 21, "F F 2": 22}
    soft = {"A 6": 17, "A A": 12}
    for cards, points in (hard | soft).items():
        assert total([*map(parse_card, cards.split())]) == Total(points, cards in soft)


def test_pairs() -> None:
    """001, Terminology, pair: two cards of one value; all face cards are equal."""
    for code in "A6F":
        pair = [parse_card(code)] * 2
        assert is_pair_by_value(pair)
        assert is_pair_by_rank(pair)


def test_everybody_sees_all_but_one_card() -> None:
    """001, 2: two cards each, the player's open, one of the dealer's face down."""
    table = Sitting.at(ENDLESS, seed=3)
    table.bet(BEN, 100)
    table.bet(ANN, 100)
    view = view_of(table.state, {})
    assert [len(seat.hands[0].cards) for seat in view.seats] == [2, 2]
    assert all(None not in seat.hands[0].cards for seat in view.seats)
    assert [card is None for card in view.groups[0].dealer.cards] == [False, True]


def test_a_blackjack_is_won_before_anybody_has_played() -> None:
    """001, 3: its win is announced immediately."""
    now = dealt(ENDLESS, "A 9 2 F 8 3", 1, 2)
    winner = now.find(1)
    assert (now.phase, now.awaits) == (Phase.PLAYING, Turns(frozenset({2})))
    assert winner is not None
    assert certain_reason(now, 1, winner.hands[0]) is OutcomeReason.NATURAL


def test_the_four_letters() -> None:
    """001, 4: hit, stand, double and, with a pair, split; nothing else."""
    assert legal(until(ENDLESS, "88", "A9"), 1) == (Hit(1), Stand(1), Double(1), Split(1))
    assert legal(until(ENDLESS, "87", "A9"), 1) == (Hit(1), Stand(1), Double(1))


def test_as_many_cards_as_wanted() -> None:
    """001, 4, hit: 21 with twelve cards."""
    over = faced(ENDLESS, "A" * 10 + "TA", "T8", *["hit"] * 10)
    assert over.groups[0].boxes[0].hands[0].total == (21, False)


def test_the_profit_of_a_dealers_bust_is_one_bet() -> None:
    """001, 6c and 6e: twice the bet is paid, including the player's own."""
    for mine, dealers, net in (("T5", "T6T", 1_000), ("T9", "T8", 1_000), ("T7", "T8", -1_000)):
        assert nets(faced(ENDLESS, mine, dealers, "stand")) == [net]


def test_the_dealers_blackjack_beats_every_21_that_is_none() -> None:
    """001, 6f: of three cards, doubled, or of a split ace; another blackjack is already paid."""
    for mine, verbs in [("777", ["hit"]), ("56T", ["double"]), ("AATT", ["split"])]:
        over = faced(ENDLESS, mine, "TA", *verbs)
        assert {outcome.reason for outcome in settle(over)} == {OutcomeReason.DEALER_NATURAL}


def test_split_aces_are_not_split_again() -> None:
    """001, 7c: a pair of aces out of a split is not split, all other pairs are."""
    assert until(ENDLESS, "AAAA", "T9", "split").phase is Phase.OVER
    assert why_not(until(ENDLESS, "8888", "T9", "split"), Split(1)) is None


def test_only_a_pair_is_split() -> None:
    """001, 4, split: two cards of different values are no pair."""
    assert why_not(until(ENDLESS, "98", "T9"), Split(1)) is Why.NOT_A_PAIR
