"""The dealer's voice: at most one short line a round, for what deserves it, in the manner of the dealer.

Never mocking, and never about bets."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from cogs.language import Language
from cogs.language.words import dealer_name
from engine.records.feats import Occasion, chosen, occasion_of
from engine.table.view import TableView


class Manner(StrEnum):
    """How a dealer speaks. The value is a part of the key of what is said."""

    WARM = "warm"
    DRY = "dry"
    COURTLY = "courtly"
    JOLLY = "jolly"


MANNERS: Final[Mapping[str, Manner]] = {
    "Vivian": Manner.WARM,
    "Marlowe": Manner.DRY,
    "Odette": Manner.COURTLY,
    "Casimir": Manner.COURTLY,
    "Ingrid": Manner.DRY,
    "Tobias": Manner.JOLLY,
    "Salome": Manner.WARM,
    "Rufus": Manner.JOLLY,
}
"""By the dealer's name."""


LINES: Final[Mapping[Occasion, int]] = {
    Occasion.COMEBACK: 2,
    Occasion.SPLIT: 2,
    Occasion.NATURAL: 3,
    Occasion.PUSHES: 2,
    Occasion.SHUFFLE: 2,
}
"""How many lines there are for each occasion, in each manner."""


def line_key(manner: Manner, occasion: Occasion, number: int) -> str:
    """The key of a line, the first being 0: `talk-warm-natural-1`."""
    return f"talk-{manner}-{occasion}-{number + 1}"


def dealers_line(lang: Language, view: TableView, *, came_back: bool = False) -> str:
    """What the dealer says about this round, in which somebody may have come back; empty where they say nothing."""
    occasion = occasion_of(view, came_back=came_back)
    if occasion is None:
        return ""
    dealer = dealer_name(view.table_id)
    line = lang(line_key(MANNERS[dealer], occasion, chosen(view, LINES[occasion])))
    return lang("talk", dealer=dealer, line=line)
