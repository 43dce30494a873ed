"""Decides which events the bot receives, by intents, permissions and place."""

from collections.abc import Mapping

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import NO_INTENTS, Intent
from sandbox.world import shapes
from sandbox.world.objects import Event
from sandbox.world.world import World

OF_GUILDS = (
    "GUILD_CREATE GUILD_DELETE GUILD_UPDATE GUILD_ROLE_UPDATE CHANNEL_UPDATE CHANNEL_DELETE "
    "THREAD_CREATE THREAD_UPDATE THREAD_DELETE THREAD_LIST_SYNC"
)

INTENTS: Mapping[str, Intent] = dict.fromkeys(OF_GUILDS.split(), Intent.GUILDS) | {
    "GUILD_MEMBER_UPDATE": Intent.GUILD_MEMBERS,
    "MESSAGE_CREATE": Intent.GUILD_MESSAGES,
    "MESSAGE_UPDATE": Intent.GUILD_MESSAGES,
    "MESSAGE_DELETE": Intent.GUILD_MESSAGES,
    "INTERACTION_CREATE": NO_INTENTS,
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE": NO_INTENTS,
}

WITHOUT_MEMBERSHIP = ("INTERACTION_CREATE", "GUILD_DELETE")
"""Events of a guild that need no membership."""


def needed_intent(world: World, event: Event) -> Intent | None:
    """Return the intent that a session needs for the event; None if no session gets it."""
    if event.guild_id is None or _is_hidden(world, event):
        return None
    if not world.guilds[event.guild_id].bot_is_member and event.name not in WITHOUT_MEMBERSHIP:
        return None
    if event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(world.bot.id):
        return NO_INTENTS
    return INTENTS.get(event.name)


def _is_hidden(world: World, event: Event) -> bool:
    kind, _, what = event.name.partition("_")
    if kind not in ("MESSAGE", "THREAD") or what == "LIST_SYNC":
        return False
    number = event.data["channel_id" if kind == "MESSAGE" else "id"]
    channel = world.channels.get(int(number))
    return event.visible_to is not None or (channel is not None and not channel.bot_sees)


def visible_data(world: World, event: Event) -> Json:
    """Return the event's data, without the content of users' messages that don't mention the bot."""
    if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        return event.data
    author = world.people[int(event.data["author"]["id"])]
    guild = world.guilds[event.guild_id or 0]
    member = shapes.member(author, guild)
    del member["user"]
    data = event.data | {"guild_id": str(guild.id), "member": member}
    mentioned = any(user["id"] == str(world.bot.id) for user in data["mentions"])
    if author.bot or mentioned:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
