"""Interactions (commands, clicks, modals): the bot's response within three seconds, and later messages."""

import asyncio
import functools
import secrets
from dataclasses import dataclass, field
from enum import Enum

from sandbox.chat.commands import check_choices
from sandbox.chat.components import ComponentCheck
from sandbox.chat.form import Form
from sandbox.chat.messages import Body, Messages
from sandbox.chat.stored import stored
from sandbox.wire.json_text import (
    ALREADY_ACKNOWLEDGED,
    INVALID_TOKEN,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
    Json,
)
from sandbox.wire.numbers import (
    ACKNOWLEDGE_SECONDS,
    NO_FLAGS,
    TOKEN_SECONDS,
    CallbackType,
    Flag,
    InteractionType,
    Option,
)
from sandbox.world import shapes
from sandbox.world.clock import Clock, Timer
from sandbox.world.objects import Channel, Message
from sandbox.world.world import World


class AnswerKind(Enum):
    """The type of the bot's first response to an interaction; FAILED if none came."""

    FAILED = 0
    MESSAGE = CallbackType.MESSAGE
    DEFERRED = CallbackType.DEFER
    DEFERRED_UPDATE = CallbackType.DEFER_UPDATE
    UPDATE = CallbackType.UPDATE
    CHOICES = CallbackType.CHOICES
    MODAL = CallbackType.MODAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The bot's first response to an interaction, in Discord's form."""

    kind: AnswerKind
    message_id: int | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    reason: str = ""


@dataclass(slots=True, kw_only=True, eq=False)
class Interaction:
    """A user's command, autocomplete, click, selection or modal; `born` is its creation time in clock seconds."""

    id: int
    type: InteractionType
    user_id: int
    channel_id: int
    born: float
    name: str = ""
    option: Option = Option.STRING
    message_id: int | None = None
    modal: Json | None = None
    parent_id: int | None = None
    original_id: int | None = None
    acknowledged: bool = False
    submitted: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    replied: "asyncio.Future[Reply]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    followups: set[int] = field(default_factory=set)
    timers: list[Timer] = field(default_factory=list)

    def reply(self, reply: Reply) -> None:
        if not self.replied.done():
            self.replied.set_result(reply)


TALK = (CallbackType.MESSAGE, CallbackType.DEFER)
CHANGE = (CallbackType.DEFER_UPDATE, CallbackType.UPDATE)
ALLOWED: dict[InteractionType, tuple[CallbackType, ...]] = {
    InteractionType.COMMAND: (*TALK, CallbackType.MODAL),
    InteractionType.COMPONENT: (*TALK, *CHANGE, CallbackType.MODAL),
    InteractionType.AUTOCOMPLETE: (CallbackType.CHOICES,),
    InteractionType.MODAL: TALK,
}
NO_ANSWER = "The application did not respond"


class Interactions:
    """The users' interactions of the last 15 minutes, in which their tokens are valid."""

    def __init__(self, world: World, messages: Messages, clock: Clock) -> None:
        self._world = world
        self._messages = messages
        self._clock = clock
        self.known: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def open(self, interaction: Interaction, *, online: bool) -> None:
        """Wait for the bot's response to an interaction, which fails at once if the bot is not connected."""
        if not online:
            interaction.reply(Reply(kind=AnswerKind.FAILED, reason=NO_ANSWER))
            return
        self.known[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        age = self._clock.now() - interaction.born
        for seconds, call in (
            (ACKNOWLEDGE_SECONDS, self._give_up),
            (TOKEN_SECONDS, self._drop),
        ):
            due = functools.partial(call, interaction)
            timer = self._clock.call_later(max(0.0, seconds - age), due)
            interaction.timers.append(timer)
        self._world.changes.announce()

    def _give_up(self, interaction: Interaction) -> None:
        interaction.reply(Reply(kind=AnswerKind.FAILED, reason=NO_ANSWER))
        self._world.changes.announce()

    def _drop(self, interaction: Interaction) -> None:
        self.known.pop(interaction.id, None)
        self._by_token.pop(interaction.token, None)

    def close(self) -> None:
        for interaction in tuple(self.known.values()):
            for timer in interaction.timers:
                timer.cancel()
            self._give_up(interaction)
            self._drop(interaction)

    def find(self, interaction_id: int) -> Interaction | None:
        return self.known.get(interaction_id)

    def by_token(self, token: str) -> Interaction:
        """Return the interaction with this token.

        Raises ApiError 50027 for an unknown or expired token, 10015 before the bot's first response.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise ApiError(*INVALID_TOKEN)
        if not interaction.acknowledged:
            raise ApiError(*UNKNOWN_WEBHOOK)
        return interaction

    def acknowledge(self, number: int, token: str, body: Body) -> tuple[Interaction, Reply]:
        """Apply the bot's first response to interaction `number`, and return both.

        Raises ApiError 10062 if the interaction is unknown or over three seconds old, 40060 for a second response,
        50035 for a malformed one.
        """
        interaction = self.known.get(number)
        if interaction is None or interaction.token != token:
            raise ApiError(*UNKNOWN_INTERACTION)
        if interaction.acknowledged:
            raise ApiError(*ALREADY_ACKNOWLEDGED)
        if self._clock.now() - interaction.born > ACKNOWLEDGE_SECONDS:
            raise ApiError(*UNKNOWN_INTERACTION)
        reply = self._apply(interaction, self._callback_type(interaction, body.json), body)
        interaction.acknowledged = True
        interaction.reply(reply)
        self._world.changes.announce()
        return interaction, reply

    def _callback_type(self, interaction: Interaction, json: Json) -> CallbackType:
        allowed = ALLOWED[interaction.type]
        if interaction.type is InteractionType.MODAL and interaction.message_id is not None:
            allowed += CHANGE
        form = Form()
        form.choice(json.get("type"), ("type",), allowed)
        form.check()
        return CallbackType(json["type"])

    def _apply(self, interaction: Interaction, kind: CallbackType, body: Body) -> Reply:
        data = _data(
            body.json, required=kind not in (CallbackType.DEFER, CallbackType.DEFER_UPDATE)
        )
        inner = Body(json=data, uploads=body.uploads)
        message_id: int | None = None
        modal: Json | None = None
        choices: tuple[Json, ...] = ()
        match kind:
            case CallbackType.MESSAGE | CallbackType.DEFER:
                loading = kind is CallbackType.DEFER
                message_id = self._send(interaction, inner, loading=loading).id
                interaction.original_id = message_id
            case CallbackType.UPDATE:
                message_id = self._messages.edit(self._source(interaction), inner).id
                interaction.original_id = message_id
            case CallbackType.DEFER_UPDATE:
                message_id = interaction.original_id = self._source(interaction).id
            case CallbackType.CHOICES:
                choices = self._choices(interaction, data)
            case CallbackType.MODAL:
                modal = interaction.modal = self._modal(data)
        return Reply(kind=AnswerKind(kind), message_id=message_id, modal=modal, choices=choices)

    def _source(self, interaction: Interaction) -> Message:
        message = self._world.find_message(interaction.message_id or 0)
        if message is None:
            raise ApiError(*UNKNOWN_MESSAGE)
        return message

    def _choices(self, interaction: Interaction, data: Json) -> tuple[Json, ...]:
        form = Form()
        if data.get("choices") is None:
            form.required(("data", "choices"))
        check_choices(form, data, ("data",), interaction.option)
        form.check()
        return tuple(data["choices"])

    def _modal(self, data: Json) -> Json:
        form = Form()
        ComponentCheck(form).modal(data)
        form.check()
        return data | {"components": stored(data["components"], [])}

    def channel(self, interaction: Interaction) -> Channel:
        """Return the interaction's channel; raises ApiError 10003 if it was deleted."""
        channel = self._world.channels.get(interaction.channel_id)
        if channel is None:
            raise ApiError(*UNKNOWN_CHANNEL)
        return channel

    def _send(self, interaction: Interaction, body: Body, *, loading: bool = False) -> Message:
        asked = body.json.get("flags")
        flags = Flag(asked if isinstance(asked, int) else 0)
        mark = flags & Flag.EPHEMERAL | (Flag.LOADING if loading else NO_FLAGS)
        return self._messages.create(
            self.channel(interaction),
            self._world.bot,
            Body(json={}) if loading else body,
            visible_to=interaction.user_id if mark & Flag.EPHEMERAL else None,
            extra=self._origin(interaction),
            mark=mark,
        )

    def _origin(self, interaction: Interaction) -> Json:
        is_command = interaction.type is InteractionType.COMMAND
        shape: Json = {
            "type": 20 if is_command and interaction.original_id is None else 0,
            "application_id": str(self._world.bot.id),
            "webhook_id": str(self._world.bot.id),
            "interaction_metadata": self._metadata(interaction),
        }
        if is_command:
            shared = ("id", "type", "name", "user")
            shape["interaction"] = {key: shape["interaction_metadata"][key] for key in shared}
        return shape

    def _metadata(self, interaction: Interaction) -> Json:
        person = self._world.people[interaction.user_id]
        shape: Json = {
            "id": str(interaction.id),
            "type": interaction.type.value,
            "user": shapes.user(person),
            "authorizing_integration_owners": shapes.owners(self.channel(interaction).guild),
        }
        if interaction.original_id is not None:
            shape["original_response_message_id"] = str(interaction.original_id)
        if interaction.name:
            shape["name"] = interaction.name
        if interaction.type is InteractionType.COMPONENT:
            shape["interacted_message_id"] = str(interaction.message_id)
        parent = self.known.get(interaction.parent_id or 0)
        if interaction.type is InteractionType.MODAL and parent is not None:
            shape["triggering_interaction_metadata"] = self._metadata(parent)
        return shape

    def follow_up(self, interaction: Interaction, body: Body) -> Message:
        """Send a follow-up message; after a deferred response, the first follow-up replaces it."""
        original = self._world.find_message(interaction.original_id or 0)
        if original is not None and Flag.LOADING in original.flags:
            return self._messages.edit(original, body)
        message = self._send(interaction, body)
        interaction.followups.add(message.id)
        return message

    def message(self, interaction: Interaction, reference: str) -> Message:
        """Return the interaction's response with this id, or "@original"; raises ApiError 10008 if there is none."""
        own = {str(number): number for number in interaction.followups}
        if interaction.original_id is not None:
            own |= dict.fromkeys(
                ("@original", str(interaction.original_id)), interaction.original_id
            )
        message = self._world.find_message(own.get(reference, 0))
        if message is None:
            raise ApiError(*UNKNOWN_MESSAGE)
        return message


def _data(json: Json, *, required: bool) -> Json:
    data = json.get("data")
    if isinstance(data, dict):
        return data
    form = Form()
    if required:
        form.required(("data",))
    form.check()
    return {}
