"""What each decision of a player does to their place. The caller, `round`, has checked that it is legal."""

from engine.round.box import Hand, Spot, Status
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


def act(spot: Spot, number: int, move: PlayerMove) -> None:
    """Change the place, or its hand of this number where the move is about a hand."""
    hand = spot.hands[number]
    match move:
        case Hit():
            hand.owed = 1
        case Stand():
            hand.status = Status.STOOD
        case Double():
            hand.doubled = True
            hand.owed = 1
        case Split():
            spot.hands[number : number + 1] = _halves(hand)
        case Surrender():
            hand.status = Status.SURRENDERED
        case Insure(cents=cents):
            spot.insurance = cents
        case DeclineInsurance():
            spot.insurance = 0
        case TakeEvenMoney():
            hand.status = Status.EVEN_MONEY
            spot.insurance = 0


def _halves(pair: Hand) -> list[Hand]:
    """Two hands of a pair, to lie side by side where the pair lay; both are owed a card."""
    halves = [Hand(stake=pair.stake, split=True, owed=1) for _ in pair.cards]
    for half, card in zip(halves, pair.cards, strict=True):
        half.take(card)
    return halves
