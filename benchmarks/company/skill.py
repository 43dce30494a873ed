"""Whether the list of skill is led by those who play well; nothing is timed.

The players of the house play rounds, and each of their decisions is judged as the bot judges it. Then lists are drawn:
five who play by the chart, and 95 who play as beginners, as the dealer, without ever busting, or for high stakes, at
least in half of their decisions, and by the chart in the others; with as many decisions as it happens. Once they
decide alone; once the 95 take a hint wherever they would not have known. *before* orders the same lists by what a
decision costs beside the best by the cards alone, without a thought of hints.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from benchmarks.company import parser
from benchmarks.measuring import text_table, whole
from engine.advice.reviews import MILLIONTHS
from engine.advice.skills import judged
from engine.ai_players.characters import Character
from engine.coach.review import review as reviewed
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.skill import Skill
from tests.company.alone import SEAT, played

GOOD, WEAK = 5, 95
"""Players on a list."""

FEWEST, MOST = 50, 1_000
"""Decisions of a player, hinted ones among them: any number between is as likely as another."""

LEAST_OWN = 0.5
"""The least part of a weak player's decisions that are not by the chart."""

WEAK_WAYS = (Character.NOVICE, Character.MIRROR, Character.CAREFUL, Character.GAMBLER)


class Made(NamedTuple):
    """What a decision cost, in millionths of the stake: as it is judged, and beside the best by the cards."""

    cost: int
    behind: int


Ways = Mapping[Character, Sequence[Made]]
Order = Callable[["Listed"], float]


class Listed(NamedTuple):
    """A player on a list."""

    is_good: bool
    skill: Skill
    behind: int

    @property
    def rating(self) -> float:
        """What decides."""
        return self.skill.rating

    @property
    def before(self) -> float:
        """What did."""
        return self.behind / max(self.skill.decisions, 1)


def decisions(rules: Rules, character: Character, rounds: int, seed: int) -> list[Made]:
    """What each decision of a character cost in so many rounds."""
    found = []
    for one in played(rules, character, rounds, seed):
        round_ = one.round
        for made in reviewed(rules, round_.stakes, round_.moves, SEAT, one.gone):
            cost = judged(0, [made]).lost
            found.append(Made(cost, round(made.cost * MILLIONTHS)))
    return found


def listed(ways: Ways, character: Character, rng: Random, *, hints: bool) -> Listed:
    """A player with some decisions of this character's; with `hints`, those that cost something are hinted."""
    count, part = rng.randint(FEWEST, MOST), rng.uniform(LEAST_OWN, 1)
    made = rng.choices(ways[character], k=round(part * count))
    made += rng.choices(ways[Character.BOOK], k=count - len(made))
    own = [one for one in made if not hints or not one.cost]
    costs = [one.cost for one in own]
    skill = Skill(
        decisions=len(own),
        good=costs.count(0),
        lost=sum(costs),
        hinted=len(made) - len(own),
    )
    return Listed(character is Character.BOOK, skill, sum(one.behind for one in own))


def drawn(ways: Ways, rng: Random, *, hints: bool) -> list[Listed]:
    """A list of good players and weak ones."""
    good = (listed(ways, Character.BOOK, rng, hints=False) for _ in range(GOOD))
    weak = (listed(ways, rng.choice(WEAK_WAYS), rng, hints=hints) for _ in range(WEAK))
    return [*good, *weak]


def led_by_good(lists: Iterable[Sequence[Listed]], order: Order) -> float:
    """The part of the lists that a good player leads."""
    leaders = [min(one, key=order).is_good for one in lists]
    return sum(leaders) / len(leaders)


def per_decision(made: Sequence[Made]) -> float:
    """What one costs, as a part of the stake."""
    return sum(one.cost for one in made) / len(made) / MILLIONTHS


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    made = parser("benchmarks.company.skill", __doc__, rounds=200)
    made.add_argument(
        "--lists",
        type=whole(1, 1_000_000),
        default=1_000,
        help="lists of each kind (default: %(default)s)",
    )
    return made.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Play, and print both tables; the exit status is 0."""
    options = parse_arguments(arguments)
    of_all = (Character.BOOK, *WEAK_WAYS)
    ways: dict[Character, list[Made]] = {character: [] for character in of_all}
    table = []
    for key in options.rules:
        found = {
            one: decisions(RULE_SETS[key], one, options.rounds, options.seed) for one in of_all
        }
        table.append((key, *(f"{100 * per_decision(found[one]):.2f}" for one in of_all)))
        for one in of_all:
            ways[one] += found[one]
    print("What a decision costs, in % of a stake:\n")
    print(text_table([("", *map(str, of_all)), *table]))
    rng, lines = Random(options.seed), [("% of lists that a chart player leads", "now", "before")]
    for name, hints in (("all decide alone", False), ("hints on everything hard", True)):
        lists = [drawn(ways, rng, hints=hints) for _ in range(options.lists)]
        parts = (led_by_good(lists, order) for order in (_rating, _before))
        now, before = (f"{100 * part:.1f}" for part in parts)
        lines.append((name, now, before))
    print()
    print(text_table(lines))
    return 0


def _rating(one: Listed) -> float:
    return one.rating


def _before(one: Listed) -> float:
    return one.before


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
