"""`/pause`: a break from playing for a chosen time."""

from secrets import token_bytes

from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.panels import PanelPress
from cogs.language import Language, said, words
from cogs.language.sentences import Sorry
from cogs.pages.parts import Layout, button, framed, row, text
from engine.clock import wall_time

PANEL = "pause"
BEGIN = "begin"
"""The button; its value is the end of the break in Unix seconds."""

DAY = 86_400
MONTH = 30 * DAY

LENGTHS = [
    app_commands.Choice(name=said("pause-day"), value=DAY),
    app_commands.Choice(name=said("pause-week"), value=7 * DAY),
    app_commands.Choice(name=said("pause-month"), value=MONTH),
]

KEY_BYTES = 32


class Pause(commands.Cog):
    """Starts breaks, which the bank enforces."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.panels[PANEL] = self._begin

    @slash("pause", choices={"length": LENGTHS})
    async def pause(self, ctx: Context, length: app_commands.Choice[int]) -> None:
        """Explain the break, with the button that begins it. Raises `Sorry` during a longer break."""
        until = int(wall_time(self.desk.clock)) + length.value
        running = await self.desk.bank.paused_until(ctx.user_id)
        if running is not None and running >= until:
            raise Sorry("sorry-pause-longer", until=words.date_and_time(running))
        await ctx.show(draw_question(ctx.lang, until))

    async def _begin(self, ctx: Context, press: PanelPress) -> None:
        """Begin the break and remove the user from all tables. Idempotent.

        Raises `Sorry` if the break would have ended already.
        """
        now = wall_time(self.desk.clock)
        match press:
            case PanelPress(button=name, values=(until,)) if name == BEGIN and until <= now + MONTH:
                pass
            case _:
                raise Sorry("sorry-unknown-button")
        if until <= now:
            raise Sorry("sorry-old-pause")
        saved = await self.desk.bank.pause(ctx.user_id, until, token_bytes(KEY_BYTES))
        await self.desk.house.unseat(ctx.user_id)
        done = ctx.lang("pause-begun", until=words.date_and_time(saved))
        await ctx.replace(view=framed(text(done)))


def draw_question(lang: Language, until: int) -> Layout:
    """Draw the explanation of a break until this time, and the button that begins it."""
    press = PanelPress(panel=PANEL, button=BEGIN, values=(until,))
    return framed(
        text(f"### {lang('pause-title')}\n{lang('pause-what', until=words.date_and_time(until))}"),
        row(button(lang("button-pause"), press.custom_id())),
    )
