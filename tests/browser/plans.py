"""A round for each rule set that is another game on the page, with cards that show what is special about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.rules.cards import Card
from tests.bot.luck import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is dealt to two players, what each of them likes to press, and what must be seen of it."""

    deals: Callable[[Layout], bool]
    first: tuple[str, ...] = ()
    """Buttons that the first player presses whenever they are offered; without them they hit low totals."""
    second: tuple[str, ...] = ()
    sees: tuple[str, ...]
    """Words that stand on the board at some time of the round."""
    hands: int = 1
    """The least number of hands that a player must reach by splitting."""


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].points == hand[1].points


def _are_tens(cards: tuple[Card, ...]) -> bool:
    return all(card.points == 10 for card in cards)


def _with_ace(hand: tuple[Card, ...]) -> bool:
    return any(card.points == 1 for card in hand)


def _tens(cards: tuple[Card, ...]) -> int:
    return sum(card.points == 10 for card in cards)


def _hotseat(dealt: Layout) -> bool:
    return dealt.points(1) in (10, 11) and dealt.points(2) < 12 and dealt.dealer < 17


def _endless(dealt: Layout) -> bool:
    splits = _tens(dealt.next[:4]) == 3 and not _tens(dealt.next[4:6])
    return _are_tens(dealt.players[0]) and dealt.points(2) == 21 and splits


def _private(dealt: Layout) -> bool:
    return dealt.points(1) < 12 and 17 < dealt.points(2) < 21


def _bicycle(dealt: Layout) -> bool:
    first, up = dealt.players[0], dealt.dealers[0][0]
    doubles = dealt.points(1) in (9, 10, 11) and not _with_ace(first) and not _is_pair(first)
    return up.points == 1 and dealt.dealer != 21 and doubles and dealt.points(2) < 12


def _surrender(dealt: Layout) -> bool:
    second, up = dealt.players[1], dealt.dealers[0][0]
    splits = _is_pair(second) and second[0].points in (6, 7, 8, 9)
    # Against a dealer's natural a late surrender gives nothing back.
    return up.points == 10 and dealt.dealer != 21 and 14 < dealt.points(1) < 17 and splits


def _vegas(dealt: Layout) -> bool:
    up, first = dealt.dealers[0][0], dealt.players[0]
    asked = up.points == 1 and dealt.dealer != 21
    return asked and dealt.points(2) == 21 and _is_pair(first) and not _with_ace(first)


PLANS: Mapping[str, Plan] = MappingProxyType(
    {
        "hotseat": Plan(deals=_hotseat, first=("Double",), sees=("(doubled)", "$12.50", "plays.")),
        "endless": Plan(
            deals=_endless,
            first=("Split",),
            sees=("blackjack, paid", "Blackjack! +$75"),
            hands=5,
        ),
        "private": Plan(deals=_private, sees=("ties lose", "plays.")),
        "bicycle": Plan(
            deals=_bicycle,
            first=("No insurance", "Double"),
            second=("Insure $25",),
            sees=(
                "insurance?",
                "insured for $25.00",
                "card_back · ?",
                "$200.00 (doubled)",
                "Insurance loses",
            ),
        ),
        "surrender": Plan(
            deals=_surrender,
            first=("Surrender (get $50)", "Surrender"),
            second=("Split",),
            sees=("surrendered", "❌ −$50", "· Surrendered"),
            hands=2,
        ),
        "vegas": Plan(
            deals=_vegas,
            first=("Other…", "Split"),
            second=("Take $50 now",),
            sees=("insured for $10.00", "✅ +$50", "· Even money", "Insurance loses: −$10"),
            hands=2,
        ),
    }
)
