"""What a seat can expect by every rule set: rounds played with the shoe, beside exact and published figures.

Seats that mimic the dealer, or never go bust, never double or split. Beside the estimate, in percent of the stake,
stand its standard error, the exact figure, and how many standard errors lie between the two. The exact figure is that
of the first round of a fresh shoe; those that follow it before the cut card differ by far less than can be seen here.
"""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from benchmarks.measuring import number, text_table, whole
from engine.rules.rules import Rules
from tests.expectation.card_text import ENDLESS_DECK
from tests.expectation.columns import COLUMNS
from tests.expectation.plans import MIMIC, NEVER_BUST, Plan
from tests.expectation.published import (
    MIMIC_LOSES,
    MIMIC_LOSES_WITHOUT_NATURALS,
    WHOLE_SHOE,
    natural_frequency,
)
from tests.expectation.scenes import ALL_RULES
from tests.expectation.second_opinion import Game, Pack, expectation
from tests.expectation.simulation import STAKE, Estimate, Tally, simulate

PLANS = (MIMIC, NEVER_BUST)
HEADINGS = ("", "estimate %", "error", "exact %", "errors apart", "naturals %", "exact %")


def exact(key: str, plan: Plan) -> float:
    """The exact expectation as a part of the stake."""
    if key in WHOLE_SHOE:
        return WHOLE_SHOE[key][PLANS.index(plan)]
    game = Game(COLUMNS[key], plan, Pack.of(ENDLESS_DECK, endless=True), STAKE)
    return float(expectation(game)) / STAKE


def row(rules: Rules, plan: Plan, tally: Tally) -> tuple[str, ...]:
    """One line of the table."""
    net, naturals = Estimate.of(tally.nets), Estimate.of(tally.naturals)
    figure = exact(rules.key, plan)
    frequency = float(natural_frequency(rules.decks)) if rules.decks else 2 * 4 / 13**2
    return (
        f"{rules.key}, {plan.name}",
        f"{100 * net.mean:.3f}",
        f"{100 * net.error:.3f}",
        f"{100 * figure:.3f}",
        number(net.errors_from(figure)),
        f"{100 * naturals.mean:.3f}",
        f"{100 * frequency:.3f}",
    )


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.expectation", description=__doc__)
    parser.add_argument(
        "--rounds",
        type=whole(100, 100_000_000),
        default=2_000,
        help="rounds for each rule set and way to play (default: %(default)s)",
    )
    parser.add_argument(
        "--seats", type=whole(1, 4), default=1, help="seats that play (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="decides cards (default: %(default)s)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Play and print a line for each rule set and plan; the exit status is 0."""
    options = parse_arguments(arguments)
    rows: list[tuple[str, ...]] = [HEADINGS]
    start = perf_counter()
    for rules in ALL_RULES.values():
        for plan in PLANS:
            tally = simulate(rules, plan, **vars(options))
            rows.append(row(rules, plan, tally))
    speed = options.rounds * (len(rows) - 1) / (perf_counter() - start)
    print(text_table(rows))
    print(
        f"Published: a player who mimics a dealer that stands on every 17 loses {MIMIC_LOSES:.2%}, "
        f"or {MIMIC_LOSES_WITHOUT_NATURALS:.2%} where naturals pay evens."
    )
    print(f"{number(speed)} rounds a second, {options.seats} seats")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
