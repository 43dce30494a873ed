"""The `/daily` command: ten hands a day, the same for all players, scored by the cost of mistakes."""

from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.coaching.ten_hands import decisions
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.games.daily import DailyGames
from cogs.interactions.permissions import require_writing
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import words
from cogs.language.error_sentences import Sorry
from cogs.pages.daily import DailyAction, draw_posted, draw_result
from cogs.pages.press import Page
from cogs.pages.ten_hands import BUTTONS, GO_ON
from engine.values.daily import DailyGame


class Daily(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._games = DailyGames(desk, coach)

    @slash("daily")
    async def daily(self, ctx: Context) -> None:
        await self._show(ctx)

    @press(Page.DAILY, DailyAction.PLAY)
    async def play(self, ctx: Context) -> None:
        await self._show(ctx)

    async def _show(self, ctx: Context) -> None:
        await self.desk.bank.require_no_pause(ctx.user_id)
        today = self._games.today()
        if not self._games.is_dealt(today):
            await ctx.think()
        await ctx.send(await self._games.page(ctx, await self._games.game(ctx, today)))

    @press(Page.DAILY, DailyAction.SHARE)
    async def share(self, ctx: Context, day: int, _made: int) -> None:
        game = await self._pressed_game(ctx, day)
        require_writing(ctx)
        result = await self._games.share(ctx, game)
        await ctx.replace(view=draw_result(result, ctx.lang))
        lang = self.desk.public_language(ctx, ctx.channel_id)
        player = words.player(lang, ctx.user_id, ctx.display_name.here)
        await ctx.post(draw_posted(result, player, lang))

    @press(Page.DAILY, GO_ON)
    async def go_on(self, ctx: Context, day: int, _made: int) -> None:
        game = await self._pressed_game(ctx, day)
        await ctx.replace(view=await self._games.page(ctx, game))

    @press(Page.DAILY, *BUTTONS)
    async def move(self, ctx: Context, day: int, made: int) -> None:
        """Play the clicked move; a repeated click shows the current state."""
        game = await self._pressed_game(ctx, day)
        if made != decisions(game.moves):
            await ctx.replace(view=await self._games.page(ctx, game))
        elif day != self._games.today() and not game.moves:
            raise Sorry("sorry-old-daily")
        else:
            await ctx.replace(view=await self._games.decide(ctx, game, BUTTONS[ctx.action]))

    async def _pressed_game(self, ctx: Context, day: int) -> DailyGame:
        """Load the user's game of a button's day. Raises `Sorry` if it is too old, `Paused` during a break."""
        await self.desk.bank.require_no_pause(ctx.user_id)
        if not self._games.today() - 1 <= day <= self._games.today():
            raise Sorry("sorry-old-daily")
        return await self._games.game(ctx, day)
