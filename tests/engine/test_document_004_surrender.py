"""Document 004, the rules of `surrender`, from its first sentence to its last.

Other sentences are tested by rounds in `tests/rounds`, as listed in docs/documents.md.
"""

from collections import Counter

import pytest

from engine.round.costs_and_payouts import OutcomeReason, certain_reason, settle
from engine.round.moves import Double, Hit, PlayerMove, Split, Stand, Surrender
from engine.round.round import legal
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK
from engine.rules.options import Options, with_options
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, SURRENDER
from engine.rules.rules import Cutter
from engine.table.viewing import view_of
from tests.engine.games import seed_bytes
from tests.engine.rounds_by_side import faced, nets, until, why_not
from tests.engine.sitting import ANN, Sitting, cut_cards_of, past_the_cut_card


@pytest.mark.parametrize("decks", [None, 1, 2, 8])
def test_a_shoe_of_the_specified_number_of_decks(decks: int | None) -> None:
    """004, Game: one to eight decks, chosen by the opener, or eight; whole decks with a cut card."""
    shoe = Shoe.fresh(with_options(SURRENDER, Options(decks=decks)), seed_bytes(4))
    assert Counter(shoe.order) == Counter(FRENCH_DECK * (decks or 8))
    assert 0 < (shoe.cut_card_at or 0) < (decks or 8) * 52


def test_no_other_number_of_decks() -> None:
    """004, Game: zero or nine decks can't be chosen."""
    for decks in (-1, 0, 9):
        with pytest.raises(Refused) as refused:
            with_options(SURRENDER, Options(decks=decks))
        assert refused.value.refusal.range == (1, 8)


def test_shuffled_and_put_into_the_shoe() -> None:
    """004, Shoe: shuffled and cut as in 000, with the same position of the cut card."""
    assert cut_cards_of(SURRENDER) == (60, 80)
    assert len({Shoe.fresh(SURRENDER, seed_bytes(seed)).order for seed in range(9)}) == 9
    assert SURRENDER.cutter is HOTSEAT.cutter is Cutter.DEALER


def test_the_shoe_is_shuffled_after_the_cut_card() -> None:
    """004, Shoe: the round in which it comes out is finished first."""
    table = past_the_cut_card(SURRENDER)
    assert (table.shuffles, table.state.shoe.dealt) == (1, 0)


@pytest.mark.parametrize(
    ("mine", "verbs", "moves"),
    [
        ("T6", (), (Hit, Stand, Double, Surrender)),
        ("88", (), (Hit, Stand, Double, Split, Surrender)),
        ("TJ", (), (Hit, Stand, Double, Split, Surrender)),
        ("AA", (), (Hit, Stand, Double, Split, Surrender)),
        ("234", ("hit",), (Hit, Stand)),
        ("8882", ("split",), (Hit, Stand)),
        ("AAA2", ("split",), (Hit, Stand)),
        ("8834", ("split", "stand"), (Hit, Stand)),
    ],
)
def test_the_options_depend_on_the_state(
    mine: str, verbs: tuple[str, ...], moves: tuple[type[PlayerMove], ...]
) -> None:
    """004, Game and the lists below it: every move is open on two cards; after a card or a split, hit and stand
    only.
    """
    assert tuple(map(type, legal(until(SURRENDER, mine, "95", *verbs), 1))) == moves


def test_a_doubled_hand_takes_exactly_one_card() -> None:
    """004, Hit and Stand: the hand has three cards and no decision left."""
    over = faced(SURRENDER, "234", "98", "double")
    assert nets(over) == [-2_000]
    assert why_not(over, Hit(1)) is Why.ROUND_OVER


def test_double_and_split_need_the_chips() -> None:
    """004, Double and Split: offered only if the balance covers them."""
    table = Sitting.at(SURRENDER)
    table.stack("8h 9c 8d 8c")
    table.bet(ANN, 1_000)
    assert {Double, Split} <= view_of(table.state, {ANN: 1_000}).seat(1).offers
    assert view_of(table.state, {ANN: 999}).seat(1).offers == {Hit, Stand, Surrender}


def test_only_one_split() -> None:
    """004, Game and Split: a second pair in either hand stays together."""
    for verbs in (("split",), ("split", "stand")):
        assert why_not(until(SURRENDER, "8888", "95", *verbs), Split(1)) is Why.SPLIT_LIMIT


def test_late_surrender() -> None:
    """004, Winning 1: half of $10.01 is returned unless the dealer has a blackjack, whichever card is up."""
    for dealers, returned in (("98", 501), ("TA", 0), ("AT", 0), ("T5", 501)):
        over = faced(SURRENDER, "T6", dealers, "surrender", stake=1_001)
        assert settle(over)[0].returned == returned
        box = over.find(1)
        assert box is not None
        assert certain_reason(over, 1, box.hands[0]) is None, (
            "the hole card stays secret until the end"
        )


@pytest.mark.parametrize(
    ("mine", "dealers", "verbs", "reason"),
    [
        ("T6T", "98", ["hit"], OutcomeReason.BUST),
        ("T6", "98", ["stand"], OutcomeReason.LOWER),
        ("T9", "98", ["stand"], OutcomeReason.HIGHER),
        ("T65", "98", ["hit"], OutcomeReason.HIGHER),
        ("T8", "99", ["stand"], OutcomeReason.PUSH),
        ("T8", "95T", ["stand"], OutcomeReason.DEALER_BUST),
        ("AT", "98", [], OutcomeReason.NATURAL),
        ("AT", "TA", [], OutcomeReason.PUSH),
        ("777", "TA", ["hit"], OutcomeReason.PUSH),
        ("T9", "TA", ["stand"], OutcomeReason.DEALER_NATURAL),
    ],
)
def test_winning(mine: str, dealers: str, verbs: list[str], reason: OutcomeReason) -> None:
    """004, Winning 2 to 5: every line of the list; 21 is a value like any other."""
    assert settle(faced(SURRENDER, mine, dealers, *verbs))[0].reason is reason
