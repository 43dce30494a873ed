"""Rounds of an AI player alone at the table."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.ai_players.bets_and_moves import Characters
from engine.coach.observed import situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Reveal
from engine.round.round import NextCard, Round, Turns, legal
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.values.tables import Character

BALANCE = 10_000_00
"""Cents before every round."""

SEAT = 1


class Alone(NamedTuple):
    """A finished round, the cards gone before it, and the cost of its decisions in first stakes."""

    round: Round
    gone: tuple[Card, ...]
    cost: float

    @property
    def bet(self) -> int:
        """In cents."""
        return self.round.stakes[SEAT]


def played(rules: Rules, character: Character, count: int, seed: int) -> Iterator[Alone]:
    """Play `count` rounds, shoe after shoe."""
    rng, members = Random(seed), Characters()
    shoe, gone = Shoe.fresh(rules, rng.randbytes(SEED_BYTES)), tuple[Card, ...]()
    for number in range(1, count + 1):
        if shoe.needs_shuffle:
            shoe, gone = Shoe.fresh(rules, rng.randbytes(SEED_BYTES)), ()
        bet = members.bet(character, rules, round_number=number, balance=BALANCE, gone=gone)
        round_ = Round.start(rules, {SEAT: bet})
        yield Alone(round_, gone, sum(_costs(round_, shoe, character, gone)))
        gone += tuple(round_.cards_out())


def lost(rules: Rules, character: Character, count: int, seed: int) -> float:
    """Return the average cost of a round's decisions, in first stakes."""
    return sum(one.cost for one in played(rules, character, count, seed)) / count


def _costs(
    round_: Round, shoe: Shoe, character: Character, gone: tuple[Card, ...]
) -> Iterator[float]:
    while round_.awaits is not None:
        match round_.awaits:
            case NextCard():
                round_.push(Deal(shoe.draw(round_.cards_out)))
            case Turns():
                values = worth(situation_of(round_, SEAT, gone))
                move = Characters().move(character, round_, SEAT, legal(round_, SEAT), gone)
                yield max(values.values()) - values[move.verb]
                round_.push(move)
            case _:
                round_.push(Reveal())
