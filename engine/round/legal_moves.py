"""The legality of players' moves, and their effect on hands."""

from engine.round.hands import Box, Hand, Status
from engine.round.moves import (
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    PlayerMove,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from engine.rules.cards import is_pair_by_rank, is_pair_by_value
from engine.rules.refusals import Why
from engine.rules.rules import Pair, Rules


def why_not(rules: Rules, box: Box, hand: Hand, move: PlayerMove) -> Why | None:
    """Return why the rules forbid a move with this hand, or None. It must be the seat's turn."""
    if isinstance(move, FREE):
        return None
    match move:
        case Double():
            return _why_not_double(rules, hand)
        case Split():
            return _why_not_split(rules, box, hand)
        case Surrender() if not rules.surrender:
            return Why.SURRENDER_NOT_OFFERED
        case Surrender() if hand.split or len(hand.cards) != 2:
            return Why.SURRENDER_FIRST_DECISION
        case Insure(cents=cents) if not 0 < cents <= most_insurance(box):
            return Why.INSURANCE_TOO_HIGH
        case TakeEvenMoney() if not (rules.even_money and hand.status is Status.NATURAL):
            return Why.EVEN_MONEY_NEEDS_NATURAL
        case _:
            return None


FREE = (Hit, Stand, DeclineInsurance)
"""Moves that are legal whenever a seat is awaited in their phase."""


def _why_not_double(rules: Rules, hand: Hand) -> Why | None:
    if not rules.double:
        return Why.DOUBLING_NOT_OFFERED
    if hand.split and not rules.double_after_split:
        return Why.NO_DOUBLE_AFTER_SPLIT
    if len(hand.cards) != 2:
        return Why.DOUBLE_FIRST_DECISION
    if rules.double_totals is not None and hand.points not in rules.double_totals:
        return Why.DOUBLE_TOTAL
    return None


def _why_not_split(rules: Rules, box: Box, hand: Hand) -> Why | None:
    if rules.split is Pair.NONE:
        return Why.SPLITTING_NOT_OFFERED
    is_pair = is_pair_by_rank if rules.split is Pair.RANK else is_pair_by_value
    if not is_pair(hand.cards):
        return Why.NOT_A_PAIR
    if rules.max_hands is not None and len(box.hands) >= rules.max_hands:
        return Why.SPLIT_LIMIT
    return Why.NO_RESPLIT_OF_ACES if hand.is_split_ace else None


def most_insurance(box: Box) -> int:
    """Return the highest insurance: half of the first stake, in cents, rounded down."""
    return box.hands[0].stake // 2


def act(box: Box, number: int, move: PlayerMove) -> None:
    """Carry out a legal move on a seat's box, or on its hand with the index `number`."""
    hand = box.hands[number]
    match move:
        case Hit():
            hand.owed = 1
        case Stand():
            hand.status = Status.STOOD
        case Double():
            hand.doubled = True
            hand.owed = 1
        case Split():
            box.hands[number : number + 1] = _halves(hand)
        case Surrender():
            hand.status = Status.SURRENDERED
        case Insure(cents=cents):
            box.insurance = cents
        case DeclineInsurance():
            box.insurance = 0
        case TakeEvenMoney():
            hand.status = Status.EVEN_MONEY
            box.insurance = 0


def _halves(pair: Hand) -> list[Hand]:
    halves = [Hand(stake=pair.stake, split=True, owed=1) for _ in pair.cards]
    for half, card in zip(halves, pair.cards, strict=True):
        half.take(card)
    return halves
