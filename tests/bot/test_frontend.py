"""Which channel a thread belongs to: asked of the library, which looks through all servers, once a channel."""

import pytest

from cogs.startup.client import Places

from .casino import Casino


async def test_a_channel_is_looked_for_once(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread is known to belong to its channel, and a channel to be none; one that nobody has told of may be yet."""
    thread = casino.sandbox.world.add_thread(casino.channel, "side table", 1)
    await casino.restart()
    looked_for: list[int] = []
    look = casino.bot.get_channel

    def get_channel(channel_id: int, /) -> object:
        looked_for.append(channel_id)
        return look(channel_id)

    monkeypatch.setattr(casino.bot, "get_channel", get_channel)
    places = Places(casino.bot)
    unknown = thread.id + 1
    ids = [thread.id, casino.channel.id, unknown] * 2
    wanted = [casino.channel.id, None, None] * 2
    assert [places.parent_of(one) for one in ids] == wanted
    assert looked_for == [thread.id, casino.channel.id, unknown, unknown]
