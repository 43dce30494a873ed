"""Draws basic strategy, as a picture or as text."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from discord import Colour

from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.pages.parts import LINE, Layout, Part, button, framed, picture, row, text
from cogs.pages.press import Page, Press
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

if TYPE_CHECKING:
    from engine.advice.sheets import Sheet

FILE = "strategy.png"

_NAME = 6
"""Characters."""

_CELL = 2
"""Characters in a code. Capitals separate codes: a phone fits 32 characters."""

_LOW = 5
"""Columns; a gap follows."""


class ChartForm(StrEnum):
    """The forms of a chart. Custom ids contain these values."""

    PICTURE = "picture"
    TEXT = "text"


def _press(rules: Rules, form: ChartForm) -> Press:
    """Return a chart button's parsed custom id, with the rule set's index in `RULE_SETS` and the decks."""
    place = [*RULE_SETS.values()].index(RULE_SETS.get(rules.key, rules))
    return Press(page=Page.STRATEGY, action=form, values=(place, rules.decks or 0))


def draw_strategy(
    sheet: "Sheet", rules: Rules, lang: Language, *, as_text: bool, note: str = ""
) -> Layout:
    small = f"\n-# {note}" if note else ""
    chart: list[Part] = (
        [text(f"```\n{_in_text(sheet)}\n```{small}")]
        if as_text
        else [picture(FILE, _in_words(sheet, rules, lang))]
    )
    other = ChartForm.PICTURE if as_text else ChartForm.TEXT
    label = lang("button-as-picture" if as_text else "button-as-text")
    return framed(
        text(_heading(rules, lang)),
        *chart,
        text(*_legend(sheet, lang)),
        LINE,
        text(f"{_edge(sheet, lang)}\n-# {lang('strategy-about')}"),
        row(button(label, _press(rules, other).custom_id())),
        colour=Colour.blurple(),
    )


def _in_text(sheet: "Sheet") -> str:
    head = _line("", [up.replace("10", "T") for up in sheet.upcards])
    parts = [part for part in (sheet.hard, sheet.soft, sheet.pairs) if part]
    rows = ("\n".join(_line(row.name, row.codes) for row in part) for part in parts)
    return "\n\n".join([head, *rows])


def _line(name: str, codes: Sequence[str]) -> str:
    cells = [code.ljust(_CELL) for code in codes]
    low, high = "".join(cells[:_LOW]), "".join(cells[_LOW:])
    return f"{name.ljust(_NAME)}{low} {high}".rstrip()


def _heading(rules: Rules, lang: Language) -> str:
    title = lang("strategy-title", rules=words.rules_name(lang, rules))
    small = words.joined((deck_count(lang, rules), odd_rules(lang, rules)))
    return f"### {title}\n-# {small}"


def _in_words(sheet: "Sheet", rules: Rules, lang: Language) -> str:
    chart = lang("strategy-in-words", rules=words.rules_name(lang, rules))
    return " ".join([chart, *_answers(sheet, lang)])


def _legend(sheet: "Sheet", lang: Language) -> Iterator[str]:
    yield words.joined(f"**{code}** {_meaning(moves, lang)}" for code, moves in sheet.codes.items())
    if sheet.answers:
        yield " ".join(_answers(sheet, lang))
    yield f"-# {lang('strategy-how-to-read')}"


def _answers(sheet: "Sheet", lang: Language) -> Iterator[str]:
    for verb, takes in sheet.answers.items():
        yield lang("strategy-always" if takes else "strategy-never", offer=words.verb(lang, verb))


def _meaning(moves: tuple[Verb, ...], lang: Language) -> str:
    first, *other = (words.verb(lang, move) for move in moves)
    return lang("strategy-else", first=first, other=other[0]) if other else first


def _edge(sheet: "Sheet", lang: Language) -> str:
    return lang("strategy-edge", percent=words.percent(lang, sheet.edge, 2))
