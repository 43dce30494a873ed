"""The actions of simulated users in their Discord clients."""

import asyncio
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sandbox.chat.interactions import AnswerKind, Interaction, Interactions, Reply
from sandbox.chat.messages import Body, Messages
from sandbox.chat.stored import walk
from sandbox.gateway.gateway import Gateway
from sandbox.people.options import (
    check_options,
    flat,
    full_name,
    picked,
    resolved,
    submitted,
    typed,
)
from sandbox.people.overwrites import may_use, set_overwrite, shape
from sandbox.wire.json_text import Json, Refused
from sandbox.wire.numbers import (
    UPLOAD_BYTES,
    Component,
    InteractionType,
    Option,
    Permission,
    known_locale,
)
from sandbox.world import shapes
from sandbox.world.clock import Clock
from sandbox.world.objects import Channel, Event, Guild, Message, OverwriteTarget, Person
from sandbox.world.world import World


@dataclass(slots=True, kw_only=True)
class Actions:
    """The actions of users; each raises Refused if a Discord client would not allow it."""

    world: World
    gateway: Gateway
    interactions: Interactions
    messages: Messages
    clock: Clock

    def say(self, person: Person, channel: Channel, content: str) -> Message:
        self._check_open(channel)
        if person.id in channel.guild.muted:
            raise Refused("This person may not write in this server.")
        if not 1 <= len(content.strip()) <= 2_000:
            raise Refused("A message has 1 to 2,000 characters.")
        self._check_slowmode(person, channel)
        message = self.messages.create(channel, person, Body(json={"content": content}))
        self.messages.reopen(channel)
        return message

    def _check_slowmode(self, person: Person, channel: Channel) -> None:
        """Raise Refused if slowmode lets this person not write yet.

        Commands, clicks and bots are exempt (discord/discord-api-docs, channel object, `rate_limit_per_user`, and issue
        6465).
        """
        now, last = self.world.snowflakes.now(), channel.said.get(person.id, -math.inf)
        is_free = channel.guild.permissions(person) & Permission.BYPASS_SLOWMODE
        if not is_free and now - last < channel.slowmode:
            left = math.ceil(last + channel.slowmode - now)
            raise Refused(f"Slowmode is on: {person.name} may write again in {left} s.")
        channel.said[person.id] = now

    def command(
        self, person: Person, channel: Channel, command_id: int, options: list[Json]
    ) -> Interaction:
        command = self._command(person, channel, command_id)
        check_options(self.world, command, options)
        sent = typed(command, options)
        name = full_name(command, sent)
        interaction = self._new(InteractionType.COMMAND, person, channel, name=name)
        return self._send(interaction, self._command_data(channel.guild, command, sent))

    def autocomplete(
        self, person: Person, channel: Channel, command_id: int, options: list[Json]
    ) -> Interaction:
        """Ask the bot for suggestions while typing into the option marked `focused`."""
        command = self._command(person, channel, command_id)
        check_options(self.world, command, options, partial=True)
        sent = typed(command, options)
        focused = [option for option in flat(sent) if option.get("focused")]
        if len(focused) != 1:
            raise Refused("Exactly one option is being typed into.")
        kind = Option(focused[0]["type"])
        interaction = self._new(InteractionType.AUTOCOMPLETE, person, channel, option=kind)
        return self._send(interaction, self._command_data(channel.guild, command, sent))

    def _command(self, person: Person, channel: Channel, command_id: int) -> Json:
        self._check_open(channel)
        command = self.world.commands.get(command_id)
        if command is None:
            raise Refused("There is no such command.")
        if not may_use(self.world, command, channel, person):
            raise Refused(f"{person.name} may not use /{command['name']}.")
        return command

    def _command_data(self, guild: Guild, command: Json, options: list[Json]) -> Json:
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if options:
            data["options"] = options
        users = [str(one["value"]) for one in flat(options) if one["type"] == Option.USER]
        found = resolved(self.world, guild, users)
        return data | {"resolved": found} if found else data

    def click(
        self, person: Person, message: Message, custom_id: str, *, force: bool = False
    ) -> Interaction:
        """Click a button; with `force`, also if the last edit disabled or removed it."""
        node = self._component(person, message, custom_id, Component.BUTTON, force=force)
        data = {"custom_id": custom_id, "component_type": Component.BUTTON}
        return self._send_component(person, message, data, node)

    def select(
        self,
        person: Person,
        message: Message,
        custom_id: str,
        values: Sequence[str],
        *,
        force: bool = False,
    ) -> Interaction:
        """Pick values in a select menu; `force` as in `click`."""
        node = self._component(person, message, custom_id, Component.SELECT, force=force)
        values = list(values) if node is None else picked(node, values)
        data: Json = {"custom_id": custom_id, "component_type": Component.SELECT, "values": values}
        return self._send_component(person, message, data, node)

    def _send_component(
        self, person: Person, message: Message, data: Json, node: Json | None
    ) -> Interaction:
        channel = self.world.channels[message.channel_id]
        data["id"] = 0 if node is None else node["id"]
        interaction = self._new(InteractionType.COMPONENT, person, channel, message_id=message.id)
        return self._send(interaction, data)

    def _component(
        self, person: Person, message: Message, custom_id: str, kind: Component, *, force: bool
    ) -> Json | None:
        if message.deleted or not message.seen_by(person.id):
            raise Refused(f"{person.name} does not see that message.")
        for node in walk(message.data["components"]):
            if node.get("custom_id") == custom_id:
                if node["type"] != kind:
                    raise Refused(f"{custom_id!r} is no {kind.name.lower()}.")
                if node.get("disabled") and not force:
                    raise Refused(f"{node.get('label') or custom_id!r} is disabled.")
                return node
        if not force:
            raise Refused(f"The message has no component {custom_id!r}.")
        return None

    def submit(
        self, person: Person, interaction_id: int, values: Mapping[str, object]
    ) -> Interaction:
        """Submit the modal that answered this interaction; possible again only if the bot did not respond."""
        opener = self.interactions.find(interaction_id)
        if opener is None or opener.modal is None or opener.user_id != person.id:
            raise Refused(f"{person.name} has no such modal open.")
        if opener.submitted:
            raise Refused("The modal was sent already.")
        data: Json = {
            "custom_id": opener.modal["custom_id"],
            "components": submitted(opener.modal, values),
        }
        channel = self.interactions.channel(opener)
        interaction = self._new(
            InteractionType.MODAL,
            person,
            channel,
            message_id=opener.message_id,
            parent_id=opener.id,
        )
        opener.submitted = True
        interaction.replied.add_done_callback(functools.partial(_reopen_if_failed, opener))
        return self._send(interaction, data)

    def speak(self, person: Person, locale: str) -> None:
        """Set the language of a user's Discord client."""
        person.locale = known_locale(locale)
        self.world.publish(Event(name="PERSON", data={}))

    def prefer(self, guild: Guild, language: str | None) -> None:
        """Make a server a Community server in this language, or with None an ordinary one."""
        guild.language = None if language is None else known_locale(language)
        data = shapes.guild(guild)
        self.world.publish(Event(name="GUILD_UPDATE", data=data, guild_id=guild.id))

    def let_manage(self, guild: Guild, person: Person, *, may: bool) -> None:
        """Give or take the role that may manage the server."""
        (guild.managers.add if may else guild.managers.discard)(person.id)
        data = shapes.member(person, guild) | {"guild_id": str(guild.id)}
        self.world.publish(Event(name="GUILD_MEMBER_UPDATE", data=data, guild_id=guild.id))

    def overwrite(
        self, guild: Guild, command_id: int, target: OverwriteTarget, allowed: bool | None
    ) -> None:
        """Allow or deny a slash command to a role, user or channel; with None, remove that rule.

        The application's id stands for all commands.
        """
        if command_id != self.world.bot.id and command_id not in self.world.commands:
            raise Refused("There is no such command.")
        set_overwrite(guild, command_id, target, allowed)
        data = shape(self.world, guild, command_id)
        name = "APPLICATION_COMMAND_PERMISSIONS_UPDATE"
        self.world.publish(Event(name=name, data=data, guild_id=guild.id))

    def dismiss(self, person: Person, message: Message) -> None:
        if message.visible_to != person.id:
            raise Refused("Only an ephemeral message can be dismissed, by the user who sees it.")
        self.world.dismiss(message)

    def _check_there(self, channel: Channel) -> None:
        if channel.id not in self.world.channels:
            raise Refused("The channel is gone.")

    def _check_open(self, channel: Channel) -> None:
        """Raise Refused in a deleted channel or a locked thread, where buttons still work."""
        self._check_there(channel)
        if channel.locked:
            raise Refused(f"#{channel.name} is locked.")

    def _new(
        self,
        kind: InteractionType,
        person: Person,
        channel: Channel,
        *,
        name: str = "",
        option: Option = Option.STRING,
        message_id: int | None = None,
        parent_id: int | None = None,
    ) -> Interaction:
        self._check_there(channel)
        age = self.world.hooks.lateness()
        return Interaction(
            id=self.world.snowflakes.next(age),
            type=kind,
            user_id=person.id,
            channel_id=channel.id,
            born=self.clock.now() - age,
            name=name,
            option=option,
            message_id=message_id,
            parent_id=parent_id,
        )

    def _send(self, interaction: Interaction, data: Json) -> Interaction:
        guild = self.world.channels[interaction.channel_id].guild
        reached = guild.has_commands and self.gateway.sessions.reaches(guild.id)
        self.interactions.open(interaction, online=reached)
        for sent in self.world.hooks.deliveries(self._payload(interaction, data)):
            self.world.publish(Event(name="INTERACTION_CREATE", data=sent, guild_id=guild.id))
        return interaction

    def _payload(self, interaction: Interaction, data: Json) -> Json:
        world, person = self.world, self.world.people[interaction.user_id]
        place = world.channels[interaction.channel_id]
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "guild_id": str(place.guild.id),
            "guild": shapes.interaction_guild(place.guild),
            "channel_id": str(place.id),
            "channel": shapes.interaction_channel(world, place, person),
            "member": shapes.acting_member(person, place.guild),
            "app_permissions": str(int(place.bot_permissions)),
            "locale": person.locale,
            "guild_locale": place.guild.locale,
            "context": 0,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": shapes.owners(place.guild),
            "attachment_size_limit": UPLOAD_BYTES,
        }
        message = world.find_message(interaction.message_id or 0)
        return payload if message is None else payload | {"message": message.data}


def _reopen_if_failed(opener: Interaction, submission: "asyncio.Future[Reply]") -> None:
    """Let the user submit a modal again: a failed submission leaves it open."""
    if not submission.cancelled() and submission.result().kind is AnswerKind.FAILED:
        opener.submitted = False
