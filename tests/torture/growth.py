"""What a process has must not grow. A life that was long enough is cut into quarters, and the last one is held beside
the second one, for a bot fills its caches in the first."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

PAGE, MB = os.sysconf("SC_PAGE_SIZE"), 1024**2


class Sample(NamedTuple):
    """What a process has at some moment (monotonic seconds): memory in bytes, sockets, and other open files."""

    at: float
    memory: int
    sockets: int
    files: int


class Limit(NamedTuple):
    """How much more a figure may be in the last quarter of a life than in the second: a share of it, and some units.

    It is asked of lives with this many `samples` or more.
    """

    samples: int
    share: float
    more: float


LIMITS = {
    # A backup or a reader opens some for a moment.
    "files": Limit(samples=20, share=0.0, more=3),
    # When Discord is back, all boards of a process are drawn at once, and the connections for that are used by turns.
    "sockets": Limit(samples=20, share=0.0, more=300),
    "memory": Limit(samples=300, share=0.05, more=8 * MB),
}


def sample(pid: int) -> Sample:
    """What this process has now."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    opened = [os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()]
    sockets = sum(one.startswith("socket:") for one in opened)
    return Sample(time.monotonic(), int(pages) * PAGE, sockets, len(opened) - sockets)


def has_worker(pid: int) -> bool:
    """Return True once this process has started the one that works for the coach, to which nine files lead."""
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text())


def quarters(life: Sequence[Sample], what: str) -> tuple[float, float]:
    """The medians of a figure in the second and in the last quarter of a life."""
    length, figures = len(life) // 4, [getattr(one, what) for one in life]
    return median(figures[length : 2 * length]), median(figures[-length:])


def growth(life: Sequence[Sample]) -> Iterator[str]:
    """A line for each figure that has grown."""
    for what, limit in LIMITS.items():
        if len(life) >= limit.samples:
            second, last = quarters(life, what)
            if last > second * (1 + limit.share) + limit.more:
                yield f"a process grew from {second:,.0f} to {last:,.0f} {what}: {life}"
