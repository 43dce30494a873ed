"""The network and Discord on bad days: nobody loses money, nothing counts twice, and the game goes on."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import pytest

from cogs.gateway import requests

from .casino import WELCOME, Casino
from .reading import awaited, hands, round_of
from .scenes import one_round_later, two_in_play

READ = 65_536


class Wire:
    """Listens on loopback and passes everything on to the server at a URL; use it as `async with`."""

    def __init__(self, target: str) -> None:
        self._target = urlsplit(target)
        self._server: asyncio.Server | None = None
        self._pumps: set[asyncio.Task[None]] = set()
        self._doomed: tuple[bytes, asyncio.Event] | None = None
        self._stalls: tuple[bytes, asyncio.Event] | None = None
        self._stalling: tuple[asyncio.StreamWriter, asyncio.Event] | None = None
        self._host = b""
        self.url = ""

    def cut_at(self, method: str) -> asyncio.Event:
        """The next request of this method breaks the connection before the server sees it; set when it has."""
        broken = asyncio.Event()
        self._doomed = method.encode() + b" ", broken
        return broken

    def stall_at(self, method: str) -> asyncio.Event:
        """Of the answer to the next request of this method comes the head alone; set when it has."""
        stalled = asyncio.Event()
        self._stalls = method.encode() + b" ", stalled
        return stalled

    def end_stall(self) -> None:
        """Break the connection on which the rest of an answer does not come, if there is one."""
        if self._stalling:
            self._stalling[0].close()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self._host = f"127.0.0.1:{port}".encode()
        self.url = f"http://127.0.0.1:{port}{self._target.path}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for pump in tuple(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(
            self._target.hostname, self._target.port
        )
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pump = asyncio.create_task(self._pump(source, sink, (writer, far_writer)))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
    ) -> None:
        try:
            with suppress(ConnectionError):
                while (data := await source.read(READ)) and not self._is_doomed(data):
                    if self._stalls and data.startswith(self._stalls[0]):
                        self._stalling, self._stalls = (ends[0], self._stalls[1]), None
                    if self._stalling and sink is self._stalling[0]:
                        head, blank, _ = data.partition(b"\r\n\r\n")
                        sink.write(head + blank)
                        self._stalling[1].set()
                        await asyncio.Event().wait()
                    # The sandbox serves who asks for it by its own address alone.
                    sink.write(data.replace(self._host, self._target.netloc.encode()))
        finally:
            for writer in ends:
                writer.close()

    def _is_doomed(self, data: bytes) -> bool:
        if self._doomed is None or not data.startswith(self._doomed[0]):
            return False
        self._doomed[1].set()
        self._doomed = None
        return True


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


async def test_a_click_that_is_delivered_three_times_counts_once(casino: Casino) -> None:
    """One card for one click, however often Discord tells of it."""
    alice, _ = await two_in_play(casino)
    casino.sandbox.faults.repeat_event(3)
    await casino.press(alice, "Hit")
    await flush(casino)
    assert len(hands(casino.board())[alice.name].cards) == 3
    assert len(casino.sandbox.requests_to("POST", ANSWER)) == answered(casino)


async def flush(casino: Casino) -> None:
    """Events come in order: once this command is answered, all before it have been looked at."""
    await casino.sandbox.user(6).command(casino.channel, "balance")
    await casino.quiet()


def answered(casino: Casino) -> int:
    """How many interactions have been answered."""
    return len({record.interaction_id for record in casino.sandbox.callbacks})


async def test_a_picture_that_failed_never_follows_a_newer_one(casino: Casino) -> None:
    """While an edit fails two more bets are placed: what is sent next shows them, and nothing older is sent again."""
    alice, bob, carol, dave = casino.users(4)
    await casino.open(alice)
    faults, before = casino.sandbox.faults, len(casino.sandbox.requests_to("PATCH", EDIT))
    hold = faults.hold("PATCH", EDIT)
    faults.fail("PATCH", EDIT, 503)
    await bob.command(casino.channel, "bet", amount="50")
    await hold.arrived()
    for later in (carol, dave):
        await later.command(casino.channel, "bet", amount="50")
    hold.release()
    await casino.quiet()
    edits = casino.sandbox.requests_to("PATCH", EDIT)[before:]
    assert [edit.status for edit in edits[:2]] == [503, 200]
    assert all(f"{dave.name} bets" in str(edit.body) for edit in edits[1:])
    assert all(f"{user.name} bets" in casino.board().text for user in (bob, carol, dave))


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


@pytest.fixture
async def wire(casino: Casino) -> AsyncIterator[Wire]:
    """The casino's bot talks to the sandbox through this wire."""
    async with Wire(casino.sandbox.api_url) as wire:
        casino.api_url = wire.url
        await casino.restart()
        yield wire
        # Where a test has failed, the bot may wait for an answer still.
        casino.sandbox.faults.clear()
        wire.end_stall()
        casino.api_url = casino.sandbox.api_url
        await casino.restart()


async def test_an_edit_whose_connection_breaks_is_made_again(casino: Casino, wire: Wire) -> None:
    """The bet counts, and the message shows it without anybody doing anything else."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    broken = wire.cut_at("PATCH")
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert broken.is_set()
    assert f"{bob.name} bets **$50.00**" in casino.board().text


@pytest.mark.parametrize("has_head", [False, True], ids=["nothing", "no body"])
async def test_an_edit_whose_answer_does_not_come_is_given_up(
    casino: Casino, wire: Wire, monkeypatch: pytest.MonkeyPatch, has_head: bool
) -> None:
    """Neither an edit that hangs nor an answer without its body keeps the board from being drawn: it is tried anew."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.restart()  # no interaction is left by which the board could be changed
    await casino.quiet()
    edits = len(casino.sandbox.requests_to("PATCH", EDIT))
    with monkeypatch.context() as patch:
        patch.setattr(requests.once, "__defaults__", (0.2,))  # seconds
        hold = casino.sandbox.faults.hold("PATCH", EDIT) if not has_head else None
        came = hold.arrived() if hold else wire.stall_at("PATCH").wait()
        await bob.command(casino.channel, "bet", amount="50")
        await came
    edits += has_head  # it has been made, and nobody knows
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
    assert len(statuses) <= 4, (
        "a bet was placed while the edit waited, and the newest board was sent"
    )
    assert board.text.count("bets **$12.00**") == 2
