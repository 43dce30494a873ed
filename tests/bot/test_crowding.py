"""Overload of the bot, and Discord's rate limits: clicks are answered once, and requests are queued."""

import asyncio
import logging
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import yarl
from discord.http import Route

from cogs.discord_link.late_answers import CLICK_SECONDS, COMMAND_SECONDS
from cogs.discord_link.request_budget import RequestBudget, ShutOut
from cogs.interactions import admission
from cogs.interactions.admission import A_WHILE, MANY, MOST_CLICKS, OLD, Crowded, Crowding
from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import AnswerKind
from tests.clock import ManualClock
from tests.driver import Answer, User

from .casino import Casino
from .reading import hands, round_of, rounds_over
from .scenes import in_play, one_round_later, refusal_text, slow, two_in_play

EDIT = "**/messages/*"
ANSWER = "/interactions/*/*/callback"
MESSAGE, ACKNOWLEDGED = AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE


async def click(casino: Casino, user: User, label: str) -> asyncio.Task[Answer]:
    """Start a click and wait until it is queued at its table."""
    clicking = asyncio.create_task(user.click(casino.board(), label, force=True))
    # Events are handled in order: once this command is answered, the click is queued.
    await casino.sandbox.user(6).command(casino.channel, "balance")
    return clicking


async def test_full_queue_refuses_new_clicks(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A refused user gets one message and then acknowledgements; the log has a line at the beginning and the end."""
    monkeypatch.setattr(admission, "MANY", 2)
    caplog.set_level(logging.INFO, "cogs.interactions")
    alice, bob, carol, dave = casino.users(4)
    await casino.open(alice)
    async with slow(casino, monkeypatch, "commit"):
        first = await click(casino, bob, "$10")
        casino.clock.advance(A_WHILE + 0.1)
        second = await click(casino, carol, "$10")
        assert not caplog.messages, "few who wait keep nobody out, however long"
        casino.clock.advance(A_WHILE + 0.1)
        refused = [await dave.click(casino.board(), "$10") for _ in range(2)]
        command = await dave.command(casino.channel, "bet", amount="10")
    assert [answer.kind for answer in refused] == [MESSAGE, ACKNOWLEDGED]
    assert refused[0].text == command.text == ENGLISH("sorry-crowded")
    assert {(await one).kind for one in (first, second)} <= {AnswerKind.UPDATE, ACKNOWLEDGED}
    await casino.press(dave, "$10")
    assert casino.board().text.count("bets **$10**") == 3
    lines = [one.getMessage() for one in caplog.records if one.name == admission.__name__]
    assert lines == [
        "the bot refuses new clicks for a while (overload)",
        "the bot accepts new clicks again (3 were refused)",
    ]


@pytest.mark.parametrize("old", [False, True])
def test_full_queue_refuses_an_old_click(old: bool) -> None:
    """Even if the queue filled just now: the click has waited outside the bot."""
    clock = ManualClock()
    crowding = Crowding(clock)

    def click(number: int, age: float = 0.0) -> Any:
        made_at = clock.now() - age
        return SimpleNamespace(
            interaction=SimpleNamespace(id=number), user_id=number, made_at=made_at
        )

    for number in range(MANY):
        crowding.enter(click(number, OLD + 1))
    with pytest.raises(Crowded) if old else nullcontext():
        crowding.enter(click(MANY, OLD + 0.1 if old else OLD - 0.1))


async def test_slow_click_is_acknowledged_and_counts(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is acknowledged before Discord's deadline; an edit shows the result."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    async with slow(casino, monkeypatch, "commit"):
        early = await click(casino, bob, "$10")
        casino.clock.advance(CLICK_SECONDS / 2)
        late = await click(casino, carol, "$10")
        casino.clock.advance(CLICK_SECONDS / 2)
        assert (await early).kind is ACKNOWLEDGED
        assert not late.done()
        casino.clock.advance(CLICK_SECONDS / 2)
        assert (await late).kind is ACKNOWLEDGED
        assert "bets **$10**" not in casino.board().text
    await casino.sandbox.wait_for(lambda: casino.board().text.count("bets **$10**") == 2)
    assert casino.sandbox.requests_to("PATCH", EDIT)


async def test_a_hundred_clicks_a_second_are_slowed_down(casino: Casino) -> None:
    """The first clicks get their answers, then one answer asks to slow down, then none."""
    await two_in_play(casino)
    board, carol, dave = casino.board(), casino.sandbox.user(3), casino.sandbox.user(4)
    with casino.nothing_changes():
        answers = [await carol.click(board, "Stand", force=True) for _ in range(MOST_CLICKS + 1)]
        more = asyncio.create_task(carol.click(board, "Stand", force=True))
        for _ in range(2):  # events are handled in order
            await dave.command(casino.channel, "balance")
    first, *silent, last = answers
    assert (first.text, last.text) == (refusal_text(Why.NOT_SEATED), ENGLISH("sorry-slow-down"))
    assert [answer.kind for answer in silent] == [ACKNOWLEDGED] * (MOST_CLICKS - 1)
    assert last.message
    assert last.message.ephemeral
    assert not more.done()
    more.cancel()


# Slow answers


@pytest.mark.parametrize("holds", [False, True])
async def test_slow_command_is_answered_in_two_steps(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, holds: bool
) -> None:
    """The answer replaces "thinking". It waits for a pending acknowledgement, as Discord would refuse one of them."""
    alice, bob = casino.users(2)
    hold = casino.sandbox.faults.hold("POST", ANSWER, times=int(holds))
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await (hold.arrived() if holds else commanding)
    await bob.command(casino.channel, "balance")  # afterwards Alice's answer is ready, but waits
    hold.release()
    answer = await commanding
    assert answer.kind is AnswerKind.DEFERRED
    await casino.sandbox.wait_for(lambda: "$10,000" in answer.text)
    await casino.bot._desk.answering.finish()
    sent = [one for one in casino.sandbox.requests if one.path.startswith(("/inter", "/webhooks"))]
    assert [one for one in sent if one.status >= 400] == []
    assert [one.ephemeral for one in alice.messages(casino.channel)] == [True]
    assert casino.sandbox.requests_to("POST", "/webhooks/*/*") == []


async def test_board_is_deferred_before_the_bank_is_read(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    (alice,) = casino.users(1)
    async with slow(casino, monkeypatch, "last_rule_set") as asked:
        answer = await alice.command(casino.channel, "blackjack")
        await asked.wait()
        assert answer.kind is AnswerKind.DEFERRED
    await casino.quiet()
    assert len(casino.boards()) == 1


async def test_failed_acknowledgement_loses_no_answer(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acknowledgement reached Discord although it seemed to fail: the user gets one answer."""
    (alice,) = casino.users(1)
    casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=False)
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await casino.sandbox.wait_for(lambda: casino.sandbox.requests_to("POST", ANSWER))
        await casino.bot._desk._late._acknowledging.finish()
    answer = await commanding
    await casino.sandbox.wait_for(lambda: "$10,000" in answer.text)
    assert len(alice.messages(casino.channel)) == 1


# Requests to Discord


ROUNDS = 3


@pytest.mark.parametrize("players", [1, 4])
async def test_number_of_requests_per_round(casino: Casino, players: int) -> None:
    """All other requests from the first bet to the next bets are answers to clicks, one per click."""
    casino.settings["DEALER_SECONDS"] = "1"
    await casino.restart()
    bets, no_ace = ["10"] * players, lambda dealt: dealt.dealers[0][0].points > 1
    users = await in_play(casino, *bets, rules="vegas", wanted=no_ace)
    await casino.stand_all()
    for number in range(2, 2 + ROUNDS):
        casino.clock.advance(12)
        answers = partial(casino.sandbox.requests_to, "POST", ANSWER)
        before, clicks = len(casino.sandbox.requests), len(answers())
        for user in reversed(users):
            await casino.press(user, "Play again $10")
        decided = len(answers())
        await casino.stand_all()
        await casino.quiet()
        assert rounds_over(casino.board()) == number
        assert decided - clicks == players
        dealer = hands(casino.board())[users[0].name].dealer
        steps = len(dealer) - 1
        made = casino.sandbox.requests[before:]
        methods = [one.method for one in made if not one.path.endswith("/callback")]
        # The first step answers the last decision. New achievements are drawn once they are found.
        news = "🏅" in casino.board().text
        assert methods == ["PATCH"] * (steps + news), dealer
        uncounted = ("/interactions/", "/webhooks/")
        assert [one for one in made if not one.path.startswith(uncounted)] == []
    assert len(casino.boards()) == 1


CHANNEL = "/channels/*/messages"

A_SECOND = 2


def served(budget: RequestBudget, clock: ManualClock, count: int) -> list[list[int]]:
    """Take `count` turns; return the numbers of the turns that each of the next ten seconds serves."""
    turns = [budget.turn() for _ in range(count)]
    seconds = []
    for _ in range(10):
        seconds.append([number for number, turn in enumerate(turns) if turn.done()])
        clock.advance(1)
    return [sorted({*later} - {*before}) for before, later in pairwise([[], *seconds])]


async def test_rate_holds_in_every_second() -> None:
    """The limit holds for any interval of a second, and waiting requests keep their order."""
    clock = ManualClock()
    budget = RequestBudget(clock, 8, 0.5)
    clock.advance(0.5)
    found = served(budget, clock, 9)
    assert found[:4] == [[0, 1, 2, 3], [4, 5, 6, 7], [8], []]
    assert RequestBudget(clock, 1, 0.1).has_room


async def test_rate_counts_from_the_response() -> None:
    """A delayed request must not arrive together with requests of the next second."""
    clock, url = ManualClock(), yarl.URL(f"{Route.BASE}/channels/1/messages")
    budget = RequestBudget(clock, A_SECOND)
    went = [await budget.let_go(url) for _ in range(A_SECOND)]
    waits = budget.turn()
    clock.advance(0.9)
    for one in went:
        budget.note_answer(one, 200, {})
    clock.advance(0.1)
    assert not waits.done()
    clock.advance(0.9)
    assert waits.done()


FOR_ALL = {"Via": "1.1 google", "X-RateLimit-Scope": "global", "Retry-After": "9.5"}
"""The headers of Discord's refusal for the global limit; the proxy's refusals have none of them."""


async def test_global_limit_delays_reserved_turns() -> None:
    """During the limit no counted request is sent; requests by interaction token are not affected."""
    clock, url = ManualClock(), yarl.URL(f"{Route.BASE}/channels/1/messages")
    budget = RequestBudget(clock, A_SECOND)
    budget.use(budget.turn())
    budget.note_answer(clock.now(), 429, FOR_ALL)
    going = asyncio.create_task(budget.let_go(url))
    await asyncio.sleep(0)
    assert not going.done()
    assert not budget.has_room
    budget.let_free_go()
    clock.advance(9.4)
    await asyncio.sleep(0)
    assert not going.done()
    clock.advance(0.1)
    await going
    assert budget.refused == 1


async def test_handshake_is_not_an_api_request() -> None:
    """The gateway has its own address, so bans of the API do not apply."""
    clock = ManualClock()
    budget = RequestBudget(clock, A_SECOND)
    budget.note_answer(None, 429, {})
    assert await budget.let_go(yarl.URL("wss://gateway.example/?v=10")) is None
    with pytest.raises(ShutOut):
        await budget.let_go(yarl.URL(f"{Route.BASE}/webhooks/1/token"))


async def test_pauses_grow_while_the_proxy_refuses() -> None:
    """Counted and free requests have separate pauses; simultaneous refusals count once, and a success resets them."""
    clock = ManualClock()
    budget = RequestBudget(clock, A_SECOND)

    def pause(went: float | None) -> float:
        """The seconds without requests after some refusals."""
        for _ in range(3):
            budget.note_answer(went, 429, {})
        since = clock.now()
        while not is_free(went):
            clock.advance(0.25)
        return clock.now() - since

    def is_free(went: float | None) -> bool:
        if went is not None:
            return budget.has_room
        try:
            budget.let_free_go()
        except ShutOut:
            return False
        return True

    assert [pause(0.0) for _ in range(6)] == [5, 10, 20, 40, 60, 60]
    assert [pause(None) for _ in range(7)] == [0.5, 1, 2, 4, 8, 10, 10]
    budget.note_answer(0.0, 403, {})
    assert (pause(0.0), pause(None)) == (5, 10)
    budget.note_answer(None, 204, {})
    assert pause(None) == 0.5


def use_up(casino: Casino) -> None:
    """Use up the rate limit until the clock advances."""
    while casino.bot.budget.has_room:
        casino.bot.budget.turn()


async def test_delayed_deal_is_drawn_in_the_clicked_board(casino: Casino) -> None:
    """Despite a newer message below, the click itself shows the next round; the round after it gets a new board."""
    casino.settings["REQUESTS_PER_SECOND"] = "45"
    await casino.restart()
    user = await one_round_later(casino)
    casino.write()
    use_up(casino)
    board, sent = casino.board(), len(casino.sandbox.requests_to("POST", CHANNEL))
    assert (await casino.press(user, "Play again $50")).kind is AnswerKind.UPDATE
    assert (casino.board().id, round_of(casino.board())) == (board.id, 2)
    assert len(casino.sandbox.requests_to("POST", CHANNEL)) == sent
    await casino.stand_all()
    casino.clock.advance(5)
    await casino.press(user, "Play again $50")
    assert [round_of(one) for one in casino.boards()] == [3]


async def test_edit_without_token_waits_and_shows_the_newest_state(casino: Casino) -> None:
    """A click in between shows the newest board immediately, and uses up no turn."""
    await one_round_later(casino)
    casino.settings["REQUESTS_PER_SECOND"] = "45"
    await casino.restart()
    await casino.quiet()
    _, bob, carol = casino.users(3)
    use_up(casino)
    board, edits = casino.board(), len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*"))
    await bob.command(casino.channel, "bet", amount="50")
    await bob.command(casino.channel, "bet", amount="60")
    assert "$60" not in board.text
    assert (await carol.click(board, "$10")).kind is AnswerKind.UPDATE
    assert "$60" in board.text
    assert len(casino.sandbox.requests_to("PATCH", f"{CHANNEL}/*")) == edits
