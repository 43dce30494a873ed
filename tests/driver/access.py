"""A server owner's control over the bot: permissions, removal, invitation."""

from sandbox import Channel, Permission
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import NO_PERMISSION, ORDINARY
from sandbox.world import shapes
from sandbox.world.objects import Event, Guild
from sandbox.world.world import World


class Access:
    """Changes the bot's permissions, removes and invites it, as a server's owner does.

    Users keep their permissions, and the bot can still answer interactions. Each change sends the bot an event, unless
    `told` is False.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def forbid(
        self,
        channel: Channel,
        permission: Permission = Permission.VIEW_CHANNEL,
        *,
        told: bool = True,
    ) -> None:
        """Deny the bot a permission in a channel and its threads; without VIEW_CHANNEL it can do nothing.

        Raises ValueError for a thread, which inherits permissions.
        """
        self._overwrite(channel, channel.denied | permission, told=told)

    def allow(self, channel: Channel, *, told: bool = True) -> None:
        """Restore all the bot's permissions in a channel."""
        self._overwrite(channel, NO_PERMISSION, told=told)

    def _overwrite(self, channel: Channel, denied: Permission, *, told: bool) -> None:
        if channel.parent is not None:
            raise ValueError(f"#{channel.name} is a thread: it has the permissions of its channel.")
        hidden = [channel] if not channel.bot_sees else []
        channel.denied = denied
        self._changed(channel, told=told)
        self._gained(channel.guild, hidden, told=told)

    def forbid_role(self, guild: Guild, permission: Permission, *, told: bool = True) -> None:
        """Remove a permission from the bot's role, for all channels."""
        self._set_role(guild, guild.bot_role & ~permission, told=told)

    def allow_role(self, guild: Guild, *, told: bool = True) -> None:
        """Restore the ordinary permissions of the bot's role."""
        self._set_role(guild, ORDINARY, told=told)

    def grant_role(self, guild: Guild, permission: Permission, *, told: bool = True) -> None:
        """Add a permission to the bot's role, until `allow_role`."""
        self._set_role(guild, guild.bot_role | permission, told=told)

    def _set_role(self, guild: Guild, permissions: Permission, *, told: bool) -> None:
        hidden = self._hidden(guild)
        guild.bot_role = permissions
        role = shapes.roles(guild)[guild.bot_role_id]
        self._publish_if_told("GUILD_ROLE_UPDATE", guild, {"role": role}, told=told)
        self._gained(guild, hidden, told=told)

    def take_role(self, guild: Guild, *, told: bool = True) -> None:
        """Take the bot's role, and so all permissions, from the bot."""
        self._wear_role(guild, worn=False, told=told)

    def give_role(self, guild: Guild, *, told: bool = True) -> None:
        """Give the bot its role again."""
        self._wear_role(guild, worn=True, told=told)

    def _wear_role(self, guild: Guild, *, worn: bool, told: bool) -> None:
        hidden = self._hidden(guild)
        guild.bot_has_role = worn
        self._publish_if_told(
            "GUILD_MEMBER_UPDATE", guild, shapes.member(self._world.bot, guild), told=told
        )
        self._gained(guild, hidden, told=told)

    def archive(self, thread: Channel, *, locked: bool = False, told: bool = True) -> None:
        """Archive a thread: its messages become read-only.

        A new message reopens it unless it is `locked`. Raises ValueError for a channel.
        """
        self._close(thread, archived=True, locked=locked, told=told)

    def unarchive(self, thread: Channel, *, told: bool = True) -> None:
        self._close(thread, archived=False, locked=False, told=told)

    def _close(self, thread: Channel, *, archived: bool, locked: bool, told: bool) -> None:
        if thread.parent is None:
            raise ValueError(f"#{thread.name} is no thread.")
        thread.archived, thread.locked = archived, locked
        self._changed(thread, told=told)

    def send_away(self, guild: Guild) -> None:
        """Remove the bot and its commands from a guild."""
        guild.bot_is_member = guild.has_commands = False
        self._publish("GUILD_DELETE", guild, {"id": str(guild.id)})

    def invite(self, guild: Guild, *, as_member: bool = True) -> None:
        """Add the bot and its commands to a guild; without `as_member` only the commands."""
        guild.bot_is_member, guild.has_commands = as_member, True
        data = shapes.gateway_guild(self._world, guild)
        del data["unavailable"]
        self._publish("GUILD_CREATE", guild, data)

    def break_down(self, guild: Guild) -> None:
        """Begin an outage of a guild, also for bots that start later."""
        guild.unavailable = True
        self._publish("GUILD_DELETE", guild, {"id": str(guild.id), "unavailable": True})

    def refuse_edits(self, refused: bool = True) -> None:
        """Refuse edits with error 50013 where the bot may not send, as Discord sometimes does."""
        self._world.edits_need_sending = refused

    def _hidden(self, guild: Guild) -> list[Channel]:
        return [one for one in self._world.places(guild) if one.parent is None and not one.bot_sees]

    def _changed(self, channel: Channel, *, told: bool) -> None:
        kind = "CHANNEL" if channel.parent is None else "THREAD"
        shape = shapes.channel(self._world, channel)
        self._publish_if_told(f"{kind}_UPDATE", channel.guild, shape, told=told)

    def _gained(self, guild: Guild, hidden: list[Channel], *, told: bool) -> None:
        seen = [channel for channel in hidden if channel.bot_sees]
        if not seen:
            return
        threads = [
            shapes.channel(self._world, one)
            for one in self._world.places(guild)
            if one.parent in seen and not one.archived
        ]
        ids = [str(channel.id) for channel in seen]
        data: Json = {"channel_ids": ids, "threads": threads, "members": []}
        self._publish_if_told("THREAD_LIST_SYNC", guild, data, told=told)

    def _publish_if_told(self, name: str, guild: Guild, data: Json, *, told: bool) -> None:
        if not told:
            self._world.changes.announce()
            return
        self._publish(name, guild, data | {"guild_id": str(guild.id)})

    def _publish(self, name: str, guild: Guild, data: Json) -> None:
        self._world.publish(Event(name=name, data=data, guild_id=guild.id))
