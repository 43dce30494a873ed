"""What is behind `⋯` on a board: the seal and the cut, company, rules, strategy, and the rounds of the sitting."""

from collections.abc import Iterator

from discord import Colour

from cogs.answers.panels import (
    MORE,
    OF_TABLE,
    RULES,
    SITTING,
    STRATEGY,
    PanelPress,
    of_table,
    review_of,
    rounds_from,
)
from cogs.board.bets import cut
from cogs.commands.verify import to_cut
from cogs.language import Language, words
from cogs.parts.components import Button, Layout, button, container, row, text
from engine.channel_settings import ChannelSettings, Coaching
from engine.table.state import Stage
from engine.table.view import TableView

COMPANY = "company"
"""The button that brings a player of the house to the table."""


def draw_more(view: TableView, user_id: int, settings: ChannelSettings, lang: Language) -> Layout:
    """The whole message for somebody at this table, or beside it."""
    rows = [
        row(*buttons)
        for buttons in (
            [*_at_the_table(view, user_id, settings, lang)],
            [*_looking_back(view, settings, lang)],
        )
        if buttons
    ]
    told = "\n".join([f"### {lang('more-title')}", *_seal(view, lang)])
    return Layout(container(text(told), *rows, colour=Colour.blurple().value))


def _seal(view: TableView, lang: Language) -> Iterator[str]:
    """The whole seal of the shoe, and who has cut it, or may."""
    seal = view.seal
    if seal is None:
        return
    yield lang("table-sealed", seal=seal.text)
    if seal.may_cut is not None:
        player = words.seated(lang, view.seat(seal.may_cut))
        yield f"-# {lang('table-may-cut', player=player)}"
    else:
        yield f"-# {cut(view, seal, lang)}"


def _at_the_table(
    view: TableView, user_id: int, settings: ChannelSettings, lang: Language
) -> Iterator[Button]:
    if (press := to_cut(view, user_id)) is not None:
        yield button(lang("button-cut"), press.custom_id())
    if view.takes_company(settings.company):
        yield _button(lang, "button-company", MORE, COMPANY, view)
    yield _button(lang, "button-rules", RULES, OF_TABLE, view)
    yield _button(lang, "button-strategy", STRATEGY, OF_TABLE, view)


def _looking_back(view: TableView, settings: ChannelSettings, lang: Language) -> Iterator[Button]:
    """What leads to the rounds that were played here."""
    over = view.last or view.before
    if over is None:
        return
    table_id, number = over.table_id, over.round_number
    yield button(lang("button-my-rounds"), of_table(SITTING, table_id).custom_id())
    yield button(lang("button-replays"), rounds_from(table_id, 1, number).custom_id())
    if settings.coach is not Coaching.OFF and over.stage is Stage.SETTLED:
        yield button(lang("button-review"), review_of(table_id, number).custom_id())


def _button(lang: Language, label: str, panel: str, name: str, view: TableView) -> Button:
    press = PanelPress(panel=panel, button=name, values=(view.table_id,))
    return button(lang(label), press.custom_id())
