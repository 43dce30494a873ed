"""The coach's buttons: `Review` judges a round, `Hint` advises on a move."""

import logging

from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import picked_number, press
from cogs.language.error_sentences import Sorry
from cogs.pages.hint import ALL_MOVES, draw_hint
from cogs.pages.history import history_press
from cogs.pages.parts import Layout
from cogs.pages.practice import practise_button
from cogs.pages.press import OF_ROUND, OF_TABLE, PICK, Page, Press
from cogs.pages.review import draw_review, review_links
from cogs.pages.sitting import own_rounds_press
from engine.live.table import Table
from engine.rules.refusals import IllegalMove, Refusal, Refused, Why
from engine.table.channel_settings import Coaching

log = logging.getLogger(__name__)


class Reviews(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._hints = desk.display.hints
        self._coach = coach

    @press(Page.REVIEW, OF_TABLE, reads=True)
    async def review_of_table(self, ctx: Context, table_id: int, number: int) -> None:
        round_id = await self.desk.bank.round_of_table(table_id, number)
        await ctx.send(await self._reviewed(ctx, round_id or 0, 0, history_press(0)))

    @press(Page.REVIEW, OF_ROUND)
    async def review_of_round(self, ctx: Context, round_id: int, page: int) -> None:
        await ctx.replace(view=await self._reviewed(ctx, round_id, page, history_press(page)))

    @press(Page.REVIEW, PICK)
    async def review_picked(self, ctx: Context, page: int, table_id: int | None = None) -> None:
        back = history_press(page) if table_id is None else own_rounds_press(table_id, page)
        await ctx.replace(view=await self._reviewed(ctx, picked_number(ctx), page, back))

    async def _reviewed(self, ctx: Context, round_id: int, page: int, back: Press) -> Layout:
        saved = await self.desk.bank.saved_round(round_id)
        seat = None if saved is None else saved.seat_of(ctx.user_id)
        if saved is None or seat is None:
            raise Sorry("sorry-not-your-round")
        if not self.desk.reviews(saved):
            raise Sorry("sorry-no-review")
        try:
            review = await self._coach.review(saved, seat)
        except (ValueError, IllegalMove) as error:
            lines = ctx.about(log, table=saved.table_id, round=saved.number)
            lines.error("the coach could not review saved round %d (%s)", saved.round_id, error)
            raise Sorry("sorry-no-replay", round=str(saved.round_id)) from None
        links = [*review_links(round_id, page, back, ctx.lang)]
        if review.worst is not None:
            links.append(practise_button(ctx.lang))
        return draw_review(review, round_id, ctx.lang, self.desk.pictures(ctx), links)

    @press(Page.HINT, OF_TABLE)
    async def hint(self, ctx: Context, table_id: int, number: int) -> None:
        await self._hint_at(ctx, self._table(ctx, table_id, number), in_full=False)

    @press(Page.HINT, ALL_MOVES)
    async def hint_in_full(self, ctx: Context, table_id: int, number: int) -> None:
        await self._hint_at(ctx, self._table(ctx, table_id, number), in_full=True)

    def _table(self, ctx: Context, table_id: int, number: int) -> Table:
        table = self.desk.table_here(ctx, table_id)
        if table.view.round_number != number:
            raise Refused(Refusal(why=Why.TOO_LATE))
        return table

    async def _hint_at(self, ctx: Context, table: Table, *, in_full: bool) -> None:
        """Show the player a hint until they make the move; the table records the hint first."""
        if table.settings.coach is not Coaching.HINTS:
            raise Sorry("sorry-no-hints")
        question = table.question(ctx.user_id)
        hint = await self._coach.hint(question)
        table.note_hint(question)
        drawn = draw_hint(hint, question, ctx.lang, self.desk.pictures(ctx), in_full=in_full)
        if in_full:
            await ctx.replace(view=drawn)
            self._hints.give(table, question, ctx.interaction, redrawn=True)
        elif (sent := await ctx.send(drawn)) is not None:
            self._hints.give(table, question, ctx.interaction, sent.message_id)
