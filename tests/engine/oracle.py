"""What a finished round must come to, worked out from the cards alone and in another way than the engine does."""

from fractions import Fraction
from itertools import product
from math import floor

from engine.round.dealer import DealerGroup
from engine.round.hands import Box, Hand, Status
from engine.round.moves import Double, Insure, Split
from engine.round.round import Round
from engine.rules.cards import Card, Rank
from engine.rules.rules import Rules

TENS = {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE}


def values(cards: tuple[Card, ...]) -> list[int]:
    """Every value that the cards can have, lowest first; an ace is 1 or 11."""
    each = [(1, 11) if card.rank is Rank.ACE else (_pips(card),) for card in cards]
    return sorted({sum(ways) for ways in product(*each)})


def best(cards: tuple[Card, ...]) -> int:
    """The best value of the cards: the highest that is not bust, or the lowest that is."""
    found = values(cards)
    return max([value for value in found if value <= 21], default=found[0])


def is_soft(cards: tuple[Card, ...]) -> bool:
    return best(cards) != values(cards)[0]


def ace_and_ten(cards: tuple[Card, ...]) -> bool:
    ranks = {card.rank for card in cards}
    return len(cards) == 2 and Rank.ACE in ranks and bool(ranks & TENS)


def returned(rules: Rules, group: DealerGroup, hand: Hand) -> int:
    """The cents that come back for a hand, its stake among them."""
    bet = hand.stake * (2 if hand.doubled else 1)
    dealer_natural = ace_and_ten(group.dealer.cards)
    mine, dealers = best(hand.cards), best(group.dealer.cards)
    if mine > 21:
        return 0
    if hand.status is Status.EVEN_MONEY:
        return bet * 2
    if hand.status is Status.SURRENDERED:
        return 0 if dealer_natural else half_up(Fraction(bet, 2))
    if _beats_21(rules, hand) and not hand.doubled:
        wins = rules.natural_paid_at_once or not dealer_natural
        return bet + half_up(bet * (rules.natural_pays or Fraction(1))) if wins else bet
    if dealer_natural and (mine < 21 or rules.dealer_natural_beats_21):
        return 0
    if dealers > 21 or mine > dealers:
        return bet * 2
    return bet if mine == dealers and not rules.ties_lose else 0


def insurance_returned(group: DealerGroup, cents: int) -> int:
    return cents * 3 if ace_and_ten(group.dealer.cards) else 0


def box_returned(rules: Rules, group: DealerGroup, box: Box) -> int:
    hands = sum(returned(rules, group, hand) for hand in box.hands)
    return hands + insurance_returned(group, box.insurance or 0)


def staked(round_: Round, seat: int) -> int:
    """The cents that a seat has put on the table, by its moves."""
    stake = round_.stakes[seat]
    return stake + sum(
        move.cents if isinstance(move, Insure) else stake
        for move in round_.moves
        if isinstance(move, Double | Split | Insure) and move.seat == seat
    )


def dealer_must_draw(rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Whether the dealer draws to these cards while somebody plays against them."""
    return best(cards) < 17 or (rules.hits_soft_17 and best(cards) == 17 and is_soft(cards))


def half_up(cents: Fraction) -> int:
    return floor(cents + Fraction(1, 2))


def _beats_21(rules: Rules, hand: Hand) -> bool:
    if rules.natural_pays is None or not ace_and_ten(hand.cards):
        return False
    return not hand.split or (rules.natural_after_split and hand.cards[0].rank in TENS)


def _pips(card: Card) -> int:
    return 10 if card.rank in TENS else int(card.rank.value)
