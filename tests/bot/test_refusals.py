"""Every refusal that people can meet: one private sentence, and nothing has changed."""

import pytest

from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import Answer, AnswerKind, Permission, User

from . import (
    scenes_at_the_table,
    scenes_of_company,
    scenes_of_hands,
    scenes_of_opening,
    scenes_of_settings,
)
from .casino import Casino
from .luck import seed_where
from .scenes import HOTSEAT, SCENES, told

SCENE_MODULES = (
    scenes_at_the_table,
    scenes_of_company,
    scenes_of_hands,
    scenes_of_opening,
    scenes_of_settings,
)
"""Imported for the scenes that they hold."""

OUT_OF_REACH = {
    Why.ROUND_OVER: "a table settles at once",
    Why.WRONG_CARD: "cards come from the shoe",
    Why.DECKS_OUT_OF_RANGE: "Discord takes no other numbers than the rules",
    Why.OPTIONS_CLASH: "no options clash at the tables that there are",
    Why.NO_RULES_LEFT: "nothing that can be typed names no rule set",
    Why.NO_RESPLIT_OF_ACES: "split aces stand at once, or the limit of hands is met first",
}


@pytest.mark.parametrize("why", SCENES, ids=lambda why: why.name)
async def test_a_refusal_is_one_private_sentence_and_changes_nothing(
    casino: Casino, why: Why
) -> None:
    """Whoever tries what can't be done is told so, nobody else is, and books and table stay as they were."""
    attempt = await SCENES[why](casino)
    with casino.nothing_changes():
        answer = await attempt.act()
        await casino.quiet()
    assert (answer.kind, answer.text) == (AnswerKind.MESSAGE, attempt.told)
    check_private(casino, attempt.user, answer)


def check_private(casino: Casino, asker: User, answer: Answer) -> None:
    """The asker sees the answer, and nobody else does."""
    assert answer.message
    assert answer.message.ephemeral
    for user in casino.users(6):
        seen = [message.id for message in user.messages(casino.channel)]
        assert (answer.message.id in seen) == (user.id == asker.id)


def test_every_refusal_is_met_or_out_of_reach() -> None:
    """A new reason needs a scene, or a reason why nobody can meet it."""
    assert set(SCENES) | set(OUT_OF_REACH) == set(Why)
    assert not set(SCENES) & set(OUT_OF_REACH)


@pytest.mark.parametrize(
    "amount",
    ["-5", "1e3", "0.005", "nan", "10%", "١٢", "1.2.3", "1,0000", "$", "$$5", "k", "5 00", "0x10"],
)
async def test_what_is_no_amount_is_refused(casino: Casino, amount: str) -> None:
    """A typed amount that can't be read changes nothing, and examples are given."""
    (user,) = casino.users(1)
    await casino.open(user)
    with casino.nothing_changes():
        answer = await user.command(casino.channel, "bet", amount=amount)
    assert answer.text == ENGLISH("sorry-not-an-amount")
    check_private(casino, user, answer)


async def test_what_is_no_amount_is_refused_in_the_modal_too(casino: Casino) -> None:
    """The modal's amount is read as strictly as the command's."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    opened = await user.click(board, "Other…")
    with casino.nothing_changes():
        answer = await user.submit(opened, amount="plenty")
    assert answer.text == ENGLISH("sorry-not-an-amount")
    check_private(casino, user, answer)


@pytest.mark.parametrize("amount", ["0", "0.00", "0.99", "half"])
async def test_a_bet_below_the_limit_is_refused(casino: Casino, amount: str) -> None:
    """Less than a dollar is no bet, half of less than two dollars neither."""
    alice, bob = casino.users(2)
    lounge = casino.sandbox.channel("lounge")
    await casino.open(alice, channel=lounge)
    await bob.command(lounge, "bet", amount="9998.50")
    await casino.open(alice)
    with casino.nothing_changes():
        answer = await bob.command(casino.channel, "bet", amount=amount)
    assert answer.text == told(Why.BET_TOO_LOW, cents=100)


async def test_a_modal_that_was_left_open_is_too_late_in_the_next_round(casino: Casino) -> None:
    """An amount for a round that is over is not bet on the next one."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    opened = await bob.click(board, "Other…")
    await casino.press(alice, "$10")
    await casino.stand_all()
    with casino.nothing_changes():
        answer = await bob.submit(opened, amount="100")
    assert answer.text == told(Why.TOO_LATE)


@pytest.mark.parametrize(
    "options",
    [{"min": "0.50"}, {"min": "100", "max": "50"}, {"decks": 4}, {"max": "plenty"}, {"min": "all"}],
)
async def test_options_that_make_no_sense_open_nothing(
    casino: Casino, options: dict[str, str | int]
) -> None:
    """A table that can't be is refused in one private sentence, and the channel stays free."""
    user = casino.sandbox.user(1)
    answer = await user.command(casino.channel, "blackjack", **options)
    check_private(casino, user, answer)
    assert len(answer.text.splitlines()) == 1
    assert answer.text.endswith(".")
    assert answer.text != ENGLISH("sorry-our-fault")
    assert len(casino.bot.house) == 0


@pytest.mark.parametrize("command", ["bet", "leave", "company"])
async def test_a_channel_without_a_table_says_how_to_open_one(casino: Casino, command: str) -> None:
    """Where no table is, `/bet`, `/leave` and `/company` name the command that opens one."""
    user = casino.sandbox.user(1)
    options = {"amount": "5"} if command == "bet" else {}
    answer = await user.command(casino.channel, command, **options)
    assert answer.text == ENGLISH("sorry-no-table")
    check_private(casino, user, answer)


@pytest.mark.parametrize(
    "custom_id",
    [
        "hello",
        "bj0:1:1:-:-:deal",
        "bj1:1:1:-:-:dance",
        "bj1:1:1:-:-:bet",
        "bj1:1:1:1:-:stand",
        "bj1:01:1:-:-:deal",
    ],
)
async def test_an_unknown_button_is_answered(casino: Casino, custom_id: str) -> None:
    """A button that this version does not draw gets a sentence, not silence."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    with casino.nothing_changes():
        answer = await user.click(board, custom_id=custom_id, force=True)
    assert answer.text == ENGLISH("sorry-unknown-button")
    check_private(casino, user, answer)


async def test_a_button_of_another_channels_table_does_nothing(casino: Casino) -> None:
    """A table is played where it stands."""
    lounge = casino.sandbox.channel("lounge")
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.open(bob, channel=lounge)
    with casino.nothing_changes():
        foreign = casino.board().button("$10").custom_id
        answer = await bob.click(casino.board(lounge), custom_id=foreign, force=True)
    assert answer.text == ENGLISH("sorry-table-gone")


_PERMISSIONS = (
    "permission-view-channel",
    "permission-send-messages",
    "permission-send-messages-in-threads",
)


@pytest.mark.parametrize("missing", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_a_table_opens_only_where_the_bot_can_keep_it(
    casino: Casino, missing: Permission
) -> None:
    """Without the permissions to edit and follow up its message later, the bot refuses at once."""
    user = casino.sandbox.user(1)
    casino.sandbox.faults.forbid(casino.channel, missing)
    answer = await user.command(casino.channel, "blackjack")
    (named,) = [key for key in _PERMISSIONS if ENGLISH(key) in answer.text]
    assert named == f"permission-{(missing.name or '').lower().replace('_', '-')}"
    check_private(casino, user, answer)
    assert len(casino.bot.house) == 0
