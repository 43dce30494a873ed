"""What a table holds is changed by nothing but an accepted and saved command, though a round changes in place.

Whoever goes on with a round or a shoe does so with a copy of their own: the copy shares no part that changes.
"""

import pickle
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.round.moves import parse_move
from engine.round.round import Round, fold, refusal
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, is_natural, total
from engine.rules.refusals import IllegalMove, Refused
from engine.rules.rules import Rules
from engine.table.commands import CloseTable, Command, VoidRound
from engine.table.seen import look
from engine.table.state import TableState
from tests.engine.games import MODERATE, games, played
from tests.engine.sitting import Sitting
from tests.engine.table_games import evenings
from tests.engine.test_round_properties import by_group, every_move
from tests.engine.test_table_properties import steps

pytestmark = pytest.mark.usefixtures("variants_at_tables")

ADMIN = 9


T = TypeVar("T")


def kept(value: T) -> T:
    """An equal value that shares nothing with this one: many times as quick as a deep copy."""
    found: T = pickle.loads(pickle.dumps(value))
    return found


def parts(round_: Round) -> Iterator[object]:
    """Everything in a round that can change."""
    yield from (round_, round_.moves)
    for group in round_.groups:
        yield from (group, group.dealer)
        for box in group.boxes:
            yield from (box, box.hands, *box.hands)


@by_group
@MODERATE
@given(data=st.data())
def test_a_copy_shares_nothing_that_changes(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """It is equal, and whatever legal move it makes, the round that was copied stays as it was."""
    for now in played(data.draw(games(group))):
        was = kept(now)
        for move in every_move(now):
            copy = now.copy()
            assert copy == now
            assert not {*map(id, parts(copy))} & {*map(id, parts(now))}
            if refusal(copy, move) is None:
                copy.push(move)
                assert copy != now
            else:
                with pytest.raises(IllegalMove):
                    copy.push(move)
                assert copy == now
            assert now == was


@by_group
@MODERATE
@given(data=st.data())
def test_a_hand_knows_its_value_at_every_moment(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """What is kept up as cards come is what the cards are worth, for players and dealers, after splits too."""
    for now in played(data.draw(games(group))):
        hands = [hand for box in now.boxes() for hand in box.hands]
        for held in (*hands, *(group.dealer for group in now.groups)):
            assert held.total == total(held.cards)
            assert held.is_natural == is_natural(held.cards)


@by_group
@MODERATE
@given(data=st.data())
def test_a_played_round_is_the_fold_of_its_log(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Changed in place from the first card to the last, a round is at each moment what its moves so far make."""
    rounds = played(data.draw(games(group)))
    live = rounds[0].copy()
    for before, now in pairwise(rounds):
        live.push(now.moves[-1])
        assert live == now == fold(now.rules, now.stakes, map(parse_move, map(str, now.moves)))
        assert len(before.moves) == len(now.moves) - 1


def outcome(table: Sitting, state: TableState, command: Command) -> object:
    """What the command comes to."""
    try:
        return table.would(state, command)
    except Refused as error:
        return error.refusal


@by_group
@MODERATE
@given(data=st.data())
def test_a_command_that_is_not_saved_changes_nothing(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Refused, or accepted and then not saved: state and view are as they were; asked again, the same comes of it."""
    for table, (before, command, _) in steps(data.draw(evenings(group))):
        for state in (before, table.state):
            was, seen = kept(state), look(state, {})
            commands: list[Command] = [
                command,
                VoidRound(admin_id=ADMIN),
                CloseTable(admin_id=ADMIN),
            ]
            for each in commands:
                first = outcome(table, state, each)
                assert (state, look(state, {})) == (was, seen)
                assert outcome(table, state, each) == first


@by_group
@MODERATE
@given(data=st.data())
def test_what_was_accepted_stays_as_it_was(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """The states that are shown, and the change that is saved, are not touched by the commands that come after."""
    accepted = []
    for _, (_, _, decision) in steps(data.draw(evenings(group))):
        if decision is not None:
            accepted.append((decision, kept(decision)))
            rounds = [frame.round for frame in decision.frames if frame.round is not None]
            shared = [part for round_ in rounds for part in {*map(id, parts(round_))}]
            assert len(shared) == len({*shared}), "each frame has a round of its own"
    assert all(decision == was for decision, was in accepted)


@by_group
@MODERATE
@given(data=st.data())
def test_the_shoe_of_a_frame_is_the_one_of_that_moment(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Each step that is shown has a shoe without the cards that lie on the table, and with all that come later."""
    for _, (_, _, decision) in steps(data.draw(evenings(group))):
        for frame in decision.frames if decision is not None else ():
            if frame.round is not None and frame.shoe.seed == frame.shoe_before.seed:
                out = [*frame.round.cards_out()]
                assert frame.shoe.dealt - frame.shoe_before.dealt == len(out)


@pytest.mark.parametrize("deck", [FRENCH_DECK, PLAIN_SUIT], ids=["French", "plain"])
def test_cards_are_values(deck: tuple[object, ...]) -> None:
    """Those that rounds share never change."""
    with pytest.raises(AttributeError):
        deck[0].rank = None  # type: ignore[attr-defined]
