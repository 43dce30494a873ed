"""Draws hints: the best move, its reason, and the values of all moves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.language import Language, words
from cogs.pages.cards import Pictures, card_text, cards_text
from cogs.pages.parts import Layout, Part, button, framed, row, text
from cogs.pages.press import Page, Press
from engine.round.moves import Verb
from engine.rules.cards import Rank
from engine.table.commands import Question

if TYPE_CHECKING:
    from engine.advice.reviews import Choice, DecisionPoint, Hint
    from engine.coach.reasons import Reason

ALL_MOVES = "all"

_LEAST = 1
"""Thousandths of the bet; smaller differences are ignored."""


def because(why: "Reason", point: "DecisionPoint", lang: Language) -> str:
    """Return why a move is best: `**Stand:** standing wins 49 of 100 times …`."""
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.BUSTS | Pattern.ODDS:
            reason = _odds(why, point, lang)
        case Pattern.OFFER:
            natural, needed = words.percent(lang, why.natural), words.percent(lang, why.pays_from)
            offer = why.other if why.best is Verb.DECLINE else why.best
            reason = lang(
                "because-offer", natural=natural, offer=gerund(lang, offer), needed=needed
            )
        case _:
            reason = _values(why, point, lang)
    return lang("because", move=words.verb(lang, why.best), why=reason)


def _odds(why: "Reason", point: "DecisionPoint", lang: Language) -> str:
    from engine.coach.reasons import Pattern

    key = "because-odds"
    if why.pattern is Pattern.BUSTS:
        key = "because-stand" if why.best is Verb.STAND else "because-no-stand"
    return lang(
        key,
        best=gerund(lang, why.best),
        other=gerund(lang, why.other),
        card=card_text(lang, point.upcard),
        wins=str(why.best_odds.wins),
        loses=str(why.best_odds.loses),
        otherwins=str(why.other_odds.wins),
        otherloses=str(why.other_odds.loses),
    )


def _values(why: "Reason", point: "DecisionPoint", lang: Language) -> str:
    moves = {"best": gerund(lang, why.best), "other": gerund(lang, why.other)}
    if why.best_value == why.other_value:
        return lang("because-same", **moves, percent=words.percent(lang, _LEAST))
    return lang(
        _key_of_values(why),
        **moves,
        gains=_gains(why.best_value),
        othergains=_gains(why.other_value),
        percent=words.percent(lang, abs(why.best_value)),
        otherpercent=words.percent(lang, abs(why.other_value)),
        natural=words.percent(lang, why.natural) if why.natural else "no",
        card=_points(point.hand[0].points),
        total=words.total(lang, point.total),
    )


def _key_of_values(why: "Reason") -> str:
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.SPLIT:
            return "because-split" if why.best is Verb.SPLIT else "because-no-split"
        case Pattern.HALF:
            return "because-half" if why.best is Verb.SURRENDER else "because-no-half"
        case Pattern.ONE_CARD:
            return "because-double" if why.best is Verb.DOUBLE else "because-no-double"
        case _:
            return "because-least" if why.best_value < 0 else "because-values"


def gerund(lang: Language, move: Verb) -> str:
    """Return a move's name within a sentence: `standing`."""
    return lang("because-move", move=move.value)


def _gains(value: int) -> str:
    return "no" if value < 0 else "yes"


def _points(points: int) -> str:
    return str(Rank.ACE.value) if points == 1 else str(points)


def draw_hint(
    hint: "Hint", question: Question, lang: Language, pictures: Pictures, *, in_full: bool
) -> Layout:
    """Draw a hint `in_full`, with all moves' values, or with a button for them; a single move is always in full."""
    in_full = in_full or len(hint.choices) == 1
    lines = [f"### {hand_against(hint.point, lang, pictures)}"]
    if hint.why is not None:
        lines.append(because(hint.why, hint.point, lang))
    if in_full:
        lines += [*_lines(hint, lang), f"-# {lang('hint-about')}"]
    lines.append(f"-# {lang('hint-counts')}")
    if hint.seen is None:
        lines.append(f"-# {lang('review-cards-unknown')}")
    parts: list[Part] = [text(*lines)]
    if not in_full:
        values = (question.table_id, question.round_number)
        press = Press(page=Page.HINT, action=ALL_MOVES, values=values)
        parts.append(row(button(lang("button-all-moves"), press.custom_id())))
    return framed(*parts, colour=Colour.teal())


def hand_against(point: "DecisionPoint", lang: Language, pictures: Pictures) -> str:
    """Return `9♠ 7♦ (16) against 10♥`, with the hand's number if there are several."""
    which = ""
    if point.hands > 1:
        which = lang("replay-hand", hand=point.number, hands=point.hands)
    against = lang(
        "coach-hand",
        cards=cards_text(lang, point.hand, pictures),
        total=words.total(lang, point.total),
        upcard=cards_text(lang, (point.upcard,), pictures),
    )
    return words.joined((against, which))


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
