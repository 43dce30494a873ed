"""What the players of the house lose by their decisions, and what the Counter bets.

What decisions cost is their cost by the coach, in percent of a stake for each round: luck has no say in it. What such a
player loses in all is that and the house edge. The Counter bets by the true count before a round: below each count, how
many rounds in a hundred began with it, and the bet.
"""

import sys
from collections import Counter
from collections.abc import Sequence

from benchmarks.company import parser
from benchmarks.measuring import text_table
from engine.ai_players.characters import Character
from engine.ai_players.counter import count_before
from engine.coach.chart import edge
from engine.money import PLAIN
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.company.alone import BALANCE, lost, played

COUNTS = range(1, 6)
"""True counts; the first stands for lower ones too, and the last for higher ones."""

HEADINGS = ("", "up to +1", *(f"{count:+}" for count in COUNTS[1:-1]), "+5 and more")


def losses(rules: Rules, rounds: int, seed: int) -> tuple[str, ...]:
    """A line of the first table."""
    found = [lost(rules, character, rounds, seed) for character in Character]
    return rules.key, *(f"{100 * part:.2f}" for part in (*found, edge(rules)))


def counted(rules: Rules, rounds: int, seed: int) -> tuple[str, ...]:
    """A line of the second table."""
    began = Counter[int]()
    bets: dict[int, int] = {}
    for one in played(rules, Character.COUNTER, rounds, seed):
        count = min(max(count_before(rules, one.gone), COUNTS[0]), COUNTS[-1])
        began[count] += 1
        bets[count] = one.bet
    cells = (
        f"{100 * began[count] / rounds:.1f}: {PLAIN.short(bets[count])}" if began[count] else ""
        for count in COUNTS
    )
    return rules.key, *cells


def main(arguments: Sequence[str]) -> int:
    """Play, and print a line for each rule set, twice; the exit status is 0."""
    options = parser("benchmarks.company", __doc__, rounds=1_000).parse_args(arguments)
    rounds, seed = options.rounds, options.seed
    every = [RULE_SETS[key] for key in options.rules]
    print(f"EV lost, in % of a stake for each of {rounds:,} rounds, and the house edge:\n")
    table = [losses(rules, rounds, seed) for rules in every]
    print(text_table([("", *map(str, Character), "house edge"), *table]))
    print(
        f"\nThe Counter by the true count, with {PLAIN.short(BALANCE)}: % of rounds, and the bet:\n"
    )
    print(text_table([HEADINGS, *(counted(rules, rounds, seed) for rules in every)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
