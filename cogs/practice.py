"""The `Practise` button: hands misplayed in the last 30 days, each until it is answered right."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord.ext import commands

from cogs.coaching import tasks
from cogs.coaching.coach import Coach
from cogs.coaching.judging import PERIOD
from cogs.coaching.tasks import most_earlier
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.language.error_sentences import Sorry
from cogs.pages.parts import Layout
from cogs.pages.practice import PracticeStep, Practised, draw_exercise, draw_over
from cogs.pages.press import Page
from cogs.pages.ten_hands import BUTTONS
from engine.round.moves import Verb
from engine.values.played import RoundToReview

if TYPE_CHECKING:
    from engine.advice.practice import Exercise

AT_A_TIME = 10
"""Rounds per search; about one in ten has a mistake."""

LOOKS = 20

MOST_COUNTED = 9_999
"""A custom id has room for four digits."""


class Practice(commands.Cog):
    """Lets users practise misplayed hands. Nothing is saved: buttons carry hand and score."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach

    @press(Page.PRACTICE, PracticeStep.START)
    async def start(self, ctx: Context) -> None:
        await ctx.send(await self._first(ctx))

    @press(Page.PRACTICE, PracticeStep.AGAIN)
    async def start_again(self, ctx: Context) -> None:
        await ctx.replace(view=await self._first(ctx))

    @press(Page.PRACTICE, PracticeStep.NEXT)
    async def next_hand(
        self, ctx: Context, round_id: int, number: int, hands: int, right: int
    ) -> None:
        so_far = _counted(hands, right)
        found = await self._next(ctx.user_id, round_id, number)
        if found is None:
            await ctx.replace(view=draw_over(so_far, ctx.lang))
        else:
            await ctx.replace(view=draw_exercise(found, so_far, ctx.lang, self.desk.pictures(ctx)))

    @press(Page.PRACTICE, *BUTTONS)
    async def answer(
        self, ctx: Context, round_id: int, number: int, hands: int, right: int, tried: int
    ) -> None:
        verb, so_far = BUTTONS[ctx.action], _counted(hands, right)
        exercise = await self._exercise(ctx.user_id, round_id, number)
        if exercise is None or verb not in exercise.verbs:
            raise Sorry("sorry-old-practice")
        await self._answer(ctx, exercise, verb, so_far, is_first=not tried)

    async def _first(self, ctx: Context) -> Layout:
        if (first := await self._next(ctx.user_id)) is None:
            raise Sorry("practise-nothing")
        return draw_exercise(first, Practised(), ctx.lang, self.desk.pictures(ctx))

    async def _answer(
        self, ctx: Context, exercise: "Exercise", verb: Verb, so_far: Practised, *, is_first: bool
    ) -> None:
        """Show if the answer is right; only the first answer to a hand counts for the score."""
        answer, pictures = exercise.answer(verb), self.desk.pictures(ctx)
        if is_first:
            so_far = so_far.with_one(right=answer.right)
        drawn = draw_exercise(exercise, so_far, ctx.lang, pictures, (verb, answer))
        await ctx.replace(view=drawn)

    async def _next(self, user_id: int, last: int = 0, after: int = -1) -> "Exercise | None":
        """Find the next hand: later in the `last` round, or in an earlier one."""
        before = last
        for _ in range(LOOKS):
            rounds = await self._rounds(user_id, before, AT_A_TIME)
            for one in await self._mistakes(user_id, rounds):
                if one.round_id != last or one.number > after:
                    return one
            if len(rounds) < AT_A_TIME:
                break
            before = rounds[-1].saved.round_id
        return None

    async def _exercise(self, user_id: int, round_id: int, number: int) -> "Exercise | None":
        rounds = await self._rounds(user_id, round_id, 1)
        these = await self._mistakes(user_id, rounds)
        return next(
            (one for one in these if (one.round_id, one.number) == (round_id, number)), None
        )

    async def _rounds(self, user_id: int, last: int, limit: int) -> Sequence[RoundToReview]:
        since = self.desk.clock.shown(self.desk.clock.now()) - PERIOD
        return await self.desk.bank.rounds_to_review(user_id, since, last, limit, most_earlier)

    async def _mistakes(
        self, user_id: int, rounds: Sequence[RoundToReview]
    ) -> Sequence["Exercise"]:
        return await self._coach.ask(
            tasks.exercises, [one for one in rounds if self.desk.reviews(one.saved)], user_id
        )


def _counted(hands: int, right: int) -> Practised:
    if hands > MOST_COUNTED or right > hands:
        raise Sorry("sorry-old-practice")
    return Practised(hands, right)
