"""Situations for the coach: from small packs, from fresh shoes, and from random play."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

from engine.coach.chart import chart
from engine.coach.observed import situation_of
from engine.coach.situation import PLENTY, Situation
from engine.coach.worth import worth
from engine.round.moves import Deal, Insure, Move, PlayerMove, Reveal, Verb
from engine.round.round import NextCard, NextReveal, Round, legal
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.cards import Card, Rank
from engine.rules.rules import Pair, Rules
from tests.coach.brute import SEAT, STAKE, Belief, Policy
from tests.engine.rounds_by_side import until


def seen_in(belief: Belief) -> Situation:
    """Return the seat's situation, if only the rounds' cards are left in the shoe."""
    round_, pack, *_ = belief[0]
    group = next(group for group in round_.groups if group.boxes[0].seat == SEAT)
    # In an endless deck a face-down card does not change the chances.
    endless = round_.rules.decks is None
    hidden = group.dealer.cards[1:] if round_.rules.hole_card and not endless else ()
    ranks = [*map(Rank, pack), *(card.rank for card in hidden)]
    times = PLENTY if endless else 1
    found = situation_of(round_, SEAT)
    first = group.boxes[0].hands[round_.turns.get(SEAT, 0)].cards[0].rank
    unseen = tuple(sum(rank.points == points for rank in ranks) * times for points in range(1, 11))
    by_rank = round_.rules.split is Pair.RANK
    alike = ranks.count(first) * times if by_rank else unseen[first.points - 1]
    return replace(found, unseen=unseen, alike=alike if Verb.SPLIT in found.verbs else 0)


def by_own_cards(situation: Situation) -> Policy:
    """Return the coach's policy for split hands by their own cards."""
    (card, _), rules = situation.hand, situation.rules

    def policy(hand: tuple[int, ...]) -> Verb:
        unseen, drawn = [*situation.unseen], [*hand]
        drawn.remove(card)
        for points in drawn:
            unseen[points - 1] -= rules.decks is not None
        half = replace(
            situation, hand=hand, unseen=tuple(unseen), verbs=_verbs(rules, hand), alike=0
        )
        return next(iter(worth(half, exact=True)))

    return policy


def by_the_chart(situation: Situation) -> Policy:
    """Return the chart's policy for split hands."""
    book, rules = chart(situation.rules), situation.rules

    def policy(hand: tuple[int, ...]) -> Verb:
        return book.advised(replace(situation, hand=hand, verbs=_verbs(rules, hand)))

    return policy


def _verbs(rules: Rules, hand: tuple[int, ...]) -> frozenset[Verb]:
    points = sum(hand) + 10 * (1 in hand and sum(hand) <= 11)
    doubles = rules.double_after_split and len(hand) == 2
    on_total = rules.double_totals is None or points in rules.double_totals
    more = {Verb.DOUBLE} if doubles and on_total else set()
    return frozenset({Verb.HIT, Verb.STAND, *more})


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: the round before it, the cards gone, and the move."""

    round: Round
    seat: int
    gone: tuple[Card, ...]
    move: PlayerMove

    @property
    def situation(self) -> Situation:
        return situation_of(self.round, self.seat, self.gone)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished round, the cards gone, and its decisions."""

    round: Round
    gone: tuple[Card, ...]
    decisions: tuple[Decided, ...]


Player = Callable[[Round, int, tuple[Card, ...], Random], PlayerMove]
"""Chooses a legal move, given the cards gone before the round."""


def at_random(round_: Round, seat: int, gone: tuple[Card, ...], rng: Random) -> PlayerMove:
    """Return any legal move and amount of insurance."""
    move = rng.choice(legal(round_, seat))
    return Insure(seat, rng.randint(1, move.cents)) if isinstance(move, Insure) else move


def rounds(rules: Rules, seed: int, player: Player = at_random) -> Iterator[Played]:
    """Yield rounds endlessly: one to four seats, shoe after shoe."""
    rng = Random(seed)
    while True:
        shoe = Shoe.fresh(rules, rng.randbytes(SEED_BYTES))
        gone: tuple[Card, ...] = ()
        while not shoe.needs_shuffle or not shoe.dealt:
            played = _round(rules, shoe, gone, rng, player)
            yield played
            gone = (*gone, *played.round.cards_out())


def _round(rules: Rules, shoe: Shoe, gone: tuple[Card, ...], rng: Random, player: Player) -> Played:
    now = Round.start(rules, dict.fromkeys(range(1, rng.randint(1, rules.seats) + 1), STAKE))
    decisions = []
    while now.awaits is not None:
        move: Move
        match now.awaits:
            case NextCard():
                move = Deal(shoe.draw(now.cards_out))
            case NextReveal():
                move = Reveal()
            case _:
                seat = rng.choice(sorted(now.awaited))
                move = player(now, seat, gone, rng)
                decisions.append(Decided(now.copy(), seat, gone, move))
        now.push(move)
    return Played(now, gone, tuple(decisions))


@cache
def decided(rules: Rules, seed: int, count: int) -> tuple[Decided, ...]:
    every = (one for played in rounds(rules, seed) for one in played.decisions)
    return tuple(islice(every, count))


@cache
def decisions(rules: Rules, seed: int, count: int) -> tuple[Situation, ...]:
    return tuple(one.situation for one in decided(rules, seed, count))


def first_decision(rules: Rules, hand: str, up: str) -> Situation:
    """Return the decision with these two cards from a fresh shoe; the dealer has no natural."""
    hole = "9" if up != "9" else "8"
    return situation_of(until(rules, hand, up + hole, insured=False), SEAT).after_the_peek


def insurance(hand: str, rules: Rules) -> Situation:
    """Return the insurance decision with these two cards from a fresh shoe."""
    return situation_of(until(rules, hand, "A8", insured=False), SEAT)
