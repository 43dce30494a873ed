"""Draws the emojis that show cards.

At 22 pixels there is room for the rank above the suit. Suits differ in colour and shape.
"""

from functools import cache
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from engine.rules.cards import Card, Rank, Suit, parse_card

_SIDE = 256
"""Pixels."""

_LETTER = 256
"""Pixels."""

_STROKE = 15
"""Pixels around letters: thin strokes vanish in a small picture."""

Point = tuple[float, float]
Circle = tuple[float, float, float]
"""Centre and radius, in sides of the square."""


class _Square:
    """A square canvas; coordinates are fractions of its side."""

    def __init__(self) -> None:
        self._mask = Image.new("L", (_SIDE, _SIDE))
        self._pen = ImageDraw.Draw(self._mask)

    def circles(self, *circles: Circle) -> None:
        for x, y, radius in circles:
            corners = (x - radius, y - radius, x + radius, y + radius)
            self._pen.ellipse([value * _SIDE for value in corners], 255)

    def area(self, *points: Point) -> None:
        self._pen.polygon([(x * _SIDE, y * _SIDE) for x, y in points], 255)

    def cut_out(self) -> Image.Image:
        return self._mask.crop(self._mask.getbbox())


@cache
def suit(sign: Suit) -> Image.Image:
    return {Suit.CLUBS: _club, Suit.DIAMONDS: _diamond, Suit.HEARTS: _heart, Suit.SPADES: _spade}[
        sign
    ]()


def _club() -> Image.Image:
    square = _Square()
    square.circles((0.5, 0.235, 0.235), (0.235, 0.6, 0.235), (0.765, 0.6, 0.235))
    square.area((0.4, 0.4), (0.6, 0.4), (0.6, 0.65), (0.4, 0.65))
    square.area((0.5, 0.45), (0.7, 1), (0.3, 1))
    return square.cut_out()


def _diamond() -> Image.Image:
    square = _Square()
    square.area((0.5, 0), (0.9, 0.5), (0.5, 1), (0.1, 0.5))
    return square.cut_out()


def _heart() -> Image.Image:
    square = _Square()
    square.circles((0.26, 0.28, 0.26), (0.74, 0.28, 0.26))
    square.area((0.077, 0.465), (0.5, 1), (0.923, 0.465), (0.74, 0.28), (0.5, 0.22), (0.26, 0.28))
    return square.cut_out()


def _spade() -> Image.Image:
    square = _Square()
    square.circles((0.25, 0.55, 0.25), (0.75, 0.55, 0.25))
    square.area((0.074, 0.372), (0.5, 0), (0.926, 0.372), (0.75, 0.55), (0.5, 0.7), (0.25, 0.55))
    square.area((0.5, 0.5), (0.72, 1), (0.28, 1))
    return square.cut_out()


@cache
def crown() -> Image.Image:
    """Return the mask of a crown, for jack, queen and king."""
    square = _Square()
    square.circles((0.09, 0.3, 0.08), (0.5, 0.16, 0.1), (0.91, 0.3, 0.08))
    points = [(0.09, 0.3), (0.3, 0.58), (0.5, 0.16), (0.7, 0.58), (0.91, 0.3)]
    for (left, high), (right, low) in pairwise(points):
        square.area((left, high), (right, low), (0.84, 0.74), (0.16, 0.74))
    square.area((0.16, 0.74), (0.84, 0.74), (0.82, 0.94), (0.18, 0.94))
    return square.cut_out()


@cache
def letters(text: str) -> Image.Image:
    font = ImageFont.load_default(_LETTER)
    left, top, right, bottom = font.getbbox(text, stroke_width=_STROKE)
    mask = Image.new("L", (round(right - left), round(bottom - top)))
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), text, 255, font, stroke_width=_STROKE)
    return mask.crop(mask.getbbox())


SIDE = 128
"""Pixels."""

_FINE = 4
"""Drawn this many times larger, for smooth edges."""

_PAPER = "#ffffff"
_EDGE = "#9aa0a8"
_BURGUNDY = "#8c1d40"
_ROSE = "#e39bb4"
_YELLOW = "#f7c21a"
_BLACK = "#15161a"
_VIOLET = "#6a2fa0"
_COLOURS = {
    Suit.CLUBS: "#0a7d32",
    Suit.DIAMONDS: "#1558e0",
    Suit.HEARTS: "#d8152c",
    Suit.SPADES: _BLACK,
    None: _VIOLET,
}

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

_OUTLINE = (8, 1, 119, 126)
_UPPER = (17, 10, 110, 67)
_LOWER = (33, 72, 94, 120)
_WHOLE = (21, 17, 106, 110)


def paint(name: str) -> bytes:
    """Draw the card with this name as PNG. Raises `ValueError` for an unknown name."""
    special = _SPECIAL.get(name)
    sheet = special() if special else _face(parse_card(name))
    file = BytesIO()
    sheet.reduce(_FINE).save(file, "PNG")
    return file.getvalue()


def _face(card: Card) -> Image.Image:
    sheet, colour = _blank(_PAPER), _COLOURS[card.suit]
    if card.rank is Rank.FACE:
        _put(sheet, letters("10"), _UPPER, colour)
        _put(sheet, crown(), _LOWER, colour)
        return sheet
    rank = letters("10" if card.rank is Rank.TEN else card.rank.value)
    _put(sheet, rank, _UPPER if card.suit else _WHOLE, colour)
    if card.suit:
        _put(sheet, suit(card.suit), _LOWER, colour)
    return sheet


def _back() -> Image.Image:
    sheet = _blank(_BURGUNDY)
    pen = ImageDraw.Draw(sheet)
    pen.rounded_rectangle(_fine((21, 14, 106, 113)), 9 * _FINE, None, _ROSE, 5 * _FINE)
    _put(sheet, suit(Suit.DIAMONDS), (35, 26, 92, 101), _ROSE)
    return sheet


def _cut_card() -> Image.Image:
    sheet = _blank(_YELLOW)
    pen = ImageDraw.Draw(sheet)
    for left in (20, 52, 84):
        pen.rectangle(_fine((left, 57, left + 23, 70)), _BLACK)
    return sheet


_SPECIAL = {"back": _back, "cut": _cut_card}


def _blank(colour: str) -> Image.Image:
    sheet = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE))
    pen = ImageDraw.Draw(sheet)
    pen.rounded_rectangle(_fine(_OUTLINE), 18 * _FINE, colour, _EDGE, 4 * _FINE)
    return sheet


def _put(sheet: Image.Image, sign: Image.Image, box: Box, colour: str) -> None:
    left, top, right, bottom = _fine(box)
    high = bottom - top
    wide = min(right - left, sign.width * high / sign.height)
    fitting = sign.resize((round(wide), round(high)), Image.Resampling.HAMMING)
    sheet.paste(colour, (round((left + right - wide) / 2), round(top)), fitting)


def _fine(box: Box) -> Box:
    left, top, right, bottom = box
    return left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
