"""The sandbox's faults; tests/bot covers more of them with the real bot."""

import asyncio

import aiohttp
import pytest

from sandbox import AnswerKind
from tests.driver import ManualClock, Sandbox

from .raw import Raw

CALLBACK = "/interactions/*/*/callback"
SENDS = "/channels/*/messages"


@pytest.mark.parametrize(("before_effect", "seen"), [(True, "2"), (False, "0\n1\n2")])
async def test_a_failure_before_the_effect_or_after_it(
    raw: Raw, before_effect: bool, seen: str
) -> None:
    """A request that fails before its effect changes nothing; a later failure undoes nothing."""
    raw.sandbox.faults.fail("POST", SENDS, 503, code=130_000, times=2, before_effect=before_effect)
    answers = [await raw.call("POST", raw.lounge, {"content": str(i)}) for i in range(3)]

    assert [status for status, _ in answers] == [503, 503, 200]
    assert answers[0][1]["code"] == 130_000
    assert raw.sandbox.user(1).sees(raw.sandbox.channel("lounge")) == seen


async def test_patterns_match_whole_paths(raw: Raw) -> None:
    """`*` matches one path segment and `**` any number; the method must match, too."""
    raw.sandbox.faults.fail("PATCH", "/channels/*", 500)
    raw.sandbox.faults.fail("DELETE", "/channels/**", 500)
    _, sent = await raw.call("POST", raw.lounge, {"content": "x"})
    one = f"{raw.lounge}/{sent['id']}"

    assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200
    assert (await raw.call("DELETE", one))[0] == 500


async def test_a_delayed_answer_comes_too_late() -> None:
    """A callback that arrives after more than three seconds is refused."""
    clock = ManualClock()
    async with Sandbox(clock=clock) as sandbox, aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        await raw.register()
        async with raw.gateway() as socket:
            sandbox.faults.delay("POST", CALLBACK, 4)
            event, task = await raw.interaction(socket, sandbox.user(1))
            sending = asyncio.create_task(raw.answer(event, 4, {"content": "Late"}))
            await sandbox.wait_for(lambda: sandbox.faults.waiting)
            clock.advance(4)

            assert (await sending)[1]["code"] == 10062
            assert (await task).kind is AnswerKind.FAILED
