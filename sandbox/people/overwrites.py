"""Permissions of slash commands, with overwrites for roles, users and channels."""

from collections.abc import Iterator, Mapping

from sandbox.wire.json_text import Json, Refused
from sandbox.wire.numbers import CHAT_INPUT, OverwriteKind
from sandbox.world.objects import Channel, Guild, Overwrites, OverwriteTarget, Person
from sandbox.world.world import World

OVERWRITES_OF_A_COMMAND = 100
"""Maximum per command, or for the whole app, in a guild (discord/discord-api-docs, application-commands,
"Permissions")."""

NOTHING: Overwrites = {}


def may_use(world: World, command: Json, place: Channel, person: Person) -> bool:
    """Return True if a person's client offers the command in this channel or thread.

    Source: Discord's flowchart "Commands Permission System" (discord/discord-api-docs, change log of December 2022).
    Channels come first, then users and roles, then the registered permissions. A command's overwrite precedes the
    app's; if it allows a user or a role, it replaces `default_member_permissions`, which the app's does not. The owner
    may use everything.
    """
    guild = place.guild
    if not guild.has_commands or command["type"] != CHAT_INPUT:
        return False
    if person.id == guild.owner_id:
        return True
    of_command = guild.overwrites.get(int(command["id"]), NOTHING)
    of_app = guild.overwrites.get(world.bot.id, NOTHING)
    if _first(_of_channel(one, place) for one in (of_command, of_app)) is False:
        return False
    allowed = _of_person(of_command, guild, person)
    if allowed is not None:
        return allowed
    return _of_person(of_app, guild, person) is not False and _by_default(command, guild, person)


def _first(values: Iterator[bool | None]) -> bool | None:
    return next((value for value in values if value is not None), None)


def _of_channel(overwrites: Overwrites, place: Channel) -> bool | None:
    channel = place.parent or place
    targets = channel.id, all_channels(place.guild)[1]
    return _first(overwrites.get((OverwriteKind.CHANNEL, one)) for one in targets)


def _of_person(overwrites: Overwrites, guild: Guild, person: Person) -> bool | None:
    """Return the person's own overwrite, else the most permissive of their roles, else @everyone's."""
    own = overwrites.get((OverwriteKind.USER, person.id))
    if own is not None:
        return own
    roles = [overwrites.get((OverwriteKind.ROLE, one)) for one in guild.roles_of(person)]
    found = [one for one in roles if one is not None]
    return any(found) if found else overwrites.get(everyone(guild))


def _by_default(command: Json, guild: Guild, person: Person) -> bool:
    needed = command["default_member_permissions"]
    if needed is None:
        return True
    wanted = int(needed)
    return wanted > 0 and guild.permissions(person) & wanted == wanted


def everyone(guild: Guild) -> OverwriteTarget:
    return OverwriteKind.ROLE, guild.id


def all_channels(guild: Guild) -> OverwriteTarget:
    """Return the overwrite target for all channels, a constant of Discord."""
    return OverwriteKind.CHANNEL, guild.id - 1


def set_overwrite(
    guild: Guild, command_id: int, target: OverwriteTarget, allowed: bool | None
) -> None:
    """Allow or deny a command to `target` or, with None, remove that overwrite.

    Raises Refused if the command has the maximum of 100 overwrites.
    """
    overwrites = guild.overwrites.setdefault(command_id, {})
    overwrites.pop(target, None)
    if allowed is None:
        return
    if len(overwrites) >= OVERWRITES_OF_A_COMMAND:
        raise Refused(f"A command has at most {OVERWRITES_OF_A_COMMAND} overwrites.")
    overwrites[target] = allowed


def shape(world: World, guild: Guild, command_id: int) -> Json:
    """Return a command's overwrites in a guild as Discord's JSON object."""
    found: Mapping[OverwriteTarget, bool] = guild.overwrites.get(command_id, NOTHING)
    return {
        "id": str(command_id),
        "application_id": str(world.bot.id),
        "guild_id": str(guild.id),
        "permissions": [
            {"id": str(number), "type": kind, "permission": allowed}
            for (kind, number), allowed in found.items()
        ],
    }
