"""Whatever a host logs, at every level: where and who, and no seed, no hole card, no card that is to come."""

import asyncio
import logging
import random
import re
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

import discord
import pytest

from cogs.gateway.interactions import place
from engine.bank.books import people, tables
from engine.round.moves import Deal, parse_move
from engine.rules.cards import Card
from engine.rules.rule_sets import RULE_SETS
from engine.table.resuming import restored
from engine.table.state import TableState
from sandbox import User
from tests.secrecy import boards_in, cards_in, seeds_in

from .casino import Casino
from .luck import seed_where
from .reading import awaited


async def test_no_name_breaks_a_line(casino: Casino) -> None:
    """What somebody calls their channel looks like nothing else in the log."""
    channel = casino.bot.get_channel(casino.channel.id)
    assert isinstance(channel, discord.TextChannel)
    channel.name = "casino\n2026 ERROR \x1b[31m\u202e"
    assert place(casino.bot, channel.id) == "#casino?2026 ERROR ?[31m?"


async def test_a_line_says_where_and_who(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """A click whose answer gets lost: the channel's name, the interaction and the user."""
    alice, bob = casino.sandbox.user(1), casino.sandbox.user(2)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 404, code=10062)
    with caplog.at_level(logging.INFO, "cogs"):
        asking = asyncio.create_task(alice.command(casino.channel, "balance"))
        await casino.sandbox.wait_for(
            lambda: [r for r in casino.sandbox.requests if r.status == 404]
        )
        # Events come in order: when this one is answered, the one before it is done with.
        await bob.command(casino.channel, "balance")
    asking.cancel()
    (line,) = [one.getMessage() for one in caplog.records if "answer" in one.getMessage()]
    assert re.match(rf"#blackjack, interaction \d+ of user {alice.id}: .*10062", line)


NO_MOVES = frozenset({"Other…"})
"""They open a modal."""


ROUNDS = 2


@pytest.fixture
def everything(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """All loggers at DEBUG; the event loop keeps only the last line of the way to each step, and tells only of that."""
    monkeypatch.setattr(traceback, "walk_stack", lambda frame: [(frame, frame.f_lineno)])
    caplog.set_level(logging.DEBUG)
    for name in ("aiosqlite", "asyncio", "discord", "engine", "cogs", "bot", "aiohttp"):
        caplog.set_level(logging.DEBUG, name)
    return caplog


def open_tables(casino: Casino) -> list[TableState]:
    """The tables as they are kept, with their shoes."""
    with closing(sqlite3.connect(casino.database, isolation_level=None)) as connection:
        people.index(connection)
        return [restored(kept) for kept in tables.open_tables(connection, bool)]


@dataclass(kw_only=True)
class Reader:
    """Reads the log as it grows, and knows what nobody may know yet."""

    casino: Casino
    caplog: pytest.LogCaptureFixture
    read: int = 0
    seen: set[Card] = field(default_factory=set)
    seeds: set[bytes] = field(default_factory=set)

    def check(self) -> None:
        """Nothing that was written since the last look gives anything away."""
        text = self.caplog.text[self.read :]
        self.read += len(text)
        for state in open_tables(self.casino):
            hidden = self._look(state)
            assert boards_in(text, hidden - self.seen) == []
        assert cards_in(text) == []
        assert seeds_in(text, self.seeds) == []

    def _look(self, state: TableState) -> set[Card]:
        assert state.sealed
        self.seeds |= {state.shoe.seed, state.shoe_before.seed, state.sealed.seed}
        table = self.casino.bot.house.find(state.table_id)
        assert table
        for seat in table.view.seats:
            self.seen |= {card for hand in seat.hands for card in hand.cards if card}
        for group in table.view.groups:
            self.seen |= {card for card in group.dealer.cards if card}
        self.seen |= {*_turned_over(self.casino)}
        return {*_out(state), *_coming(state)}


def _turned_over(casino: Casino) -> Iterator[Card]:
    """The cards of the rounds that are settled."""
    query = "SELECT text FROM move JOIN round ON round.id = round_id WHERE state = 'settled'"
    with closing(sqlite3.connect(casino.database)) as connection:
        moves = [parse_move(text) for (text,) in connection.execute(query)]
    return (move.card for move in moves if isinstance(move, Deal))


def _out(state: TableState) -> Iterator[Card]:
    """Every card of the running round; those that are seen are known anyway."""
    yield from state.round.cards_out() if state.round else ()


def _coming(state: TableState) -> Iterator[Card]:
    shoe, out = state.shoe.copy(), [*_out(state)]
    for _ in range(8):
        yield shoe.draw(lambda: out)


async def play(casino: Casino, users: list[User], reader: Reader, choose: random.Random) -> None:
    """A round with any moves that the buttons offer, a click out of turn and an unpayable bet."""
    await users[0].command(casino.channel, "bet", amount="99999999")
    await casino.bet(dict.fromkeys(users, "10"))
    reader.check()
    while turn := awaited(casino.board()):
        board = casino.board()
        offered = [b for b in board.buttons if not b.disabled and b.label not in NO_MOVES]
        for user in (*(u for u in users if u.name not in turn), casino.user(turn[-1])):
            button = choose.choice(offered)
            await user.click(board, custom_id=button.custom_id, force=True)
            await casino.quiet()
            reader.check()


@pytest.mark.parametrize("rules", ["hotseat", "private", "vegas"])
async def test_no_log_gives_anything_away(
    casino: Casino, everything: pytest.LogCaptureFixture, rules: str
) -> None:
    """Rounds of every rule set, with refusals, time-outs, a restart and a crash."""
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    loop.slow_callback_duration = 0
    users, choose = casino.users(2), random.Random(rules)
    reader = Reader(casino=casino, caplog=everything)
    await casino.open(users[0], rules)
    for _ in range(ROUNDS):
        await play(casino, users, reader, choose)
    await casino.bet(dict.fromkeys(users, "10"))
    await casino.crash()
    reader.check()
    await casino.let_pass(45)
    await casino.restart()
    reader.check()
    await casino.let_pass(45)
    await casino.let_pass(45)
    reader.check()
    loop.set_debug(False)
    heard = {record.name.partition(".")[0] for record in everything.records}
    assert heard >= {"aiosqlite", "asyncio", "discord", "engine"}
    assert len(reader.seeds) > 0
    assert len(reader.seen) > 4


DAMAGES = {
    "another card": "UPDATE move SET text = 'deal ' || CASE text WHEN 'deal 5d' THEN '9c' ELSE '5d' END"
    " WHERE n = 0",
    "no move": "UPDATE move SET text = upper(text) WHERE n = 0",
    "another shoe": "UPDATE game_table SET shoe_seed = zeroblob(32)",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_file_gives_nothing_away(
    casino: Casino, everything: pytest.LogCaptureFixture, damage: str
) -> None:
    """The log says which table it is and what is wrong with it, and not what lies on it."""
    (user,) = casino.users(1)
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) < 21))
    await casino.open(user)
    await casino.press(user, "$10")
    (state,) = open_tables(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection:
        connection.execute(damage)
        connection.commit()
    await casino.start()
    (error,) = [record for record in everything.records if record.levelno >= logging.ERROR]
    assert "can't be resumed" in error.getMessage()
    assert cards_in(everything.text) == []
    assert seeds_in(everything.text, [state.shoe.seed]) == []
    everything.clear()
