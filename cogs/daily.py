"""`/daily`: ten hands a day, the same for all players, without money; decisions are scored by their cost."""

from dataclasses import replace
from secrets import token_bytes

from discord.ext import commands

from cogs.coaching import tasks
from cogs.coaching.coach import Coach
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.panels import PanelPress
from cogs.language import words
from cogs.language.sentences import Sorry
from cogs.pages.daily import (
    NEXT,
    PANEL,
    PLACES,
    PLAY,
    SHARE,
    Result,
    draw_hand,
    draw_posted,
    draw_result,
    pressed_verb,
)
from cogs.pages.parts import Layout
from engine.advice.daily import SEAT, SECRET_BYTES, Day, Ten, day_of, square, ten
from engine.round.moves import Verb
from engine.values.daily import DailyGame


class Daily(commands.Cog):
    """Deals the hands of the day. Decisions are saved, so games continue after a restart."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach
        self._hands: dict[int, Day] = {}
        """Cache of today's and yesterday's hands."""
        desk.panels[PANEL] = self._press

    @slash("daily")
    async def daily(self, ctx: Context) -> None:
        """Show the user's place in today's hands privately."""
        await self._show(ctx)

    async def _show(self, ctx: Context) -> None:
        """Show the user's place in today's hands; choosing the hands takes a second. Raises `Sorry`, `Paused`."""
        await self.desk.bank.require_no_pause(ctx.user_id)
        today = self._today()
        if today not in self._hands:
            await ctx.think()
        await ctx.show(await self._drawn(ctx, await self._game(ctx, today)))

    def _today(self) -> int:
        return day_of(self.desk.clock.shown(self.desk.clock.now()))

    async def _game(self, ctx: Context, day: int) -> DailyGame:
        """Load the user's game. Raises `Sorry` if that day can't be played again."""
        game = await self.desk.bank.daily_game(ctx.user_id, day)
        if game.closed:
            raise Sorry("sorry-daily-closed")
        return game

    async def _hands_of(self, day: int) -> Day:
        if day not in self._hands:
            secret = await self.desk.bank.daily_secret(token_bytes(SECRET_BYTES))
            found = await self._coach.ask(tasks.daily_hands, secret, day)
            self._hands = {one: self._hands[one] for one in self._hands if one >= day - 1}
            self._hands[day] = found
        return self._hands[day]

    async def _press(self, ctx: Context, press: PanelPress) -> None:
        """Answer a decision or a step; a repeated click shows the current state. Raises `Sorry`, `Paused`."""
        if press == PLAY:
            await self._show(ctx)
            return
        await self.desk.bank.require_no_pause(ctx.user_id)
        match press.values:
            case (day, made) if self._today() - 1 <= day <= self._today():
                game = await self._game(ctx, day)
            case _:
                raise Sorry("sorry-old-daily")
        verb = pressed_verb(press)
        if press.button == SHARE:
            await self._share(ctx, game)
        elif press.button != NEXT and verb is None:
            raise Sorry("sorry-old-daily")
        elif verb is None or made != len(game.moves.split()):
            await ctx.replace(view=await self._drawn(ctx, game))
        elif day != self._today() and not game.moves:
            raise Sorry("sorry-old-daily")
        else:
            await ctx.replace(view=await self._decided(ctx, game, verb))

    async def _decided(self, ctx: Context, game: DailyGame, verb: Verb) -> Layout:
        """Apply a decision; draw the next one, or the hand it finished."""
        hands = await self._hands_of(game.day)
        after = replace(game, moves=" ".join([*game.moves.split(), verb.value]))
        try:
            now = _ten(hands, after)
        except ValueError:
            raise Sorry("why-not-now") from None
        if len(now.finished) == len(game.squares) or now.shown is None:
            return await self._saved(ctx, game, after)
        (review,) = await self._coach.ask(tasks.review_hands, now.finished[-1:], SEAT)
        after = replace(
            after,
            squares=game.squares + square(review.lost),
            lost=game.lost + review.lost,
            over=now.over,
        )
        if not await self._save(ctx, game, after):
            return await self._current(ctx, game.day)
        if after.over:
            self.desk.display.achievements.look_beside(ctx.user_id)
        return draw_hand(after, now, now.shown, ctx.lang, self.desk.pictures(ctx), review)

    async def _saved(self, ctx: Context, before: DailyGame, after: DailyGame) -> Layout:
        if await self._save(ctx, before, after):
            return await self._drawn(ctx, after)
        return await self._current(ctx, before.day)

    async def _save(self, ctx: Context, before: DailyGame, after: DailyGame) -> bool:
        # Boards of the day list only players who have finished.
        display_name = ctx.display_name if after.over else None
        return await self.desk.bank.save_daily(
            ctx.user_id, ctx.guild_id, before, after, display_name
        )

    async def _current(self, ctx: Context, day: int) -> Layout:
        """Draw the saved game: another click was faster."""
        return await self._drawn(ctx, await self._game(ctx, day))

    async def _drawn(self, ctx: Context, game: DailyGame) -> Layout:
        """Draw the next decision or the result. Raises `Sorry` if an update has changed the day's hands."""
        hands = await self._hands_of(game.day)
        try:
            now = _ten(hands, game)
        except ValueError:
            raise Sorry("sorry-daily-closed") from None
        if now.view is None:
            return draw_result(await self._result(ctx, game, now), ctx.lang)
        return draw_hand(game, now, now.view, ctx.lang, self.desk.pictures(ctx))

    async def _result(self, ctx: Context, game: DailyGame, now: Ten) -> Result:
        bank = self.desk.bank
        board = await bank.daily_board(ctx.guild_id, game.day, PLACES)
        return Result(
            game=game,
            rules=now.rules,
            reviews=await self._coach.ask(tasks.review_hands, now.finished, SEAT),
            board=board,
            names=await bank.names(ctx.guild_id, [one.user_id for one in board.standings]),
            streak=await bank.daily_streak(ctx.user_id, game.day),
            user_id=ctx.user_id,
        )

    async def _share(self, ctx: Context, game: DailyGame) -> None:
        """Post the result once, in the channel's language. Raises `Sorry`."""
        shared = replace(game, shared=True)
        if not game.over or game.shared or not await self._save(ctx, game, shared):
            raise Sorry("sorry-daily-shared")
        now = _ten(await self._hands_of(game.day), shared)
        result = await self._result(ctx, shared, now)
        await ctx.replace(view=draw_result(result, ctx.lang))
        lang = self.desk.public_language(ctx, ctx.channel_id)
        await ctx.post(
            draw_posted(result, words.player(lang, ctx.user_id, ctx.display_name.here), lang)
        )


def _ten(hands: Day, game: DailyGame) -> Ten:
    return ten(hands, [Verb(word) for word in game.moves.split()])
