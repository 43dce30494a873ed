"""What exists: people, guilds, channels, messages, commands and files. Also clocks, and waiting for a change."""

from . import shapes
from .changes import PATIENCE, Changes
from .clock import Clock, LoopClock, ManualClock, Timer, sleep
from .objects import Channel, Event, File, Guild, Message, Person
from .snowflakes import DISCORD_EPOCH_MS, Snowflakes
from .world import World

__all__ = [
    "DISCORD_EPOCH_MS",
    "PATIENCE",
    "Changes",
    "Channel",
    "Clock",
    "Event",
    "File",
    "Guild",
    "LoopClock",
    "ManualClock",
    "Message",
    "Person",
    "Snowflakes",
    "Timer",
    "World",
    "shapes",
    "sleep",
]
