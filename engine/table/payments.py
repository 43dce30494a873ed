"""The money of a round: what a move costs, and what is paid of the bets that are settled. Amounts in cents."""

from collections.abc import Iterable, Mapping

from engine.ai_players.characters import character_of
from engine.round.moves import Double, Hit, Insure, PlayerMove, Split, Stand
from engine.round.payout import NATURALS, Outcome, paid_at_once
from engine.round.round import Round
from engine.table.draft import Draft
from engine.values.money import HOUSE, STAKE, PostingKind, player
from engine.values.rounds import SeatResult


def price(round_: Round, move: PlayerMove) -> tuple[PostingKind, int] | None:
    """What a move costs in cents, and what for; None where it costs nothing."""
    match move:
        case Hit() | Stand():
            return None
        case Double():
            return PostingKind.DOUBLE, _stake(round_, move.seat)
        case Split():
            return PostingKind.SPLIT, _stake(round_, move.seat)
        case Insure(cents=cents):
            return PostingKind.INSURANCE, cents
        case _:
            return None


def _stake(round_: Round, seat: int) -> int:
    """What was first bet on the hand that this seat is to decide about, in cents."""
    box = round_.find(seat)
    return box.hands[round_.active_hand(seat) or 0].stake if box else 0


def cost(round_: Round, move: PlayerMove) -> int:
    """What a move costs, in cents."""
    charge = price(round_, move)
    return 0 if charge is None else charge[1]


def _booked(round_: Round, outcome: Outcome) -> tuple[int, int]:
    """Seat and number under which the money of a bet is booked: insurance is, behind the last of the seat's hands."""
    box = round_.find(outcome.seat)
    numbers = box.booked() if box else []
    return outcome.seat, len(numbers) if outcome.hand is None else numbers[outcome.hand]


def _paid_before(draft: Draft) -> set[tuple[int, int]]:
    """What was paid with an earlier command of this round, by what it is booked under.

    Of a round that the house came back to, nobody knows: a version of this program that paid only at the end may have
    dealt it. So all is paid that is due, and the keys of the postings keep it from being paid twice.
    """
    round_ = None if draft.resumed else draft.before.round
    return set() if round_ is None else {_booked(round_, paid) for paid in paid_at_once(round_)}


def pay(draft: Draft, outcomes: Iterable[Outcome]) -> None:
    """Pay those of these bets that are not paid yet."""
    before = _paid_before(draft)
    for outcome in outcomes:
        seat, number = _booked(draft.running, outcome)
        if (seat, number) not in before:
            _post(draft, outcome, number)


def _post(draft: Draft, outcome: Outcome, hand: int) -> None:
    """Move the money of one settled bet, booked under this number of a hand."""
    number = outcome.seat
    wallet = player(draft.seat(number).user_id)
    back, won, post = min(outcome.returned, outcome.stake), outcome.net, draft.post
    if back:
        post(STAKE, wallet, back, PostingKind.STAKE_RETURNED, seat=number, hand=hand)
    if won > 0:
        post(HOUSE, wallet, won, PostingKind.WINNINGS, seat=number, hand=hand)
    if won < 0:
        post(STAKE, HOUSE, -won, PostingKind.LOST, seat=number, hand=hand)


def seat_results(outcomes: Iterable[Outcome], users: Mapping[int, int]) -> tuple[SeatResult, ...]:
    """The results by seat; `users` are user ids by seat number. Raises `KeyError` where a seat has no user."""
    by_seat: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_seat.setdefault(outcome.seat, []).append(outcome)
    return tuple([_sum(seat, users[seat], mine) for seat, mine in sorted(by_seat.items())])


def of_people(results: Iterable[SeatResult]) -> tuple[SeatResult, ...]:
    """The results that are kept: those of the players of the house count nowhere."""
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
