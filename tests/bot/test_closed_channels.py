"""A channel is closed to the bot in the middle of everything: the board comes back with whatever happens there."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.rules.rule_sets import RULE_SETS
from sandbox import Channel, MessageView, Sandbox, User
from sandbox.faults.faults import Faults
from sandbox.wire.numbers import Permission

from .casino import WELCOME, Casino
from .luck import seed_where
from .reading import awaited, hands, round_of

HOTSEAT = RULE_SETS["hotseat"]


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

    async def shows(self, what: Callable[[MessageView], bool]) -> None:
        """Wait until this is true of the newest board."""
        boards = self.casino.boards
        await self.casino.sandbox.wait_for(
            lambda: [what(one) for one in boards(self.channel)[-1:]] == [True]
        )
        await self.casino.quiet()

    async def shows_turn_of(self, user: User) -> None:
        """Wait until the newest board asks this user."""
        await self.shows(lambda board: awaited(board) == [user.name])

    def codes(self, since: int) -> list[int]:
        """The statuses of what the bot has asked of the channel, from this request on."""
        asked = self.casino.sandbox.requests[since:]
        return [one.status for one in asked if one.path.startswith("/channels/")]


async def closed_in_mid_round(casino: Casino, refusal: Refusal = REFUSALS[0]) -> Closed:
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


async def closed_between_rounds(casino: Casino, refusal: Refusal = REFUSALS[0]) -> Closed:
    """The first round has ended after the channel was closed: nobody sees its result, nor the bets."""
    closed = await closed_in_mid_round(casino, refusal)
    await casino.let_pass(45)
    assert [row for row in casino.books() if "settled" in row]
    assert [round_of(board) for board in casino.boards(closed.channel)] == [1]
    return closed


async def closed_for_good(casino: Casino, refusal: Refusal = REFUSALS[0]) -> Closed:
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


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
async def test_with_the_permission_back_a_refused_command_brings_the_board_back(
    casino: Casino, told: bool
) -> None:
    """Nobody may bet in mid-round; but from then on the board is the one that everybody knows, and right."""
    closed = await closed_in_mid_round(casino)
    board = casino.board(closed.channel)
    closed.open_again(told=told)
    await closed.bob.command(closed.channel, "bet", amount="50")
    await closed.shows_turn_of(closed.bob)
    assert [one.id for one in casino.boards(closed.channel)] == [board.id]


async def test_in_a_closed_channel_a_command_brings_the_board_by_a_message_of_its_own(
    casino: Casino,
) -> None:
    """The old board can neither be edited nor deleted; it is, as soon as the channel is open again."""
    closed = await closed_in_mid_round(casino)
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


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
async def test_a_board_that_another_has_replaced_goes_although_the_bot_was_killed(
    casino: Casino, told: bool
) -> None:
    """The next life still knows of it, and takes it away at its start, or as soon as the channel is open."""
    closed = await closed_in_mid_round(casino)
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


@each_refusal
async def test_a_channel_that_opens_while_a_board_is_sent_otherwise_is_known_to_be_open(
    casino: Casino, refusal: Refusal
) -> None:
    """From then on a click that is refused is answered with the reason alone, as everywhere."""
    closed = await closed_in_mid_round(casino, refusal)
    sending = casino.sandbox.faults.hold("POST", "/webhooks/**")
    await closed.alice.command(closed.channel, "balance")
    await sending.arrived()
    closed.open_again(told=True)
    await closed.bob.command(closed.channel, "balance")
    sending.release()
    await closed.shows_turn_of(closed.bob)
    await casino.quiet()
    table = casino.bot.house.in_channel(closed.channel.id)
    assert table
    assert not casino.bot.display.screen_of(table).shut_out


def assert_all_closed(boards: list[MessageView]) -> None:
    """What can be clicked leads away from these tables."""
    labels = {button.label for board in boards for button in board.buttons}
    assert labels <= {"New table", "My rounds"}


@pytest.mark.parametrize("later", [False, True])
async def test_a_goodbye_is_said_when_the_channel_is_open_again(
    casino: Casino, later: bool
) -> None:
    """The table has closed while the channel was closed: its board says so as soon as it can, also in a later life."""
    closed = await closed_for_good(casino)
    if later:
        await casino.restart()
        await casino.quiet()
    closed.open_again(told=not later)
    if later:
        await casino.restart()
    await casino.sandbox.wait_for(
        lambda: "The table is closed" in casino.board(closed.channel).text
    )
    await casino.quiet()
    assert_all_closed(casino.boards(closed.channel))
