"""A hint: the best move of the hand that is to decide and why, and what all are worth, for its player alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.answers.panels import PanelPress
from cogs.board.components import Layout, Part, button, container, row, text
from cogs.coaching.because import because
from cogs.language import Language, words
from cogs.pictures.symbols import Pictures

if TYPE_CHECKING:
    from engine.advice.hints import Hint
    from engine.advice.reviews import Asked, Choice


def draw_hint(
    hint: "Hint", lang: Language, pictures: Pictures, *, more: PanelPress | None = None
) -> Layout:
    """The whole message: all moves with what they are worth, or the press that leads to `more`."""
    lines = [f"### {hand_against(hint.asked, lang, pictures)}"]
    if hint.why is not None:
        lines.append(because(hint.why, hint.asked, lang))
    if more is None:
        lines += [*_lines(hint, lang), f"-# {lang('hint-about')}"]
    lines.append(f"-# {lang('hint-counts')}")
    if hint.seen is None:
        lines.append(f"-# {lang('review-cards-unknown')}")
    parts: list[Part] = [text("\n".join(lines))]
    if more is not None:
        parts.append(row(button(lang("button-all-moves"), more.custom_id())))
    return Layout(container(*parts, colour=Colour.teal().value))


def hand_against(asked: "Asked", lang: Language, pictures: Pictures) -> str:
    """`9♠ 7♦ (16) against 10♥`, with the number of the hand where there are several."""
    which = ""
    if asked.hands > 1:
        which = lang("replay-hand", hand=asked.number, hands=asked.hands)
    said = lang(
        "coach-hand",
        cards=words.cards(lang, asked.hand, pictures),
        total=words.total(lang, asked.total),
        upcard=words.cards(lang, (asked.upcard,), pictures),
    )
    return words.joined((said, which))


def _lines(hint: "Hint", lang: Language) -> Iterator[str]:
    for place, choice in enumerate(hint.choices, start=1):
        line = _in_words(choice, lang)
        yield f"{place}. **{line}**" if place == 1 else f"{place}. {line}"


def _in_words(choice: "Choice", lang: Language) -> str:
    return lang(
        "hint-choice",
        move=words.verb(lang, choice.verb),
        percent=words.gain(lang, choice.permille),
        amount=lang.money.signed(choice.cents),
    )
