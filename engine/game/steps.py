"""What each move does to its box. The caller, `round`, has checked that the move is legal."""

from collections.abc import Callable
from dataclasses import replace

from engine.game.box import Box, Hand, Spot, Status, status_of
from engine.game.moves import (
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
from engine.rules import Card, Rules


def deal_to_dealer(box: Box, card: Card) -> Box:
    """The dealer takes a card."""
    return replace(box, dealer=(*box.dealer, card))


def deal_to_seat(box: Box, seat: int, number: int, card: Card) -> Box:
    """A hand gets a card; one card less is owed to it."""

    def add(hand: Hand) -> tuple[Hand, ...]:
        return (replace(hand, cards=(*hand.cards, card), owed=max(hand.owed - 1, 0)),)

    return _with_hand(box, seat, number, add)


def judge(rules: Rules, box: Box) -> Box:
    """The unfinished hands that have all their cards stand as the rules say."""

    def judged(hand: Hand) -> Hand:
        if hand.owed or hand.status is not Status.ACTIVE:
            return hand
        status = status_of(rules, hand)
        return hand if status is Status.ACTIVE else replace(hand, status=status)

    def judged_spot(spot: Spot) -> Spot:
        hands = tuple(map(judged, spot.hands))
        return spot if hands == spot.hands else replace(spot, hands=hands)

    return replace(box, spots=tuple(map(judged_spot, box.spots)))


def act(box: Box, number: int, move: PlayerMove) -> Box:
    """A seat's move, with the hand of this number where it is about a hand."""
    match move:
        case Insure(cents=cents):
            return _with_insurance(box, move.seat, cents)
        case DeclineInsurance():
            return _with_insurance(box, move.seat, 0)
        case TakeEvenMoney():
            paid = _with_hand(box, move.seat, number, lambda hand: _now(hand, Status.EVEN_MONEY))
            return _with_insurance(paid, move.seat, 0)
        case Hit():
            return _with_hand(box, move.seat, number, lambda hand: (replace(hand, owed=1),))
        case Stand():
            return _with_hand(box, move.seat, number, lambda hand: _now(hand, Status.STOOD))
        case Double():
            return _with_hand(
                box, move.seat, number, lambda hand: (replace(hand, doubled=True, owed=1),)
            )
        case Split():
            return _with_hand(box, move.seat, number, _halves)
        case Surrender():
            return _with_hand(box, move.seat, number, lambda hand: _now(hand, Status.SURRENDERED))


def _now(hand: Hand, status: Status) -> tuple[Hand, ...]:
    return (replace(hand, status=status),)


def _halves(hand: Hand) -> tuple[Hand, ...]:
    """Two hands of a pair, side by side where the pair lay; both are owed a card."""
    return tuple(replace(hand, cards=(card,), split=True, owed=1) for card in hand.cards)


def _with_hand(box: Box, seat: int, number: int, change: Callable[[Hand], tuple[Hand, ...]]) -> Box:
    def changed(spot: Spot) -> Spot:
        if spot.seat != seat:
            return spot
        hands = spot.hands
        return replace(spot, hands=(*hands[:number], *change(hands[number]), *hands[number + 1 :]))

    return replace(box, spots=tuple(map(changed, box.spots)))


def _with_insurance(box: Box, seat: int, cents: int) -> Box:
    spots = (replace(s, insurance=cents) if s.seat == seat else s for s in box.spots)
    return replace(box, spots=tuple(spots))
