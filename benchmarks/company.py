"""The players of the house: what they lose by their decisions, and who leads a list of skill.

What decisions cost is their cost by the coach, in percent of a stake for each round: luck has no say in it. What such a
player loses in all is that and the house edge.

Then lists of skill are drawn: five who play by the chart, and 95 who play as beginners, as the dealer, without ever
busting, or for high stakes, at least in half of their decisions, and by the chart in the others; with as many decisions
as it happens. Once all decide alone; once the 95 take a hint wherever they would not have known.
"""

import sys
from collections.abc import Mapping, Sequence
from random import Random

from benchmarks.kit.harness import Row, command, text_table
from engine.advice.reviews import MILLIONTHS, judged, reviewed
from engine.coach.chart import edge
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.played import Skill
from engine.values.tables import Character
from tests.company.alone import SEAT, lost, played

GOOD, WEAK = 5, 95
"""Players on a list."""

FEWEST, MOST, LEAST_OWN = 50, 1_000, 0.5
"""Decisions of a player, any number between; and the least part of a weak player's that are not by the chart."""

WEAK_WAYS = (Character.NOVICE, Character.MIRROR, Character.CAREFUL, Character.GAMBLER)
WAYS = (Character.BOOK, *WEAK_WAYS)

Costs = Mapping[Character, Sequence[int]]
"""Of decisions, in millionths of the stake."""


def losses(rules: Rules, rounds: int, seed: int) -> Row:
    """What each character loses, and the house edge."""
    found = [lost(rules, character, rounds, seed) for character in Character]
    return rules.key, *(f"{100 * part:.2f}" for part in (*found, edge(rules)))


def decisions(rules: Rules, character: Character, rounds: int, seed: int) -> list[int]:
    """What each decision of a character cost in so many rounds, as the bot judges it."""
    found = []
    for one in played(rules, character, rounds, seed):
        for made in reviewed(rules, one.round.stakes, one.round.moves, SEAT, one.gone):
            found.append(judged(0, [made]).lost)
    return found


def rating(costs: Costs, character: Character, rng: Random, *, hints: bool) -> float:
    """Of a player with some decisions of this character's; with `hints`, those that cost something are hinted."""
    count, part = rng.randint(FEWEST, MOST), rng.uniform(LEAST_OWN, 1)
    made = rng.choices(costs[character], k=round(part * count))
    made += rng.choices(costs[Character.BOOK], k=count - len(made))
    own = [cost for cost in made if not hints or not cost]
    hinted = len(made) - len(own)
    return Skill(decisions=len(own), good=own.count(0), lost=sum(own), hinted=hinted).rating


def is_led_by_good(costs: Costs, rng: Random, *, hints: bool) -> bool:
    """Whether one of the good players leads a new list; the lowest rating does."""
    good = [rating(costs, Character.BOOK, rng, hints=False) for _ in range(GOOD)]
    weak = [rating(costs, rng.choice(WEAK_WAYS), rng, hints=hints) for _ in range(WEAK)]
    return min(good) <= min(weak)


def skill(every: Sequence[Rules], rounds: int, lists: int, seed: int) -> list[list[Row]]:
    """What a decision costs, in % of a stake, and in how many lists a chart player leads."""
    by_rules = {
        rules.key: {one: decisions(rules, one, rounds, seed) for one in WAYS} for rules in every
    }
    made: list[Row] = [("a decision costs, %", *map(str, WAYS))]
    for key, costs in by_rules.items():
        means = (100 * sum(costs[one]) / len(costs[one]) / MILLIONTHS for one in WAYS)
        made.append((key, *(f"{mean:.2f}" for mean in means)))
    all_costs = {one: [c for costs in by_rules.values() for c in costs[one]] for one in WAYS}
    rng, leaders = Random(seed), list[Row]([("a chart player leads, % of lists", "")])
    for name, hints in (("all decide alone", False), ("hints on everything hard", True)):
        led = sum(is_led_by_good(all_costs, rng, hints=hints) for _ in range(lists))
        leaders.append((name, f"{100 * led / lists:.1f}"))
    return [made, leaders]


def main(arguments: Sequence[str]) -> int:
    """Play, and print the tables; the exit status is 0."""
    parser = command(
        "company",
        __doc__,
        rounds=(1_000_000, 1_000, "rounds of each character by each rule set"),
        skill_rounds=(1_000_000, 200, "the same for the lists of skill"),
        lists=(1_000_000, 1_000, "lists of each kind"),
        seed=(10**9, 1, "decides cards"),
    )
    parser.add_argument("--rules", nargs="+", choices=RULE_SETS, default=[*RULE_SETS])
    options = parser.parse_args(arguments)
    rounds, seed = options.rounds, options.seed
    every = [RULE_SETS[key] for key in options.rules]
    print(f"EV lost, in % of a stake for each of {rounds:,} rounds, and the house edge:\n")
    lost_by = [("", *map(str, Character), "house edge")]
    print(text_table([*lost_by, *(losses(rules, rounds, seed) for rules in every)]))
    for table in skill(every, options.skill_rounds, options.lists, seed):
        print(f"\n{text_table(table)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
