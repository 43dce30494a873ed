"""Which version of the bot this is, and what it calls itself to Discord."""

import sys

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """The version of the installed package; a question mark where the bot runs without having been installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"


def user_agent() -> str:
    """How each request says whose it is: `DiscordBot (address, version)`, as Discord asks, and what more there is.

    This program has no address. The library, which speaks for it, has one.
    """
    import aiohttp
    import discord

    library = f"https://github.com/Rapptz/discord.py, {discord.__version__}"
    python = ".".join(map(str, sys.version_info[:2]))
    own = f"{PACKAGE}/{installed_version()}".removesuffix("/?")
    return f"DiscordBot ({library}) {own} Python/{python} aiohttp/{aiohttp.__version__}"
