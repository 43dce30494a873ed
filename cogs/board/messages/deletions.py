"""Messages that are to be deleted: pings, and boards whose place another message has taken.

A channel may be closed when their time has come, and the bot may be killed before. So the bank keeps them until they
are gone; they are tried again when the channel may be open, and at the next start.
"""

import logging
from collections.abc import Callable, Container

from cogs.board.parts import Layout, text
from cogs.gateway.payloads import place
from cogs.gateway.request_errors import (
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    is_closed,
    passes,
)
from cogs.gateway.requests import once
from cogs.gateway.wire import Wire
from engine.bank.bank import Bank
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400

BACK = "🎴"


class Deletions:
    """Deletes messages, however often it takes. A failure of the bank costs at most that a kill forgets one."""

    def __init__(self, wire: Wire, bank: Bank) -> None:
        self._wire = wire
        self._client = wire.client
        self._bank = bank
        self.noted: set[int] = set()
        """Those that the bank keeps: they must be deleted, now or later."""
        self._due: dict[int, int] = {}
        """By message, the channel of each whose time has come, and that could not be deleted yet."""
        self._under_way: set[int] = set()
        self._unconfirmed: dict[str, int] = {}
        """By nonce, the channel of each that may have been sent without the bot knowing of it."""

    async def recall(self, boards: Container[int | None]) -> None:
        """Load those from before the restart. They are due, except `boards` of open tables, which are being left."""
        noted = {message: channel for channel, message in await self._bank.noted_messages()}
        self.noted = set(noted)
        self._due = {one: channel for one, channel in noted.items() if one not in boards}

    async def note(self, channel_id: int, message_id: int) -> None:
        """Keep that a message must be deleted; a failure is only logged."""
        try:
            await self.keep(channel_id, message_id)
        except StorageTrouble as error:
            log.error("%s is not remembered: %s", self._name(channel_id), error)

    async def keep(self, channel_id: int, message_id: int) -> None:
        """Keep that a message must be deleted. Raises what the bank raises."""
        await self._bank.note_message(channel_id, message_id)
        self.noted.add(message_id)

    async def spare(self, message_id: int) -> None:
        """A noted message has become something else: it is not deleted, unless it is due."""
        if message_id not in self._due:
            await self._drop("a board", message_id)

    def is_old(self, message_id: int, seconds: float = DAY_SECONDS) -> bool:
        """True if a message is older than this; after a day hardly any player looks at it."""
        return self._wire.discord_time.age(message_id) > seconds

    async def delete(self, channel_id: int, message_id: int) -> bool:
        """Delete a message, now or when that is possible. Returns whether it was there and is gone now."""
        try:
            return await self._delete_or_raise(channel_id, message_id)
        except REQUEST_ERRORS as error:
            log.info("%s is still there: %s", self._name(channel_id), in_one_line(error))
            return False

    async def delete_unconfirmed(self, channel_id: int, nonce: str, *, later: bool = False) -> None:
        """Delete what was sent with this nonce, if it was: now, or `later` when the channel is open.

        Discord gives back the message that it has, or takes a new one: either is deleted. Raises what may pass.
        """
        if later:
            self._unconfirmed[nonce] = channel_id
            return
        request = self._wire.send(channel_id, back_of_a_card(), nonce)
        try:
            sent = await once(request)
        except REQUEST_ERRORS as error:
            log.info("%s may be there twice: %s", self._name(channel_id), in_one_line(error))
            if passes(error):
                raise
            if is_closed(error):
                self._unconfirmed[nonce] = channel_id
        else:
            await self.delete(channel_id, sent)

    async def delete_all(self, is_concerned: Callable[[int, int], bool]) -> None:
        """Delete due messages that match, by the ids of channel and message; in closed channels they wait.

        Raises what may pass.
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
        """Delete due messages in channels that may be open again."""
        for message_id, channel_id in list(self._due.items()):
            if is_concerned(channel_id) and message_id not in self._under_way:
                await self.delete(channel_id, message_id)
        unconfirmed = [one for one in self._unconfirmed.items() if is_concerned(one[1])]
        for nonce, _ in unconfirmed:
            del self._unconfirmed[nonce]
        for nonce, channel_id in unconfirmed:
            try:
                await self.delete_unconfirmed(channel_id, nonce)
            except REQUEST_ERRORS:
                self._unconfirmed[nonce] = channel_id

    async def _delete_or_raise(self, channel_id: int, message_id: int) -> bool:
        """Returns whether Discord has deleted it. A closed channel may open within a day; other refusals are final."""
        channel = self._client.get_partial_messageable(channel_id)
        self._under_way.add(message_id)
        deleted = False
        try:
            await once(channel.get_partial_message(message_id).delete())
            deleted = True
        except REQUEST_ERRORS as error:
            closed = is_closed(error) and not self.is_old(message_id)
            if passes(error) or closed:
                self._due[message_id] = channel_id
                if message_id not in self.noted:
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
        if message_id not in self.noted:
            return
        self.noted.remove(message_id)
        try:
            await self._bank.drop_message(message_id)
        except StorageTrouble as error:
            log.error("%s is deleted once more at the next start: %s", name, error)

    def _name(self, channel_id: int) -> str:
        return f"an older message in {place(self._client, channel_id)}"


def back_of_a_card() -> Layout:
    """What a message shows for a moment, before it is a board, or is deleted."""
    return Layout(text(BACK))
