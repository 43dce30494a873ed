"""What splitting a pair is worth: each hand is played on its own cards, and further pairs are split where it is better.

Both hands of a pair take the same cards with the same chances, so two hands that are never split again are worth twice
one. Where they may be, it matters how many of the second cards were of the pair's kind: such a card takes one out of
the pack and makes a hand more, and a hand that was not split again is known to have drawn another. The second cards are
gone through as words of P, a card that makes a pair and is split, and O, another: after P there is a hand more that
waits for its second card, after O one fewer. A word is as likely, and its hands are worth the same, in whatever order
its letters come.

The chance of "this hand drew another card, and so did n others", times what the hand is worth then, is by total
probability the same for n - 1 others, less the part of it in which the last one drew a P. So a sister hand's cards
count on average, and every hand is played on what its player knew when the pair was split.
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
"""Whatever comes after so many splits of one pair does not matter."""


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
    """What all hands bring in first stakes that come of a pair of cards of so many points.

    `alike` of the `unseen` cards, counted by points, would make a pair again: of ten-valued cards of one rank there are
    fewer than of all. The seat has so many `hands` before the split. Who plays by a `plan` splits again whenever they
    can: the plan is one of splitting this pair.
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
        # A hand is worth what it brings with another card, and with one like it two such hands.
        again = another[0] / (1 - 2 * pair[0])
        return 2 * float(again if plan else max(any_card[0], again))
    if endless:
        any_card, another, pair = (
            np.repeat(one, 2 * splits + 1) for one in (any_card, another, pair)
        )
    limits = range(splits if plan else 0, splits + 1)
    return max(_of_words(any_card, another, pair, limit) for limit in limits)


def _further_splits(rules: Rules, card: int, hands: int) -> int | None:
    """How often the hands of a split pair may be split again; None is without end. Split aces never are."""
    if card == 1:
        return 0
    return None if rules.max_hands is None else min(rules.max_hands - hands - 1, MOST_SPLITS)


def _second_cards(rules: Rules, card: int, play: Play, plan: Plan | None) -> Array:
    """What one hand is worth with each second card, by pack. What is best is decided by the first pack."""
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
"""A rank for each kind of card."""


@lru_cache(maxsize=256)
def _halves(rules: Rules, card: int) -> tuple[tuple[Total, Status, bool], ...]:
    """What a half of a pair becomes with each second card: its value, how it stands, and whether it may be doubled."""
    found = []
    for rank in _RANKS:
        half = Hand(stake=1, split=True)
        half.take(Card(_RANKS[card - 1]))
        half.take(Card(rank))
        doubles = why_not(rules, Box(1, [half]), half, Double(1)) is None
        found.append((half.total, status_of(rules, half), doubles))
    return tuple(found)


def _of_words(any_card: Array, another: Array, pair: Array, limit: int) -> float:
    """What all words bring where a pair is split whenever it comes, until it was so `limit` times.

    The figures are by how many cards of the pair's kind are gone: what a second card brings, the part of that in which
    it is another, and the chance that it makes a pair.
    """
    free = _with_others(any_card, pair, limit + 1)
    settled = _with_others(another, pair, limit + 1)

    @cache
    def words(waiting: int, done: int, others: int) -> float:
        """All that go on from here: `waiting` hands have no second card yet, and `others` have another one."""
        if waiting and done < limit:
            found = words(waiting - 1, done, others + 1)
            again = _at(pair, done)
            return found + again * words(waiting + 1, done + 1, others) if again else found
        mine = waiting * _at(free[others], done)
        return mine + (others * _at(settled[others - 1], done) if others else 0.0)

    return words(2, 0, 0)


def _with_others(worth: Array, pair: Array, most: int) -> list[Array]:
    """The worth together with the chance that none, one, … up to `most` other hands drew no pair."""
    found = [worth]
    for _ in range(most):
        found.append(found[-1] - pair * np.append(found[-1][1:], 0.0))
    return found


def _at(figures: Array, gone: int) -> float:
    return float(figures[gone]) if gone < len(figures) else 0.0
