"""How a table is run: seats, bets, turns, time-outs, as a pure function of state, command, time and luck.

`handle` takes a command and returns what is `Accepted`: the table as it will stand, the `Change` that makes it durable,
and the states on the way that are worth showing. Or it raises `Refused`, and nothing has changed.

    BETTING --deal--> PLAYING --settled--> BETTING ... --nobody left--> CLOSED
"""

from collections.abc import Callable
from dataclasses import replace

from engine.game import DealerMove, Move, Shoe, made
from engine.rules import Refusal, Refused, Rules, Why
from engine.saved import PostingKind
from engine.table.channel_settings import Seconds
from engine.table.commands import (
    CheckDeadlines,
    CloseTable,
    Command,
    DealNow,
    LeaveTable,
    PlaceBet,
    Play,
    PlayAgain,
    PlayerCommand,
    VoidRound,
)
from engine.table.draft import Accepted, Draft
from engine.table.play import MISSES_ALLOWED, deal, leave_in_play, play_move, stand_the_late, void
from engine.table.state import Seat, Stage, TableState


def open_table(
    rules: Rules,
    *,
    channel_id: int,
    guild_id: int,
    opener: int,
    now: float,
    seconds: Seconds,
    seed: bytes,
) -> TableState:
    """A new table, not numbered yet; the opener has the first seat.

    `now` is a moment of the clock's `now`, `seed` 32 random bytes.
    """
    shoe = Shoe.fresh(rules, seed)
    return TableState(
        table_id=0,
        channel_id=channel_id,
        guild_id=guild_id,
        rules=rules,
        stage=Stage.BETTING,
        seats=(Seat(number=1, user_id=opener),),
        last_seat=1,
        round_number=1,
        round=None,
        shoe=shoe,
        shoe_before=shoe,
        asked=False,
        deadline=now + seconds.bet,
    )


def handle(
    state: TableState,
    command: Command,
    *,
    now: float,
    seconds: Seconds,
    luck: Callable[[], bytes],
) -> Accepted | None:
    """What a command comes to; None where a timer finds nobody late. Raises `Refused`."""
    draft = Draft(state=state, now=now, seconds=seconds, luck=luck, round_number=state.round_number)
    if isinstance(command, CheckDeadlines):
        return draft.finished(state) if _late(draft) else None
    if state.stage is Stage.CLOSED:
        raise Refused(Refusal(why=Why.TABLE_CLOSED))
    match command:
        case VoidRound(admin_id=admin_id):
            _void(draft, admin_id)
        case CloseTable(admin_id=admin_id):
            _close(draft, admin_id)
        case _:
            _for_player(draft, command)
    return draft.finished(state)


def _for_player(draft: Draft, command: PlayerCommand) -> None:
    if command.round_number not in (None, draft.state.round_number):
        raise Refused(Refusal(why=Why.TOO_LATE))
    match command:
        case PlaceBet():
            _place_bet(draft, command)
        case DealNow():
            _deal_now(draft, command)
        case PlayAgain():
            _play_again(draft, command)
        case LeaveTable():
            _leave(draft, command)
        case Play():
            _play(draft, command)


def resume(state: TableState, *, now: float, seconds: Seconds) -> TableState:
    """The table after a restart: nobody is late for the time in which the house was away."""
    awaited = state.awaited
    seats = (
        replace(seat, deadline=now + seconds.turn if seat.number in awaited else None)
        for seat in state.seats
    )
    deadline = now + seconds.bet if state.stage is Stage.BETTING else None
    return replace(state.with_seats(seats), deadline=deadline, resumed=True)


def _place_bet(draft: Draft, command: PlaceBet) -> None:
    seat = draft.state.seat_of(command.user_id) or _new_seat(draft.state, command.user_id)
    if draft.state.stage is not Stage.BETTING:
        _sit_down_in_mid_round(draft, seat)
        return
    if command.cents is None and not seat.last_stake:
        raise Refused(Refusal(why=Why.NOTHING_TO_REPEAT))
    cents = seat.last_stake if command.cents is None else command.cents
    _check_bet(draft.state.rules, cents)
    if seat.stake:
        draft.stake_out(seat, seat.stake, PostingKind.BET_RETURNED)
    draft.stake_in(seat, cents, PostingKind.BET)
    draft.advance(replace(seat, stake=cents, missed=0))
    if seat.number == draft.state.seats[0].number:
        draft.state = replace(draft.state, asked=False)
    _deal_when_all_have_bet(draft)


def _new_seat(state: TableState, user_id: int) -> Seat:
    if len(state.seats) >= state.rules.seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))
    return Seat(number=state.last_seat + 1, user_id=user_id)


def _sit_down_in_mid_round(draft: Draft, seat: Seat) -> None:
    """A newcomer takes a seat and bets when the round is over; everybody else has to wait."""
    if seat in draft.state.seats:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    draft.state = draft.state.with_seat(seat)


def _check_bet(rules: Rules, cents: int) -> None:
    if cents < rules.min_bet:
        raise Refused(Refusal(why=Why.BET_TOO_LOW, cents=rules.min_bet))
    if not rules.allows(cents):
        raise Refused(Refusal(why=Why.BET_TOO_HIGH, cents=rules.highest_bet))


def _deal_when_all_have_bet(draft: Draft) -> None:
    if all(seat.stake for seat in draft.state.seats):
        deal(draft)


def _deal_now(draft: Draft, command: DealNow) -> None:
    seat = _first_seat(draft, command.user_id)
    if all(seat.stake == 0 for seat in draft.state.seats):
        raise Refused(Refusal(why=Why.NO_BETS))
    draft.advance(seat)
    deal(draft)


def _play_again(draft: Draft, command: PlayAgain) -> None:
    """The first seat says yes: everybody has the full time to bet."""
    seat = _first_seat(draft, command.user_id)
    if not draft.state.asked:
        raise Refused(Refusal(why=Why.STALE))
    draft.advance(seat)
    draft.state = replace(draft.state, asked=False, deadline=draft.now + draft.seconds.bet)


def _first_seat(draft: Draft, user_id: int) -> Seat:
    """The first seat, if it is this user's and bets are being taken."""
    seat = _seated(draft, user_id)
    if draft.state.stage is not Stage.BETTING:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if seat != draft.state.seats[0]:
        raise Refused(Refusal(why=Why.FIRST_SEAT_ONLY, turn=(draft.state.seats[0].number,)))
    return seat


def _seated(draft: Draft, user_id: int) -> Seat:
    seat = draft.state.seat_of(user_id)
    if seat is None or seat.leaving:
        raise Refused(Refusal(why=Why.NOT_SEATED))
    return seat


def _leave(draft: Draft, command: LeaveTable) -> None:
    seat = _seated(draft, command.user_id)
    round_ = draft.state.round
    if round_ is not None and round_.find(seat.number) is not None:
        leave_in_play(draft, seat)
        return
    if seat.stake:
        draft.stake_out(seat, seat.stake, PostingKind.BET_RETURNED)
    draft.state = draft.state.with_seats(s for s in draft.state.seats if s != seat)
    if draft.state.stage is Stage.BETTING:
        _close_or_go_on(draft)


def _close_or_go_on(draft: Draft) -> None:
    if not draft.state.seats:
        draft.state = replace(draft.state, stage=Stage.CLOSED, deadline=None)
        return
    _deal_when_all_have_bet(draft)


def _play(draft: Draft, command: Play) -> None:
    seat = _seated(draft, command.user_id)
    if draft.state.stage is not Stage.PLAYING:
        raise Refused(Refusal(why=Why.NO_ROUND))
    move = made(command.verb, seat.number, command.cents)
    drawn_at = command.counters.get(seat.number)
    if drawn_at is not None and drawn_at != seat.counter:
        repeated = drawn_at == seat.counter - 1 and move == _last_move(draft.state, seat)
        raise Refused(Refusal(why=Why.REPEATED if repeated else Why.STALE))
    if drawn_at is None and seat.number in draft.state.awaited:
        raise Refused(Refusal(why=Why.STALE))
    play_move(draft, seat, move)


def _last_move(state: TableState, seat: Seat) -> Move | None:
    moves = state.round.moves if state.round else ()
    own = (m for m in reversed(moves) if not isinstance(m, DealerMove) and m.seat == seat.number)
    return next(own, None)


def _void(draft: Draft, admin_id: int) -> None:
    if draft.state.stage is not Stage.PLAYING:
        raise Refused(Refusal(why=Why.NO_ROUND))
    void(draft, admin_id)


def _close(draft: Draft, admin_id: int) -> None:
    """Close the table; a round that runs, and bets that were placed, are void."""
    if draft.state.stage is Stage.PLAYING or any(seat.stake for seat in draft.state.seats):
        void(draft, admin_id)
    draft.state = replace(draft.state.with_seats(()), stage=Stage.CLOSED, deadline=None)


def _late(draft: Draft) -> bool:
    """Act for those whose time is up. Returns whether anything changed."""
    if draft.state.stage is Stage.PLAYING:
        return stand_the_late(draft)
    deadline = draft.state.deadline
    if draft.state.stage is not Stage.BETTING or deadline is None or draft.now < deadline:
        return False
    if any(seat.stake for seat in draft.state.seats):
        deal(draft)
    else:
        _nobody_bet(draft)
    return True


def _nobody_bet(draft: Draft) -> None:
    missed = (replace(seat, missed=seat.missed + 1) for seat in draft.state.seats)
    kept = draft.state.with_seats(seat for seat in missed if seat.missed < MISSES_ALLOWED)
    draft.state = replace(kept, deadline=draft.now + draft.seconds.bet)
    if not draft.state.seats:
        draft.state = replace(draft.state, stage=Stage.CLOSED, deadline=None)
