"""`/share`, and the button of a replay: puts a round that the asker has played into the channel, for everybody.

It is shared in the server where it was played, and nowhere else: there everybody may see its replay anyway.
"""

from functools import partial

from cachetools import TTLCache
from discord.ext import commands

from cogs.answers import panels as pressed
from cogs.answers.context import Context, slash
from cogs.answers.desk import Desk
from cogs.answers.pace import Pace
from cogs.answers.panels import PanelPress
from cogs.answers.permissions import may_write, missing_permissions
from cogs.board.board import colour, in_detail
from cogs.board.hands import Teller
from cogs.board.parts import LINE, Layout, button, framed, row, text
from cogs.commands.replay import (
    SHARE,
    find_round,
    has_played,
    is_from_here,
    replay_of,
    table_heading,
)
from cogs.language import words
from cogs.language.sentences import Sorry
from engine.table.state import Stage
from engine.table.view import TableView

SHARES, PER_SECONDS = 3, 60.0
"""Rounds that one user may share, and in which time: everybody in the channel gets them to see."""

POSTS, POST_SECONDS = 4_096, 3_600.0
"""Posts that are remembered, and for how long a second one of the same round is answered with a link to the first."""

LOOKED_AT = 25
"""A user's last rounds, among which the last one of this server is looked for."""


class Sharing(commands.Cog):
    """Shows rounds to everybody in a channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._pace = Pace(desk.clock, PER_SECONDS, SHARES)
        self._posted = TTLCache[tuple[int, int], int](POSTS, POST_SECONDS, desk.clock.now)
        """The messages of rounds that were shared lately, by channel and round."""
        desk.panels[SHARE] = self._shared

    @slash("share")
    async def share(self, ctx: Context) -> None:
        """Put the asker's last round into the channel."""
        await self._share(ctx, await self._last(ctx))

    async def _shared(self, ctx: Context, press: PanelPress) -> None:
        """The button of a replay was pressed. Raises `Sorry`."""
        match press:
            case PanelPress(button="round", values=(round_id,)):
                await self._share(ctx, round_id)
            case _:
                raise Sorry("sorry-old-history")

    async def _last(self, ctx: Context) -> int:
        """The asker's last round of this server, if it is one of their last few. Raises `Sorry` where there is none."""
        found = (await self._bank.history(ctx.user_id, 0, LOOKED_AT)).rounds
        if not found:
            raise Sorry("history-none")
        here = (played for played in found if played.guild_id == ctx.guild_id)
        return next(here, found[0]).round_id

    async def _share(self, ctx: Context, round_id: int) -> None:
        """Raises `Sorry`."""
        kept = await find_round(ctx, self._bank, round_id)
        if not has_played(kept, ctx):
            raise Sorry("sorry-share-not-yours", round=str(round_id))
        if not is_from_here(kept, ctx):
            raise Sorry("sorry-share-elsewhere", round=str(round_id))
        if missing_permissions(ctx) or not may_write(ctx):
            raise Sorry("sorry-share-not-here")
        replay = await replay_of(ctx, self._bank, kept)
        if (message_id := self._posted.get((ctx.channel_id, round_id))) is not None:
            link = words.link(ctx.guild_id, ctx.channel_id, message_id)
            raise Sorry("sorry-shared-already", round=str(round_id), link=link)
        if (when := self._pace.take(ctx.user_id)) is not None:
            raise Sorry("sorry-shared-enough", when=when)
        last = replay.step(len(replay) - 1)
        lang = self.desk.language_of_all(ctx, ctx.channel_id)
        teller = Teller(lang=lang, pictures=self.desk.pictures(ctx))
        who = words.player(lang, ctx.user_id, ctx.called.here)
        drawn = partial(_draw, last.view, who, round_id, kept.ended_at)
        message_id = await ctx.show_everybody(in_detail(drawn, teller))
        self._posted[ctx.channel_id, round_id] = message_id


def _draw(view: TableView, who: str, round_id: int, ended_at: float, teller: Teller) -> Layout:
    """How the round ended, and the way to its replay, which everybody gets for themselves."""
    lang = teller.lang
    shares = lang("share-of", player=who, round=str(round_id))
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
