"""A hint: the best move of the hand that is to decide and why, and what all are worth, for its player alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.answers.panels import PanelPress
from cogs.board.cards import Pictures, card_text, cards_text
from cogs.board.parts import Layout, Part, button, container, row, text
from cogs.language import Language, words
from engine.round.moves import Verb
from engine.rules.cards import Rank

if TYPE_CHECKING:
    from engine.advice.hints import Hint
    from engine.advice.reviews import Asked, Choice
    from engine.coach.reasons import Reason

_LEAST = 1
"""Thousandths of the bet: what moves differ by less that come to the same."""


def because(why: "Reason", asked: "Asked", lang: Language) -> str:
    """`**Stand:** the dealer's 5♣ busts 42 of 100 times; a card would bust you 31 of 100 times.`"""
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.BUSTS:
            said = _busts(why, asked, lang)
        case Pattern.ODDS | Pattern.ONE_CARD:
            said = _odds(why, lang)
        case Pattern.OFFER:
            natural, needed = words.percent(lang, why.natural), words.percent(lang, why.pays_from)
            offer = why.other if why.best is Verb.DECLINE else why.best
            said = lang("because-offer", natural=natural, offer=_called(lang, offer), needed=needed)
        case _:
            said = _values(why, asked, lang)
    return lang("because", move=words.verb(lang, why.best), why=said)


def _busts(why: "Reason", asked: "Asked", lang: Language) -> str:
    dealer = str(why.dealer_busts)
    if why.best is Verb.HIT:
        return lang("because-safe", dealer=dealer)
    card = card_text(lang, asked.upcard)
    return lang("because-busts", card=card, dealer=dealer, player=str(why.card_busts))


def _odds(why: "Reason", lang: Language) -> str:
    key = {why.best: "because-double", why.other: "because-no-double"}
    return lang(
        key.get(Verb.DOUBLE, "because-odds"),
        best=_called(lang, why.best),
        other=_called(lang, why.other),
        wins=str(why.best_odds.wins),
        loses=str(why.best_odds.loses),
        otherwins=str(why.other_odds.wins),
        otherloses=str(why.other_odds.loses),
    )


def _values(why: "Reason", asked: "Asked", lang: Language) -> str:
    """By what both moves bring on average."""
    moves = {"best": _called(lang, why.best), "other": _called(lang, why.other)}
    if why.best_value == why.other_value:
        return lang("because-same", **moves, percent=words.percent(lang, _LEAST))
    return lang(
        _key_of_values(why),
        **moves,
        gains=_gains(why.best_value),
        othergains=_gains(why.other_value),
        percent=words.percent(lang, abs(why.best_value)),
        otherpercent=words.percent(lang, abs(why.other_value)),
        card=_points(asked.hand[0].points),
        total=words.total(lang, asked.total),
    )


def _key_of_values(why: "Reason") -> str:
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.SPLIT:
            return "because-split" if why.best is Verb.SPLIT else "because-no-split"
        case Pattern.HALF:
            return "because-half" if why.best is Verb.SURRENDER else "because-no-half"
        case _:
            return "because-least" if why.best_value < 0 else "because-values"


def _called(lang: Language, move: Verb) -> str:
    """A move within a sentence: `standing`."""
    return lang("because-move", move=move.value)


def _gains(value: int) -> str:
    return "no" if value < 0 else "yes"


def _points(points: int) -> str:
    return str(Rank.ACE.value) if points == 1 else str(points)


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
        cards=cards_text(lang, asked.hand, pictures),
        total=words.total(lang, asked.total),
        upcard=cards_text(lang, (asked.upcard,), pictures),
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
