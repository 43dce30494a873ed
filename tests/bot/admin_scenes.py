"""A table in mid-round, and an admin who does something about it."""

from collections.abc import Callable

from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited

MEANT = {"void": "Void the round", "close": "Close the table"}
"""What is clicked by an admin who is asked."""

BETS = (33_33, 100_00)
"""Cents; the odd ones show whether anything is rounded on the way back."""


def quiet_deal(dealt: Layout) -> bool:
    """Nobody has 21, the first player has room for a card, and the dealer shows nothing to insure against."""
    upcard = dealt.dealers[0][0].points
    return 4 < dealt.points(1) <= 11 and dealt.points(2) < 21 and 2 <= upcard <= 9


async def findings(casino: Casino) -> list[str]:
    """What the whole audit says of the books."""
    async with Bank.open(casino.database, casino.clock.now) as bank:
        return [finding async for finding in recount(bank)]


async def two_play(
    casino: Casino, rules: str = "hotseat", wanted: Callable[[Layout], bool] = quiet_deal
) -> tuple[User, User, User]:
    """The admin, and two players who have bet and are dealt what is wanted."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, wanted))
    boss, alice, bob = casino.users(3)
    await casino.open(alice, rules)
    first, second = (f"{cents / 100:.2f}" for cents in BETS)
    await casino.bet({alice: first, bob: second})
    assert awaited(casino.board())
    return boss, alice, bob


async def house(casino: Casino, user: User, what: str) -> Answer:
    """Somebody types `/house void` or `/house close`, and means it; returns when the outcome is shown."""
    answer = await user.command(casino.channel, f"house {what}")
    if answer.message and answer.message.buttons:
        answer = await user.click(answer.message, MEANT[what])
    await casino.quiet()
    return answer


async def check_all_is_back(casino: Casino, *users: User, damaged: bool = False) -> None:
    """Balances are as they were before the bets, nothing is in play, and the books are in order.

    Of a table whose log was `damaged` the shoe can't be verified.
    """
    wallets = [await casino.bot.bank.wallet(user.id) for user in users]
    assert [(wallet.balance, wallet.in_play) for wallet in wallets] == [(WELCOME, 0)] * len(users)
    found = await findings(casino)
    assert [one for one in found if not damaged or not one.startswith("shoe 1 of table 1 ")] == []
