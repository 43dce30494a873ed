"""Draws private (ephemeral) answers about a table, such as the page behind `⋯`."""

from collections.abc import Iterator

from discord import Colour

from cogs.language import Language, words
from cogs.language.display_names import name_of
from cogs.pages.board import of_the_shoe
from cogs.pages.parts import Button, Layout, button, framed, row, text
from cogs.pages.press import COMPANY, Page, Press, of_table, replays_of
from cogs.pages.verify import to_add_words
from engine.table.channel_settings import ChannelSettings, Coaching
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.tables import Character


def draw_more(view: TableView, user_id: int, settings: ChannelSettings, lang: Language) -> Layout:
    rows = [
        row(*buttons)
        for buttons in (
            [*_reading_buttons(view, lang)],
            [*_past_buttons(view, settings, lang), *_table_buttons(view, user_id, settings, lang)],
        )
        if buttons
    ]
    over = view.last or view.before
    number = "" if over is None else words.listed_as(over.round_id)
    listed = (
        lang("more-listed", round=str(over.round_number), number=number) if over and number else ""
    )
    small = [f"-# {line}" for line in (listed, *of_the_shoe(view, lang)) if line]
    return framed(text(f"### {lang('more-title')}"), *rows, text(*small), colour=Colour.blurple())


def _reading_buttons(view: TableView, lang: Language) -> Iterator[Button]:
    for label, page in (
        ("button-help", Page.HELP),
        ("button-rules", Page.RULES),
        ("button-strategy", Page.STRATEGY),
    ):
        yield button(lang(label), of_table(page, view.table_id).custom_id())
    if view.last or view.before:
        yield button(lang("button-my-rounds"), of_table(Page.SITTING, view.table_id).custom_id())


def _table_buttons(
    view: TableView, user_id: int, settings: ChannelSettings, lang: Language
) -> Iterator[Button]:
    if (press := to_add_words(view, user_id)) is not None:
        yield button(lang("button-words"), press.custom_id())
    if view.has_room_for_ai_player(settings.company):
        press = Press(page=Page.MORE, action=COMPANY, values=(view.table_id,))
        yield button(lang("button-company"), press.custom_id())


def _past_buttons(view: TableView, settings: ChannelSettings, lang: Language) -> Iterator[Button]:
    over = view.last or view.before
    if over is None:
        return
    table_id, number = over.table_id, over.round_number
    yield button(lang("button-replays"), replays_of(table_id, 1, number).custom_id())
    if settings.coach is not Coaching.OFF and over.stage is Stage.SETTLED:
        yield button(lang("button-review"), of_table(Page.REVIEW, table_id, number).custom_id())


def bet_answer(lang: Language, view: TableView, user_id: int) -> str:
    seat = view.seat_of(user_id)
    if seat is None or not seat.stake:
        return lang("bet-settled")
    placed = "bet-placed"
    if view.stage is Stage.PLAYING:
        placed = "bet-dealt" if seat.hands else "bet-ahead"
    return lang(placed, amount=lang.money.write(seat.stake))


def company_here(lang: Language, view: TableView) -> str:
    return lang("company-here", names=lang.listed([name_of(lang, one) for one in view.ai_players]))


def sent_away(lang: Language, view: TableView, character: Character | None) -> str:
    """Return the answer about dismissed AI players (None: all), who leave now or after the round."""
    later = any(seat.character and character in (None, seat.character) for seat in view.seats)
    if character is None:
        return lang("company-all-get-up-later" if later else "company-all-get-up")
    key = "company-gets-up-later" if later else "company-gets-up"
    return lang(key, name=name_of(lang, character))
