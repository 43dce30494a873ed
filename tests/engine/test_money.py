"""Reading and writing amounts of money."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.values.amounts import MOST, PLAIN, NotAnAmount, Notation
from tests.engine.games import MODERATE

BALANCE = 123_457

COMMA = Notation(
    point=",",
    group=".",
    before="",
    after="\u00a0$",
    all=PLAIN.all | {"alles"},
    half=PLAIN.half | {"hälfte"},
)
"""As in German."""

SPACES = Notation(point=",", group="\u202f", before="", after="\u00a0$")
"""As in French."""

NOTATIONS: Mapping[str, Notation] = {
    "1,234.50": PLAIN,
    "1.234,50": COMMA,
    "1 234,50": SPACES,
    "$ 1.234,50": Notation(point=",", group=".", before="$\u00a0"),
}

EVERY = pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)

_READ: Mapping[int, str] = {
    0: "0",
    1: "0.01",
    50: ".5|,50|٫٥",
    100: "1,00",
    5_00: "$5|$ 5|5$|5 $",
    12_05: "12.05|１２．０５|१२.०५",
    12_50: "12.50|12,50|12,5",
    75_00: "  75  ",
    250_00: "250",
    1_000_00: "1 000|1\u00a0000|1000|1\u00a0k|1k|1K|1 k|1k $",
    1_000_50: "1.000,50|1,000.50|1\u202f000,50\u00a0$",
    1_234_50: "1 234.5|١٬٢٣٤٫٥٠",
    1_500_00: "1.5k|1,5k",
    2_000_00: "$2k",
    1_000_500_00: "1.000,5k",
    1_250_000_00: "1.25M",
    2_000_000_00: "2m",
    1_234_567_00: "1,234,567",
    1_234_567_89: "$1,234,567.89|1.234.567,89|1 234 567,89 $",
    61_728: "half",
    BALANCE: "ALL|max|all in|All-in|allin|everything",
}
READ = {text: cents for cents, texts in _READ.items() for text in texts.split("|")}


@EVERY
def test_amounts_that_every_notation_reads_alike(notation: Notation) -> None:
    assert {text: notation.read(text, balance=BALANCE) for text in READ} == READ


@pytest.mark.parametrize(
    ("notation", "read", "meant"),
    [
        (
            PLAIN,
            {"1,000": 100_000, "$1,000": 100_000, "1.234k": 123_400},
            {"1.000": 100_000, "$1.000": 100_000, "12.345": 1_234_500, "1,234k": 123_400},
        ),
        (
            COMMA,
            {"1.000": 100_000, "1.000 $": 100_000, "1,234k": 123_400, "alles": BALANCE}
            | dict.fromkeys(("HÄLFTE", "ha\u0308lfte", "halfte"), 61_728),
            {"1,000": 100_000, "1,000 $": 100_000, "1.234k": 123_400, "9.007m": 900_700_000},
        ),
        (SPACES, {"1.000": 100_000, "1,234k": 123_400}, {"1,000": 100_000, "1.234k": 123_400}),
    ],
)
def test_amounts_that_depend_on_the_users_notation(
    notation: Notation, read: dict[str, int], meant: dict[str, int]
) -> None:
    """The user's notation decides. Three digits after its decimal point are refused with the probable amount."""
    assert {text: notation.read(text, balance=BALANCE) for text in read} == read
    for text, cents in meant.items():
        with pytest.raises(NotAnAmount) as refused:
            notation.read(text, balance=BALANCE)
        assert (refused.value.text, refused.value.meant) == (text, cents)
        assert notation.read(str(cents // 100)) == cents


_INVALID = (
    "| |$|.|-|k|$k|ten|half of it|-5|-0|+5|$-5|−$5|−5,00 $|1e5|nan|infinity|0x10|1_000"
    "|1/2|50%|50 cents|1,0000|1.0000|,100|.100|1000,000|1,,000|1,000,|1.|1,|1..5|1.2.3|0.001|0,001"
    "|0.500|1.23456k|1.5 5|1  000|1 00|1.000.00|1.000,500|1.000 000|12.345.67|k1|$5$|5$$|5$k|1kk|1km"
    "|5b|1'000|²|½|€5|5 £|5 USD|1\t000|1\u2009000|1\n2|1;2|None|<@1>|90071992547409.93|100000000m"
    "|999.999.999.999.999|1.00001k|0.00001m"
)
INVALID = (*_INVALID.split("|"), "9" * 5_000, "0" * 25 + "5")


@EVERY
def test_invalid_amounts_are_refused(notation: Notation) -> None:
    """Without a guess. Words need a balance."""
    for text in INVALID:
        with pytest.raises(NotAnAmount) as refused:
            notation.read(text, balance=BALANCE)
        assert (refused.value.text, refused.value.meant) == (text, None)
    for text in ("all", "half", "max", "alles", "hälfte"):
        with pytest.raises(NotAnAmount):
            notation.read(text)


@EVERY
@MODERATE
@given(cents=st.integers(0, MOST) | st.integers(0, 10**7).map(lambda dollars: dollars * 100))
def test_an_amount_reads_back(notation: Notation, cents: int) -> None:
    assert cents == notation.read(notation.write(cents), balance=0)
    assert cents == notation.read(notation.write(cents), balance=0)


def readings(text: str, point: str, groups: str) -> Iterator[Decimal]:
    """Yield the cents of a text in a notation; at most three decimals."""
    bare = text.strip().lower().replace("\u00a0", " ").replace("\u202f", " ")
    bare = bare.removeprefix("$").removesuffix("$").strip()
    unit = {"k": 1_000, "m": 1_000_000}.get(bare[-1:], 1)
    whole, _, part = (bare if unit == 1 else bare[:-1].rstrip()).partition(point)
    for group in groups:
        first, *others = whole.split(group)
        if others and (len(first) > 3 or first[:1] in ("", "0")):
            continue
        if any(len(other) != 3 for other in others):
            continue
        if re.fullmatch(r"[0-9]*", digits := first + "".join(others)) and len(part) <= 3:
            try:
                yield Decimal(f"{digits}.{part}") * unit * 100
            except InvalidOperation:
                continue


AMOUNT_LIKE = st.text("0123456789., \u00a0$km", max_size=12)
GROUPED = st.from_regex(r"[0-9]{1,4}([., ][0-9]{2,4}){1,3}[km]?", fullmatch=True)


@EVERY
@MODERATE
@given(text=AMOUNT_LIKE | GROUPED | st.text(max_size=12))
@example(text="1.000")
@example(text="1,000")
@example(text="1.234k")
@example(text="1,234k")
@example(text="1234.567")
def test_no_amount_is_misread_by_a_factor_of_a_thousand(notation: Notation, text: str) -> None:
    """Amounts and guesses agree with the user's notation. If it can't read the text, the others agree, or differ by
    three digits after a point.
    """
    try:
        cents, read = notation.read(text), True
    except NotAnAmount as refused:
        cents, read = refused.meant or 0, False
    assert 0 <= cents <= MOST
    if read:
        own = set(readings(text, notation.point, notation.group.replace("\u202f", " ") + " "))
        dot, comma = set(readings(text, ".", ", ")), set(readings(text, ",", ". "))
        assert cents in own | dot | comma
        assert not own or own == {cents}
        for other in (dot | comma) - {cents}:
            assert re.search(r"[.,]\d{3}( *[km])?( *\$)?$", text.strip()), (text, cents, other)


@pytest.mark.parametrize(
    ("notation", "cents", "written", "signed"),
    [
        (PLAIN, 0, "$0", "$0"),
        (PLAIN, 5, "$0.05", "+$0.05"),
        (PLAIN, 5_000, "$50", "+$50"),
        (PLAIN, 123_450, "$1,234.50", "+$1,234.50"),
        (PLAIN, -500, "−$5", "−$5"),
        (COMMA, -123_450, *["−1.234,50\u00a0$"] * 2),
        (SPACES, 100_000, "1\u202f000\u00a0$", "+1\u202f000\u00a0$"),
        (NOTATIONS["$ 1.234,50"], -123_450, *["−$\u00a01.234,50"] * 2),
    ],
)
def test_amounts_are_written(notation: Notation, cents: int, written: str, signed: str) -> None:
    """With thousands separators, and cents if needed; the sign comes first."""
    assert (notation.write(cents), notation.signed(cents)) == (written, signed)
