"""What is behind `⋯` on a board: for whoever presses it, privately, and with what each of its buttons always did."""

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, User

from .casino import Casino
from .luck import seed_where

HOTSEAT = RULE_SETS["hotseat"]


async def behind(casino: Casino, user: User, label: str) -> str:
    """What a button behind `⋯` tells this user, and nobody else."""
    return await told(casino, await user.click(await casino.more(user), label))


async def told(casino: Casino, answer: Answer) -> str:
    """What a private answer says that may take a moment."""
    message = answer.message
    assert message is not None
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert message.ephemeral
    return message.text


async def played(casino: Casino) -> User:
    """Alice has played a round, and sits there."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.bet({alice: "10"})
    await casino.stand_all()
    return alice


async def test_rules_and_strategy_are_those_of_the_table(casino: Casino) -> None:
    """As the commands show them; also to who has no seat, and while a round is played."""
    alice, bob = casino.users(2)
    await casino.open(alice, "surrender")
    for label in ("Rules", "Strategy"):
        said = await told(casino, await bob.command(casino.channel, label.lower()))
        for user in (alice, bob):
            with casino.nothing_changes():
                assert await behind(casino, user, label) == said
    await casino.bet({alice: "10"})
    assert "Late surrender" in await behind(casino, bob, "Rules")


async def test_the_rounds_of_the_sitting_are_there(casino: Casino) -> None:
    """One's own with their reviews, and the replays of all; who has played none is told so."""
    alice = await played(casino)
    bob = casino.sandbox.user(2)
    with casino.nothing_changes():
        assert ENGLISH("sitting-title") in await behind(casino, alice, "My rounds")
        assert "Review of round #1" in await behind(casino, alice, "Review")
        for user in (alice, bob):
            assert "#1" in await behind(casino, user, "Replay…")
        assert await behind(casino, bob, "My rounds") == ENGLISH("sitting-not-played")
        assert await behind(casino, bob, "Review") == ENGLISH("sorry-not-your-round")


async def test_a_panel_outlives_a_restart_and_not_its_table(casino: Casino) -> None:
    """Its buttons name the table; when that is closed, or another one, they say so."""
    alice = await played(casino)
    panel = await casino.more(alice)
    old = casino.board().button("⋯").custom_id
    await casino.crash()
    assert "Hotseat" in (await alice.click(panel, "Rules")).text
    assert (await alice.click(panel, "Company")).text.startswith("Now at the table: ")
    await casino.quiet()
    await casino.press(alice, "Leave")
    for label in ("Rules", "Strategy", "Company"):
        assert (await alice.click(panel, label)).text == ENGLISH("sorry-table-gone")
    gone = await alice.click(casino.board(), custom_id=old, force=True)
    assert gone.text == ENGLISH("sorry-table-gone")


async def test_a_forged_panel_is_of_no_use(casino: Casino) -> None:
    """Another channel's table, a button that there is not, numbers that are none of the panel's."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    lounge = casino.sandbox.channel("lounge")
    await casino.open(alice, channel=lounge)
    for forged, key in (
        ("bjp1:more:of:1", "sorry-table-gone"),
        ("bjp1:more:company:1", "sorry-table-gone"),
        ("bjp1:rules:of:1", "sorry-table-gone"),
        ("bjp1:strategy:of:1", "sorry-table-gone"),
        ("bjp1:more:cut:2", "sorry-unknown-button"),
        ("bjp1:more:of:2,3", "sorry-unknown-button"),
        ("bjp1:rules:of:-", "sorry-unknown-button"),
    ):
        answer = await alice.click(casino.board(lounge), custom_id=forged, force=True)
        assert answer.text == ENGLISH(key), forged
