"""Boards that Discord may have taken without the bot knowing of it: each would be a second board of its round.

A message that is sent carries a nonce, by which Discord knows it again for some minutes. A send that failed, or after
which the bot was killed, is made again with the same one.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cogs.messages.token import nonce_of
from engine.live import Table
from engine.table import Stage

MOST_MISSED = 3
"""Of more boards that may have been sent before a restart, only the last so many are looked for."""


class Sending(NamedTuple):
    """What makes a message of a table another than any before."""

    board: int
    """The round that it shows."""
    replaced: int = 0
    """The message of the same round whose place it takes; 0 where there was none."""


class Doubles:
    """Knows which messages of one table may be there."""

    def __init__(self, table: Table) -> None:
        self._table_id = table.table_id
        self._sent: Sending | None = None
        """The last message that was sent, or tried to be."""
        is_from_before = table.view.resumed or table.view.stage is Stage.CLOSED
        self._from_before = table.view.board if is_from_before else 0
        """The newest board that the bot may have sent before a restart: it was killed, maybe, before it kept the id of
        that one, and of some before it."""

    def nonce(self, sending: Sending) -> str:
        """By it Discord knows the message again, after a restart too."""
        return nonce_of(self._table_id, *sending)

    def may_be_there(self, sending: Sending) -> bool:
        """Whether Discord may have taken this message before, without the bot knowing of it."""
        return sending == self._sent or sending.board <= self._from_before

    def sends(self, sending: Sending) -> None:
        """Note that this message is on its way."""
        self._sent = sending

    def arrived(self) -> None:
        """The message that is on its way is known, or deleted."""
        self._sent = None

    def since(self, shown: int, board: int) -> Iterator[Sending]:
        """What may have been sent since the board of the one round, up to that of the other."""
        if self._sent is not None:
            yield self._sent
        for missed in range(max(shown + 1, board - MOST_MISSED), min(board, self._from_before) + 1):
            yield Sending(missed)
