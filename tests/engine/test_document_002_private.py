"""Document 002, the rules of `private`, from its first sentence to its last.

Other sentences are tested by rounds in `tests/rounds`, as listed in docs/documents.md.
"""

from engine.round.costs_and_payouts import OutcomeReason, settle
from engine.round.moves import Deal, Hit, Stand
from engine.round.round import NextCard, Round, Turns, legal
from engine.rules.cards import FRENCH_DECK, parse_card, total
from engine.rules.refusals import Why
from engine.rules.rule_sets import PRIVATE
from engine.table.commands import PlaceBet
from engine.table.state import Stage
from engine.table.viewing import view_of
from tests.engine.rounds_by_side import faced, nets, until, why_not
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, SECONDS, Sitting, together


def test_up_to_four_players() -> None:
    """002, Objective: a fifth finds no seat."""
    table = Sitting.at(PRIVATE)
    for user_id in (BEN, CAT, DAN):
        table.bet(user_id, 100)
    assert table.why(PlaceBet(user_id=EVE, cents=100)) is Why.TABLE_FULL


def test_a_fresh_shuffle_before_every_round() -> None:
    """002, Objective: each round begins with the whole deck in another order."""
    table = together()
    orders = {table.state.shoe.order}
    for _ in range(3):
        while table.state.stage is Stage.PLAYING:
            table.wait(SECONDS.turn)
        assert (table.state.shoe.dealt, len(table.state.shoe.order)) == (0, 52)
        orders.add(table.state.shoe.order)
        table.bet(ANN, 100)
        table.bet(BEN, 100)
    assert len(orders) == 4


def test_no_card_is_shuffled_back_in_mid_round() -> None:
    """002, Objective: the deck outlasts four players, and no card comes twice."""
    now = Round.start(PRIVATE, dict.fromkeys((1, 2, 3, 4), 100))
    lowest = sorted(FRENCH_DECK, key=lambda card: card.points)
    while now.awaits is not None:
        match now.awaits:
            case NextCard():
                now.push(Deal(lowest.pop(0)))
            case Turns(seats=seats):
                now.push(Hit(min(seats)))
    out = [*now.cards_out()]
    assert len(set(out)) == len(out) < 52


def test_the_bet_is_taken_at_once_and_stays() -> None:
    """002, Bets: taken from the balance before any card, and not changed afterwards."""
    table = Sitting.at(PRIVATE)
    table.bet(ANN, 2_000)
    assert table.gain(ANN) == -2_000
    assert table.why(PlaceBet(user_id=ANN, cents=3_000)) is Why.ROUND_RUNNING


def test_a_bet_of_20_credits_40() -> None:
    """002, Bets: the example's $20 return $40, and a loss returns nothing."""
    for mine, back in (("T9", 4_000), ("T7", 0)):
        assert settle(faced(PRIVATE, mine, "T8", "stand", stake=2_000))[0].returned == back


def test_the_example_of_values() -> None:
    """002, Values: seven, king and ace are eighteen, as are seven and ace."""
    for cards in ("7h Kd Ac", "7h As"):
        assert total([*map(parse_card, cards.split())]).points == 18


def test_the_dealers_card_lies_open() -> None:
    """002, The deal: no card is face down, and there is nothing to peek at."""
    view = view_of(together().state, {})
    assert [len(group.dealer.cards) for group in view.groups] == [1, 1]
    assert all(None not in group.dealer.cards for group in view.groups)
    assert not any(group.dealer.peeked for group in view.groups)
    assert [group.seats for group in view.groups] == [(1,), (2,)]


def test_dealers_play_when_all_players_are_done() -> None:
    """002, Dealer: no dealer hand draws while a player decides."""
    table = together()
    table.move(BEN, "stand")
    assert [len(group.dealer.cards) for group in table.round.groups] == [1, 1]
    last = table.move(ANN, "stand").state.last
    assert last is not None
    assert last.round is not None
    assert all(len(group.dealer.cards) > 1 for group in last.round.groups)


def test_hit_and_stand_alone() -> None:
    """002, Play: no pair, ace or eleven allows another move."""
    for mine, dealers in [("88", "A"), ("AA", "A"), ("56", "6"), ("T6", "T")]:
        assert legal(until(PRIVATE, mine, dealers), 1) == (Hit(1), Stand(1))


def test_seats_change_hands_between_rounds() -> None:
    """002, Rounds: the next round may have other players."""
    table = together()
    table.wait(SECONDS.turn)
    table.leave(ANN)
    table.bet(CAT, 100)
    table.bet(BEN, 100)
    assert set(table.round.stakes) == {2, 3}
    assert table.users == [BEN, CAT]


def test_the_worked_example_breaks_the_rules() -> None:
    """002, Example: its second player busts with the second drawn card and still gets another; not here."""
    over = faced(PRIVATE, "T536", "7", "hit", "hit")
    assert nets(over) == [-1_000]
    assert why_not(over, Hit(1)) is Why.ROUND_OVER


def test_what_the_example_shows_of_the_rules() -> None:
    """002, Example: an ace with a jack is a plain win, and a bust hand leaves its dealer with one card."""
    for mine, dealers, verbs, reason in (
        ("JA", "2T6", (), OutcomeReason.HIGHER),
        ("2JT", "9", ("hit",), OutcomeReason.BUST),
        ("59", "3TA3", ("stand",), OutcomeReason.LOWER),
    ):
        assert settle(faced(PRIVATE, mine, dealers, *verbs))[0].reason is reason
