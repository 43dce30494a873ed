"""The network and Discord on bad days: nobody loses money, nothing counts twice, and the game goes on."""

import asyncio
import logging
from typing import Any

import aiohttp
import pytest
from aiohttp.connector import Connection

from cogs.gateway import tries

from .casino import WELCOME, Casino
from .reading import awaited, hands, round_of
from .scenes import one_round_later, two_in_play

EDIT = "**/messages/*"
ANSWER = "/interactions/*/*/callback"


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_round_goes_on_when_the_gateway_was_lost(casino: Casino, resumable: bool) -> None:
    """The bot connects again, with its session or a new one, and the buttons work."""
    alice, bob = await two_in_play(casino)
    with casino.nothing_changes():
        await casino.sandbox.faults.drop_gateway(resumable=resumable)
        await casino.sandbox.bot_ready()
    await casino.press(alice, "Hit")
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]


async def test_an_answer_that_fails_keeps_the_move(casino: Casino) -> None:
    """The click counts, and the table's message is drawn in another way."""
    alice, _ = await two_in_play(casino)
    casino.sandbox.faults.fail("POST", ANSWER, 404, code=10062)
    hitting = asyncio.create_task(alice.click(casino.board(), "Hit"))
    await casino.sandbox.wait_for(lambda: len(hands(casino.board())[alice.name].cards) == 3)
    assert casino.sandbox.requests_to("PATCH", EDIT)
    hitting.cancel()


async def test_a_table_whose_message_was_deleted_gets_a_new_one(casino: Casino) -> None:
    """A moderator deletes the table: with the next change it is there again, and it is played on."""
    alice, bob = await two_in_play(casino)
    casino.sandbox.faults.delete_message(casino.board())
    assert casino.boards() == []
    await casino.let_pass(45)
    assert len(casino.boards()) == 1
    assert awaited(casino.board()) == [bob.name]
    await casino.press(bob, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_a_send_that_failed_after_its_effect_is_not_made_twice(casino: Casino) -> None:
    """The message of the next round was posted, but the answer was lost: there is one message, not two."""
    user = await one_round_later(casino)
    casino.write()
    casino.sandbox.faults.fail("POST", "/channels/*/messages", 503, before_effect=False)
    await casino.press(user, "$50")
    assert [round_of(board) for board in casino.boards()] == [2]
    assert awaited(casino.board()) == [user.name]


async def test_a_forbidden_channel_does_not_stop_the_game(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot may not write any more: rounds are settled all the same, and the host is told once."""
    users = await two_in_play(casino)
    await casino.restart()  # no interaction is left by which the board could be changed
    await casino.quiet()
    before = len(casino.sandbox.requests)
    casino.sandbox.faults.forbid(casino.channel)
    for _ in users:
        await casino.let_pass(45)
    assert [row for row in casino.books() if "settled" in row]
    told = [
        r for r in caplog.records if r.levelno == logging.WARNING and "can't be shown" in r.message
    ]
    assert len(told) == 1
    refused = [one for one in casino.sandbox.requests[before:] if one.status == 403]
    assert len(refused) <= 2


async def test_a_deleted_channel_costs_nobody_anything(casino: Casino) -> None:
    """The round ends by its deadlines, the stakes are settled, and the table closes by itself."""
    users = await two_in_play(casino)
    casino.sandbox.faults.delete_channel(casino.channel)
    for _ in range(2 + 2):  # two turns, then two rounds without a bet
        await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    for user in users:
        assert (await casino.bot.bank.wallet(user.id)).in_play == 0


async def break_off(
    request: aiohttp.ClientRequest, connection: Connection
) -> aiohttp.ClientResponse:
    """The connection breaks before Discord sees the request."""
    assert connection.transport
    connection.transport.abort()
    return await SEND(request, connection)


async def no_body(response: aiohttp.ClientResponse, *_: Any, **__: Any) -> str:
    """Of the answer the head alone comes."""
    await asyncio.Event().wait()
    return ""


SEND = aiohttp.ClientRequest.send


@pytest.mark.parametrize("how", ["breaks", "hangs", "no body"])
async def test_an_edit_that_gets_nowhere_is_made_again(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The connection breaks, or no answer comes, or half of one: the board shows the bet all the same."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.restart()  # no interaction is left by which the board could be changed
    await casino.quiet()
    tried = asyncio.Event()

    def once(owner: type, name: str, instead: Any) -> None:
        """The next edit meets this."""
        whole = getattr(owner, name)

        async def patched(this: Any, *args: Any, **options: Any) -> Any:
            if this.method != "PATCH" or tried.is_set():
                return await whole(this, *args, **options)
            tried.set()
            return await instead(this, *args, **options)

        monkeypatch.setattr(owner, name, patched)

    with monkeypatch.context() as patch:
        patch.setattr(tries.once, "__defaults__", (0.2,))  # seconds
        if how == "breaks":
            once(aiohttp.ClientRequest, "send", break_off)
        elif how == "no body":
            once(aiohttp.ClientResponse, "text", no_body)
        else:
            hold = casino.sandbox.faults.hold("PATCH", EDIT)
        await bob.command(casino.channel, "bet", amount="50")
        await (hold.arrived() if how == "hangs" else tried.wait())
    edits = len(casino.sandbox.requests_to("PATCH", EDIT))
    await casino.sandbox.wait_for(lambda: len(casino.sandbox.requests_to("PATCH", EDIT)) > edits)
    await casino.quiet()
    assert f"{bob.name} bets **$50.00**" in casino.board().text


@pytest.mark.parametrize("everywhere", [False, True])
async def test_only_the_newest_state_is_sent_after_a_rate_limit(
    casino: Casino, everywhere: bool
) -> None:
    """While one edit waits for Discord, many bets become one more edit, however long that takes."""
    users = casino.users(4)
    board = await casino.open(users[0])
    before = len(casino.sandbox.requests_to("PATCH", EDIT))
    casino.sandbox.faults.fail("PATCH", EDIT, 429, retry_after=0.01, everywhere=everywhere)
    hold = casino.sandbox.faults.hold("PATCH", EDIT)
    await users[1].command(casino.channel, "bet", amount="10")
    await hold.arrived()
    for amount in ("10", "11", "12"):
        for user in users[2:]:
            await user.command(casino.channel, "bet", amount=amount)
    hold.release()
    await casino.quiet()
    statuses = [one.status for one in casino.sandbox.requests_to("PATCH", EDIT)[before:]]
    assert (statuses[0], statuses.count(200)) == (429, len(statuses) - 1)
    assert len(statuses) <= 4, "a bet was placed while the edit waited, and the newest was sent"
    assert board.text.count("bets **$12.00**") == 2
