"""A channel is closed to the bot in the middle of everything: the board comes back with whatever happens there."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.rules.rule_sets import RULE_SETS
from engine.table.commands import PlaceBet
from sandbox import Channel, MessageView, Sandbox, User
from sandbox.faults.faults import Faults
from sandbox.wire.numbers import Permission

from .casino import WELCOME, Casino
from .luck import seed_where
from .reading import awaited, hands, round_of, takes_bets

HOTSEAT = RULE_SETS["hotseat"]
DAY = 24 * 60 * 60
ANSWER = "/interactions/*/*/callback"
EDIT = "**/messages/*"
SEND = "/channels/*/messages"


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A way in which a channel is closed, with the code that Discord refuses the bot with from then on."""

    code: int
    close: Callable[[Faults, Channel], None]
    open_again: Callable[[Faults, Channel, bool], None]
    """The last argument says whether the gateway tells of it."""
    in_thread: bool = False

    def place(self, sandbox: Sandbox) -> Channel:
        """Where a table stands that can be closed so."""
        channel = sandbox.channel("blackjack")
        return sandbox.world.add_thread(channel, "side table", 1) if self.in_thread else channel


def _no_sending(faults: Faults, channel: Channel) -> None:
    faults.refuse_edits()
    faults.forbid(channel, Permission.SEND_MESSAGES, told=False)


REFUSALS = (
    Refusal(
        code=50001,
        close=lambda faults, channel: faults.forbid(channel, told=False),
        open_again=lambda faults, channel, told: faults.allow(channel, told=told),
    ),
    Refusal(
        code=50013,
        close=_no_sending,
        open_again=lambda faults, channel, told: faults.allow(channel, told=told),
    ),
    Refusal(
        code=50083,
        close=lambda faults, thread: faults.archive(thread, told=False),
        open_again=lambda faults, thread, told: faults.unarchive(thread, told=told),
        in_thread=True,
    ),
)

each_refusal = pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: str(one.code))


@dataclass(frozen=True, kw_only=True)
class Closed:
    """Two people at a table whose channel was closed; the bot has met the refusal, and the board is old."""

    casino: Casino
    refusal: Refusal
    channel: Channel
    alice: User
    bob: User

    @property
    def faults(self) -> Faults:
        """The switches."""
        return self.casino.sandbox.faults

    def open_again(self, *, told: bool) -> None:
        """Give the permission back."""
        self.refusal.open_again(self.faults, self.channel, told)

    async def shows_turn_of(self, user: User) -> None:
        """Wait until the newest board asks this user."""
        boards = self.casino.boards
        await self.casino.sandbox.wait_for(
            lambda: [awaited(one) for one in boards(self.channel)[-1:]] == [[user.name]]
        )
        await self.casino.quiet()

    async def shows_bets(self) -> None:
        """Wait until the newest board takes bets."""
        boards = self.casino.boards
        await self.casino.sandbox.wait_for(
            lambda: [takes_bets(one) for one in boards(self.channel)[-1:]] == [True]
        )
        await self.casino.quiet()

    async def shows_round(self, number: int) -> None:
        """Wait until the newest board is that of this round."""
        boards = self.casino.boards
        await self.casino.sandbox.wait_for(
            lambda: [round_of(one) for one in boards(self.channel)[-1:]] == [number]
        )
        await self.casino.quiet()

    def codes(self, since: int) -> list[int]:
        """The statuses of what the bot has asked of the channel, from this request on."""
        asked = self.casino.sandbox.requests[since:]
        return [one.status for one in asked if one.path.startswith("/channels/")]


async def closed_in_mid_round(casino: Casino, refusal: Refusal) -> Closed:
    """Alice's time is up after the channel was closed, and so it is Bob's turn, which nobody sees."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21 and dealt.points(2) <= 10)
    )
    alice, bob = casino.users(2)
    channel = refusal.place(casino.sandbox)
    await casino.open(alice, channel=channel)
    await casino.bet({alice: "100", bob: "100"}, channel=channel)
    await casino.restart()  # no interaction is left by which the board could be changed
    await casino.quiet()
    refusal.close(casino.sandbox.faults, channel)
    await casino.let_pass(45)
    assert awaited(casino.board(channel)) == [alice.name], "the board is old"
    return Closed(casino=casino, refusal=refusal, channel=channel, alice=alice, bob=bob)


async def closed_between_rounds(casino: Casino, refusal: Refusal) -> Closed:
    """The first round has ended after the channel was closed: nobody sees its result, nor the bets."""
    closed = await closed_in_mid_round(casino, refusal)
    await casino.let_pass(45)
    assert [row for row in casino.books() if "settled" in row]
    assert [round_of(board) for board in casino.boards(closed.channel)] == [1]
    return closed


async def closed_for_good(casino: Casino, refusal: Refusal) -> Closed:
    """Nobody has bet any more, and the table has closed, too: nobody sees that either."""
    closed = await closed_between_rounds(casino, refusal)
    await casino.let_pass(60)
    await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    return closed


# In mid-round


@each_refusal
async def test_a_refused_click_on_the_old_board_is_answered_with_the_new_one(
    casino: Casino, refusal: Refusal
) -> None:
    """The channel is still closed: the awaited player sees the turn, hears why the click was refused, and plays on."""
    closed = await closed_in_mid_round(casino, refusal)
    answer = await closed.bob.click(casino.board(closed.channel), "Stand")
    await closed.shows_turn_of(closed.bob)
    assert answer.message
    whispered = closed.bob.messages(closed.channel)[-1]
    assert whispered.ephemeral
    assert whispered.text
    await casino.press(closed.bob, "Hit", channel=closed.channel)
    assert len(hands(casino.board(closed.channel))[closed.bob.name].cards) == 3
    await casino.press(closed.bob, "Stand", channel=closed.channel)
    await casino.check_settled(
        casino.board_of(1, closed.channel), {closed.alice: WELCOME, closed.bob: WELCOME}
    )
    await casino.press(closed.bob, "$50", channel=closed.channel)
    assert f"{closed.bob.name} bets **$50.00**" in casino.board(closed.channel).text


@each_refusal
@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
async def test_with_the_permission_back_a_refused_command_brings_the_board_back(
    casino: Casino, refusal: Refusal, told: bool
) -> None:
    """Nobody may bet in mid-round; but from then on the board is the one that everybody knows, and right."""
    closed = await closed_in_mid_round(casino, refusal)
    board = casino.board(closed.channel)
    closed.open_again(told=told)
    await closed.bob.command(closed.channel, "bet", amount="50")
    await closed.shows_turn_of(closed.bob)
    assert [one.id for one in casino.boards(closed.channel)] == [board.id]


@each_refusal
async def test_in_a_closed_channel_a_command_brings_the_board_by_a_message_of_its_own(
    casino: Casino, refusal: Refusal
) -> None:
    """The old board can neither be edited nor deleted; it is, as soon as the channel is open again."""
    closed = await closed_in_mid_round(casino, refusal)
    old = casino.board(closed.channel)
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    assert casino.board(closed.channel).id != old.id
    closed.open_again(told=True)
    await casino.sandbox.wait_for(lambda: len(casino.boards(closed.channel)) == 1)
    await casino.press(closed.bob, "Stand", channel=closed.channel)
    await casino.check_settled(
        casino.board_of(1, closed.channel), {closed.alice: WELCOME, closed.bob: WELCOME}
    )


@each_refusal
@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
async def test_a_board_that_another_has_replaced_goes_although_the_bot_was_killed(
    casino: Casino, refusal: Refusal, told: bool
) -> None:
    """The next life still knows of it, and takes it away at its start, or as soon as the channel is open."""
    closed = await closed_in_mid_round(casino, refusal)
    old = casino.board(closed.channel)
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    if not told:
        closed.open_again(told=False)
    await casino.crash()
    await casino.bot.background.settled()
    if told:
        closed.open_again(told=True)
    await casino.sandbox.wait_for(lambda: old.deleted)
    assert casino.board(closed.channel).id != old.id
    asked = []
    for _ in range(2):
        await casino.crash()
        await casino.bot.background.settled()
        asked.append(casino.sandbox.requests_to("DELETE", f"/channels/*/messages/{old.id}"))
    assert asked[0] == asked[1], "what is gone is not looked for"


@each_refusal
async def test_the_gateway_tells_that_a_channel_is_open_again(
    casino: Casino, refusal: Refusal
) -> None:
    """Nobody has to do anything."""
    closed = await closed_in_mid_round(casino, refusal)
    closed.open_again(told=True)
    await closed.shows_turn_of(closed.bob)


@pytest.mark.parametrize("permission", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_a_role_that_may_again_brings_the_board_back(
    casino: Casino, permission: Permission
) -> None:
    """The bot's role loses a permission in the whole server, and gets it back."""
    guild = casino.channel.guild
    role = Refusal(
        code=0,
        close=lambda faults, _: faults.forbid_role(guild, permission, told=False),
        open_again=lambda faults, _, told: faults.allow_role(guild, told=told),
    )
    casino.sandbox.faults.refuse_edits()
    closed = await closed_in_mid_round(casino, role)
    closed.open_again(told=True)
    await closed.shows_turn_of(closed.bob)


async def test_the_bots_role_given_back_brings_the_board_back(casino: Casino) -> None:
    """Discord tells a bot of its own roles without being asked."""
    guild = casino.channel.guild
    role = Refusal(
        code=50013,
        close=lambda faults, _: faults.take_role(guild, told=False),
        open_again=lambda faults, _, told: faults.give_role(guild, told=told),
    )
    casino.sandbox.faults.refuse_edits()
    closed = await closed_in_mid_round(casino, role)
    closed.open_again(told=True)
    await closed.shows_turn_of(closed.bob)


# Between rounds


@each_refusal
async def test_a_bet_in_a_closed_channel_is_seen(casino: Casino, refusal: Refusal) -> None:
    """`/bet` takes money, and everybody sees the result of the last round, the bet, and the cards."""
    closed = await closed_between_rounds(casino, refusal)
    answer = await closed.alice.command(closed.channel, "bet", amount="25")
    assert answer.text.startswith("You")
    await closed.shows_bets()
    shown = casino.board(closed.channel)
    assert f"{closed.alice.name} bets **$25.00**" in shown.text
    assert None not in {hand.net for hand in hands(shown).values()}
    await closed.bob.command(closed.channel, "bet", amount="25")
    await closed.shows_round(2)
    assert hands(casino.board(closed.channel)).keys() == {closed.alice.name, closed.bob.name}


@each_refusal
async def test_a_refused_click_between_rounds_brings_the_bets(
    casino: Casino, refusal: Refusal
) -> None:
    """Who clicks on the board as it was is told so, and the result and the next bets are there."""
    closed = await closed_between_rounds(casino, refusal)
    await closed.bob.click(casino.board(closed.channel), "Stand")
    await closed.shows_bets()
    await casino.press(closed.bob, "$50", channel=closed.channel)
    assert f"{closed.bob.name} bets **$50.00**" in casino.board(closed.channel).text


@each_refusal
async def test_between_rounds_the_gateway_tells_that_a_channel_is_open_again(
    casino: Casino, refusal: Refusal
) -> None:
    """The result that nobody has seen is shown, with the bets."""
    closed = await closed_between_rounds(casino, refusal)
    closed.open_again(told=True)
    await closed.shows_bets()
    await casino.check_settled(
        casino.board_of(1, closed.channel), {closed.alice: WELCOME, closed.bob: WELCOME}
    )


@each_refusal
async def test_after_several_rounds_the_board_goes_on_where_it_was(
    casino: Casino, refusal: Refusal
) -> None:
    """Of those between nobody has seen anything, and nobody has to."""
    closed = await closed_between_rounds(casino, refusal)
    old = casino.board(closed.channel)
    table = casino.bot.house.in_channel(closed.channel.id)
    assert table is not None
    for _ in range(2):
        await table.submit(PlaceBet(user_id=closed.alice.id, cents=500))
        await casino.let_pass(60)
        await casino.let_pass(45)
    closed.open_again(told=True)
    await closed.shows_bets()
    assert casino.boards(closed.channel) == [old]
    assert round_of(old) == 3


# What it costs Discord


@each_refusal
async def test_a_closed_channel_is_left_alone(casino: Casino, refusal: Refusal) -> None:
    """What time brings about asks nothing of a channel that refuses the bot; clicks ask once, and then use tokens."""
    closed = await closed_in_mid_round(casino, refusal)
    since = len(casino.sandbox.requests)
    await casino.let_pass(45)
    assert closed.codes(since) == []
    for _ in range(5):
        await closed.alice.command(closed.channel, "balance")
        await casino.quiet()
    assert len(closed.codes(since)) <= 3
    assert len(casino.boards(closed.channel)) <= 3  # the old one, and one for each round


@each_refusal
async def test_a_closed_table_in_a_closed_channel_is_not_tried_for_ever(
    casino: Casino, refusal: Refusal
) -> None:
    """Nobody can be told goodbye there: later starts ask nothing of that channel."""
    closed = await closed_for_good(casino, refusal)
    await casino.restart()
    await casino.quiet()  # tried once more
    casino.clock.advance(DAY)
    await casino.restart()
    await (
        casino.quiet()
    )  # and for the last time, if not for the last two: Discord tells which channels there are
    await casino.stop()
    since = len(casino.sandbox.requests)
    await casino.start()
    await casino.quiet()
    assert closed.codes(since) == []


def assert_all_closed(boards: list[MessageView]) -> None:
    """What can be clicked leads away from these tables."""
    labels = {button.label for board in boards for button in board.buttons}
    assert labels <= {"New table", "My rounds"}


@each_refusal
async def test_a_goodbye_is_said_when_the_channel_is_open_again(
    casino: Casino, refusal: Refusal
) -> None:
    """The table has closed while the channel was closed: its board says so as soon as it can."""
    closed = await closed_for_good(casino, refusal)
    closed.open_again(told=True)
    await casino.sandbox.wait_for(
        lambda: "The table is closed" in casino.board(closed.channel).text
    )
    await casino.quiet()
    assert_all_closed(casino.boards(closed.channel))


@each_refusal
async def test_a_goodbye_is_said_by_a_later_life(casino: Casino, refusal: Refusal) -> None:
    """The bot was restarted meanwhile, and refused once more: when the channel is open, the next start says goodbye."""
    closed = await closed_for_good(casino, refusal)
    await casino.restart()
    await casino.quiet()
    closed.open_again(told=False)
    await casino.restart()
    await casino.quiet()
    assert "The table is closed" in casino.board(closed.channel).text
    assert_all_closed(casino.boards(closed.channel))


@each_refusal
async def test_a_board_that_was_sent_by_a_token_although_it_failed_is_not_there_twice(
    casino: Casino, refusal: Refusal
) -> None:
    """Discord takes the message and says that it failed: what is sent again is the only board with buttons."""
    closed = await closed_in_mid_round(casino, refusal)
    casino.sandbox.faults.fail("POST", "/webhooks/*/*", 500, before_effect=False)
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    live = [board for board in casino.boards(closed.channel) if board.buttons]
    assert [awaited(board) for board in live].count([closed.bob.name]) == 1


@each_refusal
async def test_a_sentence_that_was_said_although_it_failed_does_not_become_the_board(
    casino: Casino, refusal: Refusal
) -> None:
    """Discord takes the answer and says that it failed: the board comes by a message of its own."""
    closed = await closed_in_mid_round(casino, refusal)
    closed.faults.fail("POST", ANSWER, 500, before_effect=False)
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    said = [one.text for one in closed.alice.messages(closed.channel) if one.ephemeral]
    assert "You have **$9,900.00**. In play: $100.00." in said
