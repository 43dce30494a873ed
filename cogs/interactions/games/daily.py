"""Loads, plays and saves users' games of the daily ten hands."""

from dataclasses import replace
from secrets import token_bytes

from cogs.coaching.coach import Coach
from cogs.coaching.ten_hands import TenHands, progress
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.language.error_sentences import Sorry
from cogs.pages.daily import PLACES, Result, draw_hand, draw_result
from cogs.pages.parts import Layout
from engine.advice.daily import SECRET_BYTES, Day, Ten, day_of, square
from engine.round.moves import Verb
from engine.values.daily import DailyGame


class DailyGames:
    """Users' games; decisions are saved, so games survive a restart."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self._desk = desk
        self._bank = desk.bank
        self._ten = TenHands(coach)
        self._hands: dict[int, Day] = {}
        """Of today and yesterday."""

    def today(self) -> int:
        return day_of(self._desk.clock.shown(self._desk.clock.now()))

    def is_dealt(self, day: int) -> bool:
        """Return True if the day's hands are in memory; choosing them takes a second."""
        return day in self._hands

    async def game(self, ctx: Context, day: int) -> DailyGame:
        """Load the user's game of a day.

        Raises `Sorry` if they deleted their data, or a restored backup changed the hands.
        """
        game = await self._bank.daily_game(ctx.user_id, day)
        if game.closed:
            raise Sorry("sorry-daily-closed")
        return game

    async def page(self, ctx: Context, game: DailyGame) -> Layout:
        """Draw the user's next decision or their result. Raises `Sorry` if an update has changed the hands."""
        hands = await self._hands_of(game.day)
        try:
            now = progress(hands, game.moves)
        except ValueError:
            raise Sorry("sorry-daily-closed") from None
        if now.view is None:
            return draw_result(await self._result(ctx, game, now), ctx.lang)
        return draw_hand(game, now, now.view, ctx.lang, self._desk.pictures(ctx))

    async def decide(self, ctx: Context, game: DailyGame, verb: Verb) -> Layout:
        """Play and save a move; draw the next decision, or the finished hand. Raises `Sorry` if illegal."""
        hands = await self._hands_of(game.day)
        try:
            decided = await self._ten.decide(hands, game.moves, game.squares, verb)
        except ValueError:
            raise Sorry("why-not-now") from None
        after, now, review = replace(game, moves=decided.moves), decided.now, decided.review
        if review is not None:
            after = replace(
                after,
                squares=game.squares + square(review.lost),
                lost=game.lost + review.lost,
                over=now.over,
            )
        if not await self._save(ctx, game, after):
            # Another click was faster.
            return await self.page(ctx, await self.game(ctx, game.day))
        if after.over:
            self._desk.display.achievements.look_beside(ctx.user_id)
        if review is None or now.shown is None:
            return await self.page(ctx, after)
        return draw_hand(after, now, now.shown, ctx.lang, self._desk.pictures(ctx), review)

    async def share(self, ctx: Context, game: DailyGame) -> Result:
        """Mark the user's result as posted and return it. Raises `Sorry` if unfinished or already posted."""
        if not game.over or game.shared:
            raise Sorry("sorry-daily-shared")
        shared = replace(game, shared=True)
        now = progress(await self._hands_of(game.day), shared.moves)
        result = await self._result(ctx, shared, now)
        if not await self._save(ctx, game, shared):
            raise Sorry("sorry-daily-shared")
        return result

    async def _hands_of(self, day: int) -> Day:
        if day not in self._hands:
            secret = await self._bank.daily_secret(token_bytes(SECRET_BYTES))
            found = await self._ten.deal(secret, day)
            self._hands = {one: self._hands[one] for one in self._hands if one >= day - 1}
            self._hands[day] = found
        return self._hands[day]

    async def _save(self, ctx: Context, before: DailyGame, after: DailyGame) -> bool:
        # Only finished players are listed.
        display_name = ctx.display_name if after.over else None
        return await self._bank.save_daily(ctx.user_id, ctx.guild_id, before, after, display_name)

    async def _result(self, ctx: Context, game: DailyGame, now: Ten) -> Result:
        board = await self._bank.daily_board(ctx.guild_id, game.day, PLACES)
        return Result(
            game=game,
            rules=now.rules,
            reviews=await self._ten.reviews(now.finished),
            board=board,
            names=await self._bank.names(ctx.guild_id, [one.user_id for one in board.entries]),
            streak=await self._bank.daily_streak(ctx.user_id, game.day),
            user_id=ctx.user_id,
        )
