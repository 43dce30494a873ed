"""The dealer's comments: at most one short line per round, for special results.

They never mock players, and are never about bets.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from cogs.language import Language
from cogs.language.words import dealer_name
from engine.records.feats import Occasion, chosen, occasion_of
from engine.table.view import TableView


class Manner(StrEnum):
    """A dealer's manner of speaking, part of a comment's text key."""

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


LINES: Final[Mapping[Occasion, int]] = {
    Occasion.COMEBACK: 2,
    Occasion.SPLIT: 2,
    Occasion.NATURAL: 3,
    Occasion.PUSHES: 2,
    Occasion.SHUFFLE: 2,
}
"""Comments per occasion and manner."""


def line_key(manner: Manner, occasion: Occasion, number: int) -> str:
    """Return a comment's text key: `talk-warm-natural-1`; `number` counts from 0."""
    return f"talk-{manner}-{occasion}-{number + 1}"


def dealers_line(lang: Language, view: TableView, *, came_back: bool = False) -> str:
    """Return the dealer's comment on this round, or an empty text.

    `came_back`: a player recovered after being broke.
    """
    occasion = occasion_of(view, came_back=came_back)
    if occasion is None:
        return ""
    dealer = dealer_name(view.table_id)
    line = lang(line_key(MANNERS[dealer], occasion, chosen(view, LINES[occasion])))
    return lang("talk", dealer=dealer, line=line)
