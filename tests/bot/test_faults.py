"""The network and Discord on bad days: nobody loses money, nothing counts twice, and the game goes on."""

import asyncio
import logging

import pytest

from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands, round_of, takes_bets
from .scenes import one_round_later

HOTSEAT, PRIVATE = RULE_SETS["hotseat"], RULE_SETS["private"]
EDIT = "**/messages/*"
ANSWER = "/interactions/*/*/callback"


def room_for_a_card(dealt: Layout) -> bool:
    """The first player can take a card and is asked again; the second is asked as well."""
    return dealt.points(1) <= 10 and dealt.points(2) < 21


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """The first of two players is to decide."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, room_for_a_card))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


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


async def test_a_click_during_the_loss_counts_once_when_it_is_replayed(casino: Casino) -> None:
    """What was clicked while the bot was away for a moment arrives with the resumed session."""
    alice, _ = await two_in_play(casino)
    await casino.sandbox.faults.drop_gateway()
    answer = await alice.click(casino.board(), "Hit")
    await casino.quiet()
    assert answer.kind is AnswerKind.UPDATE
    assert len(hands(casino.board())[alice.name].cards) == 3


@pytest.mark.parametrize("resumable", [True, False])
async def test_the_bot_reconnects_when_it_is_told_to(casino: Casino, resumable: bool) -> None:
    """RECONNECT and an invalid session lose nothing."""
    alice, bob = await two_in_play(casino)
    if resumable:
        casino.sandbox.faults.ask_to_reconnect()
    else:
        casino.sandbox.faults.invalidate_session()
    await casino.sandbox.wait_for(lambda: not casino.sandbox.bot_online)
    await casino.sandbox.bot_ready()
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


async def test_a_command_that_is_delivered_three_times_counts_once(casino: Casino) -> None:
    """One bet for one command."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    casino.sandbox.faults.repeat_event(3)
    await bob.command(casino.channel, "bet", amount="50")
    await flush(casino)
    postings = [row for row in casino.books() if "bet" in row]
    assert len(postings) == 1
    assert await casino.balances(bob) == [WELCOME - 50_00]


async def flush(casino: Casino) -> None:
    """Events come in order: once this command is answered, all before it have been looked at."""
    await casino.sandbox.user(6).command(casino.channel, "balance")
    await casino.quiet()


def answered(casino: Casino) -> int:
    """How many interactions have been answered."""
    return len({record.interaction_id for record in casino.sandbox.callbacks})


async def test_a_click_that_arrives_too_late_is_dropped(casino: Casino) -> None:
    """Nobody can be told any more what came of it, so nothing comes of it."""
    alice, _ = await two_in_play(casino)
    with casino.nothing_changes():
        casino.sandbox.faults.late_event(5)
        answer = await alice.click(casino.board(), "Hit")
        await flush(casino)
    assert answer.kind is AnswerKind.FAILED


async def test_a_command_that_arrives_too_late_is_dropped(casino: Casino) -> None:
    """A late bet is not placed."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    with casino.nothing_changes():
        casino.sandbox.faults.late_event(5)
        await bob.command(casino.channel, "bet", amount="50")
        await flush(casino)


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


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_an_edit_that_fails_is_made_again(casino: Casino, status: int) -> None:
    """The bet counts, and the table's message shows it after Discord's bad moment."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    casino.sandbox.faults.fail("PATCH", EDIT, status)
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert f"{bob.name} bets **$50.00**" in board.text


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_rate_limit_is_waited_for(casino: Casino, everywhere: bool) -> None:
    """The edit comes when Discord takes it."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    casino.sandbox.faults.fail("PATCH", EDIT, 429, retry_after=0.01, everywhere=everywhere)
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert f"{bob.name} bets **$50.00**" in board.text


async def test_only_the_newest_state_is_sent_after_a_rate_limit(casino: Casino) -> None:
    """While one edit waits, many bets become one more edit."""
    users = casino.users(4)
    board = await casino.open(users[0])
    before = len(casino.sandbox.requests_to("PATCH", EDIT))
    hold = casino.sandbox.faults.hold("PATCH", EDIT)
    await users[1].command(casino.channel, "bet", amount="10")
    await hold.arrived()
    for amount in range(10, 20):
        for user in users[2:]:
            await user.command(casino.channel, "bet", amount=str(amount))
    hold.release()
    await casino.quiet()
    assert len(casino.sandbox.requests_to("PATCH", EDIT)) - before == 2
    assert board.text.count("bets **$19.00**") == 2


async def test_a_click_during_a_slow_answer_is_acknowledged_and_counts(casino: Casino) -> None:
    """Discord is slow with one answer: the next click is not left waiting, and the last state is shown."""
    casino.luck.next.append(seed_where(PRIVATE, 2, room_for_a_card))
    alice, bob = casino.users(2)
    await casino.open(alice, "private")
    board = await casino.bet({alice: "100", bob: "100"})
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    hitting = asyncio.create_task(alice.click(board, "Hit"))
    await hold.arrived()
    answer = await bob.click(board, "Stand")
    hold.release()
    await hitting
    await casino.quiet()
    assert answer.kind is AnswerKind.DEFERRED_UPDATE
    assert awaited(board) == [alice.name]
    assert len(hands(board)[alice.name].cards) == 3


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


async def test_a_message_that_was_deleted_while_the_bot_was_away_comes_back(
    casino: Casino,
) -> None:
    """After a restart every open table has its message."""
    alice, _ = await two_in_play(casino)
    casino.sandbox.faults.delete_message(casino.board())
    await casino.restart()
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]


async def test_a_send_that_failed_after_its_effect_is_not_made_twice(casino: Casino) -> None:
    """The message of the next round was posted, but the answer was lost: there is one message, not two."""
    user = await one_round_later(casino)
    casino.write()
    casino.sandbox.faults.fail("POST", "/channels/*/messages", 503, before_effect=False)
    await casino.press(user, "$50")
    assert [round_of(board) for board in casino.boards()] == [2]
    assert awaited(casino.board()) == [user.name]


async def test_a_command_that_overtakes_such_a_send_leaves_one_board(casino: Casino) -> None:
    """The answer to the command becomes the board: the message whose id never came is found, and goes."""
    user = await one_round_later(casino)
    casino.write()
    casino.sandbox.faults.fail("POST", "/channels/*/messages", 503, before_effect=False)
    await user.click(casino.board(), casino.chip("$50"))
    await casino.sandbox.wait_for(lambda: [*map(round_of, casino.boards())] == [2])
    await user.command(casino.channel, "blackjack")
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [2]


async def test_such_a_send_is_found_by_the_next_life_after_its_round(casino: Casino) -> None:
    """The message in the place of a deleted one was posted before the kill, and its round is over: its buttons go."""
    await two_in_play(casino)
    await casino.restart()  # no interaction is left by which the board could be changed
    await casino.quiet()
    faults = casino.sandbox.faults
    faults.delete_message(casino.board())
    faults.fail("POST", "/channels/*/messages", 503, before_effect=False)
    casino.clock.advance(45)
    await casino.sandbox.wait_for(lambda: len(casino.boards()) == 1)
    faults.forbid(casino.channel, told=False)
    await casino.let_pass(45)
    await casino.crash(lambda: faults.allow(casino.channel))
    await casino.sandbox.wait_for(lambda: [*map(takes_bets, casino.boards())] == [True])
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [1]


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


async def test_a_channel_that_is_allowed_again_shows_the_table(casino: Casino) -> None:
    """With the permission back, `/blackjack` brings the table to where it is now."""
    alice, bob = await two_in_play(casino)
    await casino.restart()
    casino.sandbox.faults.forbid(casino.channel)
    await casino.let_pass(45)
    assert casino.sandbox.requests_to("PATCH", EDIT)[-1].status == 403
    casino.sandbox.faults.allow(casino.channel)
    await alice.command(casino.channel, "blackjack")
    await casino.quiet()
    assert awaited(casino.board()) == [bob.name]
    assert len(casino.boards()) == 1


async def test_an_archived_thread_keeps_nobodys_money(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Its round is settled by the deadlines, the host is told once, and in the reopened thread the table is found."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    thread = casino.sandbox.world.add_thread(casino.channel, "side table", user.id)
    await casino.open(user, channel=thread)
    await casino.press(user, "$50", channel=thread)
    await casino.restart()
    casino.sandbox.faults.archive(thread, locked=True)
    await casino.let_pass(45)
    assert [row for row in casino.books() if "settled" in row]
    assert [r.levelno for r in caplog.records if "can't be shown" in r.message] == [logging.WARNING]
    thread.archived = thread.locked = False
    await user.command(thread, "blackjack")
    await casino.quiet()
    assert "play again?" in casino.board(thread).text


async def test_a_deleted_channel_costs_nobody_anything(casino: Casino) -> None:
    """The round ends by its deadlines, the stakes are settled, and the table closes by itself."""
    users = await two_in_play(casino)
    casino.sandbox.faults.delete_channel(casino.channel)
    for _ in range(2 + 2):  # two turns, then two rounds without a bet
        await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    for user in users:
        assert (await casino.bot.bank.wallet(user.id)).in_play == 0
