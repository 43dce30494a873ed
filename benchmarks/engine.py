"""Rounds a CPU second of the engine alone: each rule set, and one seat of basic play beside a machine without rules.

The rule sets are held against plain Python that deals as many cards; the one seat against the least machine that plays
blackjack, and beside the engines of the package index that are installed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from benchmarks.machines.one_seat import RULES, decide_rounds, play_rounds
from benchmarks.machines.peers import PEERS, is_installed
from benchmarks.machines.plain_machine import play_plainly
from benchmarks.measuring import HEADINGS, Compared, compared, text_table, whole
from engine.round.moves import Deal, Reveal
from engine.round.payout import settle
from engine.round.phases import NextCard, Turns
from engine.round.round import Round, legal
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import FRENCH_DECK
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

SEATS = 3
STAKE = 10_00
"""Cents."""


# What is measured


def play(rules: Rules, rounds: int, seed: int) -> Iterator[tuple[Round, bool]]:
    """Finished and settled rounds of random legal play, each with whether it began with a fresh shoe."""
    rng = Random(seed)
    stakes = dict.fromkeys(range(1, min(SEATS, rules.seats) + 1), max(STAKE, rules.min_bet))
    shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
    for _ in range(rounds):
        if shoe.needs_shuffle:
            shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
        fresh = shoe.dealt == 0
        finished = Round.start(rules, stakes)
        _play_one(finished, shoe, rng)
        settle(finished)
        yield finished, fresh


def _play_one(round_: Round, shoe: Shoe, rng: Random) -> None:
    while (awaits := round_.awaits) is not None:
        match awaits:
            case NextCard():
                card = shoe.draw(round_.cards_out)
                round_.push(Deal(card))
            case Turns(seats=seats):
                seat = rng.choice(sorted(seats))
                round_.push(rng.choice(legal(round_, seat)))
            case _:
                round_.push(Reveal())


# The floor


@dataclass(frozen=True, slots=True)
class Shape:
    """A round as numbers of cards: for each dealer, and for each hand that played against that dealer."""

    fresh: bool
    groups: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def cards(self) -> int:
        """All cards of the round."""
        return sum(dealer + sum(hands) for dealer, hands in self.groups)


def shape(finished: Round, fresh: bool) -> Shape:
    """What the floor has to deal for this round."""
    groups = (
        (
            len(group.dealer.cards),
            tuple(len(hand.cards) for box in group.boxes for hand in box.hands),
        )
        for group in finished.groups
    )
    return Shape(fresh, tuple(groups))


def deal_plainly(pack: Sequence[int], rounds: Sequence[Shape], seed: int) -> int:
    """Shuffle as often, deal as many cards to as many hands, compare the totals; return the net result in cents."""
    rng = Random(seed)
    net, left = 0, list[int]()
    for wanted in rounds:
        if wanted.fresh or len(left) < wanted.cards:
            left = rng.sample(pack, len(pack))
        for dealers, hands in wanted.groups:
            dealer = _worth([left.pop() for _ in range(dealers)])
            for cards in hands:
                net += _result(_worth([left.pop() for _ in range(cards)]), dealer)
    return net


def _worth(points: Sequence[int]) -> int:
    total = sum(points)
    return total + 10 if 1 in points and total <= 11 else total


def _result(mine: int, dealer: int) -> int:
    if mine > 21 or mine < dealer <= 21:
        return -STAKE
    return 0 if mine == dealer else STAKE


# The comparison


def measure(rules: Rules, *, rounds: int, repeats: int, seed: int) -> Compared[float]:
    """Rounds a CPU second of the engine and of the floor. Taking the shapes plays everything once, as a warm-up."""
    shapes = [shape(finished, fresh) for finished, fresh in play(rules, rounds, seed)]
    pack = [card.points for card in FRENCH_DECK] * (rules.decks or 8)
    return compared(
        repeats,
        partial(_speed, rounds, lambda: sum(1 for _ in play(rules, rounds, seed))),
        partial(_speed, rounds, lambda: deal_plainly(pack, shapes, seed)),
    )


ONE_SEAT: Mapping[str, Callable[[int, int], None]] = {
    "Round alone": play_rounds,
    "decide": decide_rounds,
    "decide and look": partial(decide_rounds, looking=True),
    "the same, no steps": partial(decide_rounds, looking=True, steps=False),
}
"""What plays so many rounds with a seed."""


def measure_one_seat(
    play_so_many: Callable[[int, int], None], *, rounds: int, repeats: int, seed: int
) -> Compared[float]:
    """Rounds a CPU second of this, and of the plain machine."""
    play_so_many(rounds, seed)
    return compared(
        repeats,
        partial(_speed, rounds, lambda: play_so_many(rounds, seed)),
        partial(_speed, rounds, lambda: play_plainly(rounds, seed)),
    )


def one_seat(options: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """A line for each part of the engine and for each peer, which may be missing."""
    contestants = {**ONE_SEAT, **{name: play for name, play in PEERS.items() if is_installed(name)}}
    for name, play_so_many in contestants.items():
        found = measure_one_seat(play_so_many, **vars(options))
        yield found.row(name, float, rate=True)
    for name in PEERS.keys() - contestants.keys():
        yield (name, "not installed", *[""] * (len(HEADINGS) - 2))


def _speed(rounds: int, work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return rounds / (process_time() - start)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument(
        "--rounds",
        type=whole(1, 100_000),
        default=200,
        help="rounds a sample (default: %(default)s)",
    )
    parser.add_argument(
        "--repeats",
        type=whole(1, 100),
        default=7,
        help="samples of the engine and of the floor, taken in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="decides cards and moves (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Print a line for each rule set, then those of the one seat; the exit status is 0."""
    options = parse_arguments(arguments)
    rows = [
        measure(rules, **vars(options)).row(rules.key, float, rate=True)
        for rules in RULE_SETS.values()
    ]
    print(f"Rounds a CPU second, {SEATS} seats, random legal play")
    print(text_table([HEADINGS, *rows]))
    print(f"\nRounds a CPU second, one seat, basic play by the rules of {RULES.key}")
    print(text_table([HEADINGS, *one_seat(options)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
