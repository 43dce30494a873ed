"""A seat's decisions in a kept round: what was best each time, and what each choice cost in money."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.coach.chart import chart
from engine.coach.reasons.reason import Reason, reason
from engine.coach.review import Reviewed
from engine.coach.review import review as reviewed
from engine.round.moves import Move, Origin, Verb, parse_move
from engine.round.round import Round
from engine.rules.cards import Card
from engine.rules.hand import Total
from engine.rules.options import parse_rules
from engine.rules.rules import Rules
from engine.values.played import KeptRound

EQUAL = 0.0005
"""A choice that costs no more than this part of the first stake is as good as the best: so exact is the coach."""


MILLIONTHS = 1_000_000


class Choice(NamedTuple):
    """What a move is worth: the result to expect, in thousandths of the first stake, and in cents."""

    verb: Verb
    permille: int
    cents: int


class Asked(NamedTuple):
    """What a player decides about: a hand, which of so many it is (from 1), and the dealer's card."""

    hand: tuple[Card, ...]
    total: Total
    number: int
    hands: int
    upcard: Card


class Decision(NamedTuple):
    """A decision; `choices` are all that there were, the best first, and `why` tells why something was better.

    It costs so many cents, and lost so many millionths of the first stake; neither is ever below zero.
    """

    asked: Asked
    verb: Verb
    origin: Origin
    choices: tuple[Choice, ...]
    cost: int
    lost: int
    good: bool
    """Whether it is by the book: nothing was better by the cards, or it is the move of the chart."""
    why: Reason | None

    @property
    def permille(self) -> int:
        """Thousandths of the first stake."""
        return round(self.lost / 1_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All decisions of a seat, in order; `seen` counts the cards of earlier rounds, None where nobody knows them.

    Without them the shoe is taken for a fresh one.
    """

    decisions: tuple[Decision, ...]
    seen: int | None

    @property
    def good(self) -> int:
        """How many of them were by the book."""
        return sum(one.good for one in self.decisions)

    @property
    def cost(self) -> int:
        """What all of them cost, in cents."""
        return sum(one.cost for one in self.decisions)

    @property
    def lost(self) -> int:
        """The same in millionths of the first stake."""
        return sum(one.lost for one in self.decisions)

    @property
    def worst(self) -> Decision | None:
        """The one that cost most; None where all were good."""
        bad = [one for one in self.decisions if not one.good]
        return max(bad, key=lambda one: one.lost, default=None)


def review(kept: KeptRound, seat: int, seen: Collection[Card] | None) -> Review:
    """The review of a seat; `seen` as by `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log."""
    return review_moves(*logged(kept), seat, seen)


def review_moves(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Sequence[Move],
    seat: int,
    seen: Collection[Card] | None,
) -> Review:
    """The same of a round by its moves. Raises `IllegalMove`."""
    found = reviewed(rules, stakes, moves, seat, seen or ())
    now, decisions = Round.start(rules, stakes), []
    by_number = {one.number: one for one in found}
    for number, move in enumerate(moves):
        if number in by_number:
            decisions.append(_decision(by_number[number], asked_in(now, seat), stakes[seat]))
        now.push(move)
    return Review(decisions=tuple(decisions), seen=None if seen is None else len(seen))


def logged(kept: KeptRound) -> tuple[Rules, dict[int, int], list[Move]]:
    """Rules, stakes and moves of a kept round. Raises `ValueError`."""
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    return parse_rules(kept.rules), stakes, [parse_move(move.text) for move in kept.moves]


def asked_in(round_: Round, seat: int) -> Asked:
    """What this seat decides about. Raises `ValueError` where it has nothing to decide."""
    for box in round_.boxes:
        for spot in box.spots:
            if spot.seat == seat:
                at = round_.turns.get(seat, 0)
                hand, upcard = spot.hands[at], box.dealer.cards[0]
                return Asked(hand.cards, hand.total, at + 1, len(spot.hands), upcard)
    raise ValueError("the seat is not in this round")


def choices(values: Mapping[Verb, float], stake: int) -> tuple[Choice, ...]:
    """Values in thousandths of a stake (cents), and in cents."""
    return tuple(
        Choice(verb, round(value * 1_000), round(value * stake)) for verb, value in values.items()
    )


def lost(one: Reviewed) -> int:
    """What a decision cost beside the best by the cards, in millionths of the first stake.

    Nothing where no move was better, or it is that of the chart, which knows of no cards but those on the table: so one
    rule set is as hard as another, and who counts cards loses nothing by it either.
    """
    if one.cost <= EQUAL or chart(one.situation.rules).advised(one.situation) is one.move.verb:
        return 0
    return round(one.cost * MILLIONTHS)


def _decision(one: Reviewed, asked: Asked, stake: int) -> Decision:
    millionths = lost(one)
    return Decision(
        asked=asked,
        verb=one.move.verb,
        origin=one.move.origin,
        choices=choices(one.values, stake),
        cost=round(millionths * stake / MILLIONTHS),
        lost=millionths,
        good=not millionths,
        why=reason(one.situation, one.values, one.move.verb) if millionths else None,
    )
