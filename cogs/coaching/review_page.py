"""The page of a review: the verdict first, then each decision with the best move and what the choice cost."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discord import Colour

from cogs.answers.panels import REVIEW, PanelPress
from cogs.board.cards import TEXT_ONLY, Pictures
from cogs.board.parts import LINE, MOST_CHARACTERS, Button, Layout, container, row, text
from cogs.coaching.hint_page import because, hand_against
from cogs.language import Language, words
from engine.round.moves import Origin

if TYPE_CHECKING:
    from engine.advice.reviews import Decision, Review

_NOTES = {
    Origin.HINTED: "review-hinted",
    Origin.LATE: "review-late",
    Origin.GONE: "review-gone",
}


def press_of_round(round_id: int, page: int) -> PanelPress:
    """Opens the review of a round in place of the message; `page` is where the list is left."""
    return PanelPress(panel=REVIEW, button="round", values=(round_id, page))


def draw_review(
    review: "Review",
    round_id: int,
    lang: Language,
    pictures: Pictures,
    buttons: tuple[Button, ...],
) -> Layout:
    """The whole message, in as much detail as fits."""
    drawn = _draw(review, round_id, lang, pictures, buttons, detailed=True)
    if drawn.content_length() > MOST_CHARACTERS:
        drawn = _draw(review, round_id, lang, TEXT_ONLY, buttons, detailed=True)
    if drawn.content_length() > MOST_CHARACTERS:
        drawn = _draw(review, round_id, lang, TEXT_ONLY, buttons, detailed=False)
    return drawn


def _draw(
    review: "Review",
    round_id: int,
    lang: Language,
    pictures: Pictures,
    buttons: tuple[Button, ...],
    *,
    detailed: bool,
) -> Layout:
    """Without details, only the decisions that something was better than."""
    title = lang("review-title", round=str(round_id))
    shown = [one for one in review.decisions if detailed or not one.good]
    told = "\n".join("\n".join(_told(one, lang, pictures, detailed=detailed)) for one in shown)
    return Layout(
        container(
            text(f"### {title}\n**{verdict(review, lang)}**"),
            *((LINE, text(told), LINE) if shown else ()),
            text(f"-# {_about(review, lang)}"),
            row(*buttons),
            colour=(
                Colour.green() if review.good == len(review.decisions) else Colour.gold()
            ).value,
        )
    )


def verdict(review: "Review", lang: Language) -> str:
    """`4 of 5 by the book; Double cost $1.30`, or what several cost together, as their lines say."""
    count, worst = len(review.decisions), review.worst
    if not count:
        return lang("review-nothing")
    if worst is None:
        return lang("review-perfect", decisions=count)
    mistakes = [one for one in review.decisions if not one.good]
    if len(mistakes) > 1:
        cost = lang.money.full(sum(one.cost for one in mistakes))
        return lang("review-verdict-all", good=review.good, decisions=count, cost=cost)
    return lang(
        "review-verdict",
        good=review.good,
        decisions=count,
        move=words.verb(lang, worst.verb),
        cost=_cost(worst, lang),
    )


def verdict_in_percent(review: "Review", lang: Language) -> str:
    """The same where no money is in play: what the worst decision cost, and what was better."""
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


def _told(one: "Decision", lang: Language, pictures: Pictures, *, detailed: bool) -> Iterator[str]:
    """The hand and what was done; why something was better; then, smaller, what each move was worth.

    Without details it is a line, which names the better move.
    """
    note = lang(_NOTES[one.origin]) if one.origin in _NOTES else ""
    made = f"**{words.verb(lang, one.verb)}**"
    if not detailed:
        made += f" → **{words.verb(lang, one.choices[0].verb)}**"
    hand = hand_against(one.asked, lang, pictures)
    cost = "" if one.good else lang("review-cost", cost=_cost(one, lang))
    yield words.joined((f"{'✅' if one.good else '❌'} {hand}", made, note, cost))
    if detailed:
        if one.why is not None:
            yield because(one.why, one.asked, lang)
        worth = (
            f"{words.verb(lang, choice.verb)} {words.gain(lang, choice.permille)}"
            for choice in one.choices
        )
        yield f"-# {words.joined(worth)}"


def _cost(one: "Decision", lang: Language) -> str:
    """In money; of a small bet it may be no cent, and is said as a part of the bet."""
    return lang.money.full(one.cost) if one.cost else words.percent(lang, one.permille)


def _about(review: "Review", lang: Language) -> str:
    """What is known of the cards."""
    match review.seen:
        case None:
            cards = lang("review-cards-unknown")
        case 0:
            cards = lang("review-cards-fresh")
        case seen:
            cards = lang("review-cards-seen", cards=seen)
    return f"{lang('review-about')} {cards}"
