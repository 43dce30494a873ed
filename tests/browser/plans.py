"""Rounds of the rule sets that differ most on the page, with cards that show the differences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.rules.cards import Card
from tests.bot.luck import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The wanted cards, the buttons each of two players prefers, and the text the board must show at some time.

    The second player bets $50, or $12.50 by the form.
    """

    deals: Callable[[Layout], bool]
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    sees: tuple[str, ...]
    """Text that must appear on the board during the round."""
    hands: int = 1
    """The largest number of hands of one player."""


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].points == hand[1].points


def _with_ace(hand: tuple[Card, ...]) -> bool:
    return any(card.points == 1 for card in hand)


def _private(dealt: Layout) -> bool:
    return dealt.points(1) < 12 and 17 < dealt.points(2) < 21


def _bicycle(dealt: Layout) -> bool:
    first, up = dealt.players[0], dealt.dealers[0][0]
    doubles = dealt.points(1) in (9, 10, 11) and not _with_ace(first) and not _is_pair(first)
    return up.points == 1 and dealt.dealer != 21 and doubles and dealt.points(2) < 12


def _vegas(dealt: Layout) -> bool:
    up, first = dealt.dealers[0][0], dealt.players[0]
    asked = up.points == 1 and dealt.dealer != 21
    once = first[0].points not in [card.points for card in dealt.next[:2]]
    return asked and dealt.points(2) == 21 and _is_pair(first) and not _with_ace(first) and once


PLANS: Mapping[str, Plan] = MappingProxyType(
    {
        "private": Plan(deals=_private, first=("Hit",), sees=("ties lose", "plays.")),
        "bicycle": Plan(
            deals=_bicycle,
            first=("No insurance", "Double"),
            second=("Insure $25",),
            sees=(
                "insurance?",
                "insured for $25",
                "card_back · ?",
                "$200 (doubled)",
                "Insurance loses",
            ),
        ),
        "vegas": Plan(
            deals=_vegas,
            first=("Other…", "Split"),
            second=("Take $12.50 now",),
            sees=("$12.50", "insured for $10", "✅ +$12.50", "Insurance loses: −$10"),
            hands=2,
        ),
    }
)
