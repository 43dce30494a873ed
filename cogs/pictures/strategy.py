"""A strategy chart as a picture: the best move for each hand against each upcard, by letters and by colours.

It is read on a phone, where a picture is 300 pixels wide and 350 high at most, and a cell 25: each has two signs at
most. The letters say it all; the colours help to find what belongs together.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from engine.advice.sheets import Row, Sheet

WIDTH = 800
"""Pixels; more than twice of what a phone shows."""

_NAME = 118
"""The width of the first column, in which the hands stand."""

_LOW, _HIGH = 34, 46
"""Of a row, where there are many of them and where there are few: a picture that is too high is made smaller."""

_MANY = 18

_GAP = 12
"""Between the three parts of the chart."""

_EDGE = 10
_LETTERS = 30
"""Pixels of the letters; on a phone they are as high as small print."""

_CARD = "#1e1f22"
_BRIGHT = "#f2f3f5"
_DARK = "#15161a"

_COLOURS = {
    "H": ("#4fbf7b", _DARK),
    "S": ("#c9333a", _BRIGHT),
    "D": ("#4752c4", _BRIGHT),
    "P": ("#a9b1f7", _DARK),
    "R": ("#7d1f24", _BRIGHT),
}
"""Of a cell and its letters, by the first letter: the green, red and blue of the buttons, each blue and each red in a
shade of its own."""


def paint(sheet: "Sheet") -> bytes:
    """The picture as PNG."""
    parts = [part for part in (sheet.hard, sheet.soft, sheet.pairs) if part]
    rows = sum(map(len, parts))
    high = _LOW if rows >= _MANY else _HIGH
    height = 2 * _EDGE + (rows + 1) * high + len(parts) * _GAP
    picture = Image.new("RGB", (WIDTH, height), _CARD)
    pen = ImageDraw.Draw(picture)
    for left, up in zip(_lefts(len(sheet.upcards)), sheet.upcards, strict=True):
        _write(pen, (left, _EDGE, left + _wide(len(sheet.upcards)), _EDGE + high), up, _BRIGHT)
    top = _EDGE + high
    for part in parts:
        top += _GAP
        for row in part:
            _paint_row(pen, row, top, high)
            top += high
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint_row(pen: ImageDraw.ImageDraw, row: "Row", top: int, high: int) -> None:
    _write(pen, (_EDGE, top, _EDGE + _NAME, top + high), row.name, _BRIGHT)
    wide = _wide(len(row.codes))
    for left, code in zip(_lefts(len(row.codes)), row.codes, strict=True):
        paper, ink = _COLOURS[code[0]]
        pen.rounded_rectangle((left + 1, top + 1, left + wide - 2, top + high - 2), 7, paper)
        _write(pen, (left, top, left + wide, top + high), code, ink)


def _lefts(columns: int) -> Iterator[float]:
    return (_EDGE + _NAME + at * _wide(columns) for at in range(columns))


def _wide(columns: int) -> float:
    return (WIDTH - 2 * _EDGE - _NAME) / columns


def _write(
    pen: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    text: str,
    ink: str,
) -> None:
    """In the middle of a box."""
    left, top, right, bottom = box
    middle = (left + right) / 2, (top + bottom) / 2
    font = ImageFont.load_default(_LETTERS)
    pen.text(middle, text, ink, font, anchor="mm", stroke_width=0.6)
