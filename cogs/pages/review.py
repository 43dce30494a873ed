"""Draws a round's review: the verdict, then each decision."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.language import Language, words
from cogs.pages.cards import TEXT_ONLY, Pictures
from cogs.pages.hint import because, gerund, hand_against
from cogs.pages.paging import PageTurn
from cogs.pages.parts import (
    LINE,
    MOST_CHARACTERS,
    Button,
    Layout,
    button,
    fitting,
    framed,
    row,
    text,
)
from cogs.pages.press import OF_ROUND, Page, Press
from engine.round.moves import Origin

if TYPE_CHECKING:
    from engine.advice.reviews import DecisionReview, Review

_NOTES = {
    Origin.HINTED: "review-hinted",
    Origin.LATE: "review-late",
    Origin.GONE: "review-gone",
    Origin.ADMIN: "review-admin",
}


def review_press(round_id: int, page: int) -> Press:
    """Return the parsed custom id of a review button; `page` is the list's page to return to."""
    return Press(page=Page.REVIEW, action=OF_ROUND, values=(round_id, page))


def review_links(round_id: int, page: int, back: Press, lang: Language) -> Iterator[Button]:
    replay = Press(page=Page.REPLAY, action=PageTurn.FIRST, values=(round_id, 0, page))
    yield button(lang("button-replay"), replay.custom_id())
    yield button(lang("button-my-rounds"), back.custom_id())


def draw_review(
    review: "Review",
    round_id: int,
    lang: Language,
    pictures: Pictures,
    links: Iterable[Button],
) -> Layout:
    """Draw a review in as much detail as fits, or only the mistakes, the last ones left out if there are too many."""
    title = f"### {lang('review-title', round=str(round_id))}\n**{verdict(review, lang)}**"
    small = f"-# {_about(review, lang)}"
    room = MOST_CHARACTERS - len(title) - len(small)
    colour = Colour.green() if review.good == len(review.decisions) else Colour.gold()
    for shown, detailed in ((pictures, True), (TEXT_ONLY, True), (TEXT_ONLY, False)):
        decisions = [one for one in review.decisions if detailed or not one.good]
        lines = [
            line for one in decisions for line in _decision(one, lang, shown, detailed=detailed)
        ]
        if len("\n".join(lines)) < room:
            break
    middle = (LINE, text(*fitting(lines, room)), LINE) if lines else ()
    return framed(text(title), *middle, text(small), row(*links), colour=colour)


def verdict(review: "Review", lang: Language) -> str:
    """Summarise a review: `4 of 5 by the book; Double cost $1.30`; several mistakes by their total cost."""
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


def worst_mistake(review: "Review", lang: Language) -> str:
    """Return `Your most expensive mistake: standing on 11 cost $35.`, or nothing."""
    if (worst := review.worst) is None:
        return ""
    return lang(
        "sitting-worst",
        move=gerund(lang, worst.verb),
        total=words.total(lang, worst.point.total),
        cost=lang.money.write(worst.cost),
    )


def _decision(
    one: "DecisionReview", lang: Language, pictures: Pictures, *, detailed: bool
) -> Iterator[str]:
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
    """Format a mistake's cost; below a cent in percent of the bet."""
    return lang.money.write(one.cost) if one.cost else words.percent(lang, one.permille)


def _about(review: "Review", lang: Language) -> str:
    match review.seen:
        case None:
            cards = lang("review-cards-unknown")
        case 0:
            cards = lang("review-cards-fresh")
        case seen:
            cards = lang("review-cards-seen", cards=seen)
    return f"{lang('review-about')} {cards}"
