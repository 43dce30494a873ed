"""What a request to Discord can fail with."""

import aiohttp
import discord

TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord's refusals, the library's own complaints, and a network that breaks."""
