"""What every answer needs of an interaction: who asks, where and in which language; and the ways to answer."""

import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from cogs.language import language_of
from cogs.language.sentences import Sorry
from cogs.network.log_words import where
from cogs.network.payload import BotInteraction, payload
from cogs.network.request_errors import ANSWERED, REQUEST_ERRORS, code_of, in_one_line
from cogs.network.tries import answer

log = logging.getLogger(__name__)


class Context:
    """An interaction that is being answered. Its answers are seen by the asker alone, but for a `post`."""

    def __init__(self, interaction: BotInteraction) -> None:
        self.interaction = interaction
        self.lang = language_of(interaction.locale)
        self.user_id = interaction.user.id

    @property
    def channel_id(self) -> int:
        """The channel. Raises `Sorry` where Discord names none, or one of an unknown kind."""
        return _known(self.interaction.channel_id)

    @property
    def guild_id(self) -> int:
        """The server. Raises `Sorry` where the interaction comes from no server."""
        return _known(self.interaction.guild_id)

    @property
    def payload(self) -> Mapping[str, Any]:
        """What a click or a modal carries; empty where there is nothing."""
        return payload(self.interaction)

    @property
    def is_modal(self) -> bool:
        """Whether a modal was sent off."""
        return self.interaction.type is discord.InteractionType.modal_submit

    async def show(self, view: ui.LayoutView) -> None:
        """Answer with a message of this view."""
        await answer(self.interaction.response.send_message, view=view, ephemeral=True)

    async def post(self, text: str) -> None:
        """After the first answer, send a message that everybody in the channel sees."""
        await self.interaction.followup.send(text)

    async def replace(self, view: ui.LayoutView) -> None:
        """Answer by drawing the clicked message anew."""
        await answer(self.interaction.response.edit_message, view=view)

    async def ask(self, modal: ui.Modal) -> None:
        """Answer with a modal."""
        await answer(self.interaction.response.send_modal, modal)

    async def think(self) -> None:
        """Tell Discord that the answer takes a moment; it is sent by `interaction.followup` then."""
        await answer(self.interaction.response.defer, ephemeral=True, thinking=True)

    async def work(self) -> None:
        """Tell Discord that the clicked message is drawn anew in a moment, by `interaction.edit_original_response`."""
        await answer(self.interaction.response.defer)

    async def say(self, text: str, *, view: ui.View | None = None) -> None:
        """Say it, in a first or in a further answer. A failure is only logged."""
        shown = discord.utils.MISSING if view is None else view
        try:
            if self.interaction.response.is_done():
                await self._follow_up(text, shown)
            else:
                await self._say_first(text, shown)
        except REQUEST_ERRORS as error:
            line = "%s: the answer did not get through: %s"
            log.info(line, where(self.interaction), in_one_line(error))

    async def _say_first(self, text: str, view: ui.View) -> None:
        send = self.interaction.response.send_message
        try:
            await answer(send, text, ephemeral=True, view=view)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # A try before was taken, although it failed; or the board was the answer already.
            await self._follow_up(text, view)

    async def _follow_up(self, text: str, view: ui.View) -> None:
        await self.interaction.followup.send(text, ephemeral=True, view=view)


def _known(number: int | None) -> int:
    if number is None:
        raise Sorry("sorry-no-channel")
    return number
