"""Simulated failures of networks and of Discord."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field

from aiohttp import web

from sandbox import Channel, Clock, Limit
from sandbox.gateway.frames import GatewayClose, Op
from sandbox.gateway.gateway import Gateway
from sandbox.rest.api import answer, rate_limited, shut_out
from sandbox.wire.json_text import Json
from sandbox.wire.limits import DAY
from sandbox.world import shapes
from sandbox.world.hooks import Hooks, Respond
from sandbox.world.objects import Event
from sandbox.world.world import World
from tests.driver.access import Access
from tests.driver.clock import sleep
from tests.driver.requests import RequestLog, matcher
from tests.driver.views import MessageView


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """A fault that hits the next `times` requests of this method and path."""

    method: str
    path: re.Pattern[str]
    times: int = 1

    def takes(self, method: str, path: str) -> bool:
        """Return True if the fault hits this request, and count it."""
        if not self.times or method != self.method or not self.path.fullmatch(path):
            return False
        self.times -= 1
        return True


@dataclass(slots=True, kw_only=True, eq=False)
class Failure(Fault):
    """Answers requests with an error, before or after their effect."""

    status: int
    code: int = 0
    retry_after: float | None = None
    everywhere: bool = False
    before_effect: bool = True

    @property
    def response(self) -> web.Response:
        """The error response."""
        if self.status != 429:
            return answer({"message": "Injected failure", "code": self.code}, self.status)
        if self.retry_after is None:
            return shut_out()
        return rate_limited(self.retry_after, everywhere=self.everywhere)


@dataclass(slots=True, kw_only=True, eq=False)
class Delay(Fault):
    """Delays the effect of requests by `seconds` of the clock."""

    seconds: float


@dataclass(slots=True, kw_only=True, eq=False)
class Hold(Fault):
    """Keeps requests waiting before their effect, until they are released."""

    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrived(self) -> None:
        """Wait until a request is being held."""
        await self._arrived.wait()

    def release(self) -> None:
        """Let held requests continue, and hold no more."""
        self.times = 0
        self._released.set()

    async def wait(self) -> None:
        self._arrived.set()
        await self._released.wait()


class Faults(Access, Hooks):
    """Schedules simulated faults, and logs the bot's requests; `waiting` counts delayed and held ones."""

    def __init__(self, world: World, gateway: Gateway, clock: Clock) -> None:
        super().__init__(world)
        self._gateway = gateway
        self._clock = clock
        self.log = RequestLog()
        self._faults: list[Fault] = []
        self._refusals: list[int] = []
        """HTTP statuses of the next handshakes."""
        self._closes: list[int] = []
        """Codes that answer the next IDENTIFY or RESUME."""
        self._closes_at_once: list[int] = []
        """Codes that replace the next HELLO."""
        self.waiting = 0
        self._copies = 1
        self._age = 0.0
        self._alter: Callable[[Json], Json] | None = None

    def clear(self) -> None:
        """Cancel pending faults, but not changes of permissions."""
        for fault in self._faults:
            if isinstance(fault, Hold):
                fault.release()
        self._faults.clear()
        for codes in (self._refusals, self._closes, self._closes_at_once):
            codes.clear()
        self._copies, self._age, self._alter = 1, 0.0, None

    def fail(
        self,
        method: str,
        path: str,
        status: int,
        *,
        code: int = 0,
        times: int = 1,
        retry_after: float | None = None,
        everywhere: bool = False,
        before_effect: bool = True,
    ) -> Failure:
        """Answer the next `times` requests with `status`; `path` follows /api/v10.

        A 429 with `retry_after` (seconds) is Discord's rate limit, for all routes if `everywhere`. A 429 without it
        comes from the proxy in front of Discord, without `Via` header and JSON.
        """
        fault = Failure(
            method=method,
            path=matcher(path),
            times=times,
            status=status,
            code=code,
            retry_after=retry_after,
            everywhere=everywhere,
            before_effect=before_effect,
        )
        self._faults.append(fault)
        return fault

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1) -> Delay:
        """Delay the effect of the next `times` requests by `seconds` of the clock."""
        fault = Delay(method=method, path=matcher(path), times=times, seconds=seconds)
        self._faults.append(fault)
        return fault

    def hold(self, method: str, path: str, *, times: int = 1) -> Hold:
        """Hold the next `times` requests before their effect."""
        fault = Hold(method=method, path=matcher(path), times=times)
        self._faults.append(fault)
        return fault

    async def respond(self, method: str, path: str, respond: Respond) -> web.StreamResponse:
        """Answer a request after its delays and holds, with an error if a failure hits it."""
        hit = [fault for fault in self._faults if fault.takes(method, path)]
        self._faults = [one for one in self._faults if one.times or isinstance(one, Hold)]
        failure = None
        for fault in hit:
            if isinstance(fault, Delay):
                await self._wait(sleep(self._clock, fault.seconds))
            elif isinstance(fault, Hold):
                await self._wait(fault.wait())
            elif isinstance(fault, Failure):
                failure = fault
        if failure is None:
            return await respond()
        if not failure.before_effect:
            await respond()
        return failure.response

    def answered(self, request: web.Request, status: int, body: object) -> None:
        self.log.add(request, status, body)

    async def _wait(self, end: Coroutine[None, None, None]) -> None:
        self.waiting += 1
        self._world.changes.announce()
        try:
            await end
        finally:
            self.waiting -= 1

    def limit_emojis(self, an_hour: int) -> None:
        """Limit how many emojis the bot can create per hour."""
        self._world.emojis_an_hour = an_hour

    def limit_commands(self, a_day: int) -> None:
        """Limit how many commands the bot can create per day."""
        self._world.command_creates = Limit(a_day, DAY)

    def limit_threads(self, open_ones: int) -> None:
        """Limit how many threads can be open per server."""
        self._world.threads_a_guild = open_ones

    def repeat_event(self, times: int = 2) -> None:
        """Send the next interaction to the bot `times` times; 0 loses it."""
        self._copies = times

    def late_event(self, seconds: float) -> None:
        """Send the next interaction to the bot `seconds` late."""
        self._age = seconds

    def lateness(self) -> float:
        age, self._age = self._age, 0.0
        return age

    def alter_event(self, alter: Callable[[Json], Json]) -> None:
        """Send the next interaction to the bot as changed by `alter`."""
        self._alter = alter

    def deliveries(self, payload: Json) -> Iterable[Json]:
        alter, self._alter = self._alter, None
        copies, self._copies = self._copies, 1
        return [alter(payload) if alter else payload] * copies

    async def drop_gateway(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Close the bot's WebSockets, or one shard's; without `resumable` also drop the sessions."""
        await self._gateway.disconnect(resumable=resumable, shard_id=shard)

    def refuse_gateway(self, status: int = 503, *, times: int = 1) -> None:
        """Refuse the next `times` gateway connections with this HTTP status."""
        self._refusals += [status] * times

    def close_gateway(self, code: int, *, times: int = 1, at_once: bool = False) -> None:
        """Close the next `times` gateway sockets when they identify or resume, or `at_once` on connecting."""
        codes = self._closes_at_once if at_once else self._closes
        codes += [code] * times

    def connecting(self) -> int:
        return self._refusals.pop(0) if self._refusals else 0

    def greeting(self) -> None:
        _close_if_due(self._closes_at_once)

    def authenticating(self) -> None:
        _close_if_due(self._closes)

    def send_event(self, name: object, data: object) -> None:
        """Send the bot an event unchanged, even an impossible one."""
        for session in self._gateway.sessions:
            session.dispatch(name, data)

    def send_frame(self, text: str) -> None:
        """Send the bot a gateway frame unchanged, even invalid JSON."""
        for connection in self._gateway.connections:
            connection.send_text(text)

    def ask_to_reconnect(self) -> None:
        """Send the bot the gateway's RECONNECT opcode."""
        for connection in self._gateway.connections:
            connection.send(Op.RECONNECT)

    def invalidate_session(self, *, resumable: bool = False) -> None:
        """Send the bot the gateway's INVALID SESSION."""
        for session in self._gateway.sessions:
            if session.connection is not None:
                session.connection.send(Op.INVALID_SESSION, resumable)
            if not resumable:
                self._gateway.sessions.drop(session)

    def delete_message(self, view: MessageView) -> None:
        """Delete a message like a moderator, if it still exists."""
        message = self._world.find_message(view.id)
        if message is not None:
            self._world.delete_message(message)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages and threads."""
        for thread in [one for one in self._world.channels.values() if one.parent_id == channel.id]:
            self.delete_channel(thread)
        kind = "CHANNEL" if channel.parent_id is None else "THREAD"
        shape = shapes.channel(self._world, channel)
        for message in tuple(channel.messages.values()):
            self._world.delete_message(message)
        self._world.channels.pop(channel.id, None)
        self._world.publish(Event(name=f"{kind}_DELETE", data=shape, guild_id=channel.guild.id))


def _close_if_due(codes: list[int]) -> None:
    if codes:
        raise GatewayClose(codes.pop(0), "On request.")
