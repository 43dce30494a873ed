"""The pages of the daily ten: a hand in play, a finished hand, and the result with the leaderboard of the day."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from discord import Colour

from cogs.interactions.panels import PanelPress
from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.pages.buttons import MOVE_STYLES
from cogs.pages.cards import TEXT_ONLY, Pictures, cards_text
from cogs.pages.parts import GREEN, GREY, LINE, Button, Layout, Part, button, framed, row, text
from cogs.pages.review import because, hand_against, verdict_in_percent
from engine.advice.daily import HANDS, SQUARES, Ten, number_of, rules_on, score
from engine.round.moves import Verb
from engine.rules.rules import Rules
from engine.table.view import HandView, TableView
from engine.values.daily import DailyBoard, DailyGame, DailyStanding
from engine.values.tables import Names

if TYPE_CHECKING:
    from engine.advice.reviews import Review

PANEL = "daily"
"""The panel of its buttons, which carry the day and the number of decisions made before."""

NEXT, SHARE = "next", "share"
"""Buttons: the next hand or the result, and posting the result."""

PLAY = PanelPress(panel=PANEL, button="play")
"""The button of a posted result: opens today's hands for any user."""

ASK_DUEL = PanelPress(panel="duel", button="ask")
"""The button that explains how to challenge a friend."""

FREE = "⬜"
"""The square of a hand that is not finished."""

PLACES = 10
"""Places on the leaderboard of the day."""

LEAST_STREAK = 2
"""The shortest streak that is shown, in days."""

_EPOCH = date(1970, 1, 1).toordinal()

BUTTONS = {verb.value.replace("-", ""): verb for verb in Verb}
"""Moves by the names of their buttons."""

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result after all hands; `reviews` has one review per hand, in order."""

    game: DailyGame
    rules: Rules
    reviews: Sequence["Review"]
    board: DailyBoard
    names: Names
    streak: int
    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPage:
    """The page around a hand in a game of ten: heading, a line about the game, buttons and finished hands."""

    heading: str
    about: str
    press: Callable[[str], PanelPress]
    """Returns the press for a button's name."""
    squares: str
    """A letter for each finished hand."""
    also: tuple[Button, ...] = ()
    """More buttons, below the moves."""


def pressed_verb(press: PanelPress) -> Verb | None:
    """The move of a button; None for other buttons."""
    return BUTTONS.get(press.button)


def press_of(game: DailyGame, name: str) -> PanelPress:
    """The press of a button in this game."""
    return PanelPress(panel=PANEL, button=name, values=(game.day, len(game.moves.split())))


def draw_hand(
    game: DailyGame,
    now: Ten,
    view: TableView,
    lang: Language,
    pictures: Pictures,
    review: "Review | None" = None,
) -> Layout:
    """Draw the hand in play, or with a `review` the finished hand."""
    small = words.joined((_day(game.day, lang), f"**{words.rules_name(lang, now.rules)}**"))
    page = DailyPage(
        heading=heading(lang("daily-title"), small, game.squares, now.rules, lang),
        about=lang("daily-about"),
        press=partial(press_of, game),
        squares=game.squares,
    )
    return draw_page(page, now, view, lang, pictures, review)


def draw_page(
    page: DailyPage,
    now: Ten,
    view: TableView,
    lang: Language,
    pictures: Pictures,
    review: "Review | None" = None,
) -> Layout:
    """Draw the hand in play, or with a `review` the finished hand, of any game of ten."""
    if review is None:
        also = (row(*page.also),) if page.also else ()
        below = (row(*_moves(page, view, lang)), *also, text(f"-# {page.about}"))
    else:
        verdict = f"**{SQUARES[page.squares[-1]]} {verdict_in_percent(review, lang)}**"
        go_on = lang("button-daily-result" if now.over else "button-daily-next")
        below = (
            text(verdict, *_why(review, lang)),
            row(button(go_on, page.press(NEXT).custom_id(), style=GREEN)),
        )
    return framed(
        text(page.heading),
        LINE,
        *_table(view, lang, pictures),
        LINE,
        *below,
        colour=Colour.green() if review is None else Colour.blurple(),
    )


def draw_result(result: Result, lang: Language) -> Layout:
    """Draw the score card, the player's mistakes, and the leaderboard of the day."""
    share = button(
        lang("button-daily-share"),
        press_of(result.game, SHARE).custom_id(),
        style=GREEN,
        enabled=not result.game.shared,
    )
    mistakes = "\n".join(mistakes_of(result.reviews, lang))
    return framed(
        text(_card(result, lang("daily-title"), _mistakes_cost(result, lang), lang)),
        *((LINE, text(mistakes)) if mistakes else ()),
        LINE,
        text(*_board(result, lang)),
        row(share, button(lang("button-duel-ask"), ASK_DUEL.custom_id())),
        text(f"-# {lang('daily-again')}"),
        colour=Colour.gold(),
    )


def draw_posted(result: Result, player: str, lang: Language) -> Layout:
    """Draw the score card for a channel, without revealing any hand."""
    title = lang("daily-title-of", player=player)
    return framed(
        text(_card(result, title, _mistakes_and_accuracy(result, lang), lang)),
        row(_play_button(lang)),
        colour=Colour.gold(),
    )


def draw_channel_post(
    day: int,
    before: DailyBoard,
    names: Names,
    streaks: Mapping[int, int],
    lang: Language,
    *,
    live: bool,
) -> Layout:
    """Draw the post that opens a day in a channel, with the results of the day `before`.

    `streaks` are the players' days in a row until then. Only a `live` post has the button to play.
    """
    small = words.joined((_day(day, lang), words.rules_name(lang, rules_on(day))))
    heading = lang("daily-yesterday", players=before.count)
    results = [f"**{heading}**"] if before.count else [lang("daily-nobody")]
    for one in before.standings:
        who = f"{_mark(one)} {words.player(lang, one.user_id, names.get(one.user_id))}"
        streak = _streak(streaks.get(one.user_id, 0), lang)
        results += [words.joined((who, streak)), squares(one.squares)]
    return framed(
        text(f"### {lang('daily-title')}\n-# {small}"),
        LINE,
        text(*results),
        *((row(_play_button(lang)),) if live else ()),
        colour=Colour.gold(),
    )


def _play_button(lang: Language) -> Button:
    return button(lang("button-daily-play"), PLAY.custom_id(), style=GREEN)


def _card(result: Result, title: str, mistakes: str, lang: Language) -> str:
    """The score and ten squares, followed by the mistakes and the streak."""
    game = result.game
    small = words.joined((_day(game.day, lang), words.rules_name(lang, result.rules)))
    best = f"## {_score(game.squares, lang)}"
    last = words.joined((mistakes, _streak(result.streak, lang)))
    return f"### {title}\n-# {small}\n{best}\n{squares(game.squares)}\n{last}".rstrip()


def _mistakes_cost(result: Result, lang: Language) -> str:
    """`4 mistakes, 27% of a bet`; empty without mistakes."""
    hands = HANDS - score(result.game.squares)
    percent = whole_percent(result.game.lost, lang)
    return lang("daily-others", hands=hands, percent=percent) if hands else ""


def _mistakes_and_accuracy(result: Result, lang: Language) -> str:
    """`4 mistakes · accuracy 84% (21 of 25)`; only the accuracy without mistakes."""
    hands = HANDS - score(result.game.squares)
    mistakes = lang("daily-mistakes", hands=hands) if hands else ""
    good = sum(review.good for review in result.reviews)
    decisions = sum(len(review.decisions) for review in result.reviews)
    return words.joined((mistakes, words.accuracy(lang, good, decisions)))


def _streak(days: int, lang: Language) -> str:
    return lang("daily-streak", days=days) if days >= LEAST_STREAK else ""


def _score(letters: str, lang: Language) -> str:
    return lang("daily-score", best=score(letters), hands=HANDS)


def mistakes_of(reviews: Sequence["Review"], lang: Language) -> Iterator[str]:
    """The worst decision of each hand with a mistake: the move, its cost, and the reason for a better one."""
    for number, review in enumerate(reviews, start=1):
        if (worst := review.worst) is not None:
            hand, made = hand_against(worst.point, lang, TEXT_ONLY), words.verb(lang, worst.verb)
            cost = lang("review-cost", cost=words.percent(lang, worst.permille))
            yield words.joined((f"**{number}.** {hand}", f"**{made}**", cost))
            if worst.why is not None:
                yield f"-# {because(worst.why, worst.point, lang)}"


def _why(review: "Review", lang: Language) -> Iterator[str]:
    """The reason why another move was better than the worst decision, if any."""
    if (worst := review.worst) is not None and worst.why is not None:
        yield because(worst.why, worst.point, lang)


def squares(letters: str) -> str:
    """A square for each hand; `letters` has one letter for each finished hand."""
    return "".join(SQUARES[queued] for queued in letters).ljust(HANDS, FREE)


def whole_percent(lost: int, lang: Language) -> str:
    """Millionths as whole percent, at least 1%."""
    return lang("percent", number=str(max(1, round(lost / 10_000))))


def _day(day: int, lang: Language) -> str:
    """`No. 380 · 2027-01-15`."""
    when = date.fromordinal(_EPOCH + day).isoformat()
    return words.joined((lang("daily-number", number=str(number_of(day))), when))


def heading(title: str, small: str, letters: str, rules: Rules, lang: Language) -> str:
    """The title, the number of the hand, and the rules."""
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
    """The hand in play as a heading; a finished hand with the reason for its result, without an amount."""
    cards, total = cards_text(lang, hand.cards, pictures), words.total(lang, hand.total)
    if hand.active:
        return f"## ▶ {words.joined((cards, total))}"
    state = words.reason(lang, hand.outcome) if hand.outcome else words.status(lang, hand)
    return words.joined((cards, f"**{total}**", state))


def _moves(page: DailyPage, view: TableView, lang: Language) -> Iterator[Button]:
    """Buttons for the legal moves, in the order of `BUTTONS`."""
    (seat,) = view.seats
    offered = {kind.verb for kind in seat.offers}
    for name, verb in BUTTONS.items():
        if verb in offered:
            press = page.press(name).custom_id()
            yield button(words.verb(lang, verb), press, style=MOVE_STYLES.get(verb, GREY))


def _board(result: Result, lang: Language) -> Iterator[str]:
    yield f"**{lang('daily-board', players=result.board.count)}**"
    for one in result.board.standings:
        yield _place(one, result, lang)


def _mark(one: DailyStanding) -> str:
    return _MEDALS.get(one.rank, f"**{one.rank}.**")


def _place(one: DailyStanding, result: Result, lang: Language) -> str:
    who = words.player(lang, one.user_id, result.names.get(one.user_id))
    you = f"**{lang('leaders-you')}**" if one.user_id == result.user_id else ""
    lost = f"−{whole_percent(one.lost, lang)}" if one.lost else ""
    return words.joined((f"{_mark(one)} {who}", f"**{_score(one.squares, lang)}**", lost, you))
