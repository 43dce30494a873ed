"""A round at the table: the deal, the turns and their deadlines, the dealer's play, the settlement."""

from dataclasses import replace

from engine.game import (
    Deal,
    DeclineInsurance,
    Double,
    Insure,
    NextCard,
    NextReveal,
    Origin,
    Outcome,
    Phase,
    PlayerMove,
    Reveal,
    Round,
    Shoe,
    Split,
    Stand,
    refusal,
    settle,
)
from engine.rules import Refused
from engine.saved import HOUSE, STAKE, DealtSeat, Posting, PostingKind, player
from engine.table.draft import Draft
from engine.table.state import Seat, Stage
from engine.table.sums import seat_results

MISSES_ALLOWED = 2
"""Rounds in a row without a bet after which a seat is free."""


def deal(draft: Draft) -> None:
    """Deal to everybody who has bet; the others sit this round out. At least one seat must have a stake."""
    state = draft.state
    seats = [s if s.stake else replace(s, missed=s.missed + 1) for s in state.seats]
    kept = [seat for seat in seats if seat.missed < MISSES_ALLOWED]
    draft.dealt = tuple(
        DealtSeat(seat=s.number, user_id=s.user_id, stake=s.stake) for s in kept if s.stake
    )
    round_ = Round.start(state.rules, {dealt.seat: dealt.stake for dealt in draft.dealt})
    draft.state = replace(
        state.with_seats(kept),
        stage=Stage.PLAYING,
        asked=False,
        deadline=None,
        round=round_,
        shoe_before=state.shoe,
    )
    _go_on(draft)


def play_move(draft: Draft, seat: Seat, move: PlayerMove) -> None:
    """A seat's move, with the money that it costs. Raises `Refused`."""
    round_ = _round(draft)
    if (why := refusal(round_, move)) is not None:
        raise Refused(why)
    if (charge := price(round_, move)) is not None:
        kind, cents = charge
        draft.stake_in(seat, cents, kind, hand=round_.active_hand(seat.number) or 0)
    draft.advance(replace(seat, deadline=None))
    _apply(draft, round_, move)
    _go_on(draft)


def stand_the_late(draft: Draft) -> bool:
    """Everybody whose deadline has passed stands, or declines insurance. Returns whether there was anybody."""
    late = [
        seat
        for seat in draft.state.seats
        if seat.number in draft.state.awaited
        and seat.deadline is not None
        and seat.deadline <= draft.now
    ]
    for seat in late:
        if draft.state.stage is Stage.PLAYING:
            move = _cheapest(_round(draft), seat.number, Origin.LATE)
            play_move(draft, draft.state.seat(seat.number), move)
    return bool(late)


def leave_in_play(draft: Draft, seat: Seat) -> None:
    """The player leaves in mid-round: their hands stand when their turn comes."""
    draft.advance(replace(seat, leaving=True))
    _go_on(draft)


def void(draft: Draft, admin_id: int) -> None:
    """End the round, or the bets for it, without a result; the bank gives every stake back."""
    draft.voided_by = admin_id
    draft.state = replace(draft.state, stage=Stage.VOIDED)
    draft.show()
    _open_bets(draft)


def price(round_: Round, move: PlayerMove) -> tuple[PostingKind, int] | None:
    """What a move costs in cents, and what for; None where it costs nothing."""
    spot = round_.find(move.seat)
    if spot is None:
        return None
    stake = spot.hands[round_.active_hand(move.seat) or 0].stake
    match move:
        case Double():
            return PostingKind.DOUBLE, stake
        case Split():
            return PostingKind.SPLIT, stake
        case Insure(cents=cents):
            return PostingKind.INSURANCE, cents
        case _:
            return None


def _go_on(draft: Draft) -> None:
    """Deal what is due and play for those who left, until it is a player's turn or the round is settled."""
    while True:
        _feed(draft)
        gone = next((s for s in draft.state.seats if _is_awaited_but_gone(draft, s)), None)
        if gone is None:
            break
        round_ = _round(draft)
        draft.advance(replace(gone, deadline=None))
        _apply(draft, round_, _cheapest(round_, gone.number, Origin.GONE))
    if _round(draft).phase is Phase.OVER:
        _settle(draft)
    else:
        _set_deadlines(draft)


def _feed(draft: Draft) -> None:
    """Deal cards and turn hole cards over until decisions are due. Each step of the dealer's play is shown."""
    while isinstance((round_ := _round(draft)).awaits, NextCard | NextReveal):
        if isinstance(round_.awaits, NextCard):
            card, shoe = draft.state.shoe.draw(round_.cards_out)
            draft.state = replace(draft.state, shoe=shoe)
            _apply(draft, round_, Deal(card))
        else:
            _apply(draft, round_, Reveal())
        if _round(draft).phase is Phase.DEALER:
            draft.show()


def _apply(draft: Draft, round_: Round, move: PlayerMove | Deal | Reveal) -> None:
    draft.state = replace(draft.state, round=round_.play(move))
    draft.moves.append(move)


def _cheapest(round_: Round, seat: int, origin: Origin) -> PlayerMove:
    """The move that never costs anything."""
    free = DeclineInsurance if round_.phase is Phase.INSURANCE else Stand
    return free(seat, origin)


def _is_awaited_but_gone(draft: Draft, seat: Seat) -> bool:
    return seat.leaving and seat.number in draft.state.awaited


def _set_deadlines(draft: Draft) -> None:
    """A seat that is newly awaited, or has just decided, gets its full time."""
    awaited = draft.state.awaited
    until = draft.now + draft.seconds.turn
    draft.state = draft.state.with_seats(
        replace(seat, deadline=(seat.deadline or until) if seat.number in awaited else None)
        for seat in draft.state.seats
    )


def _settle(draft: Draft) -> None:
    """Pay, and show the result."""
    outcomes = settle(_round(draft))
    for outcome in outcomes:
        draft.postings.extend(_payments(draft, outcome))
    draft.settled = True
    draft.results = seat_results(
        outcomes, {seat.number: seat.user_id for seat in draft.state.seats}
    )
    draft.state = replace(draft.state, stage=Stage.SETTLED)
    draft.show()
    _open_bets(draft)


def _open_bets(draft: Draft) -> None:
    """After a round: who left is gone, the cards are shuffled if it is time, and bets are taken again."""
    stayed = [
        replace(seat, stake=0, last_stake=seat.stake or seat.last_stake, deadline=None)
        for seat in draft.state.seats
        if not seat.leaving
    ]
    shoe = draft.state.shoe
    if shoe.needs_shuffle:
        shoe = Shoe.fresh(draft.state.rules, draft.luck())
    draft.state = replace(
        draft.state.with_seats(stayed),
        stage=Stage.BETTING if stayed else Stage.CLOSED,
        asked=True,
        deadline=draft.now + draft.seconds.bet,
        round_number=draft.state.round_number + 1,
        round=None,
        shoe=shoe,
        shoe_before=shoe,
        resumed=False,
    )


def _payments(draft: Draft, outcome: Outcome) -> list[Posting]:
    """What moves for one settled bet. Insurance is booked behind the last of the seat's hands."""
    seat = draft.state.seat(outcome.seat)
    spot = _round(draft).find(outcome.seat)
    hand = outcome.hand if outcome.hand is not None else len(spot.hands if spot else ())
    wallet = player(seat.user_id)
    flows = (
        (STAKE, wallet, PostingKind.STAKE_RETURNED, min(outcome.returned, outcome.stake)),
        (HOUSE, wallet, PostingKind.WINNINGS, outcome.returned - outcome.stake),
        (STAKE, HOUSE, PostingKind.LOST, outcome.stake - outcome.returned),
    )
    return [
        Posting(source=source, target=target, cents=cents, kind=kind, seat=seat.number, hand=hand)
        for source, target, kind, cents in flows
        if cents > 0
    ]


def _round(draft: Draft) -> Round:
    if draft.state.round is None:
        raise RuntimeError("no round is being played at this table")
    return draft.state.round
