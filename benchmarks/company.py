"""The players of the house: what they lose by their decisions, and who leads a list of skill.

What decisions cost is their cost by the coach, in percent of a stake for each round: luck has no say in it. What such a
player loses in all is that and the house edge.

Then lists of skill are drawn: five who play by the chart, and 95 who play as beginners, as the dealer, without ever
busting, or for high stakes, at least in half of their decisions, and by the chart in the others; with as many decisions
as it happens. Once all decide alone; once the 95 take a hint wherever they would not have known.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.kit.harness import Row, options_of, text_table
from engine.advice.reviews import judged, reviewed
from engine.coach.chart import edge
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.played import Skill
from engine.values.tables import Character
from tests.company.alone import SEAT, played

SEED = 1
GOOD, WEAK = 5, 95
"""Players on a list."""

FEWEST, MOST, LEAST_OWN = 50, 1_000, 0.5
"""Decisions of a player, any number between; and the least part of a weak player's that are not by the chart."""

WEAK_WAYS = (Character.NOVICE, Character.MIRROR, Character.CAREFUL, Character.GAMBLER)

Costs = defaultdict[Character, list[int]]
"""Of decisions, as the bot judges them, in millionths of the stake."""


def losses(rules: Rules, rounds: int, costs: Costs) -> Row:
    """What each character loses, and the house edge; `costs` gets what its decisions cost."""
    lost = []
    for character in Character:
        every = list(played(rules, character, rounds, SEED))
        lost.append(sum(one.cost for one in every) / rounds)
        for one in every:
            for made in reviewed(rules, one.round.stakes, one.round.moves, SEAT, one.gone):
                costs[character].append(judged(0, [made]).lost)
    return rules.key, *(f"{100 * part:.2f}" for part in (*lost, edge(rules)))


def rating(costs: Costs, character: Character, rng: Random, *, hints: bool = False) -> float:
    """Of a player with some decisions of this character's; with `hints`, those that cost something are hinted."""
    count, part = rng.randint(FEWEST, MOST), rng.uniform(LEAST_OWN, 1)
    made = rng.choices(costs[character], k=round(part * count))
    made += rng.choices(costs[Character.BOOK], k=count - len(made))
    own = [cost for cost in made if not hints or not cost]
    hinted = len(made) - len(own)
    return Skill(decisions=len(own), good=own.count(0), lost=sum(own), hinted=hinted).rating


def leaders(costs: Costs, lists: int) -> Iterator[Row]:
    """In how many lists one of the good players leads: the lowest rating does."""
    rng = Random(SEED)
    for name, hints in (("all decide alone", False), ("hints on everything hard", True)):
        led = 0
        for _ in range(lists):
            good = min(rating(costs, Character.BOOK, rng) for _ in range(GOOD))
            ways = rng.choices(WEAK_WAYS, k=WEAK)
            led += good <= min(rating(costs, way, rng, hints=hints) for way in ways)
        yield name, f"{100 * led / lists:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the tables."""
    options = options_of(
        arguments,
        __doc__,
        rounds=(200, "rounds of each character by each rule set"),
        lists=(1_000, "lists of each kind"),
        rules=([*RULE_SETS], "these rule sets alone"),
    )
    costs = Costs(list)
    rows = [losses(RULE_SETS[key], options.rounds, costs) for key in options.rules]
    headings = "a round costs, % of a stake", *map(str, Character), "house edge"
    print(text_table([headings, *rows]), end="\n\n")
    headings = "a chart player leads, % of lists", ""
    print(text_table([headings, *leaders(costs, options.lists)]))


if __name__ == "__main__":
    main()
