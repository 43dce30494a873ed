"""Rounds a CPU second of the engine alone: each rule set, and one seat of basic play through a table's commands.

The floor deals as many cards to as many hands in plain Python: it knows no rules, checks nothing, remembers nothing.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from random import Random
from time import process_time
from typing import Any

from discord.http import handle_message_parameters

from benchmarks.kit.harness import HEADINGS, command, in_turn, row, text_table
from cogs.board.board import draw
from cogs.board.hands import Teller
from cogs.language import ENGLISH
from engine.round.moves import Deal, DeclineInsurance, Double, Hit, PlayerMove, Reveal, Split, Stand
from engine.round.payout import settle
from engine.round.round import NextCard, Phase, Round, Turns, legal
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import FRENCH_DECK
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.command_handler import handle
from engine.table.commands import Command, PlaceBet, Play
from engine.table.state import Stage, TableState, numbered, open_table
from engine.table.view import TableView, view_of

SEATS = 3
STAKE = 10_00
"""Cents."""

Played = Callable[[int, int], Iterator[tuple[Round, bool]]]
"""Plays so many rounds with a seed; says whether each began with a fresh shoe."""

# Random legal play


def play(rules: Rules, rounds: int, seed: int) -> Iterator[tuple[Round, bool]]:
    """Finished and settled rounds of random legal play, each with whether it began with a fresh shoe."""
    rng = Random(seed)
    stakes = dict.fromkeys(range(1, min(SEATS, rules.seats) + 1), max(STAKE, rules.min_bet))
    yield from dealt(rules, stakes, rounds, rng, lambda now, seat: rng.choice(legal(now, seat)))


def dealt(
    rules: Rules,
    stakes: Mapping[int, int],
    rounds: int,
    rng: Random,
    decide: Callable[[Round, int], PlayerMove],
) -> Iterator[tuple[Round, bool]]:
    """The same of any play; who is to decide is chosen at random."""
    shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
    for _ in range(rounds):
        if shoe.needs_shuffle:
            shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
        fresh, now = shoe.dealt == 0, Round.start(rules, stakes)
        while (awaits := now.awaits) is not None:
            match awaits:
                case NextCard():
                    now.push(Deal(shoe.draw(now.cards_out)))
                case Turns(seats=seats):
                    now.push(decide(now, rng.choice(sorted(seats))))
                case _:
                    now.push(Reveal())
        settle(now)
        yield now, fresh


# The floor


Shape = tuple[bool, Sequence[tuple[int, Sequence[int]]]]
"""Whether a round began with a fresh shoe; as numbers of cards each dealer, with the hands that played against it."""


def shape(finished: Round, fresh: bool) -> Shape:
    """What the floor has to deal for this round."""
    return fresh, [
        (len(group.dealer.cards), [len(hand.cards) for box in group.boxes for hand in box.hands])
        for group in finished.groups
    ]


def cards_of(wanted: Shape) -> int:
    """All cards of the round."""
    return sum(dealer + sum(hands) for dealer, hands in wanted[1])


def deal_plainly(pack: Sequence[int], rounds: Sequence[Shape], seed: int) -> int:
    """Shuffle as often, deal as many cards to as many hands, compare the totals; the net result in cents."""
    rng = Random(seed)
    net, left = 0, list[int]()
    for wanted in rounds:
        fresh, groups = wanted
        if fresh or len(left) < cards_of(wanted):
            left = rng.sample(pack, len(pack))
        for dealers, hands in groups:
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


# One seat of basic play

VEGAS = RULE_SETS["vegas"]
SECONDS = Seconds(bet=30, turn=30, join=0)
USER = 7


def basic_move(now: Round, seat: int = 1) -> PlayerMove:
    """What a short basic strategy does."""
    if now.phase is Phase.INSURANCE:
        return DeclineInsurance(seat)
    (group,) = now.groups
    hand = group.boxes[0].hands[now.active_hand(seat) or 0]
    up, points = group.dealer.cards[0].points, hand.points
    first = len(hand.cards) == 2 and not hand.split
    if first and hand.cards[0].points == hand.cards[1].points and (points == 16 or hand.soft):
        return Split(seat)
    if first and not hand.soft and points in (10, 11) and 1 < up < points:
        return Double(seat)
    if hand.soft:
        return Hit(seat) if points < 18 or (points == 18 and up in (1, 9, 10)) else Stand(seat)
    stands_from = 12 if 4 <= up <= 6 else 13 if 2 <= up <= 3 else 17
    return Stand(seat) if points >= stands_from else Hit(seat)


def basic_rounds(rounds: int, seed: int) -> Iterator[tuple[Round, bool]]:
    """Rounds without a table."""
    return dealt(VEGAS, {1: STAKE}, rounds, Random(seed), basic_move)


def decide_rounds(
    rounds: int, seed: int, look_at: Callable[[TableView], object] | None = None, steps: bool = True
) -> Iterator[None]:
    """Rounds by a table's commands; `look_at` gets the view of each frame that is worth showing.

    Without `steps` those of the dealer's play are not: nobody waits between them.
    """
    seeds = (number.to_bytes(32) for number in count(seed * 1_000_000))
    fresh = open_table(
        VEGAS, channel_id=1, guild_id=2, opener=USER, now=0, seconds=SECONDS, seed=next(seeds)
    )
    state = numbered(fresh, 1)
    while state.round_number <= rounds:
        before = state.round_number
        accepted = handle(
            state, _command(state), now=0, seconds=SECONDS, luck=lambda: next(seeds), steps=steps
        )
        assert accepted is not None
        for frame in accepted.frames:
            if look_at is not None:
                look_at(view_of(frame, {USER: 10**9}))
        state = accepted.state
        if state.round_number > before:
            yield


def _command(state: TableState) -> Command:
    if state.stage is Stage.BETTING or state.round is None:
        return PlaceBet(user_id=USER, cents=STAKE)
    return Play(
        user_id=USER,
        verb=basic_move(state.round).verb,
        counters={1: state.seats[0].counter},
        round_number=state.round_number,
    )


def drawn(view: TableView) -> object:
    """The body that discord.py sends for the board of a view, with no pictures."""
    return handle_message_parameters(view=draw(view, Teller(lang=ENGLISH))).payload


ONE_SEAT: Mapping[str, Callable[[int, int], Iterator[Any]]] = {
    "Round alone": basic_rounds,
    "decide": decide_rounds,
    "decide and look": partial(decide_rounds, look_at=lambda view: None),
    "the same, no steps": partial(decide_rounds, look_at=lambda view: None, steps=False),
    "the same, and drawn": partial(decide_rounds, look_at=drawn, steps=False),
}
"""What plays so many rounds with a seed."""


def rows(rounds: int, repeats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Rounds a CPU second for each rule set, then for each part; taking the shapes is a warm-up."""
    rule_sets: dict[str, Played] = {key: partial(play, rules) for key, rules in RULE_SETS.items()}
    works: dict[str, Callable[[int, int], Iterator[Any]]] = {**rule_sets, **ONE_SEAT}
    for name, work in works.items():
        rules = RULE_SETS.get(name, VEGAS)
        shaped = rule_sets.get(name, basic_rounds)
        shapes = [shape(finished, fresh) for finished, fresh in shaped(rounds, seed)]
        pack = [card.points for card in FRENCH_DECK] * (rules.decks or 8)
        samples = in_turn(
            repeats,
            partial(_speed, rounds, partial(_play_all, work, rounds, seed)),
            partial(_speed, rounds, partial(deal_plainly, pack, shapes, seed)),
        )
        yield row(name, samples, float, rate=True)


def _play_all(work: Callable[[int, int], Iterator[Any]], rounds: int, seed: int) -> None:
    for _ in work(rounds, seed):
        pass


def _speed(rounds: int, work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return rounds / (process_time() - start)


def main(arguments: Sequence[str]) -> int:
    """Print a line for each rule set, then those of one seat of basic play by the rules of vegas."""
    parser = command(
        "engine",
        __doc__,
        rounds=(100_000, 200, "rounds a sample"),
        repeats=(100, 7, "samples of the engine and of the floor, in turn"),
        seed=(10**9, 1, "decides cards and moves"),
    )
    print(
        f"Rounds a CPU second: {SEATS} seats of random play, then one of basic play ({VEGAS.key})"
    )
    print(text_table([HEADINGS, *rows(**vars(parser.parse_args(arguments)))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
