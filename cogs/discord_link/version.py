"""The bot's version and its User-Agent header."""

import sys

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """The version of the installed package, or `?` if it is not installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"


def user_agent() -> str:
    """The User-Agent header: `DiscordBot (URL, version)`, as Discord requires, and the versions of the program.

    The URL is the library's, as this program has none.
    """
    import aiohttp
    import discord

    library = f"https://github.com/Rapptz/discord.py, {discord.__version__}"
    python = ".".join(map(str, sys.version_info[:2]))
    own = f"{PACKAGE}/{installed_version()}".removesuffix("/?")
    return f"DiscordBot ({library}) {own} Python/{python} aiohttp/{aiohttp.__version__}"
