"""What a command line is given and what it prints: whole numbers within bounds, figures, tables of text."""

import argparse
from collections.abc import Callable, Sequence
from functools import partial


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


def add_counts(parser: argparse.ArgumentParser, *counts: tuple[str, int, int, str]) -> None:
    """Add options that are whole numbers from 1: of each the name, the most, the default, and the meaning."""
    for name, most, default, meaning in counts:
        parser.add_argument(
            f"--{name}",
            type=whole(1, most),
            default=default,
            help=f"{meaning} (default: %(default)s)",
        )


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within these bounds from the command line."""
    return partial(_whole, least, most)


def _whole(least: int, most: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
    return value
