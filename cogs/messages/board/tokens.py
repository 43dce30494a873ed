"""Interaction tokens: each can edit a table's message, or send another, for fifteen minutes."""

from collections.abc import Iterator
from dataclasses import dataclass

import discord
from discord import InteractionResponseType

from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_errors import DEAD_TOKEN, code_of
from cogs.discord_link.wire import Hook, Wire
from cogs.messages.board.position import Position

DRAWS = frozenset(
    {InteractionResponseType.message_update, InteractionResponseType.deferred_message_update}
)
"""Answers after which the token edits the clicked message."""


@dataclass(frozen=True, slots=True)
class MessageToken:
    """A token with its message: a follow-up by id, else the clicked message or an answer."""

    hook: Hook
    follow_up: int | None = None


def is_dead(error: discord.HTTPException) -> bool:
    return code_of(error) in DEAD_TOKEN or error.status == 401


class Tokens:
    def __init__(self, wire: Wire, position: Position) -> None:
        self._wire = wire
        self._position = position
        self._editing: MessageToken | None = None
        self._last: BotInteraction | Hook | None = None
        """The last cause of a view; usable once answered."""

    @property
    def is_valid(self) -> bool:
        return self._editing is not None and not self._wire.is_expired(self._editing.hook)

    def add(self, interaction: BotInteraction) -> None:
        self._last = interaction

    def rest(self) -> None:
        """Reduce the last interaction to its token, a tenth of its size in memory."""
        if isinstance(self._last, discord.Interaction):
            self.newest()
            self._last = Hook.of(self._last)

    def use(self, token: MessageToken | None) -> None:
        self._editing = token

    def forget(self) -> None:
        self._editing = self._last = None

    def newest(self) -> MessageToken | None:
        """Return the newest token that can edit the board, or None without a valid one."""
        last = self._last
        if (
            isinstance(last, discord.Interaction)
            and (self._editing is None or self._editing.hook.id != last.id)
            and self._position.is_under(last)
            and last.response.type in DRAWS
        ):
            self._editing = MessageToken(Hook.of(last))
        return self._editing if self.is_valid else None

    def for_follow_up(self, interaction: BotInteraction | None) -> Iterator[Hook]:
        """Yield the valid tokens that can send a new message: this interaction's, the last one's, and the board's."""
        last, editing = self._last, self._editing
        hooks = (
            None if interaction is None else Hook.of(interaction),
            Hook.of(last) if isinstance(last, discord.Interaction) else last,
            None if editing is None else editing.hook,
        )
        yield from (one for one in hooks if one is not None and not self._wire.is_expired(one))
