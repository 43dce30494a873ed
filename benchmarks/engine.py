"""Measure the engine's rounds per CPU second: one player, basic strategy, the rule set vegas.

Measured are rounds alone, rounds through a table's commands, and those with the view of each displayed frame. The
floor, for comparison, deals as many cards to as many hands in plain Python, without rules, checks or records.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from time import process_time

from benchmarks.kit.harness import HEADINGS, Row, in_turn, options_of, row, text_table
from engine.round.costs_and_payouts import settle
from engine.round.moves import Deal, DeclineInsurance, Double, Hit, PlayerMove, Reveal, Split, Stand
from engine.round.round import NextCard, Phase, Round, Turns
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import FRENCH_DECK
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import Seconds
from engine.table.command_handler import handle
from engine.table.commands import Command, MakeMove, PlaceBet
from engine.table.state import Stage, TableState, numbered, open_table
from engine.table.viewing import view_of

VEGAS = RULE_SETS["vegas"]
SECONDS = Seconds(bet=30, turn=30, join=0)
SEAT, USER, STAKE, SEED = 1, 7, 10_00, 1


def basic_move(now: Round) -> PlayerMove:
    if now.phase is Phase.INSURANCE:
        return DeclineInsurance(SEAT)
    (group,) = now.groups
    hand = group.boxes[0].hands[now.active_hand(SEAT) or 0]
    up, points = group.dealer.cards[0].points, hand.points
    first = len(hand.cards) == 2 and not hand.split
    if first and hand.cards[0].points == hand.cards[1].points and (points == 16 or hand.soft):
        return Split(SEAT)
    if first and not hand.soft and points in (10, 11) and 1 < up < points:
        return Double(SEAT)
    if hand.soft:
        stays = points > 18 or (points == 18 and up not in (1, 9, 10))
        return Stand(SEAT) if stays else Hit(SEAT)
    stands_from = 12 if 4 <= up <= 6 else 13 if 2 <= up <= 3 else 17
    return Stand(SEAT) if points >= stands_from else Hit(SEAT)


def rounds_alone(rounds: int) -> Iterator[tuple[Round, bool]]:
    """Play and settle rounds without a table; yield each with True if its shoe was fresh."""
    rng = Random(SEED)
    shoe = Shoe.fresh(VEGAS, rng.randbytes(SEED_BYTES))
    for _ in range(rounds):
        if shoe.needs_shuffle:
            shoe = Shoe.fresh(VEGAS, rng.randbytes(SEED_BYTES))
        fresh, now = shoe.dealt == 0, Round.start(VEGAS, {SEAT: STAKE})
        while (awaits := now.awaits) is not None:
            match awaits:
                case NextCard():
                    now.push(Deal(shoe.draw(now.cards_out)))
                case Turns():
                    now.push(basic_move(now))
                case _:
                    now.push(Reveal())
        settle(now)
        yield now, fresh


def decided_rounds(rounds: int, *, look: bool = False) -> Iterator[None]:
    """Play rounds by a table's commands, yielding after each; with `look`, build the view of each displayed frame."""
    seeds = (number.to_bytes(32) for number in count(SEED))
    fresh = open_table(
        VEGAS, channel_id=1, guild_id=2, opener=USER, now=0, seconds=SECONDS, seed=next(seeds)
    )
    state = numbered(fresh, 1)
    while (before := state.round_number) <= rounds:
        accepted = handle(
            state, _command(state), now=0, seconds=SECONDS, random_bytes=lambda: next(seeds)
        )
        assert accepted is not None
        for frame in accepted.frames if look else ():
            view_of(frame, {USER: 10**9})
        state = accepted.state
        if state.round_number > before:
            yield


def _command(state: TableState) -> Command:
    if state.stage is Stage.BETTING or state.round is None:
        return PlaceBet(user_id=USER, cents=STAKE)
    return MakeMove(
        user_id=USER,
        verb=basic_move(state.round).verb,
        counters={SEAT: state.seats[0].counter},
        round_number=state.round_number,
    )


Work = Callable[[int], Iterable[object]]
"""Plays this many rounds."""

WORKS: dict[str, Work] = {
    "Round alone": rounds_alone,
    "decide": decided_rounds,
    "decide and look": partial(decided_rounds, look=True),
}


Shape = tuple[bool, Sequence[int]]
"""True if the round's shoe was fresh; the numbers of cards of the dealer and of the hands."""


def shape(finished: Round, fresh: bool) -> Shape:
    """Return how many cards each hand of this round got, for `deal_plainly`."""
    (group,) = finished.groups
    hands = [hand for box in group.boxes for hand in box.hands]
    return fresh, [len(group.dealer.cards), *(len(hand.cards) for hand in hands)]


def deal_plainly(rounds: Sequence[Shape]) -> int:
    """Deal cards to hands of these shapes without rules, for comparison. Return the net result in cents."""
    rng, pack = Random(SEED), [card.points for card in FRENCH_DECK] * (VEGAS.decks or 1)
    net, left = 0, list[int]()
    for fresh, sizes in rounds:
        if fresh or len(left) < sum(sizes):
            left = rng.sample(pack, len(pack))
        dealer, *hands = [_worth([left.pop() for _ in range(size)]) for size in sizes]
        for mine in hands:
            if mine > 21 or mine < dealer <= 21:
                net -= STAKE
            elif mine != dealer:
                net += STAKE
    return net


def _worth(points: Sequence[int]) -> int:
    total = sum(points)
    return total + 10 if 1 in points and total <= 11 else total


def rows(rounds: int, repeats: int) -> Iterator[Row]:
    """Yield a row of rounds per CPU second for each part of the engine."""
    shapes = [shape(finished, fresh) for finished, fresh in rounds_alone(rounds)]
    for name, work in WORKS.items():
        samples = in_turn(
            repeats,
            partial(_speed, rounds, partial(_play_all, work, rounds)),
            partial(_speed, rounds, partial(deal_plainly, shapes)),
        )
        yield row(name, samples, float, rate=True)


def _play_all(work: Work, rounds: int) -> None:
    for _ in work(rounds):
        pass


def _speed(rounds: int, work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return rounds / (process_time() - start)


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        rounds=(2_000, "rounds a sample"),
        repeats=(7, "samples of the engine and of the floor, in turn"),
    )
    print("Rounds a CPU second")
    print(text_table([HEADINGS, *rows(**vars(options))]))


if __name__ == "__main__":
    main()
