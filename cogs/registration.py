"""Commands are registered with Discord when their definition has changed, not at every start."""

import hashlib
import json
import logging
from typing import Any, Protocol

import discord
from discord import app_commands

log = logging.getLogger(__name__)


class Memory(Protocol):
    """Remembers a text by its key."""

    async def setting(self, key: str) -> str | None:
        """What was remembered, or None."""

    async def set_setting(self, key: str, value: str) -> None:
        """Remember."""


async def register(
    tree: app_commands.CommandTree[Any], application_id: int, memory: Memory
) -> bool:
    """Register the commands where Discord lacks them or has other ones. Returns whether that was needed."""
    key = f"commands:{application_id}"
    digest = _digest(tree)
    there = {command.name for command in await tree.fetch_commands()}
    wanted = {command.name for command in tree.get_commands(type=discord.AppCommandType.chat_input)}
    if there == wanted and await memory.setting(key) == digest:
        return False
    await tree.sync()
    await memory.set_setting(key, digest)
    log.info("registered %d commands", len(wanted))
    return True


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    definitions = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps(sorted(definitions, key=lambda d: str(d["name"])), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
