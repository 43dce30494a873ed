"""A small Discord server on loopback: gateway, REST, a page to play on, and an API for tests.

    async with Sandbox() as sandbox:
        ...                                      # start a bot on sandbox.api_url
        await sandbox.bot_ready()
        alice, channel = sandbox.user(1), sandbox.channel("lounge")
        answer = await alice.command(channel, "roll", dice=2)
        answer = await alice.click(answer.message, "Again")
        assert "You rolled" in alice.sees(channel)

Languages, permissions and further servers are set through `alice.speak("de")`,
`sandbox.guild().speak("fr")`, `sandbox.guild().let_manage(alice)` and `sandbox.add_guild("Second")`;
`sandbox.guild().add_emoji("chip")` returns the text of a server's emoji in messages;
`sandbox.guild().let_use("roll", alice)` acts like Server Settings → Integrations.
With `Sandbox(guilds=2, shards=2)` a bot may connect once per server:
`sandbox.guild(2).bot_online` is True while its shard is connected, and
`sandbox.faults.drop_gateway(shard=1)` disconnects one of them.
`sandbox.faults` removes and restores the bot's permissions: `forbid(channel, permission)`
and `allow(channel)`, `forbid_role(guild, permission)`, `grant_role(guild, permission)` and
`allow_role(guild)`, `take_role(guild)` and `give_role(guild)`, `archive(thread)` and
`unarchive(thread)`; with `told=False` the bot gets no event.
`send_away(guild)` removes the bot from a guild, and `invite(guild)` adds it, or only its commands.

`Sandbox(limits=Limits())` enforces Discord's rate limits, measured by `clock`; tests may use smaller
ones, and `lift_limits()` ends them.

The server is strict: it refuses what Discord refuses, with Discord's error codes. It fails only on
request, through `sandbox.faults`. It supports the components, options and requests that the bot
uses, and refuses all others.

Each package imports only from those above it in this list:

    wire      numbers, limits, JSON, errors and languages
    world     people, guilds, channels, messages; time
    chat      messages, commands and interactions, and what Discord refuses in them
    gateway   sockets, sessions and events
    faults    injected faults
    people    the actions of users
    rest      the routes of the REST API
    page      the web page and its socket
"""

from sandbox.chat.interactions import AnswerKind
from sandbox.chat.views import Attachment, Button, Input, MessageView, ModalView, Select
from sandbox.gateway.identify import StartLimit
from sandbox.people.user import Answer, Server, Target, User
from sandbox.rest.records import CallbackRecord, RequestRecord
from sandbox.server import PortInUseError, Sandbox
from sandbox.wire.json_text import Refused
from sandbox.wire.limits import Limit, Limits
from sandbox.wire.numbers import ButtonStyle, CallbackType, Flag, Intent, Permission
from sandbox.world.clock import PATIENCE, Clock, LoopClock, ManualClock
from sandbox.world.objects import Channel

__all__ = [
    "PATIENCE",
    "Answer",
    "AnswerKind",
    "Attachment",
    "Button",
    "ButtonStyle",
    "CallbackRecord",
    "CallbackType",
    "Channel",
    "Clock",
    "Flag",
    "Input",
    "Intent",
    "Limit",
    "Limits",
    "LoopClock",
    "ManualClock",
    "MessageView",
    "ModalView",
    "Permission",
    "PortInUseError",
    "Refused",
    "RequestRecord",
    "Sandbox",
    "Select",
    "Server",
    "StartLimit",
    "Target",
    "User",
]
