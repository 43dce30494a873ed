"""Tables on Discord: one message a round, edited in place, by one task a table.

A screen keeps at most one request in flight and always goes on with the newest views. Whatever Discord answers never
reaches the table. A view comes with the interaction that caused it where there is one: answering that interaction with
the drawn board is the quickest way, and outside the bot's global rate limit.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from itertools import pairwise

import discord
from discord import ui

from cogs.table.artist import Artist
from cogs.trouble import TROUBLE, quietly
from engine.table import Table
from engine.table_state import Stage
from engine.view import TableView

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]

TRIES = 6
"""Failures in a row after which a view is given up; the next one is tried again."""

PATIENCE = 5.0
"""Seconds that `Screens.finish` waits at most."""

_GONE = frozenset({10003, 50001, 50013, 50083})
"""Unknown channel, missing access, missing permissions, archived thread: it is no use to go on talking there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds between two steps of the dealer's play, and between two tries after a failure."""

    dealer: float = 1.0
    retry: float = 5.0


class Screen:
    """Shows one table. `show` never blocks: the newest views are shown as soon as the ones before have been."""

    def __init__(self, client: discord.Client, table: Table, pace: Pace, artist: Artist) -> None:
        self._client = client
        self._table = table
        self._pace = pace
        self._artist = artist
        self._pending: deque[TableView] = deque()
        self._via: BotInteraction | None = None
        self._task: asyncio.Task[None] | None = None
        self._acknowledging: set[asyncio.Task[None]] = set()
        self._message_id, self._message_round = table.message
        self._no_access = False
        self._sent = 0
        """Counts the messages sent, so that one whose sending is tried again is not posted twice."""

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task that shows things, from the first time on."""
        return self._task

    async def settled(self) -> None:
        """Return when what was to be shown is shown, or given up."""
        if self._task is not None:
            await asyncio.wait([self._task])

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return self._task is not None and not self._task.done()

    def jump_url(self, guild_id: int | None) -> str:
        """A link to the table's message, or to its channel where it has none yet."""
        channel = f"https://discord.com/channels/{guild_id or '@me'}/{self._table.channel_id}"
        return channel if self._message_id is None else f"{channel}/{self._message_id}"

    def show(self, frames: tuple[TableView, ...], via: BotInteraction | None) -> None:
        """Show these views, in order. Views of the same round that are not shown yet are superseded."""
        older = [view for view in self._pending if view.round_number < frames[0].round_number]
        self._pending = deque([*older, *self._worth_showing(frames)])
        if self.busy:
            if via is not None:
                self._acknowledge(via)
            return
        if self._no_access and via is None:
            return
        self._via = via
        self._task = asyncio.create_task(self._run(), name=f"screen {self._table.table_id}")

    def _worth_showing(self, frames: tuple[TableView, ...]) -> list[TableView]:
        """Without a pace, only the last view of each round."""
        if self._pace.dealer > 0:
            return list(frames)
        last = [a for a, b in pairwise(frames) if a.round_number != b.round_number]
        return [*last, frames[-1]]

    def _acknowledge(self, via: BotInteraction) -> None:
        """The board is on its way in another request; the click itself needs an answer within three seconds."""
        task = asyncio.create_task(quietly(via.response.defer()), name="acknowledge")
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)

    async def _run(self) -> None:
        failures = 0
        while self._pending and failures < TRIES:
            view = self._pending.popleft()
            try:
                await self._deliver(view)
                failures, self._no_access = 0, False
                if view.stage is Stage.CLOSED:
                    await self._table.say_goodbye()
            except TROUBLE as error:
                if getattr(error, "code", None) in _GONE:
                    self._shut_out(error)
                    return
                failures += 1
                await self._put_back(view, error)
            except Exception:
                log.exception("table %d: a view was not shown", self._table.table_id)
            if self._pending and self._pending[0].round_number == view.round_number:
                await asyncio.sleep(self._pace.dealer)

    def _shut_out(self, error: Exception) -> None:
        """The channel is closed to the bot: it is left alone until somebody there clicks or types a command."""
        if not self._no_access:
            log.warning("table %d can't be shown: %s", self._table.table_id, error)
        self._no_access = True
        self._pending.clear()

    async def _put_back(self, view: TableView, error: Exception) -> None:
        log.warning("table %d is shown later: %s", self._table.table_id, error)
        if not any(newer.round_number == view.round_number for newer in self._pending):
            self._pending.appendleft(view)
        await asyncio.sleep(self._pace.retry)

    async def _deliver(self, view: TableView) -> None:
        via, self._via = self._via, None
        if via is not None and await self._answer(via, view):
            return
        if self._message_id is not None and view.round_number <= self._message_round:
            try:
                await self._edit(self._message_id, view)
                return
            except discord.NotFound as error:
                if error.code in _GONE:
                    raise
        if self._message_round > view.round_number:
            return
        await self._send(view)

    async def _answer(self, via: BotInteraction, view: TableView) -> bool:
        """Show the view as the answer to an interaction. Returns whether it is shown."""
        on_board = via.message is not None and via.message.id == self._message_id
        try:
            if via.type is discord.InteractionType.application_command:
                answer = await via.response.send_message(view=self._draw(view))
                await self._moved_to(answer.message_id, view)
                return True
            if on_board and view.round_number == self._message_round:
                await via.response.edit_message(view=self._draw(view))
                return True
            await via.response.defer()
        except TROUBLE as error:
            log.info("an interaction could not be answered: %s", error)
        return False

    def _draw(self, view: TableView) -> ui.LayoutView:
        return self._artist.draw(self._table, view)

    async def _edit(self, message_id: int, view: TableView) -> None:
        # The client's default for mentions does not reach an edit that has no content.
        nobody = discord.AllowedMentions.none()
        await self._message(message_id).edit(view=self._draw(view), allowed_mentions=nobody)

    async def _send(self, view: TableView) -> None:
        channel = self._client.get_partial_messageable(self._table.channel_id)
        nonce = f"{self._table.table_id}.{view.round_number}.{self._sent}"
        sent = await channel.send(view=self._draw(view), nonce=nonce)
        self._sent += 1
        await self._moved_to(sent.id, view)
        if view.resumed and self._sent == 1:
            # The life before may have sent it already; then Discord has given back that message, as it was.
            await self._edit(sent.id, view)

    async def _moved_to(self, message_id: int | None, view: TableView) -> None:
        """The table has a new message. An older one of the same round would be a second table: it is deleted."""
        old, old_round = self._message_id, self._message_round
        if message_id is None:
            return
        self._message_id, self._message_round = message_id, view.round_number
        await self._table.remember_message(message_id, view.round_number)
        if old is not None and old_round == view.round_number:
            await quietly(self._message(old).delete())

    def _message(self, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(self._table.channel_id)
        return channel.get_partial_message(message_id)


class Screens:
    """The audience of all tables: a screen for each."""

    def __init__(self, client: discord.Client, pace: Pace, artist: Artist) -> None:
        self._client = client
        self._pace = pace
        self._artist = artist
        self._screens: dict[int, Screen] = {}

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show views of a table; `via` is the interaction that they answer, if any."""
        screen = self.of(table)
        screen.show(frames, via if isinstance(via, discord.Interaction) else None)
        if frames[-1].stage is Stage.CLOSED and screen.task is not None:
            screen.task.add_done_callback(lambda _: self._screens.pop(table.table_id, None))

    def of(self, table: Table) -> Screen:
        """The screen of this table."""
        if table.table_id not in self._screens:
            screen = Screen(self._client, table, self._pace, self._artist)
            self._screens[table.table_id] = screen
        return self._screens[table.table_id]

    async def finish(self) -> None:
        """Return when every screen shows the newest view or has given up, or when patience is at an end."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while busy := [s.task for s in self._screens.values() if s.busy and s.task]:
            if not (await asyncio.wait(busy, timeout=until - asyncio.get_running_loop().time()))[0]:
                log.warning("%d tables could not be shown to the end", len(busy))
                return
