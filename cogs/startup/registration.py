"""Commands are registered with Discord when their definition has changed, not at every start."""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.answers.permissions import NEEDED
from cogs.network.backoff import DoneElsewhere
from cogs.network.log_words import counted
from engine.saved import PublicBank

log = logging.getLogger(__name__)


async def register(
    tree: app_commands.CommandTree[Any],
    application_id: int,
    memory: PublicBank,
    *,
    is_caretaker: bool = True,
) -> Mapping[str, int]:
    """Register the commands where Discord lacks them or has other ones. Returns what it numbers them by, by name.

    Raises `DoneElsewhere` where another process is to do so.
    """
    key = f"commands:{application_id}"
    definitions = [await _definition(tree, command) for command in tree.get_commands()]
    digest = _digest(definitions)
    there = {command.name: command.id for command in await tree.fetch_commands()}
    wanted = {command.name for command in tree.get_commands(type=discord.AppCommandType.chat_input)}
    if set(there) == wanted and await memory.kept_text(key) == digest:
        return there
    if not is_caretaker:
        raise DoneElsewhere
    # What `tree.sync` sends, too; it would put all translations together once more.
    registered = await tree.client.http.bulk_upsert_global_commands(application_id, definitions)
    await memory.keep_text(key, digest)
    log.info("%s registered with Discord", counted(len(wanted), "command"))
    return {command["name"]: int(command["id"]) for command in registered}


def invite_link(application_id: int) -> str:
    """Where the bot is invited to a server, with no more than it needs there."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=scopes)


def _digest(definitions: Sequence[Mapping[str, Any]]) -> str:
    text = json.dumps(sorted(definitions, key=lambda d: str(d["name"])), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


async def _definition(tree: app_commands.CommandTree[Any], command: Any) -> dict[str, Any]:
    """The command as it would be registered, with its translations."""
    translator = tree.translator
    whole = command.get_translated_payload(tree, translator) if translator else None
    definition: dict[str, Any] = await whole if whole else command.to_dict(tree)
    return definition
