"""A round: its moves, its boxes, what a hand may do, what a move does, and what it pays. Pure.

A round with a stacked shoe, and its money in cents:

>>> from engine.rules import RULE_SETS, parse_card
>>> cards = iter("8h 6c 8d Tc 3s Jd Ts 9d".split())
>>> moves = iter(["1 split", "1 double", "1 stand"])
>>> now = Round.start(RULE_SETS["vegas"], {1: 10_00})
>>> while now.awaits is not None:
...     match now.awaits:
...         case NextCard():
...             now.push(Deal(parse_card(next(cards))))
...         case NextReveal():
...             now.push(Reveal())
...         case Turns():
...             now.push(parse_move(next(moves)))
>>> [(outcome.reason.value, outcome.stake, outcome.net) for outcome in settle(now)]
[('dealer busts', 2000, 2000), ('dealer busts', 1000, 1000)]
"""

from engine.game.box import Box, Hand, Spot, Status, status_of
from engine.game.facing import dealers_open_cards, face_down, has_face_down, open_cards
from engine.game.legality import (
    most_insurance,
    refusal_to_double,
    refusal_to_split,
    refusal_to_surrender,
    refusal_to_take_even_money,
)
from engine.game.moves import (
    Deal,
    DealerMove,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Move,
    Origin,
    PlayerMove,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Verb,
    made,
    parse_move,
    verb_of,
)
from engine.game.payout import (
    NATURALS,
    Outcome,
    Reason,
    certain_reason,
    paid_at_once,
    settle,
)
from engine.game.phases import (
    DEALER,
    DEALING,
    INSURANCE,
    OVER,
    PLAYING,
    TRANSITIONS,
    NextCard,
    NextReveal,
    Phase,
    Turns,
)
from engine.game.record import MalformedRecord, fold
from engine.game.round import Round, legal, refusal
from engine.game.shoe import SEED_BYTES, Shoe, ShoeEmpty

__all__ = [
    "DEALER",
    "DEALING",
    "INSURANCE",
    "NATURALS",
    "OVER",
    "PLAYING",
    "SEED_BYTES",
    "TRANSITIONS",
    "Box",
    "Deal",
    "DealerMove",
    "DeclineInsurance",
    "Double",
    "Hand",
    "Hit",
    "Insure",
    "MalformedRecord",
    "Move",
    "NextCard",
    "NextReveal",
    "Origin",
    "Outcome",
    "Phase",
    "PlayerMove",
    "Reason",
    "Reveal",
    "Round",
    "Shoe",
    "ShoeEmpty",
    "Split",
    "Spot",
    "Stand",
    "Status",
    "Surrender",
    "TakeEvenMoney",
    "Turns",
    "Verb",
    "certain_reason",
    "dealers_open_cards",
    "face_down",
    "fold",
    "has_face_down",
    "legal",
    "made",
    "most_insurance",
    "open_cards",
    "paid_at_once",
    "parse_move",
    "refusal",
    "refusal_to_double",
    "refusal_to_split",
    "refusal_to_surrender",
    "refusal_to_take_even_money",
    "settle",
    "status_of",
    "verb_of",
]
