"""Discord's rate limits and their sources.

Discord documents few limits; authors of bots and libraries measured the others. `api-docs` stands for the issues of
github.com/discord/discord-api-docs, `docs` for its pages.
"""

from dataclasses import dataclass

DAY = 86_400.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `requests` in any period of `seconds`."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Discord's rate limits; tests may use smaller ones."""

    everywhere: Limit = Limit(50, 1.0)
    """All requests of a bot, except interaction endpoints (docs, "Global Rate Limit")."""
    send: Limit = Limit(5, 5.0)
    """New messages in a channel (api-docs #20, and headers)."""
    edit: Limit = Limit(5, 5.0)
    """Edits in a channel (as `send`)."""
    token: Limit = Limit(5, 2.0)
    """Requests of one method with one interaction's token (api-docs #2701)."""
    follow_up: Limit = Limit(30, 60.0)
    """Follow-ups in a channel, over all tokens (api-docs #2701, #3763, #7243).

    No header announces it; a refusal has the scope `shared`.
    """
    old_edit: Limit = Limit(3, 6.0)
    """Edits in a channel of messages older than an hour; refused with 30046.

    Source: github.com/discord-userdoccers/discord-userdoccers, pull request 551, "Edit Message".
    """
    delete: Limit = Limit(3, 1.0)
    """Deletions in a channel (api-docs #8330: 3 in a third of a second; abalabahaha/eris #1173: 3 in a second)."""
    delete_new: Limit = Limit(5, 1.0)
    """The same for messages younger than ten seconds (api-docs #8330)."""
    delete_old: Limit = Limit(30, 4.0)
    """The same for messages older than two weeks (api-docs #8330)."""
    thread: Limit = Limit(50, 300.0)
    """New threads in a channel.

    Five minutes, because waits of 219 and 280 seconds were observed (api-docs #7816; NousResearch/hermes-agent #96101);
    50 is an assumption.
    """
    channel: Limit = Limit(5, 15.0)
    """Changes of a channel or a thread (headers in api-docs #1900)."""
    rename: Limit = Limit(2, 600.0)
    """Changes of its name or topic, not announced (api-docs #1900, #2190; threads: discord.js #6651)."""
    invalid: Limit = Limit(10_000, 600.0)
    """Answers 401, 403 and 429, except scope `shared`, to one address (docs, "Invalid Request Limit aka Cloudflare
    bans")."""
    ban_seconds: float = 3_600.0
    """Ban of an address; the docs say "temporarily", an hour is an assumption."""
