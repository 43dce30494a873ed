"""Makes the simulated Discord fail at random."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from sandbox import Channel
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Permission
from sandbox.world.objects import Guild
from tests.driver import Sandbox

from .crowd import LONGEST_AWAY
from .witness import Witness

PAUSE = 8
"""Answers between two faults, on average."""
AWAY = 2.5
"""The duration of a forbidden channel or a held answer, in average pauses between faults."""
LATE = 0.1
"""The delay of a late answer, in Discord's seconds."""

ROUTES = (
    ("POST", "/interactions/*/*/callback"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/channels/*/messages"),
    ("POST", "/webhooks/**"),
    ("PATCH", "/webhooks/**"),
)


class Trouble:
    """Injects faults of Discord, each about `pause` answers after the last; `counts` has their numbers by kind.

    With `guilds`, whole servers also fail.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        witness: Witness,
        channels: Sequence[Channel],
        choose: Random,
        *,
        pause: float = PAUSE,
        guilds: Sequence[Guild] = (),
    ) -> None:
        self._sandbox = sandbox
        self._witness = witness
        self._channels = channels
        self._choose = choose
        self._pause = pause
        self._guilds = guilds
        self.counts: Counter[str] = Counter()
        faults = sandbox.faults
        self._kinds: dict[str, tuple[int, Callable[[], Awaitable[None] | None]]] = {
            "gateway dropped, resumable": (3, lambda: faults.drop_gateway(resumable=True)),
            "gateway dropped, session lost": (1, lambda: faults.drop_gateway(resumable=False)),
            "reconnect requested": (2, faults.ask_to_reconnect),
            "session invalidated, resumable": (
                1,
                lambda: faults.invalidate_session(resumable=True),
            ),
            "session invalidated": (1, faults.invalidate_session),
            "event three times": (8, lambda: faults.repeat_event(3)),
            "event lost": (3, lambda: faults.repeat_event(0)),
            "event 5 s late": (4, lambda: faults.late_event(5)),
            "429": (4, lambda: self._fail(429, retry_after=0.3)),
            "429 everywhere": (1, lambda: self._fail(429, retry_after=0.3, everywhere=True)),
            "429 without a time": (2, lambda: self._fail(429)),
            "500 before the effect": (4, lambda: self._fail(500)),
            "500 after the effect": (4, lambda: self._fail(500, before_effect=False)),
            "503 after the effect": (4, lambda: self._fail(503, before_effect=False)),
            "answer late": (6, self._delay),
            "answer held": (4, self._hold),
            "message deleted": (4, self._delete),
            "channel forbidden": (2, lambda: self._forbid(Permission.VIEW_CHANNEL)),
            "sending forbidden": (2, lambda: self._forbid(Permission.SEND_MESSAGES)),
        }
        if guilds:
            # Faults of whole servers and the gateway, and malformed events.
            self._kinds |= {
                "server out of order": (1, lambda: self._away(faults.break_down)),
                "sent away, invited again": (1, lambda: self._away(faults.send_away)),
                "role taken": (1, lambda: self._away(faults.take_role)),
                "sending forbidden in a server": (
                    1,
                    lambda: self._away(
                        lambda one: faults.forbid_role(one, Permission.SEND_MESSAGES)
                    ),
                ),
                "sending forbidden, edits too": (2, self._forbid_edits),
                "handshakes refused": (1, lambda: self._drop(faults.refuse_gateway)),
                "sockets closed at once": (
                    1,
                    lambda: self._drop(lambda: faults.close_gateway(1011, at_once=True)),
                ),
                "sessions refused": (1, lambda: self._drop(lambda: faults.close_gateway(4000))),
                "unexpected event": (3, lambda: faults.alter_event(_altered)),
                "unknown event": (
                    1,
                    lambda: faults.send_event("NOBODY_KNOWS", {"id": "7"}),
                ),
                "malformed frame": (1, lambda: faults.send_frame("{")),
            }

    async def live(self) -> None:
        """Inject faults until cancelled, each kind once at first; then clear all."""
        names = list(self._kinds)
        weights = [weight for weight, _ in self._kinds.values()]
        coming = self._choose.sample(names, len(names))
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    await self._answers(self._choose.expovariate(1 / self._pause))
                    if self._sandbox.bot_online:
                        name = coming.pop() if coming else self._choose.choices(names, weights)[0]
                        self.counts[name] += 1
                        if (lasting := self._kinds[name][1]()) is not None:
                            group.create_task(_begun(lasting))
        finally:
            self.mend()

    def mend(self) -> None:
        self._sandbox.faults.clear()
        for channel in self._channels:
            self._sandbox.faults.allow(channel)
        for guild in self._guilds:
            self._take_back(guild)

    def _take_back(self, guild: Guild) -> None:
        faults = self._sandbox.faults
        faults.refuse_edits(False)
        faults.allow_role(guild)
        faults.give_role(guild)
        if guild.unavailable or not guild.bot_is_member:
            guild.unavailable = False
            faults.invite(guild)

    async def _away(self, fault: Callable[[Guild], None]) -> None:
        guild = self._choose.choice(self._guilds)
        fault(guild)
        await self._answers(AWAY * self._pause)
        self._take_back(guild)

    async def _drop(self, fault: Callable[[], None]) -> None:
        fault()
        await self._sandbox.faults.drop_gateway(resumable=self._choose.random() < 0.5)

    def _fail(self, status: int, **how: Any) -> None:
        times = self._choose.choice((1, 1, 2))
        self._sandbox.faults.fail(*self._choose.choice(ROUTES), status, times=times, **how)

    def _delay(self) -> None:
        self._sandbox.faults.delay(*self._choose.choice(ROUTES), LATE)

    async def _hold(self) -> None:
        held = self._sandbox.faults.hold(*self._choose.choice(ROUTES))
        await self._answers(self._choose.choice((1, 2.5)) * AWAY * self._pause)
        held.release()

    def _delete(self) -> None:
        if there := self._witness.board_message(self._choose.choice(self._channels)):
            self._sandbox.faults.delete_message(there[1])

    async def _forbid(self, permission: Permission) -> None:
        channel = self._choose.choice(self._channels)
        self._sandbox.faults.forbid(channel, permission)
        await self._answers(AWAY * self._pause)
        self._sandbox.faults.allow(channel)

    async def _forbid_edits(self) -> None:
        self._sandbox.faults.refuse_edits()
        await self._forbid(Permission.SEND_MESSAGES)
        self._sandbox.faults.refuse_edits(False)

    async def _answers(self, count: float) -> None:
        wanted = len(self._witness.replies) + count
        await self._sandbox.wait_for(lambda: len(self._witness.replies) >= wanted, LONGEST_AWAY)


def _altered(event: Json) -> Json:
    return event | {"data": event["data"] | {"name": "poker", "custom_id": "poker"}}


async def _begun(fault: Awaitable[None]) -> None:
    await fault
