"""How amounts of money are read and written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.payout import times
from engine.money import MOST, NotAnAmount, dollars, parse_amount, short_dollars, signed_dollars
from tests.engine.games import MODERATE

BALANCE = 123_457


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("250", 25_000),
        ("12.50", 1_250),
        ("12.5", 1_250),
        ("12.05", 1_205),
        ("0.01", 1),
        (".5", 50),
        ("0", 0),
        ("$1,000", 100_000),
        ("$1,234,567.89", 123_456_789),
        ("1,000", 100_000),
        ("$5", 500),
        ("1k", 100_000),
        ("1K", 100_000),
        ("1 k", 100_000),
        ("1.5k", 150_000),
        ("1.234k", 123_400),
        ("$2k", 200_000),
        ("1m", 100_000_000),
        ("1.25M", 125_000_000),
        ("12.340", 1_234),
        ("  75  ", 7_500),
        ("half", 61_728),
        ("all", BALANCE),
        ("ALL", BALANCE),
    ],
)
def test_amounts_that_are_read(text: str, cents: int) -> None:
    """What people write when they mean money."""
    assert cents == parse_amount(text, balance=BALANCE)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "$", ".", "-", "k", "$k", "ten", "half of it", "all in", "none", "everything"),
        *("-5", "-0", "+5", "$-5", "-$5", "−5", "−$5", "−$5.00", "$−5", "+$5.00"),
        *("1e5", "1E5", "nan", "inf", "infinity", "0x10", "0b1", "1_000", "1/2", "50%"),
        *("1,00", "1,0000", ",100", "1000,000", "1,,000", "1,000,", "12,50", "1.000,50"),
        *("1.", "1..5", "1.2.3", "12.345", "0.001", "1.23456k", "1.5 5", "1 000"),
        *("٣", "١٢", "５", "①", "²", "Ⅻ", "1\u00a0k", "€5", "5€", "5$", "$$5", "1kk", "1km", "5b"),
        *("9" * 20, "9" * 5_000, "0" * 25 + "5", "90071992547409.93", "100000000m"),
        *("1\n2", "1;2", "'", "None", "True", "<@1>"),
    ],
)
def test_rubbish_is_not_an_amount(text: str) -> None:
    """Everything else is refused by name, however long it is."""
    with pytest.raises(NotAnAmount) as refused:
        parse_amount(text, balance=BALANCE)
    assert refused.value.text == text


@MODERATE
@given(st.integers(0, MOST))
def test_an_amount_reads_back(cents: int) -> None:
    """What is written in full, or without needless cents, reads back to the same cents."""
    assert cents == parse_amount(dollars(cents), balance=0)
    assert cents == parse_amount(short_dollars(cents), balance=0)


@MODERATE
@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_is_refused(text: str) -> None:
    """No text makes anything but an amount that can be played with, or a refusal."""
    try:
        cents = parse_amount(text, balance=BALANCE)
    except NotAnAmount:
        return
    assert 0 <= cents <= MOST


@pytest.mark.parametrize(
    ("cents", "full", "short", "signed"),
    [
        (0, "$0.00", "$0", "$0.00"),
        (5, "$0.05", "$0.05", "+$0.05"),
        (5_000, "$50.00", "$50", "+$50.00"),
        (1_250, "$12.50", "$12.50", "+$12.50"),
        (123_450, "$1,234.50", "$1,234.50", "+$1,234.50"),
        (-500, "−$5.00", "−$5", "−$5.00"),
        (-123_456_789, "−$1,234,567.89", "−$1,234,567.89", "−$1,234,567.89"),
    ],
)
def test_amounts_are_written(cents: int, full: str, short: str, signed: str) -> None:
    """Dollars with thousands and cents; a gain has its sign."""
    assert (full, short, signed) == (dollars(cents), short_dollars(cents), signed_dollars(cents))


@pytest.mark.parametrize(
    ("cents", "ratio", "result"),
    [
        (1, Fraction(1, 2), 1),
        (3, Fraction(1, 2), 2),
        (2, Fraction(1, 2), 1),
        (1, Fraction(3, 2), 2),
        (1_001, Fraction(3, 2), 1_502),
        (5, Fraction(6, 5), 6),
        (7, Fraction(6, 5), 8),
        (9, Fraction(6, 5), 11),
        (1, Fraction(1, 3), 0),
        (2, Fraction(1, 3), 1),
        (0, Fraction(3, 2), 0),
        (2**53 + 1, Fraction(1, 2), 2**52 + 1),
        (250, Fraction(1), 250),
        (250, Fraction(2), 500),
    ],
)
def test_half_a_cent_goes_to_the_player(cents: int, ratio: Fraction, result: int) -> None:
    """Money is divided to the nearest cent, half a cent up, however large the sum."""
    assert result == times(cents, ratio)
