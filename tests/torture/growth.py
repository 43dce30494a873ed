"""Checks that a process doesn't use more and more memory, sockets and files.

The last quarter of a long life is compared with the second, because caches fill in the first.
"""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

PAGE, MB = os.sysconf("SC_PAGE_SIZE"), 1024**2


class Sample(NamedTuple):
    """The resources of a process at a moment (monotonic seconds): memory in bytes, sockets, other open files."""

    at: float
    memory: int
    sockets: int
    files: int


class Limit(NamedTuple):
    """The allowed growth between the second and the last quarter of a process's life: a share, plus a number of units.

    Only lives with at least this many `samples` are checked.
    """

    samples: int
    share: float
    more: float


LIMITS = {
    # A backup or a reader opens some temporarily.
    "files": Limit(samples=20, share=0.0, more=3),
    # After an outage all boards are drawn at once, on pooled connections that are reused in turn.
    "sockets": Limit(samples=20, share=0.0, more=300),
    "memory": Limit(samples=300, share=0.05, more=8 * MB),
}


def sample(pid: int) -> Sample:
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    opened = [os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()]
    sockets = sum(one.startswith("socket:") for one in opened)
    return Sample(time.monotonic(), int(pages) * PAGE, sockets, len(opened) - sockets)


def has_worker(pid: int) -> bool:
    """Return True once this process has started the coach's worker, which needs nine file descriptors."""
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text())


def quarters(life: Sequence[Sample], what: str) -> tuple[float, float]:
    """Return the medians of a figure, such as "memory", in the second and the last quarter of a process's life."""
    length, figures = len(life) // 4, [getattr(one, what) for one in life]
    return median(figures[length : 2 * length]), median(figures[-length:])


def growth(life: Sequence[Sample]) -> Iterator[str]:
    """Yield a sentence for each resource that has grown too much."""
    for what, limit in LIMITS.items():
        if len(life) >= limit.samples:
            second, last = quarters(life, what)
            if last > second * (1 + limit.share) + limit.more:
                yield f"a process grew from {second:,.0f} to {last:,.0f} {what}: {life}"
