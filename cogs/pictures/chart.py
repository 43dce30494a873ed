"""A player's balance as a picture.

Every result is one step to the right, however long the player was away before it: people play in bursts, and by the
clock a year of play would be a flat line with a few cliffs in it, each of them an evening that can't be read. When it
was is told under the axis, at the first result of a day, month or minute.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.values.amounts import Notation

Point = tuple[float, int]
"""When a result came, in Unix seconds, UTC, and the balance in cents that it left."""

WIDTH, HEIGHT = 1_000, 720
"""Pixels of the picture; Discord shows it half as large, and on a phone a third: the letters have to be large."""

MOST_TICKS = 3
"""Times or dates that have room under the axis."""

_FINE = 2
"""Everything is drawn this many times larger and shrunk in the end, which leaves smooth edges."""

_EVENING = timedelta(hours=20)
"""Up to here times of day are told, from here on dates."""
_YEARS = timedelta(days=1_000)
"""From here on months are told."""

_LEAST_MARGIN = 1_000
"""Cents that are shown above and below at least, so that the scale is never in cents."""

_MOST_STRETCHED = 4
"""The start is left out where the line would have less than this part of the height with it."""

_MOST_LINES = 4
"""Steps of the scale at most."""

_FONT = Path(__file__).with_name("letters") / "DejaVuSans.ttf"
"""Has the letters of all languages whose alphabet is Latin, and the signs of sentences."""

LARGE, MEDIUM, SMALL = 38, 33, 30
"""Pixels of the letters; 30 are ten pixels high where a phone shows the picture."""

_LEFT, _RIGHT = 30, 970
_TITLE, _LEGEND, _RESULTS = 56, 622, 680
"""Where the lines of text around the curve stand: their middles, from the top."""

_TOP, _BOTTOM, _END = 122, 482, 895
"""Of the curve."""

_ROOM = 39
"""Characters that fit into the uppermost line."""

_CARD = "#1e1f22"
_GRID = "#34363c"
_FAINT = "#949ba4"
_QUIET = "#b5bac1"
_BRIGHT = "#f2f3f5"
_UP = "#43c97f"
_DOWN = "#f2686b"

_UNITS = ((10**14, "T"), (10**11, "B"), (10**8, "M"), (10**5, "k"))
"""Cents of a unit, and its letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is written on the picture, in the reader's language."""

    title: str
    results: str
    """What lies along the x axis; it should say that times are UTC."""
    start: str
    """What the dashed line is called; the amount that everybody starts with is written after it."""
    nothing: str
    """Said in the middle when there is no result yet."""
    money: Notation


def draw_balance(points: Sequence[Point], *, start: int, words: Words) -> bytes:
    """The balance after each result, the oldest first, as PNG; `start` in cents is what everybody starts with."""
    balances = [cents for _, cents in points]
    sheet = _Sheet()
    low, high = _range(balances, start)
    amounts = [(cents, brief(words.money, cents)) for cents in scale(low, high)]
    left = _LEFT + 16 + max(sheet.wide(text, MEDIUM) for _, text in amounts)
    area = _Area(left, low, high, len(balances))
    for cents, text in amounts:
        sheet.write((left - 12, area.y(cents)), text, _QUIET, MEDIUM, "rm")
        sheet.line([(left, area.y(cents)), (_END, area.y(cents))], _GRID, 1.5)
    for at, text in ticks([moment for moment, _ in points]):
        for row, line in enumerate(text.split("\n")):
            middle = max(area.x(at), _LEFT + sheet.wide(line, MEDIUM) / 2)
            sheet.write((middle, _BOTTOM + 38 + 40 * row), line, _QUIET, MEDIUM, "mm")
    if low <= start <= high:
        sheet.dashes((left, area.y(start)), _END)
        legend = f"– – –  {words.start} {brief(words.money, start)}"
        sheet.write((_LEFT, _LEGEND), legend, _FAINT, SMALL)
    last = f"● {words.money.write(balances[-1])}" if balances else ""
    if balances:
        colour = _UP if balances[-1] >= start else _DOWN
        sheet.curve([(area.x(at), area.y(cents)) for at, cents in enumerate(balances)], colour)
        sheet.write((_RIGHT, _TITLE), last, colour, LARGE, "rm")
    else:
        centre = (WIDTH / 2, (_TOP + _BOTTOM) / 2)
        sheet.write(centre, words.nothing, _QUIET, MEDIUM, "mm", ground=_CARD)
    sheet.write((_LEFT, _TITLE), _cut(words.title, _ROOM - len(last)), _BRIGHT, LARGE)
    sheet.write((_LEFT, _RESULTS), words.results, _FAINT, SMALL)
    return sheet.png()


def scale(low: float, high: float) -> Iterator[int]:
    """Round amounts in cents between these two, a step apart: at most `_MOST_LINES` steps."""
    least = max((high - low) / _MOST_LINES, 1)
    power = 10 ** (len(str(int(least))) - 1)
    steps = (int(power * tenths) // 10 for tenths in (10, 20, 25, 50, 100))
    step = next(step for step in steps if step >= least)
    first = -int(-low // step) * step
    return iter(range(first, int(high) + 1, step))


def brief(money: Notation, cents: int) -> str:
    """`$12.5k`, `$10B`, in the reader's notation; what needs more than three digits after the point is written out."""
    unit, letter = next((each for each in _UNITS if cents >= each[0]), (0, ""))
    if not unit or cents % (unit // 1_000):
        return money.write(cents)
    whole, part = divmod(cents // (unit // 1_000), 1_000)
    number = money.number(whole, f"{part:03}".rstrip("0"))
    return f"{money.before}{number}{letter}{money.after}"


def ticks(moments: Sequence[float]) -> list[tuple[int, str]]:
    """Where on the axis which time or date is written: at most `MOST_TICKS`, each at the first result of its time.

    `moments`: Unix seconds, in order. A date stands under the first time of day. All is in numbers, the same in every
    language.
    """
    if not moments:
        return []
    span = timedelta(seconds=moments[-1] - moments[0])
    if span >= _YEARS:
        return _spread(moments, "%Y-%m")
    if span >= _EVENING:
        return _spread(moments, "%Y-%m-%d")
    (at, first), *others = _spread(moments, "%H:%M")
    return [(at, f"{first}\n{_written(moments[0], '%Y-%m-%d')}"), *others]


def _spread(moments: Sequence[float], style: str) -> list[tuple[int, str]]:
    """The first result, and those that begin a new day (month, minute) and are far enough from the one before."""
    gap = len(moments) / MOST_TICKS
    texts = [_written(moment, style) for moment in moments]
    found = [(0, texts[0])]
    for at in range(1, len(texts)):
        if texts[at] != texts[at - 1] and at - found[-1][0] >= gap:
            found.append((at, texts[at]))
    return found


def _written(moment: float, style: str) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime(style)


def _range(balances: Sequence[int], start: int) -> tuple[float, float]:
    """The lowest and highest amount in the picture: with the start, unless that would press the line flat."""
    low, high = min(balances, default=start), max(balances, default=start)
    lowest, highest = min(low, start), max(high, start)
    if low == high or highest - lowest <= _MOST_STRETCHED * (high - low):
        low, high = lowest, highest
    margin = max((high - low) * 0.08, high * 0.05 if low == high else 0, _LEAST_MARGIN)
    return max(low - margin, 0), high + margin


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class _Area:
    """Where results and amounts stand on the picture."""

    left: float
    low: float
    high: float
    results: int

    def x(self, at: int) -> float:
        """Where a result stands; a single one is in the middle."""
        part = at / (self.results - 1) if self.results > 1 else 0.5
        return self.left + (_END - self.left) * part

    def y(self, cents: float) -> float:
        """Where an amount stands."""
        return _BOTTOM - (_BOTTOM - _TOP) * (cents - self.low) / (self.high - self.low)


Place = tuple[float, float]
"""In pixels of the picture, from the left and from the top."""


class _Sheet:
    """What is drawn on."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _CARD)
        self._pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """The picture."""
        file = BytesIO()
        self._image.reduce(_FINE).save(file, "PNG")
        return file.getvalue()

    def wide(self, text: str, size: int) -> float:
        """How much room a text takes, in pixels of the picture."""
        return font(size).getlength(text) / _FINE

    def write(
        self,
        at: Place,
        text: str,
        colour: str,
        size: int,
        anchor: str = "lm",
        ground: str | None = None,
    ) -> None:
        """A line of text; `anchor` says what of it stands there, in Pillow's letters; `ground` hides what is behind."""
        if ground:
            self._pen.rectangle(self._pen.textbbox(_fine(at), text, font(size), anchor), ground)
        self._pen.text(_fine(at), text, colour, font(size), anchor)

    def line(self, places: Sequence[Place], colour: str, width: float) -> None:
        """From each place to the next."""
        self._pen.line([_fine(at) for at in places], colour, round(width * _FINE), "curve")

    def dashes(self, begin: Place, end: float) -> None:
        """To the right, as far as there."""
        x, y = begin
        while x < end:
            self.line([(x, y), (min(x + 9, end), y)], _FAINT, 2)
            x += 16

    def curve(self, places: Sequence[Place], colour: str) -> None:
        """The line, a shade that fades towards the bottom, and a mark on the last place."""
        self._fade([(places[0][0], _BOTTOM), *places, (places[-1][0], _BOTTOM)], colour, 8, 112)
        self.line(places, colour, 5.5)
        self._dot(places[-1], 19.5, colour, 77)
        self._dot(places[-1], 10, _CARD)
        self._dot(places[-1], 8, colour)

    def _fade(self, edge: Sequence[Place], colour: str, least: int, most: int) -> None:
        """Inside of this edge: from `least` at the bottom of the curve's area to `most` at its top, of 255."""
        shape = Image.new("L", self._image.size)
        ImageDraw.Draw(shape).polygon([_fine(at) for at in edge], 255)
        shades = Image.linear_gradient("L").point(
            [most - (most - least) * at // 255 for at in range(256)]
        )
        top, bottom = _TOP * _FINE, _BOTTOM * _FINE
        mask = Image.new("L", self._image.size)
        mask.paste(shades.resize((self._image.width, bottom - top)), (0, top))
        self._image.paste(colour, mask=ImageChops.multiply(mask, shape))

    def _dot(self, at: Place, radius: float, colour: str, shade: int = 255) -> None:
        mask = Image.new("L", self._image.size)
        x, y = _fine(at)
        ImageDraw.Draw(mask).circle((x, y), radius * _FINE, shade)
        self._image.paste(colour, mask=mask)


def _fine(at: Place) -> Place:
    return at[0] * _FINE, at[1] * _FINE


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The letters of this size, in pixels of the picture, as large as they are drawn."""
    return ImageFont.truetype(_FONT, size * _FINE, layout_engine=ImageFont.Layout.BASIC)
