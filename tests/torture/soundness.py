"""Whether the books are sound by themselves, and whether they have only grown since the last look."""

from collections.abc import Iterator

from engine.round.payout import paid_at_once, settle
from engine.round.round import Phase, Round
from engine.rules.refusals import Refused
from engine.table.resuming import CannotResume, restored
from engine.table.state import Seat, Stage, TableState
from engine.values.money import PostingKind
from engine.values.tables import OpenTable

from .books import Books, KeptRound, Posting
from .journey import Journeys


def unsound(books: Books, journeys: Journeys) -> Iterator[str]:
    """A line for each thing that does not fit."""
    yield from (f"audit: {finding}" for finding in books.findings)
    for kept in books.open_tables:
        yield from _half_open(books, kept)
    for played in books.rounds.values():
        postings = books.by_round[played.id]
        if played.state == "settled":
            yield from _wrongly_settled(played, postings, journeys)
        if played.state == "voided":
            yield from _wrongly_voided(played, postings, journeys)


def shrunk(before: Books, now: Books) -> Iterator[str]:
    """A line for each thing that was kept at the last look and is gone or changed."""
    # On a server, whoever commits first may have the greater numbers.
    if missing := set(before.postings) - set(now.postings):
        yield f"postings were lost or changed: {sorted(missing, key=lambda one: one.id)[:3]}"
    for old in before.rounds.values():
        new = now.rounds.get(old.id)
        if new is None or not _grown(old, new):
            yield f"round {old.id} was {old}, and is {new}"
    if gone := before.channels.keys() - now.channels.keys():
        yield f"tables are gone: {gone}"
    if again := before.closed - now.closed:
        yield f"tables were closed, and are open again: {again}"


def _grown(old: KeptRound, new: KeptRound) -> bool:
    same_moves = new.moves[: len(old.moves)] == old.moves
    same_seats = old.dealt in ((), new.dealt)
    ended = old.state == "open" or (old.state, old.moves) == (new.state, new.moves)
    return same_moves and same_seats and ended


def _half_open(books: Books, kept: OpenTable) -> Iterator[str]:
    table_id, number = kept.table.table_id, kept.table.round_number
    try:
        state = restored(kept)
    except CannotResume as error:
        yield f"table {table_id} can't be resumed: {error}"
        return
    played = books.by_number.get((table_id, number))
    booked = played.stake if played else 0
    coming = books.by_number.get((table_id, number + 1))
    ahead = sum(seat.stake for seat in _ahead(state))
    if (coming.stake if coming else 0) != ahead:
        yield f"table {table_id} round {number + 1}: {coming} booked, {ahead} cents staked ahead"
    if booked != _on_the_table(state):
        yield f"table {table_id} round {number}: {booked} cents booked, {_on_the_table(state)} staked"
    if (state.stage is Stage.PLAYING) != (state.round is not None):
        yield f"table {table_id} is {state.stage} with round {state.round}"
    if state.round is not None and state.round.phase is Phase.OVER:
        yield f"table {table_id} round {number} is over, but not settled"


def _ahead(state: TableState) -> list[Seat]:
    """The seats with a bet on the round after the one that is played."""
    if state.round is None:
        return []
    return [seat for seat in state.seats if seat.stake and not state.round.find(seat.number)]


def _on_the_table(state: TableState) -> int:
    if state.round is None:
        return sum(seat.stake for seat in state.seats)
    boxes = [box for group in state.round.groups for box in group.boxes]
    hands = sum(hand.at_stake for box in boxes for hand in box.hands)
    paid = sum(outcome.stake for outcome in paid_at_once(state.round))
    return hands + sum(box.insurance or 0 for box in boxes) - paid


def _wrongly_settled(
    played: KeptRound, postings: list[Posting], journeys: Journeys
) -> Iterator[str]:
    if not played.dealt:
        if left := sum(posting.in_play for posting in postings):
            yield f"round {played.id} was never dealt, and {left} cents of its bets are gone"
        return
    try:
        round_ = journeys.rounds(played)[-1]
    except (ValueError, Refused) as error:
        yield f"round {played.id} can't be replayed: {error}"
        return
    if round_.phase is not Phase.OVER:
        yield f"round {played.id} is settled, but not over: {played.moves[-1:]}"
        return
    for dealt in played.dealt:
        mine = [posting for posting in postings if posting.seat == dealt.seat]
        booked, due = _booked(mine), _due(round_, dealt.seat)
        if booked != due:
            yield (
                f"round {played.id} seat {dealt.seat}: (staked, returned, lost) is {booked} by the"
                f" postings and {due} by the moves; {mine}"
            )


def _wrongly_voided(
    played: KeptRound, postings: list[Posting], journeys: Journeys
) -> Iterator[str]:
    """Everybody has their own money back, and what their naturals were paid before."""
    try:
        paid = paid_at_once(journeys.rounds(played)[-1]) if played.moves else ()
    except (ValueError, Refused) as error:
        yield f"round {played.id} can't be replayed: {error}"
        return
    for seat in {posting.seat for posting in postings}:
        mine = [posting for posting in postings if posting.seat == seat]
        won = sum(posting.balance for posting in mine)
        if won != sum(outcome.net for outcome in paid if outcome.seat == seat):
            yield f"round {played.id} is void, and seat {seat} has won {won} cents: {mine}"


def _booked(postings: list[Posting]) -> tuple[int, int, int]:
    returned = sum(posting.cents for posting in postings if posting.kind in _RETURNED)
    lost = sum(posting.cents for posting in postings if posting.kind is PostingKind.LOST)
    put_in = sum(-posting.balance for posting in postings if posting.kind not in _RETURNED)
    return put_in, returned, lost


_RETURNED = frozenset({PostingKind.STAKE_RETURNED, PostingKind.WINNINGS})


def _due(round_: Round, seat: int) -> tuple[int, int, int]:
    outcomes = [outcome for outcome in settle(round_) if outcome.seat == seat]
    return (
        sum(outcome.stake for outcome in outcomes),
        sum(outcome.returned for outcome in outcomes),
        sum(max(-outcome.net, 0) for outcome in outcomes),
    )
