"""`/privacy`: the stored personal data, its export as a file, and its deletion."""

import gzip
import io
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.discord_link.payloads import text_of
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.panels import PanelPress
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.pages.parts import LINE, RED, Layout, button, framed, links, row, text
from engine.rules.refusals import Refusal, Refused, Why
from engine.values.bank import ExportedData, StillPlaying

log = logging.getLogger(__name__)

PANEL = "privacy"
FILE = PanelPress(panel=PANEL, button="file")
FORGET = PanelPress(panel=PANEL, button="forget")
"""The deletion button and its modal."""

WORD = "word"
"""The custom id of the text input."""

FILE_NAME = "blackjack-data.json"


class Privacy(commands.Cog):
    """Exports and deletes personal data."""

    def __init__(self, desk: Desk, pages: Mapping[str, str]) -> None:
        self.desk = desk
        self.bank = desk.bank
        self.pages = pages
        self._at_work: set[int] = set()
        desk.panels[PANEL] = self.answer

    @slash("privacy")
    async def privacy(self, ctx: Context) -> None:
        """Explain what is stored, with buttons for export and deletion."""
        await ctx.show(panel(ctx.lang, self.pages))

    async def answer(self, ctx: Context, press: PanelPress) -> None:
        """Answer a button of the panel or its modal. Raises `Sorry`, `Refused`."""
        user_id, lang = ctx.user_id, ctx.lang
        if press == FILE:
            with self._one_at_a_time(user_id):
                await self._export(ctx, lang)
        elif press != FORGET:
            raise Sorry("sorry-unknown-button")
        elif not ctx.is_modal:
            await ctx.ask(confirmation(lang))
        elif text_of(ctx.payload, WORD).strip().casefold() != lang("privacy-word").casefold():
            raise Sorry("sorry-not-the-word", word=lang("privacy-word"))
        else:
            with self._one_at_a_time(user_id):
                await ctx.think()
                await self._forget(user_id)
            await ctx.say(lang("privacy-forgotten"))

    async def _export(self, ctx: Context, lang: Language) -> None:
        await ctx.think()
        limit = ctx.interaction.filesize_limit
        file = await self.bank.personal_data(ctx.user_id, partial(packed, limit=limit))
        if file is None:
            raise Sorry("sorry-file-too-large", limit=limit // 2**20)
        await ctx.send_files([file], lang("privacy-file"), lang("files-refused"))

    async def _forget(self, user_id: int) -> None:
        """Remove the user from all tables and delete their data. Raises `Sorry` if a round has to end first.

        The bank checks again: a user who bets in between keeps their seat, bet and account.
        """
        try:
            if channels := await self.desk.house.unseat(user_id):
                raise StillPlaying(channels)
            known = await self.bank.forget(user_id)
        except StillPlaying as playing:
            raise self._not_yet(playing.channels) from None
        self.desk.house.forget(user_id)
        if known:
            # Without the id: the log must not identify the user.
            log.info("a user was forgotten")

    def _not_yet(self, channels: tuple[int, ...]) -> Sorry:
        broken = [channel for channel in channels if self.desk.house.is_broken(channel)]
        named = ", ".join(f"<#{channel}>" for channel in broken or channels)
        return Sorry("sorry-seat-broken" if broken else "sorry-still-playing", channels=named)

    @contextmanager
    def _one_at_a_time(self, user_id: int) -> Iterator[None]:
        """Allow one request per user at a time: a long history is expensive. Raises `Refused`."""
        if user_id in self._at_work:
            raise Refused(Refusal(why=Why.REPEATED))
        self._at_work.add(user_id)
        try:
            yield
        finally:
            self._at_work.discard(user_id)


def panel(lang: Language, pages: Mapping[str, str]) -> Layout:
    """Draw what is stored, the buttons for export and deletion, and links to the host's pages."""
    get = button(lang("button-my-data"), FILE.custom_id())
    forget = button(lang("button-forget-me"), FORGET.custom_id(), style=RED)
    return framed(
        text(f"### {lang('privacy-title')}\n{lang('privacy-kept')}"),
        LINE,
        text(lang("privacy-how")),
        row(get, forget),
        *links(pages, lang),
        text(f"-# {lang('play-money')}"),
    )


def confirmation(lang: Language) -> ui.Modal:
    """The modal that lists what will be deleted and asks for a confirming word."""
    modal = ui.Modal(title=lang("modal-forget"), custom_id=FORGET.custom_id())
    modal.add_item(ui.TextDisplay(lang("modal-forget.text")))
    word = lang("privacy-word")
    field = ui.TextInput[ui.Modal](custom_id=WORD, placeholder=word, max_length=32)
    modal.add_item(ui.Label(text=lang("modal-forget.label", word=word), component=field))
    modal.stop()
    return modal


def packed(data: ExportedData, limit: int) -> discord.File | None:
    """The exported data as a file of at most `limit` bytes, compressed if necessary; None if still too large."""
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
    """Yield the exported data as JSON in parts, with one line per item of its lists."""
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
