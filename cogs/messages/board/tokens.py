"""Tokens of interactions: each can edit a table's message, or send another one, for fifteen minutes."""

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
"""Answers to a click after which its token edits the clicked message."""


@dataclass(frozen=True, slots=True)
class MessageToken:
    """A message that an interaction can edit: the clicked one, its answer, or a follow-up by id."""

    hook: Hook
    follow_up: int | None = None


def is_dead(error: discord.HTTPException) -> bool:
    """Return True if the token has expired."""
    return code_of(error) in DEAD_TOKEN or error.status == 401


class Tokens:
    """The newest tokens for one table's message."""

    def __init__(self, wire: Wire, position: Position) -> None:
        self._wire = wire
        self._position = position
        self._editing: MessageToken | None = None
        self._last: BotInteraction | Hook | None = None
        """The last interaction that caused a view; it may edit the message once it is answered."""

    @property
    def is_valid(self) -> bool:
        """True if a known token can edit the message."""
        return self._editing is not None and not self._wire.is_expired(self._editing.hook)

    def add(self, interaction: BotInteraction) -> None:
        """Add an interaction that has caused a view."""
        self._last = interaction

    def rest(self) -> None:
        """Reduce the last interaction to its token, a tenth of its size."""
        if isinstance(self._last, discord.Interaction):
            self.newest()
            self._last = Hook.of(self._last)

    def use(self, token: MessageToken | None) -> None:
        """Set the token of a new message."""
        self._editing = token

    def forget(self) -> None:
        """Drop all tokens."""
        self._editing = self._last = None

    def newest(self) -> MessageToken | None:
        """Return the token of the last answered click on the message, or None if it has expired."""
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
        """Yield the valid tokens of this interaction, the last one, and the message."""
        last, editing = self._last, self._editing
        hooks = (
            None if interaction is None else Hook.of(interaction),
            Hook.of(last) if isinstance(last, discord.Interaction) else last,
            None if editing is None else editing.hook,
        )
        yield from (one for one in hooks if one is not None and not self._wire.is_expired(one))
