"""A round: its moves, its boxes, what a hand may decide, what a move does, and what it pays. Pure."""

from engine.game.box import Box, Hand, Spot, Status
from engine.game.legality import most_insurance
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
)
from engine.game.payout import Outcome, Reason, already_decided, settle
from engine.game.record import MalformedRecord, fold
from engine.game.round import Decisions, NextCard, NextReveal, Phase, Round, legal, refusal
from engine.game.shoe import SEED_BYTES, Shoe, ShoeEmpty, cutter

__all__ = [
    "SEED_BYTES",
    "Box",
    "Deal",
    "DealerMove",
    "Decisions",
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
    "Verb",
    "already_decided",
    "cutter",
    "fold",
    "legal",
    "made",
    "most_insurance",
    "parse_move",
    "refusal",
    "settle",
]
