"""What all benchmarks share: samples in turn with a floor, medians and percentiles, tables of text, command lines."""

import argparse
import gc
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

T = TypeVar("T")
Row = tuple[str, ...]

HEADINGS = ("", "measured", "floor", "times slower", "lowest and highest")


def in_turn(repeats: int, *sides: Callable[[], T]) -> list[list[T]]:
    """So many samples of each side. The order changes each time, so that drift affects all of them."""
    samples: list[list[T]] = [[] for _ in sides]
    for side in _turns(repeats, len(sides)):
        samples[side].append(sides[side]())
    return samples


async def in_turn_alive(repeats: int, *sides: Callable[[], Awaitable[T]]) -> list[list[T]]:
    """The same, of what lives side by side and is at work in turn.

    This process, which is Discord and all people, collects its garbage in between: that takes a fifth of a second, for
    which no bot is to blame.
    """
    samples: list[list[T]] = [[] for _ in sides]
    try:
        for side in _turns(repeats, len(sides)):
            gc.collect()
            gc.disable()
            samples[side].append(await sides[side]())
    finally:
        gc.enable()
    return samples


def _turns(repeats: int, sides: int) -> Iterator[int]:
    for turn in range(repeats):
        yield from range(sides)[:: -1 if turn % 2 else 1]


def row(
    label: str, samples: Sequence[Sequence[T]], read: Callable[[T], float], *, rate: bool = False
) -> Row:
    """One number: its median for each side, and how many times slower the first is than the last.

    A higher `rate` is better. The last cell has the lowest and the highest of the pairs of samples.
    """
    values = [[read(sample) for sample in side] for side in samples]
    slow, quick = (values[-1], values[0]) if rate else (values[0], values[-1])
    ratios = [above / below for above, below in zip(slow, quick, strict=True) if below] or [0.0]
    medians = (number(median(side)) for side in values)
    span = f"{number(min(ratios))} to {number(max(ratios))}"
    return label, *medians, number(median(ratios)), span


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share (above 0, at most 1) of the values do not exceed; 0 without any."""
    return sorted(values)[ceil(share * len(values)) - 1] if values else 0.0


def number(value: float) -> str:
    """Three significant digits, or a large number in full: `0.123`, `4.56`, `78.9`, `12,345`."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.3g}"


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as aligned columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def options_of(
    arguments: Sequence[str] | None, about: str | None, **of: tuple[Any, str]
) -> argparse.Namespace:
    """The command line of a benchmark: of each option the default, and the meaning.

    A value is read as what the default is; `False` is a switch; of a list, one value or more are given.
    """
    name = Path(sys.argv[0]).stem
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=about)
    for name, (default, meaning) in of.items():
        option = partial(parser.add_argument, f"--{name.replace('_', '-')}", default=default)
        match default:
            case False:
                option(action="store_true", help=meaning)
            case list():
                option(nargs="+", help=meaning)
            case _:
                option(type=type(default), help=f"{meaning} (%(default)s)")
    return parser.parse_args(arguments)
