"""Playing cards as pictures: drawn here, and meant to be read in a line of text.

At the 22 pixels of an emoji in a sentence a card has room for two signs: the rank fills its upper half, the suit the
lower one. The four suits have a colour each, and differ in shape without it.
"""

from io import BytesIO

from PIL import Image, ImageDraw

from cogs.pictures import signs
from cogs.pictures.symbols import BACK, CARDS, CUT
from engine.rules.cards import Card, Rank, Suit

SIDE = 128
"""Pixels of a picture's width and height."""

_FINE = 4
"""Everything is drawn so many times as large and made smaller in the end, which leaves smooth edges."""

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
"""Left, top, right and bottom, in pixels of the picture."""

_OUTLINE = (8, 1, 119, 126)
_UPPER = (17, 10, 110, 67)
_LOWER = (33, 72, 94, 120)
_WHOLE = (21, 17, 106, 110)


def paint(name: str) -> bytes:
    """The picture of this name, as PNG. Raises `KeyError` where there is no such picture."""
    special = _SPECIAL.get(name)
    sheet = special() if special else _face(CARDS[name])
    file = BytesIO()
    sheet.reduce(_FINE).save(file, "PNG")
    return file.getvalue()


def _face(card: Card) -> Image.Image:
    sheet, colour = _blank(_PAPER), _COLOURS[card.suit]
    if card.rank is Rank.FACE:
        _put(sheet, signs.letters("10"), _UPPER, colour)
        _put(sheet, signs.crown(), _LOWER, colour)
        return sheet
    rank = signs.letters("10" if card.rank is Rank.TEN else card.rank.value)
    _put(sheet, rank, _UPPER if card.suit else _WHOLE, colour)
    if card.suit:
        _put(sheet, signs.suit(card.suit), _LOWER, colour)
    return sheet


def _back() -> Image.Image:
    sheet = _blank(_BURGUNDY)
    pen = ImageDraw.Draw(sheet)
    pen.rounded_rectangle(_fine((21, 14, 106, 113)), 9 * _FINE, None, _ROSE, 5 * _FINE)
    _put(sheet, signs.suit(Suit.DIAMONDS), (35, 26, 92, 101), _ROSE)
    return sheet


def _cut_card() -> Image.Image:
    sheet = _blank(_YELLOW)
    pen = ImageDraw.Draw(sheet)
    for left in (20, 52, 84):
        pen.rectangle(_fine((left, 57, left + 23, 70)), _BLACK)
    return sheet


_SPECIAL = {BACK: _back, CUT: _cut_card}


def _blank(colour: str) -> Image.Image:
    """A card with nothing on it."""
    sheet = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE))
    pen = ImageDraw.Draw(sheet)
    pen.rounded_rectangle(_fine(_OUTLINE), 18 * _FINE, colour, _EDGE, 4 * _FINE)
    return sheet


def _put(sheet: Image.Image, sign: Image.Image, box: Box, colour: str) -> None:
    """Put a sign in the middle of a box, as high as the box, and narrowed where it is too wide."""
    left, top, right, bottom = _fine(box)
    high = bottom - top
    wide = min(right - left, sign.width * high / sign.height)
    fitting = sign.resize((round(wide), round(high)), Image.Resampling.HAMMING)
    sheet.paste(colour, (round((left + right - wide) / 2), round(top)), fitting)


def _fine(box: Box) -> Box:
    left, top, right, bottom = box
    return left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
