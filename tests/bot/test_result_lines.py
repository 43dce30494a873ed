"""The result lines of a settled round, apart from cards and amounts."""

import pytest

from cogs.language import ENGLISH, WORD_JOINER
from cogs.language.rules_text import house_edge, limits
from cogs.pages.hands import Teller
from engine.round.hands import Status
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import BICYCLE, EUROPEAN, HOTSEAT, PRIVATE, SURRENDER
from engine.rules.rules import Rules
from engine.table.viewing import view_of
from tests.engine.sitting import ANN, BEN, Sitting, seated

BET = 50_00


def board(rules: Rules, cards: str, *moves: str) -> str:
    """The board after Ann plays a round alone with these cards."""
    table = Sitting.at(rules)
    table.stack(cards)
    table.bet(ANN, BET)
    for move in moves:
        table.move(ANN, move)
    view = view_of(table.state, {}).shown_round
    return "\n".join(Teller(lang=ENGLISH).table(view)).replace(WORD_JOINER, "")


def test_doubled_21_is_announced() -> None:
    """The example of document 000: 4♦ K♥, double, 7♥. A double below 21 has no such note."""
    assert "reached 21" in board(HOTSEAT, "4d Td Kh 7c 7h", "double")
    assert "reached 21" not in board(HOTSEAT, "4d Td Kh 7c 6h", "double")


def test_face_down_21_is_not_announced() -> None:
    """It is revealed after the round only."""
    table = Sitting.at(BICYCLE)
    seated(table, ANN, BEN)
    table.stack("6d Td 9c 5h 8c 8h Th")
    table.bets({BEN: BET, ANN: BET})
    table.move(ANN, "double")
    (hand,) = view_of(table.state, {}).seat(1).hands
    assert (hand.status, hand.total) == (Status.DOUBLED, None)
    table.move(BEN, "stand")
    (hand,) = view_of(table.state, {}).shown_round.seat(1).hands
    assert hand.status is Status.TWENTY_ONE


def test_surrender_against_a_blackjack_shows_both() -> None:
    lost = board(SURRENDER, "Th As 6c Kd", "surrender")
    assert "surrendered · Dealer has blackjack" in lost
    assert board(SURRENDER, "Th 9s 6c Kd", "surrender").lower().count("surrendered") == 1


@pytest.mark.parametrize(
    ("rules", "busts", "stands"),
    [
        (HOTSEAT, "Th 2d 6c 3h Kc", "Th 2d 6c 3h Td 2c"),
        (PRIVATE, "Th 6c 2d Kc", "Th 6c 2d Td 9c"),
    ],
    ids=["000", "002"],
)
def test_resting_dealer_shows_the_reason(rules: Rules, busts: str, stands: str) -> None:
    """With a 5, after all players bust; a dealer who plays needs no explanation."""
    assert ENGLISH("dealer-rests") in board(rules, busts, "hit")
    assert ENGLISH("dealer-rests") not in board(rules, stands, "stand")


def test_resting_dealer_may_have_drawn_a_second_card() -> None:
    """Without a hole card, the second one decides whether a natural is paid."""
    paid = board(EUROPEAN, "As Th Kd 5c")
    assert "5♣" in paid
    assert "draws no more cards" in paid


def test_a_table_with_other_decks_shows_no_house_edge() -> None:
    """It depends on the number of decks, and is stored for the rule set's own."""
    for options, shown in ((Options(seats=2), "house edge 0.10%"), (Options(decks=1), "")):
        assert house_edge(ENGLISH, with_options(SURRENDER, options)) == shown


def test_limits_end_at_the_balance() -> None:
    assert limits(ENGLISH, HOTSEAT) == "from $1 up to your balance"
    assert limits(ENGLISH, BICYCLE) == "$2 to $500"
