"""Ends rounds and closes tables for admins; during a round, only after a confirmation."""

from cachetools import TTLCache

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.language.error_sentences import Sorry
from cogs.pages.house import draw_done, draw_question
from cogs.posts.announcements import Announcements
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CloseTable, VoidRound
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.tables import AdminAct, AdminEnd

QUESTIONS, QUESTION_SECONDS = 1_024, 300.0

_ENDS = {
    AdminEnd.ROUND: (VoidRound, "house-voided"),
    AdminEnd.TABLE: (CloseTable, "house-closed-in-round"),
}


class EndingDesk:
    """Ends rounds and tables at an admin's command.

    Discord checks permissions for commands, not for buttons, so only the admin who was asked can
    confirm. After a restart the admin repeats the command.
    """

    def __init__(self, desk: Desk, announcements: Announcements) -> None:
        self._desk = desk
        self._announcements = announcements
        self._open = TTLCache[tuple[int, AdminEnd, int, int], None](
            QUESTIONS, QUESTION_SECONDS, desk.clock.now
        )
        """By admin, what to end, table, round."""

    async def void(self, ctx: Context) -> None:
        """Ask the admin to confirm ending the round. Raises `Sorry` if none is played."""
        view = self._desk.table_of(ctx).view
        if view.stage is not Stage.PLAYING:
            raise Sorry("sorry-nothing-to-void")
        await self._ask(ctx, AdminEnd.ROUND, view)

    async def close(self, ctx: Context) -> None:
        """Close the channel's table, also one not resumed after a restart; during a round, ask first."""
        channel, admin, house = ctx.channel_id, ctx.user_id, self._desk.house
        if house.is_broken(channel):
            await house.close_broken(channel, admin, ctx.display_name)
        else:
            table = self._desk.table_of(ctx)
            if (view := table.view).stage is Stage.PLAYING:
                await self._ask(ctx, AdminEnd.TABLE, view)
                return
            await self._desk.submit(table, CloseTable(admin_id=admin), ctx)
        self._announce(ctx, AdminEnd.TABLE)
        await ctx.send(ctx.lang("house-closed"))

    async def _ask(self, ctx: Context, end: AdminEnd, view: TableView) -> None:
        self._open[ctx.user_id, end, view.table_id, view.round_number] = None
        await ctx.send(draw_question(ctx.lang, end, view.table_id, view.round_number))

    async def confirm(self, ctx: Context, end: AdminEnd, table_id: int, round_number: int) -> None:
        """End the round or close the table after a confirmation.

        Raises `Sorry` for a user who was not asked, and `Refused` if the round is over.
        """
        if (ctx.user_id, end, table_id, round_number) not in self._open:
            raise Sorry("sorry-old-question")
        table = self._desk.table_of(ctx)
        if table.table_id != table_id:
            raise Refused(Refusal(why=Why.TOO_LATE))
        kind, done = _ENDS[end]
        command = kind(admin_id=ctx.user_id, round_number=round_number)
        await self._desk.submit(table, command, ctx)
        self._announce(ctx, end, round_number)
        await ctx.replace(view=draw_done(ctx.lang(done)))

    def _announce(self, ctx: Context, end: AdminEnd, number: int = 0) -> None:
        at = ctx.interaction.created_at.timestamp()
        act = AdminAct(True, at, ctx.user_id, ctx.channel_id, end.value, None, str(number))
        self._announcements.announce_act(ctx.guild_id, act, ctx.display_name.here)
