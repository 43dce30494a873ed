"""Where the gateway is, and how many sessions Discord still lets the bot begin."""

import logging
from typing import NamedTuple

import discord
import yarl

from cogs.network.backoff import Backoff
from cogs.network.cannot_start import CannotStart
from cogs.network.request_errors import cause_of, in_one_line, passes
from cogs.shards.waits import Waits

log = logging.getLogger(__name__)

NO_TOKEN = "Discord does not accept this DISCORD_TOKEN."  # noqa: S105 - a sentence about it


class Gateway(NamedTuple):
    """What Discord says of its gateway."""

    url: yarl.URL
    shards: int
    """How many it recommends."""
    at_once: int
    """How many may identify within `identifying.SECONDS`, of each bucket one."""


class Starts:
    """Asks where the gateway is, for as long as it takes, and waits while Discord lets the bot begin too few sessions.

    Discord counts the sessions of a day, and takes the token back of a bot that begins more.
    """

    def __init__(self, client: discord.Client, waits: Waits) -> None:
        self._client = client
        self._waits = waits
        self._backoff = Backoff()

    async def find(self, sessions: int | None, *, known: bool) -> Gateway:
        """Return when so many sessions may be begun; None are as many as Discord recommends.

        `known` says that there was a gateway before. Raises `Stopped`, and `CannotStart` for what a person must mend.
        """
        while True:
            try:
                shards, url, limit = await self._client.http.get_bot_gateway()
            except Exception as error:
                self._judge(error, known=known)
                seconds = self._backoff.next()
                why = f"no connection to the gateway: {in_one_line(error)}"
                log.warning("%s; tried again in %.0f s", why, seconds)
            else:
                self._backoff.reset()
                needed = shards if sessions is None else sessions
                left = limit.get("remaining", needed)
                if left >= min(needed, limit.get("total", needed)):
                    return Gateway(yarl.URL(url), shards, max(limit.get("max_concurrency", 1), 1))
                seconds = limit["reset_after"] / 1000
                few = f"only {left} of the {needed} sessions" if left else "no more sessions"
                log.warning("Discord lets the bot begin %s for %.0f s", few, seconds)
            await self._waits.pause(seconds)

    def _judge(self, error: Exception, *, known: bool) -> None:
        if self._waits.stopped or not isinstance(error, discord.GatewayNotFound):
            return
        if getattr(cause_of(error), "status", None) == 401:
            raise CannotStart(NO_TOKEN) from None
        if not known and not passes(error):
            text = f"DISCORD_API_URL ({address()}) knows no gateway: {in_one_line(error)}."
            raise CannotStart(text) from None


def address() -> str:
    """Where Discord's REST API is asked for."""
    return discord.http.Route.BASE
