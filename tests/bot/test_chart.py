"""The picture of a balance: a PNG of one size whatever was won."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from io import BytesIO
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from cogs.language import LANGUAGES
from cogs.pictures import chart
from cogs.pictures.chart import (
    HEIGHT,
    MOST_TICKS,
    WIDTH,
    Point,
    Words,
    brief,
    draw_balance,
    scale,
    ticks,
)
from engine.money import MOST, PLAIN

START = 1_000_000
MORNING = datetime(2026, 3, 9, 8, 30, tzinfo=UTC)
WORDS = Words(
    title="Ada’s balance",
    results="Rounds in order, times in UTC",
    start="Everybody starts with",
    nothing="No round has been played yet",
    money=PLAIN,
)
GREEN, RED = (0x43, 0xC9, 0x7F), (0xF2, 0x68, 0x6B)
UNBELIEVABLY_LONG = "Bartholomäus von und zu " * 20


def every(step: timedelta, balances: Sequence[int]) -> list[Point]:
    """These balances, one after each step of time."""
    return [((MORNING + at * step).timestamp(), cents) for at, cents in enumerate(balances)]


def picture(balances: Sequence[int], words: Words = WORDS, *, start: int = START) -> Image.Image:
    """What is drawn for these balances, with a minute between them."""
    return _picture(tuple(balances), words, start)


@cache
def _picture(balances: Sequence[int], words: Words, start: int) -> Image.Image:
    points = every(timedelta(minutes=1), balances)
    return Image.open(BytesIO(draw_balance(points, start=start, words=words))).convert("RGB")


def shows(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Whether this very colour is anywhere in the picture."""
    return colour in {found for _, found in image.getcolors(WIDTH * HEIGHT) or ()}


def edges(image: Image.Image) -> set[object]:
    """The colours of the outermost pixels."""
    rows = [(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
    columns = [(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)]
    return {image.getpixel(at) for at in rows + columns}


CASES = {
    "nothing": [],
    "one": [1_005_000],
    "one of the start": [START],
    "all equal": [START] * 30,
    "all nothing": [0] * 3,
    "to nothing": [*range(START, -1, -50_000)],
    "a cent": [START, START + 1],
    "500": [START + at % 37 * 7_500 - at * 1_000 for at in range(500)],
    "ten billion": [10**12, 9 * 10**11, 10**12],
    "a little of ten billion": [10**12, 10**12 - 1_234_567],
    "the most": [0, MOST],
}


BESIDE = [*pairwise([*CASES.values(), [START, 900_000]])]
"""Each with other balances: the next of the cases, whose picture is drawn anyway."""


@pytest.mark.parametrize(("balances", "others"), BESIDE, ids=CASES)
def test_every_balance_can_be_drawn(balances: list[int], others: list[int]) -> None:
    """A picture of the promised size, and nothing runs over its edge; others have another one."""
    image = picture(balances)
    assert image.size == (WIDTH, HEIGHT)
    assert len(edges(image)) == 1
    assert image != picture(others)


def test_the_same_is_drawn_for_the_same() -> None:
    """Nothing is left over from the picture before, and the clock is not looked at."""
    draw = partial(draw_balance, start=START, words=WORDS)
    points, others = (
        every(timedelta(minutes=1), cents) for cents in ([START, 900_000], [10**12] * 9)
    )
    before = draw(points)
    draw(others)
    assert before == draw(points)


@pytest.mark.parametrize(
    ("balances", "seen", "unseen"),
    [([900_000, START], GREEN, RED), ([START, START - 1], RED, GREEN)],
)
def test_the_colour_tells_who_is_ahead(
    balances: list[int], seen: tuple[int, int, int], unseen: tuple[int, int, int]
) -> None:
    """Green with at least what everybody starts with, red below."""
    image = picture(balances)
    assert shows(image, seen)
    assert not shows(image, unseen)


def test_no_line_without_results() -> None:
    """Before the first result there are words, and no colour that tells of luck."""
    image = picture([])
    assert not shows(image, GREEN)
    assert not shows(image, RED)
    assert image != picture([], replace(WORDS, results="", start="", nothing=""))


def test_the_start_is_left_out_where_it_would_press_the_line_flat() -> None:
    """With a fortune and small bets the ups and downs are shown, not how far away the start is."""
    near, far = [10**9, 10**9 + 50_000], [START, START + 50_000]
    assert picture(near) == picture(near, start=2 * START)
    assert picture(far) != picture(far, start=START + 10_000)


@pytest.mark.parametrize("field", ["title", "results", "start", "nothing"])
def test_every_word_is_the_callers(field: str) -> None:
    """What is written can be in any language."""
    assert picture([]) != picture([], _with(field, "Übersetzt"))


def test_a_long_title_is_cut() -> None:
    """It stays within the picture, whatever stands beside it."""
    assert len(edges(picture([MOST], _with("title", UNBELIEVABLY_LONG)))) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_font_has_the_letters_of_every_language(code: str) -> None:
    """A letter that it lacks would be drawn as the one that stands for all such."""
    lang = LANGUAGES[code]
    keys = ("chart-title", "chart-results", "chart-start", "chart-nothing")
    signs = set("".join(map(lang, keys)) + lang.money.short(123_456_789) + "●–…") - {" "}
    lacking = drawn("\uffff")
    assert not [sign for sign in signs if drawn(sign) == lacking]
    assert drawn("\u0416") == lacking


def drawn(sign: str) -> bytes:
    """A letter, as the picture's font draws it."""
    return bytes(chart.font(chart.MEDIUM).getmask(sign))


@pytest.mark.parametrize("field", ["title", "results", "start"])
def test_letters_can_be_read_on_a_phone(field: str) -> None:
    """From the top of a capital to the foot of a g it is eight pixels, where the picture is 300 px wide."""
    lines = [picture([START], _with(field, text)) for text in ("Eg", "")]
    _, top, _, bottom = ImageChops.difference(*lines).getbbox() or (0, 0, 0, 0)
    assert (bottom - top) * 300 / WIDTH >= 8


def _with(field: str, text: str) -> Words:
    texts: dict[str, Any] = {"title": "", "results": "", "start": "", "nothing": ""}
    return replace(WORDS, **{**texts, field: text})


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (1_250, "$12.50"),
        (99_900, "$999"),
        (100_000, "$1k"),
        (1_250_000, "$12.5k"),
        (999_500, "$9.995k"),
        (999_950, "$9,999.50"),
        (250_000_000, "$2.5M"),
        (10**12, "$10B"),
        (10**12 - 500_000, "$9,999,995,000"),
        (9 * 10**15, "$90T"),
        (10**18, "$10,000T"),
    ],
)
def test_amounts_are_brief_where_they_can_be(cents: int, text: str) -> None:
    """Thousands, millions and so on, as long as nothing is rounded."""
    assert text == brief(PLAIN, cents)


@pytest.mark.parametrize(
    ("low", "high", "amounts"),
    [
        (0, 1_000, [0, 250, 500, 750, 1_000]),
        (1, 1_000, [250, 500, 750, 1_000]),
        (900_000, 1_100_000, [900_000, 950_000, 1_000_000, 1_050_000, 1_100_000]),
        (910_000, 1_101_000, [950_000, 1_000_000, 1_050_000, 1_100_000]),
        (10**12 - 1_000, 10**12 + 1_000, [10**12 + each for each in range(-1_000, 1_001, 500)]),
        (0, MOST, [at * 25 * 10**14 for at in range(4)]),
    ],
)
def test_the_scale_has_round_amounts(low: int, high: int, amounts: list[int]) -> None:
    """A few of them, a step of 1, 2, 2.5 or 5 apart."""
    assert amounts == [*scale(low, high)]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("de", ["12,50\u00a0$", "12,5k\u00a0$", "9.999,50\u00a0$", "10.000T\u00a0$"]),
        ("es", ["12,50\u00a0$", "12,5k\u00a0$", "9.999,50\u00a0$", "10.000T\u00a0$"]),
        ("fr", ["12,50\u00a0$", "12,5k\u00a0$", "9\u202f999,50\u00a0$", "10\u202f000T\u00a0$"]),
        ("pt-BR", ["$\u00a012,50", "$\u00a012,5k", "$\u00a09.999,50", "$\u00a010.000T"]),
    ],
)
def test_brief_amounts_are_in_the_readers_notation(code: str, texts: list[str]) -> None:
    """As all amounts are."""
    amounts = (1_250, 1_250_000, 999_950, 10**18)
    assert texts == [brief(LANGUAGES[code].money, cents) for cents in amounts]


@pytest.mark.parametrize("code", ["de", "fr"])
def test_the_picture_has_amounts_in_the_readers_notation(code: str) -> None:
    """In its uppermost line, too; spaces that don't break are left as wide as others."""
    balances, money = [START, START + 123_450], LANGUAGES[code].money
    glued = replace(money, after="$")
    lines = [
        picture(balances, replace(WORDS, money=notation)).crop((0, 0, WIDTH, 90))
        for notation in (PLAIN, money, glued)
    ]
    assert all(one != other for one, other in combinations(lines, 2))


@pytest.mark.parametrize(
    ("count", "step", "expected"),
    [
        (0, timedelta(0), []),
        (1, timedelta(0), [(0, "08:30\n2026-03-09")]),
        (9, timedelta(0), [(0, "08:30\n2026-03-09")]),
        (3, timedelta(seconds=29), [(0, "08:30\n2026-03-09")]),
        (3, timedelta(seconds=30), [(0, "08:30\n2026-03-09"), (2, "08:31")]),
        (2, timedelta(hours=19), [(0, "08:30\n2026-03-09"), (1, "03:30")]),
        (2, timedelta(hours=20), [(0, "2026-03-09"), (1, "2026-03-10")]),
        (2, timedelta(days=365), [(0, "2026-03-09"), (1, "2027-03-09")]),
        (2, timedelta(days=3_652), [(0, "2026-03"), (1, "2036-03")]),
    ],
)
def test_when_it_was(count: int, step: timedelta, expected: list[tuple[int, str]]) -> None:
    """Times of day with their date for an evening, dates for weeks, months for years."""
    assert expected == ticks([moment for moment, _ in every(step, [0] * count)])


@pytest.mark.parametrize("minutes", [1, 7, 60, 1_440, 10_000])
@pytest.mark.parametrize("count", [2, 5, 6, 7, 11, 12, 13, 500])
def test_times_have_room(count: int, minutes: int) -> None:
    """Few enough, and never two beside each other that are the same or close."""
    found = ticks([moment for moment, _ in every(timedelta(minutes=minutes), [0] * count)])
    places = [at for at, _ in found]
    assert 1 < len(found) <= MOST_TICKS
    assert len({text for _, text in found}) == len(found)
    assert all(b - a >= count / MOST_TICKS for a, b in pairwise(places))


def test_an_evening_is_told_where_it_begins() -> None:
    """However long the player was away, the next result is one step on, with its own date."""
    evenings = [MORNING + timedelta(days=day, minutes=at) for day in (0, 40) for at in range(10)]
    assert ticks([at.timestamp() for at in evenings]) == [(0, "2026-03-09"), (10, "2026-04-18")]
