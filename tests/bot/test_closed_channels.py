"""Channels that the bot loses access to: the board returns with the next event there."""

from dataclasses import dataclass

import pytest

from cogs.messages.cleanup import BACK
from sandbox import Channel
from sandbox.wire.numbers import Permission
from tests.driver import MessageView, User

from .casino import WELCOME, Casino
from .reading import awaited, hands, labels, round_of
from .scenes import fail_once, in_play

CODES = (50001, 50013, 50083)
"""Discord's refusals: no access, no permission to send, archived thread."""

each_refusal = pytest.mark.parametrize("code", CODES)


@dataclass(frozen=True, kw_only=True)
class Closed:
    """Two players at a table whose channel is closed; the bot has been refused, and the board is outdated."""

    casino: Casino
    code: int
    channel: Channel
    alice: User
    bob: User

    def close(self) -> None:
        """Withdraw access without a gateway event."""
        faults = self.casino.sandbox.faults
        if self.code == 50001:
            faults.forbid(self.channel, told=False)
        elif self.code == 50013:
            faults.refuse_edits()
            faults.forbid(self.channel, Permission.SEND_MESSAGES, told=False)
        else:
            faults.archive(self.channel, told=False)

    def open_again(self, *, by_event: bool) -> None:
        """Restore access; `by_event` sends a gateway event."""
        faults = self.casino.sandbox.faults
        (faults.unarchive if self.code == 50083 else faults.allow)(self.channel, told=by_event)

    @property
    def board(self) -> MessageView:
        """The newest board."""
        return self.casino.board(self.channel)

    async def shows_turn_of(self, user: User) -> None:
        """Wait until the newest board shows this user's turn."""
        await self.casino.sandbox.wait_for(
            lambda: [awaited(one) for one in self.casino.boards(self.channel)[-1:]] == [[user.name]]
        )
        await self.casino.quiet()


async def closed_in_mid_round(casino: Casino, code: int = CODES[0]) -> Closed:
    """Close the channel and let Alice's time run out: Bob's turn begins unseen."""
    channel = casino.channel
    if code == 50083:
        channel = casino.sandbox.world.add_thread(channel, "side table", 1)
    alice, bob = await in_play(
        casino,
        *("100", "100"),
        wanted=lambda dealt: dealt.points(1) < 21 and dealt.points(2) <= 10,
        channel=channel,
    )
    closed = Closed(casino=casino, code=code, channel=channel, alice=alice, bob=bob)
    await casino.restart()  # forget the interactions that could edit the board
    await casino.quiet()
    closed.close()
    await casino.let_pass(45)
    assert awaited(closed.board) == [alice.name], "the board is old"
    return closed


@each_refusal
async def test_refused_click_on_the_old_board_brings_a_new_one(casino: Casino, code: int) -> None:
    """In a closed channel the player sees their turn and the refusal's reason, and plays on."""
    closed = await closed_in_mid_round(casino, code)
    bob, channel = closed.bob, closed.channel
    answer = await bob.click(closed.board, "Stand")
    await closed.shows_turn_of(bob)
    assert answer.message
    whispered = bob.messages(channel)[-1]
    assert whispered.ephemeral
    assert whispered.text
    await casino.press(bob, "Hit", channel=channel)
    assert len(hands(closed.board)[bob.name].cards) == 3
    await casino.press(bob, "Stand", channel=channel)
    before = {closed.alice: WELCOME, bob: WELCOME}
    await casino.check_settled(casino.board_of(1, channel), before)
    await casino.press(bob, "$50", channel=channel)
    assert f"{bob.name} bets **$50**" in closed.board.text


@pytest.mark.parametrize(("by_event", "killed"), [(True, False), (False, True)])
async def test_replaced_board_is_deleted(casino: Casino, by_event: bool, killed: bool) -> None:
    """A command sends a new board; the old one is deleted when the channel opens, also after a crash."""
    closed = await closed_in_mid_round(casino)
    old = closed.board
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    assert closed.board.id != old.id
    if not by_event:
        closed.open_again(by_event=False)
    if killed:
        await casino.crash()
    if by_event:
        closed.open_again(by_event=True)
    await casino.sandbox.wait_for(lambda: old.deleted)
    assert closed.board.id != old.id


@pytest.mark.parametrize("deleted", [True, False])
async def test_follow_up_that_could_not_become_the_board_is_deleted(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    """The bank fails once when the board moves. If Discord refuses the deletion, it is repeated later."""
    closed = await closed_in_mid_round(casino)
    fail_once(casino, monkeypatch, "note_message")
    if not deleted:
        casino.sandbox.faults.fail("DELETE", "/webhooks/**", 503)
    await closed.alice.command(closed.channel, "balance")
    await closed.shows_turn_of(closed.bob)
    closed.open_again(by_event=True)

    def shown() -> list[str]:
        return [one.text for one in closed.bob.messages(closed.channel) if not one.ephemeral]

    await casino.sandbox.wait_for(lambda: len(shown()) == 1)
    assert BACK not in shown()


@each_refusal
async def test_gateway_event_restores_the_board(casino: Casino, code: int) -> None:
    closed = await closed_in_mid_round(casino, code)
    closed.open_again(by_event=True)
    await closed.shows_turn_of(closed.bob)


async def test_token_that_is_refused_closes_the_channel(casino: Casino) -> None:
    """The board returns with the next event, as after a refused edit in the channel."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    for method in ("PATCH", "POST"):
        casino.sandbox.faults.fail(method, "/webhooks/**/messages/*", 403, code=50083)
        casino.sandbox.faults.fail(method, "/webhooks/*/*", 403, code=50083)
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert "$50**" not in casino.board().text
    casino.sandbox.faults.clear()
    casino.sandbox.faults.forbid(casino.channel, told=False)
    casino.sandbox.faults.allow(casino.channel)
    await casino.sandbox.wait_for(lambda: f"{bob.name} bets **$50**" in casino.board().text)


async def test_channel_that_opens_during_a_follow_up_counts_as_open(
    casino: Casino,
) -> None:
    """Afterwards a refused click gets only the reason, as usual."""
    closed = await closed_in_mid_round(casino)
    sending = casino.sandbox.faults.hold("POST", "/webhooks/**")
    await closed.alice.command(closed.channel, "balance")
    await sending.arrived()
    closed.open_again(by_event=True)
    await closed.bob.command(closed.channel, "balance")
    sending.release()
    await closed.shows_turn_of(closed.bob)
    table = casino.bot.house.in_channel(closed.channel.id)
    assert table
    assert not casino.bot.display.screen_of(table).shut_out


@pytest.mark.parametrize("later", [False, True])
async def test_farewell_is_shown_when_the_channel_opens(
    casino: Casino, caplog: pytest.LogCaptureFixture, later: bool
) -> None:
    """A table that closed in a closed channel shows its farewell as soon as it can, also after a restart.

    The log has one warning, and the bot sends few requests in between.
    """
    closed = await closed_in_mid_round(casino)
    await casino.let_pass(45)
    assert [round_of(board) for board in casino.boards(closed.channel)] == [1]
    for _ in range(2):
        await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    assert len([line for line in caplog.messages if "counts as closed" in line]) == 1
    assert len([one for one in casino.sandbox.requests if one.status == 403]) <= 4
    if later:
        await casino.restart()
        await casino.quiet()
    closed.open_again(by_event=not later)
    if later:
        await casino.restart()
    await casino.sandbox.wait_for(lambda: "The table is closed" in closed.board.text)
    await casino.quiet()
    buttons = {label for board in casino.boards(closed.channel) for label in labels(board)}
    assert buttons <= {"New table", "My rounds"}
