"""The players of the house: what they lose, what the Counter bets, and who leads a list of skill."""

import argparse

from benchmarks.measuring import whole
from engine.rules.rule_sets import RULE_SETS


def parser(module: str, about: str | None, rounds: int) -> argparse.ArgumentParser:
    """The command line of a module of this folder, with the rounds of each character that are usual."""
    made = argparse.ArgumentParser(prog=f"python -m {module}", description=about)
    made.add_argument(
        "--rounds",
        type=whole(1, 1_000_000),
        default=rounds,
        help="rounds of each character by each rule set (default: %(default)s)",
    )
    made.add_argument(
        "--rules", nargs="+", choices=RULE_SETS, default=[*RULE_SETS], help="these rule sets alone"
    )
    made.add_argument("--seed", type=int, default=1, help="decides cards (default: %(default)s)")
    return made
