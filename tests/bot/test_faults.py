"""Failures of Discord and the network: no money is lost, nothing counts twice, and new boards stay on top."""

import asyncio
import logging
from functools import partial
from typing import Any

import aiohttp
import pytest
from aiohttp.connector import Connection

from cogs.discord_link import requests as tries
from cogs.discord_link.late_answers import CLICK_SECONDS, COMMAND_SECONDS
from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.wire import Hook
from cogs.language import ENGLISH
from cogs.messages.board.timing import Timing
from cogs.pages.parts import Layout, text
from engine.bank.errors import StorageFailed
from engine.values.money import Wallet
from sandbox import Limit, Limits, LoopClock
from sandbox.rest.api import Api
from sandbox.rest.limits import RateLimits
from tests.driver import PATIENCE, MessageView, User

from .casino import Casino
from .reading import awaited, hands, round_of, takes_bets
from .scenes import in_play, one_round_later, slow, two_in_play

EDIT = "**/messages/*"
ANSWER = "/interactions/*/*/callback"
VERIFY = "bj2:verify:round:1"


async def test_send_that_failed_after_its_effect_is_not_repeated(casino: Casino) -> None:
    """The next round's message was posted but the answer lost: there is one message."""
    user = await one_round_later(casino)
    casino.write()
    casino.sandbox.faults.fail("POST", "/channels/*/messages", 503, before_effect=False)
    await casino.press(user, "$50")
    assert [round_of(board) for board in casino.boards()] == [2]
    assert awaited(casino.board()) == [user.name]


async def test_deleted_channel_loses_no_money(casino: Casino) -> None:
    """Deadlines end the round, stakes are settled, and the table closes."""
    users = await two_in_play(casino)
    casino.sandbox.faults.delete_channel(casino.channel)
    for _ in range(2 + 2):  # two turns, then two rounds without a bet
        await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    for user in users:
        assert (await casino.bot.bank.wallet(user.id)).in_play == 0


SEND = aiohttp.ClientRequest.send


async def break_connection(request: aiohttp.ClientRequest, connection: Connection) -> object:
    """Break the connection before Discord gets the request."""
    assert connection.transport
    connection.transport.abort()
    return await SEND(request, connection)


async def hang(*_: Any, **__: Any) -> object:
    """Never return."""
    return await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("owner", "method", "instead"),
    [
        (aiohttp.ClientRequest, "send", break_connection),
        (aiohttp.ClientRequest, "send", hang),
        (aiohttp.ClientResponse, "text", hang),
    ],
    ids=["breaks", "hangs", "no body"],
)
async def test_lost_edit_is_repeated(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, owner: type, method: str, instead: Any
) -> None:
    """After a broken connection, no answer, or half an answer, the board still shows the bet."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.restart()  # forget the interactions that could edit the board
    await casino.quiet()
    tried, whole = asyncio.Event(), getattr(owner, method)

    async def once(this: Any, *args: Any, **options: Any) -> Any:
        """Replace the next edit's method."""
        if this.method != "PATCH" or tried.is_set():
            return await whole(this, *args, **options)
        tried.set()
        return await instead(this, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(tries.once, "__defaults__", (0.2,))  # seconds
        patch.setattr(owner, method, once)
        await bob.command(casino.channel, "bet", amount="50")
        await tried.wait()
        await casino.quiet()
    assert f"{bob.name} bets **$50**" in casino.board().text


def truncate_response(monkeypatch: pytest.MonkeyPatch, path: str) -> asyncio.Event:
    """Cut the next response to such a request in half. Return an event that is set afterwards."""
    whole, cut = aiohttp.ClientResponse.read, asyncio.Event()

    async def half(this: aiohttp.ClientResponse) -> bytes:
        body = await whole(this)
        if cut.is_set() or not body or not this.url.path.endswith(path):
            return body
        cut.set()
        this._body = body[: len(body) // 2]
        return this._body

    monkeypatch.setattr(aiohttp.ClientResponse, "read", half)
    return cut


async def test_answers_that_are_cut_off_leave_no_stale_board(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has handled a command, a send and an edit, but half of the answer is missing."""
    alice, bob = casino.users(2)
    opening = truncate_response(monkeypatch, "/callback")
    await casino.open(alice)
    assert opening.is_set()
    assert takes_bets(casino.board())
    await casino.restart()  # forget the interactions that could edit the board
    await casino.quiet()
    editing = truncate_response(monkeypatch, f"/messages/{casino.board().id}")
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert editing.is_set()
    assert f"{bob.name} bets **$50**" in casino.board().text
    await casino.press(alice, "$50")
    await casino.stand_all()
    casino.write()
    sending = truncate_response(monkeypatch, f"/channels/{casino.channel.id}/messages")
    await casino.bet({alice: "10", bob: "10"})
    await casino.quiet()
    assert sending.is_set()
    assert [round_of(board) for board in casino.boards()] == [2]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_only_the_newest_state_is_sent_after_a_rate_limit(
    casino: Casino, everywhere: bool
) -> None:
    """While one edit waits for Discord, many bets become a single further edit."""
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
    assert board.text.count("bets **$12**") == 2


BY_TOKEN = "/webhooks/**"


async def test_a_board_whose_token_is_refused_is_edited_in_the_channel(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """At once, as a token's limit does not affect the channel."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$50")
    casino.sandbox.faults.fail("PATCH", BY_TOKEN, 429, times=10, retry_after=60)
    casino.sandbox.requests.clear()
    await bob.command(casino.channel, "bet", amount="25")
    await casino.quiet()
    assert f"{bob.name} · **$25**" in casino.board().text
    edits = [one for one in casino.sandbox.requests if one.method == "PATCH"]
    answers = [(one.path.split("/")[1], one.status) for one in edits]
    refused = answers.index(("webhooks", 429))
    assert answers[refused + 1 :] == [("channels", 200)]
    assert "could not show the board" not in caplog.text


async def test_edits_by_a_token_keep_to_its_limit(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each response has the remaining number of edits and the time until the reset."""
    few = Limits(everywhere=Limit(1_000, 1.0), token=Limit(5, 0.1))
    rates, meet, hooks = RateLimits(LoopClock(), lambda _: 0.0, few), Api._meet_limits, list[Hook]()

    async def limited(api: Api, *given: Any) -> Any:
        api._limits = rates
        return await meet(api, *given)

    async def hear(interaction: BotInteraction) -> None:
        hooks.append(Hook.of(interaction))

    monkeypatch.setattr(Api, "_meet_limits", limited)
    casino.bot.add_listener(hear, "on_interaction")
    await casino.typed(casino.sandbox.user(1), "rules")
    for number in range(16):
        await casino.bot.wire.edit_by_token(hooks[0], None, Layout(text(str(number))))
    assert [one.status for one in casino.sandbox.requests_to("PATCH", BY_TOKEN)] == [200] * 16


# Answers to clicks


ORIGINAL = "/webhooks/*/*/messages/@original"


async def two_decide_at_once(casino: Casino) -> tuple[User, User]:
    """Deal until two players can decide at the same time."""
    alice, bob = await in_play(
        casino,
        *("100", "100"),
        rules="private",
        wanted=lambda dealt: dealt.points(1) <= 10 and dealt.points(2) <= 10,
    )
    return alice, bob


def card_count(board: MessageView, user: User) -> int:
    """The number of cards in a player's shown hand."""
    return len(hands(board)[user.name].cards)


async def test_a_move_whose_answer_fails_is_shown_by_an_edit_at_once(casino: Casino) -> None:
    """The edit does not wait for the retried answer, which then only acknowledges the click."""
    alice, _ = await two_decide_at_once(casino)
    board, answered = casino.board(), len(casino.sandbox.requests_to("POST", ANSWER))
    casino.sandbox.faults.fail("POST", ANSWER, 500, times=1_000)
    clicking = asyncio.create_task(alice.click(board, "Hit"))
    await casino.sandbox.wait_for(lambda: card_count(board, alice) == 3)
    assert len(casino.sandbox.requests_to("POST", ANSWER)) - answered <= 2
    clicking.cancel()


async def test_late_answer_does_not_hide_newer_cards(casino: Casino) -> None:
    """The answer with Alice's card arrives after the one with Bob's, but in the end the board shows both."""
    alice, bob = await two_decide_at_once(casino)
    board = casino.board()
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    hitting = asyncio.create_task(alice.click(board, "Hit"))
    await hold.arrived()
    await bob.click(board, "Hit")
    await casino.sandbox.wait_for(lambda: card_count(board, bob) == 3)
    hold.release()
    await hitting
    await casino.quiet()
    assert (card_count(board, alice), card_count(board, bob)) == (3, 3)


async def test_late_bet_does_not_unfold_the_message(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice's answer may arrive after Bob's bet has dealt, so the old message is folded again."""
    monkeypatch.setattr("cogs.startup.client.Timing", partial(Timing, retry=0.01, late=1))
    await casino.restart()
    alice, bob = await in_play(casino, "50", "50")
    await casino.stand_all()
    board = casino.board()
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    betting = asyncio.create_task(alice.click(board, "Play again $50"))
    await hold.arrived()
    casino.write()
    await bob.click(board, "Play again $50")
    await casino.sandbox.wait_for(lambda: [*map(round_of, casino.boards())] == [2])

    def folds() -> int:
        """The number of edits that fold the message."""
        edits = casino.sandbox.requests_to("PATCH", EDIT)
        return ["Replay" in str(edit.body) for edit in edits].count(True)

    await casino.sandbox.wait_for(lambda: folds() == 1)
    hold.release()
    await betting
    async with asyncio.timeout(PATIENCE):
        while folds() < 2:
            await casino.quiet()
            await asyncio.sleep(0)
    assert [button.label for button in board.buttons] == ["Replay"]


async def test_an_earlier_board_is_not_drawn_over_a_newer_one(casino: Casino) -> None:
    """The end of a round that is drawn after the next deal."""
    (alice,) = await in_play(casino, "50")
    await casino.stand_all()
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table is not None
    first = table.view
    await casino.press(alice, "Play again $50")
    await casino.quiet()
    shown = [board.text for board in casino.boards()]
    assert len(shown) == 1
    casino.bot.display.screen_of(table).show((first,), None)
    await casino.quiet()
    assert [board.text for board in casino.boards()] == shown


async def test_farewell_stays_pending_while_a_bet_may_arrive(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice's answer timed out while the table closed: until it can no longer arrive, a restarted bot would repeat the
    farewell."""
    seconds = [0.0]
    monkeypatch.setattr("cogs.messages.board.late_requests._now", lambda: seconds[0])
    alice, bob = casino.users(2)
    board = await casino.open(bob)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    betting = asyncio.create_task(alice.click(board, "$50"))
    await hold.arrived()
    await alice.command(casino.channel, "house close")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    again = casino.sandbox.faults.hold("PATCH", EDIT)
    finishing = asyncio.create_task(casino.quiet())
    await again.arrived()
    assert await casino.bot.bank.owed_farewells()
    seconds[0] += 1  # no late request can arrive any more
    casino.sandbox.faults.clear()
    await asyncio.gather(betting, finishing)
    assert "The table is closed" in board.text
    assert await casino.bot.bank.owed_farewells() == []


async def test_ten_failing_edits_leave_the_newest_state(casino: Casino) -> None:
    """Each try sends the newest state once, without discord.py's own retries."""
    users = casino.users(4)
    board, faults = await casino.open(users[0]), casino.sandbox.faults
    before = len(casino.sandbox.requests_to("PATCH", EDIT))
    hold = faults.hold("PATCH", EDIT)
    faults.fail("PATCH", EDIT, 503, times=10)
    await users[1].command(casino.channel, "bet", amount="10")
    await hold.arrived()
    for user in users[2:]:
        await user.command(casino.channel, "bet", amount="30")
    hold.release()
    newest = f"{users[3].name} bets"
    await casino.sandbox.wait_for(lambda: newest in board.text)
    tries = casino.sandbox.requests_to("PATCH", EDIT)[before:]
    assert [one.status for one in tries][:11] == [503] * 10 + [200]
    assert all(newest in str(one.body) for one in tries[10:])


async def test_failing_bank_is_one_line_in_the_log(
    casino: Casino, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user gets an apology; the log has the cause, the user and the channel, without a traceback."""

    async def fails(user_id: int) -> Wallet:
        raise StorageFailed("the disk is full")

    monkeypatch.setattr(casino.bot.bank, "wallet", fails)
    alice = casino.sandbox.user(1)
    assert await casino.typed(alice, "balance") == ENGLISH("sorry-our-fault")
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert line.exc_info is None
    assert line.getMessage().startswith("#blackjack, interaction ")
    assert line.getMessage().endswith(
        f"of user {alice.id}: the bank failed at /balance (the disk is full)"
    )
    caplog.clear()


async def test_refused_files_are_replaced_by_text(casino: Casino) -> None:
    """Text replaces the picture of balances, a chart or a shoe, and the file with one's data."""
    (alice,) = await in_play(casino, "10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    panel, refused = await casino.shown(alice, "privacy"), ENGLISH("files-refused")
    for status, code, instead, ask in (
        (413, 40005, "The balance after each round", alice.command(casino.channel, "stats")),
        (413, 0, "2 3 4 5 6", alice.command(casino.channel, "strategy", rules="vegas")),
        (400, 50035, ENGLISH("verify-right"), alice.command(casino.channel, "verify", shoe=1)),
        (403, 50013, "", alice.click(panel, ENGLISH("button-my-data"))),
    ):
        casino.sandbox.faults.fail("PATCH", ORIGINAL, status, code=code)
        message = (await ask).message
        assert message
        await casino.sandbox.wait_for(lambda: refused in message.text)  # noqa: B023
        assert instead in message.text
        assert message.attachments == []


# Answers that Discord accepted although they seemed to fail


async def test_answer_follows_a_deferral_that_seemed_to_fail(casino: Casino) -> None:
    """The user does not see "thinking" for fifteen minutes."""
    (alice,) = casino.users(1)
    casino.sandbox.faults.fail("POST", ANSWER, 503, before_effect=False)
    assert (await casino.shown(alice, "strategy")).attachments


async def test_answer_follows_an_acknowledgement_that_seemed_to_fail(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow click was acknowledged, so the files come in a new message, and the clicked one stays."""
    (alice,) = await in_play(casino, "10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    replay = await casino.shown(alice, "history", round=1)
    shown = replay.text
    casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=False)
    async with slow(casino, monkeypatch, "saved_round") as asked:
        clicking = asyncio.create_task(alice.click(replay, custom_id=VERIFY, force=True))
        await asked.wait()
        casino.clock.advance(CLICK_SECONDS)
        await clicking
        await casino.bot._desk._late._acknowledging.finish()
    await casino.bot._desk.answering.finish()
    assert replay.text == shown
    assert alice.messages(casino.channel)[-1].attachments


async def test_post_that_seemed_to_fail_is_found(casino: Casino) -> None:
    """The challenge is in the channel once, its sender gets a confirmation, and its message is saved."""
    alice, bob = casino.users(2)
    casino.sandbox.faults.fail("POST", ANSWER, 503, before_effect=False)
    await alice.command(casino.channel, "duel", player=bob)
    await casino.bot._desk.answering.finish()
    challenge, confirmed = alice.messages(casino.channel)
    assert bob.pings(casino.channel) == [challenge]
    assert confirmed.ephemeral
    duel = await casino.bot.bank.duel(1)
    assert duel is not None
    assert duel.challenge_id == challenge.id


async def test_post_follows_an_acknowledgement_that_seemed_to_fail(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a slow command and after a slow click."""
    (alice,) = await in_play(casino, "10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    replay = await casino.shown(alice, "history", round=1)
    lounge = casino.sandbox.channel("lounge")
    for channel, ask, seconds in (
        (casino.channel, partial(alice.click, replay, "Share"), CLICK_SECONDS),
        (lounge, partial(alice.command, lounge, "share"), COMMAND_SECONDS),
    ):
        casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=False)
        async with slow(casino, monkeypatch, "saved_round") as asked:
            asking = asyncio.create_task(ask())
            await asked.wait()
            casino.clock.advance(seconds)
            await asking
            await casino.bot._desk._late._acknowledging.finish()
        await casino.bot._desk.answering.finish()
        posted = alice.messages(channel)[-1]
        assert "shares round #1" in posted.text
        assert not posted.ephemeral


async def test_page_turns_after_an_acknowledgement_that_seemed_to_fail(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow click edits its page although Discord refuses another first answer."""
    (alice,) = await in_play(casino, "10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    replay = await casino.shown(alice, "history", round=1)
    casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=False)
    async with slow(casino, monkeypatch, "saved_round") as asked:
        clicking = asyncio.create_task(alice.click(replay, "▶️"))
        await asked.wait()
        casino.clock.advance(CLICK_SECONDS)
        await clicking
        await casino.bot._desk._late._acknowledging.finish()
    await casino.bot._desk.answering.finish()
    assert "Step 2 of" in replay.text
