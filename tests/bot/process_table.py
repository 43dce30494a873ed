"""Play at a table of a bot in another process, whose state is visible in the channel only."""

import re
from functools import partial

from tests.driver import MessageView, Sandbox, User

from .reading import awaited, cents, round_of, rounds_over


def board(sandbox: Sandbox) -> MessageView:
    """The newest table message."""
    messages = sandbox.user(1).messages(sandbox.channel("blackjack"))
    return [message for message in messages if round_of(message)][-1]


def goes_on(sandbox: Sandbox, over: int) -> bool:
    """Return True if a player must decide, or more than `over` rounds are over."""
    return bool(awaited(board(sandbox))) or rounds_over(board(sandbox)) > over


async def deal(sandbox: Sandbox, users: list[User]) -> None:
    """Bet $50 per user, round after round, until a player must decide."""
    channel = sandbox.channel("blackjack")
    opened = await users[0].command(channel, "blackjack", rules="hotseat")
    await sandbox.wait_for(lambda: opened.text)
    while True:
        before = rounds_over(board(sandbox))
        for user in (*users[1:], users[0]):
            await user.command(channel, "bet", amount="50")
        await sandbox.wait_for(partial(goes_on, sandbox, before))
        if awaited(board(sandbox)):
            return


async def balance(sandbox: Sandbox, user: User) -> int:
    """The user's balance in cents, from `/balance`."""
    answer = await user.command(sandbox.channel("blackjack"), "balance")
    found = re.search(r"You have \*\*\$([\d,.]+)\*\*", answer.text)
    assert found, answer.text
    return cents(found[1])
