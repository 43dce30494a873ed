"""Messages and modals as users see them: text, buttons, inputs."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox import ButtonStyle, Channel, Flag
from sandbox.chat.stored import inputs, walk
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Component
from sandbox.world.objects import Message
from sandbox.world.world import World

WORD_JOINER = "\u2060"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A message's button, clickable or with a `url`."""

    label: str
    custom_id: str
    url: str
    style: ButtonStyle
    disabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """A select menu: `options` are labels and values, `chosen` are values."""

    custom_id: str
    placeholder: str
    disabled: bool
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A message's file; `size` in bytes."""

    id: int
    name: str
    content_type: str
    size: int
    url: str
    description: str


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as users see it; its properties return the current state."""

    _message: Message

    @property
    def id(self) -> int:
        return self._message.id

    @property
    def channel_id(self) -> int:
        return self._message.channel_id

    @property
    def author_id(self) -> int:
        return self._message.author_id

    @property
    def data(self) -> Json:
        """The message as Discord's JSON object."""
        return self._message.data

    @property
    def deleted(self) -> bool:
        return self._message.deleted

    @property
    def ephemeral(self) -> bool:
        """True if only one user sees the message."""
        return self._message.visible_to is not None

    @property
    def thinking(self) -> bool:
        """True while the message stands for an answer that the bot has deferred."""
        return Flag.LOADING in self._message.flags

    @property
    def edited(self) -> bool:
        return self.data["edited_timestamp"] is not None

    @property
    def text(self) -> str:
        """All text except labels, without invisible word joiners."""
        return "\n".join(filter(None, _texts(self.data))).replace(WORD_JOINER, "")

    @property
    def buttons(self) -> list[Button]:
        """The message's buttons, in order of display."""
        nodes = walk(self.data["components"])
        return [_button(node) for node in nodes if node["type"] == Component.BUTTON]

    @property
    def selects(self) -> list[Select]:
        nodes = walk(self.data["components"])
        return [_select(node) for node in nodes if node["type"] == Component.SELECT]

    def button(self, label: str) -> Button:
        """Return the first button with that label; raises LookupError."""
        for button in self.buttons:
            if button.label == label:
                return button
        raise LookupError(f"No button {label!r} among {[one.label for one in self.buttons]}.")

    @property
    def attachments(self) -> list[Attachment]:
        """The message's files, whether a component shows them or not."""
        return [_attachment(node) for node in self.data["attachments"]]

    @property
    def mentions(self) -> list[int]:
        """The ids of mentioned users, limited by `allowed_mentions`."""
        return [int(user["id"]) for user in self.data["mentions"]]

    @property
    def pings(self) -> list[int]:
        """The ids of users that the message notified when sent; edits notify no one."""
        return list(self._message.pinged)


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A text input of a modal."""

    custom_id: str
    label: str
    value: str
    required: bool


@dataclass(frozen=True, slots=True)
class ModalView:
    """A modal, a dialog with text inputs, as users see it."""

    data: Json

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        return str(self.data["custom_id"])

    @property
    def text(self) -> str:
        """The text around the modal's inputs."""
        shown = (node for node in self.data["components"] if node["type"] == Component.TEXT)
        return "\n".join(str(node["content"]) for node in shown)

    @property
    def inputs(self) -> list[Input]:
        return [
            Input(
                custom_id=node["custom_id"],
                label=node["label"],
                value=str(node.get("value") or ""),
                required=node.get("required", True),
            )
            for node in inputs(self.data)
        ]


def _button(node: Json) -> Button:
    return Button(
        label=node["label"],
        custom_id=node.get("custom_id") or "",
        url=node.get("url") or "",
        style=ButtonStyle(node["style"]),
        disabled=bool(node.get("disabled")),
    )


def _attachment(node: Json) -> Attachment:
    return Attachment(
        id=int(node["id"]),
        name=node["filename"],
        content_type=node["content_type"],
        size=node["size"],
        url=node["url"],
        description=node.get("description") or "",
    )


def _select(node: Json) -> Select:
    return Select(
        custom_id=node["custom_id"],
        placeholder=node.get("placeholder") or "",
        disabled=bool(node.get("disabled")),
        options=tuple((one["label"], one["value"]) for one in node["options"]),
        chosen=tuple(one["value"] for one in node["options"] if one.get("default")),
    )


def _texts(data: Json) -> Iterator[str]:
    yield data["content"]
    for node in walk(data["components"]):
        if node["type"] == Component.TEXT:
            yield node["content"]


def everything(world: World) -> str:
    """Return the messages of all channels as text, for an error message."""
    return "\n".join(line for channel in world.channels.values() for line in _lines(world, channel))


def _lines(world: World, channel: Channel) -> Iterator[str]:
    yield f"#{channel.name}: {len(channel.messages)} message(s)"
    for message in channel.messages.values():
        view = MessageView(message)
        author = world.people[message.author_id].name
        only = world.people[message.visible_to].name if message.visible_to else ""
        note = f" (only {only})" if only else ""
        yield f"  {author}{note}: " + view.text.replace("\n", "\n    ")
        labels = [f"[{one.label}{' -' if one.disabled else ''}]" for one in view.buttons]
        if labels:
            yield "    " + " ".join(labels)
