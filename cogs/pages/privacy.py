"""Draws `/privacy`: the page, the modal that confirms a deletion, and the exported file."""

import gzip
import io
import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.language import Language
from cogs.pages.parts import LINE, RED, Layout, button, framed, links, row, text
from cogs.pages.press import Page, Press
from engine.values.bank import ExportedData

WORD = "word"

FILE_NAME = "blackjack-data.json"


class PrivacyAction(StrEnum):
    EXPORT = "file"
    FORGET = "forget"
    """Opens a modal of the same custom id."""


def _custom_id(action: PrivacyAction) -> str:
    return Press(page=Page.PRIVACY, action=action).custom_id()


def draw_privacy(lang: Language, pages: Mapping[str, str]) -> Layout:
    get = button(lang("button-my-data"), _custom_id(PrivacyAction.EXPORT))
    forget = button(lang("button-forget-me"), _custom_id(PrivacyAction.FORGET), style=RED)
    return framed(
        text(f"### {lang('privacy-title')}\n{lang('privacy-kept')}"),
        LINE,
        text(lang("privacy-how")),
        row(get, forget),
        *links(pages, lang),
        text(f"-# {lang('play-money')}"),
    )


def confirmation(lang: Language) -> ui.Modal:
    modal = ui.Modal(title=lang("modal-forget"), custom_id=_custom_id(PrivacyAction.FORGET))
    modal.add_item(ui.TextDisplay(lang("modal-forget.text")))
    word = lang("privacy-word")
    field = ui.TextInput[ui.Modal](custom_id=WORD, placeholder=word, max_length=32)
    modal.add_item(ui.Label(text=lang("modal-forget.label", word=word), component=field))
    modal.stop()
    return modal


def packed(data: ExportedData, limit: int) -> discord.File | None:
    """Return the data as a file of at most `limit` bytes, compressed if necessary; None if too large."""
    plain, small = io.BytesIO(), io.BytesIO()
    with gzip.GzipFile(fileobj=small, mode="wb", compresslevel=6) as zipped:
        for text in written(data):
            line = text.encode()
            zipped.write(line)
            if plain.tell() <= limit:
                plain.write(line)
            if small.tell() > limit:
                return None
    if plain.tell() <= limit:
        plain.seek(0)
        return discord.File(plain, FILE_NAME)
    small.seek(0)
    return discord.File(small, f"{FILE_NAME}.gz") if len(small.getbuffer()) <= limit else None


def written(data: ExportedData) -> Iterator[str]:
    """Yield the exported data as JSON with one line per item of its lists."""
    opening = "{\n"
    for name, value in data:
        yield f"{opening}{json.dumps(name)}: "
        yield from _lines(value) if isinstance(value, Iterator) else (json.dumps(value),)
        opening = ",\n"
    yield "\n}\n"


def _lines(items: Iterator[Any]) -> Iterator[str]:
    opening = "[\n  "
    for one in items:
        yield opening + json.dumps(one)
        opening = ",\n  "
    yield "[]" if opening.startswith("[") else "\n]"
