"""Messages that are to be deleted: pings, and boards whose place another message has taken.

A channel may be closed to the bot when their time has come, and the bot may be killed before. So they are kept in the
bank until they are gone, and tried again when the channel may be open, and at the next start.
"""

import logging
from collections.abc import Callable, Container

import discord

from cogs.gateway.interactions import place
from cogs.gateway.request_errors import (
    CLOSED_TO_US,
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    passes,
)
from cogs.gateway.tries import once
from cogs.gateway.wire import Wire
from cogs.table.components import text
from cogs.table.layout import Layout
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.values.errors import StorageTrouble

log = logging.getLogger(__name__)

SECONDS = 5.0
"""How long to wait for Discord's answer."""

DAY_SECONDS = 86_400

BACK = "🎴"


class Deletions:
    """Deletes messages, however often it takes. A failure of the bank costs at most that one is forgotten by a kill."""

    def __init__(self, wire: Wire, bank: Bank, clock: Clock) -> None:
        self._wire = wire
        self._client = wire.client
        self._bank = bank
        self._clock = clock
        self._noted: set[int] = set()
        """Those that are kept in the bank."""
        self._due: dict[int, int] = {}
        """By message, the channel of each whose time has come, and that could not be deleted yet."""
        self._under_way: set[int] = set()
        self._sought: dict[str, int] = {}
        """By nonce, the channel of each that may have been sent without the bot knowing of it."""

    async def recall(self, boards: Container[int | None]) -> None:
        """Load those of before the restart: they are due, but for `boards` of open tables, which are being left."""
        noted = {message: channel for channel, message in await self._bank.noted_messages()}
        self._noted = set(noted)
        self._due = {one: channel for one, channel in noted.items() if one not in boards}

    async def note(self, channel_id: int, message_id: int) -> None:
        """Keep that a message is to be deleted, even if the bot is restarted before, as far as that is possible."""
        try:
            await self.keep(channel_id, message_id)
        except StorageTrouble as error:
            log.error("%s is not remembered: %s", self._name(channel_id), error)

    async def keep(self, channel_id: int, message_id: int) -> None:
        """The same, or raise what the bank raises."""
        await self._bank.note_message(channel_id, message_id)
        self._noted.add(message_id)

    async def spare(self, message_id: int) -> None:
        """A message that was noted is not deleted, unless it is due: it has become something else."""
        if message_id not in self._due:
            await self._drop("a board", message_id)

    def is_noted(self, message_id: int | None) -> bool:
        """Whether a message is to be deleted, now or some time."""
        return message_id in self._noted

    async def delete(self, channel_id: int, message_id: int) -> bool:
        """Delete a message, now or when it is possible. Returns whether it was there, and is not any more."""
        try:
            return await self._delete_or_raise(channel_id, message_id)
        except REQUEST_ERRORS as error:
            log.info("%s is still there: %s", self._name(channel_id), in_one_line(error))
            return False

    async def delete_sent(self, channel_id: int, nonce: str) -> None:
        """Delete what was sent with this nonce, if it was, now or when it is possible.

        Discord gives back the message that it has, or takes a new one: either is deleted. Raises what may pass.
        """
        request = self._wire.send(channel_id, back_of_a_card(), nonce)
        try:
            sent = await once(request, SECONDS)
        except REQUEST_ERRORS as error:
            log.info("%s may be there twice: %s", self._name(channel_id), in_one_line(error))
            if passes(error):
                raise
            if code_of(error) in CLOSED_TO_US:
                self.seek(channel_id, nonce)
        else:
            await self.delete(channel_id, sent)

    def seek(self, channel_id: int, nonce: str) -> None:
        """Delete what was sent with this nonce, if it was, when the channel is open."""
        self._sought[nonce] = channel_id

    async def delete_all(self, is_concerned: Callable[[int, int], bool]) -> None:
        """Delete those whose time has come, and that are concerned, by the ids of channel and message.

        Raises what may pass; where the channel is closed they wait.
        """
        for message_id, channel_id in list(self._due.items()):
            if not is_concerned(channel_id, message_id):
                continue
            try:
                await self._delete_or_raise(channel_id, message_id)
            except REQUEST_ERRORS as error:
                if passes(error):
                    raise

    async def reopen(self, is_concerned: Callable[[int], bool]) -> None:
        """Delete those whose time has come in channels that may be open again."""
        for message_id, channel_id in list(self._due.items()):
            if is_concerned(channel_id) and message_id not in self._under_way:
                await self.delete(channel_id, message_id)
        sought = {nonce: one for nonce, one in self._sought.items() if is_concerned(one)}
        for nonce in sought:
            del self._sought[nonce]
        for nonce, channel_id in sought.items():
            try:
                await self.delete_sent(channel_id, nonce)
            except REQUEST_ERRORS:
                self.seek(channel_id, nonce)

    async def _delete_or_raise(self, channel_id: int, message_id: int) -> bool:
        """A closed channel may open again within a day; what else is refused is given up. Returns whether Discord has
        deleted it."""
        channel = self._client.get_partial_messageable(channel_id)
        self._under_way.add(message_id)
        deleted = False
        try:
            await once(channel.get_partial_message(message_id).delete(), SECONDS)
            deleted = True
        except REQUEST_ERRORS as error:
            closed = code_of(error) in CLOSED_TO_US and not self.is_old(message_id)
            if passes(error) or closed:
                self._due[message_id] = channel_id
                if message_id not in self._noted:
                    await self.note(channel_id, message_id)
                raise
            if code_of(error) not in LOST_MESSAGE:
                log.info("%s stays where it is: %s", self._name(channel_id), in_one_line(error))
        finally:
            self._under_way.discard(message_id)
        await self._drop(self._name(channel_id), message_id)
        return deleted

    async def _drop(self, name: str, message_id: int) -> None:
        self._due.pop(message_id, None)
        if message_id not in self._noted:
            return
        self._noted.remove(message_id)
        try:
            await self._bank.drop_message(message_id)
        except StorageTrouble as error:
            told = "%s is deleted once more at the next start: %s"
            log.error(told, name, error)

    def is_old(self, message_id: int, seconds: float = DAY_SECONDS) -> bool:
        """Whether a message was sent longer ago; after a day hardly anybody looks at it."""
        sent = discord.utils.snowflake_time(message_id).timestamp()
        return wall_time(self._clock) - sent > seconds

    def _name(self, channel_id: int) -> str:
        return f"an older message in {place(self._client, channel_id)}"


def back_of_a_card() -> Layout:
    """What a message shows for a moment, before it is a board, or is deleted."""
    return Layout(text(BACK))
