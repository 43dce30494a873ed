"""Compute the value of splitting a pair, with resplits when they are better.

A second card that matches the pair leaves the pack and adds a hand; a hand that was not resplit has drawn another card.
The second cards form a word of the letters P (a match) and O (any other card), whose order changes neither probability
nor value. The value of "this hand and n others drew O" is the value for n - 1 others minus the part in which the last
of them drew P.
"""

from functools import cache, lru_cache

import numpy as np

from engine.coach.dealer import NATURAL, Dealer
from engine.coach.lines import KINDS, Array
from engine.coach.play import Plan, Play, natural_brings, played
from engine.round.hands import Box, Hand, Status, status_of
from engine.round.legal_moves import why_not
from engine.round.moves import Double
from engine.rules.cards import Card, Rank, Total
from engine.rules.rules import Rules

MOST_SPLITS = 30
"""More splits of a pair are too unlikely to matter."""


def splitting(
    dealer: Dealer,
    unseen: Array,
    card: int,
    alike: int,
    hands: int,
    *,
    exact: bool,
    plan: Plan | None = None,
) -> float:
    """Return the expected result of splitting a pair of cards worth `card` points, in units of the first stake.

    `unseen` counts cards by points; `alike` of them would make a pair again. `hands` is the seat's number of hands
    before the split. With a `plan` the player resplits whenever possible.
    """
    endless = dealer.rules.decks is None
    splits = _further_splits(dealer.rules, card, hands)
    gone = np.arange(1 if splits is None or endless else min(2 * splits, alike) + 1)
    packs = unseen - np.outer(gone, np.arange(1, KINDS + 1) == card)
    play = played(dealer, packs, card, card == 1, exact=exact, plan=plan)
    worth = _second_cards(dealer.rules, card, play, plan)
    chances = play.chances[:, 0]
    pair = chances[:, card - 1] * (alike - gone) / np.maximum(packs[:, card - 1], 1)
    any_card = (chances * worth).sum(axis=1)
    another = any_card - pair * worth[:, card - 1]
    if splits is None:
        # A hand is worth its value with an O, plus two such hands with a P.
        again = another[0] / (1 - 2 * pair[0])
        return 2 * float(again if plan else max(any_card[0], again))
    if endless:
        any_card, another, pair = (
            np.repeat(one, 2 * splits + 1) for one in (any_card, another, pair)
        )
    limits = range(splits if plan else 0, splits + 1)
    return max(_of_words(any_card, another, pair, limit) for limit in limits)


def _further_splits(rules: Rules, card: int, hands: int) -> int | None:
    if card == 1:
        return 0
    return None if rules.max_hands is None else min(rules.max_hands - hands - 1, MOST_SPLITS)


def _second_cards(rules: Rules, card: int, play: Play, plan: Plan | None) -> Array:
    columns = []
    for (half, status, doubles), line in zip(_halves(rules, card), play.after[0], strict=True):
        if status is Status.NATURAL:
            column = natural_brings(rules, play.ends[:, line, NATURAL])
        elif status is not Status.ACTIVE:
            column = play.standing[:, line]
        else:
            column, doubling = play.values[:, line], play.doubling_after(line)
            better = (
                doubling[0] > column[0]
                if plan is None
                else plan.doubles[half.points, int(half.soft)]
            )
            if doubles and better:
                column = doubling
        columns.append(column)
    return np.stack(columns, axis=1)


_RANKS = (Rank.ACE, *list(Rank)[: KINDS - 1])


@lru_cache(maxsize=256)
def _halves(rules: Rules, card: int) -> tuple[tuple[Total, Status, bool], ...]:
    found = []
    for rank in _RANKS:
        half = Hand(stake=1, split=True)
        half.take(Card(_RANKS[card - 1]))
        half.take(Card(rank))
        doubles = why_not(rules, Box(1, [half]), half, Double(1)) is None
        found.append((half.total, status_of(rules, half), doubles))
    return tuple(found)


def _of_words(any_card: Array, another: Array, pair: Array, limit: int) -> float:
    """Return the value of splitting if every new pair is split again, up to `limit` times.

    The arrays, by number of the pair's cards drawn, are a hand's value with any second card, the part without a new
    pair, and the probability of a new pair.
    """
    free = _with_others(any_card, pair, limit + 1)
    settled = _with_others(another, pair, limit + 1)

    @cache
    def words(waiting: int, done: int, others: int) -> float:
        if waiting and done < limit:
            found = words(waiting - 1, done, others + 1)
            again = _at(pair, done)
            return found + again * words(waiting + 1, done + 1, others) if again else found
        mine = waiting * _at(free[others], done)
        return mine + (others * _at(settled[others - 1], done) if others else 0.0)

    return words(2, 0, 0)


def _with_others(worth: Array, pair: Array, most: int) -> list[Array]:
    """Return the value times the probability that 0, 1, …, `most` other hands drew an O."""
    found = [worth]
    for _ in range(most):
        found.append(found[-1] - pair * np.append(found[-1][1:], 0.0))
    return found


def _at(figures: Array, gone: int) -> float:
    return float(figures[gone]) if gone < len(figures) else 0.0
