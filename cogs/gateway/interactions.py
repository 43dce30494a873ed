"""Clicks and commands as Discord sends them, read with care: they hold what somebody's program has sent. And how they
wait for their answer: late ones are acknowledged, and too many are refused.

Discord takes a first answer for three seconds; an acknowledgement keeps the way open for longer. That of a click is
invisible; after a command the bot is "thinking" until the answer takes the place of that.

Once many have waited half a second, new clicks are refused, or all would wait for long. A refusal costs little, and who
clicks again a moment later finds a place.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Any, Final, Self
from urllib.parse import quote

import discord
from discord.utils import snowflake_time, utcnow

from cogs.gateway.request_errors import quietly
from cogs.gateway.requests import answer
from engine.clock import Clock, Timer
from engine.live.log_lines import About

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]
"""An interaction, as the bot gets it."""

TOKEN_LIFE = timedelta(minutes=15)
"""How long Discord takes anything by the token of an interaction."""


@dataclass(frozen=True, slots=True)
class Hook:
    """What is kept of an interaction that may be answered long since: the way to its messages."""

    id: int
    """The interaction's."""
    path: str = field(repr=False)

    @classmethod
    def of(cls, via: BotInteraction) -> Self:
        """That of this one."""
        return cls(via.id, f"/webhooks/{via.application_id}/{quote(via.token, safe='')}")

    def is_expired(self) -> bool:
        """Whether it leads nowhere any more."""
        return utcnow() - snowflake_time(self.id) >= TOKEN_LIFE


LARGEST_ID = 2**63 - 1

PING = 1
"""The one type of interaction that is not made by a user."""

CLICKED, NEWEST = "clicked_message_id", "last_message_id"
"""Where the payload says which message was clicked, and which one is the newest in the channel."""


def check_interaction(data: Any) -> None:
    """Raise an error where no answer is possible: no id, token or user, no payload, impossible ids."""
    if data["type"] == PING:
        return
    who = data["member"]["user"] if data.get("guild_id") else data["user"]
    ids = [data["id"], who["id"], *_given(data, "guild_id"), *_given(data.get("channel"), "id")]
    if not all(0 < int(number) <= LARGEST_ID for number in ids):
        raise ValueError("an impossible id")
    if not isinstance(data["data"], dict):
        raise TypeError("no payload")
    if not all(isinstance(text, str) for text in (data["token"], *_given(data, "locale"))):
        raise TypeError("no text")


def lightened(data: dict[str, Any]) -> dict[str, Any]:
    """An interaction without its message, of which and of each of whose parts the library would make an object.

    Its id, and that of the newest message in the channel, go into the payload: the library does not read it.
    """
    if not isinstance(data.get("data"), dict):
        return data
    places = (CLICKED, data.get("message"), "id"), (NEWEST, data.get("channel"), NEWEST)
    ids = {name: of.get(key) if isinstance(of, dict) else None for name, of, key in places}
    light = data | {"data": data["data"] | ids}
    light.pop("message", None)
    return light


def _given(data: Any, name: str) -> Iterator[Any]:
    """What stands there, if anything does."""
    if isinstance(data, dict) and data.get(name) is not None:
        yield data[name]


def clicked_message(interaction: discord.Interaction[Any]) -> int | None:
    """The message that was clicked, or whose modal was sent off; None for a command."""
    return _id_at(CLICKED, interaction)


def newest_message(interaction: discord.Interaction[Any]) -> int | None:
    """The newest message of the interaction's channel, which may be deleted; None where nobody knows."""
    return _id_at(NEWEST, interaction)


def _id_at(name: str, interaction: discord.Interaction[Any]) -> int | None:
    match payload(interaction).get(name):
        case str(text) if text.isascii() and text.isdecimal() and len(text) < 20:
            return int(text)
        case _:
            return None


def payload(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    """All of it; empty where there is none."""
    data: Any = interaction.data
    return data if isinstance(data, Mapping) else {}


def text_of(data: Mapping[str, Any], custom_id: str) -> str:
    """What was written into the text input of this id; empty where a modal has no such input."""
    rows = data.get("components")
    for row in rows if isinstance(rows, list) else ():
        match row:
            case {"component": {"custom_id": str(found), "value": str(text)}} if found == custom_id:
                return text
    return ""


def is_command(interaction: BotInteraction) -> bool:
    """Whether somebody has typed a command."""
    return interaction.type is discord.InteractionType.application_command


# How the log names things


def place(client: discord.Client, channel_id: int | None) -> str:
    """`#casino`, or `channel 123` for a channel that the gateway has not told of."""
    if channel_id is None:
        return "no channel"
    name = getattr(client.get_channel(channel_id), "name", None)
    if not name:
        return f"channel {channel_id}"
    # One line, whatever somebody has called their channel.
    return "#" + "".join(letter if letter.isprintable() else "?" for letter in name)


def about(log: logging.Logger, interaction: BotInteraction, **numbers: int | None) -> About:
    """Lines about what a user did: `#casino, interaction 5 of user 7`; what else is known of it comes as numbers."""
    at = place(interaction.client, interaction.channel_id)
    return About(
        log,
        f"{at}, interaction {interaction.id} of user {interaction.user.id}",
        channel=interaction.channel_id,
        interaction=interaction.id,
        user=interaction.user.id,
        **numbers,
    )


def counted(count: int, thing: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# What becomes of them


class ClickOutcome(StrEnum):
    """What became of a click, a modal or a command."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the table or a page, with a sentence."""
    CROWDED = "crowded"
    """More clicks than can be carried out."""
    TOO_QUICK = "too_quick"
    """A user who clicks like a machine."""
    TOO_LATE = "too_late"
    """Discord would take no answer any more when it came."""
    TWICE = "twice"
    UNREADABLE = "unreadable"
    """A command that Discord sent as it should not."""
    UNANSWERED = "unanswered"
    """Discord did not take the answer."""
    NOT_KEPT = "not_kept"
    """The database failed."""
    FAILED = "failed"
    """An error of the program."""


class Gauges:
    """Is told what happens, and forgets it: a host's metrics write it down. Never blocks and never raises."""

    def ended(self, outcome: ClickOutcome) -> None:
        """An interaction has ended like this."""

    def answered(self, seconds: float) -> None:
        """Discord has taken the first answer to an interaction so long after it was made."""


NO_GAUGES: Final = Gauges()


# Waiting for an answer

CLICK_SECONDS = 2.0
"""Seconds after which a click is acknowledged, which leaves one for the way to the bot and back."""

COMMAND_SECONDS = 1.0
"""The same for a command, which loses nothing by being answered in two steps."""

MANY = 32
"""How many clicks may wait at least: one stuck table keeps nobody else out."""

A_WHILE = 0.5
"""Seconds that many have to wait before new clicks are refused."""

LATE = 1.0
"""While many wait, a click that is older than these seconds is refused: there is a queue outside, too."""

Age = Callable[[BotInteraction], float]
"""For how many seconds an interaction has been there."""


class Acknowledging:
    """Acknowledgements that are under way."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """By the id of the interaction."""

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, via: BotInteraction) -> None:
        """Acknowledge an interaction, in a task of its own, unless it is answered. Nobody but its author sees that."""
        if via.response.is_done():
            return
        acknowledgement = answer(via.response.defer, ephemeral=True)
        task = asyncio.create_task(quietly(acknowledgement), name="acknowledge")
        self._tasks[via.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(via.id, None))

    async def done(self, interaction_id: int) -> None:
        """Wait until this one is acknowledged, or can't be any more."""
        if (task := self._tasks.get(interaction_id)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait until every one is."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def give_up(self) -> None:
        """Acknowledge nothing more."""
        for task in self._tasks.values():
            task.cancel()


class LateAnswers:
    """Acknowledges what is late."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._timers: dict[int, Timer] = {}
        """By the id of each interaction that is watched."""
        self._acknowledging = Acknowledging()

    def watch(self, interaction: BotInteraction) -> None:
        """Acknowledge this one when its time has come, unless it is answered or claimed."""
        seconds = COMMAND_SECONDS if is_command(interaction) else CLICK_SECONDS
        due = self._clock.now() + seconds - self._age(interaction)
        late = partial(self._acknowledge, interaction)
        self._timers[interaction.id] = self._clock.call_at(due, late)

    async def claim(self, interaction: BotInteraction) -> bool:
        """Leave a watched one to the caller from now on.

        Returns, once its acknowledgement is through or has failed, whether it was late.
        """
        was_late = interaction.id not in self._timers
        self.leave(interaction)
        await self._acknowledging.done(interaction.id)
        return was_late

    def leave(self, interaction: BotInteraction) -> None:
        """Leave it unacknowledged."""
        if (timer := self._timers.pop(interaction.id, None)) is not None:
            timer.cancel()

    async def finish(self) -> None:
        """Wait for the acknowledgements that are under way; begin no others."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._acknowledging.finish()

    def _acknowledge(self, interaction: BotInteraction) -> None:
        """Also if a table has carried a click out, and its board is on its way."""
        if self._timers.pop(interaction.id, None) is not None:
            self._acknowledging.begin(interaction)


class Crowded(Exception):
    """The bot has too much to do: this was not tried, and changes nothing."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again
        """Whether this user has just been told."""


class Crowding:
    """Knows which interactions wait for a table, and since when."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._waiting: dict[int, float] = {}
        """Since when each interaction waits, in the order in which they came."""
        self._told: set[int] = set()
        self._refused = 0
        """How many, since the last that was let in."""

    def enter(self, interaction: BotInteraction) -> None:
        """An interaction waits for its table from now on, until it leaves. Raises `Crowded`."""
        now = self._clock.now()
        since = next(islice(self._waiting.values(), MANY - 1, None), None)
        if since is not None and (now - since > A_WHILE or self._age(interaction) > LATE):
            raise self._refusal(interaction.user.id)
        if self._refused:
            log.info("clicks count again, %d were refused", self._refused)
            self._refused = 0
            self._told.clear()
        self._waiting[interaction.id] = now

    def leave(self, interaction: BotInteraction) -> None:
        """Its table has carried it out, or refused it."""
        del self._waiting[interaction.id]

    def _refusal(self, user_id: int) -> Crowded:
        if not self._refused:
            log.warning("more clicks than can be carried out: new ones are refused for a while")
        self._refused += 1
        again = user_id in self._told
        self._told.add(user_id)
        return Crowded(again=again)
