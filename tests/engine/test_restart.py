"""Restored tables, and changes of the rules before the first bet."""

from collections.abc import Callable

import pytest

from engine.fairness.sealing import mix_of
from engine.round.shoe import Shoe
from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, SURRENDER
from engine.table.commands import ChangeRules, Invite, PlaceBet
from engine.table.resuming import CannotResume, as_it_ended, placeholder, restored, resume
from engine.table.state import TO_SEE, Stage
from engine.table.viewing import view_of
from engine.values.rounds import DealtSeat, EndedRound
from engine.values.tables import OpenTable, SavedTable
from tests.engine.ai_players import BOOK, MIRROR, NOVICE, invite
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, postings

Spoil = Callable[[OpenTable], OpenTable]


def in_play() -> Sitting:
    table = Sitting.at(HOTSEAT, seed=2)
    table.bet(BEN, 500)
    table.bet(ANN, 700)
    assert table.state.awaited == {1}
    return table


def of_table(**changes: object) -> Spoil:
    def spoil(saved: OpenTable) -> OpenTable:
        table: SavedTable = saved.table._replace(**changes)  # type: ignore[arg-type]
        # The bank also reads a sealed shoe's seed from there.
        shoe = saved.shoe and saved.shoe._replace(seed=table.shoe_seed)
        return saved._replace(table=table, shoe=shoe)

    return spoil


def test_deadlines_restart_after_downtime() -> None:
    """In full; the restart is shown until the round is settled."""
    table, betting = in_play(), Sitting.at(PRIVATE)
    later = table.now + 100_000
    state = resume(restored(betting.journal.opened()), now=later, seconds=SECONDS)
    assert state.deadline == state.next_deadline == later + SECONDS.bet
    table.state = state = resume(restored(table.journal.opened()), now=later, seconds=SECONDS)
    assert [seat.deadline for seat in state.seats] == [later + SECONDS.turn, None]
    assert (state.deadline, state.resumed) == (None, True)
    assert state.next_deadline == later + SECONDS.turn
    table.move(ANN, "stand")
    assert table.state.resumed
    table.move(BEN, "stand")
    assert not table.state.resumed


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
        lambda saved: saved._replace(dealt=()),
        lambda saved: saved._replace(dealt=saved.dealt[:1]),
        lambda saved: saved._replace(dealt=(DealtSeat(seat=1, user_id=ANN, stake=99),)),
        lambda saved: saved._replace(moves=saved.moves[1:]),
        lambda saved: saved._replace(moves=(*saved.moves, "2 stand")),
        lambda saved: saved._replace(moves=(*saved.moves, "1 dance")),
        lambda saved: saved._replace(moves=("deal Zz", *saved.moves[1:])),
    ],
)
def test_inconsistent_saved_data_is_refused(spoil: Spoil) -> None:
    saved = in_play().journal.opened()
    restored(saved)
    with pytest.raises(CannotResume, match="table 7"):
        restored(spoil(saved))


def test_the_last_round_after_a_restart() -> None:
    """A board that took bets is shown as voided; unreadable moves without cards."""
    state = restored(Sitting.at(HOTSEAT).journal.opened())
    over = as_it_ended(state, EndedRound(number=1, dealt=(), moves=()))
    assert (over.stage, over.round_number, over.seats) == (Stage.VOIDED, 1, ())
    assert view_of(over, {}).stage is Stage.VOIDED
    table = in_play()
    table.play_out()
    saved = table.journal.opened()
    ended, state = saved.ended, restored(saved)
    assert ended is not None
    assert as_it_ended(state, ended).round is not None
    with pytest.raises(CannotResume, match="table 7, round 1"):
        as_it_ended(state, ended._replace(moves=("deal Zz",)))
    over = placeholder(state, 1)
    assert (over.stage, over.round_number, over.round, over.seats) == (Stage.SETTLED, 1, None, ())
    assert view_of(over, {}).board == 1


# Changing the rules


def test_the_first_round_uses_the_chosen_rules() -> None:
    """From a new sealed shoe, also after a restart; seats, round and balances stay."""
    table = Sitting.at(HOTSEAT)
    table.do(ChangeRules(user_id=ANN, rules=SURRENDER))
    state = table.state = restored(table.journal.opened())
    assert (state.rules, table.journal.table.rules) == (SURRENDER, "surrender")
    assert (state.round_number, table.users, table.gain(ANN)) == (1, [ANN], 0)
    assert state.sealed is not None
    assert (state.sealed.number, state.sealed.first_round) == (2, 1)
    assert state.shoe.order == Shoe.fresh(SURRENDER, mix_of(state.sealed)).order
    assert view_of(state, {}).rules_are_open
    table.bet(ANN, 100)
    change = table.decisions[-1].change
    assert (change.drawn_from, change.rule_set) == ((2, 0), "surrender")


def test_changing_rules_while_others_play() -> None:
    """The same rules change nothing; others restart the betting time. A bet fixes the rules until it is taken back. Old
    clicks are stale.
    """
    table = Sitting.at(HOTSEAT)
    before = table.state
    table.now += 50
    decision = table.do(ChangeRules(user_id=ANN, rules=HOTSEAT))
    assert (decision.change.shoe, decision.change.revealed, table.state) == (
        None,
        None,
        before._replace(version=1),
    )
    table.bet(BEN, 1_000)
    other = ChangeRules(user_id=ANN, rules=PRIVATE)
    assert table.why(other) is Why.RULES_FIXED
    assert postings(table.leave(BEN)) == [("bet_returned", 1_000)]
    table.do(other)
    assert table.state.deadline == table.now + SECONDS.bet
    early = table.now + TO_SEE / 2
    assert table.why(PlaceBet(user_id=BEN, cents=1_000, made=early)) is Why.STALE
    table.do(PlaceBet(user_id=BEN, cents=1_000, made=table.now + TO_SEE))
    table.do(PlaceBet(user_id=BEN, cents=2_000))
    assert table.gain(BEN) == -2_000


def test_ai_players_follow_the_new_rules() -> None:
    """The last ones leave if seats are missing; the others bet within the new limits."""
    table = Sitting.at(HOTSEAT)
    invite(table, ANN, BOOK, MIRROR, NOVICE)
    fewer = with_options(PRIVATE, Options(seats=2, min_bet=7_00))
    table.do(ChangeRules(user_id=ANN, rules=fewer))
    assert [seat.character for seat in table.state.seats] == [None, BOOK]
    assert table.why(Invite(user_id=ANN, character=MIRROR, most=3)) is Why.TABLE_FULL
    table.bet(ANN, 1_000)
    stakes = [dealt.stake for dealt in table.decisions[-1].change.dealt]
    assert len(stakes) == 2
    assert min(stakes) >= 7_00
