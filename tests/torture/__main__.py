"""`python -m tests.torture`: a long run, with figures at the end; the exit status is 1 if a promise was broken."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from .plan import Outcome, Plan, soak
from .run import torture

MOST, LONGEST = 200, 3_000
"""Violations that are printed, and characters of each."""


def _plan() -> Plan:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    for name, usual, told in (
        ("kills", 50, "how often to kill"),
        ("seed", 1, "what is left to chance"),
        ("answers", 60, "how many in a bot's life at most"),
        ("tables", 8, "how many tables"),
        ("processes", 1, "how many share the tables, and a PostgreSQL, which is hurt, too"),
        ("minutes", 0.0, "how long to soak two processes in everything, instead of counting kills"),
        ("faults", False, "whether Discord fails, too"),
        (
            "leave",
            False,
            "whether everybody leaves in the end instead of waiting for the deadlines",
        ),
    ):
        if usual is False:
            parser.add_argument(f"--{name}", action="store_true", help=told)
        else:
            help_ = f"{told} (%(default)s)"
            parser.add_argument(f"--{name}", type=type(usual), default=usual, help=help_)
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
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(torture(_plan(), Path(folder)))
    _print(outcome)
    return 1 if outcome.violations else 0


if __name__ == "__main__":
    sys.exit(main())
