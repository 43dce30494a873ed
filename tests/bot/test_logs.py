"""Logs and reports to Sentry: they name places and users, but no seeds, no cards, and no user's text."""

import ast
import asyncio
import json
import logging
import random
import sqlite3
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from cogs.discord_link.payloads import place
from cogs.host.environment import find_settings, of_a_sandbox
from cogs.host.reports import harmless, reported
from cogs.host.settings import read_settings
from engine.bank.books import tables
from engine.round.moves import Deal, parse_move
from engine.rules.cards import Card
from engine.table.resuming import restored
from engine.table.state import TableState
from engine.values.tables import Change, Saved
from tests.driver import User
from tests.secrecy import boards_in, cards_in, seeds_in
from tests.test_architecture import BANK, COGS, ENGINE, SCRIPTS

from .casino import Casino
from .reading import awaited


async def test_channel_names_cannot_break_log_lines(casino: Casino) -> None:
    """A channel's name cannot imitate other parts of the log."""
    channel = casino.bot.get_channel(casino.channel.id)
    assert isinstance(channel, discord.TextChannel)
    channel.name = "casino\n2026 ERROR \x1b[31m\u202e"
    assert place(casino.bot, channel.id) == "#casino?2026 ERROR ?[31m?"


@pytest.fixture
def everything(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """All loggers at DEBUG, and short stacks for the event loop's debug mode."""
    monkeypatch.setattr(traceback, "walk_stack", lambda frame: [(frame, frame.f_lineno)])
    caplog.set_level(logging.DEBUG)
    for name in ("aiosqlite", "asyncio", "discord", "engine", "cogs", "bot", "aiohttp"):
        caplog.set_level(logging.DEBUG, name)
    return caplog


@dataclass(kw_only=True)
class LogReader:
    """Reads the growing log and knows the secrets at each moment."""

    casino: Casino
    caplog: pytest.LogCaptureFixture
    read: int = 0
    seen: set[Card] = field(default_factory=set)
    seeds: set[bytes] = field(default_factory=set)

    def check(self) -> None:
        """Check that the new lines reveal nothing."""
        text = self.caplog.text[self.read :]
        self.read += len(text)
        for state in self._open_tables():
            hidden = self._look(state)
            assert boards_in(text, hidden - self.seen) == []
        assert cards_in(text) == []
        assert seeds_in(text, self.seeds) == []

    def _open_tables(self) -> list[TableState]:
        """The open tables in the file, with their shoes."""
        with closing(sqlite3.connect(self.casino.database, isolation_level=None)) as connection:
            return [restored(saved) for saved in tables.open_tables(connection, bool)]

    def _look(self, state: TableState) -> set[Card]:
        """Return the running round's cards and the next ones; record the visible cards and the seeds."""
        assert state.sealed
        self.seeds |= {state.shoe.seed, state.shoe_before.seed, state.sealed.seed}
        table = self.casino.bot.house.find(state.table_id)
        assert table
        seats, groups = table.view.seats, table.view.groups
        self.seen |= {card for seat in seats for hand in seat.hands for card in hand.cards if card}
        self.seen |= {card for group in groups for card in group.dealer.cards if card}
        query = "SELECT text FROM move JOIN round ON round.id = round_id WHERE state = 'settled'"
        moves = [parse_move(text) for (text,) in self.casino.sql(query)]
        self.seen |= {move.card for move in moves if isinstance(move, Deal)}
        shoe, out = state.shoe.copy(), [*(state.round.cards_out() if state.round else ())]
        return {*out, *(shoe.draw(lambda: out) for _ in range(8))}


async def play(casino: Casino, users: list[User], reader: LogReader, choose: random.Random) -> None:
    """Play a round with random offered moves, clicks out of turn and an unaffordable bet."""
    await users[0].command(casino.channel, "bet", amount="99999999")
    await casino.bet(dict.fromkeys(users, "10"))
    reader.check()
    while turn := awaited(casino.board()):
        board = casino.board()
        offered = [b for b in board.buttons if not b.disabled and b.label != "Other…"]
        for user in (*(u for u in users if u.name not in turn), casino.user(turn[-1])):
            button = choose.choice(offered)
            await user.click(board, custom_id=button.custom_id, force=True)
            await casino.quiet()
            reader.check()


@pytest.mark.parametrize("rules", ["private", "vegas"])
async def test_logs_reveal_no_secrets(
    casino: Casino, everything: pytest.LogCaptureFixture, rules: str
) -> None:
    """Two rounds with refusals, timeouts, a restart and a crash."""
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    loop.slow_callback_duration = 0
    users, choose = casino.users(2), random.Random(rules)
    reader = LogReader(casino=casino, caplog=everything)
    await casino.open(users[0], rules)
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


# Reports


DSN = "https://key@sentry.example/42"
SECRET = "Nobody may know this"


class StoredReports(Transport):
    """Stores reports instead of sending them."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        """Store the reports."""
        for item in envelope.items:
            assert item.payload.json is not None
            self.events.append(dict(item.payload.json))

    @property
    def text(self) -> str:
        """All reports as JSON."""
        return json.dumps(self.events, ensure_ascii=False, default=str)


@asynccontextmanager
async def reporting() -> AsyncIterator[StoredReports]:
    """Report errors during the block."""
    sent = StoredReports()
    async with reported(DSN, sent):
        yield sent


async def test_report_of_an_error_has_no_private_data(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only the error's type, the bot's own frames, and the constant part of the log line."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    seeds = [bytes.fromhex("5eed" * 16)]

    async def fail(change: Change) -> Saved:
        local = SECRET
        raise ValueError(f"{local} {seeds[0].hex()} {change!r}")

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, "commit", fail)
        async with reporting() as sent:
            await casino.typed(alice, "bet", amount="17")
    (event,) = sent.events
    assert (event["logger"], event["message"]) == (
        "cogs.interactions.answering",
        "…: the bot failed at …",
    )
    (error,) = event["exception"]["values"]
    assert error.keys() == {"type", "module", "stacktrace"}
    assert error["type"] == "ValueError"
    functions = [frame["function"] for frame in error["stacktrace"]["frames"]]
    assert {"__call__", "submit", "_save", "fail"} <= {*functions}
    tokens = [entry.token for entry in casino.sandbox.actions.interactions.known.values()]
    people = [str(alice.id), alice.name, f"#{casino.channel.name}", str(casino.channel.id)]
    assert tokens
    assert [one for one in (SECRET, *tokens, *people) if one in sent.text] == []
    assert seeds_in(sent.text, seeds) == []
    assert str(Path.cwd()) not in sent.text
    caplog.clear()


async def test_causes_are_reported_by_their_types() -> None:
    """The whole chain of causes, without their messages."""
    async with reporting() as sent:
        try:
            try:
                raise KeyError(SECRET)
            except KeyError as error:
                error.add_note(SECRET)
                raise RuntimeError(SECRET) from error
        except RuntimeError:
            logging.getLogger("cogs.test").exception("%s: round %d", SECRET, 7)
    (event,) = sent.events
    assert [error["type"] for error in event["exception"]["values"]] == ["KeyError", "RuntimeError"]
    assert event["message"] == "…: round …"
    # Reports contain source lines; this one has the secret's variable name only.
    assert SECRET not in sent.text


def test_reports_contain_known_fields_only() -> None:
    """Anything that a later version of the SDK adds to reports is dropped."""
    added = dict.fromkeys(("extra", "contexts", "breadcrumbs", "server_name", "user"), SECRET)
    frame = {"function": "f", "vars": {"a": SECRET}, "abs_path": SECRET}
    error = {"type": "E", "value": SECRET, "stacktrace": {"frames": [frame]}}
    event: Any = {"level": "error", "exception": {"values": [error]}, **added}
    assert harmless(event, {}) == {
        "level": "error",
        "exception": {"values": [{"type": "E", "stacktrace": {"frames": [{"function": "f"}]}}]},
    }


def test_error_messages_are_constants() -> None:
    """Log messages of errors must be constants, as reports include them; values go into the arguments."""
    for path in (*COGS, *ENGINE, *BANK, *SCRIPTS):
        text = path.read_text("utf-8")
        if "log.error(" not in text and "log.exception(" not in text:
            continue  # parsing all files would take seconds
        tree = ast.parse(text)
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="log"), attr="error" | "exception"),
                    args=[said, *_],
                ):
                    assert is_constant(said, tree), f"{path}, line {node.lineno}"


def is_constant(said: ast.expr, tree: ast.Module) -> bool:
    """Return True for a constant, or a variable that is only assigned constants."""
    if not isinstance(said, ast.Name):
        return isinstance(said, ast.Constant)
    values = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(one, ast.Name) and one.id == said.id for one in node.targets)
    ]
    return bool(values) and all(isinstance(value, ast.Constant) for value in values)


async def test_the_address_of_reports_may_end_in_a_slash() -> None:
    """Sentry's library would refuse it with a traceback."""
    settings = read_settings({"SENTRY_DSN": "https://key@127.0.0.1:9/1/"})
    async with reported(settings["SENTRY_DSN"]):
        pass


def test_a_sandbox_reports_nothing() -> None:
    """Errors in a sandbox are not reported."""
    nowhere = Path("no-such-file")
    assert find_settings({"SENTRY_DSN": DSN}, nowhere, of_a_sandbox({}, 1))["SENTRY_DSN"] == ""
    assert find_settings({"SENTRY_DSN": DSN}, nowhere, {})["SENTRY_DSN"] == DSN
