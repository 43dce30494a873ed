"""Draws a chart of a player's balance.

The x axis counts results, because people play in bursts.
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
"""A result's Unix seconds, and the balance in cents after it."""

WIDTH, HEIGHT = 1_000, 720
"""Pixels. Phones show a third, so letters must be large."""

MOST_TICKS = 3

_FINE = 2
"""Drawn this many times larger, for smooth edges."""

_EVENING = timedelta(hours=20)
"""Longer spans are labelled with dates."""
_YEARS = timedelta(days=1_000)
"""Longer spans are labelled with months."""

_LEAST_MARGIN = 1_000
"""Cents above and below the line, so that the scale needs no fractions of a dollar."""

_MOST_STRETCHED = 4
"""The starting balance is shown unless the line would get less than 1/`_MOST_STRETCHED` of the height."""

_MOST_LINES = 4

_FONT = Path(__file__).with_name("letters") / "DejaVuSans.ttf"
"""Latin alphabets and punctuation only."""

LARGE, MEDIUM, SMALL = 38, 33, 30
"""Font sizes in pixels; 30 becomes ten on a phone."""

_LEFT, _RIGHT = 30, 970
_TITLE, _LEGEND, _RESULTS = 56, 622, 680

_TOP, _BOTTOM, _END = 122, 482, 895

_ROOM = 39
"""Characters on the top line."""

_CARD = "#1e1f22"
_GRID = "#34363c"
_FAINT = "#949ba4"
_QUIET = "#b5bac1"
_BRIGHT = "#f2f3f5"
_UP = "#43c97f"
_DOWN = "#f2686b"

_UNITS = ((10**14, "T"), (10**11, "B"), (10**8, "M"), (10**5, "k"))
"""Cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    title: str
    results: str
    """The x axis' label, which should name UTC."""
    start: str
    nothing: str
    money: Notation


def draw_balance(points: Sequence[Point], *, start: int, words: Words) -> bytes:
    """Draw the chart as PNG. `points` are the balances after each result, oldest first; `start` is in cents."""
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
    """Return the y axis' round amounts in cents, evenly spaced, at most `_MOST_LINES` steps."""
    least = max((high - low) / _MOST_LINES, 1)
    power = 10 ** (len(str(int(least))) - 1)
    steps = (int(power * tenths) // 10 for tenths in (10, 20, 25, 50, 100))
    step = next(step for step in steps if step >= least)
    first = -int(-low // step) * step
    return iter(range(first, int(high) + 1, step))


def brief(money: Notation, cents: int) -> str:
    """Return an amount like `$12.5k`, in full if it needs more than three decimals."""
    unit, letter = next((each for each in _UNITS if cents >= each[0]), (0, ""))
    if not unit or cents % (unit // 1_000):
        return money.write(cents)
    whole, part = divmod(cents // (unit // 1_000), 1_000)
    number = money.number(whole, f"{part:03}".rstrip("0"))
    return f"{money.before}{number}{letter}{money.after}"


def ticks(moments: Sequence[float]) -> list[tuple[int, str]]:
    """Return at most `MOST_TICKS` labels of the x axis, with the indices of their results.

    A label is for the first result of a day, month or minute; the first time of day also has the date. `moments` are
    ordered Unix seconds. Labels are numeric in every language.
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
    left: float
    low: float
    high: float
    results: int

    def x(self, at: int) -> float:
        part = at / (self.results - 1) if self.results > 1 else 0.5
        return self.left + (_END - self.left) * part

    def y(self, cents: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (cents - self.low) / (self.high - self.low)


Place = tuple[float, float]
"""Pixels from the left and from the top."""


class _Sheet:
    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _CARD)
        self._pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        file = BytesIO()
        self._image.reduce(_FINE).save(file, "PNG")
        return file.getvalue()

    def wide(self, text: str, size: int) -> float:
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
        """Write a line of text; `anchor` is Pillow's, `ground` a background colour."""
        if ground:
            self._pen.rectangle(self._pen.textbbox(_fine(at), text, font(size), anchor), ground)
        self._pen.text(_fine(at), text, colour, font(size), anchor)

    def line(self, places: Sequence[Place], colour: str, width: float) -> None:
        self._pen.line([_fine(at) for at in places], colour, round(width * _FINE), "curve")

    def dashes(self, begin: Place, end: float) -> None:
        x, y = begin
        while x < end:
            self.line([(x, y), (min(x + 9, end), y)], _FAINT, 2)
            x += 16

    def curve(self, places: Sequence[Place], colour: str) -> None:
        self._fade([(places[0][0], _BOTTOM), *places, (places[-1][0], _BOTTOM)], colour, 8, 112)
        self.line(places, colour, 5.5)
        self._dot(places[-1], 19.5, colour, 77)
        self._dot(places[-1], 10, _CARD)
        self._dot(places[-1], 8, colour)

    def _fade(self, edge: Sequence[Place], colour: str, least: int, most: int) -> None:
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
    return ImageFont.truetype(_FONT, size * _FINE, layout_engine=ImageFont.Layout.BASIC)
