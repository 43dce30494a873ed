"""Messages that are to be deleted: pings, and boards whose place another message has taken.

A deletion may fail, the channel may be closed, and the bot may be killed. So the bank has a note of each message until
it is gone. A deletion is tried again after a pause if its error may pass, when the channel may be open, and at the
next start.
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
from cogs.gateway.requests import Errands, once
from cogs.gateway.retry import Backoff
from cogs.gateway.wire import Wire
from engine.bank.bank import Bank
from engine.clock import Clock, Timer, call_later
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400

BACK = "🎴"

PAUSE_SECONDS, LONGEST_PAUSE = 5.0, 60.0
"""Before the second try of deletions that failed, and at most before a further one."""


class Deletions:
    """Deletes messages, however often it takes. A failure of the bank costs at most that a kill forgets one."""

    def __init__(self, wire: Wire, bank: Bank, clock: Clock) -> None:
        self._wire = wire
        self._client = wire.client
        self._bank = bank
        self._clock = clock
        self.noted: set[int | None] = set()
        """Those that the bank has a note of: they must be deleted, now or later."""
        self._due: dict[int, int] = {}
        """By message, the channel of each whose time has come, and that could not be deleted yet."""
        self._failed: set[int] = set()
        """Those whose deletion has failed with an error that may pass."""
        self._timer: Timer | None = None
        """Tries these again."""
        self._backoff = Backoff(first=PAUSE_SECONDS, longest=LONGEST_PAUSE)
        self._errands = Errands("older messages")
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
        """Save that a message must be deleted, unless that is saved. Raises what the bank raises."""
        if message_id not in self.noted:
            await self._bank.note_message(channel_id, message_id)
            self.noted.add(message_id)

    async def spare(self, message_id: int) -> None:
        """Leave a message that was noted where it is."""
        await self._drop("a board", message_id)

    def is_due(self, message_id: int | None) -> bool:
        """True if this message is to be deleted as soon as that is possible."""
        return message_id in self._due

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
        """Delete due messages that match, by the ids of channel and message; those that fail are tried again."""
        for message_id, channel_id in list(self._due.items()):
            if is_concerned(channel_id, message_id) and message_id not in self._under_way:
                await self.delete(channel_id, message_id)

    async def finish(self) -> None:
        """Try once more what has failed. The next start does the rest."""
        if self._failed:
            self._try_failed()
        await self._errands.finish()
        self.leave()

    def leave(self) -> None:
        """Try nothing again any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _try_failed(self) -> None:
        self.leave()
        failed, self._failed = self._failed, set()
        self._errands.begin(self.delete_all(lambda _, message_id: message_id in failed))

    def _try_later(self, message_id: int) -> None:
        self._failed.add(message_id)
        if self._timer is None:
            self._timer = call_later(self._clock, self._backoff.next(), self._try_failed)

    async def reopen(self, is_concerned: Callable[[int], bool]) -> None:
        """Delete due messages in channels that may be open again."""
        await self.delete_all(lambda channel_id, _: is_concerned(channel_id))
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
                await self.note(channel_id, message_id)
                if not closed:
                    self._try_later(message_id)
                raise
            if code_of(error) not in LOST_MESSAGE:
                log.info("%s stays where it is: %s", self._name(channel_id), in_one_line(error))
        finally:
            self._under_way.discard(message_id)
        self._backoff.reset()
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
