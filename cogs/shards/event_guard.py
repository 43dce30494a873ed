"""What the gateway sends is read with care: an event that can't be read is one line in the log, and nothing else.

The library reads events in the loop that receives them, so that one without a field would end the whole connection.
"""

import logging
from collections.abc import Callable, Iterator, MutableMapping
from functools import partial
from typing import Any

from cogs.network.payload import NEWEST
from cogs.network.request_errors import place_of

log = logging.getLogger(__name__)

Parser = Callable[[Any], None]

LARGEST_ID = 2**63 - 1

PING = 1
"""The one type of interaction that is not made by a user."""

READ = ("id", "channel_id", "type", "content")
"""What the library needs of the message that was clicked."""

BEGINS = "READY"
"""Without this event there is no session: the link begins another one."""


def guard(parsers: MutableMapping[str, Parser], hear: Callable[[Callable[[], None]], None]) -> None:
    """From now on none of these parsers, by the names of their events, raises.

    `hear` is given what reads an interaction, and calls it where and when this process is to answer.
    """
    for name, parse in parsers.items():
        if name != BEGINS:
            parsers[name] = _guarded(name, parse)
    read = parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = lambda data: hear(partial(read, data))


def _guarded(name: str, parse: Parser) -> Parser:
    def parse_if_readable(data: Any) -> None:
        """Read an event; or say that it could not be read, without what was in it."""
        try:
            if name == "INTERACTION_CREATE":
                check_interaction(data)
                data = lightened(data)
            parse(data)
        except Exception as error:
            log.warning("an event could not be read: %s (%s)", name, place_of(error))

    return parse_if_readable


def check_interaction(data: Any) -> None:
    """Raise an error where no answer is possible: no id, token or user, no payload, ids that are none."""
    if data["type"] == PING:
        return
    who = data["member"]["user"] if data.get("guild_id") else data["user"]
    ids = [data["id"], who["id"], *_given(data, "guild_id"), *_given(data.get("channel"), "id")]
    if not all(0 < int(number) <= LARGEST_ID for number in ids):
        raise ValueError("an id that is none")
    if not isinstance(data["data"], dict):
        raise TypeError("no payload")
    if not all(isinstance(text, str) for text in (data["token"], *_given(data, "locale"))):
        raise TypeError("no text")


def lightened(data: dict[str, Any]) -> dict[str, Any]:
    """An interaction of whose message the library reads no more than which one it is.

    Discord sends the whole message with each click, and the library would make an object of each of its parts. Which
    message is the newest in the channel goes into the payload instead: the library knows that channel, and looks at
    nothing that is said of it.
    """
    channel, message = data.get("channel"), data.get("message")
    if isinstance(channel, dict) and isinstance(data["data"], dict):
        data = data | {"data": data["data"] | {NEWEST: channel.get(NEWEST)}}
    if not isinstance(message, dict):
        return data
    light: dict[str, Any] = {key: message[key] for key in READ if key in message}
    return data | {"message": light | {"components": []}}


def _given(data: Any, name: str) -> Iterator[Any]:
    """What stands there, if anything does."""
    if isinstance(data, dict) and data.get(name) is not None:
        yield data[name]
