"""What a round costs Discord, beside the answers to clicks: a step of the dealer's play each, by a token."""

import re

import pytest

from cogs.board.messages.pace import MOST_HANDS
from engine.rules.rule_sets import RULE_SETS
from sandbox import User
from sandbox.rest.request_log import RequestRecord

from .casino import Casino
from .luck import Layout, seed_where
from .reading import hands, rounds_over

ROUNDS = 4


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
    await finish(casino)
    return users


async def finish(casino: Casino) -> None:
    """Nobody takes a card or insurance."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        await casino.press(user, "Stand" if "Stand" in labels else "No insurance")


@pytest.mark.parametrize("rules", ["hotseat", "vegas"])
@pytest.mark.parametrize("players", [1, 4])
async def test_a_round_costs_the_dealers_steps(casino: Casino, rules: str, players: int) -> None:
    """From the first bet to the result and the next bets: all else is answers to clicks, one for each."""
    users = await started(casino, rules, players)
    for number in range(2, 2 + ROUNDS):
        casino.clock.advance(12)
        before, clicks = len(casino.sandbox.requests), len(casino.sandbox.callbacks)
        for user in reversed(users):
            await casino.press(user, "Play again $10")
        decided = len(casino.sandbox.callbacks)
        await finish(casino)
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


async def test_hands_of_ai_players_cost_a_bounded_number(casino: Casino) -> None:
    """A picture a hand, and four at the most; while a person is to decide, none."""
    (ann,) = await started(casino, "vegas", 1)
    for who in ("book", "mirror", "gambler"):
        await ann.command(casino.channel, "company", who=who)
    for _ in range(ROUNDS):
        casino.clock.advance(12)
        before = len(casino.sandbox.requests)
        await casino.press(ann, "Play again $10")
        assert beside_answers(casino.sandbox.requests[before:]) == []
        await finish(casino)
        await casino.quiet()
        dealer = hands(casino.board())[ann.name].dealer
        news = "🏅" in casino.board().text
        methods = beside_answers(casino.sandbox.requests[before:])
        most = MOST_HANDS + max(len(dealer) - 1, 0) + news
        assert methods == ["PATCH"] * len(methods)
        assert len(methods) <= most, dealer
        assert counted(casino.sandbox.requests[before:]) == []


async def test_a_deal_by_the_clock_costs_one(casino: Casino) -> None:
    """Without a click the board is drawn by the token of the last one."""
    alice, *_ = await started(casino, "vegas", 4)
    await casino.press(alice, "$10")
    before = len(casino.sandbox.requests)
    await casino.let_pass(60)
    methods = beside_answers(casino.sandbox.requests[before:])
    assert methods == ["PATCH"] * len(methods)
    assert len(casino.boards()) == 1


async def test_every_request_says_whose_it_is(casino: Casino) -> None:
    """As Discord asks: those of the start, answers, messages, and what is sent by the token of an interaction."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.bet({alice: "10"})
    await finish(casino)
    casino.write()
    await casino.press(alice, "Play again $10")
    shown = (await alice.command(casino.channel, "stats")).message
    await casino.sandbox.wait_for(lambda: shown and shown.attachments)
    assert {one.path.split("/")[1] for one in casino.sandbox.requests} >= {
        *("users", "gateway", "interactions", "webhooks", "channels")
    }
    (named,) = {one.user_agent for one in casino.sandbox.requests}
    assert re.fullmatch(r"DiscordBot \(https://\S+, [0-9.]+\) blackjack-table\S* .+", named)
