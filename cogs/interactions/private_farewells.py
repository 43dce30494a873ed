"""Private farewells (summaries) for players who leave a table that stays open.

A farewell is sent at once. One edit completes it when the running round is over and judged; after a
restart the first text stays (docs/decisions/farewells.md).
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from cogs.coaching.coach import Coach
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line, passes
from cogs.discord_link.requests import ANSWER_SECONDS, PAUSE_SECONDS, Errands, once
from cogs.discord_link.retry import Backoff
from cogs.discord_link.wire import Hook, Wire
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.language import Language
from cogs.language.error_sentences import Sorry
from cogs.pages.balance import broke, donation_taken, donors_offer
from cogs.pages.farewell import draw_leaving
from cogs.pages.parts import Layout
from cogs.pages.practice import practise_button
from cogs.pages.review import worst_mistake
from cogs.pages.sitting import Judged
from engine.live.table import Table
from engine.rules.refusals import IllegalMove
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.bank import StorageTrouble
from engine.values.played import PlayedRound, Share, Sitting

log = logging.getLogger(__name__)

COMPLETE_SECONDS = 30.0

TRIES = 4


class OwnRounds:
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self._desk = desk
        self._coach = coach

    async def judged(self, user_id: int, rounds: Sequence[PlayedRound]) -> Judged | None:
        """Judge a player's rounds at a table (at least one, newest first); return judgements by round id.

        Return None if the coach is off in that channel, and an empty mapping while it is too busy.
        """
        newest = rounds[0]
        saved = await self._desk.bank.saved_round(newest.round_id)
        if saved is None or not self._desk.reviews(saved):
            return None
        try:
            found = await self._coach.sitting(newest.table_id, newest.round_id)
        except Sorry:
            return {}
        return {at: judged[user_id] for at, judged in found.items() if user_id in judged}

    async def worst(self, user_id: int, judged: Judged, lang: Language) -> str:
        """Return a sentence about the player's most expensive mistake; empty without one or after an error."""
        round_id = max(judged, key=lambda one: judged[one].cost, default=0)
        saved = await self._desk.bank.saved_round(round_id) if round_id else None
        seat = None if saved is None else saved.seat_of(user_id)
        if saved is None or seat is None or not judged[round_id].cost:
            return ""
        try:
            review = await self._coach.review(saved, seat)
        except (Sorry, ValueError, IllegalMove):
            return ""
        return worst_mistake(review, lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figures:
    """A farewell's contents; `sitting` is None before the player's first round is over."""

    sitting: Sitting | None
    in_play: bool = False
    is_broke: bool = False
    worst: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    ctx: Context
    table: Table
    round_number: int
    """0 without one."""
    message_id: int | None
    """None for the first answer."""
    figures: _Figures


class Farewells:
    def __init__(self, desk: Desk, wire: Wire, own: OwnRounds) -> None:
        self._desk = desk
        self._wire = wire
        self._own = own
        self._waiting: dict[int, list[_Sent]] = {}
        """By table, while their round is played."""
        self._errands = Errands("own farewell")
        desk.display.watchers.append(self._look)

    async def send(self, table: Table, view: TableView, ctx: Context) -> None:
        """Send a leaving player their results; if they are broke, with an offer of free play money.

        `view` is the table after they left; a closing table shows its own farewell.
        """
        is_broke = (await self._desk.bank.wallet(ctx.user_id)).is_broke
        is_open, in_play = view.stage is not Stage.CLOSED, view.seat_of(ctx.user_id) is not None
        sitting = await self._sitting(table.table_id, ctx.user_id) if is_open else None
        if sitting is None and not (is_open and in_play):
            if is_broke:
                await ctx.send(broke(ctx.lang), view=donors_offer(ctx.lang))
            return
        await self._desk.display.screen_of(table).settled(within=ANSWER_SECONDS)
        figures = _Figures(sitting=sitting, in_play=in_play, is_broke=is_broke)
        sent = await ctx.send(_draw(table.table_id, figures, ctx.lang))
        if sent is None:
            return
        self._waiting.setdefault(table.table_id, []).append(
            _Sent(
                ctx=ctx,
                table=table,
                round_number=view.round_number if in_play else 0,
                message_id=sent.message_id,
                figures=figures,
            )
        )
        self._look(table, table.view)

    async def take_gift(self, ctx: Context, table_id: int) -> None:
        answer = donation_taken(ctx.lang, await self._desk.donated(ctx))
        figures = await self._figures(table_id, ctx)
        if figures.sitting is None:
            await ctx.send(answer)
        else:
            await ctx.replace(view=_draw(table_id, figures, ctx.lang, answer))

    def leave(self) -> None:
        """Drop incomplete farewells when another process takes over the tables."""
        self._waiting.clear()

    async def finish(self) -> None:
        """Wait for running edits of farewells, but not for rounds to end."""
        await self._errands.finish()

    def give_up(self) -> None:
        self._waiting.clear()
        self._errands.give_up()

    def _look(self, table: Table, view: TableView) -> None:
        if not self._waiting or (waiting := self._waiting.pop(table.table_id, None)) is None:
            return
        playing = view.round_number if view.stage is Stage.PLAYING else None
        if still := [one for one in waiting if one.round_number == playing]:
            self._waiting[table.table_id] = still
        for one in waiting:
            if one.round_number != playing:
                self._errands.begin(self._complete(one))

    async def _complete(self, sent: _Sent) -> None:
        table_id, ctx = sent.table.table_id, sent.ctx
        lines = ctx.about(log, table=table_id, message_id=sent.message_id)
        try:
            figures = await self._figures(table_id, ctx, sent.table)
            if figures != sent.figures:
                await self._edit(sent, _draw(table_id, figures, ctx.lang))
        except REQUEST_ERRORS as error:
            lines.info("the bot could not complete a farewell (%s)", in_one_line(error))
        except StorageTrouble as error:
            lines.info("the bot could not complete a farewell (%s)", error)
        except Exception:
            lines.exception("the bot could not complete a farewell")

    async def _edit(self, sent: _Sent, drawn: Layout) -> None:
        """Edit a sent farewell in at most `TRIES` tries, until the token expires. Raises the last error."""
        hook, backoff = Hook.of(sent.ctx.interaction), Backoff(first=PAUSE_SECONDS)
        for left in reversed(range(TRIES)):
            if self._wire.is_expired(hook):
                return
            try:
                await once(self._wire.edit_by_token(hook, sent.message_id, drawn))
            except REQUEST_ERRORS as error:
                if not left or not passes(error):
                    raise
                await asyncio.sleep(backoff.next())
            else:
                return

    async def _figures(self, table_id: int, ctx: Context, table: Table | None = None) -> _Figures:
        """Collect a farewell's contents; wait for a given `table`'s new achievements first."""
        share, worst = Share(), ""
        try:
            async with asyncio.timeout(COMPLETE_SECONDS):
                if table is not None:
                    await self._desk.display.achievements.found(table)
                share, worst = await self._judged(table_id, ctx)
        except TimeoutError:
            ctx.about(log, table=table_id).info("the coach is too slow for a farewell")
        sitting = await self._sitting(table_id, ctx.user_id)
        if sitting is not None:
            sitting = sitting.judged({ctx.user_id: share})
        is_broke = (await self._desk.bank.wallet(ctx.user_id)).is_broke
        return _Figures(sitting=sitting, is_broke=is_broke, worst=worst)

    async def _judged(self, table_id: int, ctx: Context) -> tuple[Share, str]:
        rounds = await self._desk.bank.own_rounds(ctx.user_id, table_id)
        judged = await self._own.judged(ctx.user_id, rounds) if rounds else None
        if not judged:
            return Share(), ""
        decisions = sum(one.decisions for one in judged.values())
        share = Share(decisions, sum(one.good for one in judged.values()))
        return share, await self._own.worst(ctx.user_id, judged, ctx.lang)

    async def _sitting(self, table_id: int, user_id: int) -> Sitting | None:
        sitting = await self._desk.bank.sitting(table_id)
        return None if sitting is None else sitting.of(user_id)


def _draw(table_id: int, figures: _Figures, lang: Language, answer: str = "") -> Layout:
    return draw_leaving(
        table_id,
        figures.sitting,
        lang,
        in_play=figures.in_play,
        is_broke=figures.is_broke,
        worst=figures.worst,
        practise=practise_button(lang) if figures.worst else None,
        answer=answer,
    )
