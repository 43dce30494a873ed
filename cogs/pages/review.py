"""The coach's private pages.

A hint: the best move for the hand in play, its reason, and the values of all moves. A review: the verdict, then each
decision with the best move and the cost of the choice.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.interactions.panels import REVIEW, PanelPress
from cogs.language import Language, words
from cogs.pages.cards import TEXT_ONLY, Pictures, card_text, cards_text
from cogs.pages.parts import LINE, MOST_CHARACTERS, Button, Layout, Part, button, framed, row, text
from engine.round.moves import Origin, Verb
from engine.rules.cards import Rank

if TYPE_CHECKING:
    from engine.advice.reviews import Choice, DecisionPoint, DecisionReview, Hint, Review
    from engine.coach.reasons import Reason

_LEAST = 1
"""Thousandths of the bet; moves with a smaller difference count as equal."""


def because(why: "Reason", point: "DecisionPoint", lang: Language) -> str:
    """`**Stand:** standing wins 49 of 100 times and loses 38; hitting wins 35 and loses 59.`"""
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.BUSTS | Pattern.ODDS:
            reason = _odds(why, point, lang)
        case Pattern.OFFER:
            natural, needed = words.percent(lang, why.natural), words.percent(lang, why.pays_from)
            offer = why.other if why.best is Verb.DECLINE else why.best
            reason = lang(
                "because-offer", natural=natural, offer=_gerund(lang, offer), needed=needed
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
        best=_gerund(lang, why.best),
        other=_gerund(lang, why.other),
        card=card_text(lang, point.upcard),
        wins=str(why.best_odds.wins),
        loses=str(why.best_odds.loses),
        otherwins=str(why.other_odds.wins),
        otherloses=str(why.other_odds.loses),
    )


def _values(why: "Reason", point: "DecisionPoint", lang: Language) -> str:
    """The average results of both moves."""
    moves = {"best": _gerund(lang, why.best), "other": _gerund(lang, why.other)}
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


def worst_mistake(review: "Review", lang: Language) -> str:
    """`Your most expensive mistake: standing on 11 cost $35.`; empty for a review without a mistake."""
    if (worst := review.worst) is None:
        return ""
    return lang(
        "sitting-worst",
        move=_gerund(lang, worst.verb),
        total=words.total(lang, worst.point.total),
        cost=lang.money.write(worst.cost),
    )


def _gerund(lang: Language, move: Verb) -> str:
    """A move within a sentence: `standing`."""
    return lang("because-move", move=move.value)


def _gains(value: int) -> str:
    return "no" if value < 0 else "yes"


def _points(points: int) -> str:
    return str(Rank.ACE.value) if points == 1 else str(points)


def draw_hint(
    hint: "Hint", lang: Language, pictures: Pictures, *, more: PanelPress | None = None
) -> Layout:
    """Draw a hint: the values of all moves, or a button to `more`."""
    lines = [f"### {hand_against(hint.point, lang, pictures)}"]
    if hint.why is not None:
        lines.append(because(hint.why, hint.point, lang))
    if more is None:
        lines += [*_lines(hint, lang), f"-# {lang('hint-about')}"]
    lines.append(f"-# {lang('hint-counts')}")
    if hint.seen is None:
        lines.append(f"-# {lang('review-cards-unknown')}")
    parts: list[Part] = [text(*lines)]
    if more is not None:
        parts.append(row(button(lang("button-all-moves"), more.custom_id())))
    return framed(*parts, colour=Colour.teal())


def hand_against(point: "DecisionPoint", lang: Language, pictures: Pictures) -> str:
    """`9♠ 7♦ (16) against 10♥`, with the number of the hand if there are several."""
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


_NOTES = {
    Origin.HINTED: "review-hinted",
    Origin.LATE: "review-late",
    Origin.GONE: "review-gone",
    Origin.ADMIN: "review-admin",
}


def press_of_round(round_id: int, page: int) -> PanelPress:
    """The press that replaces the message by a round's review; `page` is the page of the list to return to."""
    return PanelPress(panel=REVIEW, button="round", values=(round_id, page))


def draw_review(
    review: "Review",
    round_id: int,
    lang: Language,
    pictures: Pictures,
    buttons: tuple[Button, ...],
) -> Layout:
    """Draw a review in as much detail as fits; the shortest form has only the mistakes, without their reasons."""
    title = f"### {lang('review-title', round=str(round_id))}\n**{verdict(review, lang)}**"
    colour = Colour.green() if review.good == len(review.decisions) else Colour.gold()
    for shown, detailed in ((pictures, True), (TEXT_ONLY, True), (TEXT_ONLY, False)):
        decisions = [one for one in review.decisions if detailed or not one.good]
        lines = (
            line for one in decisions for line in _decision(one, lang, shown, detailed=detailed)
        )
        middle = (LINE, text(*lines), LINE) if decisions else ()
        small = text(f"-# {_about(review, lang)}")
        drawn = framed(text(title), *middle, small, row(*buttons), colour=colour)
        if drawn.content_length() <= MOST_CHARACTERS:
            break
    return drawn


def verdict(review: "Review", lang: Language) -> str:
    """`4 of 5 by the book; Double cost $1.30`, or the sum of several mistakes, as in their lines."""
    count, worst = len(review.decisions), review.worst
    if not count:
        return lang("review-nothing")
    if worst is None:
        return lang("review-perfect", decisions=count)
    mistakes = [one for one in review.decisions if not one.good]
    if len(mistakes) > 1:
        cost = lang.money.write(sum(one.cost for one in mistakes))
        return lang("review-verdict-all", good=review.good, decisions=count, cost=cost)
    return lang(
        "review-verdict",
        good=review.good,
        decisions=count,
        move=words.verb(lang, worst.verb),
        cost=_cost(worst, lang),
    )


def verdict_in_percent(review: "Review", lang: Language) -> str:
    """The verdict without money: the cost of the worst decision in percent of the bet, and the better move."""
    worst = review.worst
    if worst is None:
        return verdict(review, lang)
    return lang(
        "review-verdict-better",
        good=review.good,
        decisions=len(review.decisions),
        move=words.verb(lang, worst.verb),
        best=words.verb(lang, worst.choices[0].verb),
        cost=words.percent(lang, worst.permille),
    )


def _decision(
    one: "DecisionReview", lang: Language, pictures: Pictures, *, detailed: bool
) -> Iterator[str]:
    """Lines about a decision: hand and move, the reason for a better one, and in small letters the values of all moves.

    Without details one line, which names the better move.
    """
    note = lang(_NOTES[one.origin]) if one.origin in _NOTES else ""
    made = f"**{words.verb(lang, one.verb)}**"
    if not detailed:
        made += f" → **{words.verb(lang, one.choices[0].verb)}**"
    hand = hand_against(one.point, lang, pictures)
    cost = "" if one.good else lang("review-cost", cost=_cost(one, lang))
    yield words.joined((f"{'✅' if one.good else '❌'} {hand}", made, note, cost))
    if detailed:
        if one.why is not None:
            yield because(one.why, one.point, lang)
        worth = (
            f"{words.verb(lang, choice.verb)} {words.gain(lang, choice.permille)}"
            for choice in one.choices
        )
        yield f"-# {words.joined(worth)}"


def _cost(one: "DecisionReview", lang: Language) -> str:
    """The cost as money, or as a percentage of the bet if it is less than a cent."""
    return lang.money.write(one.cost) if one.cost else words.percent(lang, one.permille)


def _about(review: "Review", lang: Language) -> str:
    """A note on the cards that the review takes into account."""
    match review.seen:
        case None:
            cards = lang("review-cards-unknown")
        case 0:
            cards = lang("review-cards-fresh")
        case seen:
            cards = lang("review-cards-seen", cards=seen)
    return f"{lang('review-about')} {cards}"
