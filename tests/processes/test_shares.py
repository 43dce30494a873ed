"""Each process serves its own servers; one of them does the application's shared work."""

from sandbox import AnswerKind

from .hosts import Hosts


async def test_each_process_serves_its_own_servers(hosts: Hosts) -> None:
    """Tables belong to their server's shard, and a process receives only its servers' events.

    A restart resumes only the process's own tables.
    """
    channels = [hosts.channel_of(shard).id for shard in (0, 1)]
    first, second = bots = [await hosts.playing(number) for number in (0, 1)]
    for shard, bot in enumerate(bots):
        await hosts.open(shard)
        assert [server.id for server in bot.guilds] == [hosts.server_of(shard).id]
    table = second.house.in_channel(channels[1])
    assert table is not None
    await hosts.stop(first)
    again = await hosts.playing(0)
    assert [len(again.house), len(second.house)] == [1, 1]
    assert again.house.in_channel(channels[0]) is not None
    assert second.house.in_channel(channels[1]) is table


async def test_one_process_does_the_shared_work(hosts: Hosts) -> None:
    """It registers the commands; the others ask for their ids, so that `/help` is clickable everywhere.

    It uploads the pictures; processes started in between get them later.
    """
    bots = [await hosts.start(number, CARD_PICTURES="on") for number in (0, 1)]
    await hosts.until(lambda: all(bot.ownership.is_ours for bot in bots))
    for bot in bots:
        await hosts.settled(bot)
        assert bot.card_emojis.pictures
    uploads = hosts.sandbox.requests_to("POST", "/applications/*/emojis")
    assert len(uploads) == len(bots[0].card_emojis.pictures)
    assert len(hosts.sandbox.requests_to("PUT", "/applications/*/commands")) == 1
    ids = {str(command["id"]) for command in hosts.sandbox.world.commands.values()}
    for shard in (0, 1):
        answer = await hosts.sandbox.user(1).command(hosts.channel_of(shard), "help")
        assert answer.kind is AnswerKind.MESSAGE
        assert any(f":{number}>" in answer.text for number in ids)
