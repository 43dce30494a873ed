"""Whom a message notifies, and whom it only names."""

from typing import Any

import pytest

from sandbox import Flag, Sandbox

from .raw import Raw
from .toy import Toy

SILENT = int(Flag.SILENT)


async def test_only_who_is_allowed_is_pinged(sandbox: Sandbox, showing: Toy) -> None:
    """A message that names two users and may mention one pings only that one."""
    alice, bob, carol = (sandbox.user(number) for number in (1, 2, 3))
    lounge = sandbox.channel("lounge")

    await alice.command(lounge, "nudge", who=bob, other=carol)
    [ping] = await sandbox.wait_for(lambda: bob.pings(lounge))

    assert (ping.pings, ping.mentions) == ([bob.id], [bob.id])
    assert f"<@{carol.id}>" in ping.text
    assert carol.pings(lounge) == []


@pytest.mark.parametrize(
    ("body", "pinged"),
    [
        ({}, True),
        ({"allowed_mentions": {"parse": []}}, False),
        ({"allowed_mentions": {"parse": [], "users": ["bob"]}}, True),
        ({"flags": SILENT}, False),
    ],
)
async def test_what_a_message_lets_through(raw: Raw, body: dict[str, Any], pinged: bool) -> None:
    """Without `allowed_mentions` everybody named is pinged; a silent message pings nobody."""
    bob = raw.sandbox.user(2)
    if users := body.get("allowed_mentions", {}).get("users"):
        users[:] = [str(bob.id)]
    _, message = await raw.call("POST", raw.lounge, body | {"content": f"<@{bob.id}>"})

    assert raw.sandbox.message(int(message["id"])).pings == ([bob.id] if pinged else [])


async def test_an_edit_pings_nobody(raw: Raw) -> None:
    """A mention that an edit adds marks the message, but notifies nobody."""
    bob = raw.sandbox.user(2)
    _, message = await raw.call("POST", raw.lounge, {"content": "Hello"})
    await raw.call("PATCH", f"{raw.lounge}/{message['id']}", {"content": f"<@{bob.id}>"})

    edited = raw.sandbox.message(int(message["id"]))
    assert (edited.mentions, edited.pings) == ([bob.id], [])


async def test_everyone_is_pinged_but_the_author(sandbox: Sandbox) -> None:
    """@everyone pings all users but the author; a mention of oneself pings nobody."""
    alice, lounge = sandbox.user(1), sandbox.channel("lounge")

    assert len(alice.say(lounge, "@everyone").pings) == 5
    assert alice.say(lounge, f"I am <@{alice.id}>").pings == []


async def test_a_hundred_users_can_be_allowed(raw: Raw) -> None:
    """`allowed_mentions` names at most a hundred users."""
    users = [str(number) for number in range(101)]
    body = {"content": "x", "allowed_mentions": {"users": users}}

    faults = await raw.faults("POST", raw.lounge, body)

    assert faults == {"allowed_mentions.users": "BASE_TYPE_MAX_LENGTH"}
