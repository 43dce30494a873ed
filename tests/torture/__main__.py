"""Run a long torture test and print its figures; the exit status is 1 if a promise was broken."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from .plan import Outcome, Plan, soak
from .run import torture

MOST, LONGEST = 200, 3_000
"""The maximum of printed violations, and characters of each."""


def _plan() -> Plan:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    for name, usual, meaning in (
        ("kills", 50, "number of kills"),
        ("seed", 1, "seed of the random choices"),
        ("answers", 60, "maximum of answers in a bot's life"),
        ("tables", 8, "number of tables"),
        ("processes", 1, "number of processes on one PostgreSQL, which also fails"),
        ("minutes", 0.0, "duration of a soak test of two processes, instead of kills"),
        ("faults", False, "simulate failures of Discord"),
        (
            "leave",
            False,
            "all users leave at the end instead of timing out",
        ),
    ):
        if usual is False:
            parser.add_argument(f"--{name}", action="store_true", help=meaning)
        else:
            help_ = f"{meaning} (%(default)s)"
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
