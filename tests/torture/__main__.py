"""`python -m tests.torture`: a long run, with figures at the end; the exit status is 1 if a promise was broken."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from .run import Outcome, Plan, torture
from .several import soak, torture_several

MOST, LONGEST = 200, 3_000
"""Violations that are printed, and characters of each."""


def _plan() -> Plan:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    for name, kind, usual, told in (
        ("kills", int, 50, "how often to kill"),
        ("seed", int, 1, "what is left to chance"),
        ("answers", int, 60, "how many in a bot's life at most"),
        ("tables", int, 8, "how many tables"),
        (
            "processes",
            int,
            1,
            "how many share the tables; several do on a PostgreSQL, which is hurt, too",
        ),
        (
            "minutes",
            float,
            0,
            "how long to soak two processes in everything at once, instead of counting kills",
        ),
    ):
        parser.add_argument(f"--{name}", type=kind, default=usual, help=f"{told} (%(default)s)")
    for name, told in (
        ("faults", "whether Discord fails, too"),
        ("leave", "whether everybody leaves in the end instead of waiting for the deadlines"),
    ):
        parser.add_argument(f"--{name}", action="store_true", help=told)
    plan = Plan(**vars(parser.parse_args()))
    return soak(plan) if plan.minutes else plan


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
        play = torture if plan.processes == 1 else torture_several
        outcome = asyncio.run(play(plan, Path(folder)))
    _print(outcome)
    return 1 if outcome.violations else 0


if __name__ == "__main__":
    sys.exit(main())
