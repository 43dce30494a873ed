"""What the owner of a server does with the bot: its permissions, its role, its place in threads, its invitation."""

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import NO_PERMISSION, ORDINARY, Permission
from sandbox.world import shapes
from sandbox.world.objects import Channel, Event, Guild
from sandbox.world.world import World


class Access:
    """Takes permissions from the bot and gives them back, sends it away and invites it, as a server's owner does.

    Users keep their permissions, and the bot can still answer interactions: answers need no permission.
    Each change sends the bot an event, unless `told` is False, as if the event had been lost.
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
        """Take a permission from the bot in a channel and its threads; without VIEW_CHANNEL it can do nothing.

        Raises ValueError for a thread, which has the permissions of its channel.
        """
        self._overwrite(channel, channel.denied | permission, told=told)

    def allow(self, channel: Channel, *, told: bool = True) -> None:
        """Give the bot back all permissions in a channel."""
        self._overwrite(channel, NO_PERMISSION, told=told)

    def _overwrite(self, channel: Channel, denied: Permission, *, told: bool) -> None:
        if channel.parent is not None:
            raise ValueError(f"#{channel.name} is a thread: it has the permissions of its channel.")
        hidden = [channel] if not channel.bot_sees else []
        channel.denied = denied
        self._changed(channel, told=told)
        self._gained(channel.guild, hidden, told=told)

    def forbid_role(self, guild: Guild, permission: Permission, *, told: bool = True) -> None:
        """Take a permission from the bot's role, and so in every channel of the guild."""
        self._set_role(guild, guild.bot_role & ~permission, told=told)

    def allow_role(self, guild: Guild, *, told: bool = True) -> None:
        """Give the bot's role all its permissions again."""
        self._set_role(guild, ORDINARY, told=told)

    def grant_role(self, guild: Guild, permission: Permission, *, told: bool = True) -> None:
        """Give the bot's role a permission that it does not ordinarily have, until `allow_role`."""
        self._set_role(guild, guild.bot_role | permission, told=told)

    def _set_role(self, guild: Guild, permissions: Permission, *, told: bool) -> None:
        hidden = self._hidden(guild)
        guild.bot_role = permissions
        role = shapes.roles(guild)[guild.bot_role_id]
        self._tell("GUILD_ROLE_UPDATE", guild, {"role": role}, told=told)
        self._gained(guild, hidden, told=told)

    def take_role(self, guild: Guild, *, told: bool = True) -> None:
        """Take the bot's role, and with it every permission in the guild."""
        self._wear_role(guild, worn=False, told=told)

    def give_role(self, guild: Guild, *, told: bool = True) -> None:
        """Give the bot its role again."""
        self._wear_role(guild, worn=True, told=told)

    def _wear_role(self, guild: Guild, *, worn: bool, told: bool) -> None:
        hidden = self._hidden(guild)
        guild.bot_has_role = worn
        self._tell("GUILD_MEMBER_UPDATE", guild, shapes.member(self._world.bot, guild), told=told)
        self._gained(guild, hidden, told=told)

    def archive(self, thread: Channel, *, locked: bool = False, told: bool = True) -> None:
        """Archive a thread, so that no message in it can be edited.

        A new message opens it again; nothing can be sent to a `locked` one. Raises ValueError if
        it is a channel.
        """
        self._close(thread, archived=True, locked=locked, told=told)

    def unarchive(self, thread: Channel, *, told: bool = True) -> None:
        """Open a thread again, and unlock it."""
        self._close(thread, archived=False, locked=False, told=told)

    def _close(self, thread: Channel, *, archived: bool, locked: bool, told: bool) -> None:
        if thread.parent is None:
            raise ValueError(f"#{thread.name} is no thread.")
        thread.archived, thread.locked = archived, locked
        self._changed(thread, told=told)

    def let_in(self, thread: Channel) -> None:
        """Make the bot a member of a private thread, as a mention does; does nothing elsewhere."""
        if not thread.private or thread.bot_joined or not thread.guild.bot_is_member:
            return
        thread.bot_joined = True
        shape = shapes.channel(self._world, thread)
        self._tell("THREAD_CREATE", thread.guild, shape, told=True)

    def send_away(self, guild: Guild) -> None:
        """Remove the bot from a guild, with its commands."""
        guild.bot_is_member = guild.has_commands = False
        self._publish("GUILD_DELETE", guild, {"id": str(guild.id)})

    def invite(self, guild: Guild, *, as_member: bool = True) -> None:
        """Add the bot to a guild, or (not `as_member`) its commands alone."""
        guild.bot_is_member, guild.has_commands = as_member, True
        data = shapes.gateway_guild(self._world, guild)
        del data["unavailable"]
        self._publish("GUILD_CREATE", guild, data)

    def break_down(self, guild: Guild) -> None:
        """Begin an outage: the guild can't be reached, also by a bot that starts meanwhile."""
        guild.unavailable = True
        self._publish("GUILD_DELETE", guild, {"id": str(guild.id), "unavailable": True})

    def refuse_edits(self, refused: bool = True) -> None:
        """Refuse edits, too, where the bot may not send (50013), as Discord sometimes does. Off by default."""
        self._world.edits_need_sending = refused

    def _hidden(self, guild: Guild) -> list[Channel]:
        return [one for one in self._world.places(guild) if one.parent is None and not one.bot_sees]

    def _changed(self, channel: Channel, *, told: bool) -> None:
        kind = "CHANNEL" if channel.parent is None else "THREAD"
        shape = shapes.channel(self._world, channel)
        self._tell(f"{kind}_UPDATE", channel.guild, shape, told=told)

    def _gained(self, guild: Guild, hidden: list[Channel], *, told: bool) -> None:
        """Send the open threads of the channels that the bot sees again."""
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
        self._tell("THREAD_LIST_SYNC", guild, data, told=told)

    def _tell(self, name: str, guild: Guild, data: Json, *, told: bool) -> None:
        if not told:
            self._world.changes.announce()
            return
        self._publish(name, guild, data | {"guild_id": str(guild.id)})

    def _publish(self, name: str, guild: Guild, data: Json) -> None:
        self._world.publish(Event(name=name, data=data, guild_id=guild.id))
