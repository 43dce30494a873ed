"""What all REST routes share: reading a request, answering JSON, authorization."""

import zlib
from collections.abc import Awaitable, Callable, Container, Mapping
from contextvars import ContextVar

from aiohttp import BodyPartReader, web

from sandbox.chat.form import Form
from sandbox.chat.messages import Body, Upload
from sandbox.wire.json_text import (
    INVALID_JSON,
    UNAUTHORIZED,
    UNKNOWN_APPLICATION,
    ApiError,
    Json,
    dumps,
    loads,
    snowflake,
)
from sandbox.wire.numbers import UPLOAD_BYTES
from sandbox.world.objects import File
from sandbox.world.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PREFIX = "/api/v10"
REQUEST_BYTES = 4 * UPLOAD_BYTES
CONTENT_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "json": "application/json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}
# The body of the current request, for the log.
asked: ContextVar[object] = ContextVar("asked", default=None)
OPEN = ("/interactions/", "/webhooks/")
MALFORMED = (ValueError, LookupError, RuntimeError, AssertionError, zlib.error)
"""What reading a malformed form raises: the sender chooses its parts, charsets and encodings."""


def answer(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """A JSON answer; its Content-Type has no charset, because clients compare all of it."""
    response = web.Response(body=dumps(value).encode(), status=status, headers=headers)
    response.headers["Content-Type"] = "application/json"
    return response


def refusal(error: ApiError) -> web.Response:
    """The answer to a refused request."""
    return answer(error.body(), error.status)


def rate_limited(retry_after: float, *, everywhere: bool) -> web.Response:
    """A 429 of Discord's own, for one route or for all; seconds."""
    body = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": everywhere,
    }
    scope = "global" if everywhere else "user"
    headers = {"Via": "1.1 google", "Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
    return answer(body, 429, headers)


def nothing() -> web.Response:
    """An answer without a body."""
    return web.Response(status=204)


def number(request: web.Request, name: str) -> int:
    """An id in the path; raises 50035 if it is not an id."""
    text = request.match_info[name]
    found = snowflake(text)
    if found is not None:
        return found
    form = Form()
    form.add((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
    form.check()
    raise AssertionError


def check_authorization(request: web.Request, path: str, dead: Container[str]) -> None:
    """Raise 401 without a bot's token, or with a dead one, except on routes that need none."""
    if path == "/gateway" or path.startswith(OPEN):
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bot" or not token.strip() or token.strip() in dead:
        raise ApiError(*UNAUTHORIZED)


async def read_json(request: web.Request) -> object:
    """The request's JSON; raises 50109 if it is malformed."""
    try:
        value = loads(await request.read() or b"{}")
    except ValueError:
        raise ApiError(*INVALID_JSON) from None
    asked.set(value)
    return value


async def read_object(request: web.Request) -> Json:
    """The request's JSON object; raises 50109 if it is anything else."""
    value = await read_json(request)
    if not isinstance(value, dict):
        raise ApiError(*INVALID_JSON)
    return value


async def read_body(request: web.Request) -> Body:
    """The body of a message or callback: JSON, or multipart with `payload_json` and files."""
    if not request.content_type.startswith("multipart/"):
        return Body(json=await read_object(request))
    payload: object = {}
    uploads: list[Upload] = []
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise ApiError(*INVALID_JSON)
            if part.name == "payload_json":
                payload = loads(await part.text())
                asked.set(payload)
            elif part.filename:
                uploads.append(await _upload(part, len(uploads)))
    except MALFORMED:
        raise ApiError(*INVALID_JSON) from None
    if not isinstance(payload, dict):
        raise ApiError(*INVALID_JSON)
    return Body(json=payload, uploads=tuple(uploads))


async def _upload(part: BodyPartReader, count: int) -> Upload:
    index = (part.name or "").removeprefix("files[").removesuffix("]")
    # A name that is not UTF-8 could not be sent back.
    name = (part.filename or "file").encode(errors="replace").decode()
    file = File(
        name=name,
        content_type=_content_type(name),
        data=bytes(await part.read(decode=True)),
    )
    number = snowflake(index)
    return Upload(index=count if number is None else number, file=file)


def _content_type(name: str) -> str:
    return CONTENT_TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def is_asked(request: web.Request, name: str) -> bool:
    """Whether a parameter of the query is true."""
    return request.query.get(name, "").lower() in ("true", "1")


def check_application(world: World, request: web.Request) -> None:
    """Raise 10002 if the id in the path is not this bot's."""
    if number(request, "application_id") != world.bot.id:
        raise ApiError(*UNKNOWN_APPLICATION)
