"""Which cards of a round lie face up: what everybody at the table may see, and nothing else."""

from collections import Counter
from collections.abc import Iterator

from engine.round.box import Box, Hand
from engine.round.phases import OVER
from engine.round.round import Round
from engine.rules.cards import Card


def open_cards(round_: Round) -> Iterator[Card]:
    """All of them."""
    for box in round_.boxes:
        yield from dealers_open_cards(round_, box)
        for hand in (hand for spot in box.spots for hand in spot.hands):
            yield from hand.cards[:-1] if has_face_down(round_, hand) else hand.cards


def face_down(round_: Round) -> tuple[Card, ...]:
    """All that were dealt and lie face down."""
    return tuple((Counter(round_.cards_out()) - Counter(open_cards(round_))).elements())


def dealers_open_cards(round_: Round, box: Box) -> tuple[Card, ...]:
    """Those of a dealer's hand: the hole card is not among them before it is turned up."""
    cards = box.dealer.cards
    return tuple(cards[:1] if round_.rules.hole_card and not box.revealed else cards)


def has_face_down(round_: Round, hand: Hand) -> bool:
    """Whether the last card of a hand lies face down: that of a double, by some rules, until the round is over."""
    down = hand.doubled and round_.rules.double_face_down and round_.phase is not OVER
    return down and len(hand.cards) > 2
