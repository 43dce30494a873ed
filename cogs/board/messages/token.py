"""What Discord knows a message by: the token of an interaction, which opens it for fifteen minutes, and the nonce."""

import asyncio
import hashlib
from collections import deque
from dataclasses import dataclass, field

import discord
from discord import InteractionResponseType

from cogs.gateway.interactions import BotInteraction
from cogs.gateway.request_errors import DEAD_TOKEN, code_of

EDITS, EDITS_SECONDS = 5, 2.0
"""Discord takes so many edits by one token in so many seconds, and says so nowhere."""

DRAWS = frozenset(
    {InteractionResponseType.message_update, InteractionResponseType.deferred_message_update}
)
"""The answers to a click after which its token draws the message that was clicked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """What an interaction can change: the message of the click, its answer, or (with an id) what followed."""

    via: BotInteraction = field(repr=False)
    follow_up: int | None = None
    _edits: deque[float] = field(default_factory=lambda: deque(maxlen=EDITS), repr=False)
    """When the last ones were answered, by the clock of the event loop: by then Discord had them."""

    @property
    def works(self) -> bool:
        """Whether Discord should take an edit now."""
        worn_out = len(self._edits) == EDITS and _now() - self._edits[0] < EDITS_SECONDS
        return not worn_out and not self.via.is_expired()

    def note_edit(self) -> None:
        """An edit was made."""
        self._edits.append(_now())


def _now() -> float:
    return asyncio.get_running_loop().time()


def is_dead(error: discord.HTTPException) -> bool:
    """Whether the fifteen minutes of the token are over."""
    return code_of(error) in DEAD_TOKEN or error.status == 401


def nonce_of(*numbers: int) -> str:
    """By it Discord knows a message for some minutes, and sends no second one with the same. 24 characters."""
    text = ".".join(map(str, numbers))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
