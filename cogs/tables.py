"""The commands of a table: `/blackjack`, `/bet`, `/leave`."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import sentences
from cogs.desk import BotInteraction, Desk, Sorry, say
from engine.change import ChannelTaken
from engine.commands import LeaveTable
from engine.money import dollars, parse_amount
from engine.options import Options, with_options
from engine.rules import RULE_SETS, Rules
from engine.table import Table
from engine.table_state import Stage
from engine.view import TableView

RULE_CHOICES = [app_commands.Choice(name=r.title, value=r.key) for r in RULE_SETS.values()]

DEFAULT = next(iter(RULE_SETS))


class Tables(commands.Cog):
    """Opens tables, takes bets, lets people go."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        description="Open a blackjack table in this channel, or show the open one"
    )
    @app_commands.describe(
        rules="Which rules to play by",
        decks="How many decks, where the rules leave a choice",
        seats="How many may sit at the table",
        least="The lowest bet: 5, 2.50, 1k",
        most="The highest bet: 100, 1k",
    )
    @app_commands.rename(least="min", most="max")
    @app_commands.choices(rules=RULE_CHOICES)
    @app_commands.guild_only()
    async def blackjack(
        self,
        interaction: BotInteraction,
        rules: app_commands.Choice[str] | None = None,
        decks: app_commands.Range[int, 1, 8] | None = None,
        seats: app_commands.Range[int, 1, 4] | None = None,
        least: str | None = None,
        most: str | None = None,
    ) -> None:
        """Open a table with the opener in the first seat, or show the one that is open."""
        async with self.desk.answering(interaction):
            options = Options(decks=decks, seats=seats, min_bet=_cents(least), max_bet=_cents(most))
            chosen = with_options(RULE_SETS[rules.value if rules else DEFAULT], options)
            table = self.desk.house.in_channel(interaction.channel_id or 0)
            if table is None:
                table = await self._open(interaction, chosen)
            await self._show(interaction, table)
            asked = rules is not None or options.changes()
            if asked and table.view.rules != chosen:
                await say(interaction, sentences.OTHER_RULES)

    @app_commands.command(description="Sit down, if a seat is free, and place a bet")
    @app_commands.describe(amount="250, 12.50, $1,000, 1k, half or all")
    @app_commands.guild_only()
    async def bet(self, interaction: BotInteraction, amount: str) -> None:
        """Place a bet at the table of this channel."""
        async with self.desk.answering(interaction):
            table = self.desk.table_of(interaction)
            view = await self.desk.bet(table, amount, interaction)
            await say(interaction, _bet_answer(view, interaction.user.id))

    @app_commands.command(description="Leave the table; a bet that is not dealt yet comes back")
    @app_commands.guild_only()
    async def leave(self, interaction: BotInteraction) -> None:
        """Get up from the table of this channel."""
        async with self.desk.answering(interaction):
            table = self.desk.table_of(interaction)
            view = await self.desk.submit(
                table, LeaveTable(user_id=interaction.user.id), interaction
            )
            await say(interaction, _leave_answer(view, interaction.user.id))

    async def _open(self, interaction: BotInteraction, rules: Rules) -> Table:
        if not may_keep_a_table(interaction):
            raise Sorry(sentences.CANT_WRITE_HERE)
        try:
            return await self.desk.house.open(
                rules,
                channel_id=interaction.channel_id or 0,
                guild_id=interaction.guild_id or 0,
                opener=interaction.user.id,
            )
        except ChannelTaken:
            return self.desk.table_of(interaction)

    async def _show(self, interaction: BotInteraction, table: Table) -> None:
        """The table becomes the answer; while the dealer plays, the answer says where it is."""
        screen = self.desk.screens.of(table)
        if screen.busy:
            await say(interaction, f"The table is open: {screen.jump_url(interaction.guild_id)}")
        else:
            screen.show((table.view,), interaction)
            await screen.settled()


def _cents(amount: str | None) -> int | None:
    """An amount as it was typed. Raises `NotAnAmount`; `half` and `all` say nothing here."""
    return None if amount is None else parse_amount(amount)


def may_keep_a_table(interaction: BotInteraction) -> bool:
    """Whether the bot could edit and follow up its message in this channel later."""
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and writes


def _bet_answer(view: TableView, user_id: int) -> str:
    seat = view.seat_of(user_id)
    if seat is None or (not seat.stake and view.stage is not Stage.PLAYING):
        return "Your bet was placed, and the round is settled already."
    if not seat.stake:
        return "You have a seat. Place your bet when this round is settled."
    dealt = " The cards are dealt." if view.stage is Stage.PLAYING else ""
    return f"You bet {dollars(seat.stake)}.{dealt}"


def _leave_answer(view: TableView, user_id: int) -> str:
    if view.seat_of(user_id) is not None:
        return "You get up: your hand stands, and what it wins is yours."
    return "You left the table."
