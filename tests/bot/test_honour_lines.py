"""What a round has newly earned is told on its board: once, and only where it is new."""

import pytest

from engine.bank import Bank
from engine.rules.rule_sets import RULE_SETS
from engine.saved.errors import StorageTrouble
from sandbox import MessageView, User

from .casino import Casino
from .luck import Layout, seed_where
from .test_talk import natural, nothing_special

VEGAS = RULE_SETS["vegas"]


def natural_of_two_suits(dealt: Layout) -> bool:
    """One player has one, and nothing else to be proud of."""
    return natural(dealt) and len({card.suit for card in dealt.players[0]}) == 2


def told(board: MessageView) -> list[str]:
    """The honours on a board."""
    return [line for line in board.text.splitlines() if "🏅" in line]


def line(user: User) -> str:
    """The first blackjack of a user."""
    return f"-# 🏅 A first blackjack · <@{user.id}>"


async def first_natural(casino: Casino) -> User:
    """Alice plays a round in which she has one."""
    (alice,) = casino.users(1)
    casino.luck.next.append(seed_where(VEGAS, 1, natural_of_two_suits))
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.quiet()
    return alice


async def again(casino: Casino, user: User) -> None:
    """Another round with a natural, at a new table of the same shape."""
    casino.clock.advance(10)
    await casino.press(user, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)
    await first_natural(casino)


async def test_a_first_natural_is_told_once(casino: Casino) -> None:
    """On its board, and under the next bets; nobody is pinged, and the second one is nothing new."""
    alice = await first_natural(casino)
    board = casino.board()
    assert told(board) == [line(alice)]
    assert board.pings == []
    await again(casino, alice)
    assert told(casino.board()) == []


async def test_not_again_after_a_restart(casino: Casino) -> None:
    """What is kept is not new; a round like others has nothing to tell at all."""
    alice = await first_natural(casino)
    await casino.restart()
    await casino.quiet()
    assert told(casino.board()) == []
    await again(casino, alice)
    assert told(casino.board()) == []


async def test_a_kill_before_it_was_found_loses_nothing(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has it, and it is found later. Until then the game goes on, with a line in the log."""

    async def fails(*_: object) -> None:
        raise StorageTrouble("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Bank, "find_honours", fails)
        alice = await first_natural(casino)
    assert told(casino.board()) == []
    assert "what a round has earned was not found: the disk is full" in caplog.text
    await casino.crash()
    casino.clock.advance(10)
    await casino.press(alice, "$50")
    await casino.quiet()
    stats = await alice.command(casino.channel, "stats")
    message = stats.message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert "🏅 A first blackjack · #1" in message.text
    caplog.clear()


async def test_a_round_like_others_asks_the_bank_nothing(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most rounds are."""

    async def asked(*_: object) -> None:
        raise AssertionError("the bank was asked")

    monkeypatch.setattr(Bank, "find_honours", asked)
    (alice,) = casino.users(1)
    casino.luck.next.append(seed_where(VEGAS, 1, nothing_special))
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.quiet()
    assert told(casino.board()) == []


async def test_it_is_told_in_the_language_of_the_table(casino: Casino) -> None:
    """As the rest of the board."""
    alice = await first_natural(casino)
    board, admin = casino.board(), casino.sandbox.user(1)
    await admin.command(casino.channel, "house set", setting="language", value="de")
    await casino.quiet()
    assert told(board) == [f"-# 🏅 Der erste Blackjack · <@{alice.id}>"]
