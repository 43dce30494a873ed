"""A player's balance as a picture, drawn beside the event loop.

Every result is one step to the right, however long the player was away before it: people play in bursts, and by the
clock a year of play would be a flat line with a few cliffs in it, each of them an evening that can't be read. When it
was is told under the axis, at the first result of a day, month or minute.

matplotlib takes most of a second to import, so it is imported where it draws, when the first picture is asked for.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from engine.money import Notation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# What it finds out about this machine's fonts is of no use to a host.
logging.getLogger("matplotlib").setLevel(logging.WARNING)

Point = tuple[float, int]
"""When a result came, in Unix seconds, UTC, and the balance in cents that it left."""

WIDTH, HEIGHT = 1_000, 720
"""Pixels of the picture; Discord shows it half as large, and on a phone a third: the letters have to be large."""

MOST_TICKS = 3
"""So many times or dates have room under the axis."""

_PIXELS_PER_INCH = 200
_FONT = "DejaVu Sans"
_EVENING = timedelta(hours=20)
"""Up to here times of day are told, from here on dates."""
_YEARS = timedelta(days=1_000)
"""From here on months are told."""

_DASHES = (0, (4, 3))
_LEAST_MARGIN = 1_000
"""Cents that are shown above and below at least, so that the scale is never in cents."""

_MOST_STRETCHED = 4
"""The start is left out where the line would have less than this part of the height with it."""

_LARGE, _MEDIUM, _SMALL = 13.5, 12, 11
"""Points of the letters; 11 are ten pixels high where a phone shows the picture."""

_LETTER = 0.0215
"""The width of a letter along the edges, in parts of the picture's width."""

_ROOM = 39
"""Characters that fit into the uppermost line."""

_LEFT, _RIGHT, _TOP, _BOTTOM, _LOWEST = 0.03, 0.97, 0.92, 0.135, 0.055
"""Where the texts around the curve stand, in parts of the picture's width and height."""

_CARD = "#1e1f22"
_GRID = "#34363c"
_FAINT = "#949ba4"
_QUIET = "#b5bac1"
_BRIGHT = "#f2f3f5"
_UP = "#43c97f"
_DOWN = "#f2686b"

_UNITS = ((10**14, "T"), (10**11, "B"), (10**8, "M"), (10**5, "k"))
"""Cents of a unit, and its letter."""


class ChartsClosed(Exception):
    """The bot stops, and draws no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is written on the picture, in the reader's language; signs that the font lacks are left out."""

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
    from matplotlib.figure import Figure

    figure = Figure((WIDTH / _PIXELS_PER_INCH, HEIGHT / _PIXELS_PER_INCH), _PIXELS_PER_INCH)
    figure.set_facecolor(_CARD)
    axes = figure.add_subplot()
    balances = [cents for _, cents in points]
    _scale(axes, balances, start)
    _frame(axes, [moment for moment, _ in points], start, words.money)
    last = f"● {words.money.short(balances[-1])}" if balances else ""
    _write(figure, _LEFT, _TOP, _cut(words.title, _ROOM - len(last)), _BRIGHT, size=_LARGE)
    _write(figure, _LEFT, _LOWEST, words.results, _FAINT, size=_SMALL)
    if _shows(axes, start):
        legend = f"– – –  {words.start} {brief(words.money, start)}"
        _write(figure, _LEFT, _BOTTOM, legend, _FAINT, size=_SMALL)
    if balances:
        colour = _UP if balances[-1] >= start else _DOWN
        _curve(axes, balances, colour)
        _write(figure, _RIGHT, _TOP, last, colour, size=_LARGE, ha="right")
    else:
        style = {"size": _MEDIUM, "ha": "center", "backgroundcolor": _CARD}
        _write(figure, 0.5, 0.57, words.nothing, _QUIET, **style)
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def brief(money: Notation, cents: int) -> str:
    """`$12.5k`, `$10B`, in the reader's notation; what needs more than three digits after the point is written out."""
    unit, letter = next((each for each in _UNITS if cents >= each[0]), (0, ""))
    if not unit or cents % (unit // 1_000):
        return money.short(cents)
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


def _scale(axes: "Axes", balances: Sequence[int], start: int) -> None:
    steps = len(balances) - 1
    axes.set_xlim(*((0, steps) if steps > 0 else (-1, 1)))
    axes.set_ylim(*_range(balances, start))


def _frame(axes: "Axes", moments: Sequence[float], start: int, money: Notation) -> None:
    """Amounts and times along the edges, faint lines behind, and the start as a dashed one."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_facecolor("none")
    axes.spines[:].set_visible(False)
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10], integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda cents, _: brief(money, round(cents))))
    times = ticks(moments)
    axes.set_xticks([at for at, _ in times], [text for _, text in times])
    axes.tick_params(labelsize=_MEDIUM, labelcolor=_QUIET, labelfontfamily=_FONT, length=0, pad=5)
    axes.tick_params(axis="x", pad=8)
    left = 0.045 + _LETTER * max(len(brief(money, round(cents))) for cents in axes.get_yticks())
    axes.set_position((left, 0.33, 0.895 - left, 0.5))
    axes.grid(axis="y", color=_GRID, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.axhline(start, color=_FAINT, linewidth=0.8, linestyle=_DASHES)


def _curve(axes: "Axes", balances: Sequence[int], colour: str) -> None:
    """The line, a fill that fades towards the bottom, and a mark on the last balance."""
    steps = range(len(balances))
    axes.plot(steps, balances, color=colour, linewidth=2, clip_on=False)
    _fade(axes, balances, colour)
    last = [steps[-1]], [balances[-1]]
    axes.plot(*last, "o", color=colour, markersize=14, alpha=0.3, markeredgewidth=0, clip_on=False)
    axes.plot(*last, "o", color=colour, markersize=6.5, markeredgecolor=_CARD, clip_on=False)


def _fade(axes: "Axes", balances: Sequence[int], colour: str) -> None:
    """A strip of shades over the whole picture, cut out along the line."""
    from matplotlib.colors import LinearSegmentedColormap

    left, right = axes.get_xlim()
    bottom, top = axes.get_ylim()
    under = axes.fill_between(range(len(balances)), balances, bottom, color="none")
    shades = axes.imshow(
        [[shade] for shade in range(256)],
        cmap=LinearSegmentedColormap.from_list("fade", [f"{colour}08", f"{colour}70"]),
        extent=(left, right, bottom, top),
        origin="lower",
        aspect="auto",
    )
    shades.set_clip_path(under.get_paths()[0], axes.transData)


def _shows(axes: "Axes", cents: int) -> bool:
    bottom, top = axes.get_ylim()
    return bottom <= cents <= top


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _write(figure: "Figure", x: float, y: float, text: str, color: str, **style: Any) -> None:
    """A line of text; dollar signs are meant as such, not as formulas."""
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont(_FONT))
    spaced = text.replace("\u00a0", " ").replace("\u202f", " ")
    known = "".join(
        sign for sign in spaced if sign.isprintable() and font.get_char_index(ord(sign))
    )
    figure.text(
        x, y, known.strip(), parse_math=False, family=_FONT, va="center", color=color, **style
    )


class Charts:
    """Draws for everybody on one thread of its own, a picture after the other.

    One is enough at a dozen pictures a second, and a crowd that asks at once can't take the other cores, nor the
    threads that the rest of the bot waits for. It is also all that matplotlib allows: its fonts are not locked.
    """

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="charts")
        self._closed = False

    async def balance(self, points: Sequence[Point], *, start: int, words: Words) -> bytes:
        """What `draw_balance` draws; a caller that is cancelled leaves the queue. Raises `ChartsClosed`."""
        if self._closed:
            raise ChartsClosed
        draw = partial(self._draw, tuple(points), start, words)
        return await asyncio.get_running_loop().run_in_executor(self._worker, draw)

    async def close(self) -> None:
        """Finish the picture in work; those who wait for others get `ChartsClosed`."""
        self._closed = True
        await asyncio.to_thread(self._worker.shutdown)

    def _draw(self, points: Sequence[Point], start: int, words: Words) -> bytes:
        if self._closed:
            raise ChartsClosed
        return draw_balance(points, start=start, words=words)
