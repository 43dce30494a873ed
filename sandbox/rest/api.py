"""Handles REST requests around the routes: authorization, limits, test hooks, errors, parsing."""

import logging
import re
import zlib
from collections.abc import Container, Iterable, Mapping
from contextvars import ContextVar
from functools import partial

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler

from sandbox.chat.form import Form
from sandbox.chat.messages import Body, Upload
from sandbox.rest.limits import OPEN, RateLimits
from sandbox.wire.json_text import (
    INVALID_JSON,
    TOO_LARGE,
    TOO_MANY_EVERYWHERE,
    TOO_MANY_REQUESTS,
    UNAUTHORIZED,
    UNKNOWN_APPLICATION,
    ApiError,
    Json,
    TooManyRequests,
    dumps,
    loads,
    snowflake,
)
from sandbox.wire.numbers import UPLOAD_BYTES
from sandbox.world.objects import File
from sandbox.world.world import World

log = logging.getLogger(__name__)


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
TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/]+")
# The current request's JSON.
asked: ContextVar[object] = ContextVar("asked", default=None)
MALFORMED = (ValueError, LookupError, RuntimeError, AssertionError, zlib.error)
"""Errors from malformed multipart data."""


def answer(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return a JSON response; without a charset, because clients compare the whole Content-Type."""
    response = web.Response(body=dumps(value).encode(), status=status, headers=headers)
    response.headers["Content-Type"] = "application/json"
    return response


def refusal(error: ApiError) -> web.Response:
    if not isinstance(error, TooManyRequests):
        return answer(error.body(), error.status)
    headers = {
        "Via": "1.1 google",
        "Retry-After": str(error.retry_after),
        "X-RateLimit-Scope": error.scope,
    }
    if error.scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return answer(error.body(), error.status, headers)


def rate_limited(retry_after: float, *, everywhere: bool) -> web.Response:
    """Return Discord's response 429, for one route or `everywhere`; `retry_after` in seconds."""
    limit = TOO_MANY_EVERYWHERE if everywhere else TOO_MANY_REQUESTS
    return refusal(TooManyRequests(retry_after, *limit))


def shut_out() -> web.Response:
    """Return a 429 as from the proxy in front of Discord, without a `Via` header and JSON."""
    text = "<html>error code: 1015</html>"
    return web.Response(status=429, text=text, content_type="text/html")


def without_token(path: str) -> str:
    """Replace the secret token of a webhook or an interaction in a path."""
    return TOKEN.sub(r"\1{token}", path)


def nothing() -> web.Response:
    return web.Response(status=204)


def number(request: web.Request, name: str) -> int:
    """Return the id in the path parameter `name`; raises ApiError 50035 if it is invalid."""
    text = request.match_info[name]
    found = snowflake(text)
    if found is not None:
        return found
    form = Form()
    form.add((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
    form.check()
    raise AssertionError


def check_authorization(request: web.Request, path: str, dead: Container[str]) -> None:
    """Raise ApiError 401 for a request without a valid bot token, except on routes that need none."""
    if path == "/gateway" or path.startswith(OPEN):
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bot" or not token.strip() or token.strip() in dead:
        raise ApiError(*UNAUTHORIZED)


async def read_json(request: web.Request) -> object:
    try:
        value = loads(await request.read() or b"{}")
    except ValueError:
        raise ApiError(*INVALID_JSON) from None
    asked.set(value)
    return value


async def read_object(request: web.Request) -> Json:
    """Return the request's JSON object; raises ApiError 50109 if it is malformed."""
    value = await read_json(request)
    if not isinstance(value, dict):
        raise ApiError(*INVALID_JSON)
    return value


async def read_body(request: web.Request) -> Body:
    """Return the request's JSON and files; raises ApiError 50109 if they are malformed."""
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
    # Other names could not be sent back.
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
    return request.query.get(name, "").lower() in ("true", "1")


def check_application(world: World, request: web.Request) -> None:
    """Raise ApiError 10002 if the path has another application's id."""
    if number(request, "application_id") != world.bot.id:
        raise ApiError(*UNKNOWN_APPLICATION)


class Api:
    """Wraps the REST routes in authorization, rate limits, hooks and error handling."""

    def __init__(self, world: World, limits: RateLimits) -> None:
        self._world = world
        self._limits = limits

    def application(self, routes: Iterable[web.RouteDef]) -> web.Application:
        """Return an aiohttp application with these routes, to mount at `PREFIX`."""
        app = web.Application(middlewares=[self._serve])
        app.add_routes(routes)
        return app

    @web.middleware
    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        asked.set(None)
        response = await self._meet_limits(request, handler, path)
        self._limits.note(response.status, response.headers.get("X-RateLimit-Scope", ""))
        self._world.hooks.answered(request, response.status, asked.get())
        self._world.changes.announce()
        return response

    async def _meet_limits(
        self, request: web.Request, handler: Handler, path: str
    ) -> web.StreamResponse:
        verdict = self._limits.meet(request.method, path)
        if verdict.banned:
            return shut_out()
        if verdict.retry_after:
            return rate_limited(verdict.retry_after, everywhere=verdict.everywhere)
        response = await self._interruptible(request, handler, path)
        response.headers.update(verdict.headers)
        return response

    async def _interruptible(
        self, request: web.Request, handler: Handler, path: str
    ) -> web.StreamResponse:
        arrived = await self._answer(request, _arrive, path)
        if arrived.status >= 400:
            return arrived
        respond = partial(self._answer, request, handler, path)
        return await self._world.hooks.respond(request.method, path, respond)

    async def _answer(
        self, request: web.Request, handler: Handler, path: str
    ) -> web.StreamResponse:
        try:
            check_authorization(request, path, self._world.dead_tokens)
            return await handler(request)
        except ApiError as error:
            return refusal(error)
        except web.RequestPayloadError:
            return refusal(ApiError(*INVALID_JSON))
        except web.HTTPRequestEntityTooLarge:
            return refusal(ApiError(*TOO_LARGE))
        except web.HTTPException as error:
            text = f"{error.status}: {error.reason}"
            return answer({"message": text, "code": 0}, error.status)
        except ConnectionError:
            # The client has disconnected.
            return web.Response(status=499)
        except Exception:
            log.exception("the sandbox failed at %s %s", request.method, without_token(path))
            return answer({"message": "500: Internal Server Error", "code": 0}, 500)


async def _arrive(request: web.Request) -> web.Response:
    """Read the body. From then on the request is processed even if its sender disconnects."""
    if not request.content_type.startswith("multipart/"):
        await request.read()
    return nothing()
