"""The private parts of discord.py that the bot uses: if a release changes them, these tests name them."""

import inspect
import math
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import http, ui
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from discord.webhook.async_ import AsyncWebhookAdapter

from cogs.language import ENGLISH

from .casino import Casino

METHODS: dict[Callable[..., Any], str] = {
    DiscordWebSocket.from_client: "client",
    DiscordWebSocket.received_message: "msg",
    DiscordWebSocket.close: "code",
    ExponentialBackoff.delay: "",
    discord.AutoShardedClient.launch_shard: "gateway shard_id initial",
    http.HTTPClient.request: "route",
    http.HTTPClient.get_bot_gateway: "",
    http.HTTPClient.clear: "",
    http.HTTPClient.get_global_commands: "application_id",
    http.HTTPClient.bulk_upsert_global_commands: "application_id payload",
    http.HTTPClient.get_guild_application_command_permissions: "application_id guild_id",
    AsyncWebhookAdapter.create_interaction_response: "interaction_id token session params",
    ui.LayoutView.to_components: "",
    ui.LayoutView.has_components_v2: "",
    ui.LayoutView.is_finished: "",
    ui.LayoutView.is_dispatchable: "",
    ui.LayoutView.content_length: "",
}
"""Parameters of the methods that the bot calls or replaces."""


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__qualname__)
def test_method_has_its_parameters(method: Callable[..., Any]) -> None:
    assert {*METHODS[method].split()} <= inspect.signature(method).parameters.keys()


async def test_client_has_the_patched_attributes(casino: Casino) -> None:
    """The client has the parsers for events, and a login creates its own connector."""
    bot = casino.bot
    assert {"READY", "INTERACTION_CREATE"} <= bot._connection.parsers.keys()
    assert isinstance(bot.http.connector, aiohttp.TCPConnector)


async def test_the_gateways_address_is_the_librarys_own(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other clients in the process keep their own gateway address."""
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == casino.sandbox.gateway_url
    other = yarl.URL("wss://gateway.example/")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", other)
    used = discord.shard.DiscordWebSocket
    assert used.DEFAULT_GATEWAY is other


async def test_the_latency_of_a_heartbeat_before_is_ignored(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py measures a wrong latency if the answer arrives before it has recorded the heartbeat."""
    bot = casino.bot
    beats = bot._get_websocket(shard_id=0)._keep_alive
    assert beats is not None
    assert beats.interval is not None
    monkeypatch.setattr(beats, "ack", lambda: None)  # the first heartbeat may be answered now
    beats.latency = 0.2
    assert bot.latencies == [(0, 0.2)]
    assert bot.latency == 0.2
    for wrong in (beats.interval - 0.01, beats.interval + 0.1, math.inf):
        beats.latency = wrong
        assert bot.latencies == []
        assert ENGLISH("bot-no-latency") in await casino.typed(
            casino.sandbox.user(1), "house status"
        )


async def test_a_click_parses_no_components(casino: Casino) -> None:
    """The bot reads only the id of the clicked message, and the library keeps no parsed copy of the board."""
    parsed = list[discord.Message]()

    async def note(interaction: discord.Interaction) -> None:
        if interaction.message is not None:
            parsed.append(interaction.message)

    casino.bot.add_listener(note, "on_interaction")
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    assert parsed
    assert all(message.components == [] for message in parsed)
    assert all(message.interaction_metadata is None for message in parsed)
