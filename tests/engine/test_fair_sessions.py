"""Whatever happens at a table, its shoes can be verified: restarts, voided rounds, cards that run out, closings."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from engine.fairness.checking import verify_transcript
from engine.fairness.sealing import ENDLESS_CARDS, NONE_BEFORE
from engine.round.round import legal
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import PRIVATE, RULE_SETS
from engine.table.commands import ChangeRules, CloseTable, Command, CutCards, PlaceBet, VoidRound
from engine.table.restoring import restored
from engine.table.seen import look
from engine.table.state import Stage
from engine.values.shoes import SavedShoe, ShoeEnd
from tests.engine.sitting import Sitting
from tests.engine.verified import run_script, says_wrong, transcripts

USERS = (101, 102, 103, 104)
ADMIN = 9
SHORT = with_options(RULE_SETS["surrender"], Options(decks=1))
"""A shoe in which the cards run out in many a round of four."""

SESSIONS = {**RULE_SETS, "surrender decks=1": SHORT}
OPENED_BY_OTHERS = "bicycle"

by_rules = pytest.mark.parametrize("name", SESSIONS)


@cache
def session(name: str) -> Sitting:
    """A table of four at which rounds are played until it is closed; restarted, and rounds voided, now and then.

    The one of Bicycle was opened by other rules.
    """
    rules, choose = SESSIONS[name], Random(name)
    first = PRIVATE if name == OPENED_BY_OTHERS else rules
    table = Sitting.at(first, choose.randrange(1_000))
    table.do(ChangeRules(user_id=USERS[0], rules=rules))
    while table.state.round_number <= 60:
        if choose.random() < 0.1:
            table.state = restored(table.journal.opened())
        for command in next_commands(table, choose):
            table.do(command)
    table.do(CloseTable(admin_id=ADMIN))
    return table


def next_commands(table: Sitting, choose: Random) -> Iterator[Command]:
    """What happens next: perhaps a cut, and a bet; or a move; or an admin ends the round."""
    state = table.state
    if state.stage is Stage.BETTING:
        seal = look(state, {}).seal
        if seal is not None and seal.may_cut is not None and choose.random() < 0.5:
            cuts = state.seat(seal.may_cut).user_id
            yield CutCards(user_id=cuts, words=words_for(seal.number))
        seats = {seat.user_id: seat.stake for seat in state.seats}
        without = [user for user in USERS if not seats.get(user)]
        yield PlaceBet(user_id=without[-1], cents=state.rules.min_bet)
    elif choose.random() < 0.01:
        yield VoidRound(admin_id=ADMIN)
    else:
        number = choose.choice(sorted(state.awaited))
        moves = sorted(str(move) for move in legal(table.round, number))
        yield table.click(state.seat(number).user_id, choose.choice(moves).partition(" ")[2])


def words_for(shoe: int) -> str:
    """What the cutter of this shoe says."""
    return f"words for shoe {shoe} 🂡"


def words_of(shoe: SavedShoe) -> str | None:
    """What was said; None where nobody has cut."""
    return None if shoe.words is None else words_for(shoe.number)


@by_rules
def test_every_shoe_of_a_session_is_verified(name: str, tmp_path: Path) -> None:
    """By the project and by the script, each with the seal that was public and the words that were said."""
    shoes = [*transcripts(session(name))]
    assert len(shoes) > 1
    path = tmp_path / "shoe.txt"
    for shoe, text in shoes:
        words = words_of(shoe)
        assert verify_transcript(text.encode(), shoe.sealed.hex(), words).flaw is None
        path.write_bytes(text.encode())
        assert not says_wrong(path, shoe.sealed.hex(), *([words] if words else []))
        assert says_wrong(path, shoe.sealed.hex(), "other words")
    assert run_script(path, shoe.sealed.hex()).returncode == 0


@by_rules
def test_the_shoes_of_a_table_hang_together(name: str) -> None:
    """Numbered without a gap, each sealed with the hash of the transcript before; only the last one was broken off."""
    before, ends = NONE_BEFORE, []
    for number, (shoe, text) in enumerate(transcripts(session(name)), start=1):
        assert shoe.number == number
        assert f"table 7\nshoe {number}\n" in text
        assert f"before {before.hex()}\n" in text
        before = sha256(text.encode()).digest()
        ends.append(text.partition("\nended ")[2].partition("\n")[0])
    rules = SESSIONS[name]
    if name == OPENED_BY_OTHERS:
        assert ends.pop(0) == ShoeEnd.OTHER_RULES
    usual = ShoeEnd.ROUND_OVER if rules.cut_card is None else ShoeEnd.CUT_CARD
    assert set(ends[:-1]) <= {usual, ShoeEnd.VOIDED}
    assert usual in ends
    assert ends[-1] in (ShoeEnd.CLOSED, ShoeEnd.VOIDED)


@by_rules
def test_a_round_says_what_it_was_drawn_from(name: str) -> None:
    """The number of the shoe, and how many of its cards were gone: what was dealt before, and nothing else."""
    gone: dict[int, int] = {}
    shoe = 0
    for decision in session(name).decisions:
        change = decision.change
        if change.drawn_from is not None:
            assert change.drawn_from[0] is not None
            shoe = change.drawn_from[0]
            assert change.drawn_from[1] == gone.get(shoe, 0)
        gone[shoe] = gone.get(shoe, 0) + sum(text.startswith("deal ") for text in change.moves)


def test_cards_that_run_out_are_in_the_transcript(tmp_path: Path) -> None:
    """All but those on the table are shuffled anew from the same mix; every byte of that is checked, too."""
    short = [
        (shoe, text) for shoe, text in transcripts(session("surrender decks=1")) if "all-" in text
    ]
    assert len(short) > 3
    path = tmp_path / "shoe.txt"
    for shoe, text in short:
        at = text.index("all-")
        for other in (
            text[:at] + "all-1 " + text[at:].partition(" ")[2],
            text.replace("all-", "2c ", 1),
        ):
            assert verify_transcript(other.encode(), shoe.sealed.hex()).flaw is not None
            path.write_bytes(other.encode())
            assert says_wrong(path, shoe.sealed.hex())


def test_the_secret_of_an_endless_deck_is_told_after_some_hundred_cards() -> None:
    """Between two rounds, once so many cards are dealt."""
    texts = [text for _, text in transcripts(session("endless"))]
    dealt = [len(text.partition("\ncards ")[2].split()) for text in texts]
    assert all(ENDLESS_CARDS <= cards < ENDLESS_CARDS + 60 for cards in dealt[:-1])


@pytest.mark.parametrize("name", ["private", "six-to-five"])
def test_one_deck_is_sealed_for_each_round(name: str) -> None:
    """A secret a round."""
    table = session(name)
    assert len([*transcripts(table)]) == table.state.round_number


def test_every_kind_of_end_is_met() -> None:
    """What is verified above are all the ways in which a shoe ends."""
    ends = {over.end for name in SESSIONS for _, over in session(name).journal.revealed}
    assert ends == set(ShoeEnd)


def test_words_change_every_card() -> None:
    """The same secret, cut with other words, is another shoe; dealing does not wait for a cut."""
    orders = set()
    for words in (None, "a", "b"):
        table = Sitting.at(RULE_SETS["hotseat"])
        if words is not None:
            table.do(CutCards(user_id=101, words=words))
        orders.add(table.state.shoe.order)
        table.bet(101, 1_000)
        assert table.journal.moves
    assert len(orders) == 3
