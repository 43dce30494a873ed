"""The `/privacy` command: personal data, their export and deletion."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language.error_sentences import Sorry
from cogs.pages.press import Page
from cogs.pages.privacy import WORD, PrivacyAction, confirmation, draw_privacy, packed
from engine.rules.refusals import Refusal, Refused, Why
from engine.values.bank import StillPlaying

log = logging.getLogger(__name__)


class Privacy(commands.Cog):
    def __init__(self, desk: Desk, pages: Mapping[str, str]) -> None:
        self.desk = desk
        self.bank = desk.bank
        self.pages = pages
        self._at_work: set[int] = set()

    @slash("privacy")
    async def privacy(self, ctx: Context) -> None:
        await ctx.send(draw_privacy(ctx.lang, self.pages))

    @press(Page.PRIVACY, PrivacyAction.EXPORT)
    async def export(self, ctx: Context) -> None:
        with self._one_at_a_time(ctx.user_id):
            await ctx.think()
            limit = ctx.interaction.filesize_limit
            file = await self.bank.personal_data(ctx.user_id, partial(packed, limit=limit))
            if file is None:
                raise Sorry("sorry-file-too-large", limit=limit // 2**20)
            refused = ctx.lang("files-refused")
            await ctx.send(ctx.lang("privacy-file"), files=[file], instead=refused)

    @press(Page.PRIVACY, PrivacyAction.FORGET)
    async def forget(self, ctx: Context) -> None:
        word = ctx.lang("privacy-word")
        if not ctx.is_modal:
            await ctx.ask(confirmation(ctx.lang))
            return
        if ctx.entered(WORD).strip().casefold() != word.casefold():
            raise Sorry("sorry-not-the-word", word=word)
        with self._one_at_a_time(ctx.user_id):
            await ctx.think()
            await self._forget(ctx.user_id)
        await ctx.send(ctx.lang("privacy-forgotten"))

    async def _forget(self, user_id: int) -> None:
        """Remove the user from all tables; delete their data. Raises `Sorry` if a round has to end first."""
        try:
            if channels := await self.desk.house.unseat(user_id):
                raise StillPlaying(channels)
            known = await self.bank.forget(user_id)
        except StillPlaying as playing:
            raise self._not_yet(playing.channels) from None
        self.desk.house.forget(user_id)
        if known:
            # Without the id: the log must not identify the user.
            log.info("a user deleted their data")

    def _not_yet(self, channels: tuple[int, ...]) -> Sorry:
        house = self.desk.house
        broken = [channel for channel in channels if house.is_broken(channel)]
        # Of another process, which alone can take the user from a table there.
        elsewhere = [channel for channel in channels if house.in_channel(channel) is None]
        key = "sorry-still-playing"
        if broken or elsewhere:
            key = "sorry-seat-broken" if broken else "sorry-seat-elsewhere"
        named = ", ".join(f"<#{channel}>" for channel in broken or elsewhere or channels)
        return Sorry(key, channels=named)

    @contextmanager
    def _one_at_a_time(self, user_id: int) -> Iterator[None]:
        """Refuse a user's concurrent requests: a long history is expensive."""
        if user_id in self._at_work:
            raise Refused(Refusal(why=Why.REPEATED))
        self._at_work.add(user_id)
        try:
            yield
        finally:
            self._at_work.discard(user_id)
