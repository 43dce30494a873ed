"""A table that comes back: deadlines are given anew, and what does not fit together is refused with the place."""

from collections.abc import Callable

import pytest

from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.table.procedure import resume
from engine.table.restoring import CannotResume, as_it_ended, restored, untold
from engine.table.seen import look
from engine.table.state import Seat, Stage, saved
from engine.values.rounds import DealtSeat, EndedRound
from engine.values.tables import OpenTable, SavedSeat, SavedTable, TableMessage
from tests.engine.came_back import bare
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting

Spoil = Callable[[OpenTable], OpenTable]


def in_play() -> Sitting:
    """A hotseat table where Ann and Ben have bet and Ann is to decide."""
    table = Sitting.at(HOTSEAT, seed=2)
    table.bet(BEN, 500)
    table.bet(ANN, 700)
    assert table.state.awaited == {1}
    return table


def of_table(**changes: object) -> Spoil:
    """Change what was kept of the table itself."""

    def spoil(kept: OpenTable) -> OpenTable:
        table: SavedTable = kept.table._replace(**changes)  # type: ignore[arg-type]
        # The bank reads the secret of a sealed shoe there, too.
        shoe = kept.shoe and kept.shoe._replace(seed=table.shoe_seed)
        return kept._replace(table=table, shoe=shoe)

    return spoil


def test_nobody_is_late_for_the_time_in_which_the_house_was_away() -> None:
    """Whoever is awaited has the full time again, the others none, and the table says that it came back."""
    table = in_play()
    later = table.now + 100_000
    state = resume(restored(table.journal.opened()), now=later, seconds=SECONDS)
    assert [seat.deadline for seat in state.seats] == [later + SECONDS.turn, None]
    assert (state.deadline, state.resumed) == (None, True)
    assert state.next_deadline == later + SECONDS.turn


def test_bets_are_open_for_the_full_time_after_a_restart() -> None:
    """A table between rounds takes bets again."""
    table = Sitting.at(PRIVATE)
    table.bet(BEN, 500)
    later = table.now + 100_000
    state = resume(restored(table.journal.opened()), now=later, seconds=SECONDS)
    assert state.deadline == state.next_deadline == later + SECONDS.bet
    assert [seat.stake for seat in state.seats] == [0, 500]


def test_the_news_of_a_restart_ends_with_the_round() -> None:
    """Once the round that was interrupted is settled, nothing more is said of it."""
    table = in_play()
    table.state = resume(restored(table.journal.opened()), now=table.now, seconds=SECONDS)
    table.move(ANN, "stand")
    assert table.state.resumed
    table.move(BEN, "stand")
    assert not table.state.resumed


def test_a_table_without_a_round_is_restored() -> None:
    """What was opened and never played at comes back as it was."""
    table = Sitting.at(HOTSEAT)
    assert bare(restored(table.journal.opened())) == bare(table.state)
    assert table.journal.opened().ended is None


def test_the_message_is_remembered() -> None:
    """The message that shows the table is found again after a restart."""
    table = Sitting.at(HOTSEAT)
    state = table.state._replace(message=TableMessage(99, 1))
    again = restored(table.journal.opened()._replace(table=saved(state)))
    assert again.message == state.message


@pytest.mark.parametrize(
    "spoil",
    [
        of_table(rules="nowhere"),
        of_table(rules=""),
        of_table(rules="hotseat "),
        of_table(phase="dancing"),
        of_table(shoe_seed=bytes(31)),
        of_table(shoe_seed=bytes(32)),
        of_table(shoe_dealt=-1),
        of_table(shoe_dealt=1),
        of_table(shoe_dealt=10_000),
        lambda kept: kept._replace(dealt=()),
        lambda kept: kept._replace(dealt=kept.dealt[:1]),
        lambda kept: kept._replace(dealt=(DealtSeat(seat=1, user_id=ANN, stake=99),)),
        lambda kept: kept._replace(moves=kept.moves[1:]),
        lambda kept: kept._replace(moves=(*kept.moves, "2 stand")),
        lambda kept: kept._replace(moves=(*kept.moves, "1 dance")),
        lambda kept: kept._replace(moves=("deal Zz", *kept.moves[1:])),
    ],
)
def test_what_does_not_fit_together_is_refused(spoil: Spoil) -> None:
    """A table is not guessed at: the error names it, whatever is broken."""
    kept = in_play().journal.opened()
    restored(kept)
    with pytest.raises(CannotResume, match="table 7"):
        restored(spoil(kept))


def test_cards_that_the_shoe_does_not_hold_are_refused() -> None:
    """A log whose cards are not those of the seed is named with the place of the first card that differs."""
    kept = in_play().journal.opened()
    first = kept.moves[0]
    other = "deal 2c" if first != "deal 2c" else "deal 3c"
    with pytest.raises(CannotResume, match="card 0 in the log is not"):
        restored(kept._replace(moves=(other, *kept.moves[1:])))


def test_a_round_that_ended_before_the_deal_is_shown_as_void() -> None:
    """Its board took bets, and stands there with its buttons until it says so."""
    state = restored(Sitting.at(HOTSEAT).journal.opened())
    over = as_it_ended(state, EndedRound(number=1, dealt=(), moves=()))
    assert (over.stage, over.round_number, over.seats) == (Stage.VOIDED, 1, ())
    assert look(over, {}).stage is Stage.VOIDED


def test_a_broken_settlement_is_refused() -> None:
    """The cards of the round before are not shown where its moves can't be read."""
    table = in_play()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    kept = table.journal.opened()
    ended, state = kept.ended, restored(kept)
    assert ended is not None
    assert as_it_ended(state, ended).round is not None
    with pytest.raises(CannotResume, match="table 7, round 1"):
        as_it_ended(state, ended._replace(moves=("deal Zz",)))
    over = untold(state, 1)
    assert (over.stage, over.round_number, over.round, over.seats) == (Stage.SETTLED, 1, None, ())
    assert look(over, {}).board == 1


def test_a_seat_is_kept_field_by_field() -> None:
    """A kept seat has the fields of a seat in their order, but for the moments at the end."""
    assert (*SavedSeat._fields, "deadline", "seen_from") == Seat._fields
