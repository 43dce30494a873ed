"""`Rules` is one frozen value that answers every question the game asks.

No module but `rule_sets` knows a rule set by its name: where the game differs, it asks a field of `Rules`.
"""

from dataclasses import dataclass

from engine.money import MOST
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank
from engine.rules.cells import Cells
from engine.rules.contradictions import contradictions
from engine.rules.hand import Total
from engine.rules.terms import Shuffle


class MalformedRules(ValueError):
    """These rules can't be played; the message says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Cells):
    """Cells that fit together, and what the game asks of them. Raises `MalformedRules` where they contradict."""

    def __post_init__(self) -> None:
        for why in contradictions(self):
            raise MalformedRules(f"{self.key}: {why}")

    def __hash__(self) -> int:
        """Of the key and of what can be chosen: nothing else differs between two tables of one rule set."""
        return hash((self.key, self.decks, self.seats, self.min_bet, self.max_bet))

    @property
    def kinds(self) -> frozenset[Card]:
        """The cards that this deck is made of."""
        return _PLAIN if self.decks is None else _FRENCH

    @property
    def shuffle(self) -> Shuffle:
        """When the cards are shuffled."""
        if self.decks is None:
            return Shuffle.NEVER
        return Shuffle.EVERY_ROUND if self.cut_card is None else Shuffle.AT_CUT_CARD

    @property
    def highest_bet(self) -> int:
        """The limit in cents; without one, the largest amount there is."""
        return MOST if self.max_bet is None else self.max_bet

    def allows(self, cents: int) -> bool:
        """Whether a bet of so many cents is within the limits."""
        return self.min_bet <= cents <= self.highest_bet

    def dealer_draws(self, total: Total) -> bool:
        """Whether the dealer must draw another card to this value."""
        return total.points < 17 or (self.hits_soft_17 and total == (17, True))

    def peeks_at(self, upcard: Rank) -> bool:
        """Whether the dealer looks at the hole card with this card up."""
        return self.peek and may_hide_a_natural(upcard)

    def insures_against(self, upcard: Rank) -> bool:
        """Whether insurance is offered with this card up."""
        return self.insurance and upcard is Rank.ACE


_FRENCH, _PLAIN = frozenset(FRENCH_DECK), frozenset(PLAIN_SUIT)
_HALF_A_NATURAL = frozenset({Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE})


def may_hide_a_natural(upcard: Rank) -> bool:
    """Whether one more card could make a natural of this one."""
    return upcard in _HALF_A_NATURAL
