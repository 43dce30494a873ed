"""`python -m tests.torture`: a long run, with figures at the end; the exit status is 1 if a promise was broken."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from .run import Outcome, Plan, torture
from .several import torture_several
from .soak import soak

MOST, LONGEST = 200, 3_000
"""Violations that are printed, and characters of each."""


def _plan() -> Plan:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how often to kill (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what is left to chance (%(default)s)")
    parser.add_argument(
        "--answers", type=int, default=60, help="how many in a bot's life at most (%(default)s)"
    )
    parser.add_argument("--tables", type=int, default=8, help="how many tables (%(default)s)")
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        help="how many share the tables; with more than one, on a PostgreSQL, which is hurt, too (%(default)s)",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=0,
        help="how long to soak two processes in everything at once, instead of counting kills",
    )
    parser.add_argument(
        "--faults",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="whether Discord fails, too (%(default)s)",
    )
    parser.add_argument(
        "--leave",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="whether everybody leaves in the end instead of waiting for the deadlines (%(default)s)",
    )
    return Plan(**vars(parser.parse_args()))


def _print(outcome: Outcome) -> None:
    for name, figure in outcome.figures.items():
        print(f"{figure:8,}  {name}")
    for name, figure in sorted(outcome.faults.items()):
        print(f"{figure:8,}  fault: {name}")
    print(f"{len(outcome.violations):8,}  violations")
    for violation in outcome.violations[:MOST]:
        print(f"\n{violation[:LONGEST]}")


def main() -> int:
    """Run, and tell what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        plan = _plan()
        play = soak if plan.minutes else torture if plan.processes == 1 else torture_several
        outcome = asyncio.run(play(plan, Path(folder)))
    _print(outcome)
    return 1 if outcome.violations else 0


if __name__ == "__main__":
    sys.exit(main())
