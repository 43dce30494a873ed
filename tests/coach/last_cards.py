"""What each move is worth when a shoe is nearly empty, by every order of its last cards, through the engine's rounds.

When the shoe runs out, the discards are shuffled and dealt. What a hand of somebody else takes out of them is unknown,
so it stays among them; such hands take one card at 16 or less.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from engine.coach.situation import STIFFEST
from engine.round.hands import Hand
from engine.round.moves import Deal, Hit, Move, PlayerMove, Reveal, Split, Stand, Verb
from engine.round.payout import settle
from engine.round.round import (
    NextCard,
    NextReveal,
    Round,
    Turns,
    face_down,
    fold,
    legal,
    open_cards,
)
from engine.rules.cards import FRENCH_DECK, Card, Rank, Suit
from engine.rules.rules import Rules
from tests.coach.brute import STAKE

Cards = tuple[int, ...]
"""How many of each rank, in the order of `RANKS`: ten-valued cards are tens."""

RANKS = (*(Rank(code) for code in "A23456789T"),)


class Possible(NamedTuple):
    """A round as it may be, the cards left in the shoe, those that come when it is empty (None: they have come)."""

    round: Round
    shoe: Cards
    discards: Cards | None
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """A decision of `seat`, with the cards of earlier rounds since the shuffle."""

    round: Round
    seat: int
    gone: tuple[Card, ...]

    @property
    def left(self) -> int:
        """How many cards are in the shoe."""
        decks = self.round.rules.decks or 0
        return decks * len(FRENCH_DECK) - len(self.gone) - sum(1 for _ in self.round.cards_out())

    def values(self) -> dict[Verb, float]:
        """What each move brings to the hand that decides, in stakes; splitting is left out."""
        belief = [*self._possible()]
        chance = sum(one.chance for one in belief)
        player = OneHand(self.seat, self.round.turns[self.seat])
        moves = [move for move in legal(self.round, self.seat) if not isinstance(move, Split)]
        return {
            move.verb: player.best([pushed(one, move) for one in belief]) / chance / STAKE
            for move in moves
        }

    def split(self) -> float:
        """What splitting brings to both hands in stakes, if each decision takes all that lies open into account.

        For high pairs and aces: low ones take minutes.
        """
        belief = [*self._possible()]
        chance = sum(one.chance for one in belief)
        return (
            BothHands(self.seat, 0).best([pushed(one, Split(self.seat)) for one in belief])
            / chance
            / STAKE
        )

    def _possible(self) -> Iterator[Possible]:
        """The rounds that look alike, each with another hole card."""
        round_ = self.round
        pack = counted(FRENCH_DECK * (round_.rules.decks or 0))
        unseen = less(less(pack, self.gone), open_cards(round_))
        assert len(face_down(round_)) == 1
        hole = len(round_.order) - 1
        for at, count in enumerate(unseen):
            if count:
                moves = [*round_.moves]
                moves[hole] = Deal(Card(RANKS[at], Suit.SPADES))
                try:
                    other = fold(round_.rules, round_.stakes, moves)
                except ValueError:
                    continue  # the dealer would have found a natural
                yield Possible(other, _without(unseen, at), counted(self.gone), count)


@dataclass(frozen=True, slots=True)
class OneHand:
    """Plays one hand as well as can be; all others take one card where they have 16 or less."""

    seat: int
    hand: int
    known: dict[object, float] = field(default_factory=dict)

    def best(self, belief: list[Possible]) -> float:
        """What the hand gains in cents, times the chance."""
        alike: dict[object, list[Possible]] = defaultdict(list)
        for one in belief:
            alike[one.round.awaits, self.looks(one.round, known=False)].append(one)
        return sum(map(self._of_alike, alike.values()))

    def _of_alike(self, belief: list[Possible]) -> float:
        key = tuple(
            sorted((self.looks(p.round, known=True), p.shoe, p.discards or ()) for p in belief)
        )
        chance = sum(one.chance for one in belief)
        if key not in self.known:
            self.known[key] = self._worth(belief) / chance
        return self.known[key] * chance

    def _worth(self, belief: list[Possible]) -> float:
        round_ = belief[0].round
        match round_.awaits:
            case None:
                return sum(one.chance * self.gain(one.round) for one in belief)
            case NextReveal():
                return self.best([pushed(one, Reveal()) for one in belief])
            case NextCard(seat=None):
                return sum(self.best([drawn]) for one in belief for _, drawn in draws(one))
            case NextCard() as due:
                mine = due.seat == self.seat and self.plays(due.hand)
                shown: dict[int, list[Possible]] = defaultdict(list)
                for one in belief:
                    for at, drawn in draws(one, unknown=not mine):
                        shown[at].append(drawn)
                return sum(map(self.best, shown.values()))
            case Turns(seats=seats):
                if self.seat in seats and self.plays(round_.turns[self.seat]):
                    moves = [m for m in legal(round_, self.seat) if not isinstance(m, Split)]
                    return max(self.best([pushed(p, move) for p in belief]) for move in moves)
                move = one_card(round_, min(seats))
                return self.best([pushed(one, move) for one in belief])

    def plays(self, hand: int) -> bool:
        """Whether it is this hand of the seat that is played well."""
        return hand == self.hand

    def gain(self, round_: Round) -> int:
        """What counts, in cents."""
        return sum(o.net for o in settle(round_) if (o.seat, o.hand) == (self.seat, self.hand))

    def looks(self, round_: Round, *, known: bool) -> tuple[object, ...]:
        """On what it depends how the round goes on; the dealer's cards only where they are `known`."""
        (group,) = round_.groups
        hands = tuple(
            self._hand(hand, box.seat == self.seat and self.plays(number))
            for box in group.boxes
            for number, hand in enumerate(box.hands)
        )
        dealer = group.dealer
        shown = known or group.revealed
        return hands, (dealer.points, dealer.soft, len(dealer.cards)) if shown else ()

    @staticmethod
    def _hand(hand: Hand, mine: bool) -> tuple[object, ...]:
        begun = min(len(hand.cards), 3)
        if mine:
            doubled = hand.doubled
            return str(hand.status), hand.owed, begun, doubled, hand.points, hand.soft
        return str(hand.status), hand.owed, begun, False, hand.points <= STIFFEST, False


@dataclass(frozen=True, slots=True)
class BothHands(OneHand):
    """Plays both hands of a split pair as well as can be."""

    def plays(self, hand: int) -> bool:
        """Each of them."""
        return True

    def gain(self, round_: Round) -> int:
        """What both bring."""
        return sum(outcome.net for outcome in settle(round_) if outcome.seat == self.seat)


def one_card(round_: Round, seat: int) -> PlayerMove:
    """How a hand is played that is somebody else's."""
    box = round_.find(seat)
    assert box
    hand = box.hands[round_.turns[seat]]
    return Hit(seat) if len(hand.cards) == 2 and hand.points <= STIFFEST else Stand(seat)


def draws(possible: Possible, *, unknown: bool = False) -> Iterator[tuple[int, Possible]]:
    """Each card that can come; one of the discards that nobody asks about is a deuce, and stays among them."""
    round_, shoe, discards, chance = possible
    if not any(shoe) and discards is not None:
        shoe, discards = discards, None
    if unknown and discards is None:
        yield 0, pushed(Possible(round_, shoe, discards, chance), Deal(Card(Rank.TWO, Suit.SPADES)))
        return
    every = sum(shoe)
    for at, count in enumerate(shoe):
        if count:
            left = Possible(round_, _without(shoe, at), discards, chance * count / every)
            yield at, pushed(left, Deal(Card(RANKS[at], Suit.SPADES)))


def pushed(possible: Possible, move: Move) -> Possible:
    """After a move."""
    later = possible.round.copy()
    later.push(move)
    return possible._replace(round=later)


def counted(cards: Iterable[Card]) -> Cards:
    """By rank."""
    points = [card.points for card in cards]
    return tuple(points.count(value) for value in range(1, 11))


def less(cards: Cards, gone: Iterable[Card]) -> Cards:
    """Without these."""
    return tuple(count - out for count, out in zip(cards, counted(gone), strict=True))


def _without(cards: Cards, at: int) -> Cards:
    return (*cards[:at], cards[at] - 1, *cards[at + 1 :])


def last_decisions(rules: Rules, seed: int, most: int) -> Iterator[Last]:
    """Decisions without end with 1 to `most` cards in the shoe, one a round: one to four seats, random moves."""
    rng = Random(seed)
    pack = FRENCH_DECK * (rules.decks or 0)
    while True:
        cards = rng.sample(pack, len(pack))
        begins = rng.randint(5, 24)
        gone, shoe = tuple(cards[begins:]), cards[:begins]
        discards = rng.sample(gone, len(gone))
        now = Round.start(rules, dict.fromkeys(range(1, rng.randint(1, rules.seats) + 1), STAKE))
        found = []
        while now.awaits is not None:
            match now.awaits:
                case NextCard():
                    now.push(Deal((shoe or discards).pop()))
                case NextReveal():
                    now.push(Reveal())
                case Turns(seats=seats):
                    seat = min(seats)
                    if 0 < len(shoe) <= most:
                        found.append(Last(round=now.copy(), seat=seat, gone=gone))
                    now.push(rng.choice(legal(now, seat)))
        if found:
            yield rng.choice(found)
