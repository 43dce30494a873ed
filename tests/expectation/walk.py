"""Walk every possible course of a round through the engine, with its exact chance.

Cards come from a stock: first the stacked ones in order, then any of the rest, weighted by count. The walk branches
with a copy of the round for each possible card, and never repeats a step.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.round.costs_and_payouts import settle
from engine.round.moves import Deal, PlayerMove, Reveal, Verb
from engine.round.round import NextCard, Phase, Round, Turns, legal
from engine.rules.cards import Card, Rank, Suit
from engine.rules.rules import Rules
from tests.engine.after import after
from tests.expectation.card_text import is_natural, worth
from tests.expectation.columns import Column
from tests.expectation.plans import Insuring, Plan

VERBS = dict(
    zip("hsdpr", (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT, Verb.SURRENDER), strict=True)
)
LETTERS = {verb: letter for letter, verb in VERBS.items()}


class OptionsDiffer(AssertionError):
    """The engine's moves differ from the house rules'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """The undealt cards: `stacked` in this order, then any of `rest`."""

    stacked: str = ""
    rest: str

    def draws(self) -> Iterator[tuple[str, Fraction, "Stock"]]:
        """Each possible card, its chance, and the stock without it. Raises `ValueError` if the stock is empty."""
        if self.stacked:
            yield self.stacked[0], Fraction(1), replace(self, stacked=self.stacked[1:])
            return
        if not self.rest:
            raise ValueError("the stock is too small for what can happen")
        for code in dict.fromkeys(self.rest):
            chance = Fraction(self.rest.count(code), len(self.rest))
            yield code, chance, replace(self, rest=self.rest.replace(code, "", 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A plan for all seats. `column` has the expected options; `pick` chooses among seats that may act together."""

    column: Column
    plan: Plan
    pick: Callable[[Iterable[int]], int] = min

    def endings(
        self, now: Round, stock: Stock, chance: Fraction
    ) -> Iterator[tuple[Round, Fraction]]:
        """Yield every finished round that this one can become, with its chance. Raises `OptionsDiffer`."""
        while now.awaits is not None:
            if isinstance(now.awaits, NextCard):
                first, *others = stock.draws()
                for code, share, left in others:
                    dealt = after(now, Deal(card(now.rules, code)))
                    yield from self.endings(dealt, left, chance * share)
                code, share, stock = first
                chance *= share
                now.push(Deal(card(now.rules, code)))
            elif isinstance(now.awaits, Turns):
                now.push(self._decide(now, self.pick(now.awaits.seats)))
            else:
                now.push(Reveal())
        yield now, chance

    def _decide(self, round_: Round, seat: int) -> PlayerMove:
        if round_.phase is Phase.INSURANCE:
            self._check_even_money(round_, seat)
        else:
            self._check_options(round_, seat, hand_of(round_, seat), options(round_, seat))
        return decide(round_, seat, self.plan)

    def _check_options(self, round_: Round, seat: int, hand: str, offered: frozenset[str]) -> None:
        box = round_.find(seat)
        hands = len(box.hands) if box else 0
        expected = self.column.options(hand, split=hands > 1, hands=hands)
        if offered != expected:
            raise OptionsDiffer(f"{hand}: {sorted(offered)} for {sorted(expected)}")

    def _check_even_money(self, round_: Round, seat: int) -> None:
        hand = hand_of(round_, seat)
        offered = Verb.EVEN_MONEY in by_verb(round_, seat)
        if offered != (self.column.even_money and is_natural(hand)):
            raise OptionsDiffer(f"{hand}: even money {'' if offered else 'not '}offered")


def net(walk: Walk, rules: Rules, stock: Stock, stakes: dict[int, int]) -> dict[int, Fraction]:
    """Return each seat's average net result in cents."""
    # Group by denominator: adding whole numbers is many times faster than adding fractions.
    parts: Counter[tuple[int, int]] = Counter()
    for finished, chance in walk.endings(Round.start(rules, stakes), stock, Fraction(1)):
        for outcome in settle(finished):
            parts[outcome.seat, chance.denominator] += chance.numerator * outcome.net
    found = dict.fromkeys(stakes, Fraction())
    for (seat, whole), cents in parts.items():
        found[seat] += Fraction(cents, whole)
    return found


def card(rules: Rules, code: str) -> Card:
    """Return a card of this rank, with a suit unless the rules use an endless deck."""
    return Card(Rank(code), None if rules.decks is None else Suit.SPADES)


def decide(round_: Round, seat: int, plan: Plan) -> PlayerMove:
    """Return the plan's move for the hand's value and the available options."""
    moves = by_verb(round_, seat)
    if round_.phase is not Phase.INSURANCE:
        return moves[VERBS[plan.play(*worth(hand_of(round_, seat)), options(round_, seat))]]
    if plan.insuring is Insuring.NO:
        return moves[Verb.DECLINE]
    if plan.insuring is Insuring.EVEN_MONEY and Verb.EVEN_MONEY in moves:
        return moves[Verb.EVEN_MONEY]
    return moves[Verb.INSURE]


def by_verb(round_: Round, seat: int) -> dict[Verb, PlayerMove]:
    return {move.verb: move for move in legal(round_, seat)}


def options(round_: Round, seat: int) -> frozenset[str]:
    return frozenset(LETTERS[verb] for verb in by_verb(round_, seat))


def hand_of(round_: Round, seat: int) -> str:
    """Return the seat's active hand as sorted letters."""
    box = next(box for box in round_.boxes() if box.seat == seat)
    hand = box.hands[round_.active_hand(seat) or 0]
    return "".join(sorted(held.rank.value for held in hand.cards))
