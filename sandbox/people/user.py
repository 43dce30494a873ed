"""The test API: users with their clients, and servers with their owner's settings."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sandbox.chat.interactions import AnswerKind, Interaction
from sandbox.chat.views import MessageView, ModalView
from sandbox.people.actions import Actions
from sandbox.people.options import canonical, catalogue, named
from sandbox.people.overwrites import all_channels, everyone
from sandbox.wire.json_text import Json, Refused
from sandbox.wire.numbers import OverwriteKind, localized
from sandbox.world import shapes
from sandbox.world.clock import PATIENCE
from sandbox.world.objects import Channel, Guild, OverwriteTarget, Person

Value = str | int | float | bool


class Target(Enum):
    """Special targets of a command's overwrite, besides users and channels."""

    EVERYONE = 1
    MANAGERS = 2
    """The role that may manage the server."""
    ALL_CHANNELS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The result of an interaction: the bot's first answer, or a failure."""

    kind: AnswerKind
    interaction_id: int
    message: MessageView | None = None
    modal: ModalView | None = None
    choices: tuple[tuple[str, Value], ...] = ()
    reason: str = ""

    @property
    def text(self) -> str:
        """The text of the answered or changed message; empty without one."""
        return "" if self.message is None else self.message.text


class User:
    """The Discord client of a user; raises Refused if a client would not allow the action."""

    def __init__(self, actions: Actions, person: Person) -> None:
        self._actions = actions
        self._world = actions.world
        self._person = person

    def __repr__(self) -> str:
        return f"<User {self.name}>"

    @property
    def id(self) -> int:
        """The user's id."""
        return self._person.id

    @property
    def name(self) -> str:
        """The user's name."""
        return self._person.name

    @property
    def locale(self) -> str:
        """The language of the user's client."""
        return self._person.locale

    def speak(self, locale: str) -> None:
        """Set the language of the user's client to one of Discord's."""
        self._actions.speak(self._person, locale)

    def rename(self, name: str) -> None:
        """Change the user's global name."""
        self._actions.rename(self._person, name)

    def commands(self, channel: Channel) -> dict[str, str]:
        """The commands offered to this user in a channel: translated full names and descriptions."""
        return catalogue(self._world, channel, self._person)

    def messages(self, channel: Channel) -> list[MessageView]:
        """The messages that this user sees in a channel, oldest first."""
        seen = [one for one in channel.messages.values() if one.seen_by(self.id)]
        return [MessageView(message) for message in seen]

    def sees(self, channel: Channel) -> str:
        """All text that this user sees in a channel."""
        return "\n".join(message.text for message in self.messages(channel))

    def pings(self, channel: Channel) -> list[MessageView]:
        """The messages that pinged this user in a channel, oldest first."""
        return [message for message in self.messages(channel) if self.id in message.pings]

    def say(self, channel: Channel, content: str) -> MessageView:
        """Write an ordinary message."""
        return MessageView(self._actions.say(self._person, channel, content))

    def dismiss(self, message: MessageView) -> None:
        """Hide an ephemeral message."""
        self._actions.dismiss(self._person, message._message)

    async def command(self, channel: Channel, command: str, /, **options: "Value | User") -> Answer:
        """Use a slash command; sub-commands follow the name after a space.

        Names may be typed in the user's language or as the bot registered them.
        """
        found, given = self._options(channel, command, options)
        return await self._answer(
            self._actions.command(self._person, channel, int(found["id"]), given)
        )

    async def autocomplete(
        self, channel: Channel, command: str, focused: str, /, **options: "Value | User"
    ) -> Answer:
        """Type into the option `focused` and get the choices."""
        found, given = self._options(channel, command, options, focused)
        number = int(found["id"])
        return await self._answer(self._actions.autocomplete(self._person, channel, number, given))

    def _options(
        self,
        channel: Channel,
        typed: str,
        options: Mapping[str, "Value | User"],
        focused: str = "",
    ) -> tuple[Json, list[Json]]:
        name, *path = typed.split()
        found = named(list(self._world.commands.values()), name, self.locale)
        if found is None:
            raise Refused(f"There is no command /{name}.")
        given: list[Json] = [
            {"name": key, "value": str(value.id) if isinstance(value, User) else value}
            for key, value in options.items()
        ]
        for option in given:
            if option["name"] == focused:
                option["focused"] = True
        return found, canonical(found, path, given, self.locale)

    async def click(
        self,
        message: MessageView,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        nth: int = 0,
        force: bool = False,
    ) -> Answer:
        """Click a button by its exact label, the `nth` of that label, or by its `custom_id`.

        With `force` the button may be disabled or removed, as for a client that missed the last edit.
        """
        wanted = custom_id or self._by_label(message, label, nth)
        return await self._answer(
            self._actions.click(self._person, message._message, wanted, force=force)
        )

    def _by_label(self, message: MessageView, label: str | None, nth: int) -> str:
        found = [one for one in message.buttons if one.label == label]
        if nth >= len(found):
            labels = ", ".join(repr(one.label) for one in message.buttons)
            raise Refused(f"There is no button {label!r} (number {nth}); there are: {labels}.")
        return found[nth].custom_id

    async def select(
        self,
        message: MessageView,
        *values: "str | User",
        custom_id: str | None = None,
        force: bool = False,
    ) -> Answer:
        """Pick values in the message's select menu, or in the one with this `custom_id`."""
        wanted = custom_id or next((one.custom_id for one in message.selects), "")
        texts = [str(value.id) if isinstance(value, User) else value for value in values]
        return await self._answer(
            self._actions.select(self._person, message._message, wanted, texts, force=force)
        )

    async def submit(
        self, opened: Answer, values: Mapping[str, object] | None = None, /, **more: object
    ) -> Answer:
        """Submit the modal of an answer; inputs are named by custom_id or label."""
        if opened.modal is None:
            raise Refused("That answer opened no modal.")
        ids = {one.label: one.custom_id for one in opened.modal.inputs}
        given = {ids.get(name, name): value for name, value in {**(values or {}), **more}.items()}
        return await self._answer(self._actions.submit(self._person, opened.interaction_id, given))

    async def _answer(self, interaction: Interaction) -> Answer:
        async with asyncio.timeout(PATIENCE):
            reply = await interaction.replied
        message = self._world.find_message(reply.message_id or 0)
        return Answer(
            kind=reply.kind,
            interaction_id=interaction.id,
            message=None if message is None else MessageView(message),
            modal=None if reply.modal is None else ModalView(reply.modal),
            choices=tuple(
                (localized(choice, "name", self.locale), choice["value"])
                for choice in reply.choices
            ),
            reason=reply.reason,
        )


class Server:
    """A guild with its owner's settings."""

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
        """The language of a Community server; None for other guilds."""
        return self._guild.language

    @property
    def bot_online(self) -> bool:
        """True if a session of the guild's shard is connected."""
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
        """Become a Community server in one of Discord's languages, or with None an ordinary server.

        The bot gets a GUILD_UPDATE.
        """
        self._actions.prefer(self._guild, language)

    def nickname(self, user: User, name: str | None) -> None:
        """Set a user's nickname, or remove it with None; the bot sees it in the user's next event."""
        if name is None:
            self._guild.nicks.pop(user.id, None)
        else:
            self._guild.nicks[user.id] = name

    def add_emoji(self, name: str, *, animated: bool = False) -> str:
        """Add an emoji without a picture; return its text in messages. The bot gets no event."""
        emoji_id = self._actions.world.snowflakes.next()
        owner = self._actions.world.people[self._guild.owner_id]
        made = shapes.emoji(emoji_id, name, owner, animated=animated)
        self._guild.emojis[emoji_id] = made
        return f"<{'a' if animated else ''}:{name}:{emoji_id}>"

    def let_manage(self, user: User, may: bool = True) -> None:
        """Give a user the Manage Server permission here, or take it away; the owner always has it."""
        self._actions.let_manage(self._guild, user._person, may=may)

    def slow_down(self, channel: Channel, seconds: int) -> None:
        """Limit each member to one message per `seconds`; 0 ends slowmode.

        Commands, clicks and bots are exempt.
        """
        self._actions.slow_down(channel, seconds)

    def let_use(
        self, command: str, target: "User | Channel | Target", may: bool | None = True
    ) -> None:
        """Allow or deny a command to a user or a role, or in a channel, as in Server Settings → Integrations.

        None resets it to the command's default permissions. An empty name stands for all commands of the bot. The bot
        gets an APPLICATION_COMMAND_PERMISSIONS_UPDATE. Raises LookupError for an unknown command.
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
