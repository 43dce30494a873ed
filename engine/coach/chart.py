"""The strategy chart of any rules, and what the house gains of a player who plays best, or by the chart."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import fsum

import numpy as np

from engine.coach.play import Plan
from engine.coach.situation import Situation, decision, whole_deck
from engine.coach.worth import answers, by_plan, of_the_deal, worth
from engine.round.hands import Box, Hand, status_of
from engine.round.moves import Verb
from engine.rules.cards import BLACKJACK, Card, Rank
from engine.rules.rules import Rules

Advice = tuple[Verb, ...]
"""The best move; where that is one that may not be possible, the next best after it, down to hit or stand."""

UPCARDS = (*range(2, 11), 1)
"""By points, as a chart shows them from left to right."""

STAKE = 100
"""Cents; any even stake gives the same chart."""

_Place = tuple[int, bool, int]
"""A total, whether it is soft, and an upcard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What to do with a total of the first two cards (`hard`, `soft`) or a pair (by points of a card) and an upcard.

    A total that can be had without a pair is that of the hands that are none; a pair's advice comes before it. `pairs`
    is empty where no hand can be split. `insurance` and `even_money` say whether to take them; None where the rules
    have none.
    """

    hard: Mapping[tuple[int, int], Advice]
    soft: Mapping[tuple[int, int], Advice]
    pairs: Mapping[tuple[int, int], Advice]
    insurance: bool | None
    even_money: bool | None

    def advised(self, situation: Situation) -> Verb:
        """The move that the chart advises; hands of more cards are played by their total."""
        if situation.insurance is not None:
            if self.even_money and situation.even_money:
                return Verb.EVEN_MONEY
            return Verb.INSURE if self.insurance and situation.insurance else Verb.DECLINE
        total, up = situation.points, situation.up
        advice = (self.soft if situation.soft else self.hard)[total, up]
        if Verb.SPLIT in situation.verbs:
            advice = self.pairs[situation.hand[0], up]
        return next(move for move in advice if move in situation.verbs)


@lru_cache(maxsize=256)
def chart(rules: Rules) -> Chart:
    """What to do with the first two cards out of a fresh shoe; the average over all hands of a total decides.

    Limits and seats make no difference.
    """
    return _chart(_game(rules))


@lru_cache(maxsize=64)
def _chart(rules: Rules) -> Chart:
    totals: dict[_Place, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    pairs: dict[_Place, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    offers: dict[Verb, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    for deal, chance in _deals(rules).items():
        if deal.insurance is not None:
            offer = Verb.EVEN_MONEY if deal.even_money else Verb.INSURE
            for move, value in worth(deal).items():
                offers[offer][move] += chance * value
        if len(deal.verbs) > 1:
            is_pair = Verb.SPLIT in deal.verbs
            found = (pairs if is_pair else totals)[deal.points, deal.soft, deal.up]
            for move, value in worth(deal.after_the_peek).items():
                found[move] += chance * value
    for place in pairs.keys() - totals.keys():
        totals[place] = {move: value for move, value in pairs[place].items() if move != Verb.SPLIT}
    return Chart(
        hard={
            (points, up): _advice(found) for (points, soft, up), found in totals.items() if not soft
        },
        soft={(points, up): _advice(found) for (points, soft, up), found in totals.items() if soft},
        pairs={
            (1 if soft else points // 2, up): _advice(found)
            for (points, soft, up), found in pairs.items()
        },
        insurance=_accepts(offers, Verb.INSURE),
        even_money=_accepts(offers, Verb.EVEN_MONEY),
    )


def _accepts(offers: Mapping[Verb, Mapping[Verb, float]], offer: Verb) -> bool | None:
    """Whether an offer is worth more than declining it; None where there is no such offer."""
    return offers[offer][offer] > offers[offer][Verb.DECLINE] if offer in offers else None


def _game(rules: Rules) -> Rules:
    """The same for all tables at which hands are played alike, for each of which a chart is made once."""
    return replace(rules, seats=1, min_bet=1, max_bet=None)


def _advice(values: Mapping[Verb, float]) -> Advice:
    moves = sorted(values, key=lambda move: -values[move])
    sure = min(moves.index(Verb.HIT), moves.index(Verb.STAND))
    return tuple(moves[: sure + 1])


@lru_cache(maxsize=2)
def _deals(rules: Rules) -> Mapping[Situation, float]:
    """Every hand and upcard out of a fresh shoe, with its chance; those that are worth the same are one."""
    found: dict[Situation, float] = defaultdict(float)
    deck = whole_deck(rules)
    for cards in combinations_with_replacement(deck, 2):
        for up in deck:
            deal, chance = _dealt(rules, deck.copy(), (*cards, up))
            found[deal] += chance * (1 if cards[0] is cards[1] else 2)
    return found


def _dealt(rules: Rules, unseen: Counter[Rank], cards: tuple[Rank, ...]) -> tuple[Situation, float]:
    """The situation after these cards (two for the player, one for the dealer), and the chance of this order."""
    chance = 1.0
    for rank in cards:
        chance *= unseen[rank] / unseen.total()
        unseen[rank] -= 1
    hand = Hand(stake=STAKE)
    for rank in cards[:2]:
        hand.take(Card(rank))
    hand.status = status_of(rules, hand)
    insuring = rules.insures_against(cards[2])
    return decision(rules, Box(1, [hand]), hand, cards[2], unseen, insuring=insuring), chance


@lru_cache(maxsize=256)
def edge(rules: Rules) -> float:
    """What the house gains in the first round of a fresh shoe, as a part of the first stake.

    The player makes the best move for the very cards on the table, and insures when that is good. Limits and seats make
    no difference.
    """
    return _edge(_game(rules))


@lru_cache(maxsize=256)
def chart_edge(rules: Rules) -> float:
    """The same of a player who knows nothing but the chart; with few decks it is a little more."""
    return _chart_edge(_game(rules))


@lru_cache(maxsize=64)
def _edge(rules: Rules) -> float:
    def best(deal: Situation) -> float:
        return max(worth(deal).values())

    return _gain(rules, best, lambda deal: max(answers(deal, best).values()))


@lru_cache(maxsize=64)
def _chart_edge(rules: Rules) -> float:
    book = chart(rules)
    plans = {up: plan_of(book, up) for _, up in book.hard}

    def by_book(deal: Situation) -> float:
        asked = len(deal.verbs) > 1
        return by_plan(deal, book.advised(deal) if asked else Verb.STAND, plans[deal.up])

    return _gain(rules, by_book, lambda deal: answers(deal, by_book)[book.advised(deal)])


def _gain(
    rules: Rules, play: Callable[[Situation], float], answer: Callable[[Situation], float]
) -> float:
    """The house's, from a player who plays and answers to insurance like this."""
    return -fsum(
        chance * (of_the_deal(deal, play) if deal.insurance is None else answer(deal))
        for deal, chance in _deals(rules).items()
    )


def plan_of(book: Chart, up: int) -> Plan:
    """What the chart says about hands that are not split, against one upcard; 21 is never asked about."""
    stands, doubles = (np.zeros((BLACKJACK + 1, 2), dtype=bool) for _ in range(2))
    for soft, cells in enumerate((book.hard, book.soft)):
        for (points, other), advice in cells.items():
            if other == up:
                stands[points, soft] = advice[-1] is Verb.STAND
                doubles[points, soft] = Verb.DOUBLE in advice
    return Plan(stands, doubles)
