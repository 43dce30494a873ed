"""The generated parts of the pages: the table of rule values, and the diagrams.

`python -m tests.drawn` updates them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum, StrEnum
from fractions import Fraction
from typing import TypeVar

import grimp

from cogs.messages.board.states import (
    CHANNEL_TRANSITIONS,
    MESSAGE_TRANSITIONS,
    ChannelState,
    at_start,
)
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Pair, Rules
from engine.values.amounts import PLAIN
from tests.pages import ROOT, between, page
from tests.test_architecture import imports

# The values of the rule sets

QUESTIONS: Mapping[str, str] = {
    "decks": "decks",
    "deck_choice": "decks that an opener may choose",
    "faces": "cards",
    "shuffle": "shuffled",
    "cut_card": "cards below the cut card",
    "cutter": "who cuts",
    "seats": "seats",
    "min_bet": "lowest bet",
    "max_bet": "highest bet",
    "dealer_each": "a dealer hand for each seat, all at once",
    "hole_card": "hole card",
    "peek": "dealer looks for a natural under a ten or an ace",
    "hits_soft_17": "dealer draws to soft 17",
    "natural_pays": "a natural pays",
    "natural_paid_at_once": "a natural wins whatever the dealer holds",
    "dealer_natural_beats_21": "a dealer's natural beats a 21 that is none",
    "ties_lose": "ties lose",
    "double": "doubling",
    "double_totals": "doubling on",
    "double_after_split": "doubling after a split",
    "double_face_down": "the doubled card lies face down",
    "split": "splitting cards of",
    "max_hands": "hands a seat may have",
    "split_aces_one_card": "split aces take one card",
    "resplit_aces": "split aces may be split again",
    "natural_after_split": "an ace on a split ten is a natural",
    "insurance": "insurance",
    "even_money": "even money",
    "surrender": "late surrender",
}
"""The row of each field in the table of values."""

NOTHING: Mapping[str, str] = {
    "decks": "infinite",
    "max_bet": "the balance",
    "natural_pays": "as any 21",
    "double_totals": "any two cards",
    "max_hands": "no limit",
}
"""The meaning of None in these fields; in any other field, None means that the question does not arise."""


_OF_DOUBLING = {name for name in QUESTIONS if name.startswith("double_")}
_OF_SPLITTING = {
    *("max_hands", "split_aces_one_card", "resplit_aces"),
    *("natural_after_split", "double_after_split"),
}


def cell(rules: Rules, field: str) -> str:
    """The cell of a field."""
    value = getattr(rules, field)
    no_double = field in _OF_DOUBLING and not rules.double
    no_split = field in _OF_SPLITTING and rules.split is Pair.NONE
    if no_double or no_split:
        return "–"
    match value:
        case None:
            return NOTHING.get(field, "–")
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return f"{value.numerator}:{value.denominator}"
        case Enum():
            return str(value.value)
        case frozenset():
            return ", ".join(map(str, sorted(value)))
        case (least, most):
            return f"{least}–{most}"
        case _:
            return PLAIN.write(value) if field.endswith("_bet") else str(value)


def values() -> str:
    """The table of all values of all rule sets."""
    unnamed = {field.name for field in fields(Rules)} - {"key", *QUESTIONS}
    assert not unnamed, f"QUESTIONS in tests/drawn.py has no words for {sorted(unnamed)}"
    asked = [name for name in QUESTIONS if hasattr(Rules, name)]
    lines = [["", *(f"`{key}`" for key in RULE_SETS)], ["---"] * (len(RULE_SETS) + 1)]
    for name in asked:
        lines.append([QUESTIONS[name], *(cell(rules, name) for rules in RULE_SETS.values())])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# The diagrams

DIAGRAMS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("docs/architecture.md", "the-whole"): (
        "bot",
        "cogs",
        "cogs.tools",
        "engine",
        "engine.bank",
        "sandbox",
    ),
    ("docs/diagrams.md", "the-engine"): (
        "engine.live.open_tables",
        *(f"engine.{p.name}" for p in (ROOT / "engine").iterdir() if (p / "__init__.py").exists()),
    ),
    ("docs/diagrams.md", "the-cogs"): tuple(
        f"cogs.{p.name}" for p in (ROOT / "cogs").iterdir() if (p / "__init__.py").exists()
    ),
}
"""The packages in each diagram, by its page and mark. Modules outside them are left out; modules inside are merged into
their package."""


def diagram(rooms: tuple[str, ...]) -> str:
    """Draw which of these packages import which, as a Mermaid flowchart."""

    def room(module: str) -> str:
        return max((r for r in rooms if f"{module}.".startswith(f"{r}.")), key=len, default="")

    graph = grimp.build_graph(
        "engine", "cogs", "sandbox", cache_dir=None, exclude_type_checking_imports=True
    )
    known = {
        (room(module), room(other))
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
    }
    known |= {("bot", room(name)) for name in imports(ROOT / "bot.py") if "bot" in rooms}
    arrows = sorted((a, b) for a, b in known if a and b and a != b)
    lines = [f"    {a} --> {b}\n" for a, b in arrows]
    return "".join(["```mermaid\n", "flowchart TD\n", *lines, "```\n"])


State = TypeVar("State", bound=StrEnum)
Event = TypeVar("Event", bound=StrEnum)


def state_diagram(transitions: Mapping[tuple[State, Event], State], starts: Iterable[State]) -> str:
    """Draw these transitions as a Mermaid state diagram, one arrow for each pair of states."""
    events: dict[tuple[State, State], list[Event]] = {}
    for (state, event), target in transitions.items():
        events.setdefault((state, target), []).append(event)
    lines = [f"    [*] --> {start}\n" for start in starts]
    lines += [f"    {a} --> {b}: {', '.join(named)}\n" for (a, b), named in events.items()]
    return "".join(["```mermaid\n", "stateDiagram-v2\n", *lines, "```\n"])


STATES: Mapping[str, str] = {
    "message-states": state_diagram(
        MESSAGE_TRANSITIONS,
        [at_start(None, resumed=False), at_start(None, resumed=True), at_start(1, resumed=True)],
    ),
    "channel-states": state_diagram(CHANNEL_TRANSITIONS, [ChannelState.OPEN]),
}
"""The state diagrams of docs/diagrams.md, by mark."""


def update_pages() -> None:
    """Write the generated parts into the pages."""
    parts = {("docs/rules.md", "values"): values()}
    parts |= {place: diagram(rooms) for place, rooms in DIAGRAMS.items()}
    parts |= {("docs/diagrams.md", mark): drawn for mark, drawn in STATES.items()}
    for (name, mark), part in parts.items():
        old, new = (
            f"<!-- {mark} -->\n{text}<!-- /{mark} -->" for text in (between(name, mark), part)
        )
        (ROOT / name).write_text(page(name).replace(old, new), encoding="utf-8")


if __name__ == "__main__":
    update_pages()
