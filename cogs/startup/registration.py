"""The tree of commands, and what a start tells: Discord the commands, if they have changed; the host how to invite
the bot, once."""

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.http import HTTPClient, Route

from cogs.answers.context import Context
from cogs.answers.permissions import invite_link
from cogs.gateway.payloads import ClickOutcome, about, counted
from cogs.gateway.request_errors import place_of
from cogs.gateway.retry import DoneElsewhere
from engine.bank.bank import Bank

log = logging.getLogger(__name__)

ENTRY_POINT = 4
"""The type of a command that is the host's own, and not this program's."""

KEPT_OF_ENTRY = (
    *("id", "type", "handler", "name", "name_localizations"),
    *("description", "description_localizations"),
    *("default_member_permissions", "contexts", "integration_types", "nsfw"),
)
"""What can be said of such a command; the rest of what Discord tells is its own."""


async def register(
    tree: app_commands.CommandTree[Any],
    application_id: int,
    memory: Bank,
    *,
    is_caretaker: bool = True,
) -> Mapping[str, int]:
    """Register the commands where Discord lacks them or has other ones. Returns what it numbers them by, by name.

    Raises `DoneElsewhere` where another process is to do so.
    """
    key, http = f"commands:{application_id}", tree.client.http
    definitions = [await _definition(tree, command) for command in tree.get_commands()]
    digest = _digest(definitions)
    there = await http.get_global_commands(application_id)
    ours = [command for command in there if command["type"] != ENTRY_POINT]
    wanted = {definition["name"] for definition in definitions}
    is_whole = {command["name"] for command in ours} == wanted
    if is_whole and await memory.kept_text(key) == digest:
        return _numbers(there)
    if not is_caretaker:
        raise DoneElsewhere
    # What `tree.sync` sends, too; it would put all translations together once more, and leave out what is not ours.
    if len(ours) < len(there):
        definitions += await _entry_points(http, application_id)
    others = await memory.applications() - {application_id}
    if others and await memory.kept_text(key) is None:
        log.warning(
            "another bot (application %d) has played on this database: is DATABASE the right one?",
            max(others),
        )
    registered = await http.bulk_upsert_global_commands(application_id, definitions)
    await memory.keep_text(key, digest)
    log.info("%s registered with Discord", counted(len(wanted), "command"))
    return _numbers(registered)


def _numbers(commands: Iterable[Mapping[str, Any]]) -> Mapping[str, int]:
    """What Discord numbers slash commands by, by their names."""
    slash = discord.AppCommandType.chat_input.value
    return {one["name"]: int(one["id"]) for one in commands if one["type"] == slash}


async def _entry_points(http: HTTPClient, application_id: int) -> list[dict[str, Any]]:
    """The command that opens the application's Activity, without which Discord refuses a set of commands."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    there = await http.request(route, params={"with_localizations": "true"})
    return [
        {key: one[key] for key in KEPT_OF_ENTRY if key in one}
        for one in there
        if one["type"] == ENTRY_POINT
    ]


def _digest(definitions: Sequence[Mapping[str, Any]]) -> str:
    text = json.dumps(sorted(definitions, key=lambda d: str(d["name"])), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


async def _definition(tree: app_commands.CommandTree[Any], command: Any) -> dict[str, Any]:
    """The command as it would be registered, with its translations."""
    translator = tree.translator
    whole = command.get_translated_payload(tree, translator) if translator else None
    definition: dict[str, Any] = await whole if whole else command.to_dict(tree)
    # The older name for what `contexts` says.
    del definition["dm_permission"]
    return definition


class Invitation:
    """Tells the link at the first start of an application, and at later ones while no server has the bot."""

    def __init__(self, memory: Bank, *, wanted: bool) -> None:
        self._memory = memory
        self._to_be_told = wanted

    async def at_start(self, application_id: int) -> None:
        """Tell it, if this application has never been started on this database."""
        key = f"invite:{application_id}"
        if not self._to_be_told or await self._memory.kept_text(key) is not None:
            return
        self._tell(
            "the bot has started for the first time: invite it to a server with %s", application_id
        )
        await self._memory.keep_text(key, "told")

    def connected(self, application_id: int, servers: int) -> None:
        """Tell it, if the bot is in no server."""
        if not servers:
            self._tell("the bot is in no server yet: invite it to one with %s", application_id)

    def _tell(self, line: str, application_id: int) -> None:
        if self._to_be_told:
            self._to_be_told = False
            log.info(line, invite_link(application_id))


class Tree(app_commands.CommandTree[Any]):
    """The slash commands of a client that has a rate limit."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to go on with this command. Suggestions come with every letter, and don't count as clicks."""
        client = self.client
        answers: bool = await client.ownership.answers()
        is_typing = interaction.type is discord.InteractionType.autocomplete
        return answers and (is_typing or bool(await client.rate_limit.lets_in(interaction)))

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """A command that went wrong: the asker gets a sentence, and the log the cause."""
        lines = about(log, interaction)
        if isinstance(error, app_commands.CommandInvokeError):
            lines.error("failed", exc_info=error.original)
            outcome, key = ClickOutcome.FAILED, "sorry-our-fault"
        else:
            lines.warning("no command of ours: %s", place_of(error))
            outcome, key = ClickOutcome.UNREADABLE, "sorry-command-unread"
        # Typing is not playing.
        if interaction.type is not discord.InteractionType.autocomplete:
            self.client.gauges.ended(outcome)
            ctx = Context(interaction)
            await ctx.say(ctx.lang(key))
