"""A strategy chart as a picture: the best move for each hand against each upcard, by letters and by colours.

It is read on a phone, where a message is 400 pixels wide and a cell thirty: each has two signs at most. Light and dark
alternate between the moves, so that they can be told apart without the colours, too.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from engine.lessons import Row, Sheet

WIDTH = 800
"""Pixels; twice of what a phone shows."""

_NAME = 118
"""The width of the first column, in which the hands stand."""

_HEIGHT = 46
_GAP = 16
"""Between the three parts of the chart."""

_EDGE = 10
_LETTERS, _NAMES = 27, 27
"""Pixels of the letters; halved on a phone they are as high as those of a message."""

_CARD = "#1e1f22"
_BRIGHT = "#f2f3f5"
_DARK = "#15161a"

_COLOURS = {
    "H": ("#f4f5f7", _DARK),
    "S": ("#c0392b", _BRIGHT),
    "D": ("#ffd54a", _DARK),
    "P": ("#1f7a4d", _BRIGHT),
    "R": ("#5b3a9e", _BRIGHT),
}
"""Of a cell and its letters, by the first letter."""


def paint(sheet: "Sheet") -> bytes:
    """The picture as PNG."""
    parts = [part for part in (sheet.hard, sheet.soft, sheet.pairs) if part]
    height = 2 * _EDGE + _HEIGHT + sum(_GAP + len(part) * _HEIGHT for part in parts)
    picture = Image.new("RGB", (WIDTH, height), _CARD)
    pen = ImageDraw.Draw(picture)
    for left, up in zip(_lefts(len(sheet.upcards)), sheet.upcards, strict=True):
        _write(pen, (left, _EDGE, left + _wide(len(sheet.upcards)), _EDGE + _HEIGHT), up, _BRIGHT)
    top = _EDGE + _HEIGHT
    for part in parts:
        top += _GAP
        for row in part:
            _paint_row(pen, row, top)
            top += _HEIGHT
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint_row(pen: ImageDraw.ImageDraw, row: "Row", top: int) -> None:
    _write(pen, (_EDGE, top, _EDGE + _NAME, top + _HEIGHT), row.name, _BRIGHT, size=_NAMES)
    wide = _wide(len(row.codes))
    for left, code in zip(_lefts(len(row.codes)), row.codes, strict=True):
        paper, ink = _COLOURS[code[0]]
        pen.rounded_rectangle((left + 2, top + 2, left + wide - 3, top + _HEIGHT - 3), 8, paper)
        _write(pen, (left, top, left + wide, top + _HEIGHT), code, ink)


def _lefts(columns: int) -> Iterator[float]:
    return (_EDGE + _NAME + at * _wide(columns) for at in range(columns))


def _wide(columns: int) -> float:
    return (WIDTH - 2 * _EDGE - _NAME) / columns


def _write(
    pen: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    text: str,
    ink: str,
    size: int = _LETTERS,
) -> None:
    """In the middle of a box."""
    left, top, right, bottom = box
    middle = (left + right) / 2, (top + bottom) / 2
    font = ImageFont.load_default(size)
    pen.text(middle, text, ink, font, anchor="mm", stroke_width=0.6)
