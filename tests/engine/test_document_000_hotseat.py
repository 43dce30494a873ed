"""Document 000, the rules of `hotseat`, from its first sentence to its last.

Other sentences are tested by rounds in `tests/rounds`, as listed in docs/documents.md.
"""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.round.costs_and_payouts import settle
from engine.round.hands import Status
from engine.round.moves import Deal, Double, Hit, Stand
from engine.round.round import Phase, Round, fold, legal
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK, Card, Rank, Suit, parse_card, total
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Cutter
from engine.table.commands import DealNow, PlaceBet
from engine.table.state import Stage
from engine.table.viewing import view_of
from engine.values.bank import DonorRefuses
from engine.values.money import AccountKind
from tests.clock import START
from tests.engine.funded import Funded, with_no_more_than
from tests.engine.games import seed_bytes
from tests.engine.rounds_by_side import faced, nets, until
from tests.engine.scripts import scripted
from tests.engine.sitting import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    Sitting,
    cut_cards_of,
    dealt,
    past_the_cut_card,
    turns,
)


def test_the_cards() -> None:
    """000, Rules: eight decks of thirteen ranks in four suits, without jokers."""
    assert Counter(Shoe.fresh(HOTSEAT, seed_bytes(1)).order) == Counter(FRENCH_DECK * 8)
    assert {*FRENCH_DECK} == {Card(r, s) for r, s in product({*Rank} - {Rank.FACE}, Suit)}


@pytest.mark.parametrize(("card", "points"), [("2", 2), ("9", 9), *((ten, 10) for ten in "TJQK")])
def test_values(card: str, points: int) -> None:
    """000, The values: pips for numbers, ten for court cards; an ace is one or eleven, whichever helps."""
    held = [parse_card(f"{card}h")]
    for more, worth in (
        ("", points),
        ("Ac", points + 11),
        ("9c", points + 10),
        ("5d", points + 15),
    ):
        held += [parse_card(more)] if more else []
        assert total(held).points == worth


def test_suits_do_not_matter() -> None:
    """000, The values: a round with every suit changed has the same result."""
    over = scripted("hotseat_dealer_busts")
    other = dict(zip(Suit, [*Suit][1:] + [*Suit][:1], strict=True))
    moves = [
        Deal(m.card._replace(suit=other[m.card.suit or Suit.CLUBS])) if isinstance(m, Deal) else m
        for m in over.moves
    ]
    assert settle(fold(HOTSEAT, over.stakes, moves)) == settle(over)


def test_players_do_not_play_against_each_other() -> None:
    """000, Introduction: one player's bet changes nothing for another."""
    over = scripted("hotseat_dealer_busts")
    richer = fold(HOTSEAT, {1: 9_999_999, 2: over.stakes[2], 3: over.stakes[3]}, over.moves)
    assert settle(richer)[1:] == settle(over)[1:]


def test_the_dealer_cuts() -> None:
    """000, The shoe: the dealer shuffles and cuts, so no player is named."""
    assert HOTSEAT.cutter is Cutter.DEALER
    assert view_of(turns().state, {}).cut_by is None


def test_the_cut_card() -> None:
    """000, Rules: at random, 60 to 80 cards from the bottom; both ends occur."""
    assert cut_cards_of(HOTSEAT) == (60, 80)


def test_the_game_ends_before_the_shuffle() -> None:
    """000, The shoe: the round in which the cut card comes out is finished before the shuffle."""
    table = past_the_cut_card(HOTSEAT)
    assert (table.shuffles, table.state.shoe.dealt, table.state.shoe.spent) == (1, 0, False)


def test_one_to_four_players() -> None:
    """000, Rules: at least one, at most four."""
    table = Sitting.at(HOTSEAT)
    for user_id in (BEN, CAT, DAN):
        table.bet(user_id, 100)
    assert table.why(PlaceBet(user_id=EVE, cents=100)) is Why.TABLE_FULL
    assert table.users == [ANN, BEN, CAT, DAN]
    with pytest.raises(ValueError, match="stake"):
        Round.start(HOTSEAT, {})


async def test_everybody_starts_with_10000_dollars_and_keeps_the_balance(tmp_path: Path) -> None:
    """000, Balance: $10,000 once; the balance remains after closing and reopening."""
    path = tmp_path / "bank.db"
    async with Bank.open(path, lambda: START) as first:
        assert (await first.wallet(ANN)).balance == 1_000_000
        await with_no_more_than(first, 4_000)
    async with Bank.open(path, lambda: START) as again:
        assert (await again.wallet(ANN)).balance == 4_000


async def test_a_broke_player_is_offered_10000_dollars(bank: Bank) -> None:
    """000, Balance: the donor offers money, and only to broke players."""
    at = await Funded.at(bank, HOTSEAT)
    at.table.stack("Th 9c 6d 8c Kd")
    at.table.bet(ANN, 1_000_000)
    at.table.move(ANN, "hit")
    with pytest.raises(DonorRefuses):
        await bank.donate(ANN)
    await at.save()
    wallet = await bank.wallet(ANN)
    assert (wallet.balance, wallet.is_broke, wallet.donations) == (0, True, 0)
    wallet = await bank.donate(ANN)
    assert (wallet.balance, wallet.is_broke, wallet.donations) == (1_000_000, False, 1)
    with pytest.raises(DonorRefuses):
        await bank.donate(ANN)


async def test_the_dealer_has_unlimited_funds(bank: Bank) -> None:
    """000, Rules: the first win of all is paid, before any loss."""
    at = await Funded.at(bank, HOTSEAT)
    at.table.stack("Th 9c Kd 8c")
    at.table.bet(ANN, 1_000_000)
    at.table.move(ANN, "stand")
    await at.save()
    assert await at.balance() == 2_000_000


def test_limits() -> None:
    """000, Betting: at least a dollar; the only upper limit is the balance, which the bank checks."""
    assert [HOTSEAT.allows(cents) for cents in (0, 99, 100, 10**9)] == [False, False, True, True]


def test_bets_come_before_the_cards() -> None:
    """000, Order of play: cards come after every player has bet or sits out; then bets can't be changed."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert table.state.round is None
    table.bet(ANN, 100)
    assert table.state.round is not None
    assert table.why(PlaceBet(user_id=ANN, cents=200)) is Why.ROUND_RUNNING


def test_hidden_and_shown() -> None:
    """000, Turns: at the start of every turn, each player sees all cards except the dealer's second."""
    table = turns()
    for user_id in (ANN, BEN):
        view = view_of(table.state, {})
        assert view.groups[0].dealer.cards == (parse_card("9c"), None)
        assert all(None not in hand.cards for seat in view.seats for hand in seat.hands)
        assert view.awaited[0].user_id == user_id
        table.move(user_id, "stand")


def test_a_card_is_shown_before_anything_else_happens() -> None:
    """000, Rules: the card of a hit is shown while the same player is to decide; dealer cards come one by one."""
    table = turns()
    table.stack("2s")
    decision = table.move(ANN, "hit")
    view = view_of(decision.frames[0], {})
    assert view.seat(1).hands[0].cards[-1] == parse_card("2s")
    assert [seat.number for seat in view.awaited] == [1]


def test_the_dealer_turns_his_card_over_first() -> None:
    """000, The dealer: before drawing, the second card is shown on its own.

    The last card is shown before the settlement.
    """
    table = Sitting.at(HOTSEAT)
    table.stack("Th 2c Td 3c 4c 5c 6c")
    table.bet(ANN, 100)
    frames = dealt(table.move(ANN, "stand"))
    seen = [view_of(frame, {}).groups[0].dealer.cards for frame in frames]
    assert seen[0] == (parse_card("2c"), parse_card("3c"))
    assert [len(cards) for cards in seen] == [2, 3, 4, 5, 5]
    nets = [view_of(frame, {}).seat(1).net for frame in frames]
    assert nets == [None] * 4 + [0]


def test_double_needs_the_funds() -> None:
    """000, Doubling: an equal bet, offered only if the balance covers it."""
    seats = [view_of(turns().state, {ANN: cents}).seat(1) for cents in (1_000, 999)]
    assert [Double in seat.offers for seat in seats] == [True, False]


def test_nothing_but_hit_stand_and_double() -> None:
    """000, Not in this game: no pair, ace up or bad hand makes another move legal."""
    for mine, dealers in [("88", "A9"), ("T6", "T9"), ("AA", "A9"), ("TT", "69")]:
        assert legal(until(HOTSEAT, mine, dealers), 1) == (Hit(1), Stand(1), Double(1))


def test_two_to_one_as_in_the_example() -> None:
    """000, Payout: a winning bet of $5 leaves the player with $10, as in the example."""
    for mine, net in (("T9", 500), ("T8", 0), ("T7", -500)):
        assert nets(faced(HOTSEAT, mine, "T8", "stand", stake=500)) == [net]


def test_a_hand_shows_that_it_is_21_or_bust() -> None:
    """000, Hit or stand: the view shows that a hand has reached 21 or is bust."""
    table = turns()
    table.stack("9s Ks")
    table.move(ANN, "hit")
    table.move(BEN, "hit")
    hands = view_of(table.decisions[-1].frames[0], {})
    assert [seat.hands[0].status for seat in hands.seats] == [Status.TWENTY_ONE, Status.BUST]


def test_the_dealer_places_no_bets() -> None:
    """000, Rules: all stakes of a round come from players."""
    table = turns()
    table.stack("9s")
    table.move(ANN, "double")
    table.move(BEN, "stand")
    postings = [p for decision in table.decisions for p in decision.change.postings]
    onto = {p.source.kind for p in postings if p.target.kind is AccountKind.STAKE}
    assert onto == {AccountKind.PLAYER}


def test_round_after_round() -> None:
    """000, Rules: the same players continue; the first seat is asked, and no one else answers for it."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    assert (table.state.awaits_first_bet, table.users) == (True, [ANN, BEN])
    assert table.why(DealNow(user_id=BEN)) is Why.NO_BETS
    table.bet(BEN, None)
    assert table.state.awaits_first_bet
    table.bet(ANN, None)
    assert table.round.phase is not Phase.OVER
    assert table.state.awaited == {1}


def test_players_leave_between_rounds() -> None:
    """000, Rules: anyone may leave between rounds; the table closes after the last player."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.leave(ANN)
    assert (table.users, table.state.stage) == ([BEN], Stage.BETTING)
    table.leave(BEN)
    assert table.state.stage is Stage.CLOSED
