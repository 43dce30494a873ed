"""The rule sets. `Rules` is one frozen value that answers every question the game asks; each rule set is a literal.

No other module knows a rule set by its name: where the game differs, it asks a field of `Rules`. The literals never
change once rounds were played by them, because a round in the journal names its rules by key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from engine.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank
from engine.contradictions import contradictions
from engine.hand import Total
from engine.rule_terms import Cutter, Faces, Pair, Shuffle


class MalformedRules(ValueError):
    """These rules can't be played; the message says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything in which blackjack differs from table to table. Amounts in cents; ratios are profit to stake."""

    key: str
    title: str
    summary: str
    """One sentence for the list of rule sets."""
    readings: tuple[str, ...] = ()
    """How sentences of the source that contradict each other are read."""

    # Cards
    decks: int | None
    """Number of decks; None is an infinite deck."""
    faces: Faces = Faces.FRENCH
    shuffle: Shuffle
    cut_card: tuple[int, int] | None
    """How many cards lie below the cut card: the least and the most; None where there is no cut card."""
    cutter: Cutter

    # Seats and bets
    seats: int = 4
    min_bet: int
    max_bet: int | None
    """None: the balance is the limit."""

    # Dealer
    dealer_each: bool
    """A dealer hand for each seat, and all seats act at once; otherwise one dealer, and one seat acts after another."""
    hole_card: bool
    peek: bool
    """With a ten-valued card or an ace up the dealer looks for a natural before anybody acts."""
    hits_soft_17: bool

    # Naturals and ties
    natural_pays: Fraction | None
    """None: an ace with a ten-valued card is just 21."""
    natural_paid_at_once: bool = False
    """A player's natural is paid whatever the dealer holds."""
    dealer_natural_beats_21: bool
    """Against a player's 21 that is no natural."""
    ties_lose: bool

    # Doubling
    double: bool
    double_totals: frozenset[int] | None = None
    """None: any two cards."""
    double_after_split: bool = False
    double_face_down: bool = False

    # Splitting
    split: Pair = Pair.NONE
    max_hands: int | None = 1
    """Hands that one seat may have by splitting; None is without end."""
    split_aces_one_card: bool = False
    resplit_aces: bool = False
    natural_after_split: bool = False
    """An ace drawn to a split ten-valued card makes a natural; a card drawn to a split ace never does."""

    # Side bets and surrender
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False

    def __post_init__(self) -> None:
        for why in contradictions(self):
            raise MalformedRules(f"{self.key}: {why}")

    @property
    def kinds(self) -> frozenset[Card]:
        """The cards that this deck is made of."""
        return _KINDS[self.faces]

    def allows(self, cents: int) -> bool:
        """Whether a bet of so many cents is within the limits."""
        return cents >= self.min_bet and (self.max_bet is None or cents <= self.max_bet)

    def dealer_draws(self, total: Total) -> bool:
        """Whether the dealer must draw another card to this value."""
        return total.points < 17 or (self.hits_soft_17 and total == (17, True))

    def peeks_at(self, upcard: Rank) -> bool:
        """Whether the dealer looks at the hole card with this card up."""
        return self.peek and upcard in _MAY_HIDE_A_NATURAL

    def insures_against(self, upcard: Rank) -> bool:
        """Whether insurance is offered with this card up."""
        return self.insurance and upcard is Rank.ACE


_KINDS = {Faces.FRENCH: frozenset(FRENCH_DECK), Faces.GENERIC: frozenset(PLAIN_SUIT)}

_MAY_HIDE_A_NATURAL = frozenset({Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE})

DOLLAR = 100

HOTSEAT = Rules(
    key="hotseat",
    title="Hotseat",
    summary="Eight decks and a cut card; one after another; double down; a natural is just 21.",
    readings=(
        "Its text lets players buy insurance in one sentence and forbids it in two: it is not offered.",
        "It calls its payout two to one; its example returns the stake with an equal profit, so bets pay 1:1.",
    ),
    decks=8,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 80),
    cutter=Cutter.FIRST_SEAT,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=False,
    hits_soft_17=False,
    natural_pays=None,
    dealer_natural_beats_21=False,
    ties_lose=False,
    double=True,
)

PRIVATE = Rules(
    key="private",
    title="Private dealer",
    summary="One deck a round and a dealer hand for each player; all at once; ties lose.",
    readings=(
        "Its worked example breaks its own rules (a player would bust a card earlier): the rules count.",
        "One deck serves the whole table, so whoever clicks first draws first.",
    ),
    decks=1,
    shuffle=Shuffle.EVERY_ROUND,
    cut_card=None,
    cutter=Cutter.NOBODY,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=True,
    hole_card=False,
    peek=False,
    hits_soft_17=False,
    natural_pays=None,
    dealer_natural_beats_21=False,
    ties_lose=True,
    double=False,
)

RULE_SETS: Mapping[str, Rules] = MappingProxyType({r.key: r for r in (HOTSEAT, PRIVATE)})
"""Every rule set that a table can be opened with, by key; the first is the default."""
