"""REST routes for emojis, and downloads of pictures and files."""

import base64
import binascii
import re
from urllib.parse import quote

from aiohttp import web

from sandbox.chat.form import Form
from sandbox.rest.api import answer, check_application, nothing, number, rate_limited, read_object
from sandbox.wire.json_text import UNKNOWN_EMOJI, UNKNOWN_GUILD, ApiError, Json
from sandbox.world import shapes
from sandbox.world.objects import File
from sandbox.world.world import World

EMOJIS = 2_000
HOUR = 3_600_000
"""Milliseconds."""
EMOJI_BYTES = 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.+)", re.DOTALL)
MAGIC = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}


class EmojiRoutes:
    """Creates, lists and deletes the application's emojis, and returns guilds' emojis."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._made: list[int] = []
        """Creation times in milliseconds."""

    def routes(self) -> list[web.RouteDef]:
        base = "/applications/{application_id}/emojis"
        return [
            web.get(base, self._list),
            web.post(base, self._create),
            web.delete(base + "/{emoji_id}", self._delete),
            web.get("/guilds/{guild_id}/emojis/{emoji_id}", self._of_guild),
        ]

    def files(self) -> list[web.RouteDef]:
        """Return the routes for downloads: emojis' pictures and attachments."""
        return [
            web.get(r"/emojis/{file_id:[0-9]{1,20}}.{extension}", self._file),
            web.get(r"/attachments/{channel_id}/{file_id:[0-9]{1,20}}/{name}", self._file),
        ]

    def _emoji(self, request: web.Request) -> Json:
        check_application(self._world, request)
        emoji = self._world.emojis.get(number(request, "emoji_id"))
        if emoji is None:
            raise ApiError(*UNKNOWN_EMOJI)
        return emoji

    async def _of_guild(self, request: web.Request) -> web.Response:
        guild = self._world.guilds.get(number(request, "guild_id"))
        if guild is None or not guild.bot_is_member:
            raise ApiError(*UNKNOWN_GUILD)
        emoji = guild.emojis.get(number(request, "emoji_id"))
        if emoji is None:
            raise ApiError(*UNKNOWN_EMOJI)
        return answer(emoji)

    async def _list(self, request: web.Request) -> web.Response:
        check_application(self._world, request)
        return answer({"items": list(self._world.emojis.values())})

    async def _create(self, request: web.Request) -> web.Response:
        check_application(self._world, request)
        body, form = await read_object(request), Form()
        self._check_name(form, body)
        picture = _picture(form, body)
        form.check()
        if len(self._world.emojis) >= EMOJIS:
            raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
        emoji_id = self._world.snowflakes.next()
        now = emoji_id >> 22
        self._made = [at for at in self._made if now - at < HOUR]
        if len(self._made) >= self._world.emojis_an_hour:
            return rate_limited((self._made[0] + HOUR - now) / 1000, everywhere=False)
        self._made.append(now)
        return answer(self._new(emoji_id, body["name"], picture), 201)

    def _new(self, emoji_id: int, name: str, picture: File) -> Json:
        is_animated = picture.content_type == "image/gif"
        emoji = shapes.emoji(emoji_id, name, self._world.bot, animated=is_animated)
        self._world.emojis[emoji_id] = emoji
        self._world.files[emoji_id] = picture
        return emoji

    def _check_name(self, form: Form, body: Json) -> None:
        name = form.string(body, "name", (), 32, 2, required=True)
        if name is None:
            return
        if not NAME.fullmatch(name):
            text = "String value did not match validation regex."
            form.add(("name",), "STRING_TYPE_REGEX", text)
        if any(emoji["name"] == name for emoji in self._world.emojis.values()):
            text = "An emoji with that name already exists"
            form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)

    async def _delete(self, request: web.Request) -> web.Response:
        emoji = self._emoji(request)
        del self._world.emojis[int(emoji["id"])]
        self._world.files.pop(int(emoji["id"]), None)
        return nothing()

    async def _file(self, request: web.Request) -> web.Response:
        file = self._world.files.get(int(request.match_info["file_id"]))
        if file is None:
            return web.Response(status=404, text="There is no such file.")
        headers = {"Content-Type": file.content_type}
        if not file.content_type.startswith("image/"):
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(file.name)}"
        return web.Response(body=file.data, headers=headers)


def _picture(form: Form, body: Json) -> File:
    found = DATA_URI.fullmatch(body["image"]) if isinstance(body.get("image"), str) else None
    kind, data = (found[1], _decoded(found[2])) if found else ("", b"")
    if not data or not data.startswith(MAGIC[kind]):
        form.add(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(data) > EMOJI_BYTES:
        text = "File cannot be larger than 256.0 kb."
        form.add(("image",), "BINARY_TYPE_MAX_SIZE", text)
    return File(name="emoji", content_type=kind, data=data)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
