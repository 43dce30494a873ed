"""Registers slash commands with Discord, admits their interactions, and logs the link to invite the bot."""

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.http import HTTPClient, Route

from cogs.discord_link.payloads import ClickOutcome, about, action_of, counted
from cogs.discord_link.request_errors import place_of
from cogs.discord_link.retry import DoneElsewhere
from cogs.interactions.context import Context
from cogs.interactions.permissions import invite_link
from engine.bank.bank import Bank

log = logging.getLogger(__name__)

ENTRY_POINT = 4
"""The type of the host's command that opens an Activity."""

ENTRY_FIELDS = (
    *("id", "type", "handler", "name", "name_localizations"),
    *("description", "description_localizations"),
    *("default_member_permissions", "contexts", "integration_types", "nsfw"),
)


async def register(
    tree: app_commands.CommandTree[Any],
    application_id: int,
    memory: Bank,
    *,
    is_caretaker: bool = True,
) -> Mapping[str, int]:
    """Register slash commands if they have changed; return all command ids by name.

    Raises `DoneElsewhere` if another process has to do it.
    """
    key, http = f"commands:{application_id}", tree.client.http
    definitions = [await _definition(tree, command) for command in tree.get_commands()]
    existing = await http.get_global_commands(application_id)
    if await memory.saved_text(key) == _digest(definitions, existing):
        return _numbers(existing)
    if not is_caretaker:
        raise DoneElsewhere
    # Not `tree.sync`: it would translate everything again, and drop the host's entry point.
    has_entry_point = any(command["type"] == ENTRY_POINT for command in existing)
    entry_points = await _entry_points(http, application_id) if has_entry_point else []
    others = await memory.applications() - {application_id}
    if others and await memory.saved_text(key) is None:
        log.warning(
            "another bot (application %d) has used this database: is DATABASE the right one?",
            max(others),
        )
    registered = await http.bulk_upsert_global_commands(application_id, definitions + entry_points)
    await memory.save_text(key, _digest(definitions, registered))
    log.info("the bot registered %s with Discord", counted(len(definitions), "command"))
    return _numbers(registered)


def _numbers(commands: Iterable[Mapping[str, Any]]) -> Mapping[str, int]:
    slash = discord.AppCommandType.chat_input.value
    return {one["name"]: int(one["id"]) for one in commands if one["type"] == slash}


async def _entry_points(http: HTTPClient, application_id: int) -> list[dict[str, Any]]:
    """Return the commands that open an Activity: Discord refuses a bulk update without them."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    existing = await http.request(route, params={"with_localizations": "true"})
    return [
        {key: one[key] for key in ENTRY_FIELDS if key in one}
        for one in existing
        if one["type"] == ENTRY_POINT
    ]


def _digest(
    definitions: Sequence[Mapping[str, Any]], registered: Iterable[Mapping[str, Any]]
) -> str:
    """Return a digest of our commands and of the versions of registered ones, which change with every change.

    Otherwise a restored backup would hide what a newer program has registered since.
    """
    versions = {
        str(command["name"]): str(command.get("version"))
        for command in registered
        if command["type"] != ENTRY_POINT
    }
    ours = sorted(definitions, key=lambda d: str(d["name"]))
    return hashlib.sha256(json.dumps([ours, versions], sort_keys=True).encode()).hexdigest()


async def _definition(tree: app_commands.CommandTree[Any], command: Any) -> dict[str, Any]:
    translator = tree.translator
    whole = command.get_translated_payload(tree, translator) if translator else None
    definition: dict[str, Any] = await whole if whole else command.to_dict(tree)
    # Deprecated in favour of `contexts`.
    del definition["dm_permission"]
    return definition


class Invitation:
    """Logs the bot's invitation link at its first start, and while no server has the bot."""

    def __init__(self, memory: Bank, *, wanted: bool) -> None:
        self._memory = memory
        self._pending = wanted

    async def at_start(self, application_id: int) -> None:
        key = f"invite:{application_id}"
        if not self._pending or await self._memory.saved_text(key) is not None:
            return
        self._log_link(
            "the bot has started for the first time: invite it to a server with %s", application_id
        )
        await self._memory.save_text(key, "told")

    def connected(self, application_id: int, servers: int) -> None:
        if not servers:
            self._log_link("the bot is in no server yet: invite it to one with %s", application_id)

    def _log_link(self, line: str, application_id: int) -> None:
        if self._pending:
            self._pending = False
            log.info(line, invite_link(application_id))


class Tree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Return True if the command may be handled. Autocomplete, sent per letter, is not rate limited."""
        client = self.client
        answers: bool = await client.ownership.answers()
        is_typing = interaction.type is discord.InteractionType.autocomplete
        return answers and (is_typing or bool(await client.rate_limit.lets_in(interaction)))

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        lines = about(log, interaction)
        if isinstance(error, app_commands.CommandInvokeError):
            lines.error("the bot failed at %s", action_of(interaction), exc_info=error.original)
            outcome, key = ClickOutcome.FAILED, "sorry-our-fault"
        else:
            lines.warning("the bot can't read %s (%s)", action_of(interaction), place_of(error))
            outcome, key = ClickOutcome.UNREADABLE, "sorry-command-unread"
        if interaction.type is not discord.InteractionType.autocomplete:
            self.client.gauges.ended(outcome)
            ctx = Context(interaction)
            await ctx.send(ctx.lang(key))
