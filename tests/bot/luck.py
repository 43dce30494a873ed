"""Shoe seeds for tests: numbered ones, and a search for a seed that deals a wanted layout."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256

from engine.fairness.sealing import NONE_BEFORE, mix_of
from engine.round.shoe import Shoe
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.table.state import first_shoe

TRIED = 20_000


def seed(number: int) -> bytes:
    """The 32 bytes of a numbered seed."""
    return sha256(f"seed {number}".encode()).digest()


@dataclass(kw_only=True)
class Luck:
    """Seed source: first the seeds in `next`, then numbered ones, equal in every run."""

    next: deque[bytes] = field(default_factory=deque)
    drawn: int = 0

    def __call__(self) -> bytes:
        """Return the next seed of 32 bytes."""
        self.drawn += 1
        return self.next.popleft() if self.next else seed(self.drawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The cards after the deal, and the next cards of the shoe."""

    players: tuple[tuple[Card, ...], ...]
    dealers: tuple[tuple[Card, ...], ...]
    """One hand for all players, or one for each."""
    next: tuple[Card, ...]

    def points(self, player: int) -> int:
        """The value of a player's two cards; the first player is 1."""
        return best(card.points for card in self.players[player - 1])

    @property
    def dealer(self) -> int:
        """The value of the shared dealer's two cards."""
        return best(card.points for card in self.dealers[0])


def best(points: Iterable[int]) -> int:
    """Return the value of a hand from its hard points (ace: 1), independent of the engine."""
    values = list(points)
    total = sum(values)
    return total + 10 if 1 in values and total <= 11 else total


def layout(rules: Rules, players: int, number: bytes) -> Layout:
    """Return the layout of the first round from this shoe."""
    cards = _first_cards(rules, number)
    if rules.dealer_each:
        boxes = [cards[3 * place : 3 * place + 3] for place in range(players)]
        return Layout(
            players=tuple(box[:2] for box in boxes),
            dealers=tuple(box[2:] for box in boxes),
            next=cards[3 * players :][:12],
        )
    around = players + 1
    hands = tuple((cards[place], cards[around + place]) for place in range(around))
    return Layout(players=hands[:-1], dealers=hands[-1:], next=cards[2 * around :][:12])


@cache
def _first_cards(rules: Rules, number: bytes) -> tuple[Card, ...]:
    cards, shoe = tuple[Card, ...](), Shoe.fresh(rules, number)
    for _ in range(24):
        card = shoe.draw(partial(iter, cards))
        cards += (card,)
    return cards


@cache
def _layout(rules: Rules, players: int, table: int, before: bytes, number: int) -> Layout:
    return layout(rules, players, mix_of(first_shoe(rules, table, seed(number), before)))


def seed_where(
    rules: Rules,
    players: int,
    wanted: Callable[[Layout], bool],
    *,
    table: int = 1,
    before: bytes = NONE_BEFORE,
) -> bytes:
    """Return the first seed whose first shoe deals a wanted layout at this table.

    `before` is the hash of the channel's last transcript. Raises `LookupError` if no seed fits.
    """
    for number in range(TRIED):
        if wanted(_layout(rules, players, table, before, number)):
            return seed(number)
    raise LookupError(f"none of {TRIED} seeds deals that")
