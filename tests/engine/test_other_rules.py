"""The opener of a table chooses other rules, as long as nobody has bet."""

from itertools import pairwise
from pathlib import Path

import pytest

from engine.fairness.checking import Flaw, verify_transcript
from engine.fairness.sealing import mix_of
from engine.round.shoe import Shoe
from engine.rules.options import Options, with_options, with_what_fits
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, RULE_SETS, SURRENDER
from engine.rules.rules import Rules
from engine.table.commands import ChangeRules, CutCards, Invite, PlaceBet
from engine.table.restoring import restored
from engine.table.seen import look
from engine.table.state import TO_SEE, Stage
from engine.values.shoes import ShoeEnd
from tests.engine.company import BOOK, MIRROR, NOVICE, invite
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, postings
from tests.engine.verified import says_wrong, transcripts

LANDED = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def changed(rules: Rules, *, first: Rules = HOTSEAT) -> Sitting:
    """A table whose opener wanted other rules before anybody bet."""
    table = Sitting.at(first)
    table.do(ChangeRules(user_id=ANN, rules=rules))
    return table


@LANDED
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
    assert look(table.state, {}).rules_are_open
    table.do(ChangeRules(user_id=ANN, rules=HOTSEAT))
    assert table.journal.table.rules == "hotseat"


def test_the_shoes_that_were_put_away_are_verified(tmp_path: Path) -> None:
    """Each says why it ended and names no card, and the next one takes it up; cut or not."""
    table = Sitting.at(HOTSEAT)
    table.do(CutCards(user_id=ANN, words="137"))
    for rules in (SURRENDER, PRIVATE, HOTSEAT):
        table.do(ChangeRules(user_id=ANN, rules=rules))
    table.bet(ANN, 1_000)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    table.leave(ANN)
    told = [*transcripts(table)]
    assert [shoe.number for shoe, _ in told] == [1, 2, 3, 4]
    path = tmp_path / "shoe.txt"
    for shoe, text in told:
        words = "137" if shoe.number == 1 else ""
        path.write_text(text)
        assert verify_transcript(text.encode(), shoe.sealed.hex(), words).flaw is None
        assert not says_wrong(path, shoe.sealed.hex(), words)
        assert ("\nended rules changed\ncards \n" in text) is (shoe.number < 4)
    for (_, text), (after, _) in pairwise(told):
        assert f"before {verify_transcript(text.encode()).digest}\n" in after.header


def test_nobody_says_that_rules_were_changed_when_cards_were_dealt(tmp_path: Path) -> None:
    """Neither the project nor the script takes such a transcript."""
    table = Sitting.at(HOTSEAT)
    table.bet(ANN, 1_000)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    table.leave(ANN)
    ((shoe, text),) = transcripts(table)
    doctored = text.replace("ended closed\n", f"ended {ShoeEnd.OTHER_RULES.value}\n")
    assert doctored != text
    assert verify_transcript(doctored.encode(), shoe.sealed.hex()).flaw is Flaw.MALFORMED
    path = tmp_path / "shoe.txt"
    path.write_text(doctored)
    assert says_wrong(path, shoe.sealed.hex())


def test_the_same_rules_are_no_new_shoe() -> None:
    """Nothing is put away, and nobody gets more time."""
    table = Sitting.at(HOTSEAT)
    before = table.state
    table.now += 10
    decision = table.do(ChangeRules(user_id=ANN, rules=HOTSEAT))
    assert (decision.change.shoe, decision.change.revealed) == (None, None)
    assert table.state == before


def test_other_rules_give_the_whole_time_to_bet() -> None:
    """Whoever has chosen may look at them first."""
    table = Sitting.at(HOTSEAT)
    table.now += 50
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


def test_what_fits_of_the_options_stays() -> None:
    """Decks only where the rules leave the choice, limits where they lie within the others."""
    options = Options(decks=2, seats=2, min_bet=5_00, max_bet=100_00)
    assert with_what_fits(SURRENDER, options) == with_options(SURRENDER, options)
    kept = Options(seats=2, min_bet=5_00, max_bet=100_00)
    assert with_what_fits(HOTSEAT, options) == with_options(HOTSEAT, kept)
    dear = with_options(HOTSEAT, Options(min_bet=200_00))
    assert with_what_fits(dear, options) == with_options(dear, Options(seats=2))
