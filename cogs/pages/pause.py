"""Draws the question of `/pause`: whether to begin a break."""

from cogs.language import Language, words
from cogs.pages.parts import Layout, button, framed, row, text
from cogs.pages.press import Page, Press

BEGIN = "begin"
"""Its value is the end in Unix seconds."""


def draw_pause(lang: Language, until: int) -> Layout:
    press = Press(page=Page.PAUSE, action=BEGIN, values=(until,))
    return framed(
        text(f"### {lang('pause-title')}\n{lang('pause-what', until=words.date_and_time(until))}"),
        row(button(lang("button-pause"), press.custom_id())),
    )
