"""What every REST request goes through: the log, faults, authorization, errors."""

import logging
from collections.abc import Iterable

from aiohttp import web

from sandbox.faults.faults import Faults
from sandbox.faults.request_faults import Failure
from sandbox.wire.errors import ApiError, invalid_json, too_large
from sandbox.world.world import World

from .rate_limits import RateLimits, Verdict
from .request_log import RequestLog, without_token
from .requests import PREFIX, Handler, answer, asked, check_authorization, rate_limited, refusal

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
            return refusal(invalid_json())
        except web.HTTPRequestEntityTooLarge:
            return refusal(too_large())
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
