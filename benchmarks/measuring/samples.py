"""Samples that are taken in turn with a floor, and their medians and percentiles."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Generic, TypeVar

from benchmarks.measuring.command_line import number

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Generic[T]):
    """Samples of the subject and of its floor; samples with the same index were taken one after the other."""

    subject: tuple[T, ...]
    floor: tuple[T, ...]

    def row(self, label: str, read: Callable[[T], float], *, rate: bool) -> tuple[str, ...]:
        """One number of each sample as a row under `HEADINGS`; a higher `rate` is better."""
        subject, floor = tuple(map(read, self.subject)), tuple(map(read, self.floor))
        slow, quick = (floor, subject) if rate else (subject, floor)
        ratios = [above / below for above, below in zip(slow, quick, strict=True)]
        return (
            label,
            number(median(subject)),
            number(median(floor)),
            number(median(ratios)),
            f"{number(min(ratios))} to {number(max(ratios))}",
        )


HEADINGS = ("", "measured", "floor", "times slower", "lowest and highest")


def compared(repeats: int, subject: Callable[[], T], floor: Callable[[], T]) -> Compared[T]:
    """Take `repeats` samples of both, in turn; the order changes each time, so that drift affects both."""
    subjects: list[T] = []
    floors: list[T] = []
    turns = [(subject, subjects), (floor, floors)]
    for _ in range(repeats):
        for sample, kept in turns:
            kept.append(sample())
        turns.reverse()
    return Compared(subject=tuple(subjects), floor=tuple(floors))


async def compared_alive(
    repeats: int, subject: Callable[[], Awaitable[T]], floor: Callable[[], Awaitable[T]]
) -> Compared[T]:
    """The same, of two that live side by side and are at work in turn."""
    subjects: list[T] = []
    floors: list[T] = []
    turns = [(subject, subjects), (floor, floors)]
    for _ in range(repeats):
        for sample, kept in turns:
            kept.append(await sample())
        turns.reverse()
    return Compared(subject=tuple(subjects), floor=tuple(floors))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share (above 0, at most 1) of the values do not exceed."""
    return sorted(values)[ceil(share * len(values)) - 1]
