"""What a round costs Discord, how the bot keeps below its limits, and how long a request may take."""

import re
from itertools import pairwise

import pytest
import yarl
from discord.http import Route

from cogs.gateway.requests import Rank, RequestBudget
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, RequestRecord, User
from tests.clock import ManualClock

from .casino import Casino
from .luck import Layout, seed_where
from .reading import hands, round_of, rounds_over
from .scenes import one_round_later

ROUNDS = 3


def quick(dealt: Layout) -> bool:
    """The dealer shows no ace, so that nobody is asked about insurance."""
    return dealt.dealers[0][0].points > 1


def beside_answers(requests: list[RequestRecord]) -> list[str]:
    """The methods of the requests that are no answers."""
    return [one.method for one in requests if not one.path.endswith("/callback")]


def counted(requests: list[RequestRecord]) -> list[RequestRecord]:
    """Those that count against the fifty a second."""
    return [one for one in requests if not one.path.startswith(("/interactions/", "/webhooks/"))]


async def started(casino: Casino, rules: str, players: int) -> list[User]:
    """Their first round is over; the dealer's steps are shown from the next one on."""
    casino.dealer_seconds = "1"
    await casino.restart()
    casino.luck.next.append(seed_where(RULE_SETS[rules], players, quick))
    users = casino.users(players)
    await casino.open(users[0], rules)
    await casino.bet(dict.fromkeys(users, "10"))
    await casino.stand_all()
    return users


@pytest.mark.parametrize(("rules", "players"), [("hotseat", 1), ("vegas", 4)])
async def test_a_round_costs_the_dealers_steps(casino: Casino, rules: str, players: int) -> None:
    """From the first bet to the result and the next bets: all else is answers to clicks, one for each."""
    users = await started(casino, rules, players)
    for number in range(2, 2 + ROUNDS):
        casino.clock.advance(12)
        before, clicks = len(casino.sandbox.requests), len(casino.sandbox.callbacks)
        for user in reversed(users):
            await casino.press(user, "Play again $10")
        decided = len(casino.sandbox.callbacks)
        await casino.stand_all()
        await casino.quiet()
        assert rounds_over(casino.board()) == number
        assert decided - clicks == players
        dealer = hands(casino.board())[users[0].name].dealer
        steps = max(len(dealer) - 2, 0)
        methods = beside_answers(casino.sandbox.requests[before:])
        # The first step answers the last decision. What is newly earned is drawn once it is found.
        news = "🏅" in casino.board().text
        assert methods == ["PATCH"] * (steps + news), dealer
        assert counted(casino.sandbox.requests[before:]) == []
    assert len(casino.boards()) == 1


async def test_every_request_says_whose_it_is(casino: Casino) -> None:
    """As Discord asks: those of the start, answers, messages, and what is sent by the token of an interaction."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.bet({alice: "10"})
    await casino.stand_all()
    casino.write()
    await casino.press(alice, "Play again $10")
    shown = (await alice.command(casino.channel, "stats")).message
    await casino.sandbox.wait_for(lambda: shown and shown.attachments)
    assert {one.path.split("/")[1] for one in casino.sandbox.requests} >= {
        *("users", "gateway", "interactions", "webhooks", "channels")
    }
    (named,) = {one.user_agent for one in casino.sandbox.requests}
    assert re.fullmatch(r"DiscordBot \(https://\S+, [0-9.]+\) blackjack-table\S* .+", named)


CHANNEL = "/channels/*/messages"

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


def use_up(casino: Casino) -> None:
    """From now on Discord may be sent nothing more that it counts, until the clock is advanced."""
    while casino.bot.budget.has_room:
        casino.bot.budget.turn(Rank.BOARD)


async def test_a_deal_that_would_have_to_wait_is_drawn_where_it_was_clicked(casino: Casino) -> None:
    """Though somebody has written: the click is answered with the next round at once; the one after comes below."""
    casino.requests_per_second = "45"
    await casino.restart()
    user = await one_round_later(casino)
    casino.write()
    use_up(casino)
    board, sent = casino.board(), len(casino.sandbox.requests_to("POST", CHANNEL))
    answer = await casino.press(user, "Play again $50")
    assert answer.kind is AnswerKind.UPDATE
    assert (casino.board().id, round_of(casino.board())) == (board.id, 2)
    assert len(casino.sandbox.requests_to("POST", CHANNEL)) == sent
    await casino.stand_all()
    casino.clock.advance(5)
    await casino.press(user, "Play again $50")
    assert [round_of(one) for one in casino.boards()] == [3]


async def test_without_a_token_the_newest_state_waits_for_its_turn(casino: Casino) -> None:
    """A click that comes meanwhile is answered with the board at once, and takes the turn of nobody."""
    await one_round_later(casino)
    casino.requests_per_second = "45"
    await casino.restart()
    await casino.quiet()
    _, bob, carol = casino.users(3)
    use_up(casino)
    board, edits = casino.board(), len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*"))
    await bob.command(casino.channel, "bet", amount="50")
    await bob.command(casino.channel, "bet", amount="60")
    assert "$60" not in board.text
    answer = await carol.click(board, "$10")
    assert answer.kind is AnswerKind.UPDATE
    assert "$60" in board.text
    assert len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*")) == edits
