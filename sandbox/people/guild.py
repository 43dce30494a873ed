"""The test API of a server: its channels, its language, and who may manage it."""

from sandbox.world.objects import Channel, Guild

from .actions import Actions
from .user import User


class Server:
    """A guild, as its owner sees it in their settings."""

    def __init__(self, actions: Actions, guild: Guild) -> None:
        self._actions = actions
        self._guild = guild

    def __repr__(self) -> str:
        return f"<Server {self.name}>"

    @property
    def id(self) -> int:
        """The guild's id."""
        return self._guild.id

    @property
    def name(self) -> str:
        """The guild's name."""
        return self._guild.name

    @property
    def language(self) -> str | None:
        """The language that it has set; None for a guild that is no Community server, and can't set any."""
        return self._guild.language

    @property
    def bot_online(self) -> bool:
        """Whether the bot hears of this guild now: a session of its shard is connected."""
        return self._actions.gateway.sessions.hears(self.id)

    @property
    def channels(self) -> list[Channel]:
        """Its channels and threads."""
        return self._actions.world.places(self._guild)

    def channel(self, name: str) -> Channel:
        """A channel of this guild by its name; raises LookupError."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise LookupError(f"There is no channel {name!r} in {self.name}.")

    def speak(self, language: str | None) -> None:
        """Become a Community server of this language, one of Discord's, or with None no Community server any more.

        The bot gets a GUILD_UPDATE.
        """
        self._actions.prefer(self._guild, language)

    def nickname(self, user: User, name: str | None) -> None:
        """Call a user by another name here, or (None) by their own; the bot hears of it when they do something."""
        if name is None:
            self._guild.nicks.pop(user.id, None)
        else:
            self._guild.nicks[user.id] = name

    def let_manage(self, user: User, may: bool = True) -> None:
        """Give a user the Manage Server permission here, or take it away; the owner always has it."""
        self._actions.let_manage(self._guild, user._person, may=may)
