"""What holds at every table, whatever is asked of it in whatever order, and whenever the house comes down."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai_players.characters import Character
from engine.round.payout import paid_at_once
from engine.round.phases import Phase, Turns
from engine.round.round import Round
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.commands import Command, Play
from engine.table.draft import Accepted
from engine.table.state import Stage, TableState, people
from engine.values.changes import Change
from engine.values.money import PostingKind, player
from engine.values.tables import SavedTable
from tests.engine import oracle
from tests.engine.came_back import bare, came_back
from tests.engine.company import Simple, invite, members
from tests.engine.games import MODERATE
from tests.engine.sitting import ANN, Sitting
from tests.engine.table_games import Evening, evenings
from tests.engine.test_round_properties import by_group

pytestmark = pytest.mark.usefixtures("variants_at_tables")

Step = tuple[TableState, Command, Accepted | None]


def begun(evening: Evening) -> Sitting:
    """The table of an evening; by every other seed, with a player of the house or two, who may be poor."""
    table, seed = Sitting.at(evening.rules, evening.seed), evening.seed
    table.company = Simple(split=seed % 4 < 2, double=seed % 3 == 0)
    table.purse = dict.fromkeys(members(table.state), seed % 5 * evening.rules.min_bet)
    if seed % 2:
        characters = [*Character]
        invite(table, ANN, *dict.fromkeys([characters[seed % 6], characters[seed % 5]]))
    return table


def steps(evening: Evening) -> Iterator[tuple[Sitting, Step]]:
    """Every accepted command of an evening with the state before it; refused ones must change nothing."""
    table = begun(evening)
    for happening in evening:
        if table.state.stage is Stage.CLOSED:
            return
        table.now += happening.seconds
        before = table.state
        command = happening.command(before)
        try:
            decision = table.ask(command)
        except Refused:
            assert table.state is before
            continue
        yield table, (before, command, decision)


@by_group
@MODERATE
@given(data=st.data())
def test_every_cent_is_somewhere(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """What players, the house and the table have adds up to nothing, and a settled round leaves nothing behind.

    The journal holds each change against what a change promises: no posting twice, no empty one, no moves lost.
    """
    for table, _ in steps(data.draw(evenings(sets))):
        on_the_table = sum(seat.stake for seat in table.state.seats)
        if table.state.stage is not Stage.PLAYING:
            assert table.journal.at_stake == on_the_table
        else:
            now = table.round
            staked = sum(oracle.staked(now, seat) for seat in now.stakes)
            assert table.journal.at_stake == staked - sum(one.stake for one in paid_at_once(now))


@by_group
@MODERATE
@given(data=st.data())
def test_players_are_paid_what_the_cards_are_worth(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """A round moves to each player exactly what their hands are worth, sooner or later, and nothing to anybody else.

    Once it is void, nobody has been paid but for naturals.
    """
    paid: Counter[int] = Counter()
    for _, (before, _, decision) in steps(data.draw(evenings(sets))):
        if decision is None:
            continue
        paid += _paid(decision.change)
        if decision.change.voided_by is not None:
            assert paid.total() == (_naturals(before.round) if before.round else 0)
            paid.clear()
        if not decision.change.settled:
            continue
        over = decision.state.last
        assert over is not None
        assert over.round is not None
        for group in over.round.groups:
            for box in group.boxes:
                user_id = over.seat(box.seat).user_id
                worth = oracle.box_returned(over.rules, group, box)
                assert paid.pop(user_id, 0) == worth
        assert not paid


def _paid(change: Change) -> Counter[int]:
    paid: Counter[int] = Counter()
    for posting in change.postings:
        if posting.kind in (PostingKind.STAKE_RETURNED, PostingKind.WINNINGS):
            assert posting.target == player(posting.target.owner)
            paid[posting.target.owner] += posting.cents
    return paid


def _naturals(round_: Round) -> int:
    return sum(one.returned for one in paid_at_once(round_))


@by_group
@MODERATE
@given(data=st.data())
def test_a_table_always_waits_for_somebody(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """No table is stuck: it takes bets until a deadline, or awaits seats that each have a deadline."""
    for table, _ in steps(data.draw(evenings(sets))):
        state = table.state
        match state.stage:
            case Stage.BETTING:
                assert people(state.seats)
                assert (state.round, state.next_deadline) == (None, state.deadline)
                assert state.deadline is not None
            case Stage.PLAYING:
                assert isinstance(table.round.awaits, Turns)
                late = {seat.number for seat in state.seats if seat.deadline is not None}
                assert late == state.awaited
                assert not any(seat.leaving for seat in state.seats if seat.number in late)
                assert late <= {seat.number for seat in people(state.seats)}
            case _:
                assert (state.stage, state.next_deadline) == (Stage.CLOSED, None)


@by_group
@MODERATE
@given(data=st.data())
def test_seats_are_few_different_and_in_order(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """One seat a user, no more than the rules say, numbers that only ever rise.

    A player of the house who gives way in mid-round is counted no more.
    """
    highest = 1
    for table, _ in steps(data.draw(evenings(sets))):
        numbers = [seat.number for seat in table.state.seats]
        given_up = [seat for seat in table.state.seats if seat.character and seat.leaving]
        assert len(numbers) - len(given_up) <= table.state.rules.seats
        assert len(set(table.users)) == len(table.users)
        assert numbers == sorted(set(numbers))
        assert all(number <= table.state.last_seat for number in numbers)
        assert table.state.last_seat >= highest
        highest = table.state.last_seat


@by_group
@MODERATE
@given(data=st.data())
def test_a_command_leaves_the_buttons_of_other_seats_alone(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Only the seat that decides has a new count, unless others left or play for the house."""
    for _, (before, command, decision) in steps(data.draw(evenings(sets))):
        if decision is None or not isinstance(command, Play):
            continue
        counts = {seat.number: seat.counter for seat in before.seats}
        for seat in decision.frames[0].seats:
            if seat.user_id == command.user_id:
                assert seat.counter == counts[seat.number] + 1
            elif not seat.leaving and seat.character is None:
                assert seat.counter == counts[seat.number]


@by_group
@MODERATE
@given(data=st.data())
def test_the_same_click_is_never_taken_twice(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """Clicked again in the same moment, a button that was taken is refused, whatever it led to."""
    for table, (_, command, decision) in steps(data.draw(evenings(sets))):
        if decision is not None and isinstance(command, Play):
            why = table.why(command)
            assert why in {Why.REPEATED, Why.TOO_LATE, Why.TABLE_CLOSED}


@by_group
@MODERATE
@given(data=st.data())
def test_a_restart_after_every_command_changes_nothing(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """A table that is restored from the bank after every command goes the same way as one that never stopped.

    Seats, stakes, counts, the round with its hole card and every card of the shoe are the same, the end of the round
    before as well, and so is all that comes after. Deadlines are given anew after a restart, so they are left out.
    """
    evening = data.draw(evenings(sets))
    table = begun(evening)
    twin = table.state
    for happening in evening:
        if table.state.stage is Stage.CLOSED:
            return
        table.now += happening.seconds
        command = happening.command(table.state)
        again = _outcome(table, twin, command)
        if isinstance(again, Refusal):
            assert again == table.refused(command)
            continue
        decision = table.ask(command)
        assert (decision is None) == (again is None)
        if decision is not None and again is not None:
            assert _timeless(decision.change) == _timeless(again.change)
            assert [*map(bare, decision.frames)] == [*map(bare, again.frames)]
        if not table.journal.table.closed:
            twin = came_back(table.journal.opened())
            assert bare(twin) == bare(table.state)
            twin = _with_deadlines_of(table.state, twin)


@by_group
@MODERATE
@given(data=st.data())
def test_the_end_of_a_round_is_told_until_the_next_deal(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """With its seats, its stakes and all its cards; and never another round's."""
    for table, (_, _, decision) in steps(data.draw(evenings(sets))):
        if decision is None:
            continue
        last, dealt = table.state.last, table.state.stage is Stage.PLAYING
        assert (last is None) == (dealt or table.state.round_number == 1)
        if last is not None:
            assert last.round_number == table.state.round_number - 1
            assert last.last is None
        if decision.change.settled:
            assert last is not None
            assert last.stage is Stage.SETTLED
            assert last.round is not None
            assert last.round.phase is Phase.OVER
            assert {seat.number: seat.stake for seat in last.seats} == last.round.stakes


def _outcome(table: Sitting, twin: TableState, command: Command) -> Accepted | Refusal | None:
    try:
        return table.would(twin, command)
    except Refused as error:
        return error.refusal


def _timeless(change: Change) -> Change:
    table: SavedTable = change.table._replace(deadline=None)
    return change._replace(table=table)


def _with_deadlines_of(live: TableState, state: TableState) -> TableState:
    seats = tuple(s._replace(deadline=live.seat(s.number).deadline) for s in state.seats)
    return state._replace(seats=seats, deadline=live.deadline)
