"""Discord servers, with what their owners can set."""

from enum import Enum

from sandbox import Channel, Refused
from sandbox.people.actions import Actions
from sandbox.people.overwrites import all_channels, everyone
from sandbox.wire.numbers import SLOWEST_SECONDS, OverwriteKind
from sandbox.world import shapes
from sandbox.world.objects import Event, Guild, OverwriteTarget
from tests.driver.users import User


class Target(Enum):
    """Special targets of a command's permission (overwrite)."""

    EVERYONE = 1
    MANAGERS = 2
    """The role that may manage the server."""
    ALL_CHANNELS = 3


class Server:
    """A Discord server (guild), with what its owner can set."""

    def __init__(self, actions: Actions, guild: Guild) -> None:
        self._actions = actions
        self._guild = guild

    def __repr__(self) -> str:
        return f"<Server {self.name}>"

    @property
    def id(self) -> int:
        return self._guild.id

    @property
    def name(self) -> str:
        return self._guild.name

    @property
    def language(self) -> str | None:
        """The language of a Community server, else None."""
        return self._guild.language

    @property
    def bot_online(self) -> bool:
        """True if the bot has connected the server's shard."""
        return self._actions.gateway.sessions.hears(self.id)

    @property
    def channels(self) -> list[Channel]:
        """The server's channels and threads."""
        return self._actions.world.places(self._guild)

    def channel(self, name: str) -> Channel:
        """Return a channel by its name; raises LookupError."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise LookupError(f"There is no channel {name!r} in {self.name}.")

    def speak(self, language: str | None) -> None:
        """Become a Community server in this language, or with None an ordinary one; the bot gets an event."""
        self._actions.prefer(self._guild, language)

    def nickname(self, user: User, name: str | None) -> None:
        """Set or remove a nickname; the bot sees it in the user's next event."""
        if name is None:
            self._guild.nicks.pop(user.id, None)
        else:
            self._guild.nicks[user.id] = name

    def add_emoji(self, name: str, *, animated: bool = False) -> str:
        """Add an emoji without a picture or event; return its text in messages."""
        emoji_id = self._actions.world.snowflakes.next()
        owner = self._actions.world.people[self._guild.owner_id]
        made = shapes.emoji(emoji_id, name, owner, animated=animated)
        self._guild.emojis[emoji_id] = made
        return f"<{'a' if animated else ''}:{name}:{emoji_id}>"

    def let_manage(self, user: User, may: bool = True) -> None:
        """Give or take a user's Manage Server permission; the owner always has it."""
        self._actions.let_manage(self._guild, user._person, may=may)

    def slow_down(self, channel: Channel, seconds: int) -> None:
        """Limit each member to one message per `seconds`; 0 ends slowmode. Commands, clicks and bots are exempt."""
        if not 0 <= seconds <= SLOWEST_SECONDS:
            raise Refused(f"Slowmode is between 0 and {SLOWEST_SECONDS} seconds.")
        channel.slowmode = seconds
        kind = "CHANNEL_UPDATE" if channel.parent is None else "THREAD_UPDATE"
        data = shapes.channel(self._actions.world, channel)
        self._actions.world.publish(Event(name=kind, data=data, guild_id=self.id))

    def let_use(
        self, command: str, target: "User | Channel | Target", may: bool | None = True
    ) -> None:
        """Allow or deny a command to a user or a role, or in a channel, as in Server Settings → Integrations.

        None resets it; an empty name stands for all commands. The bot gets an event. Raises LookupError for an unknown
        command.
        """
        world = self._actions.world
        known = {one["name"]: number for number, one in world.commands.items()} | {"": world.bot.id}
        self._actions.overwrite(self._guild, known[command], self._target(target), may)

    def _target(self, target: "User | Channel | Target") -> OverwriteTarget:
        match target:
            case User():
                return OverwriteKind.USER, target.id
            case Channel():
                return OverwriteKind.CHANNEL, target.id
            case Target.ALL_CHANNELS:
                return all_channels(self._guild)
            case Target.MANAGERS:
                return OverwriteKind.ROLE, self._guild.manager_role_id
            case Target.EVERYONE:
                return everyone(self._guild)
