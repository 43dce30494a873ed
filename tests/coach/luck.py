"""Rounds through the engine by the chart as it is drawn, with the luck of the cards taken out of what they bring.

A card's luck is what the round is worth with it, less the average over all cards that are left in the shoe, each as
likely as it is frequent. So luck is zero on average, whatever a round is said to be worth; that is reckoned here as if
the deck had no end, which is nearly right. A result less the luck in it is the same on average, and hardly spreads.

Cards are known by points, 1 for an ace to 10, and values are in first stakes.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import fsum
from operator import mul
from random import Random
from typing import NamedTuple

import numpy as np

from engine.coach.chart import chart
from engine.coach.dealer import BUST, ENDS, NATURAL
from engine.coach.lines import Array
from engine.coach.play import LOST, natural_brings, result
from engine.coach.situation import Situation, decision, whole_deck
from engine.round.hands import Box, Hand, Held, Status, status_of
from engine.round.moves import Deal, PlayerMove, Reveal, Verb
from engine.round.payout import settle
from engine.round.round import NextCard, NextReveal, Round, legal
from engine.round.shoe import SEED_BYTES, Shoe, pack
from engine.rules.cards import BLACKJACK, FRENCH_DECK, Card, Rank, Total
from engine.rules.rules import Rules

SEAT = 1
KINDS = range(1, 11)
EVEN, HALF = 1.0, 0.5

_MOST_HANDS = 6
"""Where there is no limit, what comes of still more hands is left out."""

_RANKS = {rank.points: rank for rank in Rank}

Cards = tuple[int, ...]
"""Of three and more nothing matters but the total, so they are always three numbers."""

Row = tuple[float, ...]
"""By the next card's points."""


def by_next_card(now: Round, due: NextCard) -> Row:
    """What the round is worth with each card that may come."""
    rules, (group,) = now.rules, now.groups
    if len(now.moves) < len(now.order):
        return _deals(rules, tuple([card.points for card in now.cards_out()]))
    hands, dealer = group.boxes[0].hands, known(group.dealer)
    if due.seat is None:
        bets = tuple([(hand.status, hand.points, hand.doubled) for hand in hands])
        return _dealers(rules, dealer, bets)
    hand = hands[due.hand]
    if len(hand.cards) == 1:
        return _hands(rules, dealer, known(hand), len(hands))
    return (
        _doubles(rules, dealer, known(hand)) if hand.doubled else _hands(rules, dealer, known(hand))
    )


def known(held: Held) -> Cards:
    """The cards of a hand."""
    if len(held.cards) > 2:
        return _more(held.points, held.soft)
    return tuple([card.points for card in held.cards])


@cache
def advised(rules: Rules, up: int, cards: Cards, verbs: frozenset[Verb]) -> Verb:
    """What the chart says where these moves are possible."""
    situation = Situation(
        rules=rules,
        up=up,
        hand=cards,
        verbs=verbs,
        unseen=(),
        insurance=Fraction(1, 2) if Verb.INSURE in verbs else None,
        even_money=Verb.EVEN_MONEY in verbs,
    )
    return chart(rules).advised(situation)


@cache
def whole_shoe(rules: Rules) -> Row:
    """How many cards there are of each kind."""
    deck = whole_deck(rules)
    return tuple(
        [sum(count for rank, count in deck.items() if rank.points == kind) for kind in KINDS]
    )


@cache
def _shares(rules: Rules) -> Row:
    counts = whole_shoe(rules)
    return tuple([count / sum(counts) for count in counts])


def _average(rules: Rules, row: Row) -> float:
    return fsum(map(mul, _shares(rules), row))


def _total(cards: Cards) -> Total:
    soft = 1 in cards and sum(cards) + 10 <= BLACKJACK
    return Total(sum(cards) + 10 * soft, soft)


def _more(points: int, soft: bool) -> Cards:
    return (points - 11, 1, 0) if soft else (points, 0, 0)


def _with(cards: Cards, kind: int) -> Cards:
    cards = (*cards, kind)
    return _more(*_total(cards)) if len(cards) > 2 else cards


@cache
def _deals(rules: Rules, dealt: Cards) -> Row:
    """With each card after these of the deal."""
    return tuple([_of_the_deal(rules, (*dealt, kind)) for kind in KINDS])


def _of_the_deal(rules: Rules, dealt: Cards) -> float:
    order = Round.start(rules, {SEAT: rules.min_bet}).order
    if len(dealt) < len(order):
        return _average(rules, _deals(rules, dealt))
    hand = tuple([card for card, due in zip(dealt, order, strict=True) if due.seat])
    dealer = tuple([card for card, due in zip(dealt, order, strict=True) if not due.seat])
    return _worth(rules, dealer, hand)


@cache
def _hands(rules: Rules, dealer: Cards, cards: Cards, hands: int = 1) -> Row:
    """With each card more for a hand that is played on; so many `hands` came of a pair that it is a half of."""
    return tuple([_worth(rules, dealer, _with(cards, kind), hands) for kind in KINDS])


@cache
def _doubles(rules: Rules, dealer: Cards, cards: Cards) -> Row:
    """With each card for a hand that was doubled."""
    totals = [_total((*cards, kind)).points for kind in KINDS]
    return tuple([2 * _bet(rules, dealer, Status.DOUBLED, points) for points in totals])


@cache
def _dealers(rules: Rules, dealer: Cards, bets: tuple[tuple[Status, int, bool], ...]) -> Row:
    """With each card for the dealer, when these hands are over: how they stand, their points, and if doubled."""
    after = [_with(dealer, kind) for kind in KINDS]
    return tuple(
        [
            sum(
                (1 + doubled) * _bet(rules, then, status, points)
                for status, points, doubled in bets
            )
            for then in after
        ]
    )


@cache
def _worth(rules: Rules, dealer: Cards, cards: Cards, hands: int = 1) -> float:
    """What a hand brings that is played on by the chart."""
    points = _total(cards).points
    status, verbs = _asked(rules, dealer, cards, hands)
    if Verb.HIT not in verbs:
        return _bet(rules, dealer, status, points)
    match advised(rules, dealer[0], cards, verbs):
        case Verb.HIT:
            return _average(rules, _hands(rules, dealer, cards))
        case Verb.DOUBLE:
            return _average(rules, _doubles(rules, dealer, cards))
        case Verb.SPLIT:
            return 2 * _average(rules, _hands(rules, dealer, cards[:1], hands + 1))
        case Verb.SURRENDER:
            return _bet(rules, dealer, Status.SURRENDERED, points)
        case _:
            return _bet(rules, dealer, status, points)


def _asked(rules: Rules, dealer: Cards, cards: Cards, hands: int) -> tuple[Status, frozenset[Verb]]:
    """How a hand stands, and what may be done about it."""
    points = _total(cards).points
    if len(cards) > 2:
        status = Status.ACTIVE if points < BLACKJACK else Status.TWENTY_ONE
        return status, frozenset({Verb.HIT, Verb.STAND} if points < BLACKJACK else ())
    hand = Hand(stake=1, split=hands > 1)
    for card in cards:
        hand.take(Card(_RANKS[card]))
    hand.status = status_of(rules, hand)
    box, up = Box(SEAT, [hand] * hands), _RANKS[dealer[0]]
    verbs = decision(rules, box, hand, up, Counter(), insuring=False).verbs
    if rules.max_hands is None and hands >= _MOST_HANDS:
        verbs -= {Verb.SPLIT}
    if hand.status is Status.NATURAL and dealer[0] == 1 and chart(rules).even_money:
        return Status.EVEN_MONEY, frozenset()
    found = rules.peek and _is_natural(dealer)
    return hand.status, frozenset() if found else verbs


@cache
def _bet(rules: Rules, dealer: Cards, status: Status, points: int) -> float:
    """What a bet brings on a hand that is over."""
    ends = _ends(rules, dealer)
    match status:
        case Status.EVEN_MONEY:
            return EVEN
        case Status.NATURAL:
            return natural_brings(rules, ends[NATURAL])
        case Status.SURRENDERED:
            return ends[NATURAL] * LOST - (1 - ends[NATURAL]) * HALF
        case _ if points > BLACKJACK:
            return LOST
        case _:
            return sum(chance * result(rules, points, end) for end, chance in enumerate(ends))


@cache
def _ends(rules: Rules, dealer: Cards) -> Row:
    """The chances of how the dealer's hand ends."""
    total = _total(dealer)
    if total.points <= BLACKJACK and rules.dealer_draws(total):
        after = [_ends(rules, _with(dealer, kind)) for kind in KINDS]
        return tuple([_average(rules, column) for column in zip(*after, strict=True)])
    end = NATURAL if _is_natural(dealer) else min(total.points - 17, BUST)
    return tuple([float(end == other) for other in range(ENDS)])


def _is_natural(cards: Cards) -> bool:
    return len(cards) == 2 and _total(cards).points == BLACKJACK


# Rounds through the engine by the chart as it is drawn

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
    first = bytes(rng.sample(_deck(rules.decks), FIRST))
    return Shoe(rules=rules, seed=seed, packed=first, cut_card_at=None)


@cache
def _deck(decks: int) -> bytes:
    return pack(FRENCH_DECK) * decks


def _by_the_chart(now: Round) -> PlayerMove:
    moves = {move.verb: move for move in legal(now, SEAT)}
    (group,) = now.groups
    hand = group.boxes[0].hands[now.active_hand(SEAT) or 0]
    up = group.dealer.cards[0].points
    return moves[advised(now.rules, up, known(hand), frozenset(moves))]
