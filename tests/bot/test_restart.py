"""A restart at any moment changes nothing but the deadlines."""

import asyncio

import pytest

from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from sandbox import MessageView, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands, round_of
from .scenes import one_round_later

HOTSEAT = RULE_SETS["hotseat"]


def a_long_round(dealt: Layout) -> bool:
    """Everybody takes a card or more."""
    return all(dealt.points(player) <= 14 for player in (1, 2, 3))


async def go_down(casino: Casino, *, crash: bool) -> None:
    """The bot is gone for a moment; books, cards, buttons and balances are as they were."""
    users = casino.users(3)
    before = casino.books(), await casino.balances(*users), hands(casino.board())
    message = casino.board().id
    buttons = [button.custom_id for button in casino.board().buttons]
    await (casino.crash() if crash else casino.restart())
    await casino.quiet()
    assert (casino.books(), await casino.balances(*users), hands(casino.board())) == before
    assert casino.board().id == message
    assert [button.custom_id for button in casino.board().buttons] == buttons


async def decide(casino: Casino, user: User) -> None:
    """A hand below seventeen takes a card, any other stands; by a button that was drawn before the restart."""
    total = hands(casino.board())[user.name].total
    await casino.press(user, "Hit" if total < 17 else "Stand")


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "crash"])
@pytest.mark.parametrize("rules", ["hotseat", "private"])
async def test_a_restart_after_every_single_move_changes_nothing(
    casino: Casino, rules: str, crash: bool
) -> None:
    """Bets, cards, turns and money survive at each step, and the buttons of the old message work."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 3, a_long_round))
    users = casino.users(3)
    await casino.open(users[0], rules)
    await go_down(casino, crash=crash)
    for user, amount in ((users[2], "25"), (users[1], "33.33"), (users[0], "100")):
        await user.command(casino.channel, "bet", amount=amount)
        await casino.quiet()
        await go_down(casino, crash=crash)
    for user in casino.turns():
        await decide(casino, user)
        if round_of(casino.board()) == 1:
            await go_down(casino, crash=crash)
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))
    await go_down(casino, crash=crash)
    await casino.bet(dict.fromkeys(users, "10"))
    await casino.stand_all()
    assert round_of(casino.board()) == 2


async def test_a_click_on_a_message_that_was_drawn_before_the_restart_counts(
    casino: Casino,
) -> None:
    """A client that still shows the old message can go on with it."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    old, hit = casino.board(), casino.board().button("Hit").custom_id
    await casino.restart()
    await user.click(old, custom_id=hit, force=True)
    await casino.quiet()
    assert len(hands(casino.board())[user.name].cards) == 3


async def test_a_double_click_is_still_one_click_after_a_restart(casino: Casino) -> None:
    """A click that was taken before the restart is refused after it."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    hit = casino.board().button("Hit").custom_id
    await casino.press(user, "Hit")
    await casino.restart()
    await casino.quiet()
    with casino.nothing_changes():
        answer = await user.click(casino.board(), custom_id=hit, force=True)
    assert answer.text == "Once is enough: your first click was taken."


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "crash"])
async def test_the_last_result_is_there_after_a_restart(casino: Casino, crash: bool) -> None:
    """The message shows it as before, to the word, and nothing of the round before it."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    for _ in range(2):
        await casino.bet({alice: "50", bob: "75"})
        await casino.stand_all()
    await casino.press(bob, "$10")
    before = result_of(casino.board())
    drawn = len(casino.sandbox.requests)
    await (casino.crash() if crash else casino.restart())
    await casino.quiet()
    assert result_of(casino.board()) == before
    assert f"{bob.name} bets **$10.00**" in casino.board().text
    bodies = [str(request.body) for request in casino.sandbox.requests[drawn:]]
    assert [body for body in bodies if "Round 2 " in body]
    assert not [body for body in bodies if "Round 1 " in body]


def result_of(board: MessageView) -> list[str]:
    """The lines of a board that tell how its round has ended."""
    lines = board.text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("## Dealer"))
    bets = next(number for number, line in enumerate(lines) if "bet yet" in line or "bets" in line)
    return lines[first:bets]


@pytest.mark.parametrize("kind", ["fold", "send"])
async def test_killed_between_two_boards(casino: Casino, kind: str) -> None:
    """The deal is kept, and Discord took nothing of it, or the line above alone: afterwards there is one board."""
    alice = await one_round_later(casino)
    casino.write()
    left = casino.board()
    faults = casino.sandbox.faults
    faults.fail("POST", "/channels/*/messages", 503, times=1_000)
    if kind == "fold":
        faults.fail("POST", "/interactions/*/*/callback", 503, times=1_000)
        faults.fail("PATCH", "**/messages/*", 503, times=1_000)
    clicking = asyncio.create_task(alice.click(casino.board(), casino.chip("$50")))
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    await casino.sandbox.wait_for(lambda: table.view.stage is Stage.PLAYING)
    await casino.sandbox.wait_for(lambda: 503 in {one.status for one in casino.sandbox.requests})
    await casino.crash(faults.clear, in_vain=True)
    clicking.cancel()
    await casino.quiet()
    (board,) = casino.boards()
    assert [button.label for button in left.buttons] == ["Replay"]
    assert round_of(board) == 2
    assert awaited(board) == [alice.name]


async def test_a_result_that_nobody_saw_is_shown_with_what_the_bank_says(casino: Casino) -> None:
    """Killed between the payout and the board: afterwards it says what everybody has, as without the kill."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    board = await casino.bet({alice: "50", bob: "75"})
    hold = casino.sandbox.faults.hold("PATCH", "**/messages/*", times=99)
    for user in casino.turns():
        await user.click(board, "Stand")
    await casino.crash(in_vain=True)
    hold.release()
    await casino.quiet()
    shown = hands(casino.board_of(1))
    assert [shown[user.name].now for user in (alice, bob)] == await casino.balances(alice, bob)
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_all_tables_come_back(casino: Casino) -> None:
    """Two tables in two channels, one in mid-round and one taking bets, go on after a restart."""
    lounge = casino.sandbox.channel("lounge")
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$50")
    await casino.open(alice, "private", channel=lounge)
    await casino.press(bob, "$100", channel=lounge)
    await casino.restart()
    await casino.quiet()
    assert len(casino.bot.house) == 2
    assert awaited(casino.board()) == [alice.name]
    assert f"{bob.name} bets **$100.00**" in casino.board(lounge).text
    await casino.press(alice, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME})


async def test_a_closed_table_stays_closed(casino: Casino) -> None:
    """After a restart no table comes back that was closed."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    await user.click(board, "Leave")
    await casino.restart()
    assert len(casino.bot.house) == 0
    assert "The table is closed" in board.text


async def test_who_left_in_mid_round_is_still_leaving_after_a_restart(casino: Casino) -> None:
    """The hand of the one who got up stands when its turn comes, and is paid."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21 and dealt.points(2) < 21)
    )
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "50", bob: "50"})
    await bob.command(casino.channel, "leave")
    await casino.restart()
    await casino.press(alice, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})
    assert f"{bob.name} · left · " in casino.board().text
    assert f"{bob.name} hasn't bet" not in casino.board().text


async def test_the_shoe_is_the_same_shoe(casino: Casino) -> None:
    """The round after a restart is dealt from where the cards were, as without one."""
    (user,) = casino.users(1)

    async def two_rounds() -> dict[str, object]:
        await casino.press(user, "$10")
        await casino.stand_all()
        return dict(hands(casino.board()))

    await casino.open(user)
    await two_rounds()
    order = [row for row in casino.books() if "hotseat" in row]
    await casino.restart()
    assert [row for row in casino.books() if "hotseat" in row] == order
    assert await two_rounds()


async def test_a_table_that_was_let_go_of_is_not_drawn(casino: Casino) -> None:
    """What comes of it late neither draws over the table that was resumed, nor keeps that from being shown."""
    alice = await one_round_later(casino)
    old = casino.bot.house.in_channel(casino.channel.id)
    assert old is not None
    await casino.bot._leave()
    display = casino.bot.display
    display.show(old, (old.view._replace(waiting=True),), None)
    await casino.bot._begin(False)
    await casino.quiet()
    shown = casino.board().text
    display.show(old, (old.view._replace(waiting=True),), None)
    await casino.quiet()
    assert casino.board().text == shown
    await casino.press(alice, "$50")
    assert round_of(casino.board()) == 2
