"""Deletes the bot's own outdated messages: pings, and boards that another message has replaced.

The bank has a note of each message until it is deleted. A deletion is retried after a temporary error, when a closed
channel may be open again, and at the next start.
"""

import logging
from collections.abc import Callable, Container

from cogs.discord_link.payloads import about_channel
from cogs.discord_link.request_errors import (
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    is_closed,
    passes,
)
from cogs.discord_link.requests import Errands, once
from cogs.discord_link.retry import Backoff
from cogs.discord_link.wire import Wire
from cogs.pages.parts import Layout, text
from engine.bank.bank import Bank
from engine.clock import Clock, Timer, call_later
from engine.live.log_lines import About
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400

BACK = "🎴"

PAUSE_SECONDS, LONGEST_PAUSE = 5.0, 60.0
"""The first and the longest pause before a retry, in seconds."""


class Cleanup:
    """Deletes messages, with retries. A message may stay if the bank fails and the bot is then killed."""

    def __init__(self, wire: Wire, bank: Bank, clock: Clock) -> None:
        self._wire = wire
        self._client = wire.client
        self._bank = bank
        self._clock = clock
        self.noted: set[int | None] = set()
        """Messages with a note in the bank."""
        self._due: dict[int, int] = {}
        """Channel id by message id, for deletions that are due."""
        self._failed: set[int] = set()
        """Messages whose deletion is retried after a temporary error."""
        self._timer: Timer | None = None
        self._backoff = Backoff(first=PAUSE_SECONDS, longest=LONGEST_PAUSE)
        self._errands = Errands("older messages")
        self._in_progress: set[int] = set()
        self._unconfirmed: dict[str, int] = {}
        """Channel id by nonce, for messages that may have been sent without a response."""

    async def recall(self, boards: Container[int | None]) -> None:
        """Load the notes at a start. All are due except `boards` of open tables, which are being replaced."""
        noted = {message: channel for channel, message in await self._bank.noted_messages()}
        self.noted = set(noted)
        self._due = {one: channel for one, channel in noted.items() if one not in boards}

    async def note(self, channel_id: int, message_id: int) -> None:
        """Note a message for deletion like `save`, but only log a failure."""
        try:
            await self.save(channel_id, message_id)
        except StorageTrouble as error:
            lines = self._about(channel_id, message_id)
            lines.error("the bank could not note an older message for deletion (%s)", error)

    async def save(self, channel_id: int, message_id: int) -> None:
        """Note in the bank that a message must be deleted. Idempotent. Raises `StorageTrouble`."""
        if message_id not in self.noted:
            await self._bank.note_message(channel_id, message_id)
            self.noted.add(message_id)

    async def cancel(self, channel_id: int, message_id: int) -> None:
        """Remove the note of a message that may stay."""
        await self._drop_note(channel_id, message_id)

    def is_due(self, message_id: int | None) -> bool:
        return message_id in self._due

    def is_old(self, message_id: int, seconds: float | None = None) -> bool:
        """Return True if a message is older than `seconds`, by default a day: few players look at it."""
        least = DAY_SECONDS if seconds is None else seconds
        return self._wire.discord_time.age(message_id) > least

    async def delete(self, channel_id: int, message_id: int) -> bool:
        """Delete a message, now or later. Return True if Discord has deleted it now."""
        try:
            return await self._delete_or_raise(channel_id, message_id)
        except REQUEST_ERRORS as error:
            lines = self._about(channel_id, message_id)
            lines.info("the bot could not delete an older message yet (%s)", in_one_line(error))
            return False

    async def delete_unconfirmed(self, channel_id: int, nonce: str, *, later: bool = False) -> None:
        """Delete the message with this nonce, if it was sent: now, or `later` when the channel is open.

        Raises temporary errors.
        """
        if later:
            self._unconfirmed[nonce] = channel_id
            return
        # Discord returns the existing message or a new one.
        request = self._wire.send(channel_id, placeholder(), nonce)
        try:
            sent = await once(request)
        except REQUEST_ERRORS as error:
            lines, why = self._about(channel_id), in_one_line(error)
            lines.info("the bot could not delete a message that may exist twice (%s)", why)
            if passes(error):
                raise
            if is_closed(error):
                self._unconfirmed[nonce] = channel_id
        else:
            await self.delete(channel_id, sent)

    async def delete_all(self, is_affected: Callable[[int, int], bool]) -> None:
        """Delete the due messages for which `is_affected(channel_id, message_id)` returns True."""
        for message_id, channel_id in list(self._due.items()):
            if is_affected(channel_id, message_id) and message_id not in self._in_progress:
                await self.delete(channel_id, message_id)

    async def finish(self) -> None:
        if self._failed:
            self._retry_failed()
        await self._errands.finish()
        self.leave()

    def leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _retry_failed(self) -> None:
        self.leave()
        failed, self._failed = self._failed, set()
        self._errands.begin(self.delete_all(lambda _, message_id: message_id in failed))

    def _retry_later(self, message_id: int) -> None:
        self._failed.add(message_id)
        if self._timer is None:
            self._timer = call_later(self._clock, self._backoff.next(), self._retry_failed)

    async def reopen(self, is_affected: Callable[[int], bool]) -> None:
        """Delete due messages in affected channels, which may be open again."""
        await self.delete_all(lambda channel_id, _: is_affected(channel_id))
        unconfirmed = [one for one in self._unconfirmed.items() if is_affected(one[1])]
        for nonce, _ in unconfirmed:
            del self._unconfirmed[nonce]
        for nonce, channel_id in unconfirmed:
            try:
                await self.delete_unconfirmed(channel_id, nonce)
            except REQUEST_ERRORS:
                self._unconfirmed[nonce] = channel_id

    async def _delete_or_raise(self, channel_id: int, message_id: int) -> bool:
        """Delete a message; return True if Discord has done so.

        Raises temporary errors, and in the message's first day a closed channel's; other refusals are final.
        """
        channel = self._client.get_partial_messageable(channel_id)
        self._in_progress.add(message_id)
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
                    self._retry_later(message_id)
                raise
            if code_of(error) not in LOST_MESSAGE:
                lines = self._about(channel_id, message_id)
                lines.info("Discord refused to delete an older message (%s)", in_one_line(error))
        finally:
            self._in_progress.discard(message_id)
        self._backoff.reset()
        await self._drop_note(channel_id, message_id)
        return deleted

    async def _drop_note(self, channel_id: int, message_id: int) -> None:
        self._due.pop(message_id, None)
        if message_id not in self.noted:
            return
        self.noted.remove(message_id)
        try:
            await self._bank.drop_message(message_id)
        except StorageTrouble as error:
            lines = self._about(channel_id, message_id)
            lines.error(
                "the bank could not drop a note, the next start deletes the message (%s)", error
            )

    def _about(self, channel_id: int, message_id: int | None = None) -> About:
        return about_channel(log, self._client, channel_id, message_id=message_id)


def placeholder() -> Layout:
    """Return a new message's content before it shows the board."""
    return Layout(text(BACK))
