"""Properties of every table, for any commands and restarts.

Only accepted and saved commands change a table; every later use of a round or shoe must have its own copy.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.round.costs_and_payouts import paid_at_once
from engine.round.round import Phase, Turns
from engine.rules.refusals import Refusal, Refused
from engine.table.commands import CloseTable, Command, VoidRound
from engine.table.draft import Accepted, Draft
from engine.table.state import Stage, TableState, people
from engine.table.viewing import view_of
from engine.values.money import PostingKind, player
from engine.values.tables import Change, Character
from tests.engine import oracle
from tests.engine.ai_players import Simple, invite, members
from tests.engine.restart import after_restart, bare
from tests.engine.sitting import ANN, SECONDS, Sitting
from tests.engine.table_games import Evening, every_evening
from tests.engine.test_round_properties import parts, saved
from tests.secrecy import cards_in, seeds_in

pytestmark = pytest.mark.usefixtures("variants_at_tables")

ADMIN = 9

Step = tuple[TableState, Command, Accepted | None]


def begun(evening: Evening) -> Sitting:
    """Return an evening's table; half of the seeds have one or two AI players."""
    table, seed = Sitting.at(evening.rules, evening.seed), evening.seed
    table.ai_players = Simple(split=seed % 4 < 2, double=seed % 3 == 0)
    table.purse = dict.fromkeys(members(table.state), seed % 5 * evening.rules.min_bet)
    if seed % 2:
        characters = [*Character]
        invite(table, ANN, *dict.fromkeys([characters[seed % 6], characters[seed % 5]]))
    return table


def steps(evening: Evening) -> Iterator[tuple[Sitting, Step]]:
    """Yield accepted commands with the state before; refused ones must change nothing."""
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


def outcome(table: Sitting, state: TableState, command: Command) -> Accepted | Refusal | None:
    try:
        return table.would(state, command)
    except Refused as error:
        return error.refusal


@every_evening
def test_invariants_after_every_command(evening: Evening) -> None:
    """The journal checks each change."""
    highest, paid = 1, Counter[int]()
    for table, (_, _, decision) in steps(evening):
        assert_stakes_add_up(table)
        assert_the_table_is_not_stuck(table)
        assert_seats_are_limited_unique_and_ordered(table.state)
        assert highest <= table.state.last_seat, "numbers only ever rise"
        highest = table.state.last_seat
        if decision is not None:
            assert_the_last_round_is_in_the_state(table.state, decision.change)
            assert_paid_what_the_cards_are_worth(paid, decision)


def assert_stakes_add_up(table: Sitting) -> None:
    if table.state.stage is not Stage.PLAYING:
        assert table.journal.at_stake == sum(seat.stake for seat in table.state.seats)
    else:
        now = table.round
        staked = sum(oracle.staked(now, seat) for seat in now.stakes)
        assert table.journal.at_stake == staked - sum(one.stake for one in paid_at_once(now))


def assert_paid_what_the_cards_are_worth(paid: Counter[int], decision: Accepted) -> None:
    """Check a round's payouts; `paid` has the ones so far."""
    for posting in decision.change.postings:
        if posting.kind in (PostingKind.STAKE_RETURNED, PostingKind.WINNINGS):
            assert posting.target == player(posting.target.owner)
            paid[posting.target.owner] += posting.cents
    if decision.change.settled:
        over = decision.state.last
        assert over is not None
        assert over.round is not None
        for group in over.round.groups:
            for box in group.boxes:
                worth = oracle.box_returned(over.rules, group, box)
                assert paid.pop(over.seat(box.seat).user_id, 0) == worth
        assert not paid


def assert_the_table_is_not_stuck(table: Sitting) -> None:
    """It takes bets until a deadline, or awaits seats with deadlines."""
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


def assert_seats_are_limited_unique_and_ordered(state: TableState) -> None:
    """Dismissed AI players do not count."""
    numbers = [seat.number for seat in state.seats]
    given_up = [seat for seat in state.seats if seat.character and seat.leaving]
    assert len(numbers) - len(given_up) <= state.rules.seats
    assert len({seat.user_id for seat in state.seats}) == len(numbers)
    assert numbers == sorted(set(numbers))
    assert max((0, *numbers)) <= state.last_seat


def assert_the_last_round_is_in_the_state(state: TableState, change: Change) -> None:
    """Until the next deal, with its seats, stakes and cards."""
    last = state.last
    assert (last is None) == (state.stage is Stage.PLAYING or state.round_number == 1)
    if last is not None:
        assert (last.round_number, last.last) == (state.round_number - 1, None)
    if change.settled:
        assert last is not None
        assert last.stage is Stage.SETTLED
        assert last.round is not None
        assert last.round.phase is Phase.OVER
        assert {seat.number: seat.stake for seat in last.seats} == last.round.stakes


@every_evening
def test_a_restart_after_every_command_changes_nothing(evening: Evening) -> None:
    """A table restored after every command develops the same, except for deadlines."""
    table = begun(evening)
    twin = table.state
    for happening in evening:
        if table.state.stage is Stage.CLOSED:
            return
        table.now += happening.seconds
        command = happening.command(table.state)
        again = outcome(table, twin, command)
        if isinstance(again, Refusal):
            assert again == table.refused(command)
            continue
        decision = table.ask(command)
        assert (decision is None) == (again is None)
        if decision is not None and again is not None:
            assert _timeless(decision.change) == _timeless(again.change)
            assert [*map(bare, decision.frames)] == [*map(bare, again.frames)]
        if not table.journal.table.closed:
            twin = after_restart(table.journal.opened())
            assert bare(twin) == bare(table.state)
            twin = _with_deadlines_of(table.state, twin)


def _timeless(change: Change) -> Change:
    return change._replace(table=change.table._replace(deadline=None))


def _with_deadlines_of(live: TableState, state: TableState) -> TableState:
    seats = tuple(s._replace(deadline=live.seat(s.number).deadline) for s in state.seats)
    return state._replace(seats=seats, deadline=live.deadline)


# Accepted states are immutable


@every_evening
def test_an_unsaved_command_changes_nothing(evening: Evening) -> None:
    """Refused, or accepted and not saved; a retry has the same result."""
    for number, (table, (before, command, _)) in enumerate(steps(evening)):
        for state in (before, table.state) if number % 5 == 0 else ():
            was, seen = saved(state), view_of(state, {})
            for each in (command, VoidRound(admin_id=ADMIN), CloseTable(admin_id=ADMIN)):
                first = outcome(table, state, each)
                assert (state, view_of(state, {})) == (was, seen)
                assert outcome(table, state, each) == first


@every_evening
def test_later_commands_do_not_change_earlier_decisions(evening: Evening) -> None:
    """They share no mutable part; each frame has its own round and shoe."""
    accepted = []
    for _, (_, _, decision) in steps(evening):
        if decision is None:
            continue
        accepted.append((decision, saved(decision)))
        frames = [(frame, frame.round) for frame in decision.frames if frame.round is not None]
        shared = [part for _, round_ in frames for part in {*map(id, parts(round_))}]
        assert len(shared) == len({*shared}), "each frame has its own round"
        for frame, round_ in frames:
            if frame.shoe.seed == frame.shoe_before.seed:
                gone = frame.shoe.dealt - frame.shoe_before.dealt
                assert gone == len([*round_.cards_out()])
    assert all(decision == was for decision, was in accepted)


@every_evening
def test_no_repr_of_a_table_has_a_card_or_a_seed(evening: Evening) -> None:
    """States, saved values, drafts and decisions."""
    for number, (table, (before, command, decision)) in enumerate(steps(evening)):
        if number % 4:
            continue
        draft = Draft(before=table.state, now=0, seconds=SECONDS, random_bytes=bytes)
        draft.moves = [*draft.round.moves] if draft.round else []
        values = (before, command, decision, table.journal.opened(), draft)
        text = "\n".join({*map(repr, values), *map(str, values)})
        shoes = [shoe for one in (before, table.state) for shoe in (one.shoe, one.shoe_before)]
        assert cards_in(text) == []
        assert seeds_in(text, {shoe.seed for shoe in shoes}) == []
