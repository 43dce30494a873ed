"""Runs answers to interactions; an error becomes a sentence for the user and a log entry."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.discord_link import requests
from cogs.discord_link.late_answers import LateAnswers
from cogs.discord_link.payloads import (
    BotInteraction,
    ClickOutcome,
    InteractionGauges,
    action_of,
    clicked_message,
    is_command,
)
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.requests import ANSWER_SECONDS
from cogs.interactions.admission import Crowded
from cogs.interactions.context import Context
from cogs.interactions.refusal_log import SentRefusals, log_refusal
from cogs.language.error_sentences import Sorry, explained
from cogs.messages.board.screen import Screen
from cogs.messages.display import Display
from cogs.pages.balance import broke, donors_offer
from engine.bank.bank import Bank
from engine.live.open_tables import House
from engine.rules.refusals import FOR_WANT_OF_A_BET, Refused, Why
from engine.values.amounts import NotAnAmount
from engine.values.bank import OutcomeUnknown, Paused, StorageTrouble

log = logging.getLogger(__name__)

CUT_OFF_SECONDS = 1.0
"""For the last sentence of a cancelled answer."""


class Answering:
    """Runs the answer to each interaction: `await answering(interaction, work)`."""

    def __init__(
        self,
        house: House,
        bank: Bank,
        display: Display,
        late: LateAnswers,
        now: Callable[[], float],
        age: Callable[[int], float],
        gauges: InteractionGauges,
    ) -> None:
        """Initialise; `now` is the bot's steady clock, `age` returns a Discord id's age in seconds."""
        self._house = house
        self._bank = bank
        self._display = display
        self._late = late
        self._now = now
        self._age = age
        self._gauges = gauges
        self._sent_refusals = SentRefusals()
        self._answers: set[asyncio.Task[Any] | None] = set()
        self._refuses = False

    async def __call__(
        self, interaction: BotInteraction, work: Callable[[Context], Awaitable[object]]
    ) -> None:
        """Run `work`; explain its error to the user and log it."""
        made_at = self._now() - self._age(interaction.id)
        ctx = Context(interaction, self._late, self._house.settings.currency_of, made_at)
        task = asyncio.current_task()
        self._answers.add(task)
        self._late.watch(interaction, made_at)
        if isinstance(thread := interaction.channel, discord.Thread):
            self._house.note_home(thread.id, thread.parent_id)
        try:
            if self._refuses:
                raise Sorry("why-house-closing")
            await work(ctx)
            self._gauges.ended(ClickOutcome.UNANSWERED if ctx.failed else ClickOutcome.DONE)
        except asyncio.CancelledError:
            # Without an answer at the stop the user would see "thinking" for 15 minutes.
            self._gauges.ended(ClickOutcome.UNANSWERED)
            if self._refuses:
                await self._explain(ctx, Sorry("why-house-closing"))
            raise
        except Exception as error:
            self._gauges.ended(_outcome(error))
            await self._board_first(interaction)
            await self._explain(ctx, error)
        finally:
            if is_command(interaction):
                # A command's answer has been sent or has failed; a click may still be answered by
                # its board.
                self._late.leave(interaction)
            if (screen := self._shut_out(interaction)) is not None:
                screen.bring_back(interaction)
            self._answers.discard(task)

    async def _board_first(self, interaction: BotInteraction) -> None:
        """Where the bot may not post, answer a failed click by redrawing the board; the explanation follows."""
        screen = self._shut_out(interaction)
        is_under = screen is not None and screen.position.is_under(interaction)
        if screen is not None and is_under and screen.bring_back(interaction):
            await screen.settled(within=ANSWER_SECONDS)

    async def _explain(self, ctx: Context, error: Exception) -> None:
        """Log an error and explain it to the user. Call this in an `except` block."""
        interaction = ctx.interaction
        match error:
            case Sorry():
                log_refusal(interaction, error.key)
                await ctx.send(explained(ctx.lang, error))
            case NotAnAmount():
                log_refusal(interaction, "NOT_AN_AMOUNT")
                if not await self._explains_state(ctx):
                    await ctx.send(explained(ctx.lang, error))
            case Paused():
                log_refusal(interaction, Why.PAUSED.name)
                await ctx.send(explained(ctx.lang, error))
            case Crowded():
                log_refusal(interaction, "CROWDED")
                await self._keep_out(ctx, error)
            case Refused():
                log_refusal(interaction, error.refusal.why.name)
                await self._refuse(ctx, error)
            case _ if isinstance(error, REQUEST_ERRORS):
                action, why = action_of(interaction), in_one_line(error)
                ctx.about(log).info("the bot could not answer %s (%s)", action, why)
            case StorageTrouble():
                outcome = "may have failed" if isinstance(error, OutcomeUnknown) else "failed"
                action = action_of(interaction)
                ctx.about(log).error("the bank %s at %s (%s)", outcome, action, error)
                await ctx.send(explained(ctx.lang, error))
            case _:
                ctx.about(log).exception("the bot failed at %s", action_of(interaction))
                await ctx.send(explained(ctx.lang, error))

    def _shut_out(self, interaction: BotInteraction) -> Screen | None:
        """Return the channel's `Screen`, which shows its table, if the bot may not post there; else None."""
        table = self._house.in_channel(interaction.channel_id or 0)
        screen = None if table is None else self._display.screen_of(table)
        return screen if screen is not None and screen.shut_out else None

    def refuse(self) -> None:
        self._refuses = True

    async def finish(self) -> None:
        if late := await self._wait(requests.STOP_SECONDS):
            log.warning("the stop cancelled %d answers", len(late))
            for task in late:
                task.cancel()
            await self._wait(CUT_OFF_SECONDS)

    async def _wait(self, seconds: float) -> set[asyncio.Task[Any]]:
        waiting = [task for task in self._answers if task is not None]
        return (await asyncio.wait(waiting, timeout=seconds))[1] if waiting else set()

    async def _keep_out(self, ctx: Context, crowded: Crowded) -> None:
        if crowded.again and clicked_message(ctx.interaction) is not None:
            await ctx.acknowledge()
        else:
            await ctx.send(ctx.lang("sorry-crowded"))

    async def _refuse(self, ctx: Context, refused: Refused) -> None:
        why = refused.refusal.why
        if why in FOR_WANT_OF_A_BET and await self._explains_state(ctx):
            return
        if self._sent_refusals.already_sent(ctx, why):
            await ctx.acknowledge()
        else:
            await ctx.send(explained(ctx.lang, refused))

    async def _explains_state(self, ctx: Context) -> bool:
        """Tell a refused player that they are on a break or out of money; return True if so.

        If the database fails, return False; the caller then sends the general refusal.
        """
        try:
            until = await self._bank.paused_until(ctx.user_id)
            is_broke = until is None and (await self._bank.wallet(ctx.user_id)).is_broke
        except StorageTrouble as error:
            ctx.about(log).error("the bank could not read the user's wallet or break (%s)", error)
            return False
        except Exception:
            ctx.about(log).exception("the bank could not read the user's wallet or break")
            return False
        if until is not None:
            await ctx.send(explained(ctx.lang, Paused(until)))
        elif is_broke:
            await ctx.send(broke(ctx.lang), view=donors_offer(ctx.lang))
        return until is not None or is_broke


def _outcome(error: Exception) -> ClickOutcome:
    match error:
        case Sorry() | NotAnAmount() | Refused() | Paused():
            return ClickOutcome.REFUSED
        case Crowded():
            return ClickOutcome.CROWDED
        case StorageTrouble():
            return ClickOutcome.NOT_KEPT
        case _:
            return (
                ClickOutcome.UNANSWERED
                if isinstance(error, REQUEST_ERRORS)
                else ClickOutcome.FAILED
            )
