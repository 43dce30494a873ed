"""How often a hand wins and loses by what is done next: what its value is made of."""

from typing import NamedTuple

import numpy as np

from engine.coach.bets import LOST, results
from engine.coach.dealer import Dealer
from engine.coach.dealer_hands import BUST
from engine.coach.lines import LEVELS, Array
from engine.coach.play import Play, played, totals
from engine.rules.hand import BLACKJACK

WON = 1.0


class Odds(NamedTuple):
    """The chances that a hand wins and that it loses; else it is a tie."""

    wins: float
    loses: float


class Chances(NamedTuple):
    """What can become of a hand that may hit or stand: by standing, by hitting and the best play, by one card.

    So often the dealer busts, and so often the next card busts the hand. `better` says by how much hitting would be
    better than standing (in stakes) if such a card were not taken.
    """

    standing: Odds
    hitting: Odds
    one_card: Odds
    dealer_busts: float
    card_busts: float
    better: float


def chances(dealer: Dealer, unseen: Array, hard: int, ace: bool) -> Chances:
    """Of a hand of so many points with aces as one, `ace` telling whether it holds one."""
    play = played(dealer, unseen[np.newaxis], hard, ace, exact=False)
    won, lost = (_often(dealer, play, hard, ace, brings) for brings in (WON, LOST))
    standing, hitting, one_card = map(Odds, won, lost)
    next_card, after = play.chances[0, 0], play.after[0]
    busts = after == len(play.chances[0])
    gain = next_card @ np.where(busts, 0.0, play.values[0, after] - play.standing[0, 0])
    return Chances(
        standing=standing,
        hitting=hitting,
        one_card=one_card,
        dealer_busts=float(play.ends[0, 0, BUST]),
        card_busts=float(next_card @ busts),
        better=float(gain),
    )


def _often(dealer: Dealer, play: Play, hard: int, ace: bool, brings: float) -> list[float]:
    """How often a stake brings just that: by standing, by hitting, by one card."""
    points, _ = totals(hard, ace)
    count = len(points)
    standing = np.full(count + 1, float(brings == LOST))
    standing[:count] = (play.ends[0] * (results(dealer.rules) == brings)[points]).sum(axis=1)
    found, stands = standing.copy(), play.values[0] == play.standing[0]
    for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
        hitting = (play.chances[0, level] * found[play.after[level]]).sum(axis=1)
        found[level] = np.where(stands[level], standing[level], hitting)
    next_card, after = play.chances[0, 0], play.after[0]
    return [float(standing[0]), float(next_card @ found[after]), float(next_card @ standing[after])]
