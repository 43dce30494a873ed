"""`/company`: a player of the house takes a free seat; and what `/leave` needs to send them away."""

from discord import app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.language.characters import name_of
from cogs.language.translator import said
from cogs.network.payload import BotInteraction
from cogs.table.company import company_of
from engine.characters import Character
from engine.live import Table
from engine.table import Invite, SendAway

EVERYBODY = "everybody"
"""The value of the choice that names no character."""

WHO = [app_commands.Choice(name=said(f"character-{one}"), value=str(one)) for one in Character]

TO_SEND_AWAY = [*WHO, app_commands.Choice(name=said("company-everybody"), value=EVERYBODY)]

AnyChoice = app_commands.Choice[str]


class Company(commands.Cog):
    """Brings players of the house to tables; they come only when somebody who sits there asks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=said("command-company"), description=said("command-company.description")
    )
    @app_commands.describe(who=said("command-company.who-description"))
    @app_commands.rename(who=said("command-company.who"))
    @app_commands.choices(who=WHO)
    @app_commands.guild_only()
    async def company(self, interaction: BotInteraction, who: AnyChoice | None = None) -> None:
        """A player of the house sits down at the table of this channel."""
        async with self.desk.answering(interaction) as ctx:
            table = self.desk.table_of(ctx)
            command = Invite(
                user_id=ctx.user_id,
                character=None if who is None else Character(who.value),
                most=self.desk.house.settings_of(ctx.channel_id).company,
            )
            view = await self.desk.submit(table, command, ctx)
            here = [name_of(ctx.lang, one) for one in company_of(view)]
            await ctx.say(ctx.lang("company-here", names=ctx.lang.listed(here)))


async def send_away(desk: Desk, ctx: Context, table: Table, who: AnyChoice) -> None:
    """Players of the house get up, and the asker is told when. Raises `Refused`."""
    character = None if who.value == EVERYBODY else Character(who.value)
    view = await desk.submit(table, SendAway(user_id=ctx.user_id, character=character), ctx)
    later = any(seat.character and character in (None, seat.character) for seat in view.seats)
    if character is None:
        await ctx.say(ctx.lang("company-all-get-up-later" if later else "company-all-get-up"))
        return
    name = name_of(ctx.lang, character)
    await ctx.say(ctx.lang("company-gets-up-later" if later else "company-gets-up", name=name))
