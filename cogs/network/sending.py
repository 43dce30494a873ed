"""How a message is sent of which only the id is wanted: the library would make objects of all that is in it."""

import discord
from discord import ui
from discord.http import handle_message_parameters


async def send(client: discord.Client, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
    """The id of the new message. Raises what is `REQUEST_ERRORS`."""
    mentions = client.allowed_mentions
    with handle_message_parameters(
        view=view, nonce=nonce, previous_allowed_mentions=mentions
    ) as parameters:
        sent = await client.http.send_message(channel_id, params=parameters)
    return int(sent["id"])
