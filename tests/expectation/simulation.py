"""Rounds as a table plays them: the shoe, the engine and the settlement, with luck that a number decides."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev

from engine.round.moves import Deal, Reveal
from engine.round.payout import settle
from engine.round.round import NextCard, Round, Turns
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import is_bust, is_natural
from engine.rules.rules import Rules
from tests.expectation.plans import Plan
from tests.expectation.walk import decide

STAKE = 1000
"""Cents."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An average of so many rounds, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, samples: list[float]) -> "Estimate":
        """From one sample a round; seats of one round are no independent samples."""
        return cls(fmean(samples), stdev(samples) / sqrt(len(samples)))

    def errors_from(self, figure: float) -> float:
        """How many standard errors lie between this and a figure."""
        return abs(self.mean - figure) / self.error


@dataclass(slots=True)
class Tally:
    """What was seen in a simulation; a sample a round, so that seats which share cards count as one."""

    nets: list[float] = field(default_factory=list)
    """Net results as a part of the stake."""
    naturals: list[float] = field(default_factory=list)
    """The part of the players' first two cards that were an ace and a ten-valued card."""
    dealers: Counter[str] = field(default_factory=Counter)
    """Dealers' hands by upcard."""
    busts: Counter[str] = field(default_factory=Counter)
    """Those of them that passed 21."""

    def add(self, finished: Round) -> None:
        """Count a finished round."""
        seats = len(finished.stakes)
        nets = sum(outcome.net for outcome in settle(finished))
        self.nets.append(nets / STAKE / seats)
        firsts = [hand.cards[:2] for box in finished.boxes() for hand in box.hands[:1]]
        self.naturals.append(sum(map(is_natural, firsts)) / seats)
        for group in finished.groups:
            upcard = "T" if group.dealer.cards[0].points == 10 else group.dealer.cards[0].rank.value
            self.dealers[upcard] += 1
            self.busts[upcard] += is_bust(group.dealer.cards)


def simulate(rules: Rules, plan: Plan, *, rounds: int, seed: int, seats: int = 1) -> Tally:
    """Play so many rounds, every seat by the same plan."""
    tally = Tally()
    for finished in _played(rules, plan, rounds, seats, Random(seed)):
        tally.add(finished)
    return tally


def _played(rules: Rules, plan: Plan, rounds: int, seats: int, rng: Random) -> Iterator[Round]:
    shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
    for _ in range(rounds):
        if shoe.needs_shuffle:
            shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
        round_ = Round.start(rules, dict.fromkeys(range(1, seats + 1), STAKE))
        while (awaits := round_.awaits) is not None:
            match awaits:
                case NextCard():
                    card = shoe.draw(round_.cards_out)
                    round_.push(Deal(card))
                case Turns(seats=asked):
                    round_.push(decide(round_, min(asked), plan))
                case _:
                    round_.push(Reveal())
        yield round_
