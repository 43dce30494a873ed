"""Every refusal that people can meet: one private sentence, and nothing has changed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from cogs import sentences
from engine.refusals import Refusal, Why
from engine.rules import RULE_SETS
from sandbox import Answer, AnswerKind, Permission, User

from .casino import Casino
from .luck import Layout, seed_where
from .reading import awaited

HOTSEAT, PRIVATE = RULE_SETS["hotseat"], RULE_SETS["private"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What somebody tries in vain, and what he is told."""

    user: User
    act: Callable[[], Awaitable[Answer]]
    told: str


Scene = Callable[[Casino], Awaitable[Attempt]]

SCENES: dict[Why, Scene] = {}


def scene(why: Why) -> Callable[[Scene], Scene]:
    """The scene that leads to this refusal."""

    def keep(play: Scene) -> Scene:
        SCENES[why] = play
        return play

    return keep


def told(why: Why, *, cents: int | None = None, balance: int | None = None) -> str:
    """The sentence of a refusal."""
    return sentences.sentence(Refusal(why=why, cents=cents, balance=balance))


def clicking(
    casino: Casino, user: User, label: str | None = None, custom_id: str | None = None
) -> Callable[[], Awaitable[Answer]]:
    """A click on the table's message as a client sends it that has not seen the last edit."""
    return lambda: user.click(casino.board(), label, custom_id=custom_id, force=True)


def two_are_asked(dealt: Layout) -> bool:
    """The first player has room for a card, the second one is asked as well."""
    return dealt.points(1) <= 11 and dealt.points(2) < 21


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """The first of two players is to decide."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_are_asked))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


@scene(Why.NOT_SEATED)
async def not_seated(casino: Casino) -> Attempt:
    """A bystander presses Leave."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    return Attempt(user=bob, act=clicking(casino, bob, "Leave"), told=told(Why.NOT_SEATED))


@scene(Why.TABLE_FULL)
async def full_table(casino: Casino) -> Attempt:
    """A fifth player presses a chip."""
    *users, late = casino.users(5)
    await casino.open(users[0])
    for user in users[1:]:
        await user.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    return Attempt(user=late, act=clicking(casino, late, "$10"), told=told(Why.TABLE_FULL))


@scene(Why.TABLE_CLOSED)
async def closed_table(casino: Casino) -> Attempt:
    """A chip is pressed on a table that closed a moment ago."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    chip = board.button("$10").custom_id
    await user.click(board, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    return Attempt(user=user, act=clicking(casino, user, None, chip), told=sentences.TABLE_GONE)


@scene(Why.ROUND_RUNNING)
async def round_running(casino: Casino) -> Attempt:
    """A player types another bet while the cards are on the table."""
    alice, _ = await two_in_play(casino)
    return Attempt(
        user=alice,
        act=lambda: alice.command(casino.channel, "bet", amount="500"),
        told=told(Why.ROUND_RUNNING),
    )


@scene(Why.NO_ROUND)
async def no_round(casino: Casino) -> Attempt:
    """A player stands before the deal."""
    (user,) = casino.users(1)
    chip = (await casino.open(user)).button("$10").custom_id or ""
    stand = chip.replace("bet-1000", "stand")
    return Attempt(user=user, act=clicking(casino, user, None, stand), told=told(Why.NO_ROUND))


@scene(Why.TOO_LATE)
async def too_late(casino: Casino) -> Attempt:
    """A button of the round before is clicked."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    old, hit = casino.board(), casino.board().button("Hit").custom_id
    await casino.press(user, "Stand")
    return Attempt(
        user=user,
        act=lambda: user.click(old, custom_id=hit, force=True),
        told=told(Why.TOO_LATE),
    )


@scene(Why.STALE)
async def stale(casino: Casino) -> Attempt:
    """After a hit, Double is clicked as it was before it."""
    alice, _ = await two_in_play(casino)
    double = casino.board().button("Double").custom_id
    await casino.press(alice, "Hit")
    return Attempt(user=alice, act=clicking(casino, alice, None, double), told=told(Why.STALE))


@scene(Why.REPEATED)
async def double_click(casino: Casino) -> Attempt:
    """Hit is clicked a second time as it was before the first."""
    alice, _ = await two_in_play(casino)
    hit = casino.board().button("Hit").custom_id
    await casino.press(alice, "Hit")
    return Attempt(user=alice, act=clicking(casino, alice, None, hit), told=told(Why.REPEATED))


@scene(Why.BET_TOO_LOW)
async def too_low(casino: Casino) -> Attempt:
    """Less than a dollar is typed."""
    (user,) = casino.users(1)
    await casino.open(user)
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "bet", amount="0.99"),
        told=told(Why.BET_TOO_LOW, cents=100),
    )


@scene(Why.BET_TOO_HIGH)
async def too_high(casino: Casino) -> Attempt:
    """A chip above the table's own limit is clicked, though it is greyed out."""
    (user,) = casino.users(1)
    await user.command(casino.channel, "blackjack", max="50")
    await casino.quiet()
    assert casino.board().button("$100").disabled
    return Attempt(
        user=user, act=clicking(casino, user, "$100"), told=told(Why.BET_TOO_HIGH, cents=50_00)
    )


@scene(Why.BET_NOT_PAYABLE)
async def too_poor_to_bet(casino: Casino) -> Attempt:
    """More is typed than there is."""
    (user,) = casino.users(1)
    await casino.open(user)
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "bet", amount="10000.01"),
        told=told(Why.BET_NOT_PAYABLE, cents=10_000_01, balance=10_000_00),
    )


@scene(Why.MOVE_NOT_PAYABLE)
async def too_poor_to_double(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, by somebody whose money is all on the table."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (user,) = casino.users(1)
    await casino.open(user)
    await user.command(casino.channel, "bet", amount="6000")
    await casino.quiet()
    assert casino.board().button("Double").disabled
    return Attempt(
        user=user,
        act=clicking(casino, user, "Double"),
        told=told(Why.MOVE_NOT_PAYABLE, cents=6_000_00, balance=4_000_00),
    )


@scene(Why.NO_BETS)
async def no_bets(casino: Casino) -> Attempt:
    """Deal is clicked, though it is greyed out, before anybody has bet."""
    (user,) = casino.users(1)
    assert (await casino.open(user)).button("Deal").disabled
    return Attempt(user=user, act=clicking(casino, user, "Deal"), told=told(Why.NO_BETS))


@scene(Why.FIRST_SEAT_ONLY)
async def not_the_first_seat(casino: Casino) -> Attempt:
    """The second seat clicks Deal."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    return Attempt(user=bob, act=clicking(casino, bob, "Deal"), told=told(Why.FIRST_SEAT_ONLY))


@scene(Why.NOTHING_TO_REPEAT)
async def nothing_to_repeat(casino: Casino) -> Attempt:
    """Same bet is clicked by somebody who has not bet before, while others have."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$10")
    await casino.stand_all()
    return Attempt(
        user=bob, act=clicking(casino, bob, "Same bet"), told=told(Why.NOTHING_TO_REPEAT)
    )


@scene(Why.NOT_YOUR_TURN)
async def out_of_turn(casino: Casino) -> Attempt:
    """The second player stands while the first is asked."""
    _, bob = await two_in_play(casino)
    return Attempt(user=bob, act=clicking(casino, bob, "Stand"), told=told(Why.NOT_YOUR_TURN))


@scene(Why.HAND_FINISHED)
async def finished(casino: Casino) -> Attempt:
    """The first player hits after standing, with the buttons that are there for the second."""
    alice, bob = await two_in_play(casino)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.id]
    return Attempt(user=alice, act=clicking(casino, alice, "Hit"), told=told(Why.HAND_FINISHED))


@scene(Why.NOT_IN_ROUND)
async def not_in_round(casino: Casino) -> Attempt:
    """Somebody who sat down in mid-round stands."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    await carol.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    return Attempt(user=carol, act=clicking(casino, carol, "Stand"), told=told(Why.NOT_IN_ROUND))


@scene(Why.DOUBLING_NOT_OFFERED)
async def no_doubling_here(casino: Casino) -> Attempt:
    """A forged Double at a table whose rules have none."""
    casino.luck.next.append(seed_where(PRIVATE, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user, "private")
    await casino.press(user, "$10")
    stand = casino.board().button("Stand").custom_id or ""
    return Attempt(
        user=user,
        act=clicking(casino, user, None, stand.replace("stand", "double")),
        told=told(Why.DOUBLING_NOT_OFFERED),
    )


@scene(Why.DOUBLE_FIRST_DECISION)
async def double_after_a_hit(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, after a card was taken."""
    alice, _ = await two_in_play(casino)
    await casino.press(alice, "Hit")
    assert casino.board().button("Double").disabled
    return Attempt(
        user=alice, act=clicking(casino, alice, "Double"), told=told(Why.DOUBLE_FIRST_DECISION)
    )


OUT_OF_REACH = {
    Why.ROUND_OVER: "a table settles at once",
    Why.NOT_NOW: "no rule set asks for anything but hit, stand and double",
    Why.WRONG_CARD: "cards come from the shoe",
    Why.DOUBLE_TOTAL: "no rule set limits doubling to certain totals",
    Why.NO_DOUBLE_AFTER_SPLIT: "no rule set splits",
    Why.SPLITTING_NOT_OFFERED: "no button splits",
    Why.NOT_A_PAIR: "no rule set splits",
    Why.SPLIT_LIMIT: "no rule set splits",
    Why.NO_RESPLIT_OF_ACES: "no rule set splits",
    Why.SURRENDER_NOT_OFFERED: "no button surrenders",
    Why.SURRENDER_FIRST_DECISION: "no rule set surrenders",
    Why.INSURANCE_TOO_HIGH: "no rule set insures",
    Why.EVEN_MONEY_NEEDS_NATURAL: "no rule set insures",
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
    ["-5", "1e3", "0.005", "nan", "10%", "١٢", "12.345", "1,00", "$", "$$5", "k", "5 000", "0x10"],
)
async def test_what_is_no_amount_is_refused(casino: Casino, amount: str) -> None:
    """A typed amount that can't be read changes nothing, and examples are given."""
    (user,) = casino.users(1)
    await casino.open(user)
    with casino.nothing_changes():
        answer = await user.command(casino.channel, "bet", amount=amount)
    assert answer.text == sentences.NOT_AN_AMOUNT
    check_private(casino, user, answer)


async def test_what_is_no_amount_is_refused_in_the_modal_too(casino: Casino) -> None:
    """The modal's amount is read as strictly as the command's."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    opened = await user.click(board, "Other…")
    with casino.nothing_changes():
        answer = await user.submit(opened, amount="plenty")
    assert answer.text == sentences.NOT_AN_AMOUNT
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
    assert answer.text != sentences.OUR_FAULT
    assert len(casino.bot.house) == 0


@pytest.mark.parametrize("command", ["bet", "leave"])
async def test_a_channel_without_a_table_says_how_to_open_one(casino: Casino, command: str) -> None:
    """Where no table is, `/bet` and `/leave` name the command that opens one."""
    user = casino.sandbox.user(1)
    options = {"amount": "5"} if command == "bet" else {}
    answer = await user.command(casino.channel, command, **options)
    assert answer.text == sentences.NO_TABLE
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
    assert answer.text == sentences.UNKNOWN_BUTTON
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
    assert answer.text == sentences.TABLE_GONE


@pytest.mark.parametrize("missing", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_a_table_opens_only_where_the_bot_can_keep_it(
    casino: Casino, missing: Permission
) -> None:
    """Without the permissions to edit and follow up its message later, the bot refuses at once."""
    user = casino.sandbox.user(1)
    casino.sandbox.faults.forbid(casino.channel, missing)
    answer = await user.command(casino.channel, "blackjack")
    assert answer.text == sentences.CANT_WRITE_HERE
    check_private(casino, user, answer)
    assert len(casino.bot.house) == 0
