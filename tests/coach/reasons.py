"""Reasons beside figures that are worked out in another way: card by card, in plain Python, without lines or arrays."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from engine.coach.reasons import InHundred, Pattern, Reason
from engine.coach.situation import Situation
from engine.round.moves import Verb
from engine.rules.rules import Rules

ROUNDED = 0.5 + 0.05
"""How far a rounded figure may be from the true one: by the rounding, and by what the coach's quick way leaves out."""

NATURAL, BUST = "natural", "bust"

Counts = tuple[int, ...]
End = int | str


class Share(NamedTuple):
    """How often a hand wins and loses."""

    wins: float
    loses: float

    @property
    def value(self) -> float:
        """In stakes."""
        return self.wins - self.loses


class Truth:
    """What can become of a hand, when no shoe runs out."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._rules: Rules = situation.rules
        self._endless = situation.rules.decks is None
        self._dealers: dict[tuple[int, bool, bool, Counts], Mapping[End, float]] = {}
        self._ends_of: dict[Counts, Mapping[End, float]] = {}
        self._best: dict[tuple[int, bool, Counts], Share] = {}

    @property
    def natural(self) -> float:
        """How often the dealer has, or gets, a natural, when nobody has looked."""
        partner = {1: 10, 10: 1}.get(self._situation.up)
        unseen = self._situation.unseen
        return unseen[partner - 1] / sum(unseen) if partner else 0.0

    @cached_property
    def dealer_busts(self) -> float:
        """How often the dealer does."""
        return self._ends(self._situation.unseen).get(BUST, 0.0)

    @cached_property
    def card_busts(self) -> float:
        """How often one card busts the hand."""
        hard = sum(self._situation.hand)
        return sum(p for card, p, _ in self._next(self._situation.unseen) if hard + card > 21)

    @cached_property
    def by_move(self) -> Mapping[Verb, Share]:
        """Of standing, hitting and doubling."""
        hard, ace = sum(self._situation.hand), 1 in self._situation.hand
        unseen = self._situation.unseen
        hit, one = Share(0, 0), Share(0, 0)
        for card, p, left in self._next(unseen):
            then = hard + card, ace or card == 1, left
            hit = _plus(hit, p, self._play(*then))
            one = _plus(one, p, self._stand(*then))
        return {Verb.STAND: self._stand(hard, ace, unseen), Verb.HIT: hit, Verb.DOUBLE: one}

    @cached_property
    def spared(self) -> float:
        """What hitting is worth, in stakes, if a card that busts the hand were not taken."""
        lost = self.card_busts * (1 + self.by_move[Verb.STAND].value)
        return self.by_move[Verb.HIT].value + lost

    def _play(self, hard: int, ace: bool, unseen: Counts) -> Share:
        if hard > 21:
            return Share(0, 1)
        known = hard, ace, () if self._endless else unseen
        if known not in self._best:
            stand, hit = self._stand(hard, ace, unseen), Share(0, 0)
            if _points(hard, ace) < 21:
                for card, p, left in self._next(unseen):
                    hit = _plus(hit, p, self._play(hard + card, ace or card == 1, left))
                stand = max(stand, hit, key=lambda share: share.value)
            self._best[known] = stand
        return self._best[known]

    def _stand(self, hard: int, ace: bool, unseen: Counts) -> Share:
        if hard > 21:
            return Share(0, 1)
        ends = self._ends(unseen).items()
        mine = _points(hard, ace)
        won = sum(p for end, p in ends if self._result(mine, end) > 0)
        return Share(won, sum(p for end, p in ends if self._result(mine, end) < 0))

    def _result(self, mine: int, end: End) -> int:
        if end == BUST:
            return 1
        if end == NATURAL:
            if mine < 21 or self._rules.dealer_natural_beats_21:
                return -1
            end = 21
        assert isinstance(end, int)
        if mine == end:
            return -1 if self._rules.ties_lose else 0
        return 1 if mine > end else -1

    def _next(self, unseen: Counts) -> Iterator[tuple[int, float, Counts]]:
        """The next card, its chance given what the peek has found, and what is unseen then."""
        every = sum(unseen)
        partner = {1: 10, 10: 1}.get(self._situation.up) if self._situation.peeked else None
        holes = [(card, n / every) for card, n in enumerate(unseen, 1) if card != partner]
        sure = sum(p for _, p in holes)
        for card, count in enumerate(unseen, 1):
            if not count:
                continue
            left = (*unseen[: card - 1], count - 1, *unseen[card:])
            if partner is None or self._endless:
                chance = count / every
            else:
                chance = sum(p * (count - (hole == card)) for hole, p in holes) / sure / (every - 1)
            yield card, chance, unseen if self._endless else left

    def _ends(self, unseen: Counts) -> Mapping[End, float]:
        if unseen not in self._ends_of:
            up = self._situation.up
            found = dict(self._dealer(up, up == 1, True, unseen))
            if self._situation.peeked:
                sure = 1 - found.pop(NATURAL, 0.0)
                found = {end: p / sure for end, p in found.items()}
            self._ends_of[unseen] = found
        return self._ends_of[unseen]

    def _dealer(self, hard: int, ace: bool, alone: bool, unseen: Counts) -> Mapping[End, float]:
        known = hard, ace, alone, () if self._endless else unseen
        if known in self._dealers:
            return self._dealers[known]
        found: dict[End, float] = {}
        every = sum(unseen)
        for card, count in enumerate(unseen, 1):
            if not count:
                continue
            then, soft = hard + card, ace or card == 1
            points = _points(then, soft)
            draws = points < 17 or (points == 17 and then == 7 and self._rules.hits_soft_17)
            ends: Mapping[End, float]
            if then > 21:
                ends = {BUST: 1.0}
            elif alone and points == 21:
                ends = {NATURAL: 1.0}
            elif draws:
                left = (*unseen[: card - 1], count - 1, *unseen[card:])
                ends = self._dealer(then, soft, False, unseen if self._endless else left)
            else:
                ends = {points: 1.0}
            for end, p in ends.items():
                found[end] = found.get(end, 0.0) + p * count / every
        self._dealers[known] = found
        return found


def _points(hard: int, ace: bool) -> int:
    return hard + 10 * (ace and hard <= 11)


def _plus(share: Share, p: float, other: Share) -> Share:
    return Share(share.wins + p * other.wins, share.loses + p * other.loses)


def faults(
    situation: Situation, values: Mapping[Verb, float], why: Reason, *, thorough: bool
) -> Iterator[str]:
    """What is wrong with a reason: figures, and that they don't decide for what is best.

    `thorough` plays all that a hand can draw: what only a few hands have time for.
    """
    best, other = why.best, why.other
    if values[best] < max(values.values()) or best is other:
        yield "that is not the best move"
    for move, shown in ((best, why.best_value), (other, why.other_value)):
        if abs(1000 * values[move] - shown) > ROUNDED:
            yield f"{move} is worth {values[move]}"
    truth = Truth(situation)
    match why.pattern:
        case Pattern.BUSTS:
            yield from _of_busts(situation, why, truth, thorough=thorough)
        case Pattern.ODDS | Pattern.ONE_CARD:
            yield from _of_odds(values, why, truth, thorough=thorough)
        case Pattern.OFFER:
            yield from _of_offer(situation, why, truth)
        case Pattern.HALF | Pattern.SPLIT:
            wanted = Verb.SURRENDER if why.pattern is Pattern.HALF else Verb.SPLIT
            if wanted not in {best, other} or why.best_value <= why.other_value:
                yield "that is not what decides"
            if why.pattern is Pattern.HALF:
                yield from _of_half(situation, why, truth)
        case Pattern.VALUES:
            if why.best_value < why.other_value:
                yield "the other move is worth more"
            if why.best_value < 0 and max(values.values()) >= 0:
                yield "not everything loses"


def _of_busts(situation: Situation, why: Reason, truth: Truth, *, thorough: bool) -> Iterator[str]:
    if abs(100 * truth.dealer_busts - why.dealer_busts) > ROUNDED:
        yield f"the dealer busts {truth.dealer_busts}"
    if abs(100 * truth.card_busts - why.card_busts) > ROUNDED:
        yield f"a card busts {truth.card_busts}"
    if situation.points >= 17:
        yield "standing wins by more than the dealer's busting"
    if why.best is Verb.HIT and truth.card_busts:
        yield "a card can bust the hand"
    if why.best is Verb.STAND:
        if not (why.dealer_busts and why.card_busts):
            yield "nobody busts"
        if thorough and truth.spared <= truth.by_move[Verb.STAND].value:
            yield "hitting would be no better if no card busted the hand"


def _of_odds(
    values: Mapping[Verb, float], why: Reason, truth: Truth, *, thorough: bool
) -> Iterator[str]:
    if (Verb.DOUBLE in {why.best, why.other}) is not (why.pattern is Pattern.ONE_CARD):
        yield "there is a word of doubling, or there is none"
    if _brings(why.best, why.best_odds) <= _brings(why.other, why.other_odds):
        yield "the figures are not for the best move"
    for move, odds in ((why.best, why.best_odds), (why.other, why.other_odds)):
        stakes = 2 if move is Verb.DOUBLE else 1
        if abs(100 * values[move] - _brings(move, odds)) > 2 * ROUNDED * stakes:
            yield f"{move} is worth {values[move]}"
        if not thorough:
            continue
        for shown, true in zip(odds, truth.by_move[move], strict=True):
            if abs(100 * true - shown) > ROUNDED:
                yield f"{move} comes to {truth.by_move[move]}"


def _brings(move: Verb, odds: InHundred) -> int:
    return (odds.wins - odds.loses) * (2 if move is Verb.DOUBLE else 1)


def _of_offer(situation: Situation, why: Reason, truth: Truth) -> Iterator[str]:
    if abs(1000 * truth.natural - why.natural) > ROUNDED:
        yield f"the dealer has a natural {truth.natural}"
    pair = {why.best, why.other}
    pays = float(situation.rules.natural_pays or 1)
    needed = 1 / 3 if Verb.INSURE in pair else 1 - 1 / pays
    if len(pair & {Verb.INSURE, Verb.EVEN_MONEY}) != 1 or abs(1000 * needed - why.pays_from) > 0.5:
        yield f"it pays from {needed}"
    if (why.natural > why.pays_from) is (why.best is Verb.DECLINE) or why.natural == why.pays_from:
        yield "the figures are not for the best answer"


def _of_half(situation: Situation, why: Reason, truth: Truth) -> Iterator[str]:
    natural = 0.0 if situation.peeked else truth.natural
    costs = 1000 * (natural + (1 - natural) / 2)
    shown = why.best_value if why.best is Verb.SURRENDER else why.other_value
    if abs(costs + shown) > ROUNDED:
        yield f"surrender costs {costs}"
