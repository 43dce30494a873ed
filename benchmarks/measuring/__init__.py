"""What all benchmarks share: samples in turn with a floor, and how they are printed."""

from benchmarks.measuring.command_line import add_counts, number, text_table, whole
from benchmarks.measuring.samples import (
    HEADINGS,
    Compared,
    compared,
    compared_alive,
    percentile,
)

__all__ = [
    "HEADINGS",
    "Compared",
    "add_counts",
    "compared",
    "compared_alive",
    "number",
    "percentile",
    "text_table",
    "whole",
]
