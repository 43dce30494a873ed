"""A table that comes back, and one whose opener chooses other rules before anybody has bet."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine.fairness.sealing import mix_of
from engine.fairness.verifying import Flaw, verify_transcript
from engine.round.shoe import Shoe
from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, RULE_SETS, SURRENDER
from engine.rules.rules import Rules
from engine.table.commands import ChangeRules, CutCards, Invite, PlaceBet
from engine.table.resuming import CannotResume, as_it_ended, restored, resume, untold
from engine.table.state import TO_SEE, Seat, Stage
from engine.table.view import view_of
from engine.values.rounds import DealtSeat, EndedRound
from engine.values.shoes import ShoeEnd
from engine.values.tables import OpenTable, SavedSeat, SavedTable
from tests.engine.company import BOOK, MIRROR, NOVICE, invite
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, postings
from tests.engine.verified import says_wrong, transcripts

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
    """Whoever is awaited has the full time again; the table says that it came back, until the round is settled."""
    table = in_play()
    later = table.now + 100_000
    table.state = state = resume(restored(table.journal.opened()), now=later, seconds=SECONDS)
    assert [seat.deadline for seat in state.seats] == [later + SECONDS.turn, None]
    assert (state.deadline, state.resumed) == (None, True)
    assert state.next_deadline == later + SECONDS.turn
    table.move(ANN, "stand")
    assert table.state.resumed
    table.move(BEN, "stand")
    assert not table.state.resumed


def test_bets_are_open_for_the_full_time_after_a_restart() -> None:
    """A table between rounds takes bets again."""
    table = Sitting.at(PRIVATE)
    table.bet(BEN, 500)
    later = table.now + 100_000
    state = resume(restored(table.journal.opened()), now=later, seconds=SECONDS)
    assert state.deadline == state.next_deadline == later + SECONDS.bet
    assert [seat.stake for seat in state.seats] == [0, 500]


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
    assert view_of(over, {}).stage is Stage.VOIDED


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
    assert view_of(over, {}).board == 1


def test_a_seat_is_kept_field_by_field() -> None:
    """A kept seat has the fields of a seat in their order, but for the moments at the end."""
    assert (*SavedSeat._fields, "deadline", "seen_from") == Seat._fields


# Other rules


def changed(rules: Rules, *, first: Rules = HOTSEAT) -> Sitting:
    """A table whose opener wanted other rules before anybody bet."""
    table = Sitting.at(first)
    table.do(ChangeRules(user_id=ANN, rules=rules))
    return table


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_first_round_is_played_by_the_rules_that_were_chosen(rules: Rules) -> None:
    """From a sealed shoe of their own; the seat, the round and the balances are as they were."""
    table = changed(rules, first=HOTSEAT if rules.key == "private" else PRIVATE)
    state = table.state
    assert (state.rules, table.journal.table.rules) == (rules, rules.key)
    assert (state.round_number, table.users, table.gain(ANN)) == (1, [ANN], 0)
    assert state.sealed is not None
    assert (state.sealed.number, state.sealed.first_round) == (2, 1)
    assert state.shoe.order == Shoe.fresh(rules, mix_of(state.sealed)).order
    table.bet(ANN, rules.min_bet)
    assert table.state.stage is Stage.PLAYING or table.state.round_number == 2
    assert table.decisions[-1].change.drawn_from == (2, 0)


def test_what_is_chosen_survives_a_restart() -> None:
    """The table comes back by the new rules, with the new shoe, and may be changed once more."""
    table = changed(SURRENDER)
    before = table.state
    table.state = restored(table.journal.opened())
    assert table.state.rules == SURRENDER
    assert (table.state.sealed, table.state.shoe.order) == (before.sealed, before.shoe.order)
    assert view_of(table.state, {}).rules_are_open
    table.do(ChangeRules(user_id=ANN, rules=HOTSEAT))
    assert table.journal.table.rules == "hotseat"


def test_the_shoes_that_were_put_away_are_verified(tmp_path: Path) -> None:
    """Each says why it ended and names no card, and the next one takes it up; none does after a card was dealt."""
    table, path = Sitting.at(HOTSEAT), tmp_path / "shoe.txt"
    table.do(CutCards(user_id=ANN, words="137"))
    for rules in (SURRENDER, PRIVATE, HOTSEAT):
        table.do(ChangeRules(user_id=ANN, rules=rules))
    table.bet(ANN, 1_000)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    table.leave(ANN)
    told = [*transcripts(table)]
    assert [shoe.number for shoe, _ in told] == [1, 2, 3, 4]
    for shoe, text in told:
        words = "137" if shoe.number == 1 else ""
        path.write_text(text)
        assert verify_transcript(text.encode(), shoe.sealed.hex(), words).flaw is None
        assert not says_wrong(path, shoe.sealed.hex(), words)
        assert ("\nended rules changed\ncards \n" in text) is (shoe.number < 4)
    for (_, text), (after, _) in pairwise(told):
        assert f"before {verify_transcript(text.encode()).digest}\n" in after.header
    doctored = told[-1][1].replace("ended closed\n", f"ended {ShoeEnd.OTHER_RULES.value}\n")
    assert doctored != told[-1][1]
    assert verify_transcript(doctored.encode()).flaw is Flaw.MALFORMED
    path.write_text(doctored)
    assert says_wrong(path, told[-1][0].sealed.hex())


def test_the_same_rules_are_no_new_shoe() -> None:
    """Nothing is put away, and nobody gets more time; other rules give the whole time to bet."""
    table = Sitting.at(HOTSEAT)
    before = table.state
    table.now += 50
    decision = table.do(ChangeRules(user_id=ANN, rules=HOTSEAT))
    assert (decision.change.shoe, decision.change.revealed, table.state) == (None, None, before)
    table.do(ChangeRules(user_id=ANN, rules=PRIVATE))
    assert table.state.deadline == table.now + SECONDS.bet


def test_a_chip_of_the_old_rules_bets_nothing() -> None:
    """What was clicked before the new board could be seen is late; what was clicked or typed after it counts."""
    table = changed(PRIVATE)
    early = table.now + TO_SEE / 2
    assert table.why(PlaceBet(user_id=BEN, cents=1_000, made=early)) is Why.STALE
    table.do(PlaceBet(user_id=BEN, cents=1_000, made=table.now + TO_SEE))
    table.do(PlaceBet(user_id=BEN, cents=2_000))
    assert table.gain(BEN) == -2_000


def test_a_bet_that_was_taken_back_is_none() -> None:
    """With a bet on the table the rules stay; without one they may be chosen again, and the round has the last ones."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 1_000)
    assert table.why(ChangeRules(user_id=ANN, rules=PRIVATE)) is Why.RULES_FIXED
    assert postings(table.leave(BEN)) == [("bet_returned", 1_000)]
    table.do(ChangeRules(user_id=ANN, rules=PRIVATE))
    table.bet(ANN, 1_000)
    assert table.decisions[-1].change.rule_set == "private"


def test_company_makes_room_and_plays_by_the_new_rules() -> None:
    """With fewer seats the last of them get up; who stays bets within the new limits."""
    table = Sitting.at(HOTSEAT)
    for character in (BOOK, MIRROR, NOVICE):
        invite(table, ANN, character)
    fewer = with_options(PRIVATE, Options(seats=2, min_bet=7_00))
    table.do(ChangeRules(user_id=ANN, rules=fewer))
    assert [seat.character for seat in table.state.seats] == [None, BOOK]
    assert table.why(Invite(user_id=ANN, character=MIRROR, most=3)) is Why.TABLE_FULL
    table.bet(ANN, 1_000)
    stakes = [dealt.stake for dealt in table.decisions[-1].change.dealt]
    assert len(stakes) == 2
    assert min(stakes) >= 7_00
