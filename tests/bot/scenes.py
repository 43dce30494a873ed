"""Common starting points of tests: wanted deals, rounds in play, and frequent actions and checks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.language import ENGLISH
from cogs.language.error_sentences import sentence
from engine.bank.bank import Bank
from engine.bank.errors import StorageFailed
from engine.records.counting import recount
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Channel
from tests.driver import Answer, User

from .casino import WELCOME, Casino
from .luck import Layout, best, seed_where
from .reading import awaited

HOTSEAT = RULE_SETS["hotseat"]

REMINDED_AFTER = 20.0
"""Seconds until a `patient` casino pings a player whom others wait for."""

BETS = (33_33, 100_00)
"""Cents of two players; odd amounts reveal rounding."""


def refusal_text(why: Why, **figures: Any) -> str:
    """Return the message of a refusal with these figures."""
    return sentence(ENGLISH, Refusal(why=why, **figures))


def everyone_decides(dealt: Layout) -> bool:
    """Every player must decide."""
    return all(dealt.points(place) < 21 for place, _ in enumerate(dealt.players, start=1))


def two_decide(dealt: Layout) -> bool:
    """The first player can take a card without busting, and the second must decide, too."""
    return dealt.points(1) <= 11 and dealt.points(2) < 21


def quiet_deal(dealt: Layout) -> bool:
    """Like `two_decide`, without an offer of insurance."""
    return 4 < dealt.points(1) <= 11 and dealt.points(2) < 21 and no_ace_or_ten_up(dealt)


def no_ace_or_ten_up(dealt: Layout) -> bool:
    """The dealer neither offers insurance nor peeks."""
    return 2 <= dealt.dealers[0][0].points <= 9


def an_ace_up(dealt: Layout) -> bool:
    return dealt.dealers[0][0].points == 1


def a_pair_of_small_cards(dealt: Layout) -> bool:
    """The first player can split, and must decide afterwards."""
    first, second = dealt.players[0]
    return first.rank == second.rank and 2 <= first.points <= 8 and no_ace_or_ten_up(dealt)


async def in_play(
    casino: Casino,
    *bets: str,
    rules: str = "hotseat",
    wanted: Callable[[Layout], bool] = everyone_decides,
    channel: Channel | None = None,
    first: int = 1,
) -> list[User]:
    """Deal a wanted layout to one user per bet. User number `first` opens the table."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], len(bets), wanted))
    users = casino.users(first + len(bets) - 1)[first - 1 :]
    await casino.open(users[0], rules, channel=channel)
    await casino.bet(dict(zip(users, bets, strict=True)), channel=channel)
    return users


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """Deal until the first of two players must decide."""
    alice, bob = await in_play(casino, "100", "100", wanted=two_decide)
    return alice, bob


def decides_twice(dealt: Layout) -> bool:
    """The only player must decide, the dealer draws nothing, and the player must decide again in the next round."""
    first, _, second, *_ = dealt.next
    return dealt.points(1) < 21 and dealt.dealer >= 17 and best((first.points, second.points)) < 21


async def one_round_later(casino: Casino) -> User:
    """Play one round with a lone player, who will have to decide in the next round, too."""
    (user,) = await in_play(casino, "50", wanted=decides_twice)
    await casino.stand_all()
    return user


async def two_play(
    casino: Casino, rules: str = "hotseat", wanted: Callable[[Layout], bool] = quiet_deal
) -> tuple[User, User, User]:
    """Deal a wanted layout to two players; the admin only watches."""
    bets = [f"{cents / 100:.2f}" for cents in BETS]
    await in_play(casino, *bets, rules=rules, wanted=wanted, first=2)
    assert awaited(casino.board())
    boss, alice, bob = casino.users(3)
    return boss, alice, bob


async def run_house(casino: Casino, user: User, what: str) -> Answer:
    """Run and confirm `/house void` or `/house close`, and wait for the result."""
    answer = await user.command(casino.channel, f"house {what}")
    if answer.message and answer.message.buttons:
        meant = {"void": "End the round", "close": "Close the table"}[what]
        answer = await user.click(answer.message, meant)
    await casino.quiet()
    return answer


async def findings(casino: Casino) -> list[str]:
    """The findings of the full audit."""
    async with Bank.open(casino.database, casino.clock.now) as bank:
        return [finding async for finding in recount(bank)]


async def check_stakes_returned(casino: Casino, *users: User, damaged: bool = False) -> None:
    """Check that all bets were returned and the audit is clean, except for a `damaged` shoe."""
    wallets = [await casino.bot.bank.wallet(user.id) for user in users]
    assert [(wallet.balance, wallet.in_play) for wallet in wallets] == [(WELCOME, 0)] * len(users)
    found = await findings(casino)
    assert [one for one in found if not damaged or not one.startswith("shoe 1 of table 1 ")] == []


@asynccontextmanager
async def slow(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, method: str
) -> AsyncIterator[asyncio.Event]:
    """Delay a method of the bank until the end of the block; the event is set at its first call."""
    asked, answered, ask = asyncio.Event(), asyncio.Event(), getattr(casino.bot.bank, method)

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        asked.set()
        await answered.wait()
        return await ask(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, method, slowly)
        try:
            yield asked
        finally:
            answered.set()


def fail_once(casino: Casino, monkeypatch: pytest.MonkeyPatch, method: str) -> asyncio.Event:
    """Make the next call of a method of the bank fail; the event is set then."""
    works, failed = getattr(casino.bot.bank, method), asyncio.Event()

    async def fail(*_: Any, **__: Any) -> None:
        monkeypatch.setattr(casino.bot.bank, method, works)
        failed.set()
        raise StorageFailed("no room")

    monkeypatch.setattr(casino.bot.bank, method, fail)
    return failed
