"""Seats and cents are whole numbers: whatever only looks like one is stopped at the door of the engine."""

from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

from engine.channel_settings import ChannelSettings
from engine.money import MOST
from engine.round.moves import (
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Verb,
    made,
)
from engine.round.round import Round, refusal
from engine.rules.options import Options, with_options
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.table.commands import PlaceBet, Play
from tests.engine.games import reread
from tests.engine.sitting import ANN, BEN, Sitting, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")


class Foreign:
    """A whole number of another library: it counts, compares and prints like one."""

    def __index__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return other == 1

    def __lt__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return hash(1)


class One(IntEnum):
    """A number with a name."""

    ONE = 1


LOOKALIKES: tuple[Any, ...] = (
    *(1.0, 150.5, float("nan"), float("inf"), True, "1", b"1", Decimal(1), Fraction(1), 1 + 0j),
    *(Foreign(), One.ONE),
)
DOORS: dict[str, Callable[[Any], object]] = {
    "a stake": lambda number: Round.start(HOTSEAT, {1: number}),
    "a second stake": lambda number: Round.start(HOTSEAT, {1: 1_000, 2: number}),
    "a seat": lambda number: Round.start(HOTSEAT, {number: 1_000}),
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "decline": DeclineInsurance,
    "even money": TakeEvenMoney,
    "insure": lambda number: Insure(1, number),
    "insure a seat": lambda number: Insure(number, 1),
    "made": lambda number: made(Verb.INSURE, 1, number),
    "bet": lambda number: PlaceBet(user_id=ANN, cents=number),
    "decks": lambda number: Options(decks=number),
    "seats": lambda number: Options(seats=number),
    "lowest bet": lambda number: Options(min_bet=number),
    "highest bet": lambda number: Options(max_bet=number),
    "lowest bet of a channel": lambda number: ChannelSettings(lowest=number),
    "highest bet of a channel": lambda number: ChannelSettings(highest=number),
    "seats of a channel": lambda number: ChannelSettings(seats=number),
    "seconds to bet": lambda number: ChannelSettings(bet_seconds=number),
    "seconds a turn": lambda number: ChannelSettings(turn_seconds=number),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_whole_number_stays_outside(door: str) -> None:
    """Half cents, truth values, texts and numbers of other libraries are told apart at once."""
    assert [number for number in LOOKALIKES if not _stays_outside(DOORS[door], number)] == []


def _stays_outside(door: Callable[[Any], object], number: Any) -> bool:
    """Whether it is refused, in words that say why."""
    try:
        door(number)
    except TypeError as refusal:
        return "is a whole number, not" in str(refusal)
    return False


@pytest.mark.parametrize("stakes", [{1: None}, {None: 100}, {(1,): 100}])
def test_what_is_no_number_at_all_stays_outside(stakes: dict[Any, Any]) -> None:
    """Nothing is compared with it first."""
    with pytest.raises(TypeError, match="is a whole number, not"):
        Round.start(HOTSEAT, stakes)


@pytest.mark.parametrize("stakes", [{1: MOST + 1}, {MOST + 1: 1_000}, {1: 10**30}, {10**30: 1_000}])
def test_a_number_that_nobody_could_write_down_stays_outside(stakes: dict[int, int]) -> None:
    """Where the balance is the limit there still is one: a round must read back from its text."""
    with pytest.raises(ValueError, match="stake"):
        Round.start(PRIVATE, stakes)
    largest = Round.start(PRIVATE, {MOST: MOST})
    assert reread(largest) == largest


@pytest.mark.parametrize("cents", [0, -1, -MOST, MOST + 1, 10**30])
def test_an_amount_that_is_a_number_is_refused_like_any_other(cents: int) -> None:
    """A player who writes it is told what can be bet; no error is anybody's fault."""
    table = Sitting.at(PRIVATE)
    too_low = cents < 1
    assert table.why(PlaceBet(user_id=ANN, cents=cents)) is (
        Why.BET_TOO_LOW if too_low else Why.BET_TOO_HIGH
    )
    insured = Sitting.at(CASINO)
    insured.stack("Th Ac 9h 8c")
    insured.bet(ANN, 1_000)
    why = refusal(insured.round, Insure(1, cents))
    assert why is not None
    assert why.why is Why.INSURANCE_TOO_HIGH
    with pytest.raises(Refused):
        with_options(PRIVATE, Options(max_bet=cents))


@pytest.mark.parametrize("seat", [0, -1, 99, 10**30])
def test_a_seat_that_is_not_there_decides_nothing(seat: int) -> None:
    """The number is one; nobody sits there."""
    why = refusal(turns().round, Stand(seat))
    assert why is not None
    assert why.why is Why.NOT_IN_ROUND


# Somebody else's seat


def test_a_click_is_always_about_the_clickers_own_seat() -> None:
    """Whatever seats a button names, the money is that of whoever clicked, and so is the hand."""
    table = turns()
    counters = {seat.number: seat.counter for seat in table.state.seats}
    click = Play(user_id=BEN, verb=Verb.DOUBLE, counters=counters, round_number=1)
    assert table.why(click) is Why.NOT_YOUR_TURN
    table.move(ANN, "stand")
    table.stack("2s")
    (posting,) = table.do(click).change.postings[:1]
    assert (posting.source.owner, posting.seat, posting.cents) == (BEN, 2, 2_000)


@pytest.mark.parametrize("verb", Verb)
def test_cents_belong_to_insurance_alone(verb: Verb) -> None:
    """A verb makes the move that is written with it, for the seat that it is given."""
    cents = 5 if verb is Verb.INSURE else None
    move = made(verb, 3, cents)
    assert (move.seat, move.verb) == (3, verb)
    assert str(move).startswith(f"3 {verb}")
    with pytest.raises(ValueError, match="cents belong to insure"):
        made(verb, 3, None if cents else 5)
