"""Decisions when a shoe is nearly empty, and what each move is worth then, by every order of the last cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.round.moves import Deal, Reveal, Split, Verb
from engine.round.round import NextCard, NextReveal, Round, Turns, fold, legal, open_cards
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rules import Rules
from tests.coach.brute import STAKE, Belief, Player, Possible, card


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
        return Player(self.seat, self.round.turns[self.seat]).values(self._belief())

    def split(self) -> float:
        """What splitting brings to both hands in stakes, if each decision takes all that lies open into account.

        For high pairs and aces: low ones take minutes.
        """
        return Player(self.seat).value(self._belief(), Split(self.seat))

    def _belief(self) -> Belief:
        """The rounds that look alike, each with another hole card."""
        rules, belief = self.round.rules, []
        unseen = _codes(FRENCH_DECK * (rules.decks or 0))
        for code in _codes((*self.gone, *open_cards(self.round))):
            unseen = unseen.replace(code, "", 1)
        hole = len(self.round.order) - 1
        for code in sorted({*unseen}):
            moves = [*self.round.moves]
            moves[hole] = Deal(card(rules, code))
            try:
                other = fold(rules, self.round.stakes, moves)
            except ValueError:
                continue  # the dealer would have found a natural
            left = unseen.replace(code, "", 1)
            belief.append(Possible(other, left, unseen.count(code), _codes(self.gone)))
        return belief


def _codes(cards: tuple[Card, ...] | list[Card]) -> str:
    """By rank: ten-valued cards are tens."""
    return "".join(sorted("T" if one.points == 10 else one.rank.value for one in cards))


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
