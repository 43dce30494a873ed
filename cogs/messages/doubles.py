"""Boards that Discord may have taken without the bot knowing of it: each would be a second board of its round.

A message that is sent carries a nonce, by which Discord knows it again for some minutes. A send that failed is made
again with the same one; and where another message has taken its place, what may have been left behind is deleted.
"""

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


class Doubles:
    """Sees to it that a round of one table has one board."""

    def __init__(self, client: discord.Client, table: Table, deletions: Deletions) -> None:
        self._client = client
        self._table = table
        self._deletions = deletions
        self._sent: str | None = None
        """The nonce of the last message that was sent, or tried to be."""
        self._left: str | None = None
        """That of a message which may have been sent, and whose place another one has taken."""
        self._from_before = table.view.resumed or table.view.stage is Stage.CLOSED
        """Whether the bot may have sent a message before a restart, and was killed before it kept its id."""

    def nonce(self, board: int, replaced: int | None) -> str:
        """By it Discord knows the message of a round again, after a restart too; one that it replaces is another."""
        return nonce_of(self._table.table_id, board, replaced or 0)

    def may_be_there(self, nonce: str) -> bool:
        """Whether Discord may have taken a message with this nonce before, without the bot knowing of it."""
        return nonce == self._sent or (self._sent is None and self._from_before)

    def sends(self, nonce: str) -> None:
        """Note that a message with this nonce is on its way."""
        self._sent = nonce

    def gives_way(self, nonce: str, *, is_new: bool) -> None:
        """Another message takes the place of the one with this nonce; `is_new` where the bot knows of no board of its
        round."""
        if nonce == self._sent or (is_new and self.may_be_there(nonce)):
            self._left = nonce

    async def delete(self) -> None:
        """Delete what may have been left behind. Raises one of `REQUEST_ERRORS`; what may pass is tried once more when
        this is called again.

        For the same nonce Discord gives back the message that it has, or a new one; either is deleted.
        """
        if self._left is None:
            return
        request = send(self._client, self._table.channel_id, back_of_a_card(), self._left)
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
