"""Carries out commands at a table, without I/O: time and randomness are passed in.

`handle` returns the next state, the `Change` to save and the states to show, or raises `Refused`.

    BETTING --deal--> PLAYING --settled--> BETTING ... --no players--> CLOSED
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.round.moves import DealerMove, Origin, PlayerMove, made
from engine.round.round import Round
from engine.round.shoe import RandomBytes
from engine.rules.refusals import Refusal, Refused, Why
from engine.table import betting, commands, play, seating
from engine.table.channel_settings import Seconds
from engine.table.commands import Command
from engine.table.draft import Accepted, AIPlayers, Draft
from engine.table.shoe_changes import close
from engine.table.state import TO_SEE, Stage, TableState, people
from engine.values.shoes import ShoeEnd

NOTHING: Mapping[int, int] = MappingProxyType({})


def handle(
    state: TableState,
    command: Command,
    *,
    now: float,
    seconds: Seconds,
    random_bytes: RandomBytes,
    ai_players: AIPlayers | None = None,
    balances: Mapping[int, int] = NOTHING,
    steps: bool = True,
) -> Accepted | None:
    """Carry out a command and return the result, or None if no deadline has passed. Raises `Refused`.

    `now` is in Unix seconds (`Clock.now`). `ai_players` are required if an AI player has to decide. `balances` (cents
    by user id) limit their bets; a missing one counts as a new player's. With `steps`, each step of the dealer's play
    is shown.
    """
    draft = Draft(
        before=state,
        now=now,
        seconds=seconds,
        random_bytes=random_bytes,
        ai_players=ai_players,
        balances=balances,
        steps=steps,
    )
    if isinstance(command, commands.CheckDeadlines):
        return draft.finished() if _late(draft) else None
    if state.stage is Stage.CLOSED:
        raise Refused(Refusal(why=Why.TABLE_CLOSED))
    # Between rounds, closing works whatever round the button was drawn for.
    between = isinstance(command, commands.CloseTable) and state.stage is not Stage.PLAYING
    if command.round_number not in (None, state.round_number) and not between:
        raise Refused(Refusal(why=Why.TOO_LATE))
    _DONE_BY[type(command)](draft, command)
    return draft.finished()


def _leave(draft: Draft, command: commands.LeaveTable) -> None:
    seat = draft.seated(command.user_id)
    if draft.is_in_round(seat):
        play.leave_in_play(draft, seat)
        return
    if seat.stake:
        draft.return_bet(seat)
        draft.ahead = draft.stage is Stage.PLAYING
    draft.seats.remove(seat)
    if draft.stage is Stage.BETTING and people(draft.seats):
        betting.note_first_bet(draft)
        betting.deal_when_all_have_bet(draft)
    elif draft.stage is Stage.BETTING:
        close(draft)


def _invite(draft: Draft, command: commands.Invite) -> None:
    seating.invite(draft, command)
    # Later, an AI player that returns has a balance that is known only after this command.
    if draft.stage is Stage.BETTING and draft.round_number == 1:
        betting.deal_when_all_have_bet(draft)


def _play(draft: Draft, command: commands.MakeMove) -> None:
    seat = draft.seated(command.user_id)
    if draft.stage is not Stage.PLAYING:
        raise Refused(Refusal(why=Why.NO_ROUND))
    move = made(command.verb, seat.number, command.cents, hinted=command.hinted)
    drawn_at = command.counters.get(seat.number)
    if drawn_at is not None and drawn_at != seat.counter:
        repeated = drawn_at == seat.counter - 1 and _is_repeated(move, draft.running)
        raise Refused(Refusal(why=Why.REPEATED if repeated else Why.STALE))
    if drawn_at is None and seat.number in draft.running.awaited:
        raise Refused(Refusal(why=Why.STALE))
    if command.made is not None and command.made < seat.seen_from:
        raise Refused(Refusal(why=Why.HAND_JUST_UP))
    hand = draft.running.active_hand(seat.number)
    play.play_move(draft, seat, move)
    if hand is not None:
        _show_next_hand(draft, seat.number, hand)


def _show_next_hand(draft: Draft, number: int, before: int) -> None:
    """After a click that finished hand `before`, ignore clicks until the player can see the next hand."""
    if draft.stage is Stage.PLAYING and draft.running.active_hand(number) not in (before, None):
        draft.put(draft.seat(number)._replace(seen_from=draft.now + TO_SEE))


def _is_repeated(move: PlayerMove, round_: Round) -> bool:
    moves = reversed(round_.moves)
    own = (m for m in moves if not isinstance(m, DealerMove) and m.seat == move.seat)
    last = next(own, None)
    if last is None or last.origin not in (Origin.PLAYER, Origin.HINTED):
        return False
    return replace(last, origin=move.origin) == move


def _void(draft: Draft, command: commands.VoidRound) -> None:
    if draft.stage is not Stage.PLAYING:
        raise Refused(Refusal(why=Why.NO_ROUND))
    play.play_out(draft)


def _break_off(draft: Draft, command: commands.BreakOff) -> None:
    play.break_off(draft, command.admin_id)


def _close(draft: Draft, command: commands.CloseTable) -> None:
    draft.closing = True
    bets = [seat for seat in draft.seats if seat.stake and not draft.is_in_round(seat)]
    if draft.stage is Stage.PLAYING:
        draft.voided_by = command.admin_id if bets else None
        play.play_out(draft)
    elif bets:
        play.void(draft, command.admin_id)
    else:
        close(draft, ShoeEnd.CLOSED_BY_ADMIN)


_DONE_BY: Mapping[type[Command], Callable[[Draft, Any], None]] = {
    commands.PlaceBet: betting.place_bet,
    commands.DealNow: betting.deal_now,
    commands.AddWords: betting.add_words,
    commands.ChangeRules: betting.change_rules,
    commands.LeaveTable: _leave,
    commands.Invite: _invite,
    commands.SendAway: seating.send_away,
    commands.KeepOpen: betting.keep_open,
    commands.MakeMove: _play,
    commands.VoidRound: _void,
    commands.CloseTable: _close,
    commands.BreakOff: _break_off,
}
"""`CheckDeadlines` has none."""


def _late(draft: Draft) -> bool:
    """Act on passed deadlines. Return True if anything changed."""
    if draft.stage is Stage.PLAYING:
        return play.stand_the_late(draft)
    deadline = draft.deadline
    if draft.stage is not Stage.BETTING or deadline is None or draft.now < deadline:
        return False
    if any(seat.stake for seat in draft.seats):
        play.deal(draft)
    else:
        betting.nobody_bet(draft)
    return True
