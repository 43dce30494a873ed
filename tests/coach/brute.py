"""The worth of each move, by playing every order of a small pack through the engine.

A player does not know the hole card, so a decision is about all rounds that look the same: a `Belief`. Other seats
play by the chart of the rule set; their cards are unknown, so they count as not drawn.

Chances are floats, exact to fifteen digits.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from engine.coach.chart import chart
from engine.coach.situation import decision, whole_deck
from engine.round.costs_and_payouts import settle
from engine.round.hands import Hand
from engine.round.moves import Deal, Move, PlayerMove, Reveal, Split, Verb
from engine.round.round import NextCard, NextReveal, Round, Turns, legal
from engine.rules.cards import Card, Rank, Suit
from engine.rules.rules import Rules

STAKE = 1000
"""Cents; 3:2 and 6:5 of it are whole."""

SEAT = 1
"""In small packs."""


class Possible(NamedTuple):
    """A round, the remaining cards, and its chance."""

    round: Round
    pack: str
    chance: float


Belief = list[Possible]
"""Rounds that look the same to the player."""


def dealt(rules: Rules, cards: str, pack: str, seats: int = 1) -> Belief:
    """Return the belief after this deal; hole cards are unseen."""
    belief = [Possible(Round.start(rules, dict.fromkeys(range(1, seats + 1), STAKE)), pack, ONE)]
    due = belief[0].round.order
    hole = len(due) - 1 if rules.hole_card else None
    open_cards = iter(cards)
    for number in range(len(due)):
        if number == hole:
            belief = [one for possible in belief for _, one in draws(possible)]
        else:
            code = next(open_cards)
            belief = [pushed(possible, Deal(card(rules, code))) for possible in belief]
    assert not [*open_cards], "cards are left over"
    return belief


ONE = 1.0


def at_decision(belief: Belief) -> Belief:
    """Return the part in which the seat decides: after a peek, without a dealer natural."""
    return [possible for possible in belief if SEAT in possible.round.awaited]


def moved(belief: Belief, *moves: PlayerMove | str) -> Belief:
    """Return the belief at the next decision after these moves and cards (by code)."""
    for move in moves:
        if isinstance(move, str):
            belief = [left for one in belief for code, left in draws(one) if code == move]
        else:
            belief = [pushed(possible, move) for possible in at_decision(belief)]
    return at_decision(belief)


@dataclass(frozen=True, slots=True)
class Player:
    """Plays one hand of a seat optimally, or all of them (None), without splitting."""

    seat: int = SEAT
    hand: int | None = None
    known: dict[object, float] = field(default_factory=dict)

    def values(self, belief: Belief) -> dict[Verb, float]:
        """Return the worth of each legal move except splitting, in first stakes."""
        return {move.verb: self.value(belief, move) for move in self._moves(belief[0].round)}

    def value(self, belief: Belief, move: PlayerMove) -> float:
        after = [pushed(possible, move) for possible in belief]
        return self._best(after) / sum(one.chance for one in belief) / STAKE

    def _moves(self, round_: Round) -> list[PlayerMove]:
        return [move for move in legal(round_, self.seat) if not isinstance(move, Split)]

    def _best(self, belief: Belief) -> float:
        """Return the expected gain in cents, times the chance."""
        equals: dict[object, Belief] = defaultdict(list)
        for one in belief:
            equals[one.round.awaits, self._looks(one.round, known=False)].append(one)
        return sum(map(self._worth_of_equals, equals.values()))

    def _worth_of_equals(self, belief: Belief) -> float:
        seen = ((self._looks(p.round, known=True), p.pack) for p in belief)
        key = tuple(sorted(seen))
        chance = sum(one.chance for one in belief)
        if key not in self.known:
            self.known[key] = self._worth(belief) / chance
        return self.known[key] * chance

    def _worth(self, belief: Belief) -> float:
        round_ = belief[0].round
        match round_.awaits:
            case None:
                return sum(one.chance * self._gain(one.round) for one in belief)
            case NextReveal():
                return self._best([pushed(one, Reveal()) for one in belief])
            case NextCard(seat=None):
                return sum(self._best([drawn]) for one in belief for _, drawn in draws(one))
            case NextCard() as due:
                mine = due.seat == self.seat and self._plays(due.hand)
                shown: dict[str, Belief] = defaultdict(list)
                for one in belief:
                    for code, drawn in draws(one, unknown=not mine):
                        shown[code].append(drawn)
                return sum(map(self._best, shown.values()))
            case Turns(seats=seats):
                if self.seat in seats and self._plays(round_.turns.get(self.seat, 0)):
                    moves = self._moves(round_)
                    return max(self._best([pushed(p, move) for p in belief]) for move in moves)
                return self._best([pushed(one, by_the_chart(round_, min(seats))) for one in belief])

    def _plays(self, hand: int | None) -> bool:
        return self.hand in (None, hand)

    def _gain(self, round_: Round) -> int:
        return sum(o.net for o in settle(round_) if o.seat == self.seat and self._counts(o.hand))

    def _counts(self, hand: int | None) -> bool:
        return self.hand is None or self.hand == hand

    def _looks(self, round_: Round, *, known: bool) -> tuple[object, ...]:
        """Return all that the rest of the round depends on; hidden cards only if `known`."""
        groups = []
        for group in round_.groups:
            boxes = [(box.insurance or 0, *self._hands(box.seat, box.hands)) for box in group.boxes]
            dealer = group.dealer
            shown = (dealer.points, dealer.soft, min(len(dealer.cards), 3))
            groups.append((*boxes, shown if known or group.revealed else ()))
        return round_.phase.value, *groups

    def _hands(self, seat: int, hands: list[Hand]) -> Iterator[tuple[object, ...]]:
        for number, hand in enumerate(hands):
            begun = min(len(hand.cards), 3)
            if seat == self.seat and self._plays(number):
                mine = (hand.doubled, hand.points, hand.soft)
                yield hand.status.value, hand.owed, begun, *mine
            else:
                cards = sorted(card.rank.value for card in hand.cards)
                yield hand.status.value, hand.owed, hand.doubled, *cards


def by_the_chart(round_: Round, seat: int) -> PlayerMove:
    box, rules = round_.find(seat), round_.rules
    assert box
    group = next(group for group in round_.groups if box in group.boxes)
    hand, up = box.hands[round_.turns.get(seat, 0)], group.dealer.cards[0].rank
    at_decision = decision(rules, box, hand, up, whole_deck(rules), insuring=False).after_the_peek
    moves = {move.verb: move for move in legal(round_, seat)}
    return moves.get(Verb.DECLINE) or moves[chart(rules).advised(at_decision)]


def pushed(possible: Possible, move: Move) -> Possible:
    later = possible.round.copy()
    later.push(move)
    return possible._replace(round=later)


def draws(possible: Possible, *, unknown: bool = False) -> Iterator[tuple[str, Possible]]:
    """Yield each card that can come. An `unknown` one counts as a deuce and stays in the pack."""
    round_, pack, chance = possible
    rules = round_.rules
    if unknown:
        yield "", pushed(possible, Deal(card(rules, "2")))
        return
    for code, share, left in _draws(pack, rules.decks is None):
        yield code, pushed(Possible(round_, left, chance * share), Deal(card(rules, code)))


@cache
def _draws(pack: str, endless: bool) -> tuple[tuple[str, float, str], ...]:
    """Return each card, its chance, and the remaining pack."""
    assert pack, "the pack is too small"
    return tuple(
        (code, count / len(pack), pack if endless else pack.replace(code, "", 1))
        for code, count in Counter(pack).items()
    )


def card(rules: Rules, code: str) -> Card:
    if rules.decks is None:
        return Card(Rank.FACE if code == "T" else Rank(code))
    return Card(Rank(code), Suit.SPADES)


# Splits: each hand is played by its own cards

Policy = Callable[[tuple[int, ...]], Verb]
"""A split hand's move by its sorted points; never another split."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCards(Player):
    """Plays every split hand by its own cards, and splits to `most` hands."""

    policy: Policy
    most: int

    def _best(self, belief: Belief) -> float:
        return sum(self._worth_of_equals([one]) for one in belief)

    def _moves(self, round_: Round) -> list[PlayerMove]:
        box = round_.find(SEAT)
        assert box
        moves = {move.verb: move for move in legal(round_, SEAT)}
        if Verb.SPLIT in moves and len(box.hands) < self.most:
            return [moves[Verb.SPLIT]]
        hand = box.hands[round_.turns[SEAT]]
        return [moves[self.policy(tuple(sorted(card.points for card in hand.cards)))]]

    def _hands(self, seat: int, hands: list[Hand]) -> Iterator[tuple[object, ...]]:
        for hand, parts in zip(hands, Player._hands(self, seat, hands), strict=True):
            yield *parts, *sorted(card.rank.value for card in hand.cards)


def split_by_own_cards(belief: Belief, policy: Policy, most: int) -> float:
    """Return the worth of splitting in first stakes, by this policy."""
    return OwnCards(policy=policy, most=most).value(belief, Split(SEAT))
