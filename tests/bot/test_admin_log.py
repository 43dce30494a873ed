"""`/house set log` and `/house log`: actions of admins, announced in a channel and listed."""

from cogs.language import ENGLISH
from cogs.posts.announcements import REFUSALS
from engine.rules.refusals import Why
from sandbox import Channel
from sandbox.wire.numbers import Permission
from tests.driver import MessageView

from .casino import Casino
from .scenes import refusal_text, run_house, two_play


def posted(casino: Casino, channel: Channel) -> list[MessageView]:
    """The public messages of a channel."""
    return [one for one in casino.sandbox.user(4).messages(channel) if not one.ephemeral]


async def announced(casino: Casino, channel: Channel, count: int) -> list[str]:
    """Wait for `count` messages in a channel and return their texts."""
    await casino.sandbox.wait_for(lambda: len(posted(casino, channel)) >= count)
    lines = posted(casino, channel)
    assert len(lines) == count
    assert all(one.pings == [] for one in lines)
    return [one.text for one in lines]


async def test_actions_are_announced_in_one_line(casino: Casino) -> None:
    """Each action is announced in the chosen channel and the server's language; `/house log` lists the newest first."""
    lounge = casino.sandbox.channel("lounge")
    boss, _, _ = await two_play(casino)
    here = f"<#{casino.channel.id}>"
    for wrong in ("5", str(casino.channel.id), "#lounge"):
        answer = await boss.command(lounge, "house set", setting="log", value=wrong)
        assert answer.text == refusal_text(Why.NOT_A_LOG)
    await boss.command(lounge, "house set", setting="log", value="this channel")
    await casino.set("lowest", "5")
    await casino.set("seats", "2", where="server")
    casino.clock.advance(1)
    await run_house(casino, boss, "void")
    await run_house(casino, boss, "close")
    casino.clock.advance(1)
    await boss.command(casino.channel, "house reset")
    name = boss.name
    lines = [
        f"{name} set **Admin log** to **<#{lounge.id}>** for the whole server",
        f"{name} set **Lowest bet** to **$5** in {here}",
        f"{name} set **Seats** to **2 seats** for the whole server",
        f"{name} ended round 1 in {here}",
        f"{name} closed the table in {here}",
        f"{name} reset all settings of {here}",
    ]
    assert await announced(casino, lounge, 6) == lines
    await casino.restart()
    page = (await casino.shown(boss, "house log")).text.splitlines()
    acts = [line.partition(" · ")[0] for line in page if line.startswith("- ")]
    back = f"- {name} set **Lowest bet** back to the default in {here}"
    assert acts == [back, *(f"- {line}" for line in reversed(lines[:-1]))]
    assert ENGLISH("house-log-where", channel=f"<#{lounge.id}>") in page[-1]
    casino.sandbox.guild().speak("de")
    await boss.command(lounge, "house set", setting="log", value="default")
    (*_, last) = await announced(casino, lounge, 7)
    assert last.startswith(f"{name} hat **Protokoll der Admins** für den ganzen Server")
    await casino.set("lowest", "6")
    assert len(await announced(casino, lounge, 7)) == 7


async def test_the_log_names_an_admin_who_never_played(casino: Casino) -> None:
    """Also one who has changed no setting."""
    await two_play(casino)
    _, _, _, boss = casino.users(4)
    casino.sandbox.guild().let_manage(boss)
    for command in ("void", "close"):
        await run_house(casino, boss, command)
    page = await casino.typed(boss, "house log")
    for key in ("house-act-round", "house-act-table"):
        here = f"<#{casino.channel.id}>"
        assert ENGLISH(key, admin=boss.name, round="1", channel=here) in page


async def test_log_channel_that_refuses_is_reset(casino: Casino) -> None:
    """After three refusals in a row announcements stop; actions still succeed and are logged."""
    lounge = casino.sandbox.channel("lounge")
    boss = casino.sandbox.user(1)
    await boss.command(lounge, "house set", setting="log", value=str(lounge.id))
    await announced(casino, lounge, 1)
    casino.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES, told=False)
    for number in range(REFUSALS):
        assert "✅" in (await casino.set("lowest", str(5 + number))).text
    guild = casino.channel.guild.id
    announcements = casino.bot.announcements
    await casino.sandbox.wait_for(lambda: announcements.channel_of(guild) is None)
    page = (await casino.shown(boss, "house log")).text
    assert page.count("**Lowest bet**") == REFUSALS
    me = casino.bot.user
    assert me is not None
    assert f"{me.name} set **Admin log** back to the default for the whole server" in page
    assert ENGLISH("house-log-where", channel=f"<#{lounge.id}>") not in page
