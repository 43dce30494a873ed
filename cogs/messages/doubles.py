"""Boards that Discord may have taken without the bot knowing of it: each would be a second board of its round.

A message that is sent carries a nonce, by which Discord knows it again for some minutes. A send that failed is made
again with the same one; and where another message has taken its place, what may have been left behind is deleted.
"""

from typing import NamedTuple

import discord

from cogs.messages.deletions import Deletions
from cogs.messages.token import nonce_of
from cogs.network.request_errors import REQUEST_ERRORS, passes
from cogs.network.sending import send
from cogs.network.tries import once
from cogs.table.components import text
from cogs.table.layout import Layout
from engine.live import Table
from engine.table import Stage

SEND_SECONDS = 5.0
"""How long a message may be under way before it is looked for later."""

BACK = "🎴"


class Sending(NamedTuple):
    """What makes a message of a table another than any before."""

    board: int
    """The round that it shows."""
    replaced: int = 0
    """The message of the same round whose place it takes; 0 where there was none."""


class Doubles:
    """Sees to it that a round of one table has one board."""

    def __init__(self, client: discord.Client, table: Table, deletions: Deletions) -> None:
        self._client = client
        self._table = table
        self._deletions = deletions
        self._sent: Sending | None = None
        """The last message that was sent, or tried to be."""
        self._left: Sending | None = None
        """A message which may have been sent, and whose place another one has taken."""
        is_from_before = table.view.resumed or table.view.stage is Stage.CLOSED
        self._from_before = table.view.board if is_from_before else 0
        """The newest board that the bot may have sent before a restart: it was killed, maybe, before it kept the id of
        that one, and of some before it."""

    def nonce(self, sending: Sending) -> str:
        """By it Discord knows the message again, after a restart too."""
        return nonce_of(self._table.table_id, *sending)

    def may_be_there(self, sending: Sending) -> bool:
        """Whether Discord may have taken this message before, without the bot knowing of it."""
        return sending == self._sent or sending.board <= self._from_before

    def sends(self, sending: Sending) -> None:
        """Note that this message is on its way."""
        self._sent = sending

    def gives_way(self, sending: Sending) -> None:
        """Another message takes the place of this one, should it be there."""
        if self.may_be_there(sending):
            self._left = sending

    async def delete(self) -> None:
        """Delete what may have been left behind. Raises one of `REQUEST_ERRORS`; what may pass is tried once more when
        this is called again.

        For the same nonce Discord gives back the message that it has, or a new one; either is deleted.
        """
        if self._left is None:
            return
        nonce = self.nonce(self._left)
        request = send(self._client, self._table.channel_id, back_of_a_card(), nonce)
        try:
            sent = await once(request, SEND_SECONDS)
        except REQUEST_ERRORS as error:
            self._left = self._left if passes(error) else None
            raise
        self._left = None
        await self._deletions.delete(self._table.channel_id, sent)


def back_of_a_card() -> Layout:
    """What a message shows for a moment, before it is a board."""
    return Layout(text(BACK))
