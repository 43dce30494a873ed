"""Which message shows a table: the bank is told with the table's next change, or a little later without one."""

import asyncio
from contextlib import suppress

from engine.clock import Clock, Timer
from engine.saved import StorageTrouble, TableBank, TableMessage

KEEP_SECONDS = 3
"""How long the id of a new message waits for a change that it is kept with, at most."""


class KeptMessage:
    """Sees to it that the bank learns of a table's new message, without a commit for each."""

    __slots__ = ("_bank", "_clock", "_stopped", "_table_id", "_timer", "unkept")

    def __init__(self, table_id: int, bank: TableBank, clock: Clock) -> None:
        self._table_id = table_id
        self._bank = bank
        self._clock = clock
        self._timer: Timer | None = None
        self._stopped = False
        self.unkept: TableMessage | None = None
        """What the bank does not know yet."""

    async def is_now(self, message: TableMessage, *, at_once: bool) -> None:
        """The message is another one. Raises what the bank raises, where it is to be kept `at_once`."""
        self.unkept = message
        if at_once or self._stopped:
            await self._keep()
        elif self._timer is None:
            self._keep_later()

    def was_kept(self, message: TableMessage | None) -> None:
        """The bank has learnt this with a change."""
        if message == self.unkept:
            self.unkept = None

    async def stop(self) -> None:
        """Keep it now, and always at once from here on."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        with suppress(StorageTrouble):  # its nonce finds it again
            await self._keep()

    async def _keep(self) -> None:
        if (message := self.unkept) is not None:
            await self._bank.remember_message(self._table_id, message)
            self.was_kept(message)

    def _keep_later(self) -> None:
        """At a whole second: the tables that wait for the same one share a commit."""
        self._timer = self._clock.call_at(int(self._clock.now()) + KEEP_SECONDS, self._has_waited)

    def _has_waited(self) -> None:
        self._timer = None
        if self.unkept is not None:
            keeping = asyncio.ensure_future(self._keep())
            keeping.add_done_callback(self._was_tried)

    def _was_tried(self, keeping: asyncio.Future[None]) -> None:
        if not keeping.cancelled() and keeping.exception() is not None and not self._stopped:
            self._keep_later()
