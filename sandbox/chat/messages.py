"""Checks, sends and edits the messages of the simulated Discord."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from sandbox.chat.components import ComponentCheck
from sandbox.chat.form import Form, Path
from sandbox.chat.stored import stored, walk
from sandbox.wire.json_text import EMPTY_MESSAGE, TOO_LARGE, ApiError, Json, is_int
from sandbox.wire.numbers import NO_FLAGS, UPLOAD_BYTES, Component, Flag
from sandbox.world import shapes
from sandbox.world.objects import Channel, Event, File, Message, Person
from sandbox.world.world import World

CONTENT = 2_000
EMBEDS = 0
"""The bot sends layouts, never embeds."""
NAMED = 100
MENTION = re.compile(r"<@!?([0-9]{1,20})>")


def check_message(form: Form, body: Json, check: ComponentCheck, *, layout: bool) -> None:
    """Record in `form` every fault of a message's body; `layout` is True for Components V2."""
    form.string(body, "content", (), CONTENT)
    form.boolean(body, "tts", ())
    form.items(body, "embeds", (), EMBEDS)
    _check_mentions(form, body)
    _check_nonce(form, body)
    if layout:
        _check_layout(form, body)
    check.message(body, layout=layout)


def _check_layout(form: Form, body: Json) -> None:
    for key in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def _check_nonce(form: Form, body: Json) -> None:
    nonce = body.get("nonce")
    if nonce is not None and not is_int(nonce):
        form.string(body, "nonce", (), 25)


def _check_mentions(form: Form, body: Json) -> None:
    path: Path = ("allowed_mentions",)
    allowed = form.mapping(body, "allowed_mentions", ())
    if allowed is None:
        return
    for key in ("parse", "users", "roles"):
        if not isinstance(allowed.get(key, []), list):
            form.add((*path, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
    for key in ("users", "roles"):
        form.length(len(allowed.get(key, [])), (*path, key), 0, NAMED)
        if allowed.get(key) and key in allowed.get("parse", ()):
            text = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def flags_of(form: Form, body: Json, allowed: Flag) -> Flag:
    """Return the message flags in the body; Discord ignores flags that are not `allowed`."""
    flags = form.integer(body, "flags", (), 0, 2**31 - 1)
    return Flag(flags or 0) & allowed


def mentioned(texts: list[str], allowed: Json | None) -> tuple[list[int], bool]:
    """Return the mentioned users' ids, and True if everyone is mentioned, as `allowed` (allowed_mentions) permits."""
    ids = list(dict.fromkeys(int(number) for t in texts for number in MENTION.findall(t)))
    everyone = any("@everyone" in text or "@here" in text for text in texts)
    if allowed is None:
        return ids, everyone
    parse = allowed.get("parse", ())
    if "users" not in parse:
        listed = [str(number) for number in allowed.get("users", ())]
        ids = [number for number in ids if str(number) in listed]
    return ids, everyone and "everyone" in parse


ATTACHMENTS = 10
SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SILENT | Flag.COMPONENTS_V2
EDITABLE = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """An uploaded file: the part `files[index]` of a request."""

    index: int
    file: File


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    json: Json
    uploads: tuple[Upload, ...] = ()


class Messages:
    """Sends and edits messages of the bot and of users; raises ApiError for an invalid body."""

    def __init__(self, world: World) -> None:
        self._world = world

    def create(
        self,
        channel: Channel,
        author: Person,
        body: Body,
        *,
        visible_to: int | None = None,
        extra: Json | None = None,
        mark: Flag = NO_FLAGS,
    ) -> Message:
        """Send a message.

        Only the user `visible_to` sees an ephemeral message. `extra` are more JSON fields, `mark` flags that the sender
        can't choose.
        """
        form, json = Form(), body.json
        flags = flags_of(form, json, SETTABLE) | mark
        number = self._world.snowflakes.next()
        attachments = self._attachments(form, body, channel, [], ephemeral=visible_to is not None)
        self._check(form, json, attachments, layout=Flag.COMPONENTS_V2 in flags)
        data = shapes.message(self._world, number, channel.id, author) | (extra or {})
        data |= self._said(json, attachments) | {"flags": int(flags)}
        if json.get("nonce") is not None:
            data["nonce"] = json["nonce"]
        if Flag.LOADING not in flags:
            _refuse_empty(data)
        self._store_files(body, attachments)
        message = Message(
            id=number,
            channel_id=channel.id,
            author_id=author.id,
            data=data,
            pinged=self._pinged(data, author, visible_to),
            visible_to=visible_to,
        )
        self._world.add_message(message)
        return message

    def _pinged(self, data: Json, author: Person, visible_to: int | None) -> tuple[int, ...]:
        if data["flags"] & (Flag.SILENT | Flag.LOADING):
            return ()
        named = [int(user["id"]) for user in data["mentions"]]
        ids = [one.id for one in self._world.users] if data["mention_everyone"] else named
        readers = (None, *ids) if visible_to is None else (visible_to,)
        return tuple(one for one in ids if one != author.id and one in readers)

    def reopen(self, thread: Channel) -> None:
        """Unarchive a thread, as Discord does for a new message."""
        if not thread.archived:
            return
        thread.archived = False
        data = shapes.channel(self._world, thread)
        self._world.publish(Event(name="THREAD_UPDATE", data=data, guild_id=thread.guild.id))

    def edit(self, message: Message, body: Body) -> Message:
        """Change those fields of the message that the body contains."""
        form, json, old = Form(), body.json, message.data
        flags = self._edited_flags(form, message, json)
        channel = self._world.channels[message.channel_id]
        remaining = self._kept_attachments(json, old["attachments"])
        ephemeral = message.visible_to is not None
        attachments = self._attachments(form, body, channel, remaining, ephemeral=ephemeral)
        layout = Flag.COMPONENTS_V2 in flags
        whole = {"content": old["content"]} | json
        self._check(form, whole if layout else json, attachments, layout=layout)
        said = self._said(whole, attachments)
        if "components" not in json:
            said["components"] = old["components"]
        data = old | said | {"flags": int(flags), "edited_timestamp": shapes.timestamp(self._world)}
        _refuse_empty(data)
        self._drop_files(old["attachments"], remaining)
        self._store_files(body, attachments)
        self._world.change_message(message, data)
        return message

    def _edited_flags(self, form: Form, message: Message, json: Json) -> Flag:
        old = message.flags & ~Flag.LOADING
        if json.get("flags") is None:
            return old
        asked = flags_of(form, json, EDITABLE)
        if Flag.COMPONENTS_V2 in old and Flag.COMPONENTS_V2 not in asked:
            text = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
            form.add(("flags",), "MESSAGE_FLAG_COMPONENTS_V2_CANNOT_BE_REMOVED", text)
        return old & ~EDITABLE | asked

    def _check(self, form: Form, json: Json, attachments: list[Json], *, layout: bool) -> None:
        files = {attachment["filename"] for attachment in attachments}
        check_message(form, json, ComponentCheck(form, files=files), layout=layout)
        form.check()

    def _said(self, json: Json, attachments: list[Json]) -> Json:
        components = stored(json.get("components") or [], attachments)
        content = json.get("content") or ""
        texts = [node["content"] for node in walk(components) if node["type"] == Component.TEXT]
        ids, everyone = mentioned([content, *texts], json.get("allowed_mentions"))
        people = [self._world.people[number] for number in ids if number in self._world.people]
        return {
            "content": content,
            "embeds": [],
            "components": components,
            "attachments": attachments,
            "mentions": [shapes.user(person) for person in people],
            "mention_everyone": everyone,
        }

    def _kept_attachments(self, json: Json, old: list[Json]) -> list[Json]:
        listed = json.get("attachments")
        if not isinstance(listed, list):
            return old
        ids = {str(item.get("id")) for item in listed if isinstance(item, dict)}
        return [attachment for attachment in old if attachment["id"] in ids]

    def _attachments(
        self, form: Form, body: Body, channel: Channel, remaining: list[Json], *, ephemeral: bool
    ) -> list[Json]:
        described = {
            str(item.get("id")): item
            for item in form.items(body.json, "attachments", (), ATTACHMENTS)
        }
        for upload in body.uploads:
            if len(upload.file.data) > UPLOAD_BYTES:
                raise ApiError(*TOO_LARGE)
        form.length(len(remaining) + len(body.uploads), ("attachments",), 0, ATTACHMENTS)
        new = [self._attachment(up, channel, described.get(str(up.index))) for up in body.uploads]
        return remaining + [shape | {"ephemeral": True} if ephemeral else shape for shape in new]

    def _attachment(self, upload: Upload, channel: Channel, described: Json | None) -> Json:
        number, file = self._world.snowflakes.next(), upload.file
        url = f"{self._world.base_url}/attachments/{channel.id}/{number}/{quote(file.name)}"
        shape: Json = {
            "id": str(number),
            "filename": file.name,
            "size": len(file.data),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        }
        if dimensions := file.dimensions:
            shape["width"], shape["height"] = dimensions
        description = (described or {}).get("description")
        return shape | {"description": description} if description else shape

    def _store_files(self, body: Body, attachments: Sequence[Json]) -> None:
        new = attachments[len(attachments) - len(body.uploads) :]
        for upload, attachment in zip(body.uploads, new, strict=True):
            self._world.files[int(attachment["id"])] = upload.file

    def _drop_files(self, old: list[Json], remaining: list[Json]) -> None:
        for attachment in old:
            if attachment not in remaining:
                self._world.files.pop(int(attachment["id"]), None)


def _refuse_empty(data: Json) -> None:
    if not any(data[key] for key in ("content", "attachments", "components")):
        raise ApiError(*EMPTY_MESSAGE)
