"""Draws the daily ten hands: a hand, the result, and posts in a channel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from discord import Colour

from cogs.language import Language, words
from cogs.pages.cards import Pictures
from cogs.pages.parts import GREEN, LINE, Button, Layout, button, framed, row, text
from cogs.pages.press import DuelAction, Page, Press
from cogs.pages.ten_hands import HandPage, draw_page, heading, mistakes_of, squares, whole_percent
from engine.advice.daily import HANDS, Ten, number_of, rules_on, score
from engine.rules.rules import Rules
from engine.table.view import TableView
from engine.values.daily import DailyBoard, DailyEntry, DailyGame
from engine.values.tables import Names

if TYPE_CHECKING:
    from engine.advice.reviews import Review


class DailyAction(StrEnum):
    PLAY = "play"
    SHARE = "share"


PLACES = 10

LEAST_STREAK = 2
"""Days; shorter streaks are not shown."""

_EPOCH = date(1970, 1, 1).toordinal()

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A finished daily game, with a review per hand, and the day's leaderboard."""

    game: DailyGame
    rules: Rules
    reviews: Sequence["Review"]
    board: DailyBoard
    names: Names
    streak: int
    user_id: int


def press_of(game: DailyGame, name: str) -> Press:
    return Press(page=Page.DAILY, action=name, values=(game.day, len(game.moves.split())))


def draw_hand(
    game: DailyGame,
    now: Ten,
    view: TableView,
    lang: Language,
    pictures: Pictures,
    review: "Review | None" = None,
) -> Layout:
    """Draw the hand in play, or with a `review` the hand just finished."""
    small = words.joined((_day(game.day, lang), f"**{words.rules_name(lang, now.rules)}**"))
    page = HandPage(
        heading=heading(lang("daily-title"), small, game.squares, now.rules, lang),
        about=lang("daily-about"),
        press=partial(press_of, game),
        squares=game.squares,
    )
    return draw_page(page, now, view, lang, pictures, review)


def draw_result(result: Result, lang: Language) -> Layout:
    share = button(
        lang("button-daily-share"),
        press_of(result.game, DailyAction.SHARE).custom_id(),
        style=GREEN,
        enabled=not result.game.shared,
    )
    ask = Press(page=Page.DUEL, action=DuelAction.ASK)
    mistakes = "\n".join(mistakes_of(result.reviews, lang))
    return framed(
        text(_card(result, lang("daily-title"), _mistakes_cost(result, lang), lang)),
        *((LINE, text(mistakes)) if mistakes else ()),
        LINE,
        text(*_board(result, lang)),
        row(share, button(lang("button-duel-ask"), ask.custom_id())),
        text(f"-# {lang('daily-again')}"),
        colour=Colour.gold(),
    )


def draw_posted(result: Result, player: str, lang: Language) -> Layout:
    """Draw a player's score for a channel, without revealing any hand."""
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
    """Draw the post that opens a day, with the results of the day `before`.

    `streaks` are the players' days in a row until then. Only a `live` post has a play button.
    """
    small = words.joined((_day(day, lang), words.rules_name(lang, rules_on(day))))
    heading = lang("daily-yesterday", players=before.count)
    results = [f"**{heading}**"] if before.count else [lang("daily-nobody")]
    for one in before.entries:
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
    return button(
        lang("button-daily-play"),
        Press(page=Page.DAILY, action=DailyAction.PLAY).custom_id(),
        style=GREEN,
    )


def _card(result: Result, title: str, mistakes: str, lang: Language) -> str:
    game = result.game
    small = words.joined((_day(game.day, lang), words.rules_name(lang, result.rules)))
    best = f"## {_score(game.squares, lang)}"
    last = words.joined((mistakes, _streak(result.streak, lang)))
    return f"### {title}\n-# {small}\n{best}\n{squares(game.squares)}\n{last}".rstrip()


def _mistakes_cost(result: Result, lang: Language) -> str:
    hands = HANDS - score(result.game.squares)
    percent = whole_percent(result.game.lost, lang)
    return lang("daily-others", hands=hands, percent=percent) if hands else ""


def _mistakes_and_accuracy(result: Result, lang: Language) -> str:
    hands = HANDS - score(result.game.squares)
    mistakes = lang("daily-mistakes", hands=hands) if hands else ""
    good = sum(review.good for review in result.reviews)
    decisions = sum(len(review.decisions) for review in result.reviews)
    return words.joined((mistakes, words.accuracy(lang, good, decisions)))


def _streak(days: int, lang: Language) -> str:
    return lang("daily-streak", days=days) if days >= LEAST_STREAK else ""


def _score(letters: str, lang: Language) -> str:
    return lang("daily-score", best=score(letters), hands=HANDS)


def _day(day: int, lang: Language) -> str:
    when = date.fromordinal(_EPOCH + day).isoformat()
    return words.joined((lang("daily-number", number=str(number_of(day))), when))


def _board(result: Result, lang: Language) -> Iterator[str]:
    yield f"**{lang('daily-board', players=result.board.count)}**"
    for one in result.board.entries:
        yield _place(one, result, lang)


def _mark(one: DailyEntry) -> str:
    return _MEDALS.get(one.rank, f"**{one.rank}.**")


def _place(one: DailyEntry, result: Result, lang: Language) -> str:
    who = words.player(lang, one.user_id, result.names.get(one.user_id))
    you = f"**{lang('leaders-you')}**" if one.user_id == result.user_id else ""
    lost = f"−{whole_percent(one.lost, lang)}" if one.lost else ""
    return words.joined((f"{_mark(one)} {who}", f"**{_score(one.squares, lang)}**", lost, you))
