"""The signs on a card, each as a mask that is cut to its edges: ranks, suits, and a crown."""

from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from engine.rules.cards import Suit

_SIDE = 256
"""Pixels of the square that a shape is drawn on."""

_LETTER = 256
"""The size of a letter in pixels."""

_STROKE = 15
"""Pixels by which a letter is made bolder: what is thin is lost when the picture is small."""

Point = tuple[float, float]
Circle = tuple[float, float, float]
"""Centre and radius, where the square's side is 1."""


class _Square:
    """A square to draw a shape on, in units of its side."""

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
    """The sign of a suit."""
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
    """Stands for jack, queen and king together."""
    square = _Square()
    square.circles((0.09, 0.3, 0.08), (0.5, 0.16, 0.1), (0.91, 0.3, 0.08))
    points = [(0.09, 0.3), (0.3, 0.58), (0.5, 0.16), (0.7, 0.58), (0.91, 0.3)]
    for (left, high), (right, low) in pairwise(points):
        square.area((left, high), (right, low), (0.84, 0.74), (0.16, 0.74))
    square.area((0.16, 0.74), (0.84, 0.74), (0.82, 0.94), (0.18, 0.94))
    return square.cut_out()


@cache
def letters(text: str) -> Image.Image:
    """A rank."""
    font = ImageFont.load_default(_LETTER)
    left, top, right, bottom = font.getbbox(text, stroke_width=_STROKE)
    mask = Image.new("L", (round(right - left), round(bottom - top)))
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), text, 255, font, stroke_width=_STROKE)
    return mask.crop(mask.getbbox())
