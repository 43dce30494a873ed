"""Document 003, the rules of `bicycle`, gone through from its first sentence to its last."""

from collections import Counter

import pytest

from engine.fairness.sealing import cutter
from engine.round.hands import Status
from engine.round.moves import DeclineInsurance, Double, Hit, Insure, Reveal, Split, Stand
from engine.round.payout import Reason, settle
from engine.round.round import Phase, legal, refusal
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK, Rank, parse_card, total
from engine.rules.refusals import Why
from engine.rules.rule_sets import BICYCLE, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import PlaceBet
from engine.table.view import view_of
from tests.engine.faced import faced, nets, until
from tests.engine.games import Game, played, seed_bytes
from tests.engine.scripts import assert_shown
from tests.engine.sitting import ANN, BEN, Sitting, cut_cards_of, dealt, past_the_cut_card
from tests.engine.test_view import seen

SHOWN = """
The deal | A card up to each and one to the dealer, then another to each and the dealer's face down.
    | bicycle_deal_order
Naturals | A natural is paid one and a half times. | bicycle_natural_odd_cents
Naturals | The dealer's takes the bets of all who have none, and nothing on top; two naturals tie.
    | bicycle_peek_with_a_ten_up
Naturals | A natural is paid whatever is drawn. | bicycle_natural_beats_three_card_21
Play | Who goes bust has lost. | bicycle_bust_loses_though_the_dealer_busts
Dealer's play | Sixteen or under takes a card. | bicycle_dealer_draws_to_16
Dealer's play | An ace that makes seventeen or more counts eleven, and the dealer stands.
    | bicycle_dealer_stands_on_soft_17
Splitting | Cards of one denomination, not of one value. | bicycle_pairs_by_rank
Splitting | Two hands, each with the whole bet; the left one is played to its end first. | bicycle_split_to_two_hands
Splitting | Aces get one card each, and a ten-card on one pays no more than the bet. | bicycle_split_aces
Splitting | An ace on a ten is no natural either. | bicycle_ace_on_a_split_ten
Doubling | On nine, ten and eleven. | bicycle_double_on_9_10_and_11
Doubling | On no other total. | bicycle_double_on_nothing_else
Doubling | The original two cards alone. | bicycle_double_the_original_two_cards
Doubling | So not after a split. | bicycle_no_double_after_split
Doubling | Two fives leave every choice. | bicycle_two_fives
Insurance | With an ace up anybody may insure up to half of the bet, before the peek; it pays 2:1.
    | bicycle_insurance_of_everyone
Insurance | It is lost without a natural, and the bets are played for. | bicycle_insurance_lost_and_play_goes_on
Insurance | The card in the hole has to be a ten. | bicycle_insurance_needs_a_natural
Insurance | An ace has to be up. | bicycle_no_insurance_against_a_ten
Insurance | A natural can be insured, and is not bought off. | bicycle_natural_against_an_ace
Settlement | Equal totals: nothing is paid or collected. | bicycle_stand_off
Settlement | A bust is lost though the dealer busts too. | bicycle_bust_loses_though_the_dealer_busts
Settlement | With nobody left the dealer takes no card. | bicycle_all_bust
Not in this game | It knows no surrender. | bicycle_no_surrender
"""


def test_sentences_that_rounds_show() -> None:
    """Rounds that were worked out for them, by these rules."""
    assert_shown(SHOWN, "bicycle")


def test_values() -> None:
    """003, Card values: the better value of an ace counts; pictures are ten, all else its pips."""
    for cards, points in {"A5": 16, "A5T": 16, "JQ": 20, "29": 11, "AA9": 21}.items():
        assert total([parse_card(f"{rank}h") for rank in cards]).points == points


def test_limits() -> None:
    """003, Betting: $2 to $500, refused with the limit beyond that."""
    for cents, why, limit in (
        (199, Why.BET_TOO_LOW, 200),
        (50_001, Why.BET_TOO_HIGH, 50_000),
    ):
        refused = Sitting.at(BICYCLE).refused(PlaceBet(user_id=ANN, cents=cents))
        assert (refused.why, refused.cents) == (why, limit)


def test_the_limits_hold_the_first_bet_alone() -> None:
    """003, Betting: who has bet $500 may still double it."""
    assert nets(faced(BICYCLE, "56T", "98", "double", stake=50_000)) == [100_000]


def test_six_decks() -> None:
    """003, The shuffle: the document speaks of a pack without a number; it is six decks, whole."""
    assert Counter(Shoe.fresh(BICYCLE, seed_bytes(2)).order) == Counter(FRENCH_DECK * 6)


def test_the_dealer_designates_who_cuts() -> None:
    """003, The shuffle and cut: one of the players, not always the same one."""
    assert [cutter(BICYCLE, shoe, (1, 3, 4)) for shoe in (1, 2, 3, 4)] == [1, 3, 4, 1]


def test_the_insert_card() -> None:
    """003, The shuffle and cut: the last 60 to 75 cards are not used, both ends reached."""
    assert cut_cards_of(BICYCLE) == (60, 75)


def test_reshuffling() -> None:
    """003, Reshuffling: once the round in which the insert card came out is over, all cards are shuffled."""
    table = past_the_cut_card(BICYCLE)
    assert (table.shuffles, table.state.shoe.dealt) == (1, 0)


def test_players_cards_lie_open() -> None:
    """003, The deal: all but the dealer's second card."""
    table = Sitting.at(BICYCLE)
    table.stack("Th 9h 9c 8d 7d 8c")
    table.bet(BEN, 1_000)
    table.bet(ANN, 1_000)
    view = view_of(table.state, {})
    assert all(None not in seat.hands[0].cards for seat in view.seats)
    assert view.groups[0].dealer.cards == (parse_card("9c"), None)


def test_when_the_dealer_looks() -> None:
    """003, Naturals: with a ten-card or an ace up, and never with another; insurance with an ace alone."""
    assert {rank for rank in Rank if BICYCLE.peeks_at(rank)} == {*map(Rank, "ATJQK"), Rank.FACE}
    assert {rank for rank in Rank if BICYCLE.insures_against(rank)} == {Rank.ACE}


def test_every_ten_card_is_looked_under() -> None:
    """003, Naturals: a natural under any picture ends the round before a decision."""
    for up in "TJQK":
        over = faced(BICYCLE, "56", f"{up}A")
        assert settle(over)[0].reason is Reason.DEALER_NATURAL
        assert (over.moves[-1], len(over.moves)) == (Reveal(), 5)


def test_everybody_is_asked_before_the_peek() -> None:
    """003, Insurance: no hand is played, and no natural shown, until the last of all seats has answered."""
    table = Sitting.at(BICYCLE)
    table.stack("Th 9h Ac 9d 8d Kc")
    table.bet(BEN, 1_000)
    table.bet(ANN, 1_000)
    assert table.state.awaited == {1, 2}
    assert not view_of(table.state, {}).groups[0].dealer.peeked
    table.move(BEN, "insure 500")
    assert table.round.phase is Phase.INSURANCE
    assert view_of(table.state, {}).groups[0].dealer.cards[1] is None
    assert table.move(ANN, "decline").change.settled


def test_after_the_peek_everybody_knows() -> None:
    """003, Insurance: when the dealer has looked and found nothing, the view says so, and play begins."""
    table = Sitting.at(BICYCLE)
    table.stack("Th Ac 9d 8c")
    table.bet(ANN, 1_000)
    table.move(ANN, "decline")
    view = view_of(table.state, {})
    assert (table.round.phase, view.groups[0].dealer.peeked) == (Phase.PLAYING, True)
    assert view.groups[0].dealer.cards[1] is None


def test_insurance_of_half_at_most() -> None:
    """003, Insurance: any amount from a cent to half of the bet."""
    for stake, most in ((1_000, 500), (1_001, 500), (50_000, 25_000)):
        now = until(BICYCLE, "T9", "A8", stake=stake, insured=False)
        assert legal(now, 1) == (Insure(1, most), DeclineInsurance(1))
        assert refusal(now, Insure(1, 1)) is None
        for cents in (0, most + 1, stake):
            found = refusal(now, Insure(1, cents))
            assert found is not None
            assert (found.why, found.cents) == (Why.INSURANCE_TOO_HIGH, most)


def test_stand_on_two_cards_or_take_more() -> None:
    """003, The play: two cards may be kept, or cards taken one at a time to 21 or a bust; an ace as one if it must."""
    assert nets(faced(BICYCLE, "T2", "98", "stand")) == [-1_000]
    assert nets(faced(BICYCLE, "2222345", "98", *["hit"] * 5)) == [1_000]
    assert nets(faced(BICYCLE, "T67", "98", "hit")) == [-1_000]
    assert legal(until(BICYCLE, "A6T", "98", "hit"), 1) == (Hit(1), Stand(1))


def test_the_doubled_card_lies_face_down() -> None:
    """003, Doubling: neither the card, nor the total, nor the result is seen before the bets are settled."""
    table = Sitting.at(BICYCLE)
    table.stack("5h 9h 6c 6d 8d Td Ts Kc")
    table.bet(BEN, 1_000)
    table.bet(ANN, 1_000)
    table.move(ANN, "double")
    hand = view_of(table.state, {}).seat(1).hands[0]
    assert (hand.cards, hand.total) == ((parse_card("5h"), parse_card("6d"), None), None)
    assert (hand.status, hand.certain, hand.at_stake) == (Status.DOUBLED, None, 2_000)
    frames = dealt(table.move(BEN, "stand"))
    hands = [view_of(frame, {}).seat(1).hands[0] for frame in frames]
    assert [hand.cards[-1] for hand in hands[:-1]] == [None] * (len(hands) - 1)
    assert hands[-1].cards[-1] == parse_card("Ts")
    assert hands[-1].outcome is not None


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_no_other_rule_set_hides_a_doubled_card(rules: Rules) -> None:
    """003, Doubling: it is this document's own; by all other rules every card of a player lies open."""
    hidden = False
    for seed in range(12):
        game = Game(rules=rules, stakes=((1, 1_000),), seed=seed, pool="56T", choices=b"\2" * 20)
        for now in played(game):
            hidden |= any(None in hand.cards for hand in seen(game, now).seat(1).hands)
    assert hidden == (rules is BICYCLE)


def test_a_hand_is_only_split_or_doubled_by_players() -> None:
    """003, Doubling: the dealer never splits a pair or doubles, but draws or stands."""
    over = faced(BICYCLE, "T9", "88T", "stand")
    assert not [move for move in over.moves if isinstance(move, Double | Split)]


def test_a_bet_once_collected_is_not_returned() -> None:
    """003, Settlement: a bust is called lost while the others play, and comes to that."""
    table = Sitting.at(BICYCLE)
    table.stack("Th 9h 6c 6d 8d Td Kc Ks")
    table.bet(BEN, 1_000)
    table.bet(ANN, 1_000)
    table.move(ANN, "hit")
    assert view_of(table.state, {}).seat(1).hands[0].certain is Reason.BUST
    table.move(BEN, "stand")
    assert (table.gain(ANN), table.gain(BEN)) == (-1_000, 1_000)
