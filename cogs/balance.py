"""The `/balance` command, and free play money for broke players."""

import discord
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language.display_names import display_name_of
from cogs.language.error_sentences import Sorry
from cogs.pages.balance import balance_of, donation_taken, donors_offer, my_balance
from cogs.pages.press import TAKE, Page

LAST_ROUNDS = 5


class Balances(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("balance")
    async def balance(self, ctx: Context, player: discord.User | None = None) -> None:
        if player is not None and player.bot:
            raise Sorry("sorry-bots-do-not-play")
        target, bank = display_name_of(player) if player else ctx.display_name, self.desk.bank
        if target.user_id != ctx.user_id:
            await ctx.send(balance_of(ctx.lang, target, await bank.known_wallet(target.user_id)))
            return
        wallet = await bank.wallet(ctx.user_id)
        last = await bank.history(ctx.user_id, 0, LAST_ROUNDS)
        offer = donors_offer(ctx.lang) if wallet.is_broke else None
        await ctx.send(my_balance(ctx.lang, wallet, last.rounds), view=offer)

    @press(Page.DONOR, TAKE)
    async def accept_donation(
        self, ctx: Context, table_id: int | None = None, _number: int | None = None
    ) -> None:
        table = None if table_id is None else self.desk.table_here(ctx, table_id)
        wallet = await self.desk.donated(ctx)
        taken = donation_taken(ctx.lang, wallet)
        if table is None:
            await ctx.replace(content=taken, view=None)
            return
        table.note_balance(ctx.user_id, wallet.balance)
        self.desk.display.redraw(table)
        await ctx.send(taken)
