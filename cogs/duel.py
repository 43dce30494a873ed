"""The `/duel` command: two players privately play the same ten hands within a day."""

import logging
from dataclasses import replace

import discord
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.interactions.admission import Cooldowns
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.games.duel import DuelGames, side
from cogs.interactions.permissions import require_opponent
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import words
from cogs.language.display_names import display_name_of
from cogs.language.error_sentences import Sorry
from cogs.pages.duel import draw_challenge
from cogs.pages.press import DuelAction, Page
from cogs.pages.ten_hands import BUTTONS, GO_ON
from cogs.posts.duel_results import DuelResults
from engine.values.bank import StorageTrouble
from engine.values.duels import Duel, Unable

log = logging.getLogger(__name__)

CHALLENGES, PER_SECONDS = 6, 3_600.0
"""Per user: each challenge pings a player, even if it is called off."""

_WHY = {
    Unable.CHALLENGER_FULL: "sorry-duel-full",
    Unable.CHALLENGED_FULL: "sorry-duel-they-full",
}


class Duels(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach, results: DuelResults) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._results = results
        self._games = DuelGames(desk, coach, results)
        self._cooldowns = Cooldowns(desk.clock, PER_SECONDS, CHALLENGES)
        self._posting = set[int]()
        """Duels whose challenge is being posted."""

    @slash("duel")
    async def duel(self, ctx: Context, player: discord.User) -> None:
        require_opponent(ctx, player)
        if (when := self._cooldowns.next_try(ctx.user_id)) is not None:
            raise Sorry("sorry-duel-enough", when=when)
        where, challenged = (ctx.guild_id, ctx.channel_id), display_name_of(player)
        made = await self._bank.challenge(
            where, str(ctx.public_locale), ctx.display_name, challenged
        )
        name = words.player(ctx.lang, player.id, challenged.here)
        if isinstance(made, Unable):
            raise Sorry(_WHY[made], player=name)
        found, is_new = made
        if is_new or _is_unposted(found, ctx.user_id):
            if found.channel_id != ctx.channel_id or found.duel_id in self._posting:
                raise Sorry("sorry-duel-unposted", player=name, channel=f"<#{found.channel_id}>")
            self._cooldowns.count(ctx.user_id)
            self._posting.add(found.duel_id)
            try:
                await self._announce(ctx, found)
            finally:
                self._posting.discard(found.duel_id)
        else:
            await self._show(ctx, found)

    async def _announce(self, ctx: Context, duel: Duel) -> None:
        lang = self.desk.public_language(ctx, ctx.channel_id)
        named = await self._games.named(duel, lang)
        try:
            sent = await ctx.post(draw_challenge(named), pinged=duel.challenged.user_id)
            await self._bank.note_challenge(duel, sent)
        except StorageTrouble as error:
            line = "the bank could not save the challenge of duel %d, its buttons will stay (%s)"
            ctx.about(log, duel=duel.duel_id).warning(line, duel.duel_id, error)
        finally:
            self._results.look()
        own = replace(named, lang=ctx.lang)
        player = own.player(duel.challenged)
        await ctx.send(ctx.lang("duel-sent", player=player, when=own.end))

    @press(Page.DUEL, DuelAction.ASK)
    async def explain(self, ctx: Context) -> None:
        await ctx.send(ctx.lang("duel-how"))

    @press(Page.DUEL, DuelAction.PLAY, DuelAction.LOOK)
    async def play(self, ctx: Context, duel_id: int, _made: int | None = None) -> None:
        if (duel := await self._games.pressed(ctx, duel_id)) is not None:
            await self._show(ctx, duel)

    async def _show(self, ctx: Context, duel: Duel) -> None:
        await ctx.think()
        await ctx.send(await self._games.page(ctx, duel))

    @press(Page.DUEL, DuelAction.CALL_OFF)
    async def call_off(self, ctx: Context, duel_id: int, _made: int | None = None) -> None:
        if (duel := await self._games.pressed(ctx, duel_id)) is None:
            return
        if not await self._bank.decline_duel(duel, ctx.user_id):
            raise Sorry("sorry-duel-begun")
        await self._games.show_declined(ctx, duel)
        self._results.look()

    @press(Page.DUEL, GO_ON)
    async def go_on(self, ctx: Context, duel_id: int, _made: int) -> None:
        if (duel := await self._games.pressed(ctx, duel_id)) is not None:
            await ctx.replace(view=await self._games.page(ctx, duel))

    @press(Page.DUEL, *BUTTONS)
    async def move(self, ctx: Context, duel_id: int, made: int) -> None:
        """Play the clicked move; a repeated click shows the current state."""
        if (duel := await self._games.pressed(ctx, duel_id)) is None:
            return
        mine = side(duel, ctx)
        if self._games.awaits(duel, mine, made):
            verb = BUTTONS[ctx.action]
            await ctx.replace(view=await self._games.decide(ctx, duel, mine, verb))
        else:
            await ctx.replace(view=await self._games.page(ctx, duel))


def _is_unposted(duel: Duel, user_id: int) -> bool:
    """Return True if the user's challenge seems not to be posted.

    Hands are drawn after the first click on it, so with hands it is posted, even if the bank has no message.
    """
    is_known = duel.challenge_id is not None or duel.secret is not None
    return duel.challenger.user_id == user_id and not is_known
