"""The best play of one hand where the shoe may run out: then the discards are shuffled, and dealt.

What is left in the shoe, with the hole card, is a small pack that is known; so are the discards. The player's cards
come first, then those of other hands, of which nothing is known but how many they are, then the dealer's. As long as
the player draws out of the shoe, each line has a dealer of its own, whose cards come out of what is left of the shoe,
and then out of the discards. Once the player has drawn the last card, only the hole card is still missing, and the hand
goes on as if out of a fresh pack.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engine.coach.dealer import Dealer
from engine.coach.lines import KINDS, LINES, NEXT, SIZES, UP_TO, Array
from engine.coach.play import LOST, Now, played, results, totals
from engine.rules.cards import BLACKJACK


class Pack(NamedTuple):
    """`unseen` cards, of which `left` are in the shoe; `others` of those go to other hands. Then come the discards."""

    unseen: Array
    left: int
    others: int
    discards: Array


def brought(dealer: Dealer, pack: Pack, hard: int, ace: bool) -> Now:
    """By a hand of so many points with aces as one, `ace` telling whether it holds one."""
    unseen, left, others, discards = pack
    count = UP_TO[BLACKJACK - hard]
    points, _ = totals(hard, ace)
    lines = np.flatnonzero((LINES[:count] <= unseen).all(axis=1) & (SIZES[:count] <= left))
    standing, hitting, values = (np.full(count + 1, LOST) for _ in range(3))
    for size in reversed(range(int(SIZES[lines].max()) + 1)):
        here = lines[SIZES[lines] == size]
        packs = unseen - LINES[here]
        ends = dealer.ends_past(packs, max(left - size - others, 0), discards[np.newaxis])
        standing[here] = (ends * results(dealer.rules)[points[here]]).sum(axis=1)
        if size == left:
            hitting[here] = [
                after_the_last(dealer, pack, hard, ace, LINES[line]).hitting for line in here
            ]
        else:
            after = np.minimum(NEXT[here], count)
            hitting[here] = (dealer.next_card(packs) * values[after]).sum(axis=1)
        best = np.maximum(standing[here], hitting[here])
        values[here] = np.where(points[here] == BLACKJACK, standing[here], best)
    return Now(float(standing[0]), float(hitting[0]), _doubling(dealer, pack, hard, ace, standing))


def _doubling(dealer: Dealer, pack: Pack, hard: int, ace: bool, standing: Array) -> float:
    if not pack.left:
        return after_the_last(dealer, pack, hard, ace, LINES[0]).doubling
    after = np.minimum(NEXT[0], len(standing) - 1)
    return 2 * float(dealer.next_card(pack.unseen) @ standing[after])


def after_the_last(dealer: Dealer, pack: Pack, hard: int, ace: bool, drawn: Array) -> Now:
    """The hand once it has drawn these, with the last card of the shoe."""
    known = known_hole(dealer, pack.unseen - drawn)
    hard, ace = int(hard + drawn @ np.arange(1, KINDS + 1)), bool(ace or drawn[0])
    return played(known, pack.discards[np.newaxis], hard, ace, exact=False).now


def known_hole(dealer: Dealer, unseen: Array) -> Dealer:
    """The same dealer when the shoe has run out, and nothing but these cards is missing."""
    return replace(dealer, hole=tuple(unseen)) if dealer.rules.hole_card else dealer
