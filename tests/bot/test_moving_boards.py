"""When a table's board takes another message, what it leaves behind, and that a kill on the way leaves one board."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cogs.board.messages import position
from cogs.network.late_answers import CLICK_SECONDS
from engine.values.errors import PlayedElsewhere, StorageAway, StorageTrouble
from sandbox import MessageView, Permission, User

from .casino import Casino
from .reading import awaited, round_of
from .scenes import one_round_later, two_in_play

PATIENCE = 20.0

NEW = "/channels/*/messages"
ANY = "/channels/*/messages/*"


@pytest.fixture
async def patient(casino: Casino) -> Casino:
    """A casino that reminds people."""
    casino.nudge_seconds = str(PATIENCE)
    await casino.restart()
    return casino


def write(casino: Casino, lines: int) -> None:
    """Somebody writes so much below the table."""
    for _ in range(lines):
        casino.write()


def below(casino: Casino, board: MessageView) -> int:
    """How many messages stand below this one."""
    seen = casino.sandbox.user(1).messages(casino.channel)
    return sum(one.id > board.id for one in seen if not one.ephemeral)


async def second_round(casino: Casino) -> tuple[User, MessageView]:
    """Somebody is to decide in the second round, which is drawn into the message of the first one."""
    alice = await one_round_later(casino)
    await casino.press(alice, "$50")
    (board,) = casino.boards()
    assert awaited(board) == [alice.name]
    return alice, board


async def test_an_old_board_is_left(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is older than an hour Discord takes few edits."""
    monkeypatch.setattr(position, "OLD_SECONDS", 30)
    alice = await one_round_later(casino)
    old = casino.board()
    await casino.let_pass(29)
    await casino.press(alice, "$10")
    assert casino.board() == old
    await casino.stand_all()
    await casino.let_pass(2)
    await casino.press(alice, "$10")
    assert old.text.startswith("-# Rounds 1 to 2 · ")
    assert [round_of(board) for board in casino.boards()] == [3]


async def test_a_ping_of_the_bot_buries_nothing(patient: Casino) -> None:
    """Neither while it stands there nor when it is deleted, which Discord does not say."""
    alice, bob = await two_in_play(patient)
    board = patient.board()
    await patient.let_pass(PATIENCE)
    await patient.sandbox.wait_for(lambda: bool(alice.pings(patient.channel)))
    await patient.stand_all()
    await patient.quiet()
    for user in (bob, alice):
        await patient.press(user, "$10")
    assert patient.boards() == [board]
    assert round_of(board) == 2


@pytest.mark.parametrize(("lines", "moves"), [(4, False), (5, True)])
async def test_who_is_waited_for_finds_the_board(patient: Casino, lines: int, moves: bool) -> None:
    """Below what was written, also who plays alone, and is not pinged; above stays how the round before has gone."""
    alice, old = await second_round(patient)
    write(patient, lines)
    await patient.let_pass(PATIENCE)
    (board,) = patient.boards()
    assert (board != old, below(patient, board) == 0) == (moves, moves)
    assert old.text.startswith("-# Round 1 · Alice ") == moves
    assert awaited(board) == [alice.name]
    assert alice.pings(patient.channel) == []
    await patient.press(alice, "Stand")
    assert patient.boards() == [board]


async def test_in_the_first_round_nothing_is_left(patient: Casino) -> None:
    """The message that was buried is deleted; the ping leads to the other one."""
    alice, _ = await two_in_play(patient)
    old = patient.board()
    write(patient, 5)
    await patient.let_pass(PATIENCE)
    await patient.sandbox.wait_for(lambda: bool(alice.pings(patient.channel)))
    (board,) = patient.boards()
    assert old.deleted
    assert [str(board.id) in ping.text for ping in alice.pings(patient.channel)] == [True]


async def test_without_the_right_to_look_back_it_stays(patient: Casino) -> None:
    """Discord then says that nothing is there."""
    alice, old = await second_round(patient)
    patient.sandbox.faults.forbid(patient.channel, Permission.READ_MESSAGE_HISTORY)
    write(patient, 9)
    await patient.let_pass(PATIENCE)
    assert patient.boards() == [old]
    assert awaited(old) == [alice.name]


@pytest.mark.parametrize("at", ["send", "line"])
async def test_a_kill_in_a_move_in_mid_round_leaves_one_board(patient: Casino, at: str) -> None:
    """Where the other message was sent already, and where the line above was not drawn yet."""
    alice, old = await second_round(patient)
    await patient.restart()  # no token is left
    await patient.quiet()
    faults = patient.sandbox.faults
    write(patient, 5)
    if at == "send":
        faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
    else:
        faults.fail("PATCH", ANY, 503, times=1_000)
    patient.clock.advance(PATIENCE)
    await patient.sandbox.wait_for(lambda: patient.sandbox.requests[-1].status == 503)
    await patient.crash(faults.clear, in_vain=True)
    await patient.bot.background.settled()
    await patient.quiet()
    await patient.press(alice, "Stand")
    (board,) = patient.boards()
    assert old.text.startswith("-# Round 1 · ")
    assert board.buttons


async def test_a_kill_when_a_command_moves_it_leaves_one_board(casino: Casino) -> None:
    """The command was deferred, and what it leaves is not drawn yet."""
    alice, old = await second_round(casino)
    await casino.restart()
    await casino.quiet()
    hold = casino.sandbox.faults.hold("PATCH", ANY)
    asking = asyncio.create_task(alice.command(casino.channel, "blackjack"))
    await hold.arrived()
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    asking.cancel()
    await casino.bot.background.settled()
    await casino.quiet()
    await casino.press(alice, "Stand")
    boards = [board for board in casino.boards() if board.buttons]
    assert len(boards) == 1
    assert old.text.startswith("-# Round 1 · ")


async def test_where_the_newest_message_is_not_named_the_board_moves(casino: Casino) -> None:
    """Whatever may stand below it."""
    alice = await one_round_later(casino)
    old = casino.board()
    casino.channel.last_message_id = None
    await casino.press(alice, "$50")
    assert old.text.startswith("-# Round 1 · ")
    assert [round_of(board) for board in casino.boards()] == [2]


async def test_where_the_board_has_become_a_text_another_is_sent(casino: Casino) -> None:
    """Discord fills an answer that is still to come with whatever follows first, and no board can be drawn there."""
    alice = await one_round_later(casino)
    old = casino.board()
    world = casino.sandbox.world
    kept = world.find_message(old.id)
    assert kept is not None
    world.change_message(kept, kept.data | {"content": "Hello", "components": [], "flags": 0})
    await alice.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert old.text == "Hello"
    (board,) = casino.boards()
    assert awaited(board) == [alice.name]


@asynccontextmanager
async def unsure(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, trouble: StorageTrouble, after: int = 0
) -> AsyncIterator[asyncio.Event]:
    """Nobody knows whether this process plays, after so many times; yields what is set when it would be drawn."""
    tried, left = asyncio.Event(), iter(range(after))

    async def ask() -> None:
        if next(left, None) is None:
            tried.set()
            raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, "make_sure", ask)
        yield tried


async def test_nothing_moves_before_it_is_kept_that_it_does(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill afterwards would leave two boards, of which the next life knew one."""
    alice = await one_round_later(casino)
    old, note = casino.board(), casino.bot.bank.note_message
    tried = asyncio.Event()

    async def fail(*_: int) -> None:
        tried.set()
        raise StorageTrouble("no")

    monkeypatch.setattr(casino.bot.bank, "note_message", fail)
    casino.write()
    sent = len(casino.sandbox.requests_to("POST", NEW))
    clicking = asyncio.create_task(alice.click(old, casino.chip("$50")))
    await tried.wait()
    assert len(casino.sandbox.requests_to("POST", NEW)) == sent
    assert casino.boards() == [old]
    monkeypatch.setattr(casino.bot.bank, "note_message", note)
    casino.clock.advance(CLICK_SECONDS)  # it is acknowledged, as whatever takes long is
    await clicking
    await casino.quiet()
    assert old.text.startswith("-# Round 1 · ")
    assert [round_of(board) for board in casino.boards()] == [2]


@pytest.mark.parametrize(
    ("trouble", "shown"), [(StorageAway("nobody can tell"), 2), (PlayedElsewhere("another bot"), 1)]
)
async def test_nothing_is_drawn_before_it_is_sure_who_plays(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, trouble: StorageTrouble, shown: int
) -> None:
    """Another process may have said goodbye where this one would draw buttons. It is drawn later, or never here."""
    alice = await one_round_later(casino)
    old = casino.board().text
    async with unsure(casino, monkeypatch, trouble) as tried:
        clicking = asyncio.create_task(alice.click(casino.board(), casino.chip("$50")))
        await tried.wait()
        assert casino.board().text == old
        casino.clock.advance(CLICK_SECONDS)  # it is acknowledged, as whatever takes long is
        await clicking
    await casino.quiet()
    assert round_of(casino.board()) == shown


async def test_no_other_message_is_sent_before_it_is_sure_who_plays(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the line above is drawn already."""
    alice = await one_round_later(casino)
    old = casino.board()
    casino.write()
    sent = len(casino.sandbox.requests_to("POST", NEW))
    async with unsure(casino, monkeypatch, StorageAway("nobody can tell"), after=1) as tried:
        await alice.click(old, casino.chip("$50"))
        await tried.wait()
        assert old.text.startswith("-# Round 1 · ")
        assert len(casino.sandbox.requests_to("POST", NEW)) == sent
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [2]


async def test_a_message_that_may_be_there_is_not_forgotten(patient: Casino) -> None:
    """Discord had taken it, and failed, and fails on when a command asks for the table; then the bot is killed."""
    alice, old = await second_round(patient)
    await patient.restart()
    await patient.quiet()
    faults = patient.sandbox.faults
    write(patient, 5)
    failing = faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
    patient.clock.advance(PATIENCE)
    await patient.sandbox.wait_for(lambda: patient.sandbox.requests[-1].status == 503)
    deferred = len(patient.sandbox.callbacks)
    asking = asyncio.create_task(alice.command(patient.channel, "blackjack"))
    await patient.sandbox.wait_for(lambda: len(patient.sandbox.callbacks) > deferred)
    left = failing.times
    await patient.sandbox.wait_for(lambda: failing.times < left - 2 or asking.done())
    await patient.crash(faults.clear, in_vain=True)
    asking.cancel()
    await patient.bot.background.settled()
    await patient.quiet()
    assert old.text.startswith("-# Round 1 · ")
    (board,) = patient.boards()
    assert awaited(board) == [alice.name]
