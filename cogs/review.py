"""Handles the coach's buttons: `Review` on lists, replays and boards, and `Hint` on boards."""

import logging
from collections.abc import Iterator

from cogs.coaching.coach import Coach
from cogs.discord_link.payloads import about
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.panels import (
    ALL_MOVES,
    HINT,
    OF_TABLE,
    REPLAY,
    REVIEW,
    SITTING,
    PanelPress,
    picked_number,
)
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.pages.parts import Button, Layout, button
from cogs.pages.review import draw_hint, draw_review
from cogs.practice import practise_button
from engine.live.table import Table
from engine.rules.refusals import IllegalMove, Refusal, Refused, Why
from engine.table.channel_settings import Coaching
from engine.values.played import SavedRound

log = logging.getLogger(__name__)


class CoachPanels:
    """Buttons carry all state, so they work after a restart."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self._desk = desk
        self._hints = desk.display.hints
        self._coach = coach
        desk.panels[REVIEW] = self._review
        desk.panels[HINT] = self._hint

    async def _review(self, ctx: Context, press: PanelPress) -> None:
        """Show a review. Raises `Sorry` if the user did not play the round or the coach is turned off."""
        bank = self._desk.bank
        match press:
            case PanelPress(button="of", values=(table_id, number)):
                round_id, page = await bank.round_of_table(table_id, number), 0
            case PanelPress(button="round", values=(round_id, page)):
                pass
            case PanelPress(button="pick", values=(page, *_)):
                round_id = picked_number(ctx.payload)
            case _:
                raise Sorry("sorry-old-history")
        back = _back_to(press, page)
        view = await self._reviewed(ctx, round_id or 0, page, back)
        await (ctx.show(view) if press.button == OF_TABLE else ctx.replace(view=view))

    async def _reviewed(self, ctx: Context, round_id: int, page: int, back: PanelPress) -> Layout:
        saved = await self._desk.bank.saved_round(round_id)
        seat = None if saved is None else seat_in(saved, ctx.user_id)
        if saved is None or seat is None:
            raise Sorry("sorry-not-your-round")
        if not self._desk.reviews(saved):
            raise Sorry("sorry-no-review")
        try:
            review = await self._coach.review(saved, seat)
        except (ValueError, IllegalMove) as error:
            about(log, ctx.interaction).error("round %d: %s", saved.round_id, error)
            raise Sorry("sorry-no-replay", round=str(saved.round_id)) from None
        pictures = self._desk.pictures(ctx)
        buttons = [*_buttons(saved.round_id, page, back, ctx.lang)]
        if review.worst is not None:
            buttons.append(practise_button(ctx.lang))
        return draw_review(review, saved.round_id, ctx.lang, pictures, tuple(buttons))

    async def _hint(self, ctx: Context, press: PanelPress) -> None:
        """Show the best move and its reason, or replace that by the values of all moves.

        Raises `Refused` if the user has nothing to decide, and `Sorry` if hints are turned off.
        """
        match press:
            case PanelPress(button=name, values=(table_id, number)) if name in (
                OF_TABLE,
                ALL_MOVES,
            ):
                table = self._desk.table_here(ctx, table_id)
            case _:
                raise Sorry("sorry-unknown-button")
        if table.view.round_number != number:
            raise Refused(Refusal(why=Why.TOO_LATE))
        await self._hint_at(ctx, table, in_full=press.button == ALL_MOVES)

    async def _hint_at(self, ctx: Context, table: Table, *, in_full: bool) -> None:
        """Show the hint until the move is made. The table notes it before it is sent."""
        if table.settings.coach is not Coaching.HINTS:
            raise Sorry("sorry-no-hints")
        question = table.question(ctx.user_id)
        hint = await self._coach.hint(question)
        table.note_hint(question)
        pictures = self._desk.pictures(ctx)
        if in_full:
            await ctx.replace(view=draw_hint(hint, ctx.lang, pictures))
            self._hints.give(table, question, ctx.interaction, redrawn=True)
            return
        values = (question.table_id, question.round_number)
        more = PanelPress(panel=HINT, button=ALL_MOVES, values=values)
        follow_up = await ctx.show(draw_hint(hint, ctx.lang, pictures, more=more))
        self._hints.give(table, question, ctx.interaction, follow_up)


def seat_in(saved: SavedRound, user_id: int) -> int | None:
    """The user's seat in a round; None if they were not dealt in."""
    return next((dealt.seat for dealt in saved.dealt if dealt.user_id == user_id), None)


def _back_to(press: PanelPress, page: int) -> PanelPress:
    """The list from which the round was picked: of a table if the press names one, else the history."""
    match press:
        case PanelPress(button="pick", values=(_, table_id)):
            return PanelPress(panel=SITTING, button="list", values=(table_id, page))
        case _:
            return PanelPress(panel="history", button="list", values=(page,))


def _buttons(round_id: int, page: int, back: PanelPress, lang: Language) -> Iterator[Button]:
    replay = PanelPress(panel=REPLAY, button="first", values=(round_id, 0, page))
    yield button(lang("button-replay"), replay.custom_id())
    yield button(lang("button-my-rounds"), back.custom_id())
