"""Draws a strategy chart: the player's hands against the dealer's upcards.

A phone leaves 25 of 300 pixels per cell: two letters. Colours only group equal moves.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from engine.advice.sheets import Sheet, SheetRow

WIDTH = 800
"""Pixels; more than twice the width on a phone."""

_NAME = 118

_LOW, _HIGH = 34, 46
"""Row heights with many and few rows. Discord shrinks high pictures."""

_MANY = 18

_GAP = 12

_EDGE = 10
_LETTERS = 30
"""Pixels, small print on a phone."""

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
"""Colours of a cell and its text, by the code's first letter, like the buttons'."""


def paint(sheet: "Sheet") -> bytes:
    """Draw a strategy chart as PNG."""
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


def _paint_row(pen: ImageDraw.ImageDraw, row: "SheetRow", top: int, high: int) -> None:
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
    left, top, right, bottom = box
    middle = (left + right) / 2, (top + bottom) / 2
    font = ImageFont.load_default(_LETTERS)
    pen.text(middle, text, ink, font, anchor="mm", stroke_width=0.6)
