"""Malformed gateway events never stop the bot or log a token; events that a user can forge cause at most one line in
the log."""

import copy
import gc
import logging
import math
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from cogs.language import ENGLISH
from cogs.pages.paging import PageTurn
from cogs.pages.press import AMOUNT, OF_TABLE, Act, Page
from cogs.pages.privacy import WORD
from engine.round.moves import Verb
from sandbox import AnswerKind
from tests.driver import User
from tests.presses import on_board

from .casino import Casino
from .scenes import two_in_play

Json = dict[str, Any]

JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1.5,
        10**30,
        2**63,
        str(10**30),
        "",
        "x",
        "bj2:table:hit:1,1:-:-",
        "bj1:1:1:-:-:hit",
        "bj2:a:b:-",
    ),
    *([], [None], [[]], ["x"], {}, {"x": []}, {"type": 1, "id": "1"}),
)
"""Values to put anywhere."""

SECRET = "a-token-of-an-interaction"
"""The token of every event."""


def malformed(node: Any, dice: random.Random, levels: float = math.inf) -> Iterator[Any]:
    """Yield copies of a payload with each part missing or replaced by junk; messages only at their top level."""
    yield dice.choice(JUNK)
    if not levels or not isinstance(node, dict | list):
        return
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        whole = copy.copy(node)
        if isinstance(whole, dict):
            del whole[key]
            yield whole
        for other in malformed(value, dice, 1 if key == "message" else levels - 1):
            changed = copy.copy(node)
            changed[key] = other
            yield changed


class EventFuzzer:
    """Sends malformed events to a bot and checks its health."""

    def __init__(self, casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
        self.casino = casino
        self._caplog = caplog
        self._sessions = set(casino.sandbox.gateway.sessions)
        self._sent = 0

    async def caught(self, act: Callable[[], Awaitable[object]]) -> Json:
        """Return the payload of the last event of an action."""
        found: list[Json] = []
        faults = self.casino.sandbox.faults

        def keep(payload: Json) -> Json:
            found.append(copy.deepcopy(payload))
            faults.alter_event(keep)
            return payload

        faults.alter_event(keep)
        await act()
        faults.clear()
        return found[-1]

    def fresh(self, payload: Json) -> Json:
        """Return a copy as a new interaction with a secret token."""
        number = self.casino.sandbox.world.snowflakes.next()
        return payload | {"id": str(number), "token": SECRET}

    async def send(self, name: str, data: Any, *, strict: bool = False) -> None:
        """Dispatch an event and advance the clock, to stay below the rate limit for clicks."""
        self.casino.sandbox.faults.send_event(name, data)
        self.casino.clock.advance(0.4)
        self._sent += 1
        if self._sent % 25 == 0:
            await self.look(strict=strict)

    async def look(self, *, strict: bool = False) -> None:
        """Check that the bot kept its session and answers; if `strict`, that it logged no errors and single lines."""
        answer = await self.casino.sandbox.user(6).command(self.casino.channel, "balance")
        assert answer.kind is AnswerKind.MESSAGE
        await self.casino.bot._desk.answering.finish()
        await self.casino.quiet()
        gc.collect()
        assert set(self.casino.sandbox.gateway.sessions) == self._sessions
        records = [record for record in self._caplog.records if record.levelno >= logging.WARNING]
        if strict:
            assert [
                r.getMessage() for r in records if r.exc_info or r.levelno > logging.WARNING
            ] == []
            assert not [record for record in records if "\n" in record.getMessage()]
        assert SECRET not in self._caplog.text
        nowhere = "SELECT * FROM game_table WHERE channel_id = 0 OR guild_id = 0"
        assert self.casino.sql(nowhere) == []
        self._caplog.clear()


@pytest.fixture
async def fuzzer(casino: Casino, caplog: pytest.LogCaptureFixture) -> EventFuzzer:
    """Sends events while two players are in a round."""
    gc.freeze()  # skip objects of other tests in each collection
    for name in ("cogs", "engine", "bot"):
        caplog.set_level(logging.DEBUG, name)
    await two_in_play(casino)
    return EventFuzzer(casino, caplog)


async def submit_panel_form(casino: Casino, user: User) -> None:
    """Submit the form of a panel."""
    panel = await casino.shown(user, "privacy")
    await user.submit(await user.click(panel, custom_id="bj2:privacy:forget:-"), {WORD: "never"})


async def submit_table_form(casino: Casino, user: User) -> None:
    """Submit the form of a table."""
    press = on_board(Act.OTHER)
    opened = await user.click(casino.board(), custom_id=press.custom_id(), force=True)
    await user.submit(opened, {AMOUNT: "5"})


ACTS: dict[str, Callable[[Casino, User], Awaitable[object]]] = {
    "a command": lambda casino, user: user.command(
        casino.channel, "blackjack", rules="hotseat", decks=2, min="5"
    ),
    "a command with a user": lambda casino, user: user.command(
        casino.channel, "balance", player=casino.users(2)[1]
    ),
    "a group": lambda casino, user: casino.set("seats", "2"),
    "typing in a group": lambda casino, user: user.autocomplete(
        casino.channel, "house set", "value", setting="seats", value="2"
    ),
    "a button": lambda casino, user: user.click(casino.board(), "Stand"),
    "a select": lambda casino, user: user.select(
        casino.board(), "1", custom_id="bj2:replay:pick:0", force=True
    ),
    "a panel's button": lambda casino, user: user.click(
        casino.board(), custom_id=f"bj2:leaders:page:0,{2**63 - 1}", force=True
    ),
    "a panel's modal": submit_panel_form,
    "a table's modal": submit_table_form,
}


@pytest.mark.parametrize("what", ACTS)
async def test_no_interaction_ends_the_bot(fuzzer: EventFuzzer, what: str) -> None:
    """Each part of its payload is removed or replaced by junk."""
    casino = fuzzer.casino
    (user,) = casino.users(1)
    payload = await fuzzer.caught(lambda: ACTS[what](casino, user))
    for data in malformed(fuzzer.fresh(payload), random.Random(what)):
        fresh = isinstance(data, dict) and data.get("id") and data.get("token") == SECRET
        await fuzzer.send("INTERACTION_CREATE", fuzzer.fresh(data) if fresh else data)
    await fuzzer.look()


@pytest.mark.parametrize("data", [{"name": "nothing"}, {"options": []}], ids=["name", "options"])
async def test_unknown_command_is_answered(
    casino: Casino, caplog: pytest.LogCaptureFixture, data: Json
) -> None:
    """For example an outdated command: the user gets a message, and the log a line."""
    casino.sandbox.faults.alter_event(lambda event: event | {"data": event["data"] | data})
    answer = await casino.typed(casino.sandbox.user(1), "bet", amount="50")
    assert answer == ENGLISH("sorry-command-unread")
    (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
    name = data.get("name", "bet")
    assert f"the bot can't read /{name} (Command" in line.getMessage()


FORGED = ("a button", "a select", "a panel's button", "a panel's modal", "a table's modal")


@pytest.mark.parametrize("what", FORGED)
async def test_forged_input_logs_no_error(fuzzer: EventFuzzer, what: str) -> None:
    """A client may send any custom id, any menu value and any text in a form."""
    casino = fuzzer.casino
    (user,) = casino.users(1)
    payload = await fuzzer.caught(lambda: ACTS[what](casino, user))
    places = [*texts_in(payload["data"])]
    assert places
    for junk in (one for one in JUNK if isinstance(one, str)):
        for number in range(len(places)):
            data = copy.deepcopy(payload["data"])
            node, key = [*texts_in(data)][number]
            node[key] = junk
            forged = fuzzer.fresh(payload | {"data": data})
            await fuzzer.send("INTERACTION_CREATE", forged, strict=True)
    await fuzzer.look(strict=True)


def texts_in(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each text of a payload that the client writes, as its container and key."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from texts_in(value)
        elif isinstance(value, str) and (isinstance(node, list) or key in ("custom_id", "value")):
            yield node, key


FRAMES = (
    *("{", "null", '{"op": 99}', '{"op": 10}', '{"op": 0, "t": []}'),
    *('{"op": 0, "t": "READY", "d": {}}', '{"op": 9, "d": true}', '{"op": 0, "s": "x"}'),
)


@pytest.mark.parametrize("frame", FRAMES)
async def test_no_frame_ends_the_bot(
    casino: Casino, caplog: pytest.LogCaptureFixture, frame: str
) -> None:
    """If necessary it starts a new session, without a traceback; the round is unchanged."""
    alice, _ = await two_in_play(casino)
    with casino.nothing_changes():
        casino.sandbox.faults.send_frame(frame)
        # Frames are handled in order: before this one the bot has closed the socket, if necessary.
        casino.sandbox.faults.ask_to_reconnect()
        await casino.sandbox.wait_for(lambda: not casino.sandbox.bot_online)
        await casino.sandbox.bot_ready()
    await casino.press(alice, "Stand")
    assert not [record for record in caplog.records if record.exc_info]


HUGE = (10**16 - 1, 2**63 - 1, 10**19 - 1)
"""The largest number of a custom id, and two that no bank, page or shoe contains."""


async def test_absurd_numbers_are_refused(casino: Casino) -> None:
    """Buttons, a menu and an option with huge numbers each get an answer and change nothing."""
    alice, _ = await two_in_play(casino)
    panel = await casino.shown(alice, "history")
    on_panels = [
        f"bj2:{name}:{button}:{','.join([str(number)] * count)}"
        for name in (
            "history",
            Page.REPLAY,
            Page.REVIEW,
            Page.SITTING,
            Page.AGAIN,
            "leaders",
            "privacy",
        )
        for button in (PageTurn.NEXT, OF_TABLE, "list", "pick", "mine", "file", "forget")
        for number in HUGE
        for count in range(1, 4)
    ]
    on_tables = [
        f"bj2:table:{verb}:{table},{turn}:{seat}:{seat}"
        for number in HUGE
        for table, turn, seat in ((number, 1, 1), (1, number, 1), (1, 1, number))
        for verb in (*Verb, Act.HALF, Act.PLAY_AGAIN, f"{Act.BET}-{number}")
    ]
    with casino.nothing_changes():
        for custom_id in on_panels + on_tables:
            casino.bot.rate_limit._clicks.clear()
            answer = await alice.click(panel, custom_id=custom_id, force=True)
            assert answer.kind is not AnswerKind.FAILED, custom_id
            assert answer.text != ENGLISH("sorry-our-fault"), custom_id
        for number in HUGE:
            pick = "bj2:replay:pick:0"
            picked = await alice.select(panel, str(number), custom_id=pick, force=True)
            typed = await alice.command(casino.channel, "verify", shoe=min(number, 2**53))
            for answer in (picked, typed):
                assert answer.kind is AnswerKind.MESSAGE
                assert answer.text != ENGLISH("sorry-our-fault")
