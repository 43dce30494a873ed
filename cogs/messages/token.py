"""What Discord knows a message by: the token of an interaction, which opens it for fifteen minutes, and the nonce."""

import hashlib
from dataclasses import dataclass

import discord
from discord import ui

from cogs.network.request_errors import DEAD_TOKEN, code_of

BotInteraction = discord.Interaction[discord.Client]

NOBODY = discord.AllowedMentions.none()
"""The client's default does not reach an edit that has no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """An interaction that can change the board: its first answer is the board, or a message that followed."""

    via: BotInteraction
    follow_up: int | None = None

    async def edit(self, view: ui.LayoutView) -> None:
        """Draw the message anew."""
        if self.follow_up is None:
            await self.via.edit_original_response(view=view, allowed_mentions=NOBODY)
        else:
            followup = self.via.followup
            await followup.edit_message(self.follow_up, view=view, allowed_mentions=NOBODY)


def is_dead(error: discord.HTTPException) -> bool:
    """Whether the fifteen minutes of the token are over."""
    return code_of(error) in DEAD_TOKEN or error.status == 401


def nonce_of(*numbers: int) -> str:
    """What Discord knows a message by for some minutes: it sends no second one that carries the same. 24 characters."""
    text = ".".join(map(str, numbers))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
