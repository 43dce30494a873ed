"""A simulated Discord server on localhost, for tests and trials: gateway, REST API, and a web page to play on.

    async with Sandbox() as sandbox:
        ...                                      # start a bot on sandbox.api_url; play at sandbox.url

It refuses, with Discord's error codes, what Discord refuses and what the bot does not use. Tests interfere through
`world.hooks` (`tests/driver`). Each package imports only from those above it:

    wire      numbers, limits, JSON, errors and languages
    world     people, guilds, channels, messages, clocks, hooks
    chat      messages, commands, interactions, and their limits
    gateway   sockets, sessions and events
    people    the actions of users
    rest      the REST API
    page      the web page
"""

from sandbox.chat.interactions import AnswerKind
from sandbox.gateway.identify import StartLimit
from sandbox.server import PortInUseError, Sandbox
from sandbox.wire.json_text import Refused
from sandbox.wire.limits import Limit, Limits
from sandbox.wire.numbers import ButtonStyle, CallbackType, Flag, Intent, Permission
from sandbox.world.clock import Clock, LoopClock
from sandbox.world.objects import Channel

__all__ = [
    "AnswerKind",
    "ButtonStyle",
    "CallbackType",
    "Channel",
    "Clock",
    "Flag",
    "Intent",
    "Limit",
    "Limits",
    "LoopClock",
    "Permission",
    "PortInUseError",
    "Refused",
    "Sandbox",
    "StartLimit",
]
