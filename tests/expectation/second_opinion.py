"""Calculate a seat's expectation from the columns of the house rules, without the engine.

Unseen cards are exchangeable: the order of the cards does not depend on the recipients. That makes three shortcuts
exact, and the engine uses none of them:

- The dealer's second card is drawn after the player's last one, even if it was dealt before.
- Both halves of a split pair fare alike, so a split is worth the sum of its halves, each played alone.
- Every seat fares like a lone one.

With a peek, a dealer's natural takes the first bet once, independent of the player's plan.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import floor, lcm
from typing import NamedTuple

from tests.expectation.card_text import CODES, TENS, is_natural, pips
from tests.expectation.columns import Column
from tests.expectation.plans import Insuring, Plan

NATURAL, BUST = 0, 22
"""Values for the ends of a dealer's hand, besides 17 to 21."""


class Pack(NamedTuple):
    """The number of remaining cards of each code; an endless pack never shrinks."""

    counts: tuple[int, ...]
    endless: bool = False

    @classmethod
    def of(cls, cards: str, *, endless: bool = False) -> "Pack":
        """The pack of these cards."""
        return cls(tuple(map(cards.count, CODES)), endless)

    def draws(self) -> Iterator[tuple[str, Fraction, "Pack"]]:
        """Each possible card, its chance, and the pack without it. Raises `ValueError` if the pack is empty."""
        size = sum(self.counts)
        return ((card, Fraction(count, size), left) for card, count, left in self.kinds())

    def kinds(self) -> Iterator[tuple[str, int, "Pack"]]:
        """Each possible card, its count, and the pack without one. Raises `ValueError` if the pack is empty."""
        if not any(self.counts):
            raise ValueError("the pack is too small for what can happen")
        for place, count in enumerate(self.counts):
            if count:
                left = (*self.counts[:place], count - 1, *self.counts[place + 1 :])
                yield CODES[place], count, self if self.endless else Pack(left)


class Held(NamedTuple):
    """A player's hand. With three or more cards only the value matters, and `two` is empty."""

    hard: int
    ace: bool
    two: str

    @classmethod
    def of(cls, cards: str) -> "Held":
        """The hand of one or two cards."""
        return cls(sum(map(pips, cards)), "A" in cards, "".join(sorted(cards)))

    @property
    def soft(self) -> bool:
        return self.ace and self.hard <= 11

    @property
    def points(self) -> int:
        return self.hard + 10 * self.soft

    def hit(self, card: str) -> "Held":
        """The hand with one more card; it has at least two before."""
        return Held(self.hard + pips(card), self.ace or card == "A", "")


class Game(NamedTuple):
    """The constants of a hand; `stake` in cents."""

    column: Column
    plan: Plan
    pack: Pack
    stake: int


def expectation(game: Game) -> Fraction:
    """Return the average net result of a round, in cents."""
    return _sum(
        p * q * r * from_deal(game, "".join(sorted(one + other)), up, left)
        for one, p, after_one in game.pack.draws()
        for other, q, after_two in after_one.draws()
        for up, r, left in after_two.draws()
    )


@cache
def from_deal(game: Game, hand: str, up: str, pack: Pack) -> Fraction:
    """Return the average net result after the deal, with the rest unseen; `hand` is sorted."""
    column, stake = game.column, game.stake
    natural = column.natural_pays is not None and is_natural(hand)
    dealers = dealer_ends(column.hits_soft_17, up, pack).get(NATURAL, Fraction())
    insured, insuring = 0, game.plan.insuring
    if column.insurance and up == "A" and insuring is not Insuring.NO:
        if natural and column.even_money and insuring is Insuring.EVEN_MONEY:
            return Fraction(stake)
        insured = stake // 2
    side = insured * (3 * dealers - 1)
    if natural:
        return side + _natural_pays(column, stake) * (
            1 if column.natural_paid_at_once else 1 - dealers
        )
    taken = stake * dealers if column.peek else 0
    return side - taken + _play(game, Held.of(hand), "", up, pack)


@cache
def _play(game: Game, hand: Held, split: str, up: str, pack: Pack) -> Fraction:
    """Play a hand by the plan; `split` is the card it was split from, or ""."""
    column, stake = game.column, game.stake
    if hand.points >= 21:
        return _finish(game, hand, stake, split, up, pack)
    options = column.options(hand.two, split=bool(split), hands=2 if split else 1)
    match game.plan.play(hand.points, hand.soft, options):
        case "h":
            return _sum(
                p * _play(game, hand.hit(card), split, up, left) for card, p, left in pack.draws()
            )
        case "d":
            return _sum(
                p * _finish(game, hand.hit(card), stake * 2, split, up, left)
                for card, p, left in pack.draws()
            )
        case "p":
            _refuse_if_the_limit_matters(game, hand.two)
            return _sum(_half(game, card, up, pack) for card in hand.two)
        case "r":
            return _surrender(game, up, pack)
        case _:
            return _finish(game, hand, stake, split, up, pack)


def _half(game: Game, card: str, up: str, pack: Pack) -> Fraction:
    stands = card == "A" and game.column.split_aces_one_card
    found = Fraction()
    for other, p, left in pack.draws():
        hand = Held.of(card + other)
        if stands:
            found += p * _finish(game, hand, game.stake, card, up, left)
        else:
            found += p * _play(game, hand, card, up, left)
    return found


def _refuse_if_the_limit_matters(game: Game, hand: str) -> None:
    """Raise `ValueError` if one half could use up the splits of the other: then the halves do not fare alike."""
    alike = sum(
        count
        for code, count in zip(CODES, game.pack.counts, strict=True)
        if pips(code) == pips(hand[0])
    )
    most = game.column.max_hands
    limits = most is not None and 2 < most < alike
    if limits or (game.pack.endless and most != 2):
        raise ValueError("this pack can lead to more hands than can be told apart from one")


def _surrender(game: Game, up: str, pack: Pack) -> Fraction:
    column, stake = game.column, game.stake
    ends = dealer_ends(column.hits_soft_17, up, pack)
    natural = ends.get(NATURAL, Fraction())
    lost = stake - half_up(Fraction(stake, 2))
    return -lost * (1 - natural) - (0 if column.peek else stake * natural)


def _finish(game: Game, hand: Held, bet: int, split: str, up: str, pack: Pack) -> Fraction:
    natural = bool(split) and split in TENS and is_natural(hand.two)
    if natural and game.column.natural_after_split:
        return Fraction(_natural_pays(game.column, bet))
    return _against_dealer(game.column, hand.points, bet, up, pack)


@cache
def _against_dealer(column: Column, points: int, bet: int, up: str, pack: Pack) -> Fraction:
    ends = dealer_ends(column.hits_soft_17, up, pack)
    return _sum(p * _result(column, points, bet, end) for end, p in ends.items())


def _result(column: Column, points: int, bet: int, end: int) -> int:
    if end == NATURAL and column.peek:
        return 0  # The first bet was already taken.
    if points > 21 or (end == NATURAL and (points < 21 or column.dealer_natural_beats_21)):
        return -bet
    dealer = 21 if end == NATURAL else end
    if dealer == BUST or points > dealer:
        return bet
    return -bet if points < dealer or column.ties_lose else 0


def _natural_pays(column: Column, bet: int) -> int:
    return half_up(bet * (column.natural_pays or Fraction()))


@cache
def dealer_ends(hits_soft_17: bool, up: str, pack: Pack) -> dict[int, Fraction]:
    """Return the chance of each end of the dealer's hand: 17 to 21, `BUST` or `NATURAL`."""
    ends, every = _dealer_ends(hits_soft_17, pips(up), up == "A", 1, pack)
    return {end: Fraction(ways, every) for end, ways in ends.items()}


@cache
def _dealer_ends(
    hits_soft_17: bool, hard: int, ace: bool, cards: int, pack: Pack
) -> tuple[dict[int, int], int]:
    """Count the ways to each end, and all ways. Whole numbers are faster to add than fractions."""
    soft = ace and hard <= 11
    points = hard + 10 * soft
    if points > 17 or (points == 17 and not (soft and hits_soft_17)):
        natural = cards == 2 and points == 21
        return {NATURAL if natural else min(points, BUST): 1}, 1
    held = min(cards + 1, 3)
    after = [
        (count, *_dealer_ends(hits_soft_17, hard + pips(card), ace or card == "A", held, left))
        for card, count, left in pack.kinds()
    ]
    every = lcm(*(of for _, _, of in after))
    found = dict[int, int]()
    for count, ends, of in after:
        for end, ways in ends.items():
            found[end] = found.get(end, 0) + count * ways * (every // of)
    return found, every * sum(pack.counts)


def half_up(cents: Fraction) -> int:
    """Round to whole cents; half a cent goes to the player."""
    return floor(cents + Fraction(1, 2))


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction())
