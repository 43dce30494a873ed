"""The floor: blackjack for one seat by the rules of vegas, in a mutable machine as small as it can be.

It checks moves and keeps a list of what happened, as the engine does. It knows one rule set, one seat, cards as points
alone, and amounts that no rule limits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.machines.basic_play import STAKE, dealt_out, decision

PACK = [*range(1, 10), *[10] * 4] * 4
"""The points of a deck's cards."""


@dataclass(slots=True)
class PlainHand:
    """Cards with their sum."""

    stake: int = STAKE
    cards: list[int] = field(default_factory=list)
    hard: int = 0
    ace: bool = False
    split: bool = False
    done: bool = False
    given_up: bool = False

    def take(self, card: int) -> None:
        """One more card; at 21 and above nothing is left to decide."""
        self.cards.append(card)
        self.hard += card
        self.ace = self.ace or card == 1
        if self.points >= 21:
            self.done = True

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11."""
        return self.ace and self.hard <= 11

    @property
    def points(self) -> int:
        """The best value."""
        return self.hard + 10 if self.ace and self.hard <= 11 else self.hard

    @property
    def natural(self) -> bool:
        """Whether it is more than 21."""
        return len(self.cards) == 2 and self.points == 21 and not self.split


class PlainRound:
    """A round of one seat. The caller draws each card; `events` is what happened."""

    def __init__(self, cards: list[int]) -> None:
        self.hands = [PlainHand()]
        self.dealer = PlainHand()
        self.events: list[str] = []
        self.insurance: int | None = None
        for number, card in enumerate(cards):
            self._deal(self.dealer if number % 2 else self.hands[0], card)

    @property
    def asks_for_insurance(self) -> bool:
        """Whether an answer is due."""
        return self.dealer.cards[0] == 1 and self.insurance is None

    @property
    def hand(self) -> PlainHand | None:
        """The hand that is to decide."""
        if self.dealer.points == 21:
            return None
        return next((hand for hand in self.hands if not hand.done), None)

    def insure(self, cents: int) -> None:
        """Answer; 0 declines."""
        if not self.asks_for_insurance or not 0 <= cents <= self.hands[0].stake // 2:
            raise ValueError("no insurance now")
        self.insurance = cents
        self.events.append(f"insure {cents}")

    def stand(self) -> None:
        """Take no more cards."""
        self._deciding("stand").done = True

    def hit(self, card: int) -> None:
        """Take a card."""
        self._deal(self._deciding("hit"), card)

    def double(self, card: int) -> None:
        """Double the stake, take one card."""
        hand = self._deciding("double")
        if len(hand.cards) != 2:
            raise ValueError("doubling is for the first two cards")
        hand.stake *= 2
        self._deal(hand, card)
        hand.done = True

    def split(self, first: int, second: int) -> None:
        """Make two hands of a pair."""
        hand = self._deciding("split")
        if len(hand.cards) != 2 or hand.cards[0] != hand.cards[1] or len(self.hands) >= 4:
            raise ValueError("this is no pair that can be split")
        halves = [PlainHand(split=True), PlainHand(split=True)]
        for half, card in zip(halves, (first, second), strict=True):
            half.take(hand.cards[0])
            self._deal(half, card)
            half.done = half.done or hand.cards[0] == 1
        at = self.hands.index(hand)
        self.hands[at : at + 1] = halves

    def surrender(self) -> None:
        """Give the hand up for half of the stake."""
        hand = self._deciding("surrender")
        if len(hand.cards) != 2 or hand.split:
            raise ValueError("surrender is for the first two cards")
        hand.done = hand.given_up = True

    def dealer_draws(self) -> bool:
        """Whether a card is due to the dealer."""
        contested = any(h.points <= 21 and not h.natural and not h.given_up for h in self.hands)
        return contested and self.dealer.points < 17

    def dealer_takes(self, card: int) -> None:
        """A card for the dealer."""
        self._deal(self.dealer, card)

    def settle(self) -> list[tuple[str, int]]:
        """Why each bet is won or lost, and what comes back, in cents."""
        outcomes = [self._outcome(hand) for hand in self.hands]
        if self.insurance:
            won = self.dealer.natural
            outcomes.append(("insurance", 3 * self.insurance if won else 0))
        return outcomes

    def _outcome(self, hand: PlainHand) -> tuple[str, int]:
        mine, dealers = hand.points, self.dealer.points
        if mine > 21:
            return "bust", 0
        if hand.natural:
            pushed = self.dealer.natural
            return ("push", hand.stake) if pushed else ("natural", hand.stake * 5 // 2)
        if self.dealer.natural:
            return "dealer's natural", 0
        if hand.given_up:
            return "surrendered", hand.stake // 2
        if dealers > 21 or mine > dealers:
            return "won", hand.stake * 2
        return ("push", hand.stake) if mine == dealers else ("lower", 0)

    def _deciding(self, event: str) -> PlainHand:
        hand = self.hand
        if hand is None or self.asks_for_insurance:
            raise ValueError("nobody is asked now")
        self.events.append(event)
        return hand

    def _deal(self, hand: PlainHand, card: int) -> None:
        self.events.append(f"deal {card}")
        hand.take(card)


def play_plainly(rounds: int, seed: int) -> None:
    """So many rounds of basic play, settled."""
    for now in played_plainly(rounds, dealt_out(PACK, seed)):
        now.settle()


def played_plainly(rounds: int, cards: Iterator[int]) -> Iterator[PlainRound]:
    """So many rounds of basic play, at their ends. The order of the deal is the engine's."""
    for _ in range(rounds):
        now = PlainRound([next(cards) for _ in range(4)])
        if now.asks_for_insurance:
            now.insure(0)
        while (hand := now.hand) is not None:
            _decide(now, hand, cards)
        while now.dealer_draws():
            now.dealer_takes(next(cards))
        yield now


def _decide(now: PlainRound, hand: PlainHand, cards: Iterator[int]) -> None:
    first = len(hand.cards) == 2 and not hand.split
    pair = first and hand.cards[0] == hand.cards[1]
    match decision(hand.points, hand.soft, pair, now.dealer.cards[0], first=first):
        case "hit":
            now.hit(next(cards))
        case "stand":
            now.stand()
        case "double":
            now.double(next(cards))
        case _:
            now.split(next(cards), next(cards))
