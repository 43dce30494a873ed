"""`/share`, and the button of a replay: post one of the user's rounds in the channel.

A round is shared only in the server where it was played, since everyone there may see its replay anyway.
"""

from functools import partial

from cachetools import TTLCache
from discord.ext import commands

from cogs.interactions import panels as pressed
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.pace import Cooldowns
from cogs.interactions.panels import PanelPress
from cogs.interactions.permissions import may_write, missing_permissions
from cogs.language import words
from cogs.language.sentences import Sorry
from cogs.pages.board import colour, in_detail
from cogs.pages.hands import Teller
from cogs.pages.parts import LINE, Layout, button, framed, row, text
from cogs.pages.replay import (
    SHARE,
    find_round,
    has_played,
    is_from_here,
    replay_of,
    table_heading,
)
from engine.table.state import Stage
from engine.table.view import TableView

SHARES, PER_SECONDS = 3, 60.0
"""Rate limit of sharing per user, as the whole channel sees the rounds."""

POSTS, POST_SECONDS = 4_096, 3_600.0
"""Size and lifetime of the cache of posts; sharing a round again gets a link to the first post."""

LOOKED_AT = 25
"""Number of a user's last rounds that are searched for one of this server."""


class Sharing(commands.Cog):
    """Posts rounds in a channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._pace = Cooldowns(desk.clock, PER_SECONDS, SHARES)
        self._posted = TTLCache[tuple[int, int], int](POSTS, POST_SECONDS, desk.clock.now)
        """The messages of recently shared rounds, by channel and round."""
        desk.panels[SHARE] = self._on_button

    @slash("share")
    async def share(self, ctx: Context) -> None:
        """Post the user's last round in the channel."""
        await self._share(ctx, await self._last(ctx))

    async def _on_button(self, ctx: Context, press: PanelPress) -> None:
        """Answer the button of a replay. Raises `Sorry`."""
        match press:
            case PanelPress(button="round", values=(round_id,)):
                await self._share(ctx, round_id)
            case _:
                raise Sorry("sorry-old-history")

    async def _last(self, ctx: Context) -> int:
        """The user's last round in this server, otherwise their last round. Raises `Sorry` if they have none."""
        found = (await self._bank.history(ctx.user_id, 0, LOOKED_AT)).rounds
        if not found:
            raise Sorry("history-none")
        here = (played for played in found if played.guild_id == ctx.guild_id)
        return next(here, found[0]).round_id

    async def _share(self, ctx: Context, round_id: int) -> None:
        """Post a round. Raises `Sorry` if that is not allowed."""
        saved = await find_round(ctx, self._bank, round_id)
        if not has_played(saved, ctx):
            raise Sorry("sorry-share-not-yours", round=str(round_id))
        if not is_from_here(saved, ctx):
            raise Sorry("sorry-share-elsewhere", round=str(round_id))
        if missing_permissions(ctx) or not may_write(ctx):
            raise Sorry("sorry-share-not-here")
        replay = await replay_of(ctx, self._bank, saved)
        if (message_id := self._posted.get((ctx.channel_id, round_id))) is not None:
            link = words.link(ctx.guild_id, ctx.channel_id, message_id)
            raise Sorry("sorry-shared-already", round=str(round_id), link=link)
        if (when := self._pace.take(ctx.user_id)) is not None:
            raise Sorry("sorry-shared-enough", when=when)
        last = replay.step(len(replay) - 1)
        lang = self.desk.public_language(ctx, ctx.channel_id)
        teller = Teller(lang=lang, pictures=self.desk.pictures(ctx))
        player = words.player(lang, ctx.user_id, ctx.display_name.here)
        drawn = partial(_draw, last.view, player, round_id, saved.ended_at)
        message_id = await ctx.show_publicly(in_detail(drawn, teller))
        self._posted[ctx.channel_id, round_id] = message_id


def _draw(view: TableView, player: str, round_id: int, ended_at: float, teller: Teller) -> Layout:
    """Draw the end of the round, with a button for a private replay."""
    lang = teller.lang
    shares = lang("share-of", player=player, round=str(round_id))
    heading = table_heading(lang, view, words.joined((shares, words.moment(ended_at))))
    ended = [text(lang("replay-voided"))] if view.stage is Stage.VOIDED else []
    press = pressed.rounds_from(view.table_id, view.round_number)
    return framed(
        text(heading),
        LINE,
        *map(text, teller.table(view)),
        *ended,
        row(button(lang("button-replay"), press.custom_id())),
        colour=colour(view),
    )
