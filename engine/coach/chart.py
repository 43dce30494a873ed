"""Compute the strategy charts and house edges of rule sets."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import fsum

import numpy as np

from engine.coach.lines import Array
from engine.coach.play import Plan, totals
from engine.coach.situation import Situation, decision, whole_deck
from engine.coach.worth import answers, by_plan, gained_by_hitting, of_the_deal, worth
from engine.round.hands import Box, Hand, status_of
from engine.round.moves import Verb
from engine.rules.cards import BLACKJACK, Card, Rank
from engine.rules.rules import Rules

Advice = tuple[Verb, ...]
"""Moves, best first, each the fallback if the one before isn't allowed; the last is hit or stand."""

_MOST_PASSES = 4
"""Changing a cell changes how often others are reached; two passes are usual."""

UPCARDS = (*range(2, 11), 1)
"""In column order."""

STAKE = 100
"""Cents; any even stake gives the same chart."""

_Place = tuple[int, bool, int]
"""A total, whether it is soft, and an upcard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A strategy chart: moves, best first, by the player's hand and the dealer's upcard.

    Keys are (total, upcard) for `hard` and `soft` hands and (a card's points, upcard) for `pairs`. A pair uses its own
    cell first, so cells of totals average over other hands where possible. `insurance` and `even_money` say if to
    accept the offer, None if there is none.
    """

    hard: Mapping[tuple[int, int], Advice]
    soft: Mapping[tuple[int, int], Advice]
    pairs: Mapping[tuple[int, int], Advice]
    insurance: bool | None
    even_money: bool | None

    def advised(self, situation: Situation) -> Verb:
        """Return the move that the chart advises."""
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
    """Return the strategy chart of these rules for a fresh shoe.

    A cell averages over its hands: hit or stand over all that reach the total, other moves over two cards.
    """
    return _chart(_game(rules))


@lru_cache(maxsize=64)
def _chart(rules: Rules) -> Chart:
    book = _of_two_cards(rules)
    for _ in range(_MOST_PASSES):
        before, book = book, _of_all_hands(book, _gained_by_hitting(rules, book))
        if book == before:
            break
    return book


def _of_all_hands(book: Chart, gained: Mapping[int, Array]) -> Chart:
    def cells(soft: bool) -> Mapping[tuple[int, int], Advice]:
        found = {}
        for (points, up), advice in (book.soft if soft else book.hard).items():
            gain = gained[up][points, int(soft)]
            sure = advice[-1] if gain == 0 else Verb.HIT if gain > 0 else Verb.STAND
            found[points, up] = (*advice[:-1], sure)
        return found

    return replace(book, hard=cells(soft=False), soft=cells(soft=True))


def _gained_by_hitting(rules: Rules, book: Chart) -> Mapping[int, Array]:
    """Return the gain of hitting over standing, weighted by probability, by upcard, points and softness.

    Two-card hands count even if the chart doubles or surrenders them, which may not be allowed after a split.
    """
    gained = {up: np.zeros((BLACKJACK + 1, 2)) for up in UPCARDS}
    plans = {up: plan_of(book, up) for up in UPCARDS}
    for deal, chance in _deals(rules).items():
        if len(deal.verbs) > 1:
            situation, plan = deal.after_the_peek, plans[deal.up]
            points, soft = totals(sum(deal.hand), 1 in deal.hand)
            hits = ~plan.stands[points, soft] & (points < BLACKJACK)
            hits[0] = book.advised(situation) is Verb.HIT
            gain = chance * gained_by_hitting(situation, plan, hits)
            gain[0] *= Verb.SPLIT not in deal.verbs  # a pair has a separate cell
            np.add.at(gained[deal.up], (points, soft), gain)
    return gained


def _of_two_cards(rules: Rules) -> Chart:
    sums: dict[_Place, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    pairs: dict[_Place, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    offers: dict[Verb, dict[Verb, float]] = defaultdict(lambda: defaultdict(float))
    for deal, chance in _deals(rules).items():
        if deal.insurance is not None:
            offer = Verb.EVEN_MONEY if deal.even_money else Verb.INSURE
            for move, value in worth(deal).items():
                offers[offer][move] += chance * value
        if len(deal.verbs) > 1:
            is_pair = Verb.SPLIT in deal.verbs
            found = (pairs if is_pair else sums)[deal.points, deal.soft, deal.up]
            for move, value in worth(deal.after_the_peek).items():
                found[move] += chance * value
    for place in pairs.keys() - sums.keys():
        sums[place] = {move: value for move, value in pairs[place].items() if move != Verb.SPLIT}
    return Chart(
        hard={
            (points, up): _advice(found) for (points, soft, up), found in sums.items() if not soft
        },
        soft={(points, up): _advice(found) for (points, soft, up), found in sums.items() if soft},
        pairs={
            (1 if soft else points // 2, up): _advice(found)
            for (points, soft, up), found in pairs.items()
        },
        insurance=_accepts(offers, Verb.INSURE),
        even_money=_accepts(offers, Verb.EVEN_MONEY),
    )


def _accepts(offers: Mapping[Verb, Mapping[Verb, float]], offer: Verb) -> bool | None:
    return offers[offer][offer] > offers[offer][Verb.DECLINE] if offer in offers else None


def _game(rules: Rules) -> Rules:
    """Return the rules without options that don't affect play, to share a cached chart."""
    return replace(rules, seats=1, min_bet=1, max_bet=None)


def _advice(values: Mapping[Verb, float]) -> Advice:
    moves = sorted(values, key=lambda move: -values[move])
    sure = min(moves.index(Verb.HIT), moves.index(Verb.STAND))
    return tuple(moves[: sure + 1])


@lru_cache(maxsize=2)
def _deals(rules: Rules) -> Mapping[Situation, float]:
    found: dict[Situation, float] = defaultdict(float)
    deck = whole_deck(rules)
    for cards in combinations_with_replacement(deck, 2):
        for up in deck:
            deal, chance = _dealt(rules, deck.copy(), (*cards, up))
            found[deal] += chance * (1 if cards[0] is cards[1] else 2)
    return found


def _dealt(rules: Rules, unseen: Counter[Rank], cards: tuple[Rank, ...]) -> tuple[Situation, float]:
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
    """Return the house edge against perfect play in a shoe's first round, as a fraction of the first stake."""
    return _edge(_game(rules))


@lru_cache(maxsize=256)
def chart_edge(rules: Rules) -> float:
    """Return the house edge against play by the strategy chart, as a fraction of the first stake."""
    return _chart_edge(_game(rules))


@lru_cache(maxsize=64)
def _edge(rules: Rules) -> float:
    def best(deal: Situation) -> float:
        return max(worth(deal).values())

    return _gain(rules, best, lambda deal: max(answers(deal, best).values()))


@lru_cache(maxsize=64)
def _chart_edge(rules: Rules) -> float:
    return edge_by(rules, _chart(rules))


def edge_by(rules: Rules, book: Chart) -> float:
    """Return the house edge against a player of this chart, as a fraction of the first stake."""
    plans = {up: plan_of(book, up) for up in UPCARDS}

    def by_book(deal: Situation) -> float:
        has_choice = len(deal.verbs) > 1
        return by_plan(deal, book.advised(deal) if has_choice else Verb.STAND, plans[deal.up])

    return _gain(rules, by_book, lambda deal: answers(deal, by_book)[book.advised(deal)])


def _gain(
    rules: Rules, play: Callable[[Situation], float], answer: Callable[[Situation], float]
) -> float:
    return -fsum(
        chance * (of_the_deal(deal, play) if deal.insurance is None else answer(deal))
        for deal, chance in _deals(rules).items()
    )


def plan_of(book: Chart, up: int) -> Plan:
    """Convert the chart's column for an upcard to a `Plan`, which has no splits."""
    stands, doubles = (np.zeros((BLACKJACK + 1, 2), dtype=bool) for _ in range(2))
    for soft, cells in enumerate((book.hard, book.soft)):
        for (points, other), advice in cells.items():
            if other == up:
                stands[points, soft] = advice[-1] is Verb.STAND
                doubles[points, soft] = Verb.DOUBLE in advice
    return Plan(stands, doubles)
