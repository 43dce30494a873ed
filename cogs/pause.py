"""The `/pause` command: a break from playing."""

from secrets import token_bytes

from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import said, words
from cogs.language.error_sentences import Sorry
from cogs.pages.parts import framed, text
from cogs.pages.pause import BEGIN, draw_pause
from cogs.pages.press import Page
from engine.clock import wall_time

DAY = 86_400
MONTH = 30 * DAY

LENGTHS = [
    app_commands.Choice(name=said("pause-day"), value=DAY),
    app_commands.Choice(name=said("pause-week"), value=7 * DAY),
    app_commands.Choice(name=said("pause-month"), value=MONTH),
]

KEY_BYTES = 32


class Pause(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("pause", choices={"length": LENGTHS})
    async def pause(self, ctx: Context, length: app_commands.Choice[int]) -> None:
        until = int(wall_time(self.desk.clock)) + length.value
        running = await self.desk.bank.paused_until(ctx.user_id)
        if running is not None and running >= until:
            raise Sorry("sorry-pause-longer", until=words.date_and_time(running))
        await ctx.send(draw_pause(ctx.lang, until))

    @press(Page.PAUSE, BEGIN)
    async def begin(self, ctx: Context, until: int) -> None:
        """Begin a break `until` a time in Unix seconds; remove the user from all tables. Idempotent.

        Raises `Sorry` if that time has passed.
        """
        now = wall_time(self.desk.clock)
        if until > now + MONTH:
            raise Sorry("sorry-unknown-button")
        if until <= now:
            raise Sorry("sorry-old-pause")
        saved = await self.desk.bank.pause(ctx.user_id, until, token_bytes(KEY_BYTES))
        await self.desk.house.unseat(ctx.user_id)
        done = ctx.lang("pause-begun", until=words.date_and_time(saved))
        await ctx.replace(view=framed(text(done)))
