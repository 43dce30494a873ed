"""Payouts of finished rounds, independent of the engine."""

from fractions import Fraction

from engine.round.dealer import DealerGroup
from engine.round.hands import Box, Hand, Status
from engine.round.moves import Double, Insure, Split
from engine.round.round import Round
from engine.rules.cards import Card, Rank
from engine.rules.rules import Rules
from tests.expectation.card_text import is_natural, worth
from tests.expectation.second_opinion import half_up


def best(cards: tuple[Card, ...]) -> int:
    """Return the cards' best value by `tests/expectation`."""
    return worth(_text(cards))[0]


def ace_and_ten(cards: tuple[Card, ...]) -> bool:
    return is_natural(_text(cards))


def _text(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank.value for card in cards)


def returned(rules: Rules, group: DealerGroup, hand: Hand) -> int:
    """Return the cents returned for a hand, with its stake."""
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


def box_returned(rules: Rules, group: DealerGroup, box: Box) -> int:
    """Return the cents returned to a seat, with insurance."""
    insured = 3 * (box.insurance or 0) * ace_and_ten(group.dealer.cards)
    return sum(returned(rules, group, hand) for hand in box.hands) + insured


def staked(round_: Round, seat: int) -> int:
    """Return the cents that a seat has bet, by its moves."""
    stake = round_.stakes[seat]
    return stake + sum(
        move.cents if isinstance(move, Insure) else stake
        for move in round_.moves
        if isinstance(move, Double | Split | Insure) and move.seat == seat
    )


def dealer_must_draw(rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Return True if a dealer with live opponents draws to these cards."""
    points, soft = worth(_text(cards))
    return points < 17 or (rules.hits_soft_17 and soft and points == 17)


def _beats_21(rules: Rules, hand: Hand) -> bool:
    if rules.natural_pays is None or not ace_and_ten(hand.cards):
        return False
    return not hand.split or (rules.natural_after_split and hand.cards[0].rank is not Rank.ACE)
