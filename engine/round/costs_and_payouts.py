"""The costs of moves, and the payouts of bets.

The only module that divides money. Amounts are whole cents; half a cent goes to the player. `engine/table/play.py`
makes postings of them, and `engine/bank/books/ledger.py` moves the cents.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.round.dealer import DealerGroup
from engine.round.hands import PLAYS_AGAINST_TOTAL, Box, Hand, Status
from engine.round.moves import Double, Insure, PlayerMove, Split
from engine.round.round import Phase, Round
from engine.rules.cards import BLACKJACK
from engine.rules.rules import Rules, may_hide_a_natural
from engine.values.money import PostingKind
from engine.values.rounds import SeatResult
from engine.values.tables import character_of

EVEN = Fraction(1)
HALF = Fraction(1, 2)
INSURANCE_PAYS = Fraction(2)


class OutcomeReason(StrEnum):
    """The reason why a bet was won, lost or returned."""

    NATURAL = "natural"
    EVEN_MONEY = "even money"
    HIGHER = "higher than the dealer"
    DEALER_BUST = "dealer busts"
    PUSH = "push"
    TIE_LOSES = "tie loses"
    LOWER = "lower than the dealer"
    BUST = "bust"
    DEALER_NATURAL = "dealer's natural"
    SURRENDERED = "surrendered"
    INSURANCE_WON = "insurance won"
    INSURANCE_LOST = "insurance lost"


LOST = frozenset(
    {
        *(OutcomeReason.LOWER, OutcomeReason.BUST, OutcomeReason.TIE_LOSES),
        *(OutcomeReason.DEALER_NATURAL, OutcomeReason.INSURANCE_LOST),
    }
)
"""Reasons for which nothing is returned."""

NATURALS = frozenset({OutcomeReason.NATURAL, OutcomeReason.EVEN_MONEY})
"""Reasons for which a hand is paid as a natural, as soon as it is certain."""

WON_EVENLY = frozenset({OutcomeReason.HIGHER, OutcomeReason.DEALER_BUST, OutcomeReason.EVEN_MONEY})
"""Reasons for which a bet pays 1:1."""

_NATURALS = (Status.NATURAL, Status.EVEN_MONEY)


class Outcome(NamedTuple):
    """A settled bet: `stake` and `returned` (with the stake) in cents; `hand` is an index, None for insurance."""

    seat: int
    hand: int | None
    reason: OutcomeReason
    stake: int
    returned: int

    @property
    def net(self) -> int:
        """The player's gain in cents."""
        return self.returned - self.stake


def settle(round_: Round) -> tuple[Outcome, ...]:
    """Return the outcome of each bet in a round, in seat order. Raises `ValueError` if the round is not over."""
    if round_.phase is not Phase.OVER:
        raise ValueError("a round is settled when it is over")
    outcomes: list[Outcome] = []
    for group in round_.groups:
        for box in group.boxes:
            for number, hand in enumerate(box.hands):
                reason = _reason(round_.rules, group, hand)
                outcomes.append(_outcome(round_.rules, box, number, reason, hand.at_stake))
            if box.insurance:
                reason = (
                    OutcomeReason.INSURANCE_WON
                    if group.dealer.is_natural
                    else OutcomeReason.INSURANCE_LOST
                )
                outcomes.append(_outcome(round_.rules, box, None, reason, box.insurance))
    return tuple(outcomes)


def paid_at_once(round_: Round) -> tuple[Outcome, ...]:
    """Return the outcomes of hands that are paid before the round is over, in seat order."""
    paid: list[Outcome] = []
    for group in round_.groups:
        for box in group.boxes:
            for number, hand in enumerate(box.hands):
                if hand.status in _NATURALS:
                    reason = certain_reason(round_, box.seat, hand)
                    if reason is not None:
                        paid.append(_outcome(round_.rules, box, number, reason, hand.at_stake))
    return tuple(paid)


def _outcome(
    rules: Rules, box: Box, hand: int | None, reason: OutcomeReason, stake: int
) -> Outcome:
    return Outcome(box.seat, hand, reason, stake, _returned(rules, reason, stake))


def _reason(rules: Rules, group: DealerGroup, hand: Hand) -> OutcomeReason:
    dealer_natural = group.dealer.is_natural
    if hand.status in PLAYS_AGAINST_TOTAL:
        if dealer_natural and _loses_to_a_natural(rules, hand):
            return OutcomeReason.DEALER_NATURAL
        return _compare(rules, hand.points, group.dealer.points)
    match hand.status:
        case Status.EVEN_MONEY:
            return OutcomeReason.EVEN_MONEY
        case Status.NATURAL:
            paid = rules.natural_paid_at_once or not dealer_natural
            return OutcomeReason.NATURAL if paid else OutcomeReason.PUSH
        case Status.SURRENDERED:
            return OutcomeReason.DEALER_NATURAL if dealer_natural else OutcomeReason.SURRENDERED
        case _:
            return OutcomeReason.BUST


def _loses_to_a_natural(rules: Rules, hand: Hand) -> bool:
    special = rules.natural_pays is not None
    return rules.dealer_natural_beats_21 or (special and hand.points < BLACKJACK)


def _compare(rules: Rules, player: int, dealer: int) -> OutcomeReason:
    if dealer > BLACKJACK:
        return OutcomeReason.DEALER_BUST
    if player > dealer:
        return OutcomeReason.HIGHER
    if player < dealer:
        return OutcomeReason.LOWER
    return OutcomeReason.TIE_LOSES if rules.ties_lose else OutcomeReason.PUSH


def _returned(rules: Rules, reason: OutcomeReason, stake: int) -> int:
    if reason in LOST:
        return 0
    if reason in WON_EVENLY:
        return stake + stake
    match reason:
        case OutcomeReason.NATURAL:
            return stake + times(stake, rules.natural_pays or EVEN)
        case OutcomeReason.INSURANCE_WON:
            return stake + times(stake, INSURANCE_PAYS)
        case OutcomeReason.PUSH:
            return stake
        case OutcomeReason.SURRENDERED:
            return times(stake, HALF)
        case _:
            raise ValueError(f"no payout is defined for {reason}")


def times(cents: int, ratio: Fraction) -> int:
    """Multiply cents by a ratio; half a cent is rounded up, in the player's favour."""
    doubled = 2 * cents * ratio.numerator + ratio.denominator
    return doubled // (2 * ratio.denominator)


def certain_reason(round_: Round, seat: int, hand: Hand) -> OutcomeReason | None:
    """Return a hand's outcome if the dealer's cards can't change it, or None."""
    if hand.status in PLAYS_AGAINST_TOTAL:
        return None
    match hand.status:
        case Status.BUST:
            return OutcomeReason.BUST
        case Status.EVEN_MONEY:
            return OutcomeReason.EVEN_MONEY
        case Status.NATURAL if _beyond_the_dealer(round_, seat):
            return OutcomeReason.NATURAL
        case _:
            return None


def _beyond_the_dealer(round_: Round, seat: int) -> bool:
    """Return True if this seat's natural will be paid: the dealer's can't come, or comes too late.

    It is not asked during the deal.
    """
    group = next(group for group in round_.groups if any(box.seat == seat for box in group.boxes))
    if round_.rules.natural_paid_at_once or not may_hide_a_natural(group.dealer.cards[0].rank):
        return True
    if group.revealed:
        return not group.dealer.is_natural
    return round_.rules.peek and round_.phase is Phase.PLAYING


PAID_FOR = {Double: PostingKind.DOUBLE, Split: PostingKind.SPLIT, Insure: PostingKind.INSURANCE}
"""Moves that cost money: the hand's first stake, or the insured amount."""


def price(round_: Round, move: PlayerMove) -> int:
    """Return a move's cost in cents: for a double, split or insurance, else 0."""
    if isinstance(move, Insure):
        return move.cents
    box = round_.find(move.seat) if type(move) in PAID_FOR else None
    return box.hands[round_.active_hand(move.seat) or 0].stake if box else 0


def seat_results(outcomes: Iterable[Outcome], users: Mapping[int, int]) -> tuple[SeatResult, ...]:
    """Sum the outcomes by seat; `users` are user ids by seat. Raises `KeyError` for a seat without a user."""
    by_seat: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_seat.setdefault(outcome.seat, []).append(outcome)
    return tuple([_sum(seat, users[seat], mine) for seat, mine in sorted(by_seat.items())])


def of_people(results: Iterable[SeatResult]) -> tuple[SeatResult, ...]:
    """Drop the results of AI players, which have no statistics."""
    return tuple([result for result in results if character_of(result.user_id) is None])


def _sum(seat: int, user_id: int, outcomes: Iterable[Outcome]) -> SeatResult:
    hands = staked = net = naturals = 0
    for outcome in outcomes:
        hands += outcome.hand is not None
        staked += outcome.stake
        net += outcome.net
        naturals += outcome.reason in NATURALS
    return SeatResult(
        seat=seat, user_id=user_id, hands=hands, staked=staked, net=net, naturals=naturals
    )
