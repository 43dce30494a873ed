"""What every answer needs of an interaction: who asks, where and in which language; and the ways to answer."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property, wraps
from inspect import signature
from typing import Any, Concatenate, NamedTuple

import discord
from discord import app_commands, ui

from cogs.gateway.payloads import BotInteraction, about, is_command, payload
from cogs.gateway.request_errors import (
    ANSWERED,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    quietly,
)
from cogs.gateway.requests import answer
from cogs.gateway.waiting_clicks import LateAnswers
from cogs.language import language_of, said
from cogs.language.names import called_of
from cogs.language.sentences import Sorry
from engine.values.currency import Currency
from engine.values.tables import Called

log = logging.getLogger(__name__)

REFUSED_FILES = frozenset({400, 403, 413})
"""The HTTP statuses by which Discord refuses files: invalid, not allowed in this place, too large."""


class Context:
    """An interaction that is being answered. Its answers are seen by the asker alone, but for a `post`."""

    def __init__(
        self,
        interaction: BotInteraction,
        late: LateAnswers | None = None,
        currency: Currency | None = None,
    ) -> None:
        """`currency` is that of the server."""
        self.interaction = interaction
        self._late = late
        """What acknowledges it if nobody answers; None as soon as somebody has claimed it."""
        self._thinking = False
        """Whether the asker reads that the bot is thinking, and nothing has taken the place of that."""
        self.pay_in(currency)
        self.user_id = interaction.user.id

    def pay_in(self, currency: Currency | None) -> None:
        """Write amounts in this currency from now on: the server's has just been changed."""
        self.lang = language_of(self.interaction.locale, currency=currency)

    @cached_property
    def called(self) -> Called:
        """What the asker is called."""
        return called_of(self.interaction.user)

    @property
    def locale_of_all(self) -> discord.Locale:
        """The language of what everybody in the channel sees, unless one is set there: the asker's.

        Of a Community server it is the server's own. Others can't choose one, whatever is spoken there.
        """
        guild, locale = self.interaction.guild, self.interaction.guild_locale
        chosen = guild is not None and "COMMUNITY" in guild.features
        return locale if chosen and locale is not None else self.interaction.locale

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

    async def claim(self) -> bool:
        """Whether nobody has answered yet. From now on nobody but the caller does."""
        if self._late is not None:
            late, self._late = self._late, None
            self._thinking = await late.claim(self.interaction) and is_command(self.interaction)
        return not self.interaction.response.is_done()

    async def show(self, view: ui.LayoutView) -> int | None:
        """Answer with a message of this view; its id where it follows another answer, else it is the first."""
        return await self._send(view=view)

    async def show_everybody(self, view: ui.LayoutView, *, pinged: int | None = None) -> int:
        """Answer with a message of this view that the whole channel sees; return its id. It may ping one user."""
        users = [] if pinged is None else [discord.Object(pinged)]
        only_them = discord.AllowedMentions(everyone=False, roles=False, users=users)
        if await self.claim():
            send = self.interaction.response.send_message
            await answer(send, view=view, allowed_mentions=only_them)
            return (await self.interaction.original_response()).id
        if self._thinking:
            # What takes its place would be seen by the asker alone, too.
            await self.interaction.delete_original_response()
            self._thinking = False
        send_later = self.interaction.followup.send
        return (await send_later(view=view, wait=True, allowed_mentions=only_them)).id

    async def give(
        self,
        files: Sequence[discord.File],
        said: str | ui.LayoutView,
        instead: str | ui.LayoutView,
        *,
        replaces: bool = False,
    ) -> None:
        """After `think`, answer with files; or after `work`, with a message that `replaces` the clicked one.

        Where Discord refuses the files, the answer is `instead`.
        """
        send = self._edit if replaces else self._send_later
        try:
            await send(**_content(said), attachments=files)
        except discord.HTTPException as error:
            if error.status not in REFUSED_FILES:
                raise
            lines = about(log, self.interaction)
            lines.warning("files are refused: %s", in_one_line(error))
            await send(**_content(instead))

    async def post(self, view: ui.LayoutView) -> None:
        """After the first answer, send a message that everybody in the channel sees."""
        await self.interaction.followup.send(view=view)

    async def replace(self, **changes: Any) -> None:
        """Answer by changing the clicked message: its `view`, its `content`."""
        if await self.claim():
            await answer(self.interaction.response.edit_message, **changes)
        else:
            await self._edit(**changes)

    async def ask(self, modal: ui.Modal) -> None:
        """Answer with a modal. Raises `Sorry` where the click was acknowledged: then Discord takes none."""
        if not await self.claim():
            raise Sorry("sorry-crowded")
        await answer(self.interaction.response.send_modal, modal)

    async def think(self) -> None:
        """Tell Discord that the answer takes a moment."""
        if await self.claim():
            await answer(self.interaction.response.defer, ephemeral=True, thinking=True)
            self._thinking = True

    async def work(self) -> None:
        """Tell Discord that the clicked message is changed in a moment."""
        if await self.claim():
            await answer(self.interaction.response.defer)

    async def acknowledge(self) -> None:
        """Tell Discord that a click was heard; nobody sees it. A failure is a line in the log."""
        if await self.claim():
            await quietly(answer(self.interaction.response.defer))

    async def say(self, text: str, *, view: ui.View | None = None) -> None:
        """Say it, in a first or in a further answer. A failure is only logged."""
        await self._tell(**({"content": text} | ({} if view is None else {"view": view})))

    async def tell(self, view: ui.LayoutView) -> "Sent | None":
        """Like `say`, with a message of this view. Return where it is; None if it was not sent."""
        return await self._tell(view=view)

    async def _tell(self, **said: Any) -> "Sent | None":
        try:
            try:
                return Sent(await self._send(**said))
            except discord.HTTPException as error:
                if code_of(error) != ANSWERED:
                    raise
                # A try before was taken, although it failed; or the board was the answer already.
                return Sent(await self._send_later(**said))
        except REQUEST_ERRORS as error:
            lines = about(log, self.interaction)
            lines.info("the answer did not get through: %s", in_one_line(error))
            return None

    async def _send(self, **said: Any) -> int | None:
        if not await self.claim():
            return await self._send_later(**said)
        send: Any = self.interaction.response.send_message
        try:
            await answer(send, ephemeral=True, **said)
            self._thinking = False
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED or not self._thinking:
                raise
            # The acknowledgement was taken, although it failed.
            return await self._send_later(**said)
        return None

    async def _send_later(self, **said: Any) -> int | None:
        """What says that the bot is thinking becomes the answer; everything else follows, and has an id."""
        if self._thinking:
            await self._edit(**said)
            self._thinking = False
            return None
        files = said.pop("attachments", discord.utils.MISSING)
        sent = await self.interaction.followup.send(**said, files=files, ephemeral=True, wait=True)
        return sent.id

    async def _edit(self, **changes: Any) -> None:
        # The client's default does not reach an edit that has no content.
        nobody = discord.AllowedMentions.none()
        await self.interaction.edit_original_response(**changes, allowed_mentions=nobody)


class Sent(NamedTuple):
    """A message that was sent by an interaction; `message_id` is None for the first answer."""

    message_id: int | None


def _content(said: str | ui.LayoutView) -> dict[str, Any]:
    return {"content": said} if isinstance(said, str) else {"view": said}


def _known(number: int | None) -> int:
    if number is None:
        raise Sorry("sorry-no-channel")
    return number


Answers = Callable[Concatenate[Any, Context, ...], Awaitable[None]]
"""A method of a cog that answers a command; the cog has the `desk`."""


def slash(
    key: str,
    *,
    group: app_commands.Group | None = None,
    choices: Mapping[str, Sequence[app_commands.Choice[Any]]] | None = None,
    **called: str,
) -> Callable[[Answers], app_commands.Command[Any, ..., None]]:
    """Make a command of a method of a cog, whose texts are those of `command-KEY` in the languages.

    The options are the method's parameters, under the names of the texts `command-KEY.PARAMETER`; `called` says which
    of them have texts of other names. `choices` are by parameter.
    """
    texts = f"command-{key}"

    def made(method: Answers) -> app_commands.Command[Any, ..., None]:
        @wraps(method)
        async def answered(cog: Any, interaction: BotInteraction, **given: Any) -> None:
            await cog.desk.answering(interaction, lambda ctx: method(cog, ctx, **given))

        _, _, *options = signature(method).parameters
        names = {option: f"{texts}.{called.get(option, option)}" for option in options}
        many: dict[str, Any] = dict(choices or {})
        for mark in (
            app_commands.describe(
                **{one: said(f"{name}-description") for one, name in names.items()}
            ),
            app_commands.rename(**{one: said(name) for one, name in names.items()}),
            app_commands.choices(**many),
        ):
            answered = mark(answered)
        command = app_commands.command if group is None else group.command
        return command(name=said(texts), description=said(f"{texts}.description"))(answered)

    return made
