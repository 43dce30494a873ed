"""Discord counts most requests and refuses those above its limit: the bot keeps below, and nobody's click waits."""

from itertools import pairwise

import pytest
import yarl
from discord.http import Route

from cogs.gateway.request_budget import Rank, RequestBudget, is_counted
from engine.rules.rule_sets import HOTSEAT
from sandbox import AnswerKind, User
from tests.clock import ManualClock

from .casino import Casino
from .luck import seed_where
from .reading import awaited, round_of
from .test_requests import finish

CHANNEL = "/channels/*/messages"
TOKEN = "/webhooks/*/*/messages/*"
A_SECOND = 2


def served(budget: RequestBudget, clock: ManualClock, ranks: list[Rank]) -> list[list[int]]:
    """Which of these turns came in each of the next seconds, at most ten."""
    turns = [budget.turn(rank) for rank in ranks]
    seconds = []
    for _ in range(10):
        seconds.append([number for number, turn in enumerate(turns) if turn.done()])
        clock.advance(1)
    return [sorted({*later} - {*before}) for before, later in pairwise([[], *seconds])]


async def test_no_second_has_more_than_its_share() -> None:
    """In any second, not only in those that begin with a whole one; and what waited goes in its order."""
    clock = ManualClock()
    budget = RequestBudget(clock, 8, 0.5)
    clock.advance(0.5)
    found = served(budget, clock, [Rank.REST] * 9)
    assert found[:4] == [[0, 1, 2, 3], [4, 5, 6, 7], [8], []]
    assert RequestBudget(clock, 1, 0.1).has_room


async def test_a_second_counts_from_the_answer() -> None:
    """What is long on its way must not come there together with what goes a second later."""
    clock, url = ManualClock(), yarl.URL(f"{Route.BASE}/channels/1/messages")
    budget = RequestBudget(clock, A_SECOND)
    went = [await budget.let_go(url) for _ in range(A_SECOND)]
    waits = budget.turn(Rank.BOARD)
    clock.advance(0.9)
    for one in went:
        budget.note_answer(one, 200)
    clock.advance(0.1)
    assert not waits.done()
    clock.advance(0.9)
    assert waits.done()


async def test_boards_go_first() -> None:
    """What people look at does not wait for pictures that are uploaded, however long these have waited."""
    clock = ManualClock()
    budget = RequestBudget(clock, A_SECOND)
    ranks = [Rank.REST] * 5 + [Rank.BOARD] * 2
    assert served(budget, clock, ranks)[:4] == [[0, 1], [5, 6], [2, 3], [4]]


async def test_who_needs_a_turn_no_more_takes_none_away() -> None:
    """A click came first, and was answered."""
    clock = ManualClock()
    budget = RequestBudget(clock, 1)
    turns = [budget.turn(Rank.BOARD) for _ in range(3)]
    turns[1].cancel()
    clock.advance(1)
    assert turns[2].done()


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/channels/1/messages", True),
        ("/applications/1/emojis", True),
        ("/interactions/1/token/callback", False),
        ("/webhooks/1/token/messages/@original", False),
    ],
)
def test_what_goes_by_an_interaction_is_not_counted(path: str, counted: bool) -> None:
    """Nor the gateway's handshake, which is no request of this kind."""
    assert is_counted(yarl.URL(Route.BASE + path)) is counted
    assert not is_counted(yarl.URL("wss://gateway.discord.gg/?v=10"))


async def one_round_later(casino: Casino) -> User:
    """Discord takes as many requests as it really does; somebody's first round is over."""
    casino.requests_per_second = "45"
    await casino.restart()
    (user,) = casino.users(1)
    await casino.open(user)
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    await casino.press(user, "$10")
    await finish(casino)
    return user


def use_up(casino: Casino) -> None:
    """From now on Discord may be sent nothing more that it counts, until the clock is advanced."""
    while casino.bot.budget.has_room:
        casino.bot.budget.turn(Rank.BOARD)


async def test_a_deal_that_would_have_to_wait_is_drawn_where_it_was_clicked(
    casino: Casino,
) -> None:
    """Though somebody has written: the click is answered with the next round at once; the one after comes below."""
    user = await one_round_later(casino)
    casino.write()
    use_up(casino)
    board, sent = casino.board(), len(casino.sandbox.requests_to("POST", CHANNEL))
    answer = await casino.press(user, "Play again $10")
    assert answer.kind is AnswerKind.UPDATE
    assert (casino.board().id, round_of(casino.board())) == (board.id, 2)
    assert len(casino.sandbox.requests_to("POST", CHANNEL)) == sent
    await finish(casino)
    casino.clock.advance(5)
    await casino.press(user, "Play again $10")
    assert [round_of(one) for one in casino.boards()] == [3]


async def test_a_kill_leaves_one_board_to_click_on(casino: Casino) -> None:
    """That of the second round, where it was drawn."""
    user = await one_round_later(casino)
    old = casino.board()
    await casino.press(user, "Play again $10")
    await casino.balances(user)  # the bank has done what it was asked before
    await casino.crash()
    await casino.quiet()
    (board,) = casino.boards()
    assert (round_of(board), board) == (2, old)
    assert awaited(board) == [user.name]


async def test_without_a_token_the_newest_state_waits_for_its_turn(casino: Casino) -> None:
    """A click that comes meanwhile is answered with the board at once, and takes the turn of nobody."""
    await one_round_later(casino)
    await casino.restart()
    await casino.quiet()
    _, bob, carol = casino.users(3)
    use_up(casino)
    board, edits = casino.board(), len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*"))
    await bob.command(casino.channel, "bet", amount="50")
    await bob.command(casino.channel, "bet", amount="60")
    assert "$60" not in board.text
    answer = await carol.click(board, "$50")
    assert answer.kind is AnswerKind.UPDATE
    assert "$60" in board.text
    assert len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*")) == edits


async def test_a_token_that_is_limited_leaves_the_edit_to_the_channel(casino: Casino) -> None:
    """The library would wait as long as Discord says, and the board with it."""
    user, bob = casino.users(2)
    await casino.open(user)
    casino.sandbox.faults.fail("PATCH", TOKEN, 429, retry_after=3_600)
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert "**$50.00**" in casino.board().text
    assert casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*")[-1].status == 200
