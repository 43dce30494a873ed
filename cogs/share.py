"""The `/share` command and button: post a round in the server where it was played."""

import asyncio
from weakref import WeakValueDictionary

from cachetools import TTLCache
from discord.ext import commands

from cogs.interactions.admission import Cooldowns
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import require_writing
from cogs.interactions.press import press
from cogs.interactions.rounds import find_round, has_played, is_from_here, replay_of
from cogs.interactions.slash import slash
from cogs.language import words
from cogs.language.error_sentences import Sorry
from cogs.pages.press import OF_ROUND, Page
from cogs.pages.replay import draw_shared
from engine.records.replay import Replay
from engine.values.played import SavedRound

SHARES, PER_SECONDS = 3, 60.0

POSTS, POST_SECONDS = 4_096, 3_600.0
"""The cache: its size and seconds. Sharing again returns a link."""


class Sharing(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._pace = Cooldowns(desk.clock, PER_SECONDS, SHARES)
        self._posting = WeakValueDictionary[tuple[int, int], asyncio.Lock]()
        """By channel and round."""
        self._posted = TTLCache[tuple[int, int], int](POSTS, POST_SECONDS, desk.clock.now)

    @slash("share")
    async def share(self, ctx: Context) -> None:
        await self._share(ctx, await self._last(ctx))

    @press(Page.SHARE, OF_ROUND)
    async def share_round(self, ctx: Context, round_id: int) -> None:
        await self._share(ctx, round_id)

    async def _last(self, ctx: Context) -> int:
        """Return the id of the user's last round in this server, or else anywhere. Raises `Sorry` without one."""
        here = await self._bank.last_round(ctx.user_id, ctx.guild_id)
        if here is not None:
            return here
        found = (await self._bank.history(ctx.user_id, 0, 1)).rounds
        if not found:
            raise Sorry("history-none")
        return found[0].round_id

    async def _share(self, ctx: Context, round_id: int) -> None:
        saved = await find_round(ctx, self._bank, round_id)
        if not has_played(saved, ctx):
            raise Sorry("sorry-share-not-yours", round=str(round_id))
        if not is_from_here(saved, ctx):
            raise Sorry("sorry-share-elsewhere", round=str(round_id))
        require_writing(ctx)
        replay = await replay_of(ctx, self._bank, saved)
        # A second click waits for the link to the first one's post.
        lock = self._posting.setdefault((ctx.channel_id, round_id), asyncio.Lock())
        async with lock:
            await self._post(ctx, saved, replay)

    async def _post(self, ctx: Context, saved: SavedRound, replay: Replay) -> None:
        round_id = saved.round_id
        if (message_id := self._posted.get((ctx.channel_id, round_id))) is not None:
            link = words.link(ctx.guild_id, ctx.channel_id, message_id)
            raise Sorry("sorry-shared-already", round=str(round_id), link=link)
        if (when := self._pace.take(ctx.user_id)) is not None:
            raise Sorry("sorry-shared-enough", when=when)
        end = replay.step(len(replay) - 1).view
        lang, pictures = self.desk.public_language(ctx, ctx.channel_id), self.desk.pictures(ctx)
        player = words.player(lang, ctx.user_id, ctx.display_name.here)
        drawn = draw_shared(end, player, round_id, saved.ended_at, lang, pictures)
        self._posted[ctx.channel_id, round_id] = await ctx.post(drawn)
