"""Draws a hand in a game of ten, the daily one or a duel."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from discord import Colour

from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.pages.cards import TEXT_ONLY, Pictures, cards_text
from cogs.pages.hint import because, hand_against
from cogs.pages.parts import GREEN, GREY, LINE, Button, Layout, Part, button, framed, row, text
from cogs.pages.press import MOVE_STYLES, Press
from cogs.pages.review import verdict_in_percent
from engine.advice.daily import HANDS, SQUARES, Ten
from engine.round.moves import Verb
from engine.rules.rules import Rules
from engine.table.view import HandView, TableView

if TYPE_CHECKING:
    from engine.advice.reviews import Review

GO_ON: Final = "next"
"""Shows the next hand or the result."""

FREE = "⬜"

BUTTONS = {verb.value.replace("-", ""): verb for verb in Verb}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPage:
    heading: str
    about: str
    press: Callable[[str], Press]
    squares: str
    """A letter for each finished hand."""
    also: tuple[Button, ...] = ()


def draw_page(
    page: HandPage,
    now: Ten,
    view: TableView,
    lang: Language,
    pictures: Pictures,
    review: "Review | None" = None,
) -> Layout:
    """Draw the hand in play, or with a `review` the hand just finished."""
    if review is None:
        also = (row(*page.also),) if page.also else ()
        below = (row(*_moves(page, view, lang)), *also, text(f"-# {page.about}"))
    else:
        verdict = f"**{SQUARES[page.squares[-1]]} {verdict_in_percent(review, lang)}**"
        go_on = lang("button-daily-result" if now.over else "button-daily-next")
        below = (
            text(verdict, *_why(review, lang)),
            row(button(go_on, page.press(GO_ON).custom_id(), style=GREEN)),
        )
    return framed(
        text(page.heading),
        LINE,
        *_table(view, lang, pictures),
        LINE,
        *below,
        colour=Colour.green() if review is None else Colour.blurple(),
    )


def mistakes_of(reviews: Sequence["Review"], lang: Language) -> Iterator[str]:
    """Yield each hand's worst mistake, and the reason for a better move."""
    for number, review in enumerate(reviews, start=1):
        if (worst := review.worst) is not None:
            hand, made = hand_against(worst.point, lang, TEXT_ONLY), words.verb(lang, worst.verb)
            cost = lang("review-cost", cost=words.percent(lang, worst.permille))
            yield words.joined((f"**{number}.** {hand}", f"**{made}**", cost))
            if worst.why is not None:
                yield f"-# {because(worst.why, worst.point, lang)}"


def _why(review: "Review", lang: Language) -> Iterator[str]:
    if (worst := review.worst) is not None and worst.why is not None:
        yield because(worst.why, worst.point, lang)


def squares(letters: str) -> str:
    """Return ten emoji squares: one per finished hand's letter, then empty ones."""
    return "".join(SQUARES[letter] for letter in letters).ljust(HANDS, FREE)


def whole_percent(lost: int, lang: Language) -> str:
    """Format millionths of a bet as whole percent, at least 1%."""
    return lang("percent", number=str(max(1, round(lost / 10_000))))


def heading(title: str, small: str, letters: str, rules: Rules, lang: Language) -> str:
    about_rules = words.joined((deck_count(lang, rules), odd_rules(lang, rules)))
    lines = "\n".join(f"-# {line}" for line in (small, about_rules))
    return f"### {title}\n{lines}\n{squares(letters)} {len(letters)}/{HANDS}"


def _table(view: TableView, lang: Language, pictures: Pictures) -> Iterator[Part]:
    (group,), (seat,) = view.groups, view.seats
    dealer = group.dealer
    cards = cards_text(lang, dealer.cards, pictures)
    total = words.dealers_total(lang, dealer)
    yield text(f"## {lang('dealer-cards', cards=cards, total=total)}")
    yield text(*(_hand(hand, lang, pictures) for hand in seat.hands))


def _hand(hand: HandView, lang: Language, pictures: Pictures) -> str:
    cards, total = cards_text(lang, hand.cards, pictures), words.total(lang, hand.total)
    if hand.active:
        return f"## ▶ {words.joined((cards, total))}"
    state = words.reason(lang, hand.outcome) if hand.outcome else words.status(lang, hand)
    return words.joined((cards, f"**{total}**", state))


def _moves(page: HandPage, view: TableView, lang: Language) -> Iterator[Button]:
    (seat,) = view.seats
    offered = {kind.verb for kind in seat.offers}
    for name, verb in BUTTONS.items():
        if verb in offered:
            press = page.press(name).custom_id()
            yield button(words.verb(lang, verb), press, style=MOVE_STYLES.get(verb, GREY))
