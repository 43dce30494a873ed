"""A round has one board to click on: also where the bot was killed before it had kept which message Discord has."""

import asyncio

import pytest

from sandbox import MessageView, User

from .casino import Casino
from .reading import awaited, round_of
from .scenes import one_round_later

ANSWER = "/interactions/*/*/callback"
SEND = "/channels/*/messages"
EDIT = "**/messages/*"
ORIGINAL = "/webhooks/*/*/messages/@original"
FOLLOW_UP = "/webhooks/*/*/messages/*"


def send_in_vain(casino: Casino) -> None:
    """From here on Discord takes each message that is sent, and says that this has failed."""
    casino.sandbox.faults.fail("POST", SEND, 503, times=1_000, before_effect=False)


async def shown(casino: Casino, number: int) -> None:
    """Return when Discord has a board of this round."""
    await casino.sandbox.wait_for(lambda: number in map(round_of, casino.boards()))


async def die_when_shown(casino: Casino, number: int) -> None:
    """The bot is killed when Discord has a board of this round of which the bot knows nothing. The next life is held
    before it can find it."""
    await shown(casino, number)
    faults, holds = casino.sandbox.faults, []

    def meanwhile() -> None:
        faults.clear()
        holds.append(faults.hold("POST", SEND))

    await casino.crash(meanwhile, in_vain=True)
    await holds[0].arrived()


async def whose_table_is_sent_in_vain(casino: Casino) -> User:
    """Somebody who has asked for a table and got no answer, for the bot was killed: the next life sends it in vain."""
    (user,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    asking = asyncio.create_task(user.command(casino.channel, "blackjack"))
    await hold.arrived()
    await casino.crash(lambda: send_in_vain(casino), in_vain=True)
    asking.cancel()
    return user


def live(casino: Casino) -> list[MessageView]:
    """The boards that don't only tell how rounds went."""
    return casino.boards()


def close(casino: Casino) -> None:
    """The channel is closed to the bot, which is not told of it."""
    casino.sandbox.faults.clear()
    casino.sandbox.faults.forbid(casino.channel, told=False)


def no_edits(casino: Casino) -> None:
    """Discord takes messages again, and no edits."""
    casino.sandbox.faults.clear()
    casino.sandbox.faults.fail("PATCH", EDIT, 503, times=1_000)


async def test_a_board_that_was_sent_before_a_kill_is_not_sent_again(casino: Casino) -> None:
    """Discord has the board of the third round, and the bot is killed before it knows: there is that one board."""
    user = await one_round_later(casino)
    casino.write()
    await casino.press(user, "$10")
    await casino.stand_all()
    casino.write()
    send_in_vain(casino)
    await user.click(casino.board(), casino.chip("$10"))
    await shown(casino, 3)
    await casino.crash(in_vain=True)
    casino.sandbox.faults.clear()
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [3]
    await casino.stand_all()
    await casino.press(user, "$10")
    assert [round_of(board) for board in casino.boards()] == [4]


async def test_the_next_life_goes_on_where_it_finds_itself(casino: Casino) -> None:
    """It shows on the message what has been decided before it had found it."""
    alice = await one_round_later(casino)
    casino.write()
    send_in_vain(casino)
    await alice.click(casino.board(), casino.chip("$50"))
    await die_when_shown(casino, 2)
    await alice.click(casino.board(), "Stand")
    await alice.command(casino.channel, "bet", amount="10")
    await alice.command(casino.channel, "leave")
    casino.sandbox.faults.clear()
    await casino.quiet()
    (last,) = live(casino)
    assert "The table is closed" in last.text


async def test_a_board_in_the_place_of_a_deleted_one_does_not_stay(casino: Casino) -> None:
    """A moderator deletes the board; the bot is killed as it has sent another, and again at the deal of the next round:
    there is one board in the end."""
    alice = await one_round_later(casino)
    casino.sandbox.faults.delete_message(casino.board())
    send_in_vain(casino)
    await casino.crash(in_vain=True)
    await die_when_shown(casino, 1)
    await alice.click(casino.board(), casino.chip("$50"))
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    (board,) = live(casino)
    assert round_of(board) == 2
    assert awaited(board) == [alice.name]


async def test_a_board_in_the_place_of_a_deleted_one_goes_when_blackjack_is_answered(
    casino: Casino,
) -> None:
    """The same, but the next life has not found the other one when somebody asks for the table."""
    alice = await one_round_later(casino)
    casino.sandbox.faults.delete_message(casino.board())
    send_in_vain(casino)
    await casino.crash(in_vain=True)
    await shown(casino, 1)
    await casino.crash(lambda: no_edits(casino), in_vain=True)
    await casino.sandbox.wait_for(lambda: casino.sandbox.requests[-1].method == "PATCH")
    await alice.command(casino.channel, "blackjack")
    casino.sandbox.faults.clear()
    await casino.quiet()
    assert len(casino.boards()) == len(live(casino)) == 1


async def test_a_table_that_was_closed_before_its_first_board_was_kept(casino: Casino) -> None:
    """Nobody but Discord knows of the board, and the table is closed: a later life says so on it."""
    alice = await whose_table_is_sent_in_vain(casino)
    await die_when_shown(casino, 1)
    await alice.command(casino.channel, "leave")
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    (board,) = casino.boards()
    assert "The table is closed" in board.text
    assert [button.label for button in board.buttons] == ["New table"]
    await casino.crash(in_vain=True)
    assert await casino.bot.bank.owed_goodbyes() == []


async def test_a_board_goes_as_soon_as_its_channel_is_open_again(casino: Casino) -> None:
    """The next life may show the table only by an answer: it takes the board that it did not know of away, whatever
    becomes of its own."""
    alice = await whose_table_is_sent_in_vain(casino)
    await shown(casino, 1)
    old, faults = casino.board(), casino.sandbox.faults
    await casino.crash(lambda: close(casino), in_vain=True)
    await casino.quiet()
    hold = faults.hold("PATCH", FOLLOW_UP, times=1_000)
    await alice.command(casino.channel, "balance")
    await hold.arrived()
    faults.allow(casino.channel, told=True)
    await casino.sandbox.wait_for(lambda: old.deleted)
    hold.release()
    await casino.quiet()
    assert len(casino.boards()) == len(live(casino)) == 1


async def test_a_board_goes_when_blackjack_is_answered_in_its_channel(casino: Casino) -> None:
    """The channel is open again, and nobody has told the bot: the command finds it out."""
    alice = await whose_table_is_sent_in_vain(casino)
    await shown(casino, 1)
    old, faults = casino.board(), casino.sandbox.faults
    await casino.crash(lambda: close(casino), in_vain=True)
    await casino.quiet()
    await alice.command(casino.channel, "balance")
    await casino.sandbox.wait_for(lambda: len(live(casino)) == 2)
    await casino.quiet()
    faults.allow(casino.channel, told=False)
    await alice.command(casino.channel, "blackjack")
    await casino.quiet()
    assert old.deleted
    assert len(casino.boards()) == len(live(casino)) == 1


async def test_an_answer_that_was_taken_although_it_failed_is_no_second_board(
    casino: Casino,
) -> None:
    """`/blackjack` is answered, but Discord says that it failed: there is one board with buttons."""
    (user,) = casino.users(1)
    casino.sandbox.faults.fail("POST", ANSWER, 500, before_effect=False)
    await user.command(casino.channel, "blackjack")
    await casino.quiet()
    assert len([one for one in casino.boards() if one.buttons]) == 1


@pytest.mark.parametrize("moves", [False, True], ids=["opened", "moved"])
async def test_a_kill_while_blackjack_is_answered_leaves_one_board(
    casino: Casino, moves: bool
) -> None:
    """The answer has no buttons before the bot has written down which message it is."""
    alice, bob = casino.users(2)
    if moves:
        await casino.open(alice)
    hold = casino.sandbox.faults.hold("PATCH", ORIGINAL)
    await bob.command(casino.channel, "blackjack")
    await hold.arrived()
    await casino.crash(in_vain=True)
    await casino.quiet()
    assert len([one for one in casino.boards() if one.buttons]) == 1
    await casino.press(bob, "$50")
    assert len([one for one in casino.boards() if one.buttons]) == 1
