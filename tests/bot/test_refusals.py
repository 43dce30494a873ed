"""Refusals: one private message each, no change, and a line in the host's log."""

import logging
import re
from collections.abc import Awaitable
from contextlib import nullcontext
from typing import Any

import pytest

from cogs.interactions import refusal_log as refusals
from cogs.language import ENGLISH
from cogs.pages.press import Page, of_table
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import TO_SEE
from sandbox import AnswerKind, Permission
from sandbox.wire.json_text import Json
from tests.driver import Answer, User

from .casino import Casino
from .luck import seed_where
from .reading import awaited
from .scenes import (
    HOTSEAT,
    a_pair_of_small_cards,
    an_ace_up,
    in_play,
    refusal_text,
    two_decide,
    two_in_play,
)
from .test_tables import open_thread

NEW, KNOWN = AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE


def check_private(casino: Casino, asker: User, answer: Answer) -> None:
    """Check that only the asker sees the answer."""
    assert answer.message
    assert answer.message.ephemeral
    for user in casino.users(6):
        seen = [message.id for message in user.messages(casino.channel)]
        assert (answer.message.id in seen) == (user.id == asker.id)


class Refusals:
    """Checks refusals: a private message, unchanged books and table, and one line in the log."""

    def __init__(self, casino: Casino, log: pytest.LogCaptureFixture) -> None:
        self._casino = casino
        self._log = log

    def lines(self) -> list[str]:
        """Return the log's refusals since the last call."""
        found = [one.getMessage() for one in self._log.records if one.name == refusals.__name__]
        self._log.clear()
        return found

    async def of(
        self, user: User, act: Awaitable[Answer], why: Why | str, line: str = "", **figures: Any
    ) -> None:
        """Check the refusal of an action; `line` is its line in the log."""
        casino, unchanged = self._casino, self._casino.nothing_changes
        self.lines()
        with unchanged() if casino.boards() else nullcontext():
            answer = await act
            await casino.quiet()
        text, name = (
            (refusal_text(why, **figures), why.name)
            if isinstance(why, Why)
            else (ENGLISH(why, **figures), why)
        )
        assert (answer.kind, answer.text) == (AnswerKind.MESSAGE, text)
        check_private(casino, user, answer)
        (found,) = self.lines()
        place = rf"#{casino.channel.name}(, table \d+)?"
        who = rf"{place}, interaction {answer.interaction_id} of user {user.id}: "
        assert re.fullmatch(who + (re.escape(line) or rf".+ refused \({name}\)"), found)

    async def typed(
        self, user: User, command: str, why: Why | str, given: dict[str, Any], **figures: object
    ) -> None:
        """Check a command's refusal."""
        act = user.command(self._casino.channel, command, **given)
        await self.of(user, act, why, "", **figures)

    async def clicked(self, user: User, button: str, why: Why, **figures: object) -> None:
        """Check a button's refusal, by custom id or label, as from a client with an outdated board."""
        by_id = button.startswith(("bj1:", "bj2:"))
        label, custom_id = (None, button) if by_id else (button, None)
        act = user.click(self._casino.board(), label, custom_id=custom_id, force=True)
        await self.of(user, act, why, "", **figures)


@pytest.fixture
def refused(casino: Casino, caplog: pytest.LogCaptureFixture) -> Refusals:
    """Refusals in the casino, logged at DEBUG."""
    caplog.set_level(logging.DEBUG, refusals.__name__)
    return Refusals(casino, caplog)


async def test_refusals_during_and_after_a_round(casino: Casino, refused: Refusals) -> None:
    """Out of turn, disabled, too late, and not offered by the rules."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_decide))
    alice, bob, carol = casino.users(3)
    window = await carol.click(await casino.open(alice), "Other…")
    act = bob.select(casino.board(), "vegas", custom_id="bj2:table:ruleset:1,1:-:-", force=True)
    await refused.of(bob, act, Why.OPENER_ONLY)
    await casino.bet({alice: "100", bob: "50"})
    double = casino.board().button("Double").custom_id or ""
    await refused.clicked(bob, "Stand", Why.NOT_YOUR_TURN)
    split = double.replace("double", "split")
    await refused.clicked(alice, split, Why.SPLITTING_NOT_OFFERED)
    await refused.typed(alice, "bet", Why.ROUND_RUNNING, {"amount": "5"})
    await casino.press(alice, "Hit")
    await refused.clicked(alice, double, Why.STALE)
    assert casino.board().button("Double").disabled
    await refused.clicked(alice, "Double", Why.DOUBLE_FIRST_DECISION)
    await casino.stand_all()
    await refused.clicked(carol, "Play again", Why.NOTHING_TO_REPEAT)
    await refused.of(carol, carol.submit(window, amount="100"), Why.TOO_LATE)
    await casino.bot.house.stop()
    await casino.quiet()
    await refused.clicked(bob, "$10", Why.HOUSE_CLOSING)


async def test_click_meant_for_the_previous_hand(casino: Casino, refused: Refusals) -> None:
    """Two quick clicks stand on one hand of a split pair only; half a second later the next hand accepts clicks."""
    (alice,) = await in_play(casino, "10", rules="vegas", wanted=a_pair_of_small_cards)
    await casino.press(alice, "Split")
    await casino.press(alice, "Stand")
    await refused.clicked(alice, "Stand", Why.HAND_JUST_UP)
    casino.clock.advance(TO_SEE)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == []


async def test_moves_that_cannot_be_paid(casino: Casino, refused: Refusals) -> None:
    """Doubling without enough money, and more insurance than half of the bet."""
    (user,) = await in_play(casino, "6000", wanted=lambda dealt: dealt.points(1) <= 11)
    assert casino.board().button("Double").disabled
    figures = {"cents": 6_000_00, "balance": 4_000_00}
    await refused.clicked(user, "Double", Why.MOVE_NOT_PAYABLE, **figures)
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.deals_next(RULE_SETS["bicycle"], 1, an_ace_up)
    await casino.open(user, "bicycle")
    await casino.press(user, "$10")
    window = await casino.press(user, "Other…")
    much = user.submit(window, amount="5.01")
    await refused.of(user, much, Why.INSURANCE_TOO_HIGH, cents=5_00)
    window = await casino.press(user, "Other…")
    assert (await user.submit(window, amount="all")).kind is AnswerKind.UPDATE


SHUT: tuple[tuple[dict[str, str], dict[str, Any], Why | str, dict[str, object]], ...] = (
    ({}, {"rules": "private", "decks": 4}, Why.DECKS_FIXED, {"rules": "private"}),
    ({}, {"min": "all"}, "sorry-not-a-limit", {"amount": "$1,000"}),
    ({"seats": "2"}, {"seats": 3}, Why.SEATS_OUT_OF_RANGE, {"rules": "bicycle", "range": (1, 2)}),
    ({"lowest": "10"}, {"min": "5"}, Why.LEAST_OUT_OF_RANGE, {"rules": "bicycle", "cents": 5_00}),
    ({"highest": "9"}, {"max": "10"}, Why.MOST_OUT_OF_RANGE, {"rules": "bicycle", "cents": 10_00}),
    ({"tables": "off"}, {}, Why.TABLES_OFF, {}),
    ({"rule_sets": "vegas"}, {"rules": "hotseat"}, Why.RULES_NOT_HERE, {"rules": "hotseat"}),
)
"""The settings, the opener's options, and the refusal."""


async def test_tables_that_are_not_allowed(casino: Casino, refused: Refusals) -> None:
    """A table that the rules or the channel's settings do not allow; the channel stays free."""
    user, house = casino.sandbox.user(1), casino.bot.house
    place = casino.channel.guild.id, casino.channel.id
    for settings, options, why, figures in SHUT:
        await house.change_settings(*place, settings, user.id)
        await refused.typed(user, "blackjack", why, options, **figures)
        await house.change_settings(*place, dict.fromkeys(settings), user.id)
    assert casino.tables() == []


async def test_settings_that_are_not_allowed(casino: Casino, refused: Refusals) -> None:
    boss, alice = casino.users(2)
    await casino.open(alice)
    await casino.set("rule_sets", "vegas,hotseat,bicycle")
    refusals: tuple[tuple[str, str, Why, dict[str, object]], ...] = (
        ("default", "downtown", Why.DEFAULT_NOT_HERE, {"rules": "downtown"}),
        ("lowest", "0", Why.LIMIT_OUT_OF_RANGE, {"cents": 1}),
        ("lowest", "500.01", Why.LIMITS_SHUT_OUT, {"rules": "bicycle"}),
        ("seats", "5", Why.CHANNEL_SEATS_OUT_OF_RANGE, {"range": (1, 4)}),
        ("turn_seconds", "4", Why.SECONDS_OUT_OF_RANGE, {"range": (5, 3_600)}),
        ("company", "7", Why.COMPANY_OUT_OF_RANGE, {"range": (0, 6)}),
        ("coach", "sometimes", Why.NOT_A_COACHING, {}),
        ("language", "fi", Why.NOT_A_LANGUAGE, {}),
    )
    for name, value, why, figures in refusals:
        await refused.typed(boss, "house set", why, {"setting": name, "value": value}, **figures)


async def test_invalid_amounts(casino: Casino, refused: Refusals) -> None:
    """In the command or the form; the answer has examples, and the log does not repeat the input."""
    (user,) = casino.users(1)
    board, key, name = await casino.open(user), "sorry-not-an-amount", "refused (NOT_AN_AMOUNT)"
    for amount in ("-5", "0.005", "½", "$$5"):
        act = user.command(casino.channel, "bet", amount=amount)
        await refused.of(user, act, key, f"/bet {name}", amount="$1,000")
    button = board.button("Other…").custom_id
    act = user.submit(await user.click(board, "Other…"), amount="plenty")
    await refused.of(user, act, key, f"modal {button!r} {name}", amount="$1,000")


async def test_commands_without_a_table(casino: Casino, refused: Refusals) -> None:
    """The answer names the command that opens a table; the log has the subcommand's full name."""
    (user,), key = casino.users(1), "sorry-no-table"
    for name, options in (("bet", {"amount": "5"}), ("leave", {}), ("house void", {})):
        act = user.command(casino.channel, name, **options)
        await refused.of(user, act, key, f"/{name} refused ({key})")


def in_a_direct_message(event: Json) -> Json:
    """Change an interaction as if it came from a direct message."""
    of_servers = ("guild", "guild_id", "guild_locale", "member")
    return {key: value for key, value in event.items() if key not in of_servers} | {
        "user": event["member"]["user"],
        "channel_id": "77",
        "channel": {"id": "77", "type": 1},
    }


async def test_commands_in_a_direct_message(casino: Casino) -> None:
    """Discord offers no commands there; if one arrives anyway, it gets a message and has no effect."""
    (user,) = casino.users(1)
    for name, options, key in (
        ("blackjack", {}, "sorry-no-channel"),
        ("bet", {"amount": "5"}, "sorry-no-table"),
        ("leave", {}, "sorry-no-table"),
        ("company", {}, "sorry-no-table"),
        ("house settings", {}, "sorry-no-channel"),
        ("house reset", {}, "sorry-no-channel"),
    ):
        casino.sandbox.faults.alter_event(in_a_direct_message)
        answer = await user.command(casino.channel, name, **options)
        assert answer.text == ENGLISH(key), name
    assert {command["contexts"] == [0] for command in casino.sandbox.world.commands.values()} == {
        True
    }


FORGED = {
    "sorry-unknown-button": (
        *("two\nlines", "bj0:1:1:-:-:deal", "bj1:1:1:-:-:dance", "bj1:1:1:-:-:bet"),
        *("bj2:table:dance:1,1:-:-", "bj2:table:bet:1,1:-:-", "bj2:table:deal:1:-:-"),
        *("bj2:nobody:on:-", "bj9:x:y:-", "bjp1:nobody:on:-"),
    ),
    "sorry-table-gone": ("bj1:99:1:-:-:deal", "bj2:table:deal:99,1:-:-"),
}
"""Custom ids that the bot never creates, by message."""

FORGED_ON_PANELS = {
    "sorry-old-history": (
        *("replay:on:1,0", "replay:on:-", "replay:pick:0"),
        *("replay:sideways:1,0,0", "history:on:1,2", "history:dance:0,1", "share:round:-"),
        *("share:round:1,1", "share:step:1", "rounds:on:1,1,1"),
    ),
    "sorry-unknown-button": (
        *(
            "replay:on:99999999999999999,0,0",
            "verify:on:99999999999999999",
            "duel:play:10000000000000000",
        ),
        *("void:round:1", "void:what:1,1", "void:keep:-"),
    ),
    "sorry-old-question": ("void:round:1,1", "void:table:1,1"),
    "sorry-old-help": ("help:page:-", "help:page:1", "help:lesson:1"),
    "sorry-old-leaderboard": (
        *("leaders:on:-", "leaders:on:1,0,0,0", "leaders:on:1,0,4", "leaders:on:2,0"),
        "leaders:fly:1,0",
    ),
    "sorry-old-verify": (*("verify:on:-", "verify:shoe:1,1", "verify:peek:1,1"),),
    "sorry-old-practice": (
        *("practise:stand:1,4,0,0", "practise:stand:1,3,0,0,0", "practise:stand:2,4,0,0,0"),
        *("practise:stand:1,4,10000,0,0", "practise:stand:9999999999999999,4,0,0,0"),
        *("practise:split:1,4,0,0,0", "practise:what:1,4,0,0,0", "practise:start:1"),
    ),
    "sorry-old-daily": ("daily:stand:-", "daily:stand:99999,0", "daily:dance:20833,0"),
    "sorry-old-duel": ("duel:play:-", "duel:play:99", "duel:stand:9999999999999999,0"),
}
"""Custom ids of panels, without their prefix."""


async def test_forged_buttons(casino: Casino, refused: Refusals) -> None:
    """They get a message, and a quoted line in the log."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    forged = [(key, f"bj2:{one}") for key, buttons in FORGED_ON_PANELS.items() for one in buttons]
    forged += [(key, one) for key, buttons in FORGED.items() for one in buttons]
    for key, custom_id in forged:
        casino.clock.advance(1)  # stay below the limit for clicks
        act = alice.click(board, custom_id=custom_id, force=True)
        await refused.of(alice, act, key, f"button {custom_id!r} refused ({key})")


async def test_private_page_replaces_no_public_message(casino: Casino) -> None:
    """A forged button on a board gets a private refusal, and the board stays."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    before = board.text
    for one in "history:list:0", "leaders:on:1,0", "verify:on:0":
        answer = await alice.click(board, custom_id=f"bj2:{one}", force=True)
        assert answer.text == ENGLISH("sorry-unknown-button"), one
    assert board.text == before


async def test_button_of_another_channels_table(casino: Casino) -> None:
    """The answer links to the table, for hints, too. In another server the button is unknown."""
    alice, bob = casino.users(2)
    lounge, board = casino.sandbox.channel("lounge"), await casino.open(alice)
    foreign = await casino.open(bob, channel=lounge)
    link = f"https://discord.com/channels/{lounge.guild.id}/{lounge.id}/{foreign.id}"
    hint = of_table(Page.HINT, 2, 1).custom_id()
    for custom_id in (foreign.button("$10").custom_id or "", hint):
        answer = await alice.click(board, custom_id=custom_id, force=True)
        assert answer.text == ENGLISH("sorry-table-elsewhere", link=link)
    elsewhere = casino.sandbox.add_guild("Elsewhere").channel("general")
    board = await casino.open(alice, channel=elsewhere)
    answer = await alice.click(board, custom_id=hint, force=True)
    assert answer.text == ENGLISH("sorry-unknown-button")


async def test_the_button_of_a_threads_table(casino: Casino) -> None:
    """The answer links to the thread, from its channel and from another one."""
    alice, bob = casino.users(2)
    await casino.set("place", "thread")
    thread = await open_thread(casino, bob)
    button = casino.board(thread).button("$10").custom_id or ""
    link = f"https://discord.com/channels/{thread.guild.id}/{thread.id}/{casino.board(thread).id}"
    await casino.set("place", "channel")
    for channel in (casino.channel, casino.sandbox.channel("lounge")):
        board = await casino.open(alice, channel=channel)
        answer = await alice.click(board, custom_id=button, force=True)
        assert answer.text == ENGLISH("sorry-table-elsewhere", link=link)
    assert await casino.balances(alice) == [1_000_000]


@pytest.mark.parametrize("missing", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_table_needs_permissions_of_the_bot(casino: Casino, missing: Permission) -> None:
    """Without permission to edit and follow up later, the bot refuses and names the permission."""
    user = casino.sandbox.user(1)
    casino.sandbox.faults.forbid(casino.channel, missing)
    answer = await user.command(casino.channel, "blackjack")
    for name in ("view-channel", "send-messages", "send-messages-in-threads"):
        is_missing = name == (missing.name or "").lower().replace("_", "-")
        assert (ENGLISH(f"permission-{name}") in answer.text) is is_missing
    check_private(casino, user, answer)
    assert len(casino.bot.house) == 0


async def test_late_and_misplaced_clicks_get_one_message_per_round(
    casino: Casino, refused: Refusals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later ones are acknowledged and logged. Each user and each round starts again.

    If too many users are remembered, the one with the oldest click is forgotten.
    """
    monkeypatch.setattr(refusals, "SENT", 2)
    await casino.restart()
    alice, bob = await two_in_play(casino)
    refused.lines()
    with casino.nothing_changes():
        answers = [await bob.click(casino.board(), "Stand", force=True) for _ in range(3)]
    assert [answer.kind for answer in answers] == [NEW, KNOWN, KNOWN]
    assert answers[0].text == refusal_text(Why.NOT_YOUR_TURN)
    assert ["refused (NOT_YOUR_TURN)" in line for line in refused.lines()] == [True] * 3
    carol, dave = casino.users(4)[2:]
    others = [
        await user.click(casino.board(), "Stand", force=True)
        for user in (carol, bob, dave, bob, carol)
    ]
    assert [one.kind for one in others] == [NEW, KNOWN, NEW, KNOWN, NEW]
    assert others[0].text == refusal_text(Why.NOT_SEATED)
    await casino.stand_all()
    await casino.bet({alice: "10", bob: "10"})
    again = await bob.click(casino.board(), "Stand", force=True)
    assert again.text == refusal_text(Why.NOT_YOUR_TURN)
