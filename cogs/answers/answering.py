"""What becomes of errors: the asker gets one friendly sentence, and the log gets the cause.

A refusal of a late or misplaced click is sent once per user and round, however often they click.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from cachetools import LRUCache

from cogs.answers.context import Context
from cogs.answers.donor import offer_donation
from cogs.board.buttons import parse_custom_id
from cogs.board.messages.display import Display
from cogs.board.messages.screen import Screen
from cogs.gateway import requests
from cogs.gateway.payloads import (
    BotInteraction,
    ClickOutcome,
    Gauges,
    about,
    clicked_message,
    is_command,
    payload,
)
from cogs.gateway.request_errors import REQUEST_ERRORS, in_one_line
from cogs.gateway.requests import ANSWER_SECONDS
from cogs.gateway.waiting_clicks import Crowded, LateAnswers
from cogs.language.sentences import Sorry, explained
from engine.bank.bank import Bank
from engine.live.open_tables import House
from engine.rules.refusals import FOR_WANT_OF_A_BET, Refused, Why
from engine.values.amounts import NotAnAmount
from engine.values.bank import OutcomeUnknown, Paused, StorageTrouble

log = logging.getLogger(__name__)

CUT_OFF_SECONDS = 1.0
"""How long an answer that the stop cuts off may take to say so."""

REMEMBERED = 4_096
"""Lines that are remembered."""


_ONCE = frozenset(
    {
        Why.ROUND_OVER,
        Why.NOT_IN_ROUND,
        Why.NOT_YOUR_TURN,
        Why.HAND_FINISHED,
        Why.NOT_SEATED,
        Why.ROUND_RUNNING,
        Why.TOO_LATE,
        Why.STALE,
        Why.REPEATED,
        Why.FIRST_SEAT_ONLY,
        Why.OPENER_ONLY,
    }
)
"""Late clicks, and clicks on somebody else's turn. A refusal that the player can act on is sent each time."""


class SaidOnce:
    """Remembers which refusals a user has got for clicks on the board of a round."""

    def __init__(self) -> None:
        self._said = LRUCache[tuple[int, int, int, Why], bool](REMEMBERED)

    def has_said(self, interaction: BotInteraction, why: Why) -> bool:
        """Whether this user has got this refusal for a click on this board before; from now on they have."""
        press = parse_custom_id(str(payload(interaction).get("custom_id", "")))
        if press is None or why not in _ONCE:
            return False
        line = (interaction.user.id, press.table_id, press.round_number, why)
        before = self._said.get(line, False)
        self._said[line] = True
        return before


def note_refusal(interaction: BotInteraction, reason: str, *, level: int = logging.DEBUG) -> None:
    """Log that an interaction comes to nothing. `reason` is a name, not what the asker is told in their language."""
    if log.isEnabledFor(level):
        data = payload(interaction)
        press = parse_custom_id(str(data.get("custom_id")))
        at = {} if press is None else {"table": press.table_id, "round": press.round_number}
        tried = _tried(interaction.type, data)
        about(log, interaction, **at).log(level, "%s refused (%s)", tried, reason)


def _tried(kind: discord.InteractionType, data: Mapping[str, Any]) -> str:
    """`button 'bj1:1:7:1:0:stand'`, `modal 'bj1:1:7:-:-:other'`, `/house set`. What may be forged is quoted."""
    match kind:
        case discord.InteractionType.component:
            return f"button {data.get('custom_id')!r}"
        case discord.InteractionType.modal_submit:
            return f"modal {data.get('custom_id')!r}"
        case _:
            return " ".join(_command(data))


def _command(data: Mapping[str, Any]) -> list[str]:
    """The words of a command, without what was typed into its options."""
    options = data.get("options") or ()
    inner = [option for option in options if option.get("type") == _SUBCOMMAND]
    return [f"/{data.get('name')}", *(str(option.get("name")) for option in inner[:1])]


_SUBCOMMAND = discord.AppCommandOptionType.subcommand.value


class Answering:
    """Surrounds every answer: `await answering(interaction, work)`."""

    def __init__(
        self,
        house: House,
        bank: Bank,
        display: Display,
        late: LateAnswers,
        gauges: Gauges,
    ) -> None:
        self._house = house
        self._bank = bank
        self._display = display
        self._late = late
        self._gauges = gauges
        self._said_once = SaidOnce()
        self._answers: set[asyncio.Task[Any] | None] = set()
        """The tasks in which somebody is being answered."""
        self._refuses = False

    async def __call__(
        self, interaction: BotInteraction, work: Callable[[Context], Awaitable[object]]
    ) -> None:
        """Do the work; turn every error into one friendly sentence for the asker and the cause in the log."""
        currency = self._house.settings.currency_of(interaction.guild_id)
        ctx, task = Context(interaction, self._late, currency), asyncio.current_task()
        self._answers.add(task)
        self._late.watch(interaction)
        if isinstance(thread := interaction.channel, discord.Thread):
            self._house.note_home(thread.id, thread.parent_id)
        try:
            if self._refuses:
                raise Sorry("why-house-closing")
            await work(ctx)
            self._gauges.ended(ClickOutcome.DONE)
        except asyncio.CancelledError:
            # The bot stops. Without a sentence the asker would see the bot thinking for a quarter of an hour.
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
                # Its answer was sent, or can't be; a click's may still be shown by its board.
                self._late.leave(interaction)
            if (screen := self._shut_out(interaction)) is not None:
                screen.bring_back(interaction)
            self._answers.discard(task)

    async def _board_first(self, interaction: BotInteraction) -> None:
        """Where the channel is closed to the bot, a click that fails is answered with the board; the reason follows."""
        screen = self._shut_out(interaction)
        is_under = screen is not None and screen.position.is_under(interaction)
        if screen is not None and is_under and screen.bring_back(interaction):
            await screen.settled(within=ANSWER_SECONDS)

    async def _explain(self, ctx: Context, error: Exception) -> None:
        """To be called where the error is handled."""
        interaction, lines = ctx.interaction, about(log, ctx.interaction)
        match error:
            case Sorry():
                note_refusal(interaction, error.key)
                await ctx.say(explained(ctx.lang, error))
            case NotAnAmount():
                note_refusal(interaction, "NOT_AN_AMOUNT")
                if not await self._explains_state(ctx):
                    await ctx.say(explained(ctx.lang, error))
            case Paused():
                note_refusal(interaction, Why.PAUSED.name)
                await ctx.say(explained(ctx.lang, error))
            case Crowded():
                note_refusal(interaction, "CROWDED")
                await self._keep_out(ctx, error)
            case Refused():
                note_refusal(interaction, error.refusal.why.name)
                await self._refuse(ctx, error)
            case _ if isinstance(error, REQUEST_ERRORS):
                lines.info("could not be answered: %s", in_one_line(error))
            case StorageTrouble():
                became = "may have failed" if isinstance(error, OutcomeUnknown) else "failed"
                lines.error("%s: %s", became, error)
                await ctx.say(explained(ctx.lang, error))
            case _:
                lines.exception("failed")
                await ctx.say(explained(ctx.lang, error))

    def _shut_out(self, interaction: BotInteraction) -> Screen | None:
        """The screen of the table in this channel, if the channel keeps it from being shown."""
        table = self._house.in_channel(interaction.channel_id or 0)
        screen = None if table is None else self._display.screen_of(table)
        return screen if screen is not None and screen.shut_out else None

    def refuse(self) -> None:
        """The bot stops: whoever asks from now on reads that."""
        self._refuses = True

    async def finish(self) -> None:
        """Wait `STOP_SECONDS` for the answers in hand, then cut the rest off."""
        if late := await self._wait(requests.STOP_SECONDS):
            log.warning("answers that were cut off by the stop: %d", len(late))
            for task in late:
                task.cancel()
            await self._wait(CUT_OFF_SECONDS)

    async def _wait(self, seconds: float) -> set[asyncio.Task[Any]]:
        """Return the tasks that are not done after this time."""
        waiting = [task for task in self._answers if task is not None]
        return (await asyncio.wait(waiting, timeout=seconds))[1] if waiting else set()

    async def _keep_out(self, ctx: Context, crowded: Crowded) -> None:
        """A click that is refused again is only acknowledged; a command is always answered."""
        if crowded.again and clicked_message(ctx.interaction) is not None:
            await ctx.acknowledge()
        else:
            await ctx.say(ctx.lang("sorry-crowded"))

    async def _refuse(self, ctx: Context, refused: Refused) -> None:
        why = refused.refusal.why
        if why in FOR_WANT_OF_A_BET and await self._explains_state(ctx):
            return
        if self._said_once.has_said(ctx.interaction, why):
            await ctx.acknowledge()
        else:
            await ctx.say(explained(ctx.lang, refused))

    async def _explains_state(self, ctx: Context) -> bool:
        """Answer a player who can't bet at all: on a break, or broke, with the donor's offer. Return whether they are.

        If the bank can't tell, the plain refusal still gets through.
        """
        try:
            until = await self._bank.paused_until(ctx.user_id)
            is_broke = until is None and (await self._bank.wallet(ctx.user_id)).is_broke
        except StorageTrouble as error:
            log.error("the wallet of user %d could not be read: %s", ctx.user_id, error)
            return False
        except Exception:
            log.exception("the wallet of user %d could not be read", ctx.user_id)
            return False
        if until is not None:
            await ctx.say(explained(ctx.lang, Paused(until)))
        elif is_broke:
            await offer_donation(ctx)
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
