"""Document 003, the rules of `bicycle`, from its first sentence to its last.

Other sentences are tested by rounds in `tests/rounds`, as listed in docs/documents.md.
"""

from collections import Counter

from engine.fairness.sealing import designated_cutter
from engine.round.costs_and_payouts import OutcomeReason, settle
from engine.round.hands import Status
from engine.round.moves import DeclineInsurance, Double, Hit, Insure, Reveal, Split, Stand
from engine.round.round import Phase, legal, refusal
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK, Rank, parse_card, total
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import BICYCLE
from engine.table.commands import PlaceBet
from engine.table.viewing import view_of
from tests.engine.games import seed_bytes
from tests.engine.rounds_by_side import faced, nets, until
from tests.engine.sitting import ANN, BEN, Sitting, cut_cards_of, dealt, past_the_cut_card


def test_values() -> None:
    """003, Card values: the better value of an ace counts; pictures are ten, other cards their pips."""
    for cards, points in {"A5": 16, "A5T": 16, "JQ": 20, "29": 11, "AA9": 21}.items():
        assert total([parse_card(f"{rank}h") for rank in cards]).points == points


def test_limits() -> None:
    """003, Betting: $2 to $500; a refusal names the limit."""
    for cents, *expected in ((199, Why.BET_TOO_LOW, 200), (50_001, Why.BET_TOO_HIGH, 50_000)):
        refused = Sitting.at(BICYCLE).refused(PlaceBet(user_id=ANN, cents=cents))
        assert [refused.why, refused.cents] == expected


def test_the_limits_hold_the_first_bet_alone() -> None:
    """003, Betting: a bet of $500 may still be doubled."""
    assert nets(faced(BICYCLE, "56T", "98", "double", stake=50_000)) == [100_000]


def test_six_decks() -> None:
    """003, The shuffle: the document gives no number of decks; the table uses six whole decks."""
    assert Counter(Shoe.fresh(BICYCLE, seed_bytes(2)).order) == Counter(FRENCH_DECK * 6)


def test_the_dealer_designates_who_cuts() -> None:
    """003, The shuffle and cut: one of the players, in turn."""
    assert [designated_cutter(BICYCLE, shoe, (1, 3, 4)) for shoe in (1, 2, 3, 4)] == [1, 3, 4, 1]


def test_the_insert_card() -> None:
    """003, The shuffle and cut: the last 60 to 75 cards are not used; both ends occur."""
    assert cut_cards_of(BICYCLE) == (60, 75)


def test_reshuffling() -> None:
    """003, Reshuffling: all cards are shuffled after the round in which the insert card came out."""
    table = past_the_cut_card(BICYCLE)
    assert (table.shuffles, table.state.shoe.dealt) == (1, 0)


def two(cards: str) -> Sitting:
    """Ann and Ben have bet $10 each, and these cards are next."""
    table = Sitting.at(BICYCLE)
    table.stack(cards)
    table.bets({BEN: 1_000, ANN: 1_000})
    return table


def test_players_cards_lie_open() -> None:
    """003, The deal: all cards except the dealer's second."""
    table = two("Th 9h 9c 8d 7d 8c")
    view = view_of(table.state, {})
    assert all(None not in seat.hands[0].cards for seat in view.seats)
    dealer = view.groups[0].dealer
    assert (dealer.cards, dealer.peeked) == ((parse_card("9c"), None), False)


def test_when_the_dealer_looks() -> None:
    """003, Naturals: with a ten-card or an ace up only; insurance with an ace only."""
    assert {rank for rank in Rank if BICYCLE.peeks_at(rank)} == {*map(Rank, "ATJQK"), Rank.FACE}
    assert {rank for rank in Rank if BICYCLE.insures_against(rank)} == {Rank.ACE}


def test_every_ten_card_is_looked_under() -> None:
    """003, Naturals: a natural under any picture ends the round before a decision."""
    for up in "TJQK":
        over = faced(BICYCLE, "56", f"{up}A")
        assert settle(over)[0].reason is OutcomeReason.DEALER_NATURAL
        assert (over.moves[-1], len(over.moves)) == (Reveal(), 5)


def test_everybody_is_asked_before_the_peek() -> None:
    """003, Insurance: no hand is played and no natural shown before all seats have answered."""
    table = two("Th 9h Ac 9d 8d Kc")
    assert table.state.awaited == {1, 2}
    assert not view_of(table.state, {}).groups[0].dealer.peeked
    table.move(BEN, "insure 500")
    assert table.round.phase is Phase.INSURANCE
    assert view_of(table.state, {}).groups[0].dealer.cards[1] is None
    assert table.move(ANN, "decline").change.settled


def test_after_the_peek_everybody_knows() -> None:
    """003, Insurance: after a peek without a natural, the view says so and play begins."""
    table = Sitting.at(BICYCLE)
    table.stack("Th Ac 9d 8c")
    table.bet(ANN, 1_000)
    table.move(ANN, "decline")
    view = view_of(table.state, {})
    assert (table.round.phase, view.groups[0].dealer.peeked) == (Phase.PLAYING, True)
    assert view.groups[0].dealer.cards[1] is None
    over = dealt(table.move(ANN, "stand"))
    assert not any(view_of(frame, {}).groups[0].dealer.peeked for frame in over)


def test_insurance_of_half_at_most() -> None:
    """003, Insurance: any amount from a cent to half of the bet."""
    for stake, most in ((1_000, 500), (1_001, 500), (50_000, 25_000)):
        now = until(BICYCLE, "T9", "A8", stake=stake, insured=False)
        assert legal(now, 1) == (Insure(1, most), DeclineInsurance(1))
        assert refusal(now, Insure(1, 1)) is None
        for cents in (0, most + 1, stake):
            assert refusal(now, Insure(1, cents)) == Refusal(why=Why.INSURANCE_TOO_HIGH, cents=most)


def test_stand_on_two_cards_or_take_more() -> None:
    """003, The play: stand on two cards, or draw one at a time to 21 or a bust; an ace is one if it must be."""
    assert nets(faced(BICYCLE, "T2", "98", "stand")) == [-1_000]
    assert nets(faced(BICYCLE, "2222345", "98", *["hit"] * 5)) == [1_000]
    assert nets(faced(BICYCLE, "T67", "98", "hit")) == [-1_000]
    assert legal(until(BICYCLE, "A6T", "98", "hit"), 1) == (Hit(1), Stand(1))


def test_the_doubled_card_lies_face_down() -> None:
    """003, Doubling: the card, the total and the result are hidden until bets are settled."""
    table = two("5h 9h 6c 6d 8d Td Ts Kc")
    table.move(ANN, "double")
    hand = view_of(table.state, {}).seat(1).hands[0]
    assert (hand.cards, hand.total) == ((parse_card("5h"), parse_card("6d"), None), None)
    assert (hand.status, hand.certain, hand.at_stake) == (Status.DOUBLED, None, 2_000)
    frames = dealt(table.move(BEN, "stand"))
    hands = [view_of(frame, {}).seat(1).hands[0] for frame in frames]
    assert [hand.cards[-1] for hand in hands[:-1]] == [None] * (len(hands) - 1)
    assert hands[-1].cards[-1] == parse_card("Ts")
    assert hands[-1].outcome is not None


def test_a_hand_is_only_split_or_doubled_by_players() -> None:
    """003, Doubling: the dealer only draws or stands."""
    over = faced(BICYCLE, "T9", "88T", "stand")
    assert not [move for move in over.moves if isinstance(move, Double | Split)]


def test_a_bet_once_collected_is_not_returned() -> None:
    """003, Settlement: a bust is lost even if the dealer busts later."""
    table = two("Th 9h 6c 6d 8d Td Kc Ks")
    table.move(ANN, "hit")
    assert view_of(table.state, {}).seat(1).hands[0].certain is OutcomeReason.BUST
    table.move(BEN, "stand")
    assert (table.gain(ANN), table.gain(BEN)) == (-1_000, 1_000)
