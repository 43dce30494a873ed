"""An audit of many postings, in a process of its own as a host runs it, beside reading the same rows once."""

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.files.filled import settled_rounds
from benchmarks.measuring import HEADINGS, add_counts, compared, text_table

ROOT = Path(__file__).resolve().parent.parent

READS = (
    "SELECT * FROM posting",
    "SELECT * FROM move ORDER BY round_id, n",
    "SELECT * FROM result",
    "SELECT * FROM dealt_seat",
    "SELECT * FROM round",
)
"""All that an audit has to look at."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and seconds of work of all processes together."""

    seconds: float
    work: float


def cost_of(work: Callable[[], object]) -> Cost:
    """What this costs here, and in the processes that it waits for."""
    start, before = perf_counter(), _worked()
    work()
    return Cost(perf_counter() - start, _worked() - before)


def _worked() -> float:
    kinds = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def audit(database: Path) -> None:
    """Run the tool. Raises `CalledProcessError` where the books are not in order."""
    subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), "audit"],
        env=os.environ | {"DATABASE": str(database)},
        cwd=database.parent,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def read(database: Path) -> int:
    """The floor: every row once, in plain SQL."""
    with closing(sqlite3.connect(database)) as connection:
        return sum(1 for query in READS for _ in connection.execute(query))


def measure(*, postings: int, seats: int, repeats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """The rows of the table."""
    with TemporaryDirectory() as folder:
        database = Path(folder, "audit.db")
        there = settled_rounds(database, postings, seats=seats, seed=seed)
        samples = compared(
            repeats,
            partial(cost_of, partial(audit, database)),
            partial(cost_of, partial(read, database)),
        )
    yield samples.row(f"audit of {there:,} postings, s", lambda cost: cost.seconds, rate=False)
    yield samples.row("work of all processes, s", lambda cost: cost.work, rate=False)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit", description=__doc__)
    add_counts(
        parser,
        ("postings", 100_000_000, 100_000, "how many there are, at least"),
        ("seats", 4, 4, "players at each table: the fewer, the more rounds there are"),
        ("repeats", 100, 3, "audits, and as many readings, in turn"),
        ("seed", 1_000_000, 1, "decides cards and moves"),
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    options = parse_arguments(arguments)
    print(f"{os.cpu_count()} cores")
    print(text_table([HEADINGS, *measure(**vars(options))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
