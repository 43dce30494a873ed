"""What every REST request goes through (log, faults, authorization, errors), and what is kept of it for tests."""

import logging
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from aiohttp import web

from sandbox.faults.faults import Failure, Faults, matcher
from sandbox.rest.rate_limits import RateLimits, Verdict
from sandbox.rest.requests import (
    PREFIX,
    Handler,
    answer,
    asked,
    check_authorization,
    rate_limited,
    refusal,
)
from sandbox.wire.json_text import INVALID_JSON, TOO_LARGE, ApiError, Json
from sandbox.wire.numbers import CallbackType
from sandbox.world.world import World

KEPT = 5_000
PICTURE_TEXT = 200
TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRecord:
    """A REST request; `path` is what follows /api/v10, without its token."""

    method: str
    path: str
    status: int
    user_agent: str
    body: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackRecord:
    """An accepted first answer to an interaction."""

    interaction_id: int
    type: CallbackType
    data: Json


class RequestLog:
    """The newest requests and callbacks."""

    def __init__(self) -> None:
        self.requests: deque[RequestRecord] = deque(maxlen=KEPT)
        self.callbacks: deque[CallbackRecord] = deque(maxlen=KEPT)

    def request(self, method: str, path: str, status: int, user_agent: str, body: object) -> None:
        """Add a request that was answered."""
        record = RequestRecord(
            method=method,
            path=without_token(path),
            status=status,
            user_agent=user_agent,
            body=_shortened(body),
        )
        self.requests.append(record)

    def callback(self, record: CallbackRecord) -> None:
        """Add an accepted answer to an interaction."""
        self.callbacks.append(record)

    def find(self, method: str = "*", path: str = "**") -> list[RequestRecord]:
        """The requests of a method and a path pattern, oldest first."""
        wanted = matcher(path)
        return [
            record
            for record in self.requests
            if method in ("*", record.method) and wanted.fullmatch(record.path)
        ]


def without_token(path: str) -> str:
    """The path with a webhook's or an interaction's token replaced."""
    return TOKEN.sub(r"\1{token}", path)


def _shortened(body: object) -> object:
    if isinstance(body, dict) and isinstance(body.get("image"), str):
        return body | {"image": body["image"][:PICTURE_TEXT]}
    return body


log = logging.getLogger(__name__)


class Api:
    """Wraps the routes."""

    def __init__(
        self, *, faults: Faults, log: RequestLog, world: World, limits: RateLimits | None
    ) -> None:
        self._faults = faults
        self._log = log
        self._world = world
        self._limits = limits

    def application(self, routes: Iterable[web.RouteDef]) -> web.Application:
        """The application to mount under the API's prefix."""
        app = web.Application(middlewares=[self._serve])
        app.add_routes(routes)
        return app

    @web.middleware
    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        asked.set(None)
        response = await self._meet_limits(request, handler, path)
        user_agent = request.headers.get("User-Agent", "")
        self._log.request(request.method, path, response.status, user_agent, asked.get())
        self._world.changes.announce()
        return response

    async def _meet_limits(
        self, request: web.Request, handler: Handler, path: str
    ) -> web.StreamResponse:
        verdict = self._limits.meet(request.method, path) if self._limits else Verdict()
        if verdict.retry_after:
            return rate_limited(verdict.retry_after, everywhere=verdict.everywhere)
        response = await self._meet_faults(request, handler, path)
        response.headers.update(verdict.headers)
        return response

    async def _meet_faults(
        self, request: web.Request, handler: Handler, path: str
    ) -> web.StreamResponse:
        failure = await self._faults.meet(request.method, path)
        if failure is None:
            return await self._answer(request, handler, path)
        if not failure.before_effect:
            await self._answer(request, handler, path)
        return _failed(failure)

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
            # The client is gone: nobody reads this answer, and it is no error here.
            return web.Response(status=499)
        except Exception:
            log.exception("the sandbox failed at %s %s", request.method, without_token(path))
            return answer({"message": "500: Internal Server Error", "code": 0}, 500)


def _failed(failure: Failure) -> web.Response:
    if failure.status != 429:
        return answer({"message": "Injected failure", "code": failure.code}, failure.status)
    if failure.retry_after is None:
        return web.Response(
            status=429, text="<html>error code: 1015</html>", content_type="text/html"
        )
    return rate_limited(failure.retry_after, everywhere=failure.everywhere)
