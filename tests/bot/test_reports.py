"""What is reported to Sentry: what failed and where; no token, seed or card, no person, nothing that anybody wrote."""

import ast
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from cogs.health.reports import harmless, reported
from cogs.startup.settings import find_settings, of_a_sandbox
from engine.values.changes import Change
from engine.values.money import Balances
from tests.secrecy import seeds_in
from tests.test_architecture import BANK, COGS, ENGINE, SCRIPTS

from .casino import Casino

DSN = "https://key@sentry.example/42"
SECRET = "Nobody may know this"


class Sent(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        """Keep it."""
        for item in envelope.items:
            assert item.payload.json is not None
            self.events.append(dict(item.payload.json))

    @property
    def text(self) -> str:
        """All of it as JSON."""
        return json.dumps(self.events, ensure_ascii=False, default=str)


@asynccontextmanager
async def reporting() -> AsyncIterator[Sent]:
    """Errors are reported meanwhile."""
    sent = Sent()
    async with reported(DSN, sent):
        yield sent


def log(message: str, *args: object, name: str = "cogs.test", **more: Any) -> None:
    """An error in the log of one of our modules."""
    logging.getLogger(name).error(message, *args, **more)


async def test_an_error_in_a_click_is_reported_without_what_it_was_about(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The type of the error, our frames and the words of the log line."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    seeds = [bytes.fromhex("5eed" * 16)]

    async def fail(change: Change) -> Balances:
        local = SECRET
        raise ValueError(f"{local} {seeds[0].hex()} {change!r}")

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, "commit", fail)
        async with reporting() as sent:
            await alice.command(casino.channel, "bet", amount="17")
            await casino.quiet()
    (event,) = sent.events
    assert (event["logger"], event["message"]) == ("cogs.answers.desk", "…: failed")
    (error,) = event["exception"]["values"]
    assert error.keys() == {"type", "module", "stacktrace"}
    assert error["type"] == "ValueError"
    functions = [frame["function"] for frame in error["stacktrace"]["frames"]]
    assert {"__call__", "submit", "_save", "fail"} <= {*functions}
    tokens = [entry.token for entry in casino.sandbox.actions.interactions._known.values()]
    people = [str(alice.id), alice.name, f"#{casino.channel.name}", str(casino.channel.id)]
    assert tokens
    assert [one for one in (SECRET, *tokens, *people) if one in sent.text] == []
    assert seeds_in(sent.text, seeds) == []
    assert str(Path.cwd()) not in sent.text
    caplog.clear()


async def test_causes_are_reported_by_their_types() -> None:
    """The whole chain, and not a word of it."""
    async with reporting() as sent:
        try:
            try:
                raise KeyError(SECRET)
            except KeyError as error:
                error.add_note(SECRET)
                raise RuntimeError(SECRET) from error
        except RuntimeError:
            log("%s: round %d", SECRET, 7, exc_info=True)
    (event,) = sent.events
    assert [error["type"] for error in event["exception"]["values"]] == ["KeyError", "RuntimeError"]
    assert event["message"] == "…: round …"
    # A line of source is part of a report, and this one names the secret's variable alone.
    assert SECRET not in sent.text


def test_only_what_is_known_is_sent() -> None:
    """Whatever a later version of the library may add to a report stays here."""
    added = dict.fromkeys(("extra", "contexts", "breadcrumbs", "server_name", "user"), SECRET)
    frame = {"function": "f", "vars": {"a": SECRET}, "abs_path": SECRET}
    error = {"type": "E", "value": SECRET, "stacktrace": {"frames": [frame]}}
    event: Any = {"level": "error", "exception": {"values": [error]}, **added}
    assert harmless(event, {}) == {
        "level": "error",
        "exception": {"values": [{"type": "E", "stacktrace": {"frames": [{"function": "f"}]}}]},
    }


def test_our_words_are_the_same_each_time() -> None:
    """What an error of ours says of others is in the arguments: else it would be in the report."""
    for path in (*COGS, *ENGINE, *BANK, *SCRIPTS):
        text = path.read_text("utf-8")
        if "log.error(" not in text and "log.exception(" not in text:
            continue  # to parse all of them takes seconds
        tree = ast.parse(text)
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="log"), attr="error" | "exception"),
                    args=[said, *_],
                ):
                    assert is_constant(said, tree), f"{path}, line {node.lineno}"


def is_constant(said: ast.expr, tree: ast.Module) -> bool:
    """Whether these words are written down, here or where their variable gets its value."""
    if not isinstance(said, ast.Name):
        return isinstance(said, ast.Constant)
    values = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(one, ast.Name) and one.id == said.id for one in node.targets)
    ]
    return bool(values) and all(isinstance(value, ast.Constant) for value in values)


def test_a_sandbox_reports_nothing() -> None:
    """Whatever is tried there is nobody's trouble."""
    nowhere = Path("no-such-file")
    assert find_settings({"SENTRY_DSN": DSN}, nowhere, of_a_sandbox({}, 1))["SENTRY_DSN"] == ""
    assert find_settings({"SENTRY_DSN": DSN}, nowhere, {})["SENTRY_DSN"] == DSN
