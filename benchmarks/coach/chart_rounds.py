"""Rounds through the engine by the chart as it is drawn, with the luck taken out of what they bring."""

from collections.abc import Iterator
from functools import cache
from operator import mul
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.coach.luck import SEAT, advised, by_next_card, known, whole_shoe
from engine.coach.lines import Array
from engine.round.moves import Deal, PlayerMove, Reveal
from engine.round.payout import settle
from engine.round.phases import NextCard, NextReveal
from engine.round.round import Round, legal
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rules import Rules

STAKE = 10_00
"""Cents; halves, 3:2 and 6:5 of it are whole."""

FIRST = 12
"""As many cards as nearly every round can do with."""

BATCHES = 100
"""Of rounds that follow each other, since those of one shoe depend on each other."""


class Played(NamedTuple):
    """What the house gains of rounds, as a part of the stake, and the standard error; `plain` with luck in it."""

    edge: float
    error: float
    plain: float
    plain_error: float


def play(rules: Rules, count: int, seed: int, *, whole_shoes: bool) -> Played:
    """So many rounds, each out of a fresh shoe, or to the cut card of one shoe after another."""
    nets, lucks = np.array([*_rounds(rules, count, Random(seed), whole_shoes=whole_shoes)]).T
    return Played(*_mean(lucks - nets), *_mean(-nets))


def _mean(gains: Array) -> tuple[float, float]:
    """With its standard error."""
    batches = [batch.mean() for batch in np.array_split(gains, BATCHES)]
    return float(np.mean(gains)), float(np.std(batches) / BATCHES**0.5)


def _rounds(
    rules: Rules, count: int, rng: Random, *, whole_shoes: bool
) -> Iterator[tuple[float, float]]:
    """What each brings, and the luck in it."""
    shoe = None
    for _ in range(count):
        if shoe is None or not whole_shoes or shoe.needs_shuffle:
            shoe, left = _shoe(rules, rng, whole=whole_shoes), [*whole_shoe(rules)]
        now, luck = Round.start(rules, {SEAT: STAKE}), 0.0
        while (awaits := now.awaits) is not None:
            if isinstance(awaits, NextCard):
                worth = by_next_card(now, awaits)
                card = shoe.draw(now.cards_out)
                kind = card.points - 1
                luck += worth[kind] - sum(map(mul, left, worth)) / sum(left)
                left[kind] -= rules.decks is not None
                now.push(Deal(card))
            elif isinstance(awaits, NextReveal):
                now.push(Reveal())
            else:
                now.push(_by_the_chart(now))
        yield sum(outcome.net for outcome in settle(now)) / STAKE, luck


def _shoe(rules: Rules, rng: Random, *, whole: bool) -> Shoe:
    """A fresh one; for a single round its first cards will do, and when they are out it shuffles all others."""
    seed = rng.randbytes(SEED_BYTES)
    if whole or rules.decks is None:
        return Shoe.fresh(rules, seed)
    first = tuple(rng.sample(_deck(rules.decks), FIRST))
    return Shoe(rules=rules, seed=seed, order=first, cut_card_at=None)


@cache
def _deck(decks: int) -> tuple[Card, ...]:
    return FRENCH_DECK * decks


def _by_the_chart(now: Round) -> PlayerMove:
    moves = {move.verb: move for move in legal(now, SEAT)}
    (group,) = now.groups
    hand = group.boxes[0].hands[now.active_hand(SEAT) or 0]
    up = group.dealer.cards[0].points
    return moves[advised(now.rules, up, known(hand), frozenset(moves))]
