"""The first answer within three seconds, and the uses of an interaction's token for fifteen minutes."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sandbox import AnswerKind, CallbackType, Refused
from tests.driver import ManualClock, Sandbox

from .raw import Json, Raw, Socket
from .test_limits import button, label, layout, modal, row, select, text

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
UNKNOWN = (404, 10062)
NOON = 1_800_000_000.0
"""Unix seconds, UTC, at the start of the clock."""

Asked = tuple[Json, "asyncio.Task[Any]"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def sandbox(clock: ManualClock) -> AsyncIterator[Sandbox]:
    """A sandbox on the manual clock."""
    async with Sandbox(clock=clock, unix=lambda: NOON + clock.now()) as running:
        yield running


@pytest.fixture
async def socket(raw: Raw) -> AsyncIterator[Socket]:
    """The gateway connection of a bot that has registered /go."""
    await raw.register()
    async with raw.gateway() as connected:
        yield connected


@pytest.fixture
async def asked(raw: Raw, socket: Socket) -> Asked:
    """An interaction that the bot has just received, and the task in which Alice waits for the answer."""
    return await raw.interaction(socket, raw.sandbox.user(1))


async def refused(raw: Raw, event: Json, kind: int, data: object = None) -> tuple[int, int]:
    status, body = await raw.answer(event, kind, data)
    assert status >= 400
    return status, body["code"]


async def test_a_late_answer_is_unknown(raw: Raw, asked: Asked, clock: ManualClock) -> None:
    """After three seconds the user sees a failure, and the bot cannot answer."""
    event, task = asked
    assert await refused(raw, event | {"id": "1"}, MESSAGE, {"content": "Hi"}) == UNKNOWN
    assert await refused(raw, event | {"token": "gu€ss"}, MESSAGE, {"content": "Hi"}) == UNKNOWN
    clock.advance(3.001)
    assert (await task).kind is AnswerKind.FAILED
    assert await refused(raw, event, MESSAGE, {"content": "Hi"}) == UNKNOWN


async def test_scope_and_lifetime_of_a_token(raw: Raw, asked: Asked, clock: ManualClock) -> None:
    """One answer and its follow-ups, but no other messages, for fifteen minutes."""
    event, task = asked
    hook = f"{raw.hook}/{event['token']}"
    original = f"{hook}/messages/@original"
    assert await raw.refused("POST", hook, {"content": "Too early"}) == (404, 10015)
    await raw.answer(event, MESSAGE, {"content": "First"})
    assert await refused(raw, event, MESSAGE, {"content": "Second"}) == (400, 40060)
    assert (await task).text == "First"
    _, other = await raw.call("POST", raw.lounge, {"content": "Other"})
    _, more = await raw.call("POST", hook, {"content": "More"})

    assert await raw.refused("PATCH", f"{hook}/messages/{other['id']}", {}) == (404, 10008)
    assert (await raw.call("GET", f"{hook}/messages/{more['id']}"))[1]["content"] == "More"
    assert (await raw.call("GET", original))[1]["content"] == "First"
    assert await raw.refused("GET", "/webhooks/1/x/messages/@original") == (404, 10002)

    clock.advance(899)
    assert (await raw.call("PATCH", original, {"content": "Changed"}))[0] == 200
    clock.advance(2)
    assert await raw.refused("PATCH", original, {"content": "Again"}) == (401, 50027)
    assert await raw.refused("POST", hook) == (401, 50027)
    assert raw.sandbox.open_interactions == 0


@pytest.mark.parametrize("by_token", [True, False])
async def test_a_thinking_message_can_be_edited(raw: Raw, asked: Asked, by_token: bool) -> None:
    """A deferral returns its message's id, which the bot can edit like any other message."""
    event, task = asked
    path = f"/interactions/{event['id']}/{event['token']}/callback?with_response=true"
    _, answer = await raw.call("POST", path, {"type": DEFER}, headers={})
    thinking = answer["interaction"]["response_message_id"]
    original = f"{raw.hook}/{event['token']}/messages/@original"
    one = original if by_token else f"{raw.lounge}/{thinking}"
    status, edited = await raw.call("PATCH", one, {"content": "Thought"})
    _, read = await raw.call("GET", original, headers={})

    assert answer["interaction"]["response_message_loading"]
    assert "resource" not in answer
    assert (status, edited["id"], edited["flags"]) == (200, thinking, 0)
    assert read["content"] == "Thought"
    assert (await task).text == "Thought"


@pytest.mark.parametrize("kind", [UPDATE, CHOICES, None])
async def test_a_command_is_not_answered_by_an_update(
    raw: Raw, asked: Asked, kind: int | None
) -> None:
    """Only a message, a deferral or a modal can answer a command."""
    event, task = asked
    path = f"/interactions/{event['id']}/{event['token']}/callback"
    faults = await raw.faults("POST", path, {"type": kind, "data": {"content": "x"}})
    assert faults == {"type": "BASE_TYPE_CHOICES"}
    await raw.answer(event, MESSAGE, {"content": "Hi"})
    assert (await task).text == "Hi"


async def test_a_modal_is_not_answered_by_a_modal(raw: Raw, socket: Socket, asked: Asked) -> None:
    """A message can answer a modal, and an update can if a message opened it."""
    event, task = asked
    await raw.answer(event, MODAL, modal(label(required=False)))
    waiting = asyncio.create_task(raw.sandbox.user(1).submit(await task))
    sent = await socket.next("INTERACTION_CREATE")

    assert sent["data"]["components"][0]["component"]["value"] == ""
    assert await refused(raw, sent, MODAL, modal()) == (400, 50035)
    assert await refused(raw, sent, UPDATE, {"content": "x"}) == (400, 50035)
    await raw.answer(sent, MESSAGE, {"content": "Thanks"})
    assert (await waiting).text == "Thanks"


async def test_a_click_on_a_deleted_message_is_refused(raw: Raw, socket: Socket) -> None:
    alice = raw.sandbox.user(1)
    _, sent = await raw.call("POST", raw.lounge, layout(row(button()), row(select())))
    message = raw.sandbox.message(int(sent["id"]))
    waiting = asyncio.create_task(alice.click(message, "Go"))
    event = await socket.next("INTERACTION_CREATE")

    raw.sandbox.faults.delete_message(message)

    assert await refused(raw, event, UPDATE, layout(text())) == (404, 10008)
    assert (await raw.answer(event, MESSAGE, {"content": "Gone"}))[0] == 204
    await waiting
    with pytest.raises(Refused, match="does not see that message"):
        await alice.click(message, "Go", force=True)


async def test_only_the_token_reaches_an_ephemeral_message(raw: Raw, asked: Asked) -> None:
    """Channel routes do not find an ephemeral message; its interaction's token does."""
    event, task = asked
    await raw.answer(event, MESSAGE, {"content": "Psst", "flags": 64})
    message = (await task).message
    one = f"{raw.lounge}/{message.id}"

    assert await raw.refused("PATCH", one, {"content": "x"}) == (404, 10008)
    assert await raw.refused("DELETE", one) == (404, 10008)
    hook = f"{raw.hook}/{event['token']}/messages/{message.id}"
    assert (await raw.call("PATCH", hook, {"content": "Louder"}))[0] == 200
    assert message.ephemeral
    assert message.text == "Louder"
    assert (await raw.call("DELETE", hook))[0] == 204
    assert message.deleted


async def test_repeated_and_lost_events(raw: Raw, socket: Socket, clock: ManualClock) -> None:
    alice, faults = raw.sandbox.user(1), raw.sandbox.faults
    faults.repeat_event(3)
    event, task = await raw.interaction(socket, alice)
    again = [await socket.next("INTERACTION_CREATE") for _ in range(2)]
    await raw.answer(event, MESSAGE, {"content": "Once"})
    await task

    faults.repeat_event(0)
    lost = asyncio.create_task(alice.command(raw.sandbox.channel("lounge"), "go"))
    await raw.sandbox.wait_for(lambda: raw.sandbox.open_interactions == 2)
    clock.advance(3.001)
    normal, task = await raw.interaction(socket, alice)
    await raw.answer(normal, MESSAGE, {"content": "Again"})

    assert [one["id"] for one in again] == [event["id"]] * 2
    assert (await lost).kind is AnswerKind.FAILED
    assert (await task).text == "Again"


async def test_the_log_keeps_no_token(raw: Raw, asked: Asked) -> None:
    event, task = asked
    await raw.answer(event, MESSAGE, {"content": "Hi"})
    await task
    await raw.call("POST", f"{raw.hook}/{event['token']}", {"content": "More"})

    logged = raw.sandbox.requests
    assert event["token"] not in repr(logged)
    assert [(one.method, one.status) for one in logged[-2:]] == [("POST", 204), ("POST", 200)]
    [more] = raw.sandbox.requests_to("POST", "/webhooks/*/*")
    assert more.body == {"content": "More"}
    [callback] = raw.sandbox.requests_to("POST", "/interactions/*/*/callback")
    assert callback.body == {"type": CallbackType.MESSAGE, "data": {"content": "Hi"}}
