"""Shared tools: samples alternating with a floor, medians and percentiles, text tables, command lines."""

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
    """Take `repeats` samples of each side. The order alternates, so that drift affects all sides."""
    samples: list[list[T]] = [[] for _ in sides]
    for side in _turns(repeats, len(sides)):
        samples[side].append(sides[side]())
    return samples


async def in_turn_alive(repeats: int, *sides: Callable[[], Awaitable[T]]) -> list[list[T]]:
    """Take samples of asynchronous sides, which run side by side but work in turn.

    This process simulates Discord and all users. It collects its garbage between samples, because the 0.2 s that takes
    must not count for any bot.
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
    """Return a table row: each side's median, how many times slower the first side is than the last, and its range.

    `read` returns a sample's value; with `rate`, higher values are better. The ratios are of pairs of samples.
    """
    values = [[read(sample) for sample in side] for side in samples]
    slow, quick = (values[-1], values[0]) if rate else (values[0], values[-1])
    ratios = [above / below for above, below in zip(slow, quick, strict=True) if below] or [0.0]
    medians = (number(median(side)) for side in values)
    span = f"{number(min(ratios))} to {number(max(ratios))}"
    return label, *medians, number(median(ratios)), span


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share (above 0, at most 1) of values don't exceed; 0 if empty."""
    return sorted(values)[ceil(share * len(values)) - 1] if values else 0.0


def number(value: float) -> str:
    """Format with three significant digits, large numbers in full: `0.123`, `4.56`, `78.9`, `12,345`."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.3g}"


def text_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def options_of(
    arguments: Sequence[str] | None, about: str | None, **of: tuple[Any, str]
) -> argparse.Namespace:
    """Parse the command line of a benchmark; each option is given as (default, help text).

    The default's type is the option's type; `False` makes a switch, a list takes one or more values.
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
